// Selection: each instruction of a Program becomes a few operations on registers that are as many as it takes. What the
// machine cannot do is refused.
#pragma once

#include <map>

#include "machines/ctm/codegen/flow.h"
#include "machines/ctm/codegen/inputs.h"
#include "machines/ctm/codegen/lookups.h"

namespace machines::ctm {

class Selector {
  public:
    Selector(const Program& program, const GenerateOptions& options, Generated& generated)
        : program_(program),
          options_(options),
          refusals_(generated.errors),
          constants_(generated),
          inputs_(make_, generated),
          lookups_(options, make_, constants_),
          conditions_(make_),
          flow_(program, make_, conditions_, constants_, refusals_) {}
    // Errors are in `generated`; without any, ops() are the program.
    void run();
    std::vector<Op>& ops() { return make_.ops(); }
    int registers() const { return make_.registers(); }

  private:
    void refuse(const Instruction& instruction, std::string_view reason) { refusals_.refuse(instruction, reason); }

    // ---- select.cpp: operands and results
    int temporary_of(int reg);
    Source operand(const Instruction& instruction, size_t n, uint32_t lanes);
    Target target(const Instruction& instruction);
    void select(const Instruction& instruction);
    void look_up(const Instruction& instruction, const Target& t);
    void kill(const Instruction& instruction);

    // ---- select_operations.cpp: opcodes
    std::array<Source, 3> operands(const Instruction& instruction, uint32_t lanes);
    void select_operation(const Instruction& instruction, const Target& t);
#define CTM_ROW(opcode, ...) void select_##opcode(const Instruction& instruction, const Target& t);
#define CTM_CALL CTM_ROW
#define CTM_WHOLE CTM_ROW
#define CTM_REFUSED CTM_ROW
#include "machines/ctm/codegen/select_operations.def"
#undef CTM_ROW
#undef CTM_CALL
#undef CTM_WHOLE
#undef CTM_REFUSED
    void compare(const Instruction& instruction, const Target& t);
    Source angle(const Source& a);

    const Program& program_;
    const GenerateOptions& options_;
    Refusals refusals_;
    OpBuilder make_;
    Constants constants_;
    Inputs inputs_;
    Lookups lookups_;
    Conditions conditions_;
    FlowControl flow_;
    std::map<int, int> temporaries_;  // registers of the program's
};

}  // namespace machines::ctm
