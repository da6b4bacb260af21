// The variables of a stage that live for its whole program, declared: inputs, outputs, uniforms, built-in and global
// variables.
#pragma once

#include "glsl/lower/builtin_variables.h"
#include "glsl/lower/varyings.h"

namespace glsl {

class StageInterface {
  public:
    StageInterface(LoweringContext& context, Homes& homes)
        : context_(context), input_(context.input()), assembly_(context.assembly()), homes_(homes) {}

    void declare();
    StageOutputs& outputs() { return outputs_; }

  private:
    void declare_variable(const Variable* variable);
    void declare_uniform(const Variable* variable);
    Register uniform_registers();

    LoweringContext& context_;
    const StageInput& input_;
    Assembly& assembly_;
    Homes& homes_;
    StageOutputs outputs_{context_};
    VaryingDeclarations varyings_{context_, homes_, outputs_};
    BuiltinDeclarations builtins_{context_, homes_, outputs_};
    Register uniforms_;  // program.local[n]
};

}  // namespace glsl
