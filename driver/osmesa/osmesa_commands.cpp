// The functions of GL/osmesa.h.
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>

#include "driver/osmesa/include/GL/osmesa.h"
#include "driver/osmesa/osmesa_surface.h"
#include "driver/public.h"
#include "glapi/driver_interface.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/signal_hold.h"

using driver::osmesa::find_pixel_format;
using driver::osmesa::OsMesaSurface;
using driver::osmesa::PixelFormat;
using driver::osmesa::PixelStore;

// OSMesaContext points to this.
struct osmesa_context {
    glapi::OwnedContext context;
    glapi::BufferConfig buffers;  // colours: of the format's first type
    int format = OSMESA_RGBA;
    bool core = false;
    PixelStore store;
    // What it was last made current with.
    std::shared_ptr<OsMesaSurface> surface;
    void* memory = nullptr;
    unsigned type = 0;
};

namespace {

// Those that exist: callers pass on what they have destroyed.
struct Contexts {
    runtime::SignalSafeMutex mutex;
    std::map<OSMesaContext, std::unique_ptr<osmesa_context>> all;

    static Contexts& instance() {
        static auto* contexts = new Contexts;
        return *contexts;
    }
};

bool exists(OSMesaContext context) {
    const std::lock_guard lock(Contexts::instance().mutex);
    return Contexts::instance().all.contains(context);
}

// What was made current to a thread last; one that ends releases it.
struct ThreadState {
    OSMesaContext name = nullptr;
    const glapi::Context* context = nullptr;  // which lasts while it is current, whoever destroys its name
    ~ThreadState();
};
// Stands for threads for whose state there is no memory: they get no context.
constinit ThreadState spare;

ThreadState& thread_state() { return runtime::per_thread_or(spare); }

// Null where another interface has made a context of its own current since, or another thread has destroyed it.
OSMesaContext current(const ThreadState& thread = thread_state()) {
    const OSMesaContext name = thread.name;
    return name && exists(name) && name->context.get() == glapi::current_context() ? name : nullptr;
}

// OSMesa has no errors of its own.
void report_unknown(const char* command, GLint parameter) {
    std::fprintf(stderr, "asmgl: %s: there is no parameter 0x%x\n", command, static_cast<unsigned>(parameter));
}

struct Attributes {
    int format = OSMESA_RGBA, depth = 0, stencil = 0, accumulation = 0, profile = OSMESA_COMPAT_PROFILE;
    int major = 1, minor = 0;
};

std::optional<Attributes> read_attributes(const int* list) {
    Attributes result;
    for (const int* at = list; at && *at; at += 2) {
        switch (at[0]) {
            case OSMESA_FORMAT: result.format = at[1]; break;
            case OSMESA_DEPTH_BITS: result.depth = at[1]; break;
            case OSMESA_STENCIL_BITS: result.stencil = at[1]; break;
            case OSMESA_ACCUM_BITS: result.accumulation = at[1]; break;
            case OSMESA_PROFILE: result.profile = at[1]; break;
            case OSMESA_CONTEXT_MAJOR_VERSION: result.major = at[1]; break;
            case OSMESA_CONTEXT_MINOR_VERSION: result.minor = at[1]; break;
            default: return std::nullopt;
        }
    }
    const bool known_profile = result.profile == OSMESA_COMPAT_PROFILE || result.profile == OSMESA_CORE_PROFILE;
    if (!known_profile || result.depth < 0 || result.stencil < 0 || result.accumulation < 0) return std::nullopt;
    if (result.depth > 32 || result.stencil > 8 || result.accumulation > 16) return std::nullopt;
    return result;
}

glapi::BufferConfig buffers_of(const Attributes& attributes, const PixelFormat& format) {
    glapi::BufferConfig buffers;
    buffers.red = format.red;
    buffers.green = format.green;
    buffers.blue = format.blue;
    buffers.alpha = format.alpha;
    buffers.depth = attributes.depth ? 24 : 0;
    buffers.stencil = attributes.stencil ? 8 : 0;
    buffers.accumulation = attributes.accumulation ? 16 : 0;
    buffers.double_buffered = false;
    buffers.srgb_capable = false;
    return buffers;
}

OSMesaContext create(const Attributes& attributes, OSMesaContext share) try {
    const PixelFormat* const format = find_pixel_format(attributes.format, 0);
    if (!format || (share && !exists(share))) return nullptr;
    glapi::ContextRequest request;
    request.major = attributes.major;
    request.minor = attributes.minor;
    if (attributes.profile == OSMESA_CORE_PROFILE) {
        request.profile = glapi::Profile::Core;
        // Before 3.2 there are no profiles to ask for.
        if (10 * attributes.major + attributes.minor < 32) request.major = 3, request.minor = 2;
    }
    request.share = share ? share->context.get() : nullptr;
    request.config = buffers_of(attributes, *format);
    auto result = std::make_unique<osmesa_context>();
    result->context.reset(glapi::create_context(request).context);
    if (!result->context) return nullptr;
    result->buffers = request.config;
    result->format = attributes.format;
    result->core = request.profile == glapi::Profile::Core;
    const OSMesaContext name = result.get();
    const std::lock_guard lock(Contexts::instance().mutex);
    Contexts::instance().all.emplace(name, std::move(result));
    return name;
} catch (const std::bad_alloc&) {
    return nullptr;
}

// Nothing is current any more; what is queued is drawn, but not written to the buffer.
void release(ThreadState& thread) {
    if (const OSMesaContext name = current(thread)) name->surface->detach();
    if (thread.context && thread.context == glapi::current_context()) glapi::make_current(nullptr, nullptr, nullptr);
    thread.name = nullptr;
    thread.context = nullptr;
}

ThreadState::~ThreadState() { release(*this); }

// The surface for a buffer: that of before, with its depth buffer, where that fits.
std::shared_ptr<OsMesaSurface> surface_for(const osmesa_context& context, const PixelFormat& format, int32_t width,
                                           int32_t height) {
    if (context.surface && context.surface->fits(format, width, height)) return context.surface;
    glapi::BufferConfig buffers = context.buffers;
    buffers.red = format.red;
    buffers.green = format.green;
    buffers.blue = format.blue;
    buffers.alpha = format.alpha;
    buffers.float_color = format.type == GL_FLOAT;
    return std::make_shared<OsMesaSurface>(buffers, format, width, height);
}

}  // namespace

ASMGL_PUBLIC OSMesaContext OSMesaCreateContext(GLenum format, OSMesaContext sharelist) {
    return OSMesaCreateContextExt(format, 24, 8, 0, sharelist);
}

ASMGL_PUBLIC OSMesaContext OSMesaCreateContextExt(GLenum format, GLint depthBits, GLint stencilBits, GLint accumBits,
                                                  OSMesaContext sharelist) {
    const int attributes[] = {
        OSMESA_FORMAT, static_cast<int>(format), OSMESA_DEPTH_BITS, depthBits, OSMESA_STENCIL_BITS,
        stencilBits,   OSMESA_ACCUM_BITS,        accumBits,         0};
    return OSMesaCreateContextAttribs(attributes, sharelist);
}

ASMGL_PUBLIC OSMesaContext OSMesaCreateContextAttribs(const int* attribList, OSMesaContext sharelist) {
    const std::optional<Attributes> attributes = read_attributes(attribList);
    return attributes ? create(*attributes, sharelist) : nullptr;
}

ASMGL_PUBLIC void OSMesaDestroyContext(OSMesaContext ctx) {
    if (!ctx || !exists(ctx)) return;
    if (ctx == current()) release(thread_state());
    std::unique_ptr<osmesa_context> context;  // ends after the lock
    {
        const std::lock_guard lock(Contexts::instance().mutex);
        if (auto named = Contexts::instance().all.extract(ctx)) context = std::move(named.mapped());
    }
    if (context && context->surface) context->surface->detach();
}

ASMGL_PUBLIC GLboolean OSMesaMakeCurrent(OSMesaContext ctx, void* buffer, GLenum type, GLsizei width, GLsizei height) {
    ThreadState& thread = thread_state();
    if (!ctx && !buffer) {
        release(thread);
        return GL_TRUE;
    }
    if (!ctx || !buffer || !exists(ctx) || &thread == &spare) return GL_FALSE;
    if (width < 1 || height < 1 || width > driver::max_pbuffer_width || height > driver::max_pbuffer_height)
        return GL_FALSE;
    const PixelFormat* const format = find_pixel_format(ctx->format, type);
    if (!type || !format) return GL_FALSE;
    try {
        std::shared_ptr<OsMesaSurface> surface = surface_for(*ctx, *format, width, height);
        // What is queued is still drawn, but the buffer of before may be gone already.
        const OSMesaContext before = current();
        if (before) before->surface->detach();
        glapi::finish_current();
        if (!glapi::make_current(ctx->context.get(), surface, surface)) {
            if (before) before->surface->resume();
            return GL_FALSE;
        }
        surface->attach(buffer, ctx->store);
        ctx->surface = std::move(surface);
        ctx->memory = buffer;
        ctx->type = type;
        thread.name = ctx;
        thread.context = ctx->context.get();
        return GL_TRUE;
    } catch (const std::bad_alloc&) {
        return GL_FALSE;
    }
}

ASMGL_PUBLIC OSMesaContext OSMesaGetCurrentContext() { return current(); }

ASMGL_PUBLIC void OSMesaPixelStore(GLint pname, GLint value) {
    const OSMesaContext context = current();
    if (!context) return;
    switch (pname) {
        case OSMESA_ROW_LENGTH:
            if (value >= 0) context->store.row_length = value;
            break;
        case OSMESA_Y_UP: context->store.y_up = value != 0; break;
        default: report_unknown("OSMesaPixelStore", pname);
    }
}

ASMGL_PUBLIC void OSMesaGetIntegerv(GLint pname, GLint* value) {
    const OSMesaContext context = current();
    const OsMesaSurface* const surface = context ? context->surface.get() : nullptr;
    switch (pname) {
        case OSMESA_WIDTH: *value = surface ? surface->width() : 0; break;
        case OSMESA_HEIGHT: *value = surface ? surface->height() : 0; break;
        case OSMESA_FORMAT: *value = context ? context->format : 0; break;
        case OSMESA_TYPE: *value = context ? static_cast<int>(context->type) : 0; break;
        case OSMESA_ROW_LENGTH: *value = context ? context->store.row_length : 0; break;
        case OSMESA_Y_UP: *value = context ? context->store.y_up : 0; break;
        case OSMESA_MAX_WIDTH: *value = driver::max_pbuffer_width; break;
        case OSMESA_MAX_HEIGHT: *value = driver::max_pbuffer_height; break;
        default: report_unknown("OSMesaGetIntegerv", pname);
    }
}

ASMGL_PUBLIC GLboolean OSMesaGetDepthBuffer(OSMesaContext c, GLint* width, GLint* height, GLint* bytesPerValue,
                                            void** buffer) {
    *width = *height = *bytesPerValue = 0;
    *buffer = nullptr;
    if (!c || !exists(c) || !c->surface || !c->surface->depth_stencil || !c->buffers.depth) return GL_FALSE;
    if (c == current()) glapi::finish_current();
    try {
        *buffer = c->surface->depth_values();
    } catch (const std::bad_alloc&) {
        return GL_FALSE;
    }
    *width = c->surface->width();
    *height = c->surface->height();
    *bytesPerValue = 4;
    return GL_TRUE;
}

ASMGL_PUBLIC GLboolean OSMesaGetColorBuffer(OSMesaContext c, GLint* width, GLint* height, GLint* format,
                                            void** buffer) {
    *width = *height = *format = 0;
    *buffer = nullptr;
    if (!c || !exists(c) || !c->surface) return GL_FALSE;
    *width = c->surface->width();
    *height = c->surface->height();
    *format = c->format;
    *buffer = c->memory;
    return GL_TRUE;
}

ASMGL_PUBLIC OSMESAproc OSMesaGetProcAddress(const char* funcName) {
    struct Row {
        std::string_view name;
        OSMESAproc address;
    };
#define OSMESA_PROCEDURE(name) \
    { #name, reinterpret_cast < OSMESAproc>(&name) }
    static const Row rows[] = {
        OSMESA_PROCEDURE(OSMesaCreateContext),        OSMESA_PROCEDURE(OSMesaCreateContextExt),
        OSMESA_PROCEDURE(OSMesaCreateContextAttribs), OSMESA_PROCEDURE(OSMesaDestroyContext),
        OSMESA_PROCEDURE(OSMesaMakeCurrent),          OSMESA_PROCEDURE(OSMesaGetCurrentContext),
        OSMESA_PROCEDURE(OSMesaPixelStore),           OSMESA_PROCEDURE(OSMesaGetIntegerv),
        OSMESA_PROCEDURE(OSMesaGetDepthBuffer),       OSMESA_PROCEDURE(OSMesaGetColorBuffer),
        OSMESA_PROCEDURE(OSMesaGetProcAddress),       OSMESA_PROCEDURE(OSMesaColorClamp),
        OSMESA_PROCEDURE(OSMesaPostprocess),
    };
#undef OSMESA_PROCEDURE
    if (!funcName) return nullptr;
    for (const Row& row : rows)
        if (row.name == funcName) return row.address;
    return reinterpret_cast<OSMESAproc>(glapi::procedure_address(funcName));
}

ASMGL_PUBLIC void OSMesaColorClamp(GLboolean enable) {
    const OSMesaContext context = current();
    if (!context || context->core) return;  // core profiles clamp by the buffer's format alone
    constexpr GLenum clamp_fragment_color = 0x891B, fixed_only = 0x891D;
    const auto clamp = reinterpret_cast<void (*)(GLenum, GLenum)>(glapi::procedure_address("glClampColor"));
    clamp(clamp_fragment_color, enable ? GL_TRUE : fixed_only);
}

ASMGL_PUBLIC void OSMesaPostprocess(OSMesaContext, const char*, unsigned) {}
