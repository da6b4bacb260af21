#include "glsl/spirv/module_functions.h"

#include <algorithm>

#include "ir/switches.h"

namespace glsl::spirv {

namespace {

// Whether parameters of this storage class name memory that other invocations or the application see.
bool is_memory(StorageClass storage) {
    return storage == StorageClass::Workgroup || storage == StorageClass::Uniform ||
           storage == StorageClass::StorageBuffer;
}

}  // namespace

void ModuleFunctions::read() {
    const std::vector<Instruction>& instructions = read_.module().instructions();
    FunctionInfo* open = nullptr;
    for (size_t n = 0; n < instructions.size(); n++) {
        const Instruction& instruction = instructions[n];
        ASMGL_SOME_CASES
        switch (instruction.opcode()) {
            case Op::Function:
                if (open) return read_.error(instruction.at, "a function begins within another");
                open = &functions_[instruction.result];
                open->definition = &instruction;
                open->first = n + 1;
                break;
            case Op::FunctionEnd:
                if (!open) return read_.error(instruction.at, "a function ends that has not begun");
                open->end = n;
                open = nullptr;
                break;
            case Op::FunctionCall:
                if (open) open->calls.push_back(instruction.operands[0]);
                break;
            default: break;  // read with the function
        }
        ASMGL_END_SOME_CASES
    }
    if (open) read_.error(open->definition->at, "the function does not end");
}

// The variables that a call gives to parameters which point to memory: it names them, or parameters of the caller that
// are such.
std::vector<Id> ModuleFunctions::pointed_variables(const FunctionInfo& caller, const Instruction& call) const {
    std::vector<Id> result;
    const auto callee = functions_.find(call.operands[0]);
    const TypeInfo* signature =
        callee == functions_.end() ? nullptr : types_.find(callee->second.definition->operands[1]);
    if (!signature || signature->opcode != Op::TypeFunction) return result;
    for (size_t n = 0; n < signature->members.size(); n++) {
        const TypeInfo* parameter = types_.find(signature->members[n]);
        const Id given = n + 1 < call.operands.size() ? call.operands[n + 1] : 0;
        Id variable = 0;
        if (parameter && parameter->opcode == Op::TypePointer && is_memory(parameter->storage)) {
            if (globals_.find(given)) variable = given;
            for (size_t own = 0; own < caller.variables.size(); own++)
                if (read_.module().instructions()[caller.first + own].result == given) variable = caller.variables[own];
        }
        result.push_back(variable);
    }
    return result;
}

const FunctionInfo* ModuleFunctions::called(const FunctionInfo& caller, const Instruction& call) const {
    const auto found = instances_.find({call.operands[0], pointed_variables(caller, call)});
    return found == instances_.end() || !found->second.function ? nullptr : &found->second;
}

// The function for these variables, behind those that it calls.
bool ModuleFunctions::add(Id id, std::vector<Id> variables) {
    const auto [entry, is_new] = instances_.try_emplace({id, variables}, functions_.at(id));
    if (!is_new) return true;
    FunctionInfo& own = entry->second;
    own.variables = std::move(variables);
    if (instances_.size() > most_functions) {
        read_.error(own.definition->at, "there are more than " + std::to_string(most_functions) + " functions");
        return false;
    }
    for (size_t n = own.first; n < own.end; n++) {
        const Instruction& instruction = read_.module().instructions()[n];
        if (instruction.opcode() == Op::FunctionCall &&
            !add(instruction.operands[0], pointed_variables(own, instruction)))
            return false;
    }
    order_.push_back(&own);
    return true;
}

bool ModuleFunctions::order(Id id, std::vector<Id>& list) {
    const auto found = functions_.find(id);
    if (found == functions_.end()) {
        read_.error(0, "the id " + std::to_string(id) + " is no function");
        return false;
    }
    FunctionInfo& own = found->second;
    if (own.depth > 0) return true;
    if (own.depth < 0) {
        read_.error(own.definition->at, "the function calls itself");
        return false;
    }
    own.depth = -1;
    if (++depth_ > most_calls) {
        read_.error(own.definition->at, "more than " + std::to_string(most_calls) + " functions call each other");
        return false;
    }
    for (const Id called : own.calls)
        if (!order(called, list)) return false;
    depth_--;
    own.depth = 1;
    list.push_back(id);
    return true;
}

void ModuleFunctions::declare(FunctionInfo& info) {
    const Instruction& definition = *info.definition;
    const uint32_t at = definition.at;
    const Id id = definition.result;
    const TypeInfo* signature = types_.find(definition.operands[1]);
    if (!signature || signature->opcode != Op::TypeFunction || signature->element != definition.type)
        return read_.error(at, "the type of the function is none, or gives something else");
    const bool is_main = id == read_.entry().function;
    const Type* result = types_.value_type(definition.type, at);
    if (is_main && (!result->is_void() || !signature->members.empty()))
        return read_.error(at, "an entry point has no result and no parameters");
    std::vector<ParameterDeclaration> parameters;
    const std::vector<Instruction>& instructions = read_.module().instructions();
    for (size_t n = 0; n < signature->members.size(); n++) {
        const Instruction& given = instructions[std::min(info.first + n, info.end)];
        if (given.opcode() != Op::FunctionParameter || given.type != signature->members[n])
            return read_.error(given.at, "the parameters are not those of the function's type");
        if (n < info.variables.size() && info.variables[n]) {
            const TypeInfo& pointed = types_.at(types_.at(given.type).element);
            if (pointed.type != types_.find(globals_.find(info.variables[n])->pointee)->type)
                return read_.error(given.at, "the parameter points to another type than the argument does");
            continue;
        }
        ParameterDeclaration parameter;
        parameter.name = read_.name("p" + std::to_string(given.result));
        parameter.where = location_of(given.at);
        const TypeInfo& own = types_.at(given.type);
        parameter.type = own.type;
        if (own.opcode == Op::TypePointer) {
            const TypeInfo& pointee = types_.at(own.element);
            parameter.type = own.storage == StorageClass::AtomicCounter && pointee.type
                                 ? counters(read_.nodes(), pointee.type)
                                 : pointee.type;
            const bool opaque =
                parameter.type && contains(parameter.type, [](const Type* part) { return part->is_opaque(); });
            const bool local = own.storage == StorageClass::Function || own.storage == StorageClass::Private ||
                               own.storage == StorageClass::Output;
            if (is_memory(own.storage)) return read_.error(given.at, "the argument for this pointer is no variable");
            if (!opaque && !local && own.storage != StorageClass::UniformConstant && own.storage != StorageClass::Input)
                return read_.error(given.at, "pointers of this storage class can't be parameters");
            if (!opaque && local) parameter.mode = ParameterMode::InOut;
        }
        if (!parameter.type || parameter.type->is_error())
            return read_.error(given.at, "a parameter can't be of this type");
        parameters.push_back(parameter);
    }
    // Functions of one name would be several definitions.
    std::string own_name = "f" + std::to_string(id);
    for (const Id variable : info.variables)
        if (variable) own_name += "_" + std::to_string(variable);
    info.function = read_.checker().functions().declare(
        {result, Precision::None, is_main ? "main" : read_.name(own_name), parameters, false, location_of(at)});
}

std::vector<FunctionInfo*> ModuleFunctions::declare(Id id) {
    add(id, {});
    for (FunctionInfo* info : order_)
        if (!read_.failed()) declare(*info);
    return order_;
}

}  // namespace glsl::spirv
