#include "glapi/context.h"
#include "glapi/resolve/derive_key.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/resolve/resolve_textures.h"
#include "glapi/state/state.h"

namespace glapi {

using namespace fixed_function;

namespace {

uint8_t combiner_register(GLenum name) {
    switch (name) {
        case GL_ZERO: return combiner_zero;
        case GL_CONSTANT_COLOR0_NV: return combiner_constant0;
        case GL_CONSTANT_COLOR1_NV: return combiner_constant1;
        case GL_FOG: return combiner_fog;
        case GL_PRIMARY_COLOR_NV: return combiner_primary;
        case GL_SECONDARY_COLOR_NV: return combiner_secondary;
        case GL_SPARE0_NV: return combiner_spare0;
        case GL_SPARE1_NV: return combiner_spare1;
        case GL_E_TIMES_F_NV: return combiner_e_times_f;
        case GL_SPARE0_PLUS_SECONDARY_COLOR_NV: return combiner_spare0_and_secondary;
        case GL_DISCARD_NV: return combiner_discard;
        default: return static_cast<uint8_t>(combiner_texture0 + (name - GL_TEXTURE0));
    }
}

CombinerOperandKey operand_key(const CombinerInput& input) {
    return {combiner_register(input.input), static_cast<CombinerMapping>(input.mapping - GL_UNSIGNED_IDENTITY_NV),
            input.usage == GL_ALPHA  ? CombinerUsage::Alpha
            : input.usage == GL_BLUE ? CombinerUsage::Blue
                                     : CombinerUsage::Rgb};
}

uint8_t scale_exponent(GLenum scale) {
    switch (scale) {
        case GL_SCALE_BY_ONE_HALF_NV: return 0;
        case GL_SCALE_BY_TWO_NV: return 2;
        case GL_SCALE_BY_FOUR_NV: return 3;
        default: return 1;
    }
}

CombinerPortionKey portion_key(const CombinerPortion& portion) {
    CombinerPortionKey key;
    for (size_t i = 0; i < key.operands.size(); ++i) key.operands[i] = operand_key(portion.inputs[i]);
    key.ab_output = combiner_register(portion.ab_output);
    key.cd_output = combiner_register(portion.cd_output);
    key.sum_output = combiner_register(portion.sum_output);
    key.ab_dot_product = portion.ab_dot_product;
    key.cd_dot_product = portion.cd_dot_product;
    key.mux_sum = portion.mux_sum;
    key.scale_exponent = scale_exponent(portion.scale);
    key.bias = portion.bias != GL_NONE;
    return key;
}

// Depth textures are in all components where they are compared, else in alpha only, whatever DEPTH_TEXTURE_MODE says.
CombinerTexel combiner_texel(const FixedTexture& texture) {
    const runtime::BaseFormat base = texture.texture->level(texture.texture->effective_base_level()).format->base;
    if (base != runtime::BaseFormat::DepthComponent && base != runtime::BaseFormat::DepthStencil)
        return CombinerTexel::AsSampled;
    const bool in_alpha = texture.texture->depth_mode == GL_ALPHA;
    if (texture.compare) return in_alpha ? CombinerTexel::AllFromAlpha : CombinerTexel::AllFromRed;
    return in_alpha ? CombinerTexel::AsSampled : CombinerTexel::AlphaFromRed;
}

}  // namespace

CombinerKey combiner_key(const Context& context) {
    const RegisterCombiners& state = context.state.texturing.combiners;
    CombinerKey key;
    key.stage_count = static_cast<uint8_t>(state.stage_count);
    for (size_t stage = 0; stage < key.stage_count; ++stage)
        for (const size_t alpha : {0, 1}) key.stages[stage][alpha] = portion_key(state.stages[stage].portions[alpha]);
    for (size_t i = 0; i < key.final_operands.size(); ++i) key.final_operands[i] = operand_key(state.final_inputs[i]);
    for (int unit = 0; unit < max_units; ++unit) {
        const FixedTexture texture = fixed_texture(context.state, context.textures, unit);
        if (!texture.texture) continue;
        key.targets[static_cast<size_t>(unit)] = unit_target(context.state, context.textures, unit);
        key.texels[static_cast<size_t>(unit)] = combiner_texel(texture);
    }
    key.fog = fog_mode(context.state.fog);
    key.per_stage_constants = state.per_stage_constants;
    key.clamp_color_sum = state.clamp_color_sum;
    key.clamp = fragment_colors_clamped(context.state, context.framebuffers);
    return key;
}

}  // namespace glapi
