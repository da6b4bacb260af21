// Built-in variables: what their rows say of them, declared. Rows whose binding is "special" have code here or in
// link/.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glsl/lower/homes.h"
#include "glsl/lower/stage_outputs.h"

#include "ir/bindings.h"

namespace glsl {

class BuiltinDeclarations {
  public:
    BuiltinDeclarations(LoweringContext& context, Homes& homes, StageOutputs& outputs)
        : context_(context), input_(context.input()), assembly_(context.assembly()), homes_(homes), outputs_(outputs) {}

    void declare(const Variable* variable);

  private:
    // A register's binding, and the component where a value begins.
    struct ComponentBinding {
        arbasm::Binding binding;
        uint8_t component = 0;
    };
    bool declare_constant(const Variable* variable);
    bool declare_special(const Variable* variable);
    bool declare_in_squares(const Variable* variable);
    void declare_input(const Variable* variable, std::span<const std::string_view> bindings);
    void declare_output(const Variable* variable, std::span<const std::string_view> bindings);
    std::vector<arbasm::Binding> bindings_of(const Variable* variable, std::string_view binding, Leaf& leaf,
                                             arbasm::BindingSide side);
    ComponentBinding binding_of(const Variable* variable, std::string_view binding, const Type* leaf_type,
                                int64_t number, arbasm::BindingSide side);
    Register add_register(std::string name, arbasm::RegisterFile file, const Leaf& leaf,
                          std::vector<arbasm::Binding> bindings, arbasm::Variable variable = {});
    Register parameter_register(const Leaf& leaf, std::vector<arbasm::Binding> bindings);
    Operand bound(std::string_view binding, arbasm::BindingSide side);
    void make_truth(const Variable* variable, Home& home);
    void make_wide(const Variable* variable, Home& home);

    LoweringContext& context_;
    const StageInput& input_;
    Assembly& assembly_;
    Homes& homes_;
    StageOutputs& outputs_;
    std::vector<std::pair<Register, std::vector<arbasm::Binding>>> parameters_;  // of state
    int builtins_ = 0;
};

// For helperInvocationEXT(), where the shader asks it: demote makes a helper of the invocation.
void note_demotion(Assembly& assembly, const Homes& homes);

}  // namespace glsl
