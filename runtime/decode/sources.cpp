#include "runtime/decode/sources.h"

#include "runtime/decode/fetched_operands.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/older_dialects.h"

namespace runtime::decoded {

// ---- of registers whose address is known ---------------------------------------------------------------------------

Source register_source(RegisterAddress address, const Swizzle& swizzle, bool scalar) {
    Source result;
    for (int c = 0; c < 4; c++) {
        const uint8_t selected = swizzle[scalar ? 0 : static_cast<size_t>(c)];
        const bool constant = selected >= swizzle_zero;
        result.base[c] = constant ? Base::Constants : address.base;
        result.offset[c] =
            constant ? (selected == swizzle_zero ? zero_offset : one_offset) : address.offset + selected * word_bytes;
    }
    return result;
}

// "For unsigned integer operands, the absolute value operation has no effect": what is left of |-x| is the sign.
void set_signs(Source& source, const Operand& operand, LaneKind kind) {
    const bool is_unsigned = kind == LaneKind::Unsigned;
    source.absolute = operand.absolute && !is_unsigned;
    source.negate = is_unsigned ? operand.unsigned_negate() : operand.negate;
}

// ---- of an instruction's operand ---------------------------------------------------------------------------------

namespace {

Source parameter_source(RegisterLayout& registers, int32_t number, const Swizzle& swizzle, bool scalar,
                        uint8_t needed) {
    Source result = register_source({}, swizzle, scalar);
    for (int c = 0; c < 4; c++) {
        const uint8_t selected = swizzle[scalar ? 0 : static_cast<size_t>(c)];
        if (selected >= swizzle_zero) continue;
        const bool is_needed = scalar || (needed >> c & 1);
        set_component(result, c,
                      is_needed ? registers.uniform(number, selected) : RegisterAddress{Base::Constants, zero_offset});
    }
    return result;
}

Source attribute_source(const Program& program, int32_t number, RegisterAddress address, const Swizzle& swizzle,
                        bool scalar) {
    Source result = register_source(address, swizzle, scalar);
    if (!has_zero_w(program, number)) return result;
    for (int c = 0; c < 4; c++)
        if (swizzle[scalar ? 0 : static_cast<size_t>(c)] == 3) set_component(result, c, {Base::Constants, zero_offset});
    return result;
}

// The word of Base::Threads that a binding names; ThreadWord::Count: none.
ThreadWord thread_word(BindingKind kind) {
    struct Row {
        BindingKind kind;
        ThreadWord word;
    };
    static constexpr Row rows[] = {
        {BindingKind::ThreadId, ThreadWord::Id},
        {BindingKind::ThreadEqMask, ThreadWord::EqualMask},
        {BindingKind::ThreadLtMask, ThreadWord::LessMask},
        {BindingKind::ThreadLeMask, ThreadWord::LessOrEqualMask},
        {BindingKind::ThreadGtMask, ThreadWord::GreaterMask},
        {BindingKind::ThreadGeMask, ThreadWord::GreaterOrEqualMask},
        {BindingKind::HelperThread, ThreadWord::Helper},
        // state.thread.smcount and warpspersm are 1.
        {BindingKind::WarpId, ThreadWord::Zero},
        {BindingKind::SmId, ThreadWord::Zero},
    };
    for (const Row& row : rows)
        if (row.kind == kind) return row.word;
    return ThreadWord::Count;
}

// The word of an attribute that the engine itself knows; ThreadWord::Count: the operand is none.
ThreadWord thread_word(const Program& program, const Operand& operand) {
    if (operand.file != RegisterFile::Attribute || operand.variable < 0) return ThreadWord::Count;
    const auto number = static_cast<size_t>(register_number(program, operand.variable, operand.element));
    if (number >= program.attributes.size()) return ThreadWord::Count;
    return thread_word(program.attributes[number].binding.kind);
}

// The word is x; y, z and w are 0.
Source thread_source(ThreadWord word, const Swizzle& swizzle, bool scalar) {
    Source result;
    for (size_t c = 0; c < 4; c++) {
        const uint8_t selected = swizzle[scalar ? 0 : c];
        result.base[c] = selected >= swizzle_zero ? Base::Constants : Base::Threads;
        result.offset[c] = selected == swizzle_zero  ? zero_offset
                           : selected == swizzle_one ? one_offset
                           : selected == 0           ? static_cast<uint32_t>(word) * word_bytes
                                                     : 0;
    }
    return result;
}

// The register that the operand names, without an index.
Source named_register(DecodeContext& context, const Operand& operand, bool scalar, uint8_t needed) {
    const Swizzle& swizzle = operand.swizzle;
    const ThreadWord word = thread_word(context.program, operand);
    if (word != ThreadWord::Count) {
        context.code.uses_threads = true;
        return thread_source(word, swizzle, scalar);
    }
    const int32_t number = register_number(context.program, operand.variable, operand.element);
    if (operand.file == RegisterFile::Parameter)
        return is_wide(context.program, operand.variable)
                   ? register_source(fetch_wide_parameter(context, operand), swizzle, scalar)
                   : parameter_source(context.registers, number, swizzle, scalar, needed);
    const RegisterAddress address = context.registers.address(operand.file, number);
    return operand.file == RegisterFile::Attribute ? attribute_source(context.program, number, address, swizzle, scalar)
                                                   : register_source(address, swizzle, scalar);
}

// As wide as its register, without signs.
Source plain_source(DecodeContext& context, const Operand& operand, bool scalar, uint8_t needed) {
    if (operand.file == RegisterFile::Buffer)
        return register_source(fetch_from_buffer(context, operand, DataType::U32, 4), operand.swizzle, scalar);
    if (is_stage_input(context.program, operand))
        return register_source(fetch_stage_input(context, operand), operand.swizzle, scalar);
    if (operand.relative.file != RegisterFile::None)
        return register_source(fetch_element(context, operand), operand.swizzle, scalar);
    return named_register(context, operand, scalar, needed);
}

}  // namespace

Source source(DecodeContext& context, const Operand& operand, bool scalar, uint8_t needed, DataType type) {
    Source result = plain_source(context, operand, scalar, needed);
    const bool wide = is_wide(context.program, operand.variable);
    if (wide != is_64_bit(type)) {
        ConvertStep resize;
        resize.from = type_of(lane_kind(type), wide);
        resize.to = type;
        resize.wide_source = wide;
        resize.source = result;
        result = converted(context, resize, scalar ? 1 : needed);
        if (scalar) result = component_of(result.component(0), 0);
    }
    set_signs(result, operand, lane_kind(type));
    if (scalar) result.negate = result.negate & 1 ? 0xf : 0;
    return result;
}

Source converted(DecodeContext& context, ConvertStep step, uint8_t needed) {
    step.wide_result = is_64_bit(step.to);
    step.result.destination = context.registers.new_scratch(step.wide_result);
    step.result.write_mask = needed;
    step.result.masked = context.masked && !context.for_all_lanes;
    context.contents.note_reads(step.source, needed, step.wide_source);
    context.steps.emit(step);
    return whole_register(step.result.destination);
}

Source without_modifiers(DecodeContext& context, const Source& from, DataType type, uint8_t needed) {
    if (!from.modified()) return from;
    const bool wide = is_64_bit(type);
    const RegisterAddress plain = context.registers.new_scratch(wide);
    context.steps.compute(Operation::Mov, lane_kind(type), {from}, plain, needed, wide);
    return whole_register(plain);
}

}  // namespace runtime::decoded
