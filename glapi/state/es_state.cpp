#include "glapi/state/es_state.h"

#include "glapi/state/state.h"

namespace glapi {

void set_es_state(State& state) {
    state.color_buffer.framebuffer_srgb = true;  // EGL's surfaces have colour spaces, nothing else is sRGB
    // "Initially all texture generation modes are set to REFLECTION_MAP_OES" (OES_texture_cube_map).
    for (FixedTextureUnit& unit : state.texturing.units)
        for (int coordinate = 0; coordinate < 3; ++coordinate) unit.generation[coordinate].mode = GL_REFLECTION_MAP;
}

void set_es2_state(State& state) {
    state.color_buffer.framebuffer_srgb = true;
    // What a buffer can't hold is clamped where it is written; -1 is there in signed ones.
    state.color_buffer.clamp_fragment_color = GL_FALSE;
    state.lighting.clamp_vertex_color = GL_FALSE;
    state.point.sprite = true;
    state.point.program_size = true;
}

}  // namespace glapi
