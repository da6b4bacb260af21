// Outputs of a stage: registers stand for them while it runs, and are copied to the results where it ends or emits a
// vertex.
#pragma once

#include <unordered_set>
#include <vector>

#include "glsl/lower/lowering_context.h"
#include "glsl/lower/variable_storage.h"

namespace glsl {

class StageOutputs {
  public:
    struct Output {
        Operand from;
        Target to;
        Scalar scalar{};
        int stream = 0;
        int plane = -1;  // a user clip plane: the output is the distance from it
    };

    explicit StageOutputs(LoweringContext& context);

    // Whether a shader of the stage writes it.
    bool is_written(const Variable* variable) const { return written_.contains(variable); }
    // An element of a leaf's array, or the leaf, goes to a result. The reference holds until the next one.
    Output& add(const Leaf& leaf, int64_t element, const arbasm::Binding& to, uint8_t component, int stream);
    // Those of a vertex stream.
    void copy(int stream);

  private:
    LoweringContext& context_;
    Assembly& assembly_;
    std::unordered_set<const Variable*> written_;
    std::vector<Output> outputs_;
};

}  // namespace glsl
