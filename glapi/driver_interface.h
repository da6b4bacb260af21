// The front end's interface for window-system bindings: contexts, currency, procedures, finished frames. The headers
// that it includes belong to it: the driver includes nothing else of this room (tests/docs/arrows.txt).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "glapi/commands/textures/drawable_textures.h"  // pixmaps and pbuffers as textures
#include "glapi/commands/textures/egl_images.h"         // images that objects of several contexts share
#include "glapi/context_request.h"
#include "glapi/objects/external/files_of_others.h"  // files that others hand over
#include "glapi/objects/textures/live_image.h"       // images whose contents others change
#include "glapi/registry/versions.h"                 // which versions there are
#include "glapi/window_framebuffer.h"                // what is drawn to

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
struct DestroyContext {
    void operator()(Context* context) const { destroy_context(context); }
};
using OwnedContext = std::unique_ptr<Context, DestroyContext>;
// The context's version, as 10 * major + minor.
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
// Finishes all commands of the current context so far and resolves the multisample buffers; the frame continues.
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
