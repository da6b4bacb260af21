// Register combiners (NV_register_combiners, NV_register_combiners2): what replaces texture environments, colour sum
// and fog.
#pragma once

#include <array>

#include "glapi/generated/gl.h"
#include "glapi/state/limits.h"
#include "glapi/state/matrix.h"

namespace glapi {

struct CombinerInput {
    GLenum input = GL_ZERO, mapping = GL_UNSIGNED_IDENTITY_NV, usage = GL_RGB;
};

// What a general combiner does with colours, or with alpha.
struct CombinerPortion {
    std::array<CombinerInput, 4> inputs;  // A, B, C, D
    GLenum ab_output = GL_DISCARD_NV, cd_output = GL_DISCARD_NV, sum_output = GL_SPARE0_NV;
    GLenum scale = GL_NONE, bias = GL_NONE;
    bool ab_dot_product = false, cd_dot_product = false, mux_sum = false;
};

struct GeneralCombiner {
    GeneralCombiner();
    std::array<CombinerPortion, 2> portions;  // colours, alpha
    std::array<Vector, 2> constants;          // read under PER_STAGE_CONSTANTS_NV
};

// TEXTURE_BIT.
struct RegisterCombiners {
    RegisterCombiners();

    bool enabled = false, per_stage_constants = false;
    GLint stage_count = 1;
    bool clamp_color_sum = true;
    std::array<Vector, 2> constants;
    std::array<GeneralCombiner, limits::MAX_GENERAL_COMBINERS_NV> stages;
    std::array<CombinerInput, 7> final_inputs;  // A to G
};

}  // namespace glapi
