#include "runtime/jit/result_writer.h"

namespace runtime::jit {

Mask ResultWriter::writing(const Result& result, int c) const {
    // Lanes that do not run hold anything: where all that are active run, everything may be written.
    if (runs_everywhere(result)) return codes_.passes(result.condition, c);
    return result.condition.is_true() ? mask_.running() : mask_.running() & codes_.passes(result.condition, c);
}

bool ResultWriter::wants_flags(const Result& result, int c) const {
    return result.updates_conditions() &&
           (form_ == CodeForm::Dispatched || use_.tested_codes.contains(4 * result.updated_register() + c));
}

// What lanes that do not run have is of interest only if somebody looks.
Unsigned ResultWriter::merged(const Result& result, Unsigned value, RegisterAddress address, int c, Mask lanes) const {
    const bool is_local =
        address.base == Base::Scratch && use_.local_words.contains(address.offset) && !registers_.is_in_memory(address);
    if (!runs_everywhere(result) && !is_local) return choose(lanes, value, registers_.read(address));
    return result.condition.is_true() ? value
                                      : choose(codes_.passes(result.condition, c), value, registers_.read(address));
}

Flags ResultWriter::merged_flags(const Result& result, const Flags& flags, int c, Mask lanes) const {
    const bool flow_counts = !runs_everywhere(result) && !use_.local_codes.contains(4 * result.updated_register() + c);
    if (!flow_counts && result.condition.is_true()) return flags;
    const Flags before = flags_before(result, c);
    return blend(flow_counts ? lanes : codes_.passes(result.condition, c), flags, before);
}

void ResultWriter::put_merged(const Component& component, Mask lanes) {
    kept_[static_cast<size_t>(component.number)] = lanes;
    components_.push_back(component);
}

void ResultWriter::finish(const Result& result) {
    for (const Component& component : components_) {
        const uint32_t offset = result.destination.offset + static_cast<uint32_t>(component.number) * word_bytes;
        registers_.write({result.destination.base, offset}, component.low);
        if (component.high) registers_.write({result.destination.base, offset + vector_bytes}, *component.high);
        if (component.flags) codes_.set_flags(result.updated_register(), component.number, *component.flags);
    }
    components_.clear();
}

}  // namespace runtime::jit
