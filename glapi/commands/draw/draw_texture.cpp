// NV_draw_texture: rectangles in window coordinates whose fragments are texels. Drawn as a triangle strip by two
// programs of our own, under a viewport that maps clip coordinates to window coordinates of any window.
#include <algorithm>
#include <array>

#include "glapi/commands/programs/load_program.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/share_group.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

// The viewport has a size that divides exactly.
constexpr float viewport_origin = -8192, viewport_size = 32768;

constexpr const char* vertex_text =
    "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.texcoord, vertex.texcoord;\nEND\n";
constexpr const char* texel_text = "!!ARBfp1.0\nTEX result.color, fragment.texcoord, texture[0], 2D;\nEND\n";
constexpr const char* rectangle_texel_text =
    "!!ARBfp1.0\nTEX result.color, fragment.texcoord, texture[0], RECT;\nEND\n";

// For the time of a draw: other state, programs, arrays and another texture.
class Borrowed {
  public:
    explicit Borrowed(Context& context)
        : context_(context),
          state_(context.state),
          arrays_(context.vertex_arrays.bound),
          targets_(context.programs.targets),
          current_(context.programs.current),
          separate_(context.programs.separate),
          pipeline_(context.programs.pipeline),
          unit_(context.textures.units[0]),
          paused_(context.feedback_objects.bound->paused) {}
    ~Borrowed() {
        end_sequence(context_);  // what is resolved is not the application's
        context_.state = std::move(state_);
        context_.vertex_arrays.bound = std::move(arrays_);
        ProgramState& programs = context_.programs;
        programs.targets = std::move(targets_);
        programs.current = std::move(current_);
        programs.separate = std::move(separate_);
        programs.pipeline = std::move(pipeline_);
        context_.textures.units[0] = std::move(unit_);
        context_.feedback_objects.bound->paused = paused_;
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;

  private:
    Context& context_;
    State state_;
    std::shared_ptr<VertexArrayObject> arrays_;
    decltype(ProgramState::targets) targets_;
    std::shared_ptr<GlslProgram> current_;
    std::shared_ptr<ProgramPipeline> separate_, pipeline_;
    TextureUnit unit_;
    bool paused_;
};

// Everything of rasterization but samples, scissor boxes and what concerns fragments.
void set_state(State& state) {
    const TransformState transform = state.transform;
    state.transform = {};
    state.transform.matrix_mode = transform.matrix_mode;
    state.transform.clip_depth_mode = GL_ZERO_TO_ONE;
    state.polygon = {};
    state.lighting.shade_model = GL_SMOOTH;
    state.conservative_rasterization = state.conservative_rasterization_intel = state.scale_position_w = false;
    rasterizer::Viewport& viewport = state.viewport.viewports[0];
    viewport = {viewport_origin, viewport_origin, viewport_size, viewport_size, 0, 1};
}

void use_program(Context& context, ProgramTarget target, GLenum token, const char* text) {
    std::shared_ptr<ProgramObject>& program = context.shared->texture_drawing[text];
    if (!program) {
        program = std::make_shared<ProgramObject>(0, token);
        load_program(context, *program, text, false);
    }
    ProgramState::TargetState& state = context.programs[target];
    state.enabled = true;
    state.bound = program;
}

void set_array(VertexArrayObject& object, int slot, GLint size, const float* corners) {
    VertexArray& array = object.arrays[static_cast<size_t>(slot)];
    array.enabled = true;
    array.size = size;
    object.bind_own(slot, 0).client = corners;
}

// Null after an error.
std::shared_ptr<Texture> drawable_texture(Errors& errors, const ShareGroup& shared, GLuint name, GLuint sampler_name) {
    std::shared_ptr<Texture> texture = name ? shared.textures.find(name) : nullptr;
    if (!texture) {
        errors.error(GL_INVALID_VALUE, "there is no texture %u", name);
        return nullptr;
    }
    const std::shared_ptr<SamplerObject> sampler = sampler_name ? shared.samplers.find(sampler_name) : nullptr;
    if (sampler_name && !sampler) {
        errors.error(GL_INVALID_VALUE, "there is no sampler %u", sampler_name);
        return nullptr;
    }
    const SamplerParameters& parameters = sampler ? sampler->parameters : texture->sampler;
    const bool flat = texture->kind == TextureKind::Texture2D || texture->kind == TextureKind::Rectangle;
    const char* const problem = !flat || texture->is_external()      ? "has another target"
                                : !texture->complete(parameters)     ? "is not complete"
                                : parameters.compare_mode != GL_NONE ? "is compared"
                                                                     : nullptr;
    if (!problem) return texture;
    errors.error(GL_INVALID_OPERATION, "the texture %u %s", name, problem);
    return nullptr;
}

struct Corner {
    GLfloat x, y, s, t;
};

void draw_texture(Context& context, const std::shared_ptr<Texture>& texture, GLuint sampler, const Corner& low,
                  const Corner& high, GLfloat z) {
    const Borrowed borrowed(context);
    set_state(context.state);
    ProgramState& programs = context.programs;
    programs.current = nullptr;
    programs.separate = programs.pipeline = nullptr;
    for (ProgramState::TargetState& target : programs.targets) target.enabled = false;
    const bool rectangle = texture->kind == TextureKind::Rectangle;
    use_program(context, ProgramTarget::Vertex, GL_VERTEX_PROGRAM_ARB, vertex_text);
    use_program(context, ProgramTarget::Fragment, GL_FRAGMENT_PROGRAM_ARB,
                rectangle ? rectangle_texel_text : texel_text);
    TextureUnit& unit = context.textures.units[0];
    unit.textures[static_cast<size_t>(texture->kind)] = texture;
    unit.sampler = sampler ? context.shared->samplers.find(sampler) : nullptr;
    context.state.texturing.units[0].lod_bias = 0;
    context.feedback_objects.bound->paused = true;
    const auto object = std::make_shared<VertexArrayObject>();
    context.vertex_arrays.bound = object;

    const auto clip = [](float window) { return (window - viewport_origin) * (2 / viewport_size) - 1; };
    float positions[4][4], coordinates[4][2];
    for (int i = 0; i < 4; ++i) {
        const Corner &across = i % 2 ? high : low, &up = i / 2 ? high : low;
        const float position[] = {clip(across.x), clip(up.y), std::clamp(z, 0.0f, 1.0f), 1};
        std::copy(std::begin(position), std::end(position), positions[i]);
        coordinates[i][0] = across.s, coordinates[i][1] = up.t;
    }
    set_array(*object, slot_position, 4, positions[0]);
    set_array(*object, slot_texture_coordinate, 2, coordinates[0]);
    if (!validate_draw(context, GL_TRIANGLE_STRIP)) return;
    ArrayDraw call;
    call.mode = GL_TRIANGLE_STRIP;
    call.count = 4;
    draw_arrays(context, call);
}

}  // namespace

namespace commands {

void DrawTextureNV(Context& context, GLuint texture, GLuint sampler, GLfloat x0, GLfloat y0, GLfloat x1, GLfloat y1,
                   GLfloat z, GLfloat s0, GLfloat t0, GLfloat s1, GLfloat t1) {
    const std::shared_ptr<Texture> object = drawable_texture(context, *context.shared, texture, sampler);
    if (object) draw_texture(context, object, sampler, {x0, y0, s0, t0}, {x1, y1, s1, t1}, z);
}

}  // namespace commands
}  // namespace glapi
