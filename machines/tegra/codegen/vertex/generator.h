// The generator of vertex code, stage by stage. Not for others than this folder.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/lower/expand_position_invariance.h"
#include "machines/tegra/codegen/vertex/code.h"
#include "machines/tegra/codegen/vertex/generate.h"

namespace machines::tegra::vertex {

using namespace arbasm;  // programs, which it selects from

// An opcode that is one operation.
struct OperationRow {
    Opcode opcode;
    bool scalar;
    uint32_t number;
};

class Generator {
  public:
    Generator(const Program& program, uint32_t clip_planes)
        : program_(expand_position_invariance(program, clip_planes)) {}
    GeneratedVertex run();

  private:
    void refuse(const Instruction& instruction, const std::string& reason) {
        generated_.errors.push_back(
            {instruction.where,
             std::string(spelling(instruction.opcode)) + " cannot be expressed on Tegra: " + reason,
             {}});
        refused_ = true;
    }
    const Variable& variable(int32_t index) const { return program_.variables[static_cast<size_t>(index)]; }
    void number_exports();
    void assign_constants();
    void place_addresses();
    int address_component(const RelativeIndex& relative);
    int literal(std::array<float, 4> value);
    Source source(const Instruction& instruction, size_t n);
    Target target(const Instruction& instruction);
    bool read_test(const Instruction& instruction, const ConditionMask& condition, Test& test);
    void settle(Operation& op);
    Operation& append(Operation op);
    void finish(const Instruction& instruction, Operation& op);
    void select(const Instruction& instruction);
    void select_swizzle(const Instruction& instruction);
    void select_flow(const Instruction& instruction);
    void select_stack(const Instruction& instruction);
    void select_power(const Instruction& instruction);
    void select_cross(const Instruction& instruction);
    void select_operation(const Instruction& instruction, const OperationRow& row);
    std::array<Source, 3> sources(const Instruction& instruction);
    const char* place_address(const Instruction& instruction, uint32_t mask, Operation& op, Source& from);
    void define_unwritten();
    bool compatible(const Operation& v, const Operation& s) const;
    void schedule();
    void allocate_registers();
    void emit();
    int scratch() { return registers_++; }
    Source temporary(int index) const {
        Source s;
        s.type = operand_temporary;
        s.index = index;
        return s;
    }
    static Operation vector(uint32_t number, Target target) {
        Operation op;
        op.number = number;
        op.target = target;
        return op;
    }
    static Operation scalar(uint32_t number, Target target) {
        Operation op = vector(number, target);
        op.scalar = true;
        return op;
    }
    static Source lane(Source s, size_t component) {
        s.swizzle.fill(s.swizzle[component]);
        return s;
    }
    static Source order(Source s, std::array<uint8_t, 4> by) {
        const Source old = s;
        for (size_t i = 0; i < 4; i++) s.swizzle[i] = old.swizzle[by[i]];
        return s;
    }

    const Program program_;
    GeneratedVertex generated_;
    std::vector<Operation> ops_;
    std::vector<int> first_op_;  // of each of the program's instructions, and behind the last
    std::vector<Pair> pairs_;
    std::vector<int> pair_of_;  // by operation
    std::vector<int> assigned_;
    int registers_ = 0;
    int next_constant_ = 0;
    std::vector<int> constants_;  // by parameter, -1: none
    std::map<std::array<uint32_t, 4>, int> literals_;
    std::vector<int> export_of_;
    std::map<std::pair<int, int>, int> address_components_;  // register, component
    bool refused_ = false, has_flow_ = false, plain_addresses_ = true;
    std::set<uint32_t> attributes_;
};

}  // namespace machines::tegra::vertex
