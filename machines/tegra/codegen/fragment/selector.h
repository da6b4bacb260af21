// Selection: the instructions of a program become nodes of the graph, every component for itself. What the machine
// cannot do is refused.
#pragma once

#include "machines/tegra/codegen/fragment/branches.h"
#include "machines/tegra/codegen/fragment/inputs.h"
#include "machines/tegra/codegen/fragment/lookups.h"
#include "machines/tegra/codegen/fragment/walk.h"

namespace machines::tegra::fragment {

class Selector {
  public:
    // flags: as ConditionTests says.
    Selector(const Program& program, const FragmentOptions& options, bool flags, GraphBuilder& make, Refusals& refusals)
        : program_(program),
          make_(make),
          refusals_(refusals),
          inputs_(program, options.two_sided, make, refusals),
          lookups_(make),
          tests_(make, values_, flags),
          branches_(make, values_) {}
    void run();
    std::map<int, Vector>& colours() { return values_.colours; }
    Lookups& lookups() { return lookups_; }
    uint32_t units() const { return units_; }  // textures that are looked up

  private:
    void refuse(std::string_view reason) { refusals_.refuse(*instruction_, reason); }

    // ---- select.cpp: operands and results
    Ref operand(size_t n, size_t component);
    void write(const Vector& value);
    void assign(uint32_t mask, const Vector& value);

    // ---- select_operations.cpp: opcodes
    void select(const Instruction& instruction);
#define TEGRA_EACH(opcode, ...) void select_##opcode();
#define TEGRA_ALL TEGRA_EACH
#define TEGRA_WHOLE TEGRA_EACH
#define TEGRA_REFUSED TEGRA_EACH
#include "machines/tegra/codegen/fragment/select_operations.def"
#undef TEGRA_EACH
#undef TEGRA_ALL
#undef TEGRA_WHOLE
#undef TEGRA_REFUSED
    Ref x(size_t n, size_t component) { return operand(n, component); }
    template <class Value>
    void write_each(Value value);
    void write_all(const Ref& value);
    Products products(size_t components);
    Products products(size_t components, size_t n, size_t component);
    void look_up();

    const Program& program_;
    GraphBuilder& make_;
    Refusals& refusals_;
    RegisterValues values_;
    Inputs inputs_;
    Lookups lookups_;
    ConditionTests tests_;
    Branches branches_;
    uint32_t units_ = 0;
    // State of the instruction at hand.
    const Instruction* instruction_ = nullptr;
    int first_new_ = 0;  // node
    Ref zero_, one_;
};

}  // namespace machines::tegra::fragment
