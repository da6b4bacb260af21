// How a context is got: GLX in a window, or EGL with no window system at all. Libraries are opened by name at run time.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace bench {

// Something that this driver or machine does not have.
struct Skip {
    std::string reason;
};

class Platform {
  public:
    using Function = void (*)();

    Platform() = default;
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;
    virtual ~Platform() = default;

    // A context of the compatibility profile, current, in place of the one before.
    virtual void renew_context() = 0;
    virtual Function find(const char* name) = 0;
    // Shows what was drawn to framebuffer 0; throws Skip where nothing can be shown.
    virtual void present() = 0;
};

struct PlatformOptions {
    std::string name;                     // of platforms(), or "auto": the first that works
    std::string gl_library, egl_library;  // names or paths for dlopen
    int width = 0, height = 0;            // of the window, where there is one
};

struct PlatformRow {
    const char* name;
    const char* what;
    std::unique_ptr<Platform> (*open)(const PlatformOptions& options);  // throws Skip
};

const std::vector<PlatformRow>& platforms();
std::unique_ptr<Platform> open_platform(const PlatformOptions& options);

std::unique_ptr<Platform> open_glx(const PlatformOptions& options);
std::unique_ptr<Platform> open_egl_surfaceless(const PlatformOptions& options);
std::unique_ptr<Platform> open_egl_device(const PlatformOptions& options);
std::unique_ptr<Platform> open_egl_pbuffer(const PlatformOptions& options);

// A library that stays open. Throws Skip where there is none.
class Library {
  public:
    explicit Library(const std::string& name);
    void* symbol(const char* name) const;  // null where it has none
    template <class Type>
    void get(Type& function, const char* name) const {
        function = reinterpret_cast<Type>(need(name));
    }

  private:
    void* need(const char* name) const;

    std::string name_;
    void* handle_ = nullptr;
};

}  // namespace bench
