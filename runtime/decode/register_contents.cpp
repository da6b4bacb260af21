#include "runtime/decode/register_contents.h"

namespace runtime::decoded {

using namespace arbasm;

namespace {

// The components that a step reads of an operand: scalars have one, and what is not computed is not read.
uint8_t components_of(const OperationInfo& info, int operand, uint8_t write_mask) {
    if (info.form == ResultForm::Each) return write_mask;
    return info.operand_is_vector(operand) ? 0xf : 1;
}

}  // namespace

void RegisterContents::note_reads(const Source& from, uint8_t components, bool wide) {
    for (int c = 0; c < 4; c++) {
        if (!(components >> c & 1)) continue;
        note_read(from.component(c));
        if (wide) note_read({from.base[c], from.offset[c] + vector_bytes});
    }
}

void RegisterContents::note_reads(const ComputeStep& step, int count) {
    for (int i = 0; i < count; i++)
        note_reads(step.sources[i], components_of(operation_info(step.operation), i, step.result.write_mask),
                   step.wide);
}

void RegisterContents::note_reads(RegisterAddress first, uint32_t registers) {
    for (uint32_t word = 0; word < registers * 4; word++) note_read({first.base, first.offset + word * word_bytes});
}

void RegisterContents::note_write(const Result& result, bool wide) {
    if (result.destination.base != Base::Scratch || result.destination.offset >= bytes_) return;
    for (uint32_t c = 0; c < (wide ? 8u : 4u); c++) {
        const size_t word = result.destination.offset / word_bytes + c;
        if (!(result.write_mask >> (c & 3) & 1)) continue;
        if (!result.masked && result.condition.is_true()) {
            written_[word] = true;
        } else if (!written_[word]) {
            // Lanes that do not write keep what was there.
            needs_clearing_[word] = true;
        }
    }
}

std::vector<uint32_t> RegisterContents::cleared() const {
    std::vector<uint32_t> offsets;
    uint32_t offset = 0;
    for (const bool needs_clearing : needs_clearing_) {
        if (needs_clearing) offsets.push_back(offset);
        offset += word_bytes;
    }
    return offsets;
}

}  // namespace runtime::decoded
