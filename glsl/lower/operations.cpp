#include "glsl/lower/operations.h"

#include <utility>

namespace glsl {

static Value compute_operation(Assembly& assembly, arbasm::Opcode opcode, const Type* type,
                               const std::vector<Value>& arguments) {
    const arbasm::OpcodeInfo& info = arbasm::opcode_info(opcode);
    if (info.option == arbasm::Option::NvInternal) assembly.option(info.option);
    const bool packs = opcode == arbasm::Opcode::Pk64;
    if (packs || opcode == arbasm::Opcode::Up64) {
        // Without a type: pairs of 32 bits and what they are together. Numbers would be cut to what the result's mask
        // reads.
        Value result;
        result.type = type;
        const Operand given = assembly.in_register(arguments[0].parts[0], arguments[0].type->scalar, packs ? 2 : 1);
        result.parts.push_back(assembly.take(packs));
        assembly.emit(opcode, {result.parts[0].at, mask_of(type->rows)}, {given}, type->scalar);
        return result;
    }
    const Scalar scalar = arguments.empty() ? type->scalar : arguments[0].type->scalar;
    const Scalar written =
        type->is_bool() || scalar == Scalar::Bool ? (scalar == Scalar::Bool ? Scalar::Int : scalar) : scalar;
    const Operation computed = typed(opcode, written);
    const bool wide_result = is_wide(type->is_bool() ? written : type->scalar);
    Operand temporary = assembly.take(wide_result);
    const uint8_t mask = mask_of(type->rows);
    const auto part = [&](size_t n, int component) {
        const Value& value = arguments[n];
        if (component >= 0) return value.parts[0].component(value.type->is_scalar() ? 0 : component);
        return value.type->is_scalar() ? value.parts[0].component(0) : value.parts[0];
    };
    const auto emit = [&](const Target& target, int component) {
        // Opcodes whose operands are scalars are written for each component.
        switch (arguments.size()) {
            case 0: assembly.emit(computed, target, {}, written); break;
            case 1: assembly.emit(computed, target, {part(0, component)}, written); break;
            case 2:
                assembly.emit(computed, target,
                              {part(0, info.operands[0].kind == 's' ? component : -1), part(1, component)}, written);
                break;
            default:
                assembly.emit(computed, target, {part(0, component), part(1, component), part(2, component)}, written);
                break;
        }
    };
    bool scalars = false;
    for (size_t n = 0; n < info.operand_count; n++) scalars |= info.operands[n].kind == 's';
    if (scalars && type->rows > 1) {
        for (int n = 0; n < type->rows; n++) emit({temporary.at, static_cast<uint8_t>(1 << n)}, n);
        assembly.routine().last_is_open = false;
    } else {
        emit({temporary.at, mask}, -1);
    }
    Value result;
    result.type = type;
    result.noncanonical = type->is_bool() && is_floating_point(written);
    if (type->is_bool() && is_wide(written)) {
        const Operand narrow = assembly.take();
        assembly.emit(written == Scalar::Double ? converting(arbasm::DataType::F32, arbasm::DataType::F64)
                                                : converting(arbasm::DataType::S32, arbasm::DataType::S64),
                      {narrow.at, mask}, {temporary}, written);
        temporary = narrow;
    }
    result.parts.push_back(temporary);
    return result;
}

// min() and max(). If one operand is a NaN, programs expect the other, as hardware has it; MIN gives its first operand
// then, MAX its second.
static Value extreme_number(Assembly& assembly, arbasm::Opcode opcode, const Type* type,
                            std::vector<Value>& arguments) {
    const size_t kept = opcode == arbasm::Opcode::Min ? 0 : 1;
    if (arguments[1 - kept].parts[0].is_constant()) std::swap(arguments[0], arguments[1]);
    Value result = compute_operation(assembly, opcode, type, arguments);
    if (arguments[kept].parts[0].is_constant()) return result;
    const Operand temporary = result.parts[0];
    const Value& other = arguments[1 - kept];
    const Operand number = other.type->is_scalar() ? other.parts[0].component(0) : other.parts[0];
    assembly.emit(testing_result(Opcode::Mov), {assembly.condition_register(), mask_of(type->rows)}, {temporary},
                  Scalar::Float);
    assembly.move_where(where_all(arbasm::ConditionTest::NaN), {temporary.at, mask_of(type->rows)}, number,
                        Scalar::Float);
    assembly.routine().last_is_open = false;
    return result;
}

Value apply_operation(Assembly& assembly, arbasm::Opcode opcode, const Type* type, std::vector<Value> arguments) {
    const bool extreme = opcode == arbasm::Opcode::Min || opcode == arbasm::Opcode::Max;
    return extreme && carrier(type->scalar) == Scalar::Float ? extreme_number(assembly, opcode, type, arguments)
                                                             : compute_operation(assembly, opcode, type, arguments);
}

}  // namespace glsl
