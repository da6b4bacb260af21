#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <array>
#include <cstring>

#include "platform.h"

namespace bench {
namespace {

// What is used of EGL. The prototypes in EGL/egl.h give the types.
struct Egl {
    explicit Egl(const std::string& library) : egl(library) {
        egl.get(bind_api, "eglBindAPI");
        egl.get(choose_config, "eglChooseConfig");
        egl.get(create_context, "eglCreateContext");
        egl.get(create_pbuffer, "eglCreatePbufferSurface");
        egl.get(destroy_context, "eglDestroyContext");
        egl.get(get_display, "eglGetDisplay");
        egl.get(get_proc_address, "eglGetProcAddress");
        egl.get(initialize, "eglInitialize");
        egl.get(make_current, "eglMakeCurrent");
        egl.get(query_string, "eglQueryString");
        egl.get(terminate, "eglTerminate");
    }

    bool client_has(const char* extension) const {
        const char* names = query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);
        return names && std::strstr(names, extension);
    }

    Library egl;
    decltype(&::eglBindAPI) bind_api = nullptr;
    decltype(&::eglChooseConfig) choose_config = nullptr;
    decltype(&::eglCreateContext) create_context = nullptr;
    decltype(&::eglCreatePbufferSurface) create_pbuffer = nullptr;
    decltype(&::eglDestroyContext) destroy_context = nullptr;
    decltype(&::eglGetDisplay) get_display = nullptr;
    decltype(&::eglGetProcAddress) get_proc_address = nullptr;
    decltype(&::eglInitialize) initialize = nullptr;
    decltype(&::eglMakeCurrent) make_current = nullptr;
    decltype(&::eglQueryString) query_string = nullptr;
    decltype(&::eglTerminate) terminate = nullptr;
};

class EglPlatform final : public Platform {
  public:
    EglPlatform(const PlatformOptions& options, std::unique_ptr<Egl> egl, EGLDisplay display, bool with_surface)
        : egl_(std::move(egl)), gl_(options.gl_library), display_(display) {
        if (!egl_->initialize(display_, nullptr, nullptr)) throw Skip{"eglInitialize failed"};
        if (!egl_->bind_api(EGL_OPENGL_API)) throw Skip{"EGL has no OpenGL here"};
        const std::array<EGLint, 7> wanted = {
            EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_DEPTH_SIZE, 24, EGL_NONE};
        EGLint count = 0;
        if (!egl_->choose_config(display_, wanted.data(), &config_, 1, &count) || count == 0)
            throw Skip{"no config for OpenGL"};
        if (with_surface) {
            const std::array<EGLint, 5> size = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
            surface_ = egl_->create_pbuffer(display_, config_, size.data());
            if (surface_ == EGL_NO_SURFACE) throw Skip{"eglCreatePbufferSurface failed"};
        }
        EglPlatform::renew_context();
    }

    ~EglPlatform() override {
        egl_->make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        egl_->terminate(display_);
    }

    void renew_context() override {
        if (context_ != EGL_NO_CONTEXT) {
            egl_->make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            egl_->destroy_context(display_, context_);
        }
        context_ = egl_->create_context(display_, config_, EGL_NO_CONTEXT, nullptr);
        if (context_ == EGL_NO_CONTEXT) throw Skip{"eglCreateContext failed"};
        if (!egl_->make_current(display_, surface_, surface_, context_)) throw Skip{"eglMakeCurrent failed"};
    }

    Function find(const char* name) override {
        if (Function found = egl_->get_proc_address(name)) return found;
        return reinterpret_cast<Function>(gl_.symbol(name));
    }

    void present() override { throw Skip{"needs a window"}; }

  private:
    std::unique_ptr<Egl> egl_;
    Library gl_;
    EGLDisplay display_;
    EGLConfig config_ = nullptr;
    EGLSurface surface_ = EGL_NO_SURFACE;
    EGLContext context_ = EGL_NO_CONTEXT;
};

PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display(const Egl& egl) {
    const auto found =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl.get_proc_address("eglGetPlatformDisplayEXT"));
    if (!found) throw Skip{"EGL has no platforms"};
    return found;
}

}  // namespace

std::unique_ptr<Platform> open_egl_surfaceless(const PlatformOptions& options) {
    auto egl = std::make_unique<Egl>(options.egl_library);
    if (!egl->client_has("EGL_MESA_platform_surfaceless")) throw Skip{"EGL has no surfaceless platform"};
    const EGLDisplay display = platform_display(*egl)(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY) throw Skip{"no surfaceless display"};
    return std::make_unique<EglPlatform>(options, std::move(egl), display, false);
}

std::unique_ptr<Platform> open_egl_device(const PlatformOptions& options) {
    Egl egl(options.egl_library);
    const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl.get_proc_address("eglQueryDevicesEXT"));
    if (!query) throw Skip{"EGL has no devices"};
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    query(static_cast<EGLint>(devices.size()), devices.data(), &count);
    std::string reason = "EGL has no devices";
    for (EGLint i = 0; i < count; ++i) {
        const EGLDisplay display = platform_display(egl)(EGL_PLATFORM_DEVICE_EXT, devices[size_t(i)], nullptr);
        if (display == EGL_NO_DISPLAY) continue;
        try {
            return std::make_unique<EglPlatform>(options, std::make_unique<Egl>(options.egl_library), display, false);
        } catch (const Skip& skip) {
            reason = skip.reason;
        }
    }
    throw Skip{reason};
}

std::unique_ptr<Platform> open_egl_pbuffer(const PlatformOptions& options) {
    auto egl = std::make_unique<Egl>(options.egl_library);
    const EGLDisplay display = egl->get_display(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY) throw Skip{"no default display"};
    return std::make_unique<EglPlatform>(options, std::move(egl), display, true);
}

}  // namespace bench
