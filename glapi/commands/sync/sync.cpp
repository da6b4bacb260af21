#include "glapi/objects/sync/sync.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/framebuffers/window_buffers.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/stopped_draws.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

Sync* find_sync(Errors& errors, const ShareGroup& shared, GLsync name) {
    const auto found = shared.syncs.find(name);
    if (found != shared.syncs.end()) return found->second.get();
    errors.error(GL_INVALID_VALUE, "%p is not a sync object", static_cast<const void*>(name));
    return nullptr;
}

}  // namespace

namespace commands {

void Flush(Context& context) {
    context.rasterizer.flush();
    flush_window_front(context.framebuffers, context.rasterizer);
}

void Finish(Context& context) {
    context.rasterizer.finish();
    flush_window_front(context.framebuffers, context.rasterizer);
    tell_stopped_draws(context.drawing.watchdog, context.debug);
    tell_memory_faults(context.buffers.reachable, context.debug);
}

GLsync checked::FenceSync(Context& context, GLbitfield flags) {
    if (flags) {
        context.error(GL_INVALID_VALUE, "flags must be 0");
        return nullptr;
    }
    auto sync = std::make_unique<Sync>();
    sync->fence = context.rasterizer.fence();
    const GLsync name = reinterpret_cast<GLsync>(sync.get());
    context.shared->syncs.emplace(name, std::move(sync));
    return name;
}

GLboolean IsSync(Context& context, GLsync sync) { return context.shared->syncs.contains(sync); }

void DeleteSync(Context& context, GLsync sync) {
    if (!sync) return;
    if (find_sync(context, *context.shared, sync)) context.shared->syncs.erase(sync);
}

GLenum ClientWaitSync(Context& context, GLsync name, GLbitfield flags, GLuint64 timeout) {
    if (context.drawing.watchdog.stopped->lost()) return GL_WAIT_FAILED;
    Sync* const sync = find_sync(context, *context.shared, name);
    if (!sync) return GL_WAIT_FAILED;
    if (flags & ~GLbitfield{GL_SYNC_FLUSH_COMMANDS_BIT}) {
        context.error(GL_INVALID_VALUE, "flags 0x%x", flags);
        return GL_WAIT_FAILED;
    }
    if (sync->fence->passed()) return GL_ALREADY_SIGNALED;
    if (timeout == 0) return GL_TIMEOUT_EXPIRED;
    // The fence was flushed when it was made: the wait ends, and soon.
    sync->fence->wait();
    return GL_CONDITION_SATISFIED;
}

void WaitSync(Context& context, GLsync name, GLbitfield flags, GLuint64 timeout) {
    Sync* const sync = find_sync(context, *context.shared, name);
    if (!sync) return;
    if (flags != 0 || timeout != GL_TIMEOUT_IGNORED) {
        return context.error(GL_INVALID_VALUE, "flags must be 0 and the timeout GL_TIMEOUT_IGNORED");
    }
    sync->fence->wait();
}

void GetSynciv(Context& context, GLsync name, GLenum pname, GLsizei count, GLsizei* length, GLint* values) {
    if (context.drawing.watchdog.stopped->lost()) {
        if (pname == GL_SYNC_STATUS && values) *values = GL_SIGNALED;
        return;
    }
    Sync* const sync = find_sync(context, *context.shared, name);
    if (!sync) return;
    if (count < 0) return context.error(GL_INVALID_VALUE, "negative count");
    GLint value = 0;
    switch (pname) {
        case GL_OBJECT_TYPE: value = GL_SYNC_FENCE; break;
        case GL_SYNC_CONDITION: value = GL_SYNC_GPU_COMMANDS_COMPLETE; break;
        case GL_SYNC_FLAGS: value = 0; break;
        case GL_SYNC_STATUS: value = sync->fence->passed() ? GL_SIGNALED : GL_UNSIGNALED; break;
        default: return context.error(GL_INVALID_ENUM, "%s", enum_name(pname));
    }
    if (count > 0 && values) values[0] = value;
    if (length) *length = count > 0 ? 1 : 0;
}

// ARB_texture_barrier, NV_texture_barrier: what was drawn before is in the texture for what is drawn after.
void TextureBarrier(Context& context) { context.rasterizer.flush(); }
// Fragments read what those before them have left in the framebuffer, whether they are coherent or not.
void FramebufferFetchBarrierEXT(Context&) {}

}  // namespace commands
}  // namespace glapi
