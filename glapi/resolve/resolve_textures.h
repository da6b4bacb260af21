// The textures of a draw, from the API's terms to what programs see.
#pragma once

#include "glapi/objects/textures/texture.h"
#include "ir/program.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

class Context;
struct ProgramObject;
struct State;

// Fills `stage.textures` for the units that `program` samples: the texture bound to the unit at the program's target,
// or none if it is incomplete. `object`: maps the program's samplers to units; null: unit n for sampler n.
void resolve_textures(Context& context, const arbasm::Program& program, const ProgramObject* object,
                      rasterizer::StageProgram& stage);

// The texture of this kind that is bound to a unit; none where it is incomplete. `compares_to_number`: as functions of
// GLSL compare that give a number. `external`: of 2D textures the one that is bound to TEXTURE_EXTERNAL_OES.
runtime::TextureBinding resolve_texture(Context& context, size_t unit, runtime::TextureKind kind, bool shadow,
                                        bool compares_to_number, bool external = false);

// The texture that fixed-function processing uses on a unit: of the enabled targets the one with the highest priority
// (cube, 3D, rectangle, 2D, 1D), if it is complete; null otherwise: texturing is off for the unit.
struct FixedTexture {
    const Texture* texture = nullptr;
    TextureKind kind = TextureKind::Texture2D;
    runtime::BaseFormat base = runtime::BaseFormat::None;
    bool compare = false;  // a depth texture with COMPARE_R_TO_TEXTURE
};
FixedTexture fixed_texture(const State& state, const TextureState& textures, int unit);

}  // namespace glapi
