#include "glsl/spirv/function_reader.h"

namespace glsl::spirv {

namespace {

// What gives a result that depends on the fragments around: it is computed where it stands.
bool is_derivative(Op opcode) { return opcode >= Op::DPdx && opcode <= Op::FwidthCoarse; }

}  // namespace

void FunctionReader::read() {
    const std::vector<Instruction>& instructions = module_.instructions();
    Function* function = info_.function;
    const uint32_t at = info_.definition->at;
    if (!find_blocks()) return;
    count_uses();
    reader_.context().checker().begin_body(function);
    Statements body;
    list_ = &body;
    size_t number = 0;  // of the tree's parameters
    for (size_t n = info_.first; instructions[n].opcode() == Op::FunctionParameter; n++) {
        const size_t own = n - info_.first;
        const Id variable = own < info_.variables.size() ? info_.variables[own] : 0;
        if (variable)
            pointers_[instructions[n].result] = *reader_.globals().find(variable);
        else if (number < function->parameters.size())
            read_parameter(instructions[n], number++);
    }
    declare_phis();
    read_chain(entry_block_);
    if (reader_.context().failed()) return;
    hoisted_.insert(hoisted_.end(), body.begin(), body.end());
    auto* block = context_.statement<BlockStatement>(location_of(at));
    block->statements = reader_.context().arena().copy(hoisted_);
    reader_.context().checker().end_body(function, block, false);
}

void FunctionReader::read_parameter(const Instruction& instruction, size_t number) {
    Variable* variable = info_.function->parameters[number];
    Expression* place = reader_.operations().reference(variable, instruction.at);
    const TypeInfo* type = reader_.types().find(instruction.type);
    if (type->opcode != Op::TypePointer) {
        values_[instruction.result] = {place};
        return;
    }
    Pointer pointer;
    pointer.pointee = type->element;
    pointer.storage = type->storage;
    pointer.place = place;
    pointers_[instruction.result] = pointer;
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
            if (instruction.result) uses_[instruction.result].made = label;
            const bool phi = instruction.opcode() == Op::Phi;
            for_each_id(instruction, [&, where = label](Id id) {
                Use& use = uses_[id];
                use.elsewhere |= phi || (use.count && use.block != where);
                use.count++;
                use.block = where;
            });
        }
}

void FunctionReader::declare_phis() {
    for (const auto& [label, block] : blocks_)
        for (const Instruction* phi : block.phis) {
            const Type* type = result_type(*phi);
            if (!type->is_error() && contains(type, [](const Type* part) { return part->is_opaque(); }))
                return reader_.context().error(phi->at, "a phi can't choose between textures or images");
            if (type->is_error() || type->is_void()) return reader_.context().error(phi->at, "a phi has no such type");
            Variable* variable = local("phi", phi->result, type, phi->at);
            hoist(variable, phi->at);
            values_[phi->result] = {reader_.operations().reference(variable, phi->at)};
        }
}

void FunctionReader::read_instruction(const Instruction& instruction) {
    depth_ = 0;
    reads_ = false;
    const uint32_t at = instruction.at;
    if (read_special(instruction) || image_instruction(instruction) || subgroup(instruction)) return;
    const OpcodeRow& row = *instruction.row;
    if (!row.operands.starts_with("TR"))
        return reader_.context().error(at, "Op" + std::string(row.name) + " can't stand here");
    const Type* type = result_type(instruction);
    std::vector<Expression*> operands;
    for_each_id(instruction, [&](Id id) {
        operands.push_back(Operations::repeats_operands(row.opcode) ? stable(id, at) : value(id, at));
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
    define(instruction, result, is_derivative(row.opcode));
}

// Those that have effects, or to do with pointers. False: it is none of these.
bool FunctionReader::read_special(const Instruction& instruction) {
    switch (instruction.opcode()) {
        case Op::Nop:
        case Op::Line:
        case Op::NoLine:
        case Op::Phi:
        case Op::SelectionMerge:
        case Op::LoopMerge: return true;
        case Op::Variable: function_variable(instruction); return true;
        case Op::AccessChain:
        case Op::InBoundsAccessChain: access_chain(instruction); return true;
        case Op::Load: load(instruction); return true;
        case Op::Store: store(instruction); return true;
        case Op::CopyMemory: copy_memory(instruction); return true;
        case Op::ArrayLength: array_length(instruction); return true;
        case Op::ImageTexelPointer: texel_pointer(instruction); return true;
        case Op::FunctionCall: function_call(instruction); return true;
        case Op::CompositeInsert:
        case Op::VectorInsertDynamic: insert(instruction); return true;
        case Op::Undef: {
            const Type* type = result_type(instruction);
            if (!type->is_error()) define(instruction, reader_.operations().zero(type, instruction.at));
            return true;
        }
        case Op::CopyObject:
            if (pointers_.contains(instruction.operands[0]) || reader_.globals().find(instruction.operands[0])) {
                pointers_[instruction.result] = pointer(instruction.operands[0], instruction.at);
                return true;
            }
            return false;
        case Op::IAddCarry:
        case Op::ISubBorrow:
        case Op::UMulExtended:
        case Op::SMulExtended: several_results(instruction); return true;
        case Op::ExtInst: extended(instruction); return true;
        case Op::EmitVertex:
        case Op::EndPrimitive:
        case Op::EmitStreamVertex:
        case Op::EndStreamPrimitive:
        case Op::ControlBarrier:
        case Op::MemoryBarrier: invocation(instruction); return true;
        default: break;
    }
    if (instruction.opcode() < Op::AtomicLoad || instruction.opcode() > Op::AtomicXor) return false;
    atomic(instruction);
    return true;
}

}  // namespace glsl::spirv
