// Pointers: where they lead, what is loaded and stored there, and functions that are given them.
#include "glsl/check/constants.h"
#include "glsl/spirv/function_reader.h"

namespace glsl::spirv {

Pointer FunctionReader::pointer(Id id, uint32_t at) {
    if (const Pointer* found = reader_.global(id)) return *found;
    const auto found = pointers_.find(id);
    if (found != pointers_.end()) return found->second;
    reader_.error(at, "the id " + std::to_string(id) + " is no pointer that is known here");
    return {};
}

// The place, where there is one to load from or store to.
Expression* FunctionReader::checked_place(const Pointer& pointer, uint32_t at) {
    if (pointer.place) return pointer.place;
    if (pointer.block) reader_.error(at, "a block of inputs or outputs can only be loaded and stored as a whole");
    if (!pointer.block && !reader_.failed()) reader_.error(at, "there is nothing to load or store");
    return reader_.wrong(at);
}

void FunctionReader::function_variable(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const TypeInfo* type = reader_.type(instruction.type);
    if (!type || type->opcode != Op::TypePointer || type->storage != StorageClass::Function)
        return reader_.error(at, "a variable of a function has a type that points to the storage class Function");
    const Type* own = reader_.value_type(type->element, at);
    const bool wrong = own->is_error() || own->is_void() || contains(own, [](const Type* part) {
                           return part->is_opaque() || (part->is_array() && !part->size);
                       });
    if (wrong) return reader_.error(at, "a variable can't be of this type");
    Variable* variable = local("x", instruction.result, own, at);
    hoist(variable, at);
    Pointer result;
    result.pointee = type->element;
    result.storage = type->storage;
    result.place = reader_.reference(variable, at);
    pointers_[instruction.result] = result;
    if (instruction.operands.size() > 1)
        assign(result.place, reader_.fit(value(instruction.operands[1], at), own, at), at);
}

std::optional<int64_t> FunctionReader::number_of(const PartIndex& index, uint32_t at) {
    return index.number ? index.number : constant_integer(index.id, at);
}

Expression* FunctionReader::expression_of(const PartIndex& index, uint32_t at) {
    return index.number ? reader_.integer(*index.number, at) : stable(index.id, at);
}

// Goes on from a pointer to a part of what it points to.
bool FunctionReader::step(Pointer& pointer, const PartIndex& index, uint32_t at) {
    const TypeInfo* type = reader_.type(pointer.pointee);
    if (!type || !type->type) return false;
    if (pointer.block && !pointer.place) return step_block(pointer, *type, index, at);
    if (!pointer.place) return false;
    if (type->opcode == Op::TypeStruct) {
        const auto number = number_of(index, at);
        if (!number || *number < 0 || static_cast<size_t>(*number) >= type->members.size()) return false;
        pointer.place = reader_.element(pointer.place, static_cast<uint32_t>(*number), at);
        pointer.pointee = type->members[static_cast<size_t>(*number)];
    } else {
        if (!type->element || type->opcode == Op::TypeSampledImage) return false;
        Expression* number = expression_of(index, at);
        if (number->type->is_scalar() && number->type->is_integer() && is_wide(number->type->scalar))
            number = reader_.to_scalar(number, Scalar::Int, at);
        pointer.place = checker_.index(pointer.place, number, Reader::location(at));
        pointer.pointee = type->element;
    }
    return !pointer.place->type->is_error();
}

// Within a block whose members are variables of their own.
bool FunctionReader::step_block(Pointer& pointer, const TypeInfo& type, const PartIndex& index, uint32_t at) {
    const SplitBlock& block = *pointer.block;
    const Location where = Reader::location(at);
    if (type.opcode != Op::TypeStruct) {
        if (block.by_vertex && !pointer.vertex) {
            pointer.vertex = expression_of(index, at);
        } else if (index.number || reader_.constant(index.id)) {
            const auto number = number_of(index, at);
            if (!number || *number < 0 || *number >= block.elements) return false;
            pointer.element = static_cast<int32_t>(*number);
        } else {
            if (pointer.storage != StorageClass::Input || block.elements < 1) return false;
            pointer.chosen = expression_of(index, at);
        }
        pointer.pointee = type.element;
        return true;
    }
    const auto number = number_of(index, at);
    if (!number || *number < 0 || static_cast<size_t>(*number) >= block.members) return false;
    const auto member = static_cast<size_t>(*number);
    const SplitBlock::Part& part =
        block.parts[static_cast<size_t>(std::max(pointer.element, 0)) * block.members + member];
    if (pointer.chosen) {
        pointer.place = chosen_input(pointer, member, at);
    } else if (part.variable) {
        pointer.place = reader_.reference(part.variable, at);
        if (block.by_vertex) pointer.place = checker_.index(pointer.place, pointer.vertex, where);
    } else if (block.whole) {
        Expression* vertex = checker_.index(reader_.reference(block.whole, at), pointer.vertex, where);
        pointer.place = checker_.member(vertex, part.builtin, where);
    } else {
        pointer.place = checker_.identifier(part.builtin, where);
    }
    pointer.pointee = type.members[member];
    return !pointer.place->type->is_error();
}

// A member of one of several blocks that are inputs, of which a value chooses one: the members are variables of their
// own, so that they are gathered in an array.
Expression* FunctionReader::chosen_input(const Pointer& pointer, size_t member, uint32_t at) {
    const SplitBlock& block = *pointer.block;
    const Location where = Reader::location(at);
    const auto part_of = [&](int32_t element) {
        const size_t place = static_cast<size_t>(element) * block.members + member;
        Expression* part = reader_.reference(block.parts[place].variable, at);
        return block.by_vertex ? checker_.index(part, pointer.vertex, where) : part;
    };
    Variable* copies = local("e", at, checker_.array_of(part_of(0)->type, block.elements), at);
    hoist(copies, at);
    for (int32_t element = 0; element < block.elements; element++)
        assign(checker_.index(reader_.reference(copies, at), reader_.integer(element, at), where), part_of(element),
               at);
    return checker_.index(reader_.reference(copies, at), pointer.chosen, where);
}

// False: there are none.
bool FunctionReader::for_each_part(const Pointer& whole, uint32_t at,
                                   const std::function<void(const Pointer&, uint32_t)>& visit) {
    const TypeInfo* type = reader_.type(whole.pointee);
    if (!type || !type->type) return false;
    const bool is_structure = type->opcode == Op::TypeStruct;
    const size_t count = is_structure ? type->members.size() : static_cast<size_t>(std::max(type->type->size, 0));
    for (uint32_t n = 0; n < count; n++) {
        Pointer part = whole;
        if (!step(part, {0, n}, at)) return false;
        visit(part, n);
    }
    return count != 0;
}

// Of the members, which are variables of their own.
Expression* FunctionReader::loaded_block(const Pointer& pointer, uint32_t at) {
    if (pointer.place) return pointer.place;
    std::vector<Expression*> parts;
    if (!for_each_part(pointer, at, [&](const Pointer& part, uint32_t) { parts.push_back(loaded_block(part, at)); }))
        return checked_place(pointer, at);
    const Type* type = reader_.type(pointer.pointee)->type;
    for (size_t n = 0; n < parts.size(); n++)
        parts[n] = reader_.fit(parts[n], type->is_array() ? type->element : type->structure->members[n].type, at);
    return reader_.construct(type, parts, at);
}

Expression* FunctionReader::loaded(const Pointer& pointer, uint32_t at) {
    return !pointer.place && pointer.block ? loaded_block(pointer, at) : checked_place(pointer, at);
}

void FunctionReader::store_block(const Pointer& target, Variable* from, std::vector<uint32_t>& path, uint32_t at) {
    if (target.place) return store_to(target, reader_.extract(reader_.reference(from, at), path, at), at);
    const bool stored = for_each_part(target, at, [&](const Pointer& part, uint32_t n) {
        path.push_back(n);
        store_block(part, from, path, at);
        path.pop_back();
    });
    if (!stored) checked_place(target, at);
}

void FunctionReader::access_chain(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    Pointer result = pointer(instruction.operands[0], at);
    const TypeInfo* type = reader_.type(instruction.type);
    if (!type || type->opcode != Op::TypePointer) return reader_.error(at, "the result of OpAccessChain is no pointer");
    for (const Id index : instruction.operands.subspan(1))
        if (!step(result, {index}, at))
            return reader_.error(at, "there is no such part, or what chooses it is not constant");
    const TypeInfo* given = reader_.type(result.pointee);
    const TypeInfo* said = reader_.type(type->element);
    if (!given || !said || given->type != said->type || type->storage != result.storage)
        return reader_.error(at, "the type of the part is not the one that is said");
    pointers_[instruction.result] = result;
}

void FunctionReader::load(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer from = pointer(instruction.operands[0], at);
    if (reader_.failed()) return;
    Expression* place = loaded(from, at);
    const Type* type = result_type(instruction);
    if (place->type->is_error() || type->is_error()) return;
    if (place->type->kind == TypeKind::AtomicCounter || (type->is_array() && !type->size) || type->is_void())
        return reader_.error(at, "a value of this type can't be loaded");
    const Variable* root = root_of(place);
    reads_ = !root || (root->qualifiers.storage != Storage::In && root->qualifiers.storage != Storage::Uniform);
    // Built-in variables may have another sign than the module says.
    define(instruction, reader_.fit(place, type, at));
}

void FunctionReader::store_to(const Pointer& target, Expression* given, uint32_t at) {
    if (!target.place && target.block) {
        const TypeInfo* type = reader_.type(target.pointee);
        if (!type || !type->type || given->type != type->type) return reader_.error(at, "nothing can be stored there");
        Variable* copy = local("b", at, given->type, at);
        hoist(copy, at);
        flush();
        assign(reader_.reference(copy, at), given, at);
        std::vector<uint32_t> path;
        return store_block(target, copy, path, at);
    }
    Expression* place = checked_place(target, at);
    if (place->type->is_error() || given->type->is_error()) return;
    const Variable* root = root_of(place);
    if (!root || target.storage == StorageClass::Input || root->qualifiers.storage == Storage::In ||
        root->qualifiers.storage == Storage::Uniform ||
        contains(place->type, [](const Type* part) { return part->is_opaque() || (part->is_array() && !part->size); }))
        return reader_.error(at, "nothing can be stored there");
    given = reader_.fit(given, place->type, at);
    flush();
    assign(place, given, at);
}

void FunctionReader::store(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer target = pointer(instruction.operands[0], at);
    Expression* given = value(instruction.operands[1], at);
    if (!reader_.failed()) store_to(target, given, at);
}

void FunctionReader::copy_memory(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer target = pointer(instruction.operands[0], at);
    const Pointer source = pointer(instruction.operands[1], at);
    if (reader_.failed()) return;
    Expression* from = loaded(source, at);
    if (!from->type->is_error()) store_to(target, from, at);
}

void FunctionReader::array_length(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer structure = pointer(instruction.operands[0], at);
    if (reader_.failed()) return;
    Expression* place = checked_place(structure, at);
    if (place->type->is_error()) return;
    if (!place->type->is_structure()) return reader_.error(at, "OpArrayLength wants a member of a structure");
    Expression* array = reader_.element(place, instruction.operands[1], at);
    if (array->type->is_error()) return;
    if (!array->type->is_array() || array->type->size) return reader_.error(at, "the array has a size");
    const Type* type = result_type(instruction);
    define(instruction, reader_.fit(checker_.length(array, Reader::location(at)), type, at), true);
}

// A copy with one part replaced.
void FunctionReader::insert(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const bool dynamic = instruction.opcode() == Op::VectorInsertDynamic;
    const Type* type = result_type(instruction);
    Expression* whole = value(instruction.operands[dynamic ? 0 : 1], at);
    Expression* object = value(instruction.operands[dynamic ? 1 : 0], at);
    Expression* chosen = dynamic ? value(instruction.operands[2], at) : nullptr;
    if (reader_.failed()) return;
    Variable* copy = local("c", instruction.result, type, at);
    hoist(copy, at);
    Expression* target = reader_.reference(copy, at);
    assign(target, reader_.fit(whole, type, at), at);
    Expression* part = target;
    if (dynamic) {
        part = type->is_vector() ? checker_.index(target, chosen, Reader::location(at)) : reader_.wrong(at);
    } else {
        for (const uint32_t number : instruction.operands.subspan(2))
            if (!part->type->is_scalar()) part = reader_.element(part, number, at);
    }
    if (part->type != object->type) return reader_.error(at, "the part is of another type than what replaces it");
    assign(part, object, at);
    // The copy is the value: nothing else writes it.
    values_[instruction.result] = {target};
}

void FunctionReader::function_call(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const FunctionInfo* called = reader_.function(instruction.operands[0]);
    if (!called || !called->function->body) return reader_.error(at, "what is called is no function");
    Function* function = called->function;
    const auto given = instruction.operands.subspan(1);
    if (given.size() != called->shared.size()) return reader_.error(at, "the function has other parameters");
    std::vector<Expression*> arguments;
    for (size_t n = 0; n < given.size(); n++) {
        if (called->shared[n]) continue;
        const Variable& parameter = *function->parameters[arguments.size()];
        const bool is_pointer = pointers_.contains(given[n]) || reader_.global(given[n]);
        Expression* argument = is_pointer ? loaded(pointer(given[n], at), at) : value(given[n], at);
        if (argument->type->is_error()) return;
        if (argument->type != parameter.type) return reader_.error(at, "an argument is not of the parameter's type");
        if (parameter.mode != ParameterMode::In) {
            Variable* root = root_of(argument);
            const bool writable =
                root && root->qualifiers.storage != Storage::In && root->qualifiers.storage != Storage::Uniform;
            if (!writable) return reader_.error(at, "the function may write to what this argument points to");
            root->written = true;
        }
        arguments.push_back(argument);
    }
    flush();
    auto* node = checker_.node<Call>(function->type, Reader::location(at));
    node->function = function;
    node->arguments = reader_.arena().copy(arguments);
    if (function->type->is_void())
        emit(node, at);
    else
        define(instruction, reader_.fit(node, result_type(instruction), at), true);
}

}  // namespace glsl::spirv
