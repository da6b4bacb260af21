// asmgl info: what the driver is and has, from a context without a window.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <vector>

#include "commands.h"
#include "library.h"

#include "driver/tool_interface.h"
#include "runtime/environment/environment.h"

namespace tool {
namespace {

void print_environment() {
    for (const auto& variable : runtime::environment_variables()) {
        fmt::print("{}={}\n    {}\n", variable.name, variable.values, variable.description);
        if (const char* value = std::getenv(variable.name)) fmt::print("    set to: {}\n", value);
    }
}

// A context without a window, by the library's public interface.
class Driver {
  public:
    static constexpr EGLint any[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};

    // False, after a message, where the library can't be opened, is another version's, or makes no context.
    bool open() {
        library_ = open_library("info");
        if (!library_) return false;
        find(GetProcAddress, "eglGetProcAddress");
        told = tool_interface(library_);
        if (!told || std::string_view(told->version) != ASMGL_TOOL_VERSION) {
            fmt::print(stderr, "asmgl: info: libasmgl.so is of version {}, this tool of {}\n",
                       told ? told->version : "unknown", ASMGL_TOOL_VERSION);
            return false;
        }
        return true;
    }
    bool make_context() {
        decltype(&eglGetPlatformDisplay) get_display = nullptr;
        decltype(&eglInitialize) initialize = nullptr;
        decltype(&eglBindAPI) bind_api = nullptr;
        decltype(&eglChooseConfig) choose = nullptr;
        decltype(&eglCreateContext) create = nullptr;
        decltype(&eglMakeCurrent) make_current = nullptr;
        find(get_display, "eglGetPlatformDisplay");
        find(initialize, "eglInitialize");
        find(bind_api, "eglBindAPI");
        find(choose, "eglChooseConfig");
        find(create, "eglCreateContext");
        find(make_current, "eglMakeCurrent");
        find(GetString, "glGetString");
        find(GetIntegerv, "glGetIntegerv");
        find(GetError, "glGetError");
        const EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (initialize(display, nullptr, nullptr) && bind_api(EGL_OPENGL_API) &&
            choose(display, any, &config, 1, &count) && count == 1) {
            const EGLContext context = create(display, config, EGL_NO_CONTEXT, nullptr);
            if (context && make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return true;
        }
        fmt::print(stderr, "asmgl: info: no context could be made\n");
        return false;
    }

    const driver::ToolInterface* told = nullptr;
    decltype(&glGetString) GetString = nullptr;
    decltype(&glGetIntegerv) GetIntegerv = nullptr;
    decltype(&glGetError) GetError = nullptr;

    std::string text_of(GLenum name) const {
        const auto* text = reinterpret_cast<const char*>(GetString(name));
        return text ? text : "";
    }

  private:
    decltype(&eglGetProcAddress) GetProcAddress = nullptr;
    void* library_ = nullptr;

    template <typename Function>
    void find(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(library_, name));
    }
};

void print_entry_points(const Driver& driver) {
    struct Count {
        size_t all = 0, implemented = 0;
    } count;
    driver.told->for_each_entry_point(&count, [](void* user, const char* name, const char* missing) {
        if (missing)
            fmt::print("missing      {:<40} {}\n", name, missing);
        else
            fmt::print("implemented  {}\n", name);
        auto& counted = *static_cast<Count*>(user);
        ++counted.all;
        counted.implemented += !missing;
    });
    fmt::print("{} of {} commands are implemented.\n", count.implemented, count.all);
}

// "GL_ARB_vertex_program" belongs to group ARB.
void print_extensions(const Driver& driver) {
    std::map<std::string, std::vector<std::string>> groups;
    std::istringstream names(driver.text_of(GL_EXTENSIONS));
    size_t count = 0;
    for (std::string name; names >> name; ++count) {
        const size_t from = name.find('_') + 1;
        groups[name.substr(from, name.find('_', from) - from)].push_back(name);
    }
    fmt::print("\nextensions: {}\n", count);
    for (auto& [group, members] : groups) {
        std::sort(members.begin(), members.end());
        fmt::print("  {} ({})\n", group, members.size());
        for (const std::string& member : members) fmt::print("    {}\n", member);
    }
}

void print_limits(const Driver& driver) {
    fmt::print("\nlimits:\n");
    const auto limit = [&](const char* name, GLenum token, int count) {
        while (driver.GetError() != GL_NO_ERROR) continue;
        GLint values[4] = {};
        driver.GetIntegerv(token, values);
        if (driver.GetError() != GL_NO_ERROR) return;
        std::string text = std::to_string(values[0]);
        for (int i = 1; i < count; ++i) text += " × " + std::to_string(values[i]);
        fmt::print("  {:<36} {}\n", name, text);
    };
#define INFO_LIMIT(token, count) limit(#token, token, count);
#include "limits.def"
#undef INFO_LIMIT
}

}  // namespace

int info(const InfoOptions& options) {
    if (options.environment) print_environment();
    if (options.environment && !options.entry_points) return 0;
    Driver driver;
    if (!driver.open()) return exit_failed;
    if (options.entry_points) {
        print_entry_points(driver);
        return 0;
    }
    if (!driver.make_context()) return exit_failed;
    fmt::print("asmgl {}\n", ASMGL_TOOL_VERSION);
    fmt::print("  OpenGL version  {}\n", driver.text_of(GL_VERSION));
    fmt::print("  vendor          {}\n", driver.text_of(GL_VENDOR));
    fmt::print("  renderer        {}\n", driver.text_of(GL_RENDERER));
    fmt::print("  CPU             {} in use, {} available\n", driver.told->simd_in_use, driver.told->simd_available);
    fmt::print("  threads         {}\n", driver.told->threads);
    fmt::print("  engine          {}\n", driver.told->engine);
    fmt::print("  code cache      {}\n", driver.told->code_cache);
    print_extensions(driver);
    print_limits(driver);
    return 0;
}

}  // namespace tool
