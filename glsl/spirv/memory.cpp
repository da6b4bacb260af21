#include "glsl/spirv/memory.h"

#include <algorithm>

#include "glsl/check/access_paths.h"
#include "glsl/check/constants.h"
#include "glsl/check/constructors.h"
#include "glsl/check/operators.h"

namespace glsl::spirv {

Pointer FunctionPointers::pointer(Id id, uint32_t at) {
    if (const Pointer* found = reader_.globals().find(id)) return *found;
    const auto found = pointers_.find(id);
    if (found != pointers_.end()) return found->second;
    reader_.context().error(at, "the id " + std::to_string(id) + " is no pointer that is known here");
    return {};
}

Expression* FunctionPointers::checked_lvalue(const Pointer& pointer, uint32_t at) {
    if (pointer.lvalue) return pointer.lvalue;
    if (pointer.block)
        reader_.context().error(at, "a block of inputs or outputs, or one that is chosen at run time, is no place");
    if (!pointer.block && !reader_.context().failed()) reader_.context().error(at, "there is nothing to load or store");
    return reader_.context().wrong(at);
}

void FunctionPointers::function_variable(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const TypeInfo* type = reader_.types().find(instruction.type);
    if (!type || type->opcode != Op::TypePointer || type->storage != StorageClass::Function)
        return reader_.context().error(at,
                                       "a variable of a function has a type that points to the storage class Function");
    const Type* own = reader_.types().value_type(type->element, at);
    const bool wrong = own->is_error() || own->is_void() || contains(own, [](const Type* part) {
                           return part->is_opaque() || (part->is_array() && !part->size);
                       });
    if (wrong) return reader_.context().error(at, "a variable can't be of this type");
    Variable* variable = values_.local("x", instruction.result, own, at);
    values_.hoist(variable, at);
    Pointer result;
    result.pointee = type->element;
    result.storage = type->storage;
    result.lvalue = reader_.operations().reference(variable, at);
    pointers_[instruction.result] = result;
    if (instruction.operands.size() > 1)
        values_.assign(result.lvalue, reader_.operations().fit(values_.value(instruction.operands[1], at), own, at),
                       at);
}

// Goes on from a pointer to a part of what it points to.
bool FunctionPointers::step(Pointer& pointer, Id index, uint32_t at) {
    const TypeInfo* type = reader_.types().find(pointer.pointee);
    if (!type || !type->type) return false;
    if (type->opcode == Op::TypeStruct) {
        const auto number = values_.constant_integer(index, at);
        return number && *number >= 0 && step_to(pointer, static_cast<uint32_t>(*number), nullptr, at);
    }
    Expression* number = values_.stable(index, at);
    if (number->type->is_scalar() && number->type->is_integer() && is_wide(number->type->scalar))
        number = reader_.operations().to_scalar(number, Scalar::Int, at);
    return step_to(pointer, 0, number, at);
}

// The part is a member of this number, or an element.
bool FunctionPointers::step_to(Pointer& pointer, uint32_t member, Expression* index, uint32_t at) {
    const TypeInfo& type = *reader_.types().find(pointer.pointee);
    const bool structure = type.opcode == Op::TypeStruct;
    if (structure ? member >= type.members.size() : !type.element || type.opcode == Op::TypeSampledImage) return false;
    if (pointer.block && !pointer.lvalue && pointer.lvalues.empty())
        return step_block(pointer, type, member, index, at);
    const auto go_on = [&](Expression*& lvalue) {
        lvalue = structure ? reader_.operations().element(lvalue, member, at)
                           : reader_.context().checker().index(lvalue, index, location_of(at));
        return !lvalue->type->is_error();
    };
    pointer.pointee = structure ? type.members[member] : type.element;
    if (!pointer.lvalues.empty()) return std::ranges::all_of(pointer.lvalues, go_on);
    return pointer.lvalue && go_on(pointer.lvalue);
}

// Within a block whose members are variables of their own.
bool FunctionPointers::step_block(Pointer& pointer, const TypeInfo& type, uint32_t member, Expression* index,
                                  uint32_t at) {
    const SplitBlock& block = *pointer.block;
    if (type.opcode != Op::TypeStruct) {
        if (block.by_vertex && !pointer.vertex) {
            pointer.vertex = index;
        } else if (is_integer_constant(index)) {
            const int64_t number = integer_value(*as<Constant>(index));
            if (number < 0 || number >= block.elements) return false;
            pointer.element = static_cast<int32_t>(number);
        } else {
            pointer.chosen = reader_.operations().to_scalar(index, Scalar::Int, at);
        }
        pointer.pointee = type.element;
        return true;
    }
    if (member >= block.members) return false;
    pointer.pointee = type.members[member];
    if (!pointer.chosen) {
        pointer.lvalue = member_lvalue(pointer, std::max(pointer.element, 0), member, at);
        return !pointer.lvalue->type->is_error();
    }
    for (int32_t element = 0; element < block.elements; element++)
        pointer.lvalues.push_back(member_lvalue(pointer, element, member, at));
    return !pointer.lvalues.empty() && !pointer.lvalues[0]->type->is_error();
}

Expression* FunctionPointers::member_lvalue(const Pointer& pointer, int32_t element, uint32_t member, uint32_t at) {
    const SplitBlock& block = *pointer.block;
    const Location where = location_of(at);
    const SplitBlock::Part& part = block.parts[static_cast<size_t>(element) * block.members + member];
    if (part.variable) {
        Expression* lvalue = reader_.operations().reference(part.variable, at);
        return block.by_vertex ? reader_.context().checker().index(lvalue, pointer.vertex, where) : lvalue;
    }
    if (!block.whole) return reader_.context().checker().identifier(part.builtin, where);
    Expression* vertex =
        reader_.context().checker().index(reader_.operations().reference(block.whole, at), pointer.vertex, where);
    return reader_.context().checker().member(vertex, part.builtin, where);
}

// How many parts a pointer has that leads to a block, or to several of them.
uint32_t FunctionPointers::count_parts(const Pointer& pointer) const {
    const TypeInfo& type = *reader_.types().find(pointer.pointee);
    return static_cast<uint32_t>(type.opcode == Op::TypeStruct ? static_cast<int64_t>(type.members.size())
                                                               : std::max<int64_t>(type.type->size, 0));
}

Pointer FunctionPointers::part_of(const Pointer& pointer, uint32_t number, uint32_t at) {
    Pointer part = pointer;
    const bool structure = reader_.types().find(pointer.pointee)->opcode == Op::TypeStruct;
    if (!step_to(part, number, structure ? nullptr : reader_.operations().integer(number, at), at))
        reader_.context().error(at, "there is no such part of the block");
    return part;
}

Expression* FunctionPointers::loaded(const Pointer& from, uint32_t at) {
    if (!from.lvalues.empty()) {
        Expression* result = from.lvalues.back();
        for (size_t n = from.lvalues.size() - 1; n-- > 0;)
            result = make_conditional(context_, is_chosen(from, n, at), from.lvalues[n], result, location_of(at));
        return result;
    }
    if (from.lvalue || !from.block) return checked_lvalue(from, at);
    const Type* type = reader_.types().value_type(from.pointee, at);
    if (type->is_error()) return reader_.context().wrong(at);
    if (component_count(type) > Operations::most_parts) {
        reader_.context().error(at, "the blocks are too large for a value");
        return reader_.context().wrong(at);
    }
    std::vector<Expression*> parts;
    for (uint32_t n = 0; n < count_parts(from); n++) {
        Expression* part = loaded(part_of(from, n, at), at);
        if (reader_.context().failed()) return reader_.context().wrong(at);
        parts.push_back(
            reader_.operations().fit(part, type->is_array() ? type->element : type->structure->members[n].type, at));
    }
    return make_construction(context_, type, parts, location_of(at));
}

Expression* FunctionPointers::is_chosen(const Pointer& pointer, size_t element, uint32_t at) {
    return make_binary(context_, BinaryOperator::Equal, pointer.chosen,
                       reader_.operations().integer(static_cast<int64_t>(element), at), location_of(at));
}

void FunctionPointers::access_chain(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    Pointer result = pointer(instruction.operands[0], at);
    const TypeInfo* type = reader_.types().find(instruction.type);
    if (!type || type->opcode != Op::TypePointer)
        return reader_.context().error(at, "the result of OpAccessChain is no pointer");
    for (const Id index : instruction.operands.subspan(1))
        if (!step(result, index, at))
            return reader_.context().error(at, "there is no such part, or what chooses it is not constant");
    const TypeInfo* given = reader_.types().find(result.pointee);
    const TypeInfo* said = reader_.types().find(type->element);
    if (!given || !said || given->type != said->type || type->storage != result.storage)
        return reader_.context().error(at, "the type of the part is not the one that is said");
    pointers_[instruction.result] = result;
}

void FunctionPointers::load(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer from = pointer(instruction.operands[0], at);
    if (reader_.context().failed()) return;
    Expression* lvalue = loaded(from, at);
    const Type* type = values_.result_type(instruction);
    if (lvalue->type->is_error() || type->is_error()) return;
    if (lvalue->type->kind == TypeKind::AtomicCounter || (type->is_array() && !type->size) || type->is_void())
        return reader_.context().error(at, "a value of this type can't be loaded");
    const Variable* root = root_of(lvalue);
    values_.set_reads(!root ||
                      (root->qualifiers.storage != Storage::In && root->qualifiers.storage != Storage::Uniform));
    // Built-in variables may have another sign than the module says.
    values_.define(instruction, reader_.operations().fit(lvalue, type, at));
}

void FunctionPointers::store_to(const Pointer& target, Expression* given, uint32_t at) {
    if (!target.lvalues.empty() || (target.block && !target.lvalue)) return store_parts(target, given, at);
    Expression* lvalue = checked_lvalue(target, at);
    if (lvalue->type->is_error() || given->type->is_error()) return;
    const Variable* root = root_of(lvalue);
    if (!root || root->qualifiers.storage == Storage::In || root->qualifiers.storage == Storage::Uniform ||
        contains(lvalue->type, [](const Type* part) { return part->is_opaque() || (part->is_array() && !part->size); }))
        return reader_.context().error(at, "nothing can be stored there");
    given = reader_.operations().fit(given, lvalue->type, at);
    values_.flush();
    values_.assign(lvalue, given, at);
}

// Into each member of a block, or where the element of an array of blocks is chosen at run time.
void FunctionPointers::store_parts(const Pointer& target, Expression* given, uint32_t at) {
    if (given->type->is_error()) return;
    const Type* type = reader_.types().value_type(target.pointee, at);
    if (type->is_error()) return;
    if (component_count(type) > Operations::most_parts)
        return reader_.context().error(at, "the blocks are too large for a value");
    Variable* copy = values_.local("stored", target.pointee, type, at);
    values_.hoist(copy, at);
    Expression* source = reader_.operations().reference(copy, at);
    given = reader_.operations().fit(given, type, at);
    values_.flush();
    values_.assign(source, given, at);
    for (size_t n = 0; n < target.lvalues.size(); n++) {
        Pointer part = target;
        part.lvalues.clear();
        part.lvalue = target.lvalues[n];
        Statements list;
        Statements* const outer = values_.write_to(&list);
        store_to(part, source, at);
        values_.write_to(outer);
        auto* statement = context_.statement<If>(location_of(at));
        statement->condition = is_chosen(target, n, at);
        statement->yes = values_.block_of(list, at);
        values_.emit(statement);
    }
    for (uint32_t n = 0; target.lvalues.empty() && n < count_parts(target) && !reader_.context().failed(); n++)
        store_to(part_of(target, n, at), reader_.operations().element(source, n, at), at);
}

void FunctionPointers::store(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer target = pointer(instruction.operands[0], at);
    Expression* given = values_.value(instruction.operands[1], at);
    if (!reader_.context().failed()) store_to(target, given, at);
}

void FunctionPointers::copy_memory(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer target = pointer(instruction.operands[0], at);
    const Pointer source = pointer(instruction.operands[1], at);
    if (reader_.context().failed()) return;
    Expression* from = loaded(source, at);
    if (!from->type->is_error()) store_to(target, from, at);
}

void FunctionPointers::array_length(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer structure = pointer(instruction.operands[0], at);
    if (reader_.context().failed()) return;
    Expression* lvalue = checked_lvalue(structure, at);
    if (lvalue->type->is_error()) return;
    if (!lvalue->type->is_structure())
        return reader_.context().error(at, "OpArrayLength wants a member of a structure");
    Expression* array = reader_.operations().element(lvalue, instruction.operands[1], at);
    if (array->type->is_error()) return;
    if (!array->type->is_array() || array->type->size) return reader_.context().error(at, "the array has a size");
    const Type* type = values_.result_type(instruction);
    values_.define(instruction,
                   reader_.operations().fit(reader_.context().checker().length(array, location_of(at)), type, at),
                   true);
}

}  // namespace glsl::spirv
