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

// Makes the context; errors are reported with `request` as the request that failed.
GLXContext create(Display* display, ContextAttributes wanted, GLXContext share, int request) {
    int core_error = 0;
    GlxError glx_error = GlxError::GlxBadContext;
    GLXContext result = nullptr;
    XID id = 0;
    {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(display);
        if (!state) return nullptr;
        if (!share || is_context(share)) {
            // Contexts of OpenGL and of OpenGL ES share nothing, nor do those of several servers or screens.
            if (share && (share->server != state->server || share->screen != wanted.screen ||
                          share->api != wanted.request.api)) {
                core_error = BadMatch;
            } else if ((result = new (std::nothrow) __GLXcontextRec)) {
                wanted.request.share = share ? share->context : nullptr;
                wanted.request.has_config = wanted.config != nullptr;
                if (wanted.config) wanted.request.config = wanted.config->buffers;
                const glapi::ContextResult made = glapi::create_context(wanted.request);
                if (made.context) {
                    result->context = made.context;
                    result->life.reset(made.context, glapi::destroy_context);
                    result->direct = wanted.direct;
                    result->api = wanted.request.api;
                    result->display = display;
                    result->server = state->server;
                    result->screen = wanted.screen;
                    result->config = wanted.config;
                    result->render_type = wanted.render_type;
                    result->id = new_id(*state);
                    result->share_id = share ? share->id : 0;
                    add_context(result);
                    return result;
                }
                delete result;
                result = nullptr;
                switch (made.error) {
                    case glapi::ContextError::ProfileNotAvailable: glx_error = GlxError::GlxBadProfileARB; break;
                    case glapi::ContextError::VersionNotAvailable: glx_error = GlxError::GlxBadFBConfig; break;
                    case glapi::ContextError::ShareMismatch: core_error = BadMatch; break;
                    default: core_error = BadAlloc;
                }
            } else {
                core_error = BadAlloc;
            }
        }
    }
    if (core_error)
        report_core(display, core_error, id, request);
    else
        report(display, glx_error, id, request);
    return nullptr;
}

// An X window is a drawable from the moment it is used; its buffers are those of the context's config.
std::shared_ptr<GlxDrawable> window_drawable(DisplayState& state, XID id, GLXContext context, int* core_error) {
    const auto known = state.drawables.find(id);
    xcb_connection_t* connection = *state.connection;
    const xcb_visualid_t visual = driver::query_window_visual(connection, uint32_t(id));
    if (!visual) {
        if (known != state.drawables.end()) state.drawables.erase(known);
        return nullptr;
    }
    const GlxScreen& screen = state.screens[size_t(context->screen)];
    const uint8_t depth = screen.x11.depth_of(visual);
    const FrameConfig* config = context->config;
    if (!config) {
        for (const FrameConfig& candidate : screen.configs)
            if (candidate.visual == visual) {
                config = &candidate;
                break;
            }
    }
    if (!config || config->visual_depth != depth) {
        *core_error = BadMatch;
        return nullptr;
    }
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
    drawable->native = uint32_t(id);
    drawable->config = config;
    drawable->swaps = std::make_unique<driver::SwapSchedule>(screen.x11.refresh);
    if (const auto early = state.early_intervals.extract(id)) drawable->swaps->set_interval(early.mapped());
    drawable->surface = std::make_shared<driver::X11Surface>(config->buffers, state.connection, uint32_t(id),
                                                             driver::X11Surface::Kind::Window, depth);
    state.drawables[id] = drawable;
    return drawable;
}

std::shared_ptr<GlxDrawable> drawable_for(DisplayState& state, XID id, GLXContext context, int* core_error) {
    const auto known = state.drawables.find(id);
    if (known == state.drawables.end() || known->second->kind == DrawableKind::XWindow)
        return window_drawable(state, id, context, core_error);
    // "Compatible" (section 2.1): the same type of colours where both have a config.
    if (context->config && render_type(*context->config) != render_type(*known->second->config)) {
        *core_error = BadMatch;
        return nullptr;
    }
    return known->second;
}

void release_context(GLXContext context) {  // the mutex is held
    if (context && --context->current_threads == 0 && context->destroyed) delete context;
}

// The name is gone; where it is current, the context lives on. The mutex is held.
void end(GLXContext context) {
    remove_context(context);
    context->destroyed = true;
    context->life.reset();
    if (context->current_threads == 0) delete context;
}

Bool make_current(Display* display, GLXDrawable draw, GLXDrawable read, GLXContext context, int request) {
    const runtime::ApplicationShield shield;
    Current& mine = current();
    if (!context) {
        if (draw != None || read != None) {
            report_core(display, BadMatch, draw ? draw : read, request);
            return False;
        }
        if (!mine.context) return True;
        glapi::make_current(nullptr, nullptr, nullptr);
        const std::lock_guard lock(objects_mutex());
        release_context(mine.context);
        mine = {};
        return True;
    }

    if (mine.is_spare()) {
        report_core(display, BadAlloc, context->id, request);
        return False;
    }
    int core_error = 0;
    GlxError glx_error = GlxError::GlxBadContext;
    XID resource = 0;
    std::shared_ptr<GlxDrawable> draw_object, read_object;
    bool good = false;
    try {
        const std::lock_guard lock(objects_mutex());
        DisplayState* state = display_state(display);
        if (!state) return False;
        if (!is_context(context) && context != mine.context) {  // a destroyed one stays good where it is current
            glx_error = GlxError::GlxBadContext;
        } else if ((draw == None) != (read == None) || (draw == None && glapi::version_of(*context->context) < 30)) {
            core_error = BadMatch;
        } else if (context->display != display) {
            core_error = BadMatch;
        } else {
            good = true;
            if (draw != None) {
                glx_error = GlxError::GlxBadDrawable;
                resource = draw;
                draw_object = drawable_for(*state, draw, context, &core_error);
                good = draw_object != nullptr;
                if (good) {
                    resource = read;
                    read_object = read == draw ? draw_object : drawable_for(*state, read, context, &core_error);
                    good = read_object != nullptr;
                }
            }
        }
    } catch (const std::bad_alloc&) {
        good = false;
        core_error = BadAlloc;
    }
    if (good) {
        if (glapi::make_current(context->context, draw_object ? draw_object->surface : nullptr,
                                read_object ? read_object->surface : nullptr)) {
            const std::lock_guard lock(objects_mutex());
            ++context->current_threads;
            release_context(mine.context);
            mine = {display, context, draw, read, std::move(draw_object), std::move(read_object)};
            return True;
        }
        core_error = BadAccess;
        resource = context->id;
    }
    if (core_error)
        report_core(display, core_error, resource, request);
    else
        report(display, glx_error, resource, request);
    return False;
}

}  // namespace

ASMGL_PUBLIC GLXContext glXCreateContext(Display* dpy, XVisualInfo* vis, GLXContext shareList, Bool direct) {
    ContextAttributes wanted;
    wanted.direct = direct != 0;
    {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(dpy);
        if (!state) return nullptr;
        wanted.config = state->config_from_visual(vis);
        wanted.screen = vis ? vis->screen : 0;
    }
    if (!wanted.config) {
        report_core(dpy, BadValue, vis ? vis->visualid : 0, create_context_request);
        return nullptr;
    }
    return create(dpy, wanted, shareList, create_context_request);
}

ASMGL_PUBLIC GLXContext glXCreateNewContext(Display* dpy, GLXFBConfig config, int renderType, GLXContext shareList,
                                            Bool direct) {
    ContextAttributes wanted;
    wanted.direct = direct != 0;
    {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(dpy);
        if (!state) return nullptr;
        wanted.config = state->config_from_handle(config, &wanted.screen);
    }
    if (!wanted.config) {
        report(dpy, GlxError::GlxBadFBConfig, 0, create_new_context_request);
        return nullptr;
    }
    if (renderType != render_type(*wanted.config)->type) {
        report_core(dpy, render_type(renderType) ? BadMatch : BadValue, XID(renderType), create_new_context_request);
        return nullptr;
    }
    wanted.render_type = renderType;
    return create(dpy, wanted, shareList, create_new_context_request);
}

ASMGL_PUBLIC GLXContext glXCreateContextAttribsARB(Display* dpy, GLXFBConfig config, GLXContext share_context,
                                                   Bool direct, const int* attrib_list) {
    ContextAttributes wanted;
    wanted.direct = direct != 0;
    bool known_config = true;
    {
        const std::lock_guard lock(objects_mutex());
        const DisplayState* state = display_state(dpy);
        if (!state) return nullptr;
        if (config) {
            wanted.config = state->config_from_handle(config, &wanted.screen);
            known_config = wanted.config != nullptr;
        }
    }
    if (!known_config) {
        report(dpy, GlxError::GlxBadFBConfig, 0, create_context_attribs_request);
        return nullptr;
    }
    bool bad_profile = false;
    if (const int error = read_attributes(attrib_list, wanted, &bad_profile)) {
        report_core(dpy, error, 0, create_context_attribs_request);
        return nullptr;
    }
    if (bad_profile) {
        report(dpy, GlxError::GlxBadProfileARB, 0, create_context_attribs_request);
        return nullptr;
    }
    bool good_screen;
    {
        const std::lock_guard lock(objects_mutex());
        good_screen = screen_of(display_state(dpy), wanted.screen) != nullptr;
    }
    if (!good_screen) {
        report_core(dpy, BadValue, 0, create_context_attribs_request);
        return nullptr;
    }
    return create(dpy, wanted, share_context, create_context_attribs_request);
}

ASMGL_PUBLIC GLXContext glXCreateContextWithConfigSGIX(Display* dpy, GLXFBConfigSGIX config, int render_type,
                                                       GLXContext share_list, Bool direct) {
    return glXCreateNewContext(dpy, config, render_type, share_list, direct);
}

ASMGL_PUBLIC void glXDestroyContext(Display* dpy, GLXContext ctx) {
    {
        const std::lock_guard lock(objects_mutex());
        if (is_context(ctx)) {
            end(ctx);
            return;
        }
    }
    if (ctx && ctx != current().context) report(dpy, GlxError::GlxBadContext, 0, destroy_context_request);
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
    int core_error = 0;
    {
        const std::lock_guard lock(objects_mutex());
        if (is_context(src) && is_context(dst)) {
            if (src->display != dst->display || src->screen != dst->screen)
                core_error = BadMatch;
            else if (dst->current_threads > 0 || !glapi::copy_context(src->context, dst->context, uint32_t(mask)))
                core_error = BadAccess;
            if (!core_error) return;
        }
    }
    if (core_error)
        report_core(dpy, core_error, 0, copy_context_request);
    else
        report(dpy, GlxError::GlxBadContext, 0, copy_context_request);
}

ASMGL_PUBLIC Bool glXIsDirect(Display* dpy, GLXContext ctx) {
    {
        const std::lock_guard lock(objects_mutex());
        if (is_context(ctx)) return ctx->direct;
    }
    report(dpy, GlxError::GlxBadContext, 0, 6);
    return False;
}

ASMGL_PUBLIC int glXQueryContext(Display* dpy, GLXContext ctx, int attribute, int* value) {
    {
        const std::lock_guard lock(objects_mutex());
        if (is_context(ctx)) {
            int result = 0;
            switch (attribute) {
                case GLX_FBCONFIG_ID: result = ctx->config ? ctx->config->id : None; break;
                case GLX_RENDER_TYPE: result = ctx->render_type; break;
                case GLX_CONTEXT_PRIORITY_LEVEL_EXT: result = GLX_CONTEXT_PRIORITY_MEDIUM_EXT; break;
                case GLX_SCREEN: result = ctx->screen; break;
                case GLX_SHARE_CONTEXT_EXT: result = int(ctx->share_id); break;
                case GLX_VISUAL_ID_EXT: result = ctx->config ? int(ctx->config->visual) : None; break;
                default: return GLX_BAD_ATTRIBUTE;
            }
            if (value) *value = result;
            return Success;
        }
    }
    report(dpy, GlxError::GlxBadContext, 0, 25);
    return GLX_BAD_CONTEXT;
}

ASMGL_PUBLIC int glXQueryContextInfoEXT(Display* dpy, GLXContext context, int attribute, int* value) {
    return glXQueryContext(dpy, context, attribute, value);
}

ASMGL_PUBLIC GLXContextID glXGetContextIDEXT(const GLXContext context) {
    const std::lock_guard lock(objects_mutex());
    return is_context(context) ? context->id : None;
}

// Contexts that were asked to be indirect are this process's as all are, so that no other process finds them.
ASMGL_PUBLIC GLXContext glXImportContextEXT(Display* dpy, GLXContextID contextID) {
    {
        const std::lock_guard lock(objects_mutex());
        if (const GLXContext original = context_of_id(contextID)) {
            // "If contextID refers to direct rendering context then no error is generated but … returns NULL."
            if (original->direct) return nullptr;
            const GLXContext imported = new (std::nothrow) __GLXcontextRec(*original);
            if (!imported) return nullptr;
            imported->display = dpy;
            imported->imported = true;
            imported->current_threads = 0;
            add_context(imported);
            return imported;
        }
    }
    report(dpy, GlxError::GlxBadContext, contextID, import_context_request);
    return nullptr;
}

ASMGL_PUBLIC void glXFreeContextEXT(Display* dpy, GLXContext context) {
    if (!context) return;
    {
        const std::lock_guard lock(objects_mutex());
        if (is_context(context)) {
            // Others have no part that is the client's alone.
            if (context->imported) end(context);
            return;
        }
    }
    report(dpy, GlxError::GlxBadContext, 0, import_context_request);
}

ASMGL_PUBLIC GLXContext glXGetCurrentContext() { return current().context; }
ASMGL_PUBLIC GLXDrawable glXGetCurrentDrawable() { return current().draw; }
ASMGL_PUBLIC GLXDrawable glXGetCurrentReadDrawable() { return current().read; }
ASMGL_PUBLIC GLXDrawable glXGetCurrentReadDrawableSGI() { return current().read; }
ASMGL_PUBLIC Display* glXGetCurrentDisplay() { return current().display; }
ASMGL_PUBLIC Display* glXGetCurrentDisplayEXT() { return current().display; }
