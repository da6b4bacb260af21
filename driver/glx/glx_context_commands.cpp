// Rendering contexts: GLX 1.4 sections 3.3.7 and 3.5, ARB_create_context(_profile), EXT_import_context's queries.
#include <cstdlib>
#include <new>

#include "driver/glx/glx_config.h"
#include "driver/glx/glx_context_attributes.h"
#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_requests.h"
#include "driver/present/x11_surface.h"
#include "driver/public.h"
#include "glapi/driver_interface.h"
#include "runtime/threads/application_shield.h"

using namespace driver::glx;
using driver::FrameConfig;

namespace {

XID new_id(const DisplayState& state) {
    const uint32_t id = xcb_generate_id(*state.connection);
    return id == ~0u ? None : id;
}

Failure failure_of(glapi::ContextError error) {
    switch (error) {
        case glapi::ContextError::ProfileNotAvailable: return Failure::glx(GlxError::GlxBadProfileARB);
        case glapi::ContextError::VersionNotAvailable: return Failure::glx(GlxError::GlxBadFBConfig);
        case glapi::ContextError::ShareMismatch: return Failure::core(BadMatch);
        case glapi::ContextError::None:
        case glapi::ContextError::OutOfMemory: break;
    }
    return Failure::core(BadAlloc);
}

// Makes the context. The mutex is held.
Outcome<GLXContext> create(const DisplayState& state, ContextAttributes wanted, GLXContext share_name) {
    const std::shared_ptr<__GLXcontextRec> share = find_context(share_name);
    if (share_name && !share) return Failure::glx(GlxError::GlxBadContext);
    // Contexts of OpenGL and of OpenGL ES share nothing, nor do those of several servers or screens.
    if (share && (share->server != state.server || share->screen != wanted.screen || share->api != wanted.request.api))
        return Failure::core(BadMatch);
    wanted.request.share = share ? share->context : nullptr;
    wanted.request.has_config = wanted.config != nullptr;
    if (wanted.config) wanted.request.config = wanted.config->buffers;
    auto result = std::make_shared<__GLXcontextRec>();
    const glapi::ContextResult made = glapi::create_context(wanted.request);
    if (!made.context) return failure_of(made.error);
    result->context = made.context;
    result->life.reset(made.context, glapi::destroy_context);
    result->direct = wanted.direct;
    result->api = wanted.request.api;
    result->display = state.display;
    result->server = state.server;
    result->screen = wanted.screen;
    result->config = wanted.config;
    result->render_type = wanted.render_type;
    result->id = new_id(state);
    result->share_id = share ? share->id : 0;
    return add_context(std::move(result));
}

// An X window is a drawable from the moment it is used; its buffers are those of the context's config.
Outcome<std::shared_ptr<GlxDrawable>> window_drawable(DisplayState& state, XID id, const __GLXcontextRec& context) {
    const auto known = state.drawables.find(id);
    xcb_connection_t* connection = *state.connection;
    const xcb_visualid_t visual = driver::query_window_visual(connection, static_cast<uint32_t>(id));
    if (!visual) {
        if (known != state.drawables.end()) state.drawables.erase(known);
        return Failure::glx(GlxError::GlxBadDrawable, id);
    }
    const GlxScreen& screen = state.screens[static_cast<size_t>(context.screen)];
    const uint8_t depth = screen.x11.depth_of(visual);
    const FrameConfig* config = context.config;
    if (!config) {
        for (const FrameConfig& candidate : screen.configs)
            if (candidate.visual == visual) {
                config = &candidate;
                break;
            }
    }
    if (!config || config->visual_depth != depth) return Failure::core(BadMatch, id);
    if (known != state.drawables.end()) {
        // The window was used with another config before: start anew, unless someone draws to it right now.
        const auto& drawable = known->second;
        if (drawable->surface->config() == config->buffers || drawable.use_count() > 1) return drawable;
        state.early_intervals[id] = drawable->swaps->interval();
        state.drawables.erase(known);
    }
    // A good moment to forget windows that their owners destroyed.
    std::erase_if(state.drawables, [&](const auto& entry) {
        return entry.second->kind == DrawableKind::XWindow && entry.second.use_count() == 1 &&
               !driver::query_geometry(connection, entry.second->native).valid;
    });
    auto drawable = std::make_shared<GlxDrawable>();
    drawable->kind = DrawableKind::XWindow;
    drawable->id = id;
    drawable->native = static_cast<uint32_t>(id);
    drawable->config = config;
    drawable->swaps = std::make_unique<driver::SwapSchedule>(screen.x11.refresh);
    if (const auto early = state.early_intervals.extract(id)) drawable->swaps->set_interval(early.mapped());
    drawable->surface = std::make_shared<driver::X11Surface>(
        config->buffers, state.connection, static_cast<uint32_t>(id), driver::X11Surface::Kind::Window, depth);
    state.drawables[id] = drawable;
    return drawable;
}

Outcome<std::shared_ptr<GlxDrawable>> drawable_for(DisplayState& state, XID id, const __GLXcontextRec& context) {
    const auto known = state.drawables.find(id);
    if (known == state.drawables.end() || known->second->kind == DrawableKind::XWindow)
        return window_drawable(state, id, context);
    // "Compatible" (section 2.1): the same type of colours where both have a config.
    if (context.config && render_type(*context.config) != render_type(*known->second->config))
        return Failure::core(BadMatch, id);
    return known->second;
}

// What make_current() is asked to make current. The mutex is held.
Outcome<Current> find_current(DisplayState& state, GLXDrawable draw, GLXDrawable read, GLXContext name) {
    Current result{state.display, find_context(name), draw, read, nullptr, nullptr};
    // A destroyed one stays good where it is current.
    if (!result.context && name == current().context.get()) result.context = current().context;
    if (!result.context) return Failure::glx(GlxError::GlxBadContext);
    if (current().is_spare()) return Failure::core(BadAlloc, result.context->id);
    if ((draw == None) != (read == None) || (draw == None && glapi::version_of(*result.context->context) < 30))
        return Failure::core(BadMatch);
    if (result.context->display != state.display) return Failure::core(BadMatch);
    if (draw == None) return result;
    auto drawn = drawable_for(state, draw, *result.context);
    if (drawn.failure()) return drawn.failure();
    result.draw_object = result.read_object = std::move(drawn).value();
    if (read == draw) return result;
    auto other = drawable_for(state, read, *result.context);
    if (other.failure()) return other.failure();
    result.read_object = std::move(other).value();
    return result;
}

Bool make_current(Display* display, GLXDrawable draw, GLXDrawable read, GLXContext context, int request) {
    const runtime::ApplicationShield shield;
    Current& mine = current();
    if (!context) {
        if (draw != None || read != None) {
            Failure::core(BadMatch, draw ? draw : read).send(display, request);
            return False;
        }
        release(mine);
        return True;
    }
    Current next = with_display(display, draw, [&](DisplayState& state) {
                       return find_current(state, draw, read, context);
                   }).or_send(display, request);
    if (!next.context) return False;
    if (!glapi::make_current(next.context->context, next.draw_object ? next.draw_object->surface : nullptr,
                             next.read_object ? next.read_object->surface : nullptr)) {
        Failure::core(BadAccess, next.context->id).send(display, request);
        return False;
    }
    const std::lock_guard lock(objects_mutex());
    mine = std::move(next);
    return True;
}

}  // namespace

ASMGL_PUBLIC GLXContext glXCreateContext(Display* dpy, XVisualInfo* vis, GLXContext shareList, Bool direct) {
    return with_display(dpy, None,
                        [&](DisplayState& state) -> Outcome<GLXContext> {
                            ContextAttributes wanted;
                            wanted.direct = direct != 0;
                            wanted.config = state.config_from_visual(vis);
                            wanted.screen = vis ? vis->screen : 0;
                            if (!wanted.config) return Failure::core(BadValue, vis ? vis->visualid : 0);
                            return create(state, wanted, shareList);
                        })
        .or_send(dpy, create_context_request);
}

ASMGL_PUBLIC GLXContext glXCreateNewContext(Display* dpy, GLXFBConfig config, int renderType, GLXContext shareList,
                                            Bool direct) {
    return with_display(dpy, None,
                        [&](DisplayState& state) -> Outcome<GLXContext> {
                            ContextAttributes wanted;
                            wanted.direct = direct != 0;
                            wanted.config = state.config_from_handle(config, &wanted.screen);
                            wanted.render_type = renderType;
                            if (!wanted.config) return Failure::glx(GlxError::GlxBadFBConfig);
                            if (renderType != render_type(*wanted.config)->type)
                                return Failure::core(render_type(renderType) ? BadMatch : BadValue,
                                                     static_cast<XID>(renderType));
                            return create(state, wanted, shareList);
                        })
        .or_send(dpy, create_new_context_request);
}

ASMGL_PUBLIC GLXContext glXCreateContextAttribsARB(Display* dpy, GLXFBConfig config, GLXContext share_context,
                                                   Bool direct, const int* attrib_list) {
    return with_display(dpy, None,
                        [&](DisplayState& state) -> Outcome<GLXContext> {
                            ContextAttributes wanted;
                            wanted.direct = direct != 0;
                            wanted.config = config ? state.config_from_handle(config, &wanted.screen) : nullptr;
                            if (config && !wanted.config) return Failure::glx(GlxError::GlxBadFBConfig);
                            if (const Failure failure = read_attributes(attrib_list, wanted)) return failure;
                            if (!screen_of(&state, wanted.screen)) return Failure::core(BadValue);
                            return create(state, wanted, share_context);
                        })
        .or_send(dpy, create_context_attribs_request);
}

ASMGL_PUBLIC GLXContext glXCreateContextWithConfigSGIX(Display* dpy, GLXFBConfigSGIX config, int render_type,
                                                       GLXContext share_list, Bool direct) {
    return glXCreateNewContext(dpy, config, render_type, share_list, direct);
}

ASMGL_PUBLIC void glXDestroyContext(Display* dpy, GLXContext ctx) {
    with_objects([&]() -> Failure {
        const auto context = find_context(ctx);
        if (context)
            remove_context(*context);
        else if (ctx && ctx != current().context.get())
            return Failure::glx(GlxError::GlxBadContext);
        return {};
    }).send(dpy, destroy_context_request);
}

ASMGL_PUBLIC Bool glXMakeContextCurrent(Display* dpy, GLXDrawable draw, GLXDrawable read, GLXContext ctx) {
    return make_current(dpy, draw, read, ctx, make_context_current_request);
}

ASMGL_PUBLIC Bool glXMakeCurrent(Display* dpy, GLXDrawable drawable, GLXContext ctx) {
    return make_current(dpy, drawable, drawable, ctx, make_current_request);
}

ASMGL_PUBLIC Bool glXMakeCurrentReadSGI(Display* dpy, GLXDrawable draw, GLXDrawable read, GLXContext ctx) {
    return make_current(dpy, draw, read, ctx, make_context_current_request);
}

ASMGL_PUBLIC void glXCopyContext(Display* dpy, GLXContext src, GLXContext dst, unsigned long mask) {
    with_objects([&]() -> Failure {
        const auto source = find_context(src), destination = find_context(dst);
        if (!source || !destination) return Failure::glx(GlxError::GlxBadContext);
        if (source->display != destination->display || source->screen != destination->screen)
            return Failure::core(BadMatch);
        // "dest is current to any thread": those of others are known below.
        if (destination == current().context ||
            !glapi::copy_context(source->context, destination->context, static_cast<uint32_t>(mask)))
            return Failure::core(BadAccess);
        return {};
    }).send(dpy, copy_context_request);
}

ASMGL_PUBLIC Bool glXIsDirect(Display* dpy, GLXContext ctx) {
    return with_objects([&]() -> Outcome<Bool> {
               const auto context = find_context(ctx);
               if (!context) return Failure::glx(GlxError::GlxBadContext);
               return Bool{context->direct};
           })
        .or_send(dpy, is_direct_request);
}

ASMGL_PUBLIC int glXQueryContext(Display* dpy, GLXContext ctx, int attribute, int* value) {
    const Outcome<int> outcome = with_objects([&]() -> Outcome<int> {
        const auto context = find_context(ctx);
        if (!context) return Failure::glx(GlxError::GlxBadContext);
        int result = 0;
        switch (attribute) {
            case GLX_FBCONFIG_ID: result = context->config ? context->config->id : None; break;
            case GLX_RENDER_TYPE: result = context->render_type; break;
            case GLX_CONTEXT_PRIORITY_LEVEL_EXT: result = GLX_CONTEXT_PRIORITY_MEDIUM_EXT; break;
            case GLX_SCREEN: result = context->screen; break;
            case GLX_SHARE_CONTEXT_EXT: result = static_cast<int>(context->share_id); break;
            case GLX_VISUAL_ID_EXT: result = context->config ? static_cast<int>(context->config->visual) : None; break;
            default: return GLX_BAD_ATTRIBUTE;
        }
        if (value) *value = result;
        return Success;
    });
    outcome.failure().send(dpy, query_context_request);
    return outcome.failure() ? GLX_BAD_CONTEXT : outcome.value();
}

ASMGL_PUBLIC int glXQueryContextInfoEXT(Display* dpy, GLXContext context, int attribute, int* value) {
    return glXQueryContext(dpy, context, attribute, value);
}

ASMGL_PUBLIC GLXContextID glXGetContextIDEXT(const GLXContext context) {
    const std::lock_guard lock(objects_mutex());
    const auto found = find_context(context);
    return found ? found->id : None;
}

// Contexts that were asked to be indirect are this process's as all are, so that no other process finds them.
ASMGL_PUBLIC GLXContext glXImportContextEXT(Display* dpy, GLXContextID contextID) {
    return with_objects([&]() -> Outcome<GLXContext> {
               const auto original = find_context(contextID);
               if (!original) return Failure::glx(GlxError::GlxBadContext, contextID);
               // "If contextID refers to direct rendering context then no error is generated but … returns NULL."
               if (original->direct) return nullptr;
               auto imported = std::make_shared<__GLXcontextRec>(*original);
               imported->display = dpy;
               imported->imported = true;
               return add_context(std::move(imported));
           })
        .or_send(dpy, import_context_request);
}

ASMGL_PUBLIC void glXFreeContextEXT(Display* dpy, GLXContext ctx) {
    if (!ctx) return;
    with_objects([&]() -> Failure {
        const auto context = find_context(ctx);
        if (!context) return Failure::glx(GlxError::GlxBadContext);
        // Others have no part that is the client's alone.
        if (context->imported) remove_context(*context);
        return {};
    }).send(dpy, import_context_request);
}

ASMGL_PUBLIC GLXContext glXGetCurrentContext() { return current().context.get(); }
ASMGL_PUBLIC GLXDrawable glXGetCurrentDrawable() { return current().draw; }
ASMGL_PUBLIC GLXDrawable glXGetCurrentReadDrawable() { return current().read; }
ASMGL_PUBLIC GLXDrawable glXGetCurrentReadDrawableSGI() { return current().read; }
ASMGL_PUBLIC Display* glXGetCurrentDisplay() { return current().display; }
ASMGL_PUBLIC Display* glXGetCurrentDisplayEXT() { return current().display; }
