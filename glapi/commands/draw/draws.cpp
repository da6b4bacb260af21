// Drawing commands: validation, and vertex input from arrays or immediate mode's records.
#include <algorithm>
#include <cstring>

#include "glapi/commands/lists/compile_arrays.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/fixed_function/fixed_function.h"
#include "glapi/generated/commands.h"
#include "glapi/resolve/resolve_draw.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {

using arbasm::BindingKind;
using rasterizer::Draw;
using rasterizer::IndexType;
using rasterizer::Primitive;

namespace {

bool is_mode(const Context& context, GLenum mode) {
    switch (mode) {
        case GL_POINTS:
        case GL_LINES:
        case GL_LINE_LOOP:
        case GL_LINE_STRIP:
        case GL_TRIANGLES:
        case GL_TRIANGLE_STRIP:
        case GL_TRIANGLE_FAN:
        case GL_LINES_ADJACENCY:
        case GL_LINE_STRIP_ADJACENCY:
        case GL_TRIANGLES_ADJACENCY:
        case GL_TRIANGLE_STRIP_ADJACENCY:
        case GL_PATCHES: return true;
        case GL_QUADS:
        case GL_QUAD_STRIP:
        case GL_POLYGON: return context.request.profile == Profile::Compatibility;
        default: return false;
    }
}

// Two programs may not sample one unit by different targets (NV_gpu_program4, "Begin").
bool textures_agree(const arbasm::Program& a, const arbasm::Program& b) {
    const size_t shared = std::min(a.texture_units.size(), b.texture_units.size());
    for (size_t unit = 0; unit < shared; ++unit) {
        const auto first = a.texture_units[unit], second = b.texture_units[unit];
        if (first != arbasm::TextureTarget::None && second != arbasm::TextureTarget::None && first != second)
            return false;
    }
    return true;
}

void fill_array_input(const Context& context, Draw& draw) {
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    draw.input.edge_flags = wants_edge_flags(draw) ? resolve_array(context, object.arrays[slot_edge_flag],
                                                                   context.immediate.current[slot_edge_flag])
                                                   : rasterizer::VertexInput{}.edge_flags;
    const bool program_mode = context.programs.vertex_active();
    for (size_t i = 0; i < attribute_count(draw); ++i) {
        rasterizer::VertexAttribute& attribute = draw.input.attributes[i];
        attribute = {};
        const int slot = attribute_slot(draw.vertex.program->attributes[i].binding);
        if (slot < 0) continue;
        const int array = supplying_array(object, slot, program_mode);
        const arbasm::Attribute& wanted = draw.vertex.program->attributes[i];
        const bool high = wanted.is_long && wanted.binding.high;
        attribute.current = context.immediate.current[high ? high_slot(slot) : slot];
        if (array < 0) continue;
        attribute = wanted.is_long ? resolve_half(context, object.arrays[array], attribute.current, high)
                                   : resolve_array(context, object.arrays[array], attribute.current);
    }
}

bool any_mapped(const VertexArrayObject& object, bool indexed) {
    // What is read by address may be mapped (NV_shader_buffer_load, issue 7).
    if (indexed && !object.unified_elements && object.elements && object.elements->mapped) return true;
    return !object.unified_arrays && std::ranges::any_of(object.arrays, [](const VertexArray& array) {
        return array.any_enabled() && array.buffer && array.buffer->mapped;
    });
}

int index_bytes(IndexType type) {
    switch (type) {
        case IndexType::UnsignedByte: return 1;
        case IndexType::UnsignedShort: return 2;
        case IndexType::UnsignedInt: return 4;
        case IndexType::None: break;
    }
    return 0;
}

}  // namespace

int attribute_slot(const arbasm::Binding& binding) {
    switch (binding.kind) {
        case BindingKind::Position: return slot_position;
        case BindingKind::Normal: return slot_normal;
        case BindingKind::Color: return binding.secondary ? slot_secondary_color : slot_color;
        case BindingKind::FogCoord: return slot_fog_coordinate;
        case BindingKind::Texcoord: return slot_texture_coordinate + binding.index;
        case BindingKind::GenericAttrib: {
            const int material = binding.index - generic_attribute_count;
            if (material >= 0)
                return material_slot(material / material_property_count, material % material_property_count);
            return binding.index == 0 ? slot_position : generic_slot(binding.index);
        }
        case BindingKind::Weight: return slot_weight;
        default: return -1;
    }
}

Primitive primitive_of(GLenum mode) {
    static_assert(static_cast<int>(Primitive::Polygon) == GL_POLYGON);
    static_assert(static_cast<int>(Primitive::LinesAdjacency) == GL_LINES_ADJACENCY);
    static_assert(static_cast<int>(Primitive::Patches) == GL_PATCHES);
    return static_cast<Primitive>(mode);
}

bool validate_programs(Context& context, const char* command) {
    const ProgramState& programs = context.programs;
    if (programs.current) return true;
    const auto& vertex = programs[ProgramTarget::Vertex];
    const auto& fragment = programs.fragment_target();
    if (vertex.enabled && !vertex.bound->program) {
        context.error(GL_INVALID_OPERATION, "%s: the vertex program %u has not been loaded", command,
                      vertex.bound->name);
        return false;
    }
    if (fragment.enabled && !fragment.bound->program) {
        context.error(GL_INVALID_OPERATION, "%s: the fragment program %u has not been loaded", command,
                      fragment.bound->name);
        return false;
    }
    // The same for fixed-function fragments beside a program that samples textures (NV_vertex_program3, "Begin").
    const bool samples = vertex.enabled && !vertex.bound->program->texture_units.empty();
    const arbasm::Program* const fragments = !samples ? nullptr
                                             : fragment.enabled
                                                 ? fragment.bound->program.get()
                                                 : effective_fragment_program(context).executable->program.get();
    if (fragments && !textures_agree(*vertex.bound->program, *fragments)) {
        context.error(GL_INVALID_OPERATION, "%s: vertices and fragments sample one unit by different targets", command);
        return false;
    }
    std::vector<const arbasm::Program*> others;
    if (vertex.enabled) others.push_back(vertex.bound->program.get());
    if (fragment.enabled) others.push_back(fragment.bound->program.get());
    for (const ProgramTarget target :
         {ProgramTarget::TessControl, ProgramTarget::TessEvaluation, ProgramTarget::Geometry}) {
        const std::shared_ptr<ProgramObject> object = programs.stage(target);
        if (!object) continue;
        if (!object->program) {
            context.error(GL_INVALID_OPERATION, "%s: the program %u has not been loaded", command, object->name);
            return false;
        }
        for (const arbasm::Program* other : others)
            if (!textures_agree(*object->program, *other)) {
                context.error(GL_INVALID_OPERATION, "%s: the programs sample one unit by different targets", command);
                return false;
            }
        others.push_back(object->program.get());
    }
    return true;
}

namespace {

// Whether a geometry program that takes `input` can be given what `mode` makes (NV_geometry_program4, "Errors").
bool suits_geometry(arbasm::PrimitiveIn input, GLenum mode) {
    switch (input) {
        case arbasm::PrimitiveIn::Points: return mode == GL_POINTS;
        case arbasm::PrimitiveIn::Lines: return mode == GL_LINES || mode == GL_LINE_STRIP || mode == GL_LINE_LOOP;
        case arbasm::PrimitiveIn::LinesAdjacency: return mode == GL_LINES_ADJACENCY || mode == GL_LINE_STRIP_ADJACENCY;
        case arbasm::PrimitiveIn::Triangles:
            return mode == GL_TRIANGLES || mode == GL_TRIANGLE_STRIP || mode == GL_TRIANGLE_FAN;
        case arbasm::PrimitiveIn::TrianglesAdjacency:
            return mode == GL_TRIANGLES_ADJACENCY || mode == GL_TRIANGLE_STRIP_ADJACENCY;
        case arbasm::PrimitiveIn::Patches: return mode == GL_PATCHES;
        case arbasm::PrimitiveIn::None: break;
    }
    return false;
}

bool validate_stages(Context& context, GLenum mode, const char* command) {
    const ProgramState& programs = context.programs;
    const auto control = programs.stage(ProgramTarget::TessControl);
    const auto evaluation = programs.stage(ProgramTarget::TessEvaluation);
    const auto geometry = programs.stage(ProgramTarget::Geometry);
    if ((control || evaluation) && mode != GL_PATCHES) {
        context.error(GL_INVALID_OPERATION, "%s: tessellation programs are enabled, and the primitive is not PATCHES",
                      command);
        return false;
    }
    // Only an evaluation program or a geometry program makes anything of patches (ARB_tessellation_shader, "Errors").
    if (mode == GL_PATCHES && !evaluation && !geometry) {
        context.error(GL_INVALID_OPERATION, "%s: no tessellation evaluation program is enabled", command);
        return false;
    }
    if (geometry) {
        // Behind the tessellator there are points, lines and triangles.
        GLenum made = mode;
        if (evaluation) {
            const arbasm::Program& program = *evaluation->program;
            made = program.tess_point_mode                           ? GL_POINTS
                   : program.tess_mode == arbasm::TessMode::Isolines ? GL_LINES
                                                                     : GL_TRIANGLES;
        }
        if (geometry->program->has(arbasm::Option::NvGeometryProgramPassthrough) &&
            context.feedback_objects.running()) {
            context.error(GL_INVALID_OPERATION, "%s: what passes through geometry program %u can't be captured",
                          command, geometry->name);
            return false;
        }
        if (!suits_geometry(geometry->program->primitive_in, made)) {
            context.error(GL_INVALID_OPERATION, "%s: the primitives are not those that geometry program %u takes",
                          command, geometry->name);
            return false;
        }
    }
    return validate_feedback(context, mode, command);
}

bool reads_second_source(const BlendBuffer& buffer) {
    for (const GLenum factor :
         {buffer.source_rgb, buffer.destination_rgb, buffer.source_alpha, buffer.destination_alpha})
        if (factor == GL_SRC1_COLOR || factor == GL_ONE_MINUS_SRC1_COLOR || factor == GL_SRC1_ALPHA ||
            factor == GL_ONE_MINUS_SRC1_ALPHA)
            return true;
    return false;
}

// ARB_blend_func_extended, "Dual Source Blending and Multiple Draw Buffers".
bool validate_blending(Context& context, const char* command) {
    if (std::ranges::none_of(context.state.color_buffer.buffers, reads_second_source)) return true;
    const auto& framebuffer = context.framebuffers.draw;
    const auto& buffers = framebuffer ? framebuffer->draw_buffers : context.framebuffers.window_draw_buffers;
    if (std::all_of(buffers.begin() + limits::dual_source_draw_buffers, buffers.end(),
                    [](GLenum buffer) { return buffer == GL_NONE; }))
        return true;
    context.error(GL_INVALID_OPERATION, "%s: blending by a second source colour takes %d draw buffer only", command,
                  limits::dual_source_draw_buffers);
    return false;
}

bool validate_targets(Context& context, const char* command) {
    if (!validate_blending(context, command)) return false;
    if (framebuffer_status(context, context.framebuffers.draw.get()) != GL_FRAMEBUFFER_COMPLETE) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "%s: the draw framebuffer is not complete", command);
        return false;
    }
    return true;
}

}  // namespace

bool validate_draw(Context& context, GLenum mode, const char* command) {
    if (!is_mode(context, mode)) {
        context.error(GL_INVALID_ENUM, "%s: 0x%x is not a primitive", command, mode);
        return false;
    }
    if (!validate_programs(context, command) || !validate_stages(context, mode, command)) return false;
    return validate_targets(context, command);
}

bool validate_rectangle(Context& context, const char* command) {
    return validate_programs(context, command) && validate_targets(context, command);
}

void draw_arrays(Context& context, const ArrayDraw& call) {
    if (call.count <= 0 || call.instance_count <= 0) return;
    if (context.lists.compiling && !lists::compile_arrays(context, call)) return;
    const runtime::PermeableSignalHold hold;
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    Draw& draw = *context.drawing.draw;
    if (!resolve_draw(context, draw)) return;
    // Without positions nothing is drawn (GL 2.1 §2.8), except by programs: they may make them of anything.
    const bool program_mode = context.programs.vertex_active();
    if (!program_mode && supplying_array(object, slot_position, false) < 0) return;
    // Nor without what selects matrices of the palette (OES_matrix_palette).
    if (context.state.matrices.palette_enabled &&
        (!object.arrays[slot_weight].enabled || !object.arrays[slot_matrix_index].enabled))
        return;
    draw.primitive = primitive_of(call.mode);
    fill_array_input(context, draw);
    rasterizer::VertexInput& input = draw.input;
    input.index_type = call.index_type;
    input.indices = nullptr;
    input.readable_indices = SIZE_MAX;
    input.first = static_cast<int32_t>(call.first);
    input.count = call.count;
    input.base_vertex = call.base_vertex;
    input.instance_count = call.instance_count;
    input.base_instance = call.base_instance;
    input.draw_id = call.draw_id;
    input.primitive_restart = false;
    if (call.index_type != IndexType::None) {
        const int bytes = index_bytes(call.index_type);
        if (object.elements || object.unified_elements) {
            const auto readable = element_bytes(context, reinterpret_cast<size_t>(call.indices));
            input.indices = readable.data();
            input.readable_indices = readable.size();
        } else {
            if (!call.indices) return;
            input.indices = static_cast<const std::byte*>(call.indices);
        }
        const VertexArrayState& arrays = context.vertex_arrays;
        input.primitive_restart = arrays.primitive_restart || arrays.primitive_restart_fixed_index;
        input.restart_index = arrays.primitive_restart_fixed_index
                                  ? static_cast<uint32_t>((uint64_t{1} << 8 * bytes) - 1)
                                  : arrays.restart_index;
    }
    context.rasterizer.draw(draw);
    tell_observed(context);
}

namespace {

// Index type of a token; None after an error.
IndexType index_type(Context& context, GLenum type, const char* command) {
    switch (type) {
        case GL_UNSIGNED_BYTE: return IndexType::UnsignedByte;
        case GL_UNSIGNED_SHORT: return IndexType::UnsignedShort;
        case GL_UNSIGNED_INT: return IndexType::UnsignedInt;
        default: context.error(GL_INVALID_ENUM, "%s: 0x%x is not an index type", command, type); return IndexType::None;
    }
}

bool validate_counts(Context& context, GLint first, GLsizei count, GLsizei instances, const char* command) {
    if (first >= 0 && count >= 0 && instances >= 0) return true;
    context.error(GL_INVALID_VALUE, "%s: %s is negative", command,
                  first < 0   ? "first"
                  : count < 0 ? "count"
                              : "the number of instances");
    return false;
}

bool validate_buffers(Context& context, bool indexed, const char* command) {
    if (!any_mapped(*context.vertex_arrays.bound, indexed)) return true;
    context.error(GL_INVALID_OPERATION, "%s: a buffer that is read is mapped", command);
    return false;
}

void draw_non_indexed(Context& context, GLenum mode, GLint first, GLsizei count, GLsizei instances, GLuint base,
                      const char* command, uint32_t draw_id = 0) {
    if (!validate_draw(context, mode, command) || !validate_counts(context, first, count, instances, command) ||
        !validate_buffers(context, false, command))
        return;
    draw_arrays(context, {.mode = mode,
                          .first = first,
                          .count = count,
                          .instance_count = instances,
                          .base_instance = base,
                          .draw_id = draw_id});
}

void draw_indexed(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices, GLint base_vertex,
                  GLsizei instances, GLuint base_instance, const char* command, uint32_t draw_id = 0) {
    if (!validate_draw(context, mode, command) || !validate_counts(context, 0, count, instances, command)) return;
    const IndexType kind = index_type(context, type, command);
    if (kind == IndexType::None || !validate_buffers(context, true, command)) return;
    draw_arrays(context, {.mode = mode,
                          .count = count,
                          .index_type = kind,
                          .indices = indices,
                          .base_vertex = base_vertex,
                          .instance_count = instances,
                          .base_instance = base_instance,
                          .draw_id = draw_id});
}

// Instanced draws can't be compiled into display lists (ARB_draw_instanced).
bool refuse_in_list(Context& context, const char* command) {
    if (!context.lists.compiling) return false;
    context.error(GL_INVALID_OPERATION, "%s while a display list is compiled", command);
    return true;
}

// The words of an indirect draw: in DRAW_INDIRECT_BUFFER or, without one, in client memory.
bool indirect_words(Context& context, const void* indirect, GLuint* words, size_t count, const char* command) {
    const auto& buffer = context.buffers[BufferTarget::DrawIndirect];
    const size_t offset = reinterpret_cast<size_t>(indirect);
    if (offset % 4 != 0) {
        context.error(GL_INVALID_VALUE, "%s: the offset is not a multiple of 4", command);
        return false;
    }
    if (!buffer) {
        if (context.request.profile == Profile::Core || !indirect) {
            context.error(GL_INVALID_OPERATION, "%s: no DRAW_INDIRECT_BUFFER is bound", command);
            return false;
        }
        std::memcpy(words, indirect, count * 4);
        return true;
    }
    if (buffer->mapped || offset > buffer->size || buffer->size - offset < count * 4) {
        context.error(GL_INVALID_OPERATION, "%s: the command is outside the buffer, or that is mapped", command);
        return false;
    }
    std::memcpy(words, buffer->data.get() + offset, count * 4);
    return true;
}

// Draws `draws` records of `words` 32-bit words each, `stride` bytes apart (0: one after the other).
template <typename DrawOne>
void multi_draw_indirect(Context& context, const void* indirect, GLsizei draws, GLsizei stride, GLsizei words,
                         const char* command, DrawOne draw_one) {
    if (draws < 0 || stride < 0 || stride % 4 != 0)
        return context.error(GL_INVALID_VALUE, "%s: a count or the stride is negative, or no multiple of 4", command);
    if (stride == 0) stride = words * 4;
    const auto& buffer = context.buffers[BufferTarget::DrawIndirect];
    const auto offset = reinterpret_cast<size_t>(indirect);
    const size_t bytes = draws ? size_t(draws - 1) * size_t(stride) + size_t(words) * 4 : 0;
    if (buffer && (offset > buffer->size || buffer->size - offset < bytes))
        return context.error(GL_INVALID_OPERATION, "%s: the commands reach beyond the buffer", command);
    for (GLsizei i = 0; i < draws; ++i)
        draw_one(reinterpret_cast<const void*>(offset + size_t(i) * size_t(stride)), static_cast<uint32_t>(i));
}

void draw_arrays_indirect(Context& context, GLenum mode, const void* indirect, uint32_t draw_id, const char* command) {
    GLuint words[4];  // count, instances, first, base instance
    if (!validate_draw(context, mode, command) || !indirect_words(context, indirect, words, 4, command)) return;
    draw_non_indexed(context, mode, static_cast<GLint>(words[2]), static_cast<GLsizei>(words[0]),
                     static_cast<GLsizei>(words[1]), words[3], command, draw_id);
}

void draw_elements_indirect(Context& context, GLenum mode, GLenum type, const void* indirect, uint32_t draw_id,
                            const char* command) {
    GLuint words[5];  // count, instances, first index, base vertex, base instance
    if (!validate_draw(context, mode, command)) return;
    const IndexType kind = index_type(context, type, command);
    if (kind == IndexType::None) return;
    if (!context.vertex_arrays.bound->elements && !context.vertex_arrays.bound->unified_elements)
        return context.error(GL_INVALID_OPERATION, "%s: no ELEMENT_ARRAY_BUFFER is bound", command);
    if (!indirect_words(context, indirect, words, 5, command)) return;
    const size_t offset = size_t{words[2]} * static_cast<size_t>(index_bytes(kind));
    draw_indexed(context, mode, static_cast<GLsizei>(words[0]), type, reinterpret_cast<const void*>(offset),
                 static_cast<GLint>(words[3]), static_cast<GLsizei>(words[1]), words[4], command, draw_id);
}

}  // namespace

namespace commands {

void DrawArrays(Context& context, GLenum mode, GLint first, GLsizei count) {
    draw_non_indexed(context, mode, first, count, 1, 0, "glDrawArrays");
}
void DrawArraysInstanced(Context& context, GLenum mode, GLint first, GLsizei count, GLsizei instances) {
    if (refuse_in_list(context, "glDrawArraysInstanced")) return;
    draw_non_indexed(context, mode, first, count, instances, 0, "glDrawArraysInstanced");
}
void DrawArraysInstancedBaseInstance(Context& context, GLenum mode, GLint first, GLsizei count, GLsizei instances,
                                     GLuint base) {
    if (refuse_in_list(context, "glDrawArraysInstancedBaseInstance")) return;
    draw_non_indexed(context, mode, first, count, instances, base, "glDrawArraysInstancedBaseInstance");
}

void DrawElements(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices) {
    draw_indexed(context, mode, count, type, indices, 0, 1, 0, "glDrawElements");
}
void DrawElementsBaseVertex(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                            GLint base_vertex) {
    draw_indexed(context, mode, count, type, indices, base_vertex, 1, 0, "glDrawElementsBaseVertex");
}
void DrawRangeElements(Context& context, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                       const void* indices) {
    if (end < start) return context.error(GL_INVALID_VALUE, "glDrawRangeElements: end is less than start");
    draw_indexed(context, mode, count, type, indices, 0, 1, 0, "glDrawRangeElements");
}
void DrawRangeElementsBaseVertex(Context& context, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                 const void* indices, GLint base_vertex) {
    if (end < start) return context.error(GL_INVALID_VALUE, "glDrawRangeElementsBaseVertex: end is less than start");
    draw_indexed(context, mode, count, type, indices, base_vertex, 1, 0, "glDrawRangeElementsBaseVertex");
}
void DrawElementsInstanced(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                           GLsizei instances) {
    if (refuse_in_list(context, "glDrawElementsInstanced")) return;
    draw_indexed(context, mode, count, type, indices, 0, instances, 0, "glDrawElementsInstanced");
}
void DrawElementsInstancedBaseVertex(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                                     GLsizei instances, GLint base_vertex) {
    if (refuse_in_list(context, "glDrawElementsInstancedBaseVertex")) return;
    draw_indexed(context, mode, count, type, indices, base_vertex, instances, 0, "glDrawElementsInstancedBaseVertex");
}
void DrawElementsInstancedBaseInstance(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                                       GLsizei instances, GLuint base) {
    if (refuse_in_list(context, "glDrawElementsInstancedBaseInstance")) return;
    draw_indexed(context, mode, count, type, indices, 0, instances, base, "glDrawElementsInstancedBaseInstance");
}
void DrawElementsInstancedBaseVertexBaseInstance(Context& context, GLenum mode, GLsizei count, GLenum type,
                                                 const void* indices, GLsizei instances, GLint base_vertex,
                                                 GLuint base) {
    if (refuse_in_list(context, "glDrawElementsInstancedBaseVertexBaseInstance")) return;
    draw_indexed(context, mode, count, type, indices, base_vertex, instances, base,
                 "glDrawElementsInstancedBaseVertexBaseInstance");
}

void MultiDrawArrays(Context& context, GLenum mode, const GLint* first, const GLsizei* count, GLsizei draws) {
    if (draws < 0) return context.error(GL_INVALID_VALUE, "glMultiDrawArrays: the number of draws is negative");
    if (!validate_draw(context, mode, "glMultiDrawArrays")) return;
    for (GLsizei i = 0; i < draws; ++i)
        if (!validate_counts(context, first[i], count[i], 0, "glMultiDrawArrays")) return;
    if (!validate_buffers(context, false, "glMultiDrawArrays")) return;
    for (GLsizei i = 0; i < draws; ++i)
        draw_arrays(context, {.mode = mode, .first = first[i], .count = count[i], .draw_id = static_cast<uint32_t>(i)});
}

void MultiDrawElementsBaseVertex(Context& context, GLenum mode, const GLsizei* count, GLenum type,
                                 const void* const* indices, GLsizei draws, const GLint* base_vertex) {
    const char* command = base_vertex ? "glMultiDrawElementsBaseVertex" : "glMultiDrawElements";
    if (draws < 0) return context.error(GL_INVALID_VALUE, "%s: the number of draws is negative", command);
    if (!validate_draw(context, mode, command)) return;
    const IndexType kind = index_type(context, type, command);
    if (kind == IndexType::None) return;
    for (GLsizei i = 0; i < draws; ++i)
        if (!validate_counts(context, 0, count[i], 0, command)) return;
    if (!validate_buffers(context, true, command)) return;
    for (GLsizei i = 0; i < draws; ++i)
        draw_arrays(context, {.mode = mode,
                              .count = count[i],
                              .index_type = kind,
                              .indices = indices[i],
                              .base_vertex = base_vertex ? base_vertex[i] : 0,
                              .draw_id = static_cast<uint32_t>(i)});
}
void MultiDrawElements(Context& context, GLenum mode, const GLsizei* count, GLenum type, const void* const* indices,
                       GLsizei draws) {
    MultiDrawElementsBaseVertex(context, mode, count, type, indices, draws, nullptr);
}

void DrawArraysIndirect(Context& context, GLenum mode, const void* indirect) {
    draw_arrays_indirect(context, mode, indirect, 0, "glDrawArraysIndirect");
}
void DrawElementsIndirect(Context& context, GLenum mode, GLenum type, const void* indirect) {
    draw_elements_indirect(context, mode, type, indirect, 0, "glDrawElementsIndirect");
}

void MultiDrawArraysIndirect(Context& context, GLenum mode, const void* indirect, GLsizei draws, GLsizei stride) {
    if (!validate_draw(context, mode, "glMultiDrawArraysIndirect")) return;
    constexpr const char* command = "glMultiDrawArraysIndirect";
    multi_draw_indirect(context, indirect, draws, stride, 4, command, [&](const void* at, uint32_t draw_id) {
        draw_arrays_indirect(context, mode, at, draw_id, command);
    });
}
void MultiDrawElementsIndirect(Context& context, GLenum mode, GLenum type, const void* indirect, GLsizei draws,
                               GLsizei stride) {
    if (!validate_draw(context, mode, "glMultiDrawElementsIndirect") ||
        index_type(context, type, "glMultiDrawElementsIndirect") == IndexType::None)
        return;
    constexpr const char* command = "glMultiDrawElementsIndirect";
    multi_draw_indirect(context, indirect, draws, stride, 5, command, [&](const void* at, uint32_t draw_id) {
        draw_elements_indirect(context, mode, type, at, draw_id, command);
    });
}

void ArrayElement(Context& context, GLint i) {
    const VertexArrayState& arrays = context.vertex_arrays;
    if (i < 0) return context.error(GL_INVALID_VALUE, "glArrayElement: the index is negative");
    if (arrays.primitive_restart && context.immediate.inside && static_cast<GLuint>(i) == arrays.restart_index)
        return PrimitiveRestartNV(context);
    const VertexArrayObject& object = *arrays.bound;
    if (any_mapped(object, false))
        return context.error(GL_INVALID_OPERATION, "glArrayElement: a buffer that is read is mapped");
    if (context.lists.compiling && !lists::compile_element(context, i)) return;
    // The position comes last, since it emits the vertex.
    const bool program_mode = context.programs.vertex_active();
    for (int slot = 1; slot < vertex_slot_count; ++slot) {
        const int array = element_array(object, slot, program_mode);
        if (array < 0) continue;
        if (object.arrays[array].wide)
            set_attribute(context, high_slot(slot), fetch_high_words(context, object.arrays[array], i));
        set_attribute(context, slot, fetch_element(context, object.arrays[array], i, context.immediate.current[slot]));
    }
    const int position = supplying_array(object, slot_position, program_mode);
    if (position >= 0 && object.arrays[position].wide)
        set_attribute(context, high_slot(slot_position), fetch_high_words(context, object.arrays[position], i));
    if (position >= 0) emit_vertex(context, fetch_element(context, object.arrays[position], i, {}));
}

}  // namespace commands
}  // namespace glapi
