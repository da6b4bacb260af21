// asmgl info: what the driver is and has, from a context without a window.
#include <GL/gl.h>
#include <GL/glext.h>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <sstream>

#include "commands.h"

#include "driver/present/memory_surface.h"
#include "glapi/driver_interface.h"
#include "runtime/environment.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/threads/worker_pool.h"

namespace tool {
namespace {

void print_environment() {
    for (const auto& variable : runtime::environment_variables()) {
        fmt::print("{}={}\n    {}\n", variable.name, variable.values, variable.description);
        if (const char* value = std::getenv(variable.name)) fmt::print("    set to: {}\n", value);
    }
}

void print_entry_points() {
    size_t implemented = 0;
    const auto entries = glapi::entry_points();
    for (const auto& entry : entries) {
        fmt::print("{:<12} {}\n", entry.implemented ? "implemented" : "missing", entry.name);
        implemented += entry.implemented;
    }
    fmt::print("{} of {} commands are implemented.\n", implemented, entries.size());
}

std::string text_of(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text ? text : "";
}

// "GL_ARB_vertex_program" belongs to group ARB.
void print_extensions() {
    std::map<std::string, std::vector<std::string>> groups;
    std::istringstream names(text_of(GL_EXTENSIONS));
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

void print_limits() {
    fmt::print("\nlimits:\n");
    const auto limit = [](const char* name, GLenum token, int count) {
        while (glGetError() != GL_NO_ERROR) continue;
        GLint values[4] = {};
        glGetIntegerv(token, values);
        if (glGetError() != GL_NO_ERROR) return;
        std::string text = std::to_string(values[0]);
        for (int i = 1; i < count; ++i) text += " × " + std::to_string(values[i]);
        fmt::print("  {:<36} {}\n", name, text);
    };
#define INFO_LIMIT(token, count) limit(#token, token, count);
#include "limits.def"
#undef INFO_LIMIT
}

}  // namespace

int info(const InfoWish& wish) {
    if (wish.environment) print_environment();
    if (wish.entry_points) print_entry_points();
    if (wish.environment || wish.entry_points) return 0;

    const auto made = glapi::create_context({});
    const auto surface = std::make_shared<driver::MemorySurface>(glapi::BufferConfig{}, 16, 16);
    if (!made.context || !glapi::make_current(made.context, surface, surface)) {
        fmt::print(stderr, "asmgl info: no context could be made\n");
        return exit_failed;
    }
    fmt::print("asmgl {}\n", ASMGL_TOOL_VERSION);
    fmt::print("  OpenGL version  {}\n", text_of(GL_VERSION));
    fmt::print("  vendor          {}\n", text_of(GL_VENDOR));
    fmt::print("  renderer        {}\n", text_of(GL_RENDERER));
    fmt::print("  CPU             {} in use, {} available\n", runtime::simd_level_name(runtime::simd_level()),
               runtime::simd_level_name(runtime::simd_level_of_cpu()));
    fmt::print("  threads         {}\n", runtime::WorkerPool::instance().thread_count());
    print_extensions();
    print_limits();
    glapi::make_current(nullptr, nullptr, nullptr);
    glapi::destroy_context(made.context);
    return 0;
}

}  // namespace tool
