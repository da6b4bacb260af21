// How propagate() works: one walk over the instructions in the order they are executed, with what is known of
// registers, which writes them anew. propagation.cpp has instructions, propagate.cpp flow.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ir/optimize/evaluate.h"
#include "ir/optimize/known_values.h"
#include "ir/optimize/register_slots.h"
#include "ir/program_builder.h"

namespace arbasm {

// Tests of what the last .SPARSE access found, which no condition code holds.
constexpr bool is_residency(ConditionTest test) {
    return test == ConditionTest::Resident || test == ConditionTest::NonResident;
}

class Propagation {
  public:
    explicit Propagation(const Program& program)
        : builder_(program), program_(program), slots_(program), known_(slots_.count()) {}
    Program run() &&;

  private:
    // ---- flow (propagate.cpp)

    // How the last instruction of a block is left, whatever thread executes it.
    enum class End : uint8_t { Through, Break, Continue, Return, Undecided };
    // The innermost loop around a block.
    struct Loop {
        bool unrolled = false;
        bool parts = false;  // a condition that isn't known lies between it and the block
    };
    End walk(size_t first, size_t last, const Loop* loop);
    End walk_one(size_t& at, const Loop* loop);
    End walk_if(size_t& at, const Loop* loop);
    End walk_loop(size_t& at);
    End leave(const Instruction& instruction, End how, const Loop* loop);
    std::optional<End> unrolled(size_t begin, size_t end);
    void forget_written(size_t begin, size_t end);
    bool is_left(size_t begin) const;
    std::optional<bool> decided(const Instruction& instruction) const;
    std::optional<int32_t> constant_turns(const Instruction& instruction) const;
    void start_section(size_t at);

    // ---- instructions (propagation.cpp)
    void rewrite(Instruction instruction);
    void resolve_indices(Instruction& instruction) const;
    void resolve_index(RelativeIndex& relative, int32_t& element, int32_t size) const;
    void substitute(Instruction& instruction, int n);
    void decide_result(Instruction& instruction) const;
    bool fold(Instruction& instruction);
    bool never_kills(const Instruction& instruction) const;
    void note_results(const Instruction& instruction);
    void note_move(const Instruction& instruction);
    bool is_plain_move(const Instruction& instruction) const;
    KnownValue value_of(const Operand& operand, uint8_t selector) const;
    std::optional<uint32_t> word_of(const Operand& operand, uint8_t selector) const;
    std::optional<ConditionFlags> flags_of(int code_register, int component) const;
    std::optional<OperandWords> words_of(const Instruction& instruction) const;
    bool can_be_written(uint32_t bits, DataType type) const;
    Operand constant(const std::array<uint32_t, 4>& words);
    const Variable& variable(int32_t index) const { return builder_.program.variables[static_cast<size_t>(index)]; }

    ProgramBuilder builder_;
    const Program& program_;
    RegisterSlots slots_;
    KnownValues known_;
    std::vector<Instruction> written_;
    std::map<std::array<uint32_t, 4>, int32_t> constants_;       // that this pass has made: their variables …
    std::map<int32_t, std::array<uint32_t, 4>> constant_words_;  // … and what these hold
    std::map<size_t, size_t> sections_;  // labels: the instruction they stood before, and where that is now
    int depth_ = 0;                      // open IFs and REPs of what has been written
    bool threads_part_ = false;          // some may have returned, or not have been called
    int unrolling_ = 0;                  // loops that are being tried
    size_t budget_ = 0;                  // instructions that may yet be looked at while unrolling
};

}  // namespace arbasm
