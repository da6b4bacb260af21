#include "glsl/spirv/constants.h"

#include "glsl/check/constants.h"

#include "ir/switches.h"

namespace glsl::spirv {

Expression* Constants::find(Id id) const {
    const auto found = constants_.find(id);
    return found == constants_.end() ? nullptr : found->second;
}

void Constants::read(const Instruction& instruction) {
    const Type* type = types_.value_type(instruction.type, instruction.at);
    if (type->is_error()) return;
    Expression* value = nullptr;
    const auto specialized = [&](bool truth) {
        const auto index = read_.module().decoration(instruction.result, Decoration::SpecId);
        const auto found = index ? specialization_.find(*index) : specialization_.end();
        return found == specialization_.end() ? truth : found->second != 0;
    };
    const auto truth = [&](bool is) -> Expression* {
        const uint64_t components[] = {is};
        if (type == basic_type(Scalar::Bool)) return operations_.bits(type, components, instruction.at);
        read_.error(instruction.at, "the type of a truth is OpTypeBool");
        return read_.wrong(instruction.at);
    };
    ASMGL_SOME_CASES
    switch (instruction.opcode()) {
        case Op::ConstantTrue: value = truth(true); break;
        case Op::ConstantFalse: value = truth(false); break;
        case Op::SpecConstantTrue: value = truth(specialized(true)); break;
        case Op::SpecConstantFalse: value = truth(specialized(false)); break;
        case Op::Constant:
        case Op::SpecConstant: value = number(instruction, type); break;
        case Op::ConstantComposite:
        case Op::SpecConstantComposite: value = composite(instruction, type); break;
        case Op::SpecConstantOp: value = specialized_operation(instruction, type); break;
        default: value = operations_.zero(type, instruction.at); break;  // OpConstantNull, OpUndef
    }
    ASMGL_END_SOME_CASES
    if (!value || value->type->is_error()) return;
    if (value->kind != ExpressionKind::Constant)
        read_.error(instruction.at, "the operation has no constant result");
    else
        constants_[instruction.result] = value;
}

Expression* Constants::number(const Instruction& instruction, const Type* type) {
    const size_t words = type->is_scalar() && !type->is_bool() ? (is_wide(type->scalar) ? 2 : 1) : 0;
    if (instruction.operands.size() != words) {
        read_.error(instruction.at, "a constant of this type does not have so many words");
        return nullptr;
    }
    uint64_t value = instruction.operands[0];
    if (words == 2) value |= uint64_t{instruction.operands[1]} << 32;
    if (instruction.opcode() == Op::SpecConstant)
        if (const auto index = read_.module().decoration(instruction.result, Decoration::SpecId))
            if (const auto found = specialization_.find(*index); found != specialization_.end()) value = found->second;
    if (is_small(type->scalar))
        value = type->scalar == Scalar::Float16 ? float_of_half(value) : narrowed(value, type->scalar);
    const uint64_t components[] = {value};
    return operations_.bits(type, components, instruction.at);
}

Expression* Constants::composite(const Instruction& instruction, const Type* type) {
    std::vector<uint64_t> components;
    const size_t count = type->is_array()       ? static_cast<size_t>(type->size)
                         : type->is_structure() ? type->structure->members.size()
                         : type->is_matrix()    ? type->columns
                                                : type->rows;
    if (instruction.operands.size() != count || component_count(type) > Operations::most_constant_components ||
        !read_.arena().takes_numbers(static_cast<size_t>(component_count(type)))) {
        read_.error(instruction.at, "the constant is too large, or does not have as many parts as its type");
        return nullptr;
    }
    for (size_t n = 0; n < count; n++) {
        const auto* part = as<Constant>(find(instruction.operands[n]));
        const Type* wanted = type->is_array()       ? type->element
                             : type->is_structure() ? type->structure->members[n].type
                             : type->is_matrix()    ? basic_type(type->scalar, type->rows)
                                                    : basic_type(type->scalar);
        if (!part || part->type != wanted) {
            read_.error(instruction.at,
                        "the id " + std::to_string(instruction.operands[n]) + " is no constant " + to_string(wanted));
            return nullptr;
        }
        components.insert(components.end(), part->components.begin(), part->components.end());
    }
    return operations_.bits(type, components, instruction.at);
}

// An operation on constants, which may have been specialized: it folds as GLSL's do.
Expression* Constants::specialized_operation(const Instruction& instruction, const Type* type) {
    const OpcodeRow* row = find_opcode(instruction.operands[0]);
    if (!row || !row->operands.starts_with("TR")) {
        read_.error(instruction.at, "this operation on constants is not supported");
        return nullptr;
    }
    // How many of the words are ids: those that the row names before literals.
    const std::string_view letters = row->operands.substr(2);
    size_t ids = 0;
    const std::span<const uint32_t> words = instruction.operands.subspan(1);
    while (ids < letters.size() && letters[ids] == 'i') ids++;
    if (letters.find("i*") != std::string_view::npos) ids = words.size();
    if (words.size() < ids) {
        read_.error(instruction.at, "the operation has too few operands");
        return nullptr;
    }
    std::vector<Expression*> operands;
    for (const Id id : words.first(ids)) {
        operands.push_back(find(id));
        if (operands.back()) continue;
        read_.error(instruction.at, "the id " + std::to_string(id) + " is no constant that stands before");
        return nullptr;
    }
    if (row->opcode == Op::CompositeInsert) {
        // Constants are lists of numbers: the object's replace those of the part.
        auto* object = as<Constant>(operands[0]);
        auto* whole = as<Constant>(operands[1]);
        if (!read_.arena().takes_numbers(2 * whole->components.size())) {
            read_.error(instruction.at, "the constants are too large");
            return nullptr;
        }
        std::vector<uint64_t> indices(whole->components.size());
        for (size_t n = 0; n < indices.size(); n++) indices[n] = n;
        Expression* part = operations_.extract(operations_.bits(whole->type, indices, instruction.at), words.subspan(2),
                                               instruction.at);
        const auto* numbers = as<Constant>(part);
        if (!numbers || numbers->type != object->type || whole->type != type) {
            read_.error(instruction.at, "the parts don't fit");
            return nullptr;
        }
        std::vector<uint64_t> components(whole->components.begin(), whole->components.end());
        for (size_t n = 0; n < numbers->components.size(); n++)
            components[static_cast<size_t>(numbers->components[n])] = object->components[n];
        return operations_.bits(type, components, instruction.at);
    }
    Expression* result = operations_.compute(*row, type, std::move(operands), words.subspan(ids), instruction.at);
    if (!result) read_.error(instruction.at, "Op" + std::string(row->name) + " is no operation on constants");
    return result;
}

}  // namespace glsl::spirv
