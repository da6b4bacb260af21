#include "glsl/spirv/function_reader.h"

#include "glsl/check/access_paths.h"

#include "ir/switches.h"

namespace glsl::spirv {

namespace {

// What gives a result that depends on the fragments around: it is computed where it stands.
bool is_derivative(Op opcode) { return opcode >= Op::DPdx && opcode <= Op::FwidthCoarse; }

}  // namespace

void FunctionReader::read() {
    Function* function = info_.function;
    const uint32_t at = info_.definition->at;
    if (!find_blocks()) return;
    count_uses();
    reader_.context().checker().begin_body(function);
    Statements body;
    values_.write_to(&body);
    read_parameters();
    declare_phis();
    read_chain(entry_block_);
    if (reader_.context().failed()) return;
    auto* block = context_.statement<BlockStatement>(location_of(at));
    block->statements = reader_.context().arena().copy(values_.with_hoisted(body));
    reader_.context().checker().end_body(function, block, false);
}

void FunctionReader::read_parameters() {
    const std::vector<Instruction>& instructions = module_.instructions();
    size_t number = 0;  // of the tree's parameters
    for (size_t n = info_.first; instructions[n].opcode() == Op::FunctionParameter; n++) {
        const size_t own = n - info_.first;
        const Id variable = own < info_.variables.size() ? info_.variables[own] : 0;
        if (variable)
            pointers_.set(instructions[n].result, *reader_.globals().find(variable));
        else if (number < info_.function->parameters.size())
            read_parameter(instructions[n], number++);
    }
}

void FunctionReader::read_parameter(const Instruction& instruction, size_t number) {
    Variable* variable = info_.function->parameters[number];
    Expression* lvalue = reader_.operations().reference(variable, instruction.at);
    const TypeInfo* type = reader_.types().find(instruction.type);
    if (type->opcode != Op::TypePointer) {
        values_.set(instruction.result, lvalue);
        return;
    }
    Pointer pointer;
    pointer.pointee = type->element;
    pointer.storage = type->storage;
    pointer.lvalue = lvalue;
    pointers_.set(instruction.result, pointer);
}

bool FunctionReader::find_blocks() {
    const std::vector<Instruction>& instructions = module_.instructions();
    size_t n = info_.first;
    while (n < info_.end && instructions[n].opcode() == Op::FunctionParameter) n++;
    BasicBlock* open = nullptr;
    for (; n < info_.end; n++) {
        const Instruction& instruction = instructions[n];
        const Op opcode = instruction.opcode();
        if (opcode == Op::Line || opcode == Op::NoLine) continue;
        if (opcode == Op::Label) {
            if (open) return reader_.context().error(instruction.at, "the block before does not end"), false;
            open = &blocks_[instruction.result];
            open->first = n + 1;
            if (!entry_block_) entry_block_ = instruction.result;
            continue;
        }
        if (!open) return reader_.context().error(instruction.at, "the instruction stands in no block"), false;
        if (opcode == Op::SelectionMerge || opcode == Op::LoopMerge) {
            open->merge = &instruction;
        } else if (opcode == Op::Phi) {
            open->phis.push_back(&instruction);
        } else if (is_terminator(opcode)) {
            open->last = n;
            open = nullptr;
        }
    }
    if (open || !entry_block_)
        return reader_.context().error(info_.definition->at, "a block of the function does not end"), false;
    return true;
}

void FunctionReader::count_uses() {
    const std::vector<Instruction>& instructions = module_.instructions();
    for (const auto& [label, block] : blocks_)
        for (size_t n = block.first; n <= block.last; n++) {
            const Instruction& instruction = instructions[n];
            if (instruction.result) values_.use(instruction.result).made = label;
            const bool phi = instruction.opcode() == Op::Phi;
            for_each_id(instruction, [&, where = label](Id id) {
                FunctionValues::Use& use = values_.use(id);
                use.elsewhere |= phi || (use.count && use.block != where);
                use.count++;
                use.block = where;
            });
        }
}

void FunctionReader::declare_phis() {
    for (const auto& [label, block] : blocks_)
        for (const Instruction* phi : block.phis) {
            const Type* type = values_.result_type(*phi);
            if (!type->is_error() && contains(type, [](const Type* part) { return part->is_opaque(); }))
                return reader_.context().error(phi->at, "a phi can't choose between textures or images");
            if (type->is_error() || type->is_void()) return reader_.context().error(phi->at, "a phi has no such type");
            Variable* variable = values_.local("phi", phi->result, type, phi->at);
            values_.hoist(variable, phi->at);
            values_.set(phi->result, reader_.operations().reference(variable, phi->at));
        }
}

void FunctionReader::read_instruction(const Instruction& instruction) {
    values_.begin_instruction();
    const uint32_t at = instruction.at;
    if (read_memory(instruction) || read_special(instruction) || images_.read(instruction)) return;
    if (read_subgroup(reader_, values_, instruction)) return;
    const OpcodeRow& row = *instruction.row;
    if (!row.operands.starts_with("TR"))
        return reader_.context().error(at, "Op" + std::string(row.name) + " can't stand here");
    const Type* type = values_.result_type(instruction);
    std::vector<Expression*> operands;
    for_each_id(instruction, [&](Id id) {
        operands.push_back(Operations::repeats_operands(row.opcode) ? values_.stable(id, at) : values_.value(id, at));
    });
    if (type->is_error()) return;
    const auto literals = instruction.operands.subspan(std::min(operands.size(), instruction.operands.size()));
    Expression* result = reader_.operations().compute(row, type, std::move(operands), literals, at);
    if (!result) return reader_.context().error(at, "Op" + std::string(row.name) + " can't stand here");
    if (result->type->is_error()) {
        if (!reader_.context().failed())
            reader_.context().error(at, "Op" + std::string(row.name) + " does not fit its operands");
        return;
    }
    values_.define(instruction, result, is_derivative(row.opcode));
}

// Those that have to do with variables and pointers alone. False: it is none of these.
bool FunctionReader::read_memory(const Instruction& instruction) {
    ASMGL_SOME_CASES
    switch (instruction.opcode()) {
        case Op::Variable: pointers_.function_variable(instruction); return true;
        case Op::AccessChain:
        case Op::InBoundsAccessChain: pointers_.access_chain(instruction); return true;
        case Op::Load: pointers_.load(instruction); return true;
        case Op::Store: pointers_.store(instruction); return true;
        case Op::CopyMemory: pointers_.copy_memory(instruction); return true;
        case Op::ArrayLength: pointers_.array_length(instruction); return true;
        default: return false;
    }
    ASMGL_END_SOME_CASES
}

// Those that have effects, or to do with pointers. False: it is none of these.
bool FunctionReader::read_special(const Instruction& instruction) {
    ASMGL_SOME_CASES
    switch (instruction.opcode()) {
        case Op::Nop:
        case Op::Line:
        case Op::NoLine:
        case Op::Phi:
        case Op::SelectionMerge:
        case Op::LoopMerge: return true;
        case Op::ImageTexelPointer: effects_.texel_pointer(instruction); return true;
        case Op::FunctionCall: function_call(instruction); return true;
        case Op::CompositeInsert:
        case Op::VectorInsertDynamic: insert(instruction); return true;
        case Op::Undef: {
            const Type* type = values_.result_type(instruction);
            if (!type->is_error()) values_.define(instruction, reader_.operations().zero(type, instruction.at));
            return true;
        }
        case Op::CopyObject:
            if (pointers_.is_local(instruction.operands[0]) || reader_.globals().find(instruction.operands[0])) {
                pointers_.set(instruction.result, pointers_.pointer(instruction.operands[0], instruction.at));
                return true;
            }
            return false;
        case Op::IAddCarry:
        case Op::ISubBorrow:
        case Op::UMulExtended:
        case Op::SMulExtended: effects_.several_results(instruction); return true;
        case Op::ExtInst: effects_.extended(instruction); return true;
        case Op::EmitVertex:
        case Op::EndPrimitive:
        case Op::EmitStreamVertex:
        case Op::EndStreamPrimitive:
        case Op::ControlBarrier:
        case Op::MemoryBarrier: effects_.invocation(instruction); return true;
        default: break;
    }
    ASMGL_END_SOME_CASES
    if (instruction.opcode() < Op::AtomicLoad || instruction.opcode() > Op::AtomicXor) return false;
    effects_.atomic(instruction);
    return true;
}

// A copy with one part replaced.
void FunctionReader::insert(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const bool dynamic = instruction.opcode() == Op::VectorInsertDynamic;
    const Type* type = values_.result_type(instruction);
    Expression* whole = values_.value(instruction.operands[dynamic ? 0 : 1], at);
    Expression* object = values_.value(instruction.operands[dynamic ? 1 : 0], at);
    Expression* chosen = dynamic ? values_.value(instruction.operands[2], at) : nullptr;
    if (reader_.context().failed()) return;
    Variable* copy = values_.local("c", instruction.result, type, at);
    values_.hoist(copy, at);
    Expression* target = reader_.operations().reference(copy, at);
    values_.assign(target, reader_.operations().fit(whole, type, at), at);
    Expression* part = target;
    if (dynamic) {
        part = type->is_vector() ? reader_.context().checker().index(target, chosen, location_of(at))
                                 : reader_.context().wrong(at);
    } else {
        for (const uint32_t number : instruction.operands.subspan(2))
            if (!part->type->is_scalar()) part = reader_.operations().element(part, number, at);
    }
    if (part->type != object->type)
        return reader_.context().error(at, "the part is of another type than what replaces it");
    values_.assign(part, object, at);
    // The copy is the value: nothing else writes it.
    values_.set(instruction.result, target);
}

void FunctionReader::function_call(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const FunctionInfo* called = reader_.functions().called(info_, instruction);
    if (!called || !called->function->body) return reader_.context().error(at, "what is called is no function");
    Function* function = called->function;
    const auto given = instruction.operands.subspan(1);
    if (given.size() != called->variables.size())
        return reader_.context().error(at, "the function has other parameters");
    std::vector<Expression*> arguments;
    for (size_t n = 0; n < given.size(); n++) {
        if (called->variables[n]) continue;  // the function is that of this variable
        const Variable& parameter = *function->parameters[arguments.size()];
        const bool is_pointer = pointers_.is_local(given[n]) || reader_.globals().find(given[n]);
        Expression* argument =
            is_pointer ? pointers_.loaded(pointers_.pointer(given[n], at), at) : values_.value(given[n], at);
        if (argument->type->is_error()) return;
        if (argument->type != parameter.type)
            return reader_.context().error(at, "an argument is not of the parameter's type");
        if (parameter.mode != ParameterMode::In) {
            Variable* root = root_of(argument);
            const bool writable =
                root && root->qualifiers.storage != Storage::In && root->qualifiers.storage != Storage::Uniform;
            if (!writable) return reader_.context().error(at, "the function may write to what this argument points to");
            root->written = true;
        }
        arguments.push_back(argument);
    }
    values_.flush();
    auto* node = context_.node<Call>(function->type, location_of(at));
    node->function = function;
    node->arguments = reader_.context().arena().copy(arguments);
    if (function->type->is_void())
        values_.emit(node, at);
    else
        values_.define(instruction, reader_.operations().fit(node, values_.result_type(instruction), at), true);
}

}  // namespace glsl::spirv
