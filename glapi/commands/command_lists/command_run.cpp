#include "glapi/commands/command_lists/command_run.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/command_lists/command_lists.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/state/state.h"

namespace glapi {

using rasterizer::IndexType;

namespace {

constexpr CommandToken tokens[] = {
#define ASMGL_COMMAND(token, words, method)                                                     \
    {token, static_cast<GLuint>(sizeof(GLuint) + (std::is_empty_v<words> ? 0 : sizeof(words))), \
     (token) != GL_ALPHA_REF_COMMAND_NV},
#include "glapi/commands/command_lists/command_tokens.def"
#undef ASMGL_COMMAND
};

// Upper half of all headers: memory that holds something else is seldom taken for commands.
constexpr GLuint header_mark = 0xc3d50000;

// ADDRESS_COMMANDs say no length.
constexpr GLsizeiptr unbounded = 0x7fffffff;

GLuint64 address_of(GLuint low, GLuint high) { return GLuint64{high} << 32 | low; }

GLenum strip_of(GLenum mode) {
    switch (mode) {
        case GL_TRIANGLES: return GL_TRIANGLE_STRIP;
        case GL_LINES: return GL_LINE_STRIP;
        case GL_LINES_ADJACENCY: return GL_LINE_STRIP_ADJACENCY;
        case GL_TRIANGLES_ADJACENCY: return GL_TRIANGLE_STRIP_ADJACENCY;
        case GL_QUADS: return GL_QUAD_STRIP;
        default: return mode;
    }
}

GLenum special_of(GLenum mode) {
    return mode == GL_LINES ? GL_LINE_LOOP : mode == GL_TRIANGLES ? GL_TRIANGLE_FAN : mode;
}

// What commands set: it is never a state object's.
struct CommandedState {
    Vector blend_color;
    std::array<GLint, 3> stencil_references;
    float line_width, offset_factor, offset_units, offset_clamp, offset_bias, alpha_reference;
    rasterizer::Viewport viewport;
    rasterizer::Rectangle scissor;
    GLenum front_face;
};

CommandedState commanded_state(const State& state) {
    const auto& sides = state.stencil.sides;
    return {.blend_color = state.color_buffer.blend_color,
            .stencil_references = {sides[0].reference, sides[1].reference, sides[2].reference},
            .line_width = state.line.width,
            .offset_factor = state.polygon.offset_factor,
            .offset_units = state.polygon.offset_units,
            .offset_clamp = state.polygon.offset_clamp,
            .offset_bias = state.polygon.offset_bias,
            .alpha_reference = state.color_buffer.alpha_reference,
            .viewport = state.viewport.viewports[0],
            .scissor = state.scissor.boxes[0],
            .front_face = state.polygon.front_face};
}

void set_commanded_state(State& state, const CommandedState& from) {
    state.color_buffer.blend_color = from.blend_color;
    for (size_t side = 0; side < from.stencil_references.size(); ++side)
        state.stencil.sides[side].reference = from.stencil_references[side];
    state.line.width = from.line_width;
    state.polygon.offset_factor = from.offset_factor;
    state.polygon.offset_units = from.offset_units;
    state.polygon.offset_clamp = from.offset_clamp;
    state.polygon.offset_bias = from.offset_bias;
    state.color_buffer.alpha_reference = from.alpha_reference;
    rasterizer::Viewport& viewport = state.viewport.viewports[0];
    viewport.x = from.viewport.x;
    viewport.y = from.viewport.y;
    viewport.width = from.viewport.width;
    viewport.height = from.viewport.height;
    state.scissor.boxes[0] = from.scissor;
    state.polygon.front_face = from.front_face;
}

PrimitiveRestart restart_of(const VertexArrayState& arrays) {
    return {arrays.primitive_restart, arrays.primitive_restart_fixed_index, arrays.restart_index};
}

void set_restart(VertexArrayState& arrays, const PrimitiveRestart& restart) {
    arrays.primitive_restart = restart.enabled;
    arrays.primitive_restart_fixed_index = restart.fixed_index;
    arrays.restart_index = restart.index;
}

}  // namespace

const CommandToken* find_command_token(const Version& version, GLenum token) {
    const auto found = std::ranges::find(tokens, token, &CommandToken::token);
    return found == std::end(tokens) || (version.is_core() && !found->in_core) ? nullptr : found;
}

GLuint command_header(const CommandToken& token) { return header_mark | token.bytes << 8 | token.token; }

int command_stage(GLenum shader_type) {
    switch (shader_type) {
        case GL_VERTEX_SHADER: return static_cast<int>(arbasm::Stage::Vertex);
        case GL_TESS_CONTROL_SHADER: return static_cast<int>(arbasm::Stage::TessControl);
        case GL_TESS_EVALUATION_SHADER: return static_cast<int>(arbasm::Stage::TessEvaluation);
        case GL_GEOMETRY_SHADER: return static_cast<int>(arbasm::Stage::Geometry);
        case GL_FRAGMENT_SHADER: return static_cast<int>(arbasm::Stage::Fragment);
        default: return -1;
    }
}

// Everything that state objects and commands change.
struct CommandRun::Saved {
    explicit Saved(const Context& context)
        : state(context.state),
          arrays(context.vertex_arrays.bound),
          restart(restart_of(context.vertex_arrays)),
          current(context.immediate.current),
          programs(programs_in_use(context.programs)),
          framebuffer(context.framebuffers.draw) {}

    State state;
    std::shared_ptr<VertexArrayObject> arrays;
    PrimitiveRestart restart;
    decltype(ImmediateState::current) current;
    ProgramsInUse programs;
    std::shared_ptr<Framebuffer> framebuffer;
};

CommandRun::CommandRun(Context& context) : context_(context), all_(context) {
    end_sequence(context);
    await_programs(context.rasterizer, context.buffers);  // which may write commands
    saved_ = std::make_unique<Saved>(context);
    auto uniforms = std::make_unique<CommandListState::Addresses>();
    auto arrays = std::make_shared<VertexArrayObject>(*context.vertex_arrays.bound);
    for (VertexBinding& binding : arrays->bindings) binding.address = 0, binding.length = 0;
    arrays->elements_address = 0;
    arrays->elements_length = 0;
    arrays->unified_arrays = arrays->unified_elements = true;
    // Nothing fails from here on.
    context.vertex_arrays.bound = std::move(arrays);
    context.command_lists.uniforms = std::move(uniforms);
}

CommandRun::~CommandRun() {
    context_.state = std::move(saved_->state);
    context_.vertex_arrays.bound = std::move(saved_->arrays);
    set_restart(context_.vertex_arrays, saved_->restart);
    context_.immediate.current = saved_->current;
    use_programs(context_.programs, std::move(saved_->programs));
    context_.framebuffers.draw = std::move(saved_->framebuffer);
    context_.command_lists.uniforms = nullptr;
}

void CommandRun::use(const CommandStep& step) {
    is_validated_ = false;
    context_.framebuffers.draw = step.framebuffer;
    if (state_ == step.state) return;
    const CapturedState& captured = *step.state;
    const CommandedState commanded = commanded_state(context_.state);
    context_.state = captured.state;
    set_commanded_state(context_.state, commanded);
    auto arrays = std::make_shared<VertexArrayObject>(captured.arrays);
    const VertexArrayObject& before = *context_.vertex_arrays.bound;
    for (size_t n = 0; n < arrays->bindings.size(); ++n) {
        arrays->bindings[n].address = before.bindings[n].address;
        arrays->bindings[n].length = before.bindings[n].length;
    }
    arrays->elements_address = before.elements_address;
    arrays->elements_length = before.elements_length;
    arrays->unified_arrays = arrays->unified_elements = true;
    context_.vertex_arrays.bound = std::move(arrays);
    set_restart(context_.vertex_arrays, captured.restart);
    context_.immediate.current = captured.current;
    use_programs(context_.programs, captured.programs);
    state_ = step.state;
}

bool CommandRun::execute(GLenum mode, std::span<const std::byte> commands, size_t sequence) {
    mode_ = mode;
    sequence_ = sequence;
    for (at_ = 0; at_ < commands.size();) {
        if (all_.stopped()) return false;
        GLuint header = 0;
        if (commands.size() - at_ < sizeof header) {
            fail("less than a header is left");
            return false;
        }
        std::memcpy(&header, commands.data() + at_, sizeof header);
        const CommandToken* const token = find_command_token(context_.version, header & 0xff);
        if (!token || header != command_header(*token)) {
            fail("this is no header of a command");
            return false;
        }
        if (commands.size() - at_ < token->bytes) {
            fail("the sequence ends within a command");
            return false;
        }
        switch (execute(commands.data() + at_ + sizeof header, token->token)) {
            case Then::GoOn: break;
            case Then::End: return true;
            case Then::Stop: return false;
        }
        at_ += token->bytes;
    }
    return true;
}

CommandRun::Then CommandRun::execute(const std::byte* words, GLenum token) {
    switch (token) {
#define ASMGL_COMMAND(name, structure, method)                                             \
    case name: {                                                                           \
        structure read;                                                                    \
        if constexpr (!std::is_empty_v<structure>) std::memcpy(&read, words, sizeof read); \
        return method(read);                                                               \
    }
#include "glapi/commands/command_lists/command_tokens.def"
#undef ASMGL_COMMAND
        default: return Then::Stop;  // not a row
    }
}

CommandRun::Then CommandRun::fail(const char* why) {
    context_.error(GL_INVALID_OPERATION, "sequence %zu, byte %zu: %s", sequence_, at_, why);
    return Then::Stop;
}

// ---- draws

CommandRun::Then CommandRun::draw(ArrayDraw call) {
    if (call.count < 0 || call.instance_count < 0) return fail("a count is beyond 2^31");
    if (!is_validated_ || validated_ != call.mode) {
        if (!validate_draw(context_, call.mode)) return Then::Stop;
        validated_ = call.mode;
        is_validated_ = true;
    }
    glapi::draw_arrays(context_, call);
    return Then::GoOn;
}

bool CommandRun::suits(GLenum mode) const {
    return mode == mode_ || mode == strip_of(mode_) || mode == special_of(mode_);
}

namespace {

ArrayDraw elements(GLenum mode, IndexType type, GLuint count, GLuint first_index, GLuint base_vertex) {
    return {.mode = mode,
            .count = static_cast<int32_t>(count),
            .index_type = type,
            .indices = index_offset(first_index, type),
            .base_vertex = static_cast<int32_t>(base_vertex)};
}

}  // namespace

CommandRun::Then CommandRun::draw_elements(const DrawElementsWords& words) {
    return draw(elements(mode_, index_type_, words.count, words.first_index, words.base_vertex));
}
CommandRun::Then CommandRun::draw_elements_strip(const DrawElementsWords& words) {
    return draw(elements(strip_of(mode_), index_type_, words.count, words.first_index, words.base_vertex));
}
CommandRun::Then CommandRun::draw_arrays(const DrawArraysWords& words) {
    return draw({.mode = mode_, .first = words.first, .count = static_cast<int32_t>(words.count)});
}
CommandRun::Then CommandRun::draw_arrays_strip(const DrawArraysWords& words) {
    return draw({.mode = strip_of(mode_), .first = words.first, .count = static_cast<int32_t>(words.count)});
}
CommandRun::Then CommandRun::draw_instanced_elements(const InstancedElementsWords& words) {
    if (!suits(words.mode)) return fail("the primitive is none of the basic one's");
    ArrayDraw call = elements(words.mode, index_type_, words.count, words.first_index, words.base_vertex);
    call.instance_count = static_cast<int32_t>(words.instances);
    call.base_instance = words.base_instance;
    return draw(call);
}
CommandRun::Then CommandRun::draw_instanced_arrays(const InstancedArraysWords& words) {
    if (!suits(words.mode)) return fail("the primitive is none of the basic one's");
    return draw({.mode = words.mode,
                 .first = words.first,
                 .count = static_cast<int32_t>(words.count),
                 .instance_count = static_cast<int32_t>(words.instances),
                 .base_instance = words.base_instance});
}

// ---- addresses

CommandRun::Then CommandRun::element_address(const ElementAddressWords& words) {
    switch (words.index_bytes) {
        case 1: index_type_ = IndexType::UnsignedByte; break;
        case 2: index_type_ = IndexType::UnsignedShort; break;
        case 4: index_type_ = IndexType::UnsignedInt; break;
        default: return fail("an index has 1, 2 or 4 bytes");
    }
    commands::BufferAddressRangeNV(context_, GL_ELEMENT_ARRAY_ADDRESS_NV, 0, address_of(words.low, words.high),
                                   unbounded);
    return Then::GoOn;
}
CommandRun::Then CommandRun::attribute_address(const AttributeAddressWords& words) {
    if (words.index >= generic_attribute_count) return fail("there is no such attribute");
    commands::BufferAddressRangeNV(context_, GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV, words.index,
                                   address_of(words.low, words.high), unbounded);
    return Then::GoOn;
}
CommandRun::Then CommandRun::uniform_address(const UniformAddressWords& words) {
    CommandListState::Addresses& stages = *context_.command_lists.uniforms;
    if (words.stage >= stages.size()) return fail("this is no stage");
    if (words.index >= stages[words.stage].size()) return fail("there is no such uniform buffer");
    const GLuint64 address = address_of(words.low, words.high);
    if (address % limits::UNIFORM_BUFFER_OFFSET_ALIGNMENT != 0)
        return fail("the address of a uniform buffer is not aligned");
    stages[words.stage][words.index] = address;
    return Then::GoOn;
}

// ---- state

CommandRun::Then CommandRun::blend_color(const BlendColorWords& words) {
    commands::BlendColor(context_, words.red, words.green, words.blue, words.alpha);
    return Then::GoOn;
}
CommandRun::Then CommandRun::stencil_reference(const StencilReferenceWords& words) {
    context_.state.stencil.sides[0].reference = static_cast<GLint>(words.front);
    context_.state.stencil.sides[1].reference = static_cast<GLint>(words.back);
    return Then::GoOn;
}
CommandRun::Then CommandRun::line_width(const OneNumber& words) {
    commands::LineWidth(context_, words.value);
    return Then::GoOn;
}
CommandRun::Then CommandRun::polygon_offset(const PolygonOffsetWords& words) {
    commands::PolygonOffset(context_, words.scale, words.bias);
    return Then::GoOn;
}
CommandRun::Then CommandRun::alpha_reference(const OneNumber& words) {
    commands::AlphaFunc(context_, context_.state.color_buffer.alpha_function, words.value);
    return Then::GoOn;
}
// These set the first viewport, and the first scissor box.
CommandRun::Then CommandRun::viewport(const RectangleWords& words) {
    commands::ViewportIndexedf(context_, 0, static_cast<GLfloat>(static_cast<GLint>(words.x)),
                               static_cast<GLfloat>(static_cast<GLint>(words.y)),
                               static_cast<GLfloat>(static_cast<GLint>(words.width)),
                               static_cast<GLfloat>(static_cast<GLint>(words.height)));
    return Then::GoOn;
}
CommandRun::Then CommandRun::scissor(const RectangleWords& words) {
    commands::ScissorIndexed(context_, 0, static_cast<GLint>(words.x), static_cast<GLint>(words.y),
                             static_cast<GLsizei>(words.width), static_cast<GLsizei>(words.height));
    return Then::GoOn;
}
// As the pseudo-code and NVIDIA's own programs have it; the comment at the structure says the opposite.
CommandRun::Then CommandRun::front_face(const OneWord& words) {
    context_.state.polygon.front_face = words.value ? GL_CW : GL_CCW;
    return Then::GoOn;
}

}  // namespace glapi
