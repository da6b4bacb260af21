// CVT, and registers of one size used with the other: the definitions of ir/semantics/convert_lanes.h over recorded
// lanes.
#include "ir/semantics/convert_lanes.h"
#include "runtime/interpreter/execute.h"
#include "runtime/jit/emit_compute.h"
#include "runtime/jit/read_operands.h"

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

// Before they are brought to the size of the register that takes them.
WideUnsigned converted_bits(const Registers& registers, const ConvertStep& step, int c) {
    const RegisterAddress low = step.source.component(c);
    const auto source_bits = [&] {
        if (low.base == Base::Constants) {
            // The zeros and ones of SWZ are floats of 32 bits.
            const uint64_t bits = convert_number(low.offset == 0 ? 0 : 0x3f800000, DataType::F32, step.from,
                                                 Rounding::Default, Saturation::None);
            return WideUnsigned(bits & (~uint64_t{0} >> (64 - bit_count_of(step.from))));
        }
        const WideUnsigned bits = step.wide_source ? wide_of(registers.read(low), registers.read(high_word_of(low)))
                                                   : to_wide(registers.read(low));
        return out_of_register(bits, step.from, step.wide_source);
    };
    return converted_numbers(source_bits(), step.from, step.to, step.rounding, step.result.saturation);
}

}  // namespace

void ComputeEmitter::emit(const ConvertStep& step) {
    const Result& result = step.result;
    const ResultWriter::Kept before = results_.kept();
    results_.begin();
    for (int c = 0; c < 4; c++) {
        const auto at = static_cast<size_t>(c);
        if (!(result.write_mask >> c & 1) || (step.of_kept && !before[at])) continue;
        const Mask lanes = step.of_kept ? *before[at] : results_.writing(result, c);
        const WideUnsigned bits = converted_bits(registers_, step, c);
        const WideUnsigned value = into_register(bits, step.to, step.wide_result);
        const RegisterAddress low = component_of(result.destination, static_cast<uint32_t>(c));
        ResultWriter::Component component{c, choose(lanes, low_word(value), registers_.read(low)), {}, {}};
        if (step.wide_result) component.high = choose(lanes, high_word(value), registers_.read(high_word_of(low)));
        if (results_.wants_flags(result, c)) {
            const auto signs = flags_of(bits, step.to);
            component.flags =
                blend(lanes, {signs.sign, signs.zero, Mask(false), Mask(false)}, results_.flags_before(result, c));
        }
        results_.put_merged(component, lanes);
    }
    results_.finish(result);
}

}  // namespace runtime::jit
