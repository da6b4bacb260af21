// Commands of NV_fence and APPLE_fence.
#include "glapi/objects/sync/fences.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

using FenceTable = NameTable<NumberedFence>;

bool passed(NumberedFence& fence) {
    if (fence.fence && fence.fence->passed()) fence.fence = nullptr;
    return !fence.fence;
}

// Fences are flushed when they are set: the wait ends.
void finish(NumberedFence& fence) {
    if (fence.fence) fence.fence->wait();
    fence.fence = nullptr;
}

void set(rasterizer::Rasterizer& rasterizer, FenceTable& fences, GLuint name) {
    const auto fence = std::make_shared<NumberedFence>();
    fence->fence = rasterizer.fence();
    fences.insert(name, fence);
}

// APPLE_fence: a name that was generated counts as passed before it is set. False, after an error: it was not.
bool check_generated(Errors& errors, const FenceState& fences, GLuint name) {
    if (fences.apple.reserved(name)) return true;
    errors.error(GL_INVALID_OPERATION, "%u is no name from glGenFencesAPPLE", name);
    return false;
}

// Checks what TestObjectAPPLE and FinishObjectAPPLE are asked for beside fences. Vertex arrays and pixels have been
// read when the command returns that was given them: only draws that use textures may be under way.
bool check_object(Context& context, GLenum object, GLuint name) {
    bool exists = name == 0;
    switch (object) {
        case GL_TEXTURE: exists = exists || context.shared->textures.get(name); break;
        case GL_VERTEX_ARRAY: exists = exists || commands::IsVertexArray(context, name); break;
        case GL_DRAW_PIXELS_APPLE: return true;
        default: context.error(GL_INVALID_OPERATION, "%s is no kind of object", enum_name(object)); return false;
    }
    if (!exists) context.error(GL_INVALID_OPERATION, "there is no %s %u", enum_name(object), name);
    return exists;
}

}  // namespace

namespace commands {

// ---- NV_fence

void checked::SetFenceNV(Context& context, GLuint fence) { set(context.rasterizer, context.fences.nv, fence); }

GLboolean checked::TestFenceNV(Context&, NumberedFence& fence) { return passed(fence); }
void checked::FinishFenceNV(Context&, NumberedFence& fence) { finish(fence); }

void checked::GetFenceivNV(Context& context, NumberedFence& fence, GLenum pname, GLint* params) {
    switch (pname) {
        case GL_FENCE_STATUS_NV: *params = passed(fence); return;
        case GL_FENCE_CONDITION_NV: *params = static_cast<GLint>(fence.condition); return;
        default: context.error(GL_INVALID_ENUM, "fences have no %s", enum_name(pname)); return;
    }
}

// ---- APPLE_fence

void SetFenceAPPLE(Context& context, GLuint fence) {
    if (check_generated(context, context.fences, fence)) set(context.rasterizer, context.fences.apple, fence);
}

GLboolean TestFenceAPPLE(Context& context, GLuint name) {
    if (!check_generated(context, context.fences, name)) return GL_TRUE;
    NumberedFence* const fence = context.fences.apple.get(name);
    return !fence || passed(*fence);
}
void FinishFenceAPPLE(Context& context, GLuint name) {
    if (!check_generated(context, context.fences, name)) return;
    if (NumberedFence* const fence = context.fences.apple.get(name)) finish(*fence);
}

GLboolean TestObjectAPPLE(Context& context, GLenum object, GLuint name) {
    if (object == GL_FENCE_APPLE) return TestFenceAPPLE(context, name);
    if (!check_object(context, object, name) || object != GL_TEXTURE) return GL_TRUE;
    return context.rasterizer.fence()->passed();
}
void FinishObjectAPPLE(Context& context, GLenum object, GLint name) {
    const auto number = static_cast<GLuint>(name);
    if (object == GL_FENCE_APPLE) return FinishFenceAPPLE(context, number);
    if (check_object(context, object, number) && object == GL_TEXTURE) context.rasterizer.fence()->wait();
}

}  // namespace commands
}  // namespace glapi
