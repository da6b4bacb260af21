// CVT, and registers of one size used with the other: the definitions of ir/semantics/convert_lanes.h over recorded
// lanes.
#include "ir/semantics/convert_lanes.h"
#include "runtime/interpreter/execute.h"
#include "runtime/jit/program_emitter.h"

namespace runtime::jit {

using namespace arbasm;
using interpreter::register_type;

namespace {

// Halves lie in registers as they are.
WideUnsigned out_of_register(WideUnsigned bits, DataType type, bool wide) {
    if (type == DataType::F16) return bits & WideUnsigned(uint64_t{0xffff});
    return converted_numbers(bits, register_type(type, wide), type);
}
WideUnsigned into_register(WideUnsigned bits, DataType type, bool wide) {
    return type == DataType::F16 ? bits : converted_numbers(bits, type, register_type(type, wide));
}

// Small integers are written with 32 bits.
auto flags_of(WideUnsigned bits, DataType type) {
    if (type == DataType::F16) return sign_flags(convert_lanes::double_of_half(bits));
    if (type == DataType::F32) return sign_flags(double_of_single(bits));
    if (type == DataType::F64) return sign_flags(as_float(bits));
    if (bit_count_of(type) == 64) return sign_flags(bits);
    return sign_flags(into_register(bits, type, false) << WideUnsigned(uint64_t{32}));
}

}  // namespace

// Before they are brought to the size of the register that takes them.
WideUnsigned ProgramEmitter::converted_bits(const ConvertStep& step, int c) {
    const Place low = step.source.component(c);
    const auto source_bits = [&] {
        if (low.base == Base::Constants) {
            // The zeros and ones of SWZ are floats of 32 bits.
            const uint64_t bits = convert_number(low.offset == 0 ? 0 : 0x3f800000, DataType::F32, step.from,
                                                 Rounding::Default, Saturation::None);
            return WideUnsigned(bits & (~uint64_t{0} >> (64 - bit_count_of(step.from))));
        }
        const WideUnsigned bits =
            step.wide_source ? wide_of(read(low), read({low.base, low.offset + vector_bytes})) : to_wide(read(low));
        return out_of_register(bits, step.from, step.wide_source);
    };
    return converted_numbers(source_bits(), step.from, step.to, step.rounding, step.result.saturation);
}

void ProgramEmitter::emit_conversion(const ConvertStep& step) {
    const Result& result = step.result;
    const std::vector<std::optional<Mask>> before = kept_;
    pending_.clear();
    kept_.assign(4, std::nullopt);
    for (int c = 0; c < 4; c++) {
        const auto at = static_cast<size_t>(c);
        if (!(result.write_mask >> c & 1) || (step.of_kept && !before[at])) continue;
        const Mask keep = step.of_kept ? *before[at] : kept(result, c);
        kept_[at] = keep;
        const WideUnsigned bits = converted_bits(step, c);
        const WideUnsigned value = into_register(bits, step.to, step.wide_result);
        const Place low{result.place.base, result.place.offset + static_cast<uint32_t>(c) * word_bytes};
        const Place high{low.base, low.offset + vector_bytes};
        Pending pending{c, choose(keep, low_word(value), read(low)), std::nullopt, std::nullopt};
        if (step.wide_result) pending.high = choose(keep, high_word(value), read(high));
        const int code = 4 * result.updated_register() + c;
        if (result.updates_conditions() && (form_ == Form::Dispatched || use_.tested_codes.contains(code))) {
            const auto signs = flags_of(bits, step.to);
            const Flags old = flags(result.updated_register(), c);
            const auto merged = [&](Mask now, Mask then) { return (keep & now) | ((!keep) & then); };
            pending.flags = Flags{merged(signs.sign, old.sign), merged(signs.zero, old.zero),
                                  merged(Mask(false), old.carry), merged(Mask(false), old.overflow)};
        }
        pending_.push_back(pending);
    }
    finish_result(result);
}

}  // namespace runtime::jit
