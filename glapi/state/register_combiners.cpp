#include "glapi/state/register_combiners.h"

namespace glapi {

GeneralCombiner::GeneralCombiner() {
    for (const bool alpha : {false, true}) {
        auto& inputs = portions[alpha].inputs;
        for (CombinerInput& input : inputs) input.usage = alpha ? GL_ALPHA : GL_RGB;
        inputs[0].input = GL_PRIMARY_COLOR_NV;
        inputs[1].mapping = GL_UNSIGNED_INVERT_NV;
    }
}

// Colour sum and fog as fixed-function processing has them.
RegisterCombiners::RegisterCombiners() {
    final_inputs[0] = {GL_FOG, GL_UNSIGNED_IDENTITY_NV, GL_ALPHA};
    final_inputs[1].input = GL_SPARE0_PLUS_SECONDARY_COLOR_NV;
    final_inputs[2].input = GL_FOG;
    final_inputs[6] = {GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV, GL_ALPHA};
}

}  // namespace glapi
