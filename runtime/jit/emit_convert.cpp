// CVT, and registers of one size used with the other: the definitions of arbasm/ir/convert_lanes.h over recorded lanes.
// Numbers of 8 and 16 bits are left to the interpreter's function.
#include "arbasm/ir/convert_lanes.h"
#include "runtime/interpreter/execute.h"
#include "runtime/jit/program_emitter.h"

namespace runtime::jit {

using namespace arbasm;
using interpreter::register_type;

bool ProgramEmitter::converts_inside(const ConvertStep& step) {
    return is_convertible_in_lanes(step.from) && is_convertible_in_lanes(step.to);
}

// Before they are brought to the size of the register that takes them.
WideUnsigned ProgramEmitter::converted_bits(const ConvertStep& step, int c) {
    const Place low = step.source.component(c);
    const auto source_bits = [&] {
        if (low.base == Base::Constants) {
            // The zeros and ones of SWZ are floats of 32 bits.
            const uint64_t bits = convert_number(low.offset == 0 ? 0 : 0x3f800000, DataType::F32, step.from,
                                                 Rounding::Default, Saturation::None);
            return WideUnsigned(bit_count_of(step.from) == 32 ? bits & 0xffffffff : bits);
        }
        const WideUnsigned bits =
            step.wide_source ? wide_of(read(low), read({low.base, low.offset + vector_bytes})) : to_wide(read(low));
        return converted_lanes(bits, register_type(step.from, step.wide_source), step.from);
    };
    return converted_lanes(source_bits(), step.from, step.to, step.rounding, step.result.saturation);
}

void ProgramEmitter::emit_conversion(const ConvertStep& step) {
    if (!converts_inside(step)) return emit_called_conversion(step);
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
        const WideUnsigned value = converted_lanes(bits, step.to, register_type(step.to, step.wide_result));
        const Place low{result.place.base, result.place.offset + static_cast<uint32_t>(c) * word_bytes};
        const Place high{low.base, low.offset + vector_bytes};
        Pending pending{c, choose(keep, low_word(value), read(low)), std::nullopt, std::nullopt};
        if (step.wide_result) pending.high = choose(keep, high_word(value), read(high));
        const int code = 4 * result.updated_register() + c;
        if (result.updates_conditions() && (form_ == Form::Dispatched || use_.tested_codes.contains(code))) {
            const auto signs = step.to == DataType::F32      ? sign_flags(double_of_single(bits))
                               : step.to == DataType::F64    ? sign_flags(as_float(bits))
                               : bit_count_of(step.to) == 32 ? sign_flags(bits << WideUnsigned(uint64_t{32}))
                                                             : sign_flags(bits);
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
