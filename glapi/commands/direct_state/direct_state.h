// EXT_direct_state_access: a command that names its object is the command that works on a binding, run while the object
// is bound. The binding is as it was afterwards, and nothing but the command sees it changed. Which command runs under
// which binding is a table: glapi/registry/forwarded_commands.py. Here: under_… calls a function, with_… a command with
// the arguments that do not name the object.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "glapi/commands/swapped.h"
#include "glapi/context.h"
#include "glapi/errors.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "glapi/state/state.h"

namespace glapi {

// The object of a name, made where it has none yet.
template <typename T, typename... Arguments>
std::shared_ptr<T> find_or_create(NameTable<T>& names, GLuint name, const Arguments&... arguments) {
    std::shared_ptr<T> object = names.find(name);
    if (!object) {
        object = std::make_shared<T>(name, arguments...);
        names.insert(name, object);
    }
    return object;
}

// ---- textures, and what else belongs to a unit

// `target` may be that of an image: a face of a cube, a proxy (of texture 0 only).
template <typename... Parameters, typename... Arguments>
void with_texture(Context& context, GLuint texture, GLenum target, void (*run)(Context&, GLenum, Parameters...),
                  Arguments... arguments) {
    const TargetInfo info = target_info(target);
    if (!info.valid) return context.error(GL_INVALID_ENUM, "%s is no texture target", enum_name(target));
    if (info.proxy && texture != 0)
        return context.error(GL_INVALID_OPERATION, "texture %u is no %s", texture, enum_name(target));
    auto& binding = context.textures.active().textures[static_cast<size_t>(info.kind)];
    const Swapped bound(binding, binding);
    if (!info.proxy) {
        commands::BindTexture(context, target_of_kind(info.kind), texture);
        if (binding->name != texture) return;
    }
    run(context, target, arguments...);
}

template <typename... Parameters, typename... Arguments>
void with_unit(Context& context, GLenum unit, void (*run)(Context&, Parameters...), Arguments... arguments) {
    if (unit - GL_TEXTURE0 >= GLenum{texture_unit_count})
        return context.error(GL_INVALID_ENUM, "%s is not among the %d units", enum_name(unit), texture_unit_count);
    const Swapped active(context.textures.active_unit, static_cast<int32_t>(unit - GL_TEXTURE0));
    run(context, arguments...);
}

// ---- programs and matrices

template <typename... Parameters, typename... Arguments>
void with_program(Context& context, GLuint program, GLenum target, void (*run)(Context&, GLenum, Parameters...),
                  Arguments... arguments) {
    auto& targets = context.programs.targets;
    const auto state = std::ranges::find_if(targets, [&](const auto& each) { return each.standard->target == target; });
    if (state == targets.end()) return context.error(GL_INVALID_ENUM, "%s is not a program target", enum_name(target));
    std::shared_ptr<ProgramObject> object =
        program ? find_or_create(context.shared->programs, program, target) : state->standard;
    if (object->target != target) return context.error(GL_INVALID_OPERATION, "program %u has another target", program);
    const Swapped bound(state->bound, std::move(object));
    run(context, target, arguments...);
}

// `mode`: as MatrixMode has it, or the texture matrix of a unit.
template <typename... Parameters, typename... Arguments>
void with_matrix(Context& context, GLenum mode, void (*run)(Context&, Parameters...), Arguments... arguments) {
    const Swapped matrix_mode(context.state.transform.matrix_mode, context.state.transform.matrix_mode);
    const Swapped unit(context.textures.active_unit, context.textures.active_unit);
    if (mode - GL_TEXTURE0 < GLenum{limits::MAX_TEXTURE_COORDS}) {
        context.textures.active_unit = static_cast<int32_t>(mode - GL_TEXTURE0);
        mode = GL_TEXTURE;
    } else if (mode - GL_TEXTURE0 < 32) {
        return context.error(GL_INVALID_ENUM, "%s has no matrix", enum_name(mode));
    }
    commands::MatrixMode(context, mode);
    if (context.state.transform.matrix_mode == mode) run(context, arguments...);
}

// ---- buffers, renderbuffers, framebuffers

// Null after an error.
inline std::shared_ptr<Buffer> named_buffer(Errors& errors, ShareGroup& shared, GLuint buffer) {
    if (buffer != 0) return find_or_create(shared.buffers, buffer);
    errors.error(GL_INVALID_OPERATION, "there is no buffer 0");
    return nullptr;
}

template <typename Result, typename... Parameters, typename... Arguments>
Result with_buffer(Context& context, GLuint buffer, Result (*run)(Context&, GLenum, Parameters...),
                   Arguments... arguments) {
    std::shared_ptr<Buffer> object = named_buffer(context, *context.shared, buffer);
    if (!object) return Result();
    const Swapped bound(context.buffers[BufferTarget::CopyWrite], std::move(object));
    return run(context, GL_COPY_WRITE_BUFFER, arguments...);
}

template <typename... Parameters, typename... Arguments>
void with_renderbuffer(Context& context, GLuint renderbuffer, void (*run)(Context&, GLenum, Parameters...),
                       Arguments... arguments) {
    if (renderbuffer == 0) return context.error(GL_INVALID_OPERATION, "there is no renderbuffer 0");
    std::shared_ptr<Renderbuffer> object = find_or_create(context.shared->renderbuffers, renderbuffer);
    object->created = true;
    const Swapped bound(context.framebuffers.renderbuffer, std::move(object));
    run(context, GL_RENDERBUFFER, arguments...);
}

// Null for the window's.
inline std::shared_ptr<Framebuffer> named_framebuffer(NameTable<Framebuffer>& framebuffer_names, GLuint framebuffer) {
    if (framebuffer == 0) return nullptr;
    std::shared_ptr<Framebuffer> object = find_or_create(framebuffer_names, framebuffer);
    object->created = true;
    return object;
}

template <typename... Parameters, typename... Arguments>
void with_framebuffer(Context& context, GLuint framebuffer, void (*run)(Context&, GLenum, Parameters...),
                      Arguments... arguments) {
    const Swapped bound(context.framebuffers.draw, named_framebuffer(context.framebuffer_names, framebuffer));
    run(context, GL_DRAW_FRAMEBUFFER, arguments...);
}

template <typename... Parameters, typename... Arguments>
void with_generated_framebuffer(Context& context, GLuint framebuffer, void (*run)(Context&, GLenum, Parameters...),
                                Arguments... arguments) {
    if (framebuffer != 0 && !context.framebuffer_names.reserved(framebuffer))
        return context.error(GL_INVALID_VALUE, "%u is not a name from glGenFramebuffers", framebuffer);
    with_framebuffer(context, framebuffer, run, arguments...);
}

// ---- vertex arrays

template <typename Function>
void under_vertex_array(Context& context, GLuint name, Function&& function) {
    VertexArrayState& state = context.vertex_arrays;
    if (name != 0 && !state.names.reserved(name))
        return context.error(GL_INVALID_OPERATION, "%u is not a name from glGenVertexArrays", name);
    const Swapped bound(state.bound, name ? find_or_create(state.names, name) : state.standard);
    function();
}

template <typename... Parameters, typename... Arguments>
void with_vertex_array(Context& context, GLuint name, void (*run)(Context&, Parameters...), Arguments... arguments) {
    under_vertex_array(context, name, [&] { run(context, arguments...); });
}

// ARB_direct_state_access asks for an object that there is; the compatibility profile has that of name 0, too.
template <typename Function>
void under_existing_vertex_array(Context& context, GLuint name, Function&& function) {
    VertexArrayState& state = context.vertex_arrays;
    std::shared_ptr<VertexArrayObject> object =
        name || context.version.is_core() ? state.names.find(name) : state.standard;
    if (!object) return context.error(GL_INVALID_OPERATION, "there is no vertex array object %u", name);
    const Swapped bound(state.bound, std::move(object));
    function();
}

template <typename... Parameters, typename... Arguments>
void with_existing_vertex_array(Context& context, GLuint name, void (*run)(Context&, Parameters...),
                                Arguments... arguments) {
    under_existing_vertex_array(context, name, [&] { run(context, arguments...); });
}

// The last argument of `run` is a buffer offset, as a pointer.
template <typename... Parameters, typename... Arguments>
void with_array_buffer(Context& context, GLuint array, GLuint buffer, GLintptr offset,
                       void (*run)(Context&, Parameters...), Arguments... arguments) {
    if (offset < 0) return context.error(GL_INVALID_VALUE, "the offset is negative");
    under_vertex_array(context, array, [&] {
        const Swapped bound(context.buffers[BufferTarget::Array],
                            buffer ? find_or_create(context.shared->buffers, buffer) : nullptr);
        run(context, arguments..., reinterpret_cast<const void*>(offset));
    });
}

// Whether it is of the client's active set of texture coordinates.
bool is_texture_coordinate_state(GLenum name);

// Runs with a client active texture unit; `error`: for an invalid number.
template <typename Function>
void with_coordinates(Context& context, GLuint set, GLenum error, Function&& function) {
    if (set >= GLuint{texture_coordinate_count})
        return context.error(error, "there is no texture coordinate set %u", set);
    const Swapped active(context.vertex_arrays.client_active_texture, static_cast<int>(set));
    function();
}

}  // namespace glapi
