// The front end's interface for window-system bindings: contexts, currency, procedures, finished frames.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "glapi/context_request.h"
#include "glapi/window_framebuffer.h"

namespace rasterizer {
class Fence;
}

namespace glapi {

class Context;

struct ContextResult {
    Context* context = nullptr;
    ContextError error = ContextError::None;
};

// Contexts are reference counted by currency: destroy_context() of a current context takes effect when it is released.
ContextResult create_context(const ContextRequest& request, const SupportedVersions& supported = supported_versions());
void destroy_context(Context* context);
// Of the context, as 10 * major + minor.
int version_of(const Context& context);

// Makes `context` current to this thread with the drawables (both null: surfaceless). Null context: releases. Returns
// false when the context is current to another thread. The previous context is flushed.
bool make_current(Context* context, std::shared_ptr<WindowFramebuffer> draw, std::shared_ptr<WindowFramebuffer> read);
Context* current_context();

// Before a swap or copy of `drawable`: if the current context draws to it, everything is finished and multisample
// buffers resolved, so that `back` holds the frame.
void finish_frame(WindowFramebuffer& drawable);
// glXWaitGL, eglWaitClient.
void finish_current();
// As glFlush does.
void flush_current();
// What the current context has been told to do so far, finished with the multisample buffers resolved; the frame goes
// on.
void resolve_current();
// A point in the current context's work: it is on its way.
std::shared_ptr<const rasterizer::Fence> fence_current();
// CopyContext's attribute groups; false where either is current to another thread.
bool copy_context(Context* source, Context* destination, uint32_t mask);

// Entry point of any command in the registry by its name ("glEnable"); null for others.
void* procedure_address(std::string_view name);

// Every command of the registry, for `asmgl info`.
struct EntryPointInfo {
    const char* name;
    const char* missing;  // why it is not implemented; null: it is
};
std::vector<EntryPointInfo> entry_points();

}  // namespace glapi
