// What the machine cannot do, in the program's order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/program.h"

namespace machines::tegra::fragment {

using namespace arbasm;  // programs, which selection reads

class Refusals {
  public:
    void refuse(const Instruction& instruction, std::string_view reason) {
        const std::string message =
            std::string(spelling(instruction.opcode)) + " cannot be expressed on Tegra: " + std::string(reason);
        // Once, not for each component.
        if (!errors_.empty() && errors_.back().where.offset == instruction.where.offset &&
            errors_.back().message == message)
            return;
        errors_.push_back({instruction.where, message, {}});
    }
    void refuse_program(const std::string& reason) {
        errors_.push_back({{}, "the program cannot be expressed on Tegra: " + reason, {}});
    }
    const std::vector<Diagnostic>& errors() const { return errors_; }

  private:
    std::vector<Diagnostic> errors_;
};

// Whether the machine has what the instruction asks for beside its operation: types, registers, modifiers, results.
bool supported(const Program& program, const Instruction& instruction, Refusals& refusals);

}  // namespace machines::tegra::fragment
