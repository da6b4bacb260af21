#include "ir/optimize/propagate.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ir/optimize/propagation.h"

namespace arbasm {
namespace {

// What an unrolled loop may come to, in turns, instructions and lookups; a program with all of its unrolled loops; and
// how many instructions may be looked at for it.
constexpr size_t most_turns = 64, most_unrolled = 320, most_lookups = 8, most_instructions = 1200, most_walked = 4000;

}  // namespace

// ---- conditions

// Whether the condition of IF, BRK and their kin passes, where that is known: for any of four components.
std::optional<bool> Propagation::decided(const Instruction& instruction) const {
    const ConditionMask& condition = instruction.condition;
    if (!instruction.condition_operand || condition.test == ConditionTest::True) return true;
    if (condition.test == ConditionTest::False) return false;
    if (is_residency(condition.test)) return {};
    bool all_known = true;
    for (const uint8_t component : condition.swizzle) {
        const auto flags = flags_of(condition.code_register, component);
        if (flags && passes(condition.test, *flags)) return true;
        all_known &= flags.has_value();
    }
    return all_known ? std::optional(false) : std::nullopt;
}

// The turns of a REP with a count, as engines take them.
std::optional<int32_t> Propagation::constant_turns(const Instruction& instruction) const {
    const Operand& operand = instruction.operands[0];
    if (operand.negate || operand.absolute || operand.negate_inside) return {};
    const auto bits = word_of(operand, operand.swizzle[0]);
    if (!bits) return {};
    switch (instruction.type) {
        case DataType::S32: return std::bit_cast<int32_t>(*bits);
        case DataType::U32: return static_cast<int32_t>(std::min<uint32_t>(*bits, INT32_MAX));
        case DataType::F32: {
            const float count = std::floor(std::bit_cast<float>(*bits));
            return !(count > 0.0f) ? 0 : count >= 0x1p31f ? INT32_MAX : static_cast<int32_t>(count);
        }
        case DataType::F64:
        case DataType::S64:
        case DataType::U64:
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return {};
}

// ---- blocks

Propagation::End Propagation::walk(size_t first, size_t last, const Loop* loop) {
    for (size_t at = first; at < last;) {
        const End end = walk_one(at, loop);
        if (end != End::Through) return end;
    }
    return End::Through;
}

Propagation::End Propagation::walk_one(size_t& at, const Loop* loop) {
    const Instruction& instruction = program_.instructions[at];
    if (unrolling_ > 0) {
        if (budget_ == 0) return End::Undecided;
        budget_--;
    }
    switch (flow_role(instruction.opcode)) {
        case FlowRole::If: return walk_if(at, loop);
        case FlowRole::Loop: return walk_loop(at);
        case FlowRole::Break: at++; return leave(instruction, End::Break, loop);
        case FlowRole::Continue: at++; return leave(instruction, End::Continue, loop);
        case FlowRole::Return: at++; return leave(instruction, End::Return, loop);
        case FlowRole::Call:
            at++;
            if (decided(instruction) == false) return End::Through;
            written_.push_back(instruction);
            known_.forget_all();
            // Before 4.0 a call may end the program for some threads.
            threads_part_ |= !is_nv4_family(program_.instruction_set);
            return End::Through;
        // ELSE, ENDIF and ENDREP belong to the walks of their blocks; programs that jump don't come here.
        case FlowRole::Else:
        case FlowRole::Endif:
        case FlowRole::Endloop:
        case FlowRole::Jump:
        case FlowRole::None: break;
    }
    at++;
    rewrite(instruction);
    return End::Through;
}

Propagation::End Propagation::leave(const Instruction& instruction, End how, const Loop* loop) {
    const std::optional<bool> passes = decided(instruction);
    if (passes == false) return End::Through;
    if (how != End::Return && loop && loop->unrolled) return passes == true && !loop->parts ? how : End::Undecided;
    threads_part_ |= how == End::Return;
    written_.push_back(instruction);
    if (passes != true) return End::Through;
    written_.back().condition_operand = false;
    written_.back().condition = {};
    return how == End::Return || loop ? how : End::Through;
}

Propagation::End Propagation::walk_if(size_t& at, const Loop* loop) {
    const Instruction& opener = program_.instructions[at];
    const auto otherwise = static_cast<size_t>(opener.target);
    const bool has_else = program_.instructions[otherwise].opcode == Opcode::Else;
    const size_t end = has_else ? static_cast<size_t>(program_.instructions[otherwise].target) : otherwise;
    const size_t then = at + 1;
    at = end + 1;
    const std::optional<bool> passes = decided(opener);
    if (passes) {
        if (*passes) return walk(then, otherwise, loop);
        return has_else ? walk(otherwise + 1, end, loop) : End::Through;
    }

    Loop inside = loop ? *loop : Loop{};
    inside.parts = true;
    const Loop* const inner = loop ? &inside : nullptr;
    written_.push_back(opener);
    depth_++;
    const KnownValues::Mark mark = known_.mark();
    const End then_end = walk(then, otherwise, inner);
    if (then_end == End::Undecided) return then_end;
    const auto after_then = known_.held_since(mark);
    known_.roll_back(mark);
    End else_end = End::Through;
    if (has_else) {
        written_.push_back(program_.instructions[otherwise]);
        else_end = walk(otherwise + 1, end, inner);
        if (else_end == End::Undecided) return else_end;
    }
    // Who left does not come here.
    if (else_end != End::Through) {
        known_.roll_back(mark);
        if (then_end == End::Through)
            for (const KnownValues::Held& held : after_then) known_.set(held.slot, held.value);
    } else if (then_end == End::Through) {
        const auto after_else = known_.held_since(mark);
        known_.roll_back(mark);
        known_.merge(after_then, after_else);
    }
    written_.push_back(program_.instructions[end]);
    depth_--;
    return End::Through;
}

// ---- loops

void Propagation::forget_written(size_t begin, size_t end) {
    for (size_t n = begin; n < end; n++) {
        const Instruction& instruction = program_.instructions[n];
        if (flow_role(instruction.opcode) == FlowRole::Call) return known_.forget_all();
        slots_.for_each_result(instruction, [this](int32_t slot) { known_.forget(slot); });
        slots_.for_each_code(instruction, [this](int32_t slot) { known_.forget(slot); });
    }
}

// Turn by turn, as long as it is known which are taken; empty: it isn't, or it gets too long.
std::optional<Propagation::End> Propagation::unrolled(size_t begin, size_t end) {
    const Instruction& opener = program_.instructions[begin];
    const bool counted = opener.operand_count > 0;
    const std::optional<int32_t> turns = counted ? constant_turns(opener) : std::nullopt;
    if (counted && !turns) return {};
    const size_t start = written_.size();
    const Loop loop{true, false};
    for (size_t turn = 0; !counted || static_cast<int64_t>(turn) < *turns; turn++) {
        if (turn == most_turns) return {};
        const End how = walk(begin + 1, end, &loop);
        const auto lookups = std::count_if(
            written_.begin() + static_cast<std::ptrdiff_t>(start), written_.end(),
            [](const Instruction& one) { return opcode_info(one.opcode).category == OpcodeCategory::Texture; });
        if (how == End::Undecided || written_.size() - start > most_unrolled || written_.size() > most_instructions ||
            static_cast<size_t>(lookups) > most_lookups)
            return {};
        if (how == End::Break) break;
        if (how == End::Return) return how;
    }
    return End::Through;
}

Propagation::End Propagation::walk_loop(size_t& at) {
    const size_t begin = at;
    const auto end = static_cast<size_t>(program_.instructions[begin].target);
    at = end + 1;
    const KnownValues::Mark mark = known_.mark();
    const size_t length = written_.size();
    const bool parted = threads_part_;
    const int depth = depth_;
    unrolling_++;
    const std::optional<End> how = unrolled(begin, end);
    unrolling_--;
    if (how) return *how;
    known_.roll_back(mark);
    written_.resize(length);
    threads_part_ = parted;
    depth_ = depth;

    Instruction opener = program_.instructions[begin];
    if (opener.operand_count > 0) substitute(opener, 0);
    written_.push_back(opener);
    depth_++;
    forget_written(begin + 1, end);
    const Loop loop;
    if (walk(begin + 1, end, &loop) == End::Undecided) return End::Undecided;
    written_.push_back(program_.instructions[end]);
    depth_--;
    // One that is never left is no program: it stays as it was written.
    if (opener.operand_count == 0 && !is_left(length)) {
        written_.resize(length);
        const auto first = program_.instructions.begin();
        written_.insert(written_.end(), first + static_cast<std::ptrdiff_t>(begin),
                        first + static_cast<std::ptrdiff_t>(end) + 1);
    }
    forget_written(begin + 1, end);
    return End::Through;
}

// Whether the loop that was written from `begin` on has a BRK of its own or a RET.
bool Propagation::is_left(size_t begin) const {
    int depth = 0;
    for (size_t n = begin; n < written_.size(); n++) {
        const FlowRole flow = flow_role(written_[n].opcode);
        depth += (flow == FlowRole::Loop ? 1 : 0) - (flow == FlowRole::Endloop ? 1 : 0);
        if (flow == FlowRole::Return || (flow == FlowRole::Break && depth == 1)) return true;
    }
    return false;
}

// ---- programs

// Behind a label nothing is known: calls come there from anywhere.
void Propagation::start_section(size_t at) {
    sections_[at] = written_.size();
    known_.forget_all();
    const int32_t entry = entry_point(program_);
    threads_part_ = static_cast<int32_t>(at) != entry ||
                    std::ranges::any_of(program_.instructions, [this, entry](const Instruction& instruction) {
                        return instruction.opcode == Opcode::Cal && called_instruction(program_, instruction) == entry;
                    });
}

Program Propagation::run() && {
    const size_t count = program_.instructions.size();
    budget_ = most_walked;
    written_.reserve(count + 16);
    std::vector<size_t> starts;
    for (const Label& label : program_.labels) starts.push_back(static_cast<size_t>(label.instruction));
    std::ranges::sort(starts);
    starts.push_back(count);
    size_t first = 0;
    for (const size_t start : starts) {
        // A block ends early where it returns whatever happens; what follows it is never reached.
        if (start > first) walk(first, start, nullptr);
        first = start;
        start_section(start);
    }
    Program& made = builder_.program;
    for (Label& label : made.labels)
        label.instruction = static_cast<int32_t>(sections_.at(static_cast<size_t>(label.instruction)));
    made.instructions = std::move(written_);
    return std::move(builder_).finish();
}

Program propagate(const Program& program) { return Propagation(program).run(); }

}  // namespace arbasm
