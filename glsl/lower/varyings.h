// Inputs and outputs of the shader's own: what they are declared as.
#pragma once

#include "glsl/lower/homes.h"
#include "glsl/lower/register_spans.h"
#include "glsl/lower/stage_outputs.h"

namespace glsl {

class VaryingDeclarations {
  public:
    VaryingDeclarations(LoweringContext& context, Homes& homes, StageOutputs& outputs)
        : input_(context.input()), assembly_(context.assembly()), homes_(homes), outputs_(outputs), spans_(context) {}

    void declare_input(const Variable* variable);
    void declare_output(const Variable* variable);

  private:
    void declare_attribute(const Variable* variable);
    void declare_patch_output(const Variable* variable, const std::vector<Slot>& slots);
    void fetch_framebuffer(const Home& home, const Variable& variable, int64_t location);

    const StageInput& input_;
    Assembly& assembly_;
    Homes& homes_;
    StageOutputs& outputs_;
    RegisterSpans spans_;
};

}  // namespace glsl
