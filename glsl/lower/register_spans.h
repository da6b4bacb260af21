// Registers of inputs and outputs: which follow each other in one array of the program, since variables may overlap and
// a register stands in one array only.
#pragma once

#include <vector>

#include "glsl/lower/lowering_context.h"
#include "glsl/lower/variable_storage.h"

namespace glsl {

// Registers that follow each other, of one variable or of several that overlap.
struct RegisterSpan {
    Storage storage{};
    bool patch = false;
    int64_t first = 0, count = 1;
    bool array = false, shared = false;
};

// 64-bit components travel as pairs of 32-bit ones, z and w in the register behind that of x and y: as Leaf::halves has
// it.
Leaf in_halves(const Leaf& leaf);

class RegisterSpans {
  public:
    // The spans of the inputs and outputs between stages, and of the attributes.
    explicit RegisterSpans(LoweringContext& context);

    // The registers of a leaf together with those of arrays that have some in common. The leaf becomes a part of that
    // array.
    RegisterSpan span_of(const Variable& variable, Leaf& leaf, int64_t first, bool patch) const;
    // A variable of the registers of a span: "i3", "i3_1" from component y on; an array that several variables share
    // has no component.
    Register declare(char letter, const RegisterSpan& span, uint8_t component, arbasm::Variable variable,
                     const arbasm::Binding& binding);

  private:
    const StageInput& input_;
    Assembly& assembly_;
    std::vector<RegisterSpan> spans_;
};

}  // namespace glsl
