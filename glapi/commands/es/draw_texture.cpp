// OES_draw_texture: rectangles in window coordinates, textured by the textures' crop rectangles. Drawn as a triangle
// strip under a projection that maps window coordinates to themselves.
#include <algorithm>
#include <array>

#include "glapi/commands/es/fixed_point.h"
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/resolve/resolve_textures.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

// The viewport of the draw: larger than any window, and of a size that divides exactly.
constexpr float viewport_origin = -8192, viewport_size = 32768;

// For the time of a draw: other state and other vertex arrays.
class Borrowed {
  public:
    explicit Borrowed(Context& context)
        : context_(context), state_(context.state), arrays_(context.vertex_arrays.bound) {}
    ~Borrowed() {
        end_sequence(context_);  // what is resolved is not the application's
        context_.state = std::move(state_);
        context_.vertex_arrays.bound = std::move(arrays_);
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;

  private:
    Context& context_;
    State state_;
    std::shared_ptr<VertexArrayObject> arrays_;
};

void set_transformation(State& state, float depth) {
    MatrixState& matrices = state.matrices;
    matrices.palette_enabled = false;
    matrices.modelview.set({});
    for (MatrixStack& stack : matrices.texture) stack.set({});
    // Eye coordinates have z = 0, so that fog sees no distance; the projection adds the depth.
    Matrix projection;
    projection.m[0] = projection.m[5] = 2 / viewport_size;
    projection.m[12] = projection.m[13] = -1 - 2 * viewport_origin / viewport_size;
    projection.m[14] = 2 * depth - 1;
    matrices.projection.set(projection);
    for (rasterizer::Viewport& viewport : state.viewport.viewports) {
        viewport.x = viewport.y = viewport_origin;
        viewport.width = viewport.height = viewport_size;
    }
    state.transform.clip_plane_enabled = {};
    state.lighting.enabled = false;
    state.lighting.shade_model = GL_SMOOTH;
    state.polygon.cull = state.polygon.offset_fill = false;
    for (FixedTextureUnit& unit : state.texturing.units)
        for (TextureGeneration& generation : unit.generation) generation.enabled = false;
}

void set_array(VertexArrayObject& object, int slot, const float (*corners)[2]) {
    VertexArray& array = object.arrays[static_cast<size_t>(slot)];
    array.enabled = true;
    array.size = 2;
    object.bind_own(slot, 0).client = corners;
}

void draw_texture(Context& context, float x, float y, float z, float width, float height) {
    if (!(width > 0) || !(height > 0))
        return context.error(GL_INVALID_VALUE, "the rectangle is %g by %g", width, height);
    if (!validate_draw(context, GL_TRIANGLE_STRIP)) return;
    const Borrowed borrowed(context);
    set_transformation(context.state, std::clamp(z, 0.0f, 1.0f));
    const auto object = std::make_shared<VertexArrayObject>();
    context.vertex_arrays.bound = object;
    const auto fill = [](float(*corners)[2], float left, float bottom, float right, float top) {
        for (int i = 0; i < 4; ++i) {
            corners[i][0] = i % 2 ? right : left;
            corners[i][1] = i / 2 ? top : bottom;
        }
    };
    std::array<float[4][2], 1 + limits::MAX_TEXTURE_COORDS> corners;
    fill(corners[0], x, y, x + width, y + height);
    set_array(*object, slot_position, corners[0]);
    for (int unit = 0; unit < limits::MAX_TEXTURE_COORDS; ++unit) {
        const Texture* const texture = fixed_texture(context.state, context.textures, unit).texture;
        if (!texture) continue;
        const runtime::Extent extent = texture->level(texture->effective_base_level()).extent;
        const auto& crop = texture->crop;
        const auto w = static_cast<float>(extent.width), h = static_cast<float>(extent.height);
        float(*coordinates)[2] = corners[static_cast<size_t>(1 + unit)];
        fill(coordinates, static_cast<float>(crop[0]) / w, static_cast<float>(crop[1]) / h,
             static_cast<float>(crop[0] + crop[2]) / w, static_cast<float>(crop[1] + crop[3]) / h);
        set_array(*object, slot_texture_coordinate + unit, coordinates);
    }
    ArrayDraw call;
    call.mode = GL_TRIANGLE_STRIP;
    call.count = 4;
    draw_arrays(context, call);
}

}  // namespace

namespace commands {

#include "glapi/commands/es/draw_texture.def"

}  // namespace commands
}  // namespace glapi
