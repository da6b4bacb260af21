#include "machine.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sstream>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <xcb/glx.h>
#include <xcb/xcb.h>

#include "../library.h"
#include "memory.h"

#include "driver/tool_interface.h"
#include "runtime/code_cache/code_cache.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/control_groups.h"
#include "runtime/threads/cpu_count.h"

extern char** environ;

namespace tool::doctor {
namespace {

namespace fs = std::filesystem;

// What is looked at says things of its own on the standard error; the checks say them better.
class QuietErrors {
  public:
    QuietErrors() : kept_(dup(STDERR_FILENO)) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (kept_ >= 0 && nowhere >= 0) dup2(nowhere, STDERR_FILENO);
        if (nowhere >= 0) close(nowhere);
    }
    ~QuietErrors() {
        if (kept_ < 0) return;
        dup2(kept_, STDERR_FILENO);
        close(kept_);
    }
    QuietErrors(const QuietErrors&) = delete;
    QuietErrors& operator=(const QuietErrors&) = delete;

  private:
    int kept_;
};

std::map<std::string, std::string> read_variables() {
    std::map<std::string, std::string> variables;
    for (char** entry = environ; *entry; ++entry)
        if (const char* const equals = std::strchr(*entry, '='))
            variables.emplace(std::string(*entry, static_cast<size_t>(equals - *entry)), equals + 1);
    return variables;
}

std::vector<std::string> environment_complaints(const std::map<std::string, std::string>& variables) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : variables) names.push_back(name);
    std::string text;
    runtime::read_environment([](const char* name) -> const char* { return std::getenv(name); }, names, text);
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        constexpr std::string_view speaker = "asmgl: ";
        lines.push_back(line.starts_with(speaker) ? line.substr(speaker.size()) : line);
    }
    return lines;
}

Driver examine_driver() {
    Driver driver;
    driver.libraries = find_library_folder();
    if (driver.libraries.empty()) {
        driver.problem = "libasmgl.so was not found";
        return driver;
    }
    open_fallbacks(driver.libraries);
    void* const library = dlopen((driver.libraries / "libasmgl.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        driver.problem = dlerror();
        return driver;
    }
    const driver::ToolInterface* const told = tool_interface(library);
    if (!told) {
        driver.problem = "libasmgl.so is of another version";
        return driver;
    }
    driver.version = told->version;
    if (driver.version != ASMGL_TOOL_VERSION) {
        driver.problem = "libasmgl.so is of version " + driver.version + ", this tool of " ASMGL_TOOL_VERSION;
        return driver;
    }
    driver.simd_in_use = told->simd_in_use;
    driver.simd_available = told->simd_available;
    driver.engine = told->engine;
    driver.threads = told->threads;
    return driver;
}

// What code that is compiled at run time needs.
bool can_make_executable() {
    const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    void* const page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return false;
    std::memset(page, 0, size);
    const bool allowed = mprotect(page, size, PROT_READ | PROT_EXEC) == 0;
    munmap(page, size);
    return allowed;
}

Processor examine_processor() {
    Processor processor;
    const std::string groups = runtime::read_system_file("/proc/self/cgroup");
    processor.online = std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    processor.affine = runtime::detail::affine_cpus();
    processor.quota = runtime::detail::cgroup_quota(groups, "/sys/fs/cgroup");
    processor.memory_limit = cgroup_memory(groups, "/sys/fs/cgroup");
    processor.memory_available = memory_line(runtime::read_system_file("/proc/meminfo"), "MemAvailable");
    processor.executable_memory = can_make_executable();
    return processor;
}

CodeFolder examine_code_folder() {
    using namespace runtime::code_cache;
    CodeFolder folder;
    folder.path = cache_folder();
    folder.most_bytes = static_cast<uint64_t>(runtime::environment().cache_megabytes.value) << 20;
    if (folder.path.empty()) return folder;
    const CodeCache cache(folder.path, 0, CodeCache::Missing::Leave);
    folder.made = !cache.not_made_yet();
    if (!folder.made) {
        // The folder above that is there must let this user make it.
        fs::path above = fs::path(folder.path).parent_path();
        std::error_code error;
        while (above != "/" && !above.empty() && !fs::exists(above, error)) above = above.parent_path();
        if (access(above.c_str(), W_OK | X_OK) != 0)
            folder.complaint = above.string() + ": " + std::strerror(errno) + ", so that it can't be made";
        return folder;
    }
    if (!cache.works()) {
        folder.complaint = cache.complaint();
        return folder;
    }
    const CacheStatistics found = cache.statistics();
    folder.files = found.files, folder.bytes = found.bytes;
    return folder;
}

// The X server as libxcb sees it, which is opened here: the tool itself does without.
class XcbLibrary {
  public:
    XcbLibrary() : xcb_(dlopen("libxcb.so.1", RTLD_NOW)), glx_(dlopen("libxcb-glx.so.0", RTLD_NOW)) {}
    bool opened() const { return xcb_ != nullptr; }
    bool has_glx() const { return glx_ != nullptr; }

    template <typename Function>
    Function* of_xcb(Function*, const char* name) const {
        return reinterpret_cast<Function*>(dlsym(xcb_, name));
    }
    template <typename Function>
    Function* of_glx(Function*, const char* name) const {
        return reinterpret_cast<Function*>(dlsym(glx_, name));
    }

  private:
    void *xcb_, *glx_;
};
#define XCB_FUNCTION(name) const auto name = library.of_xcb(&::name, #name)
#define XCB_GLX_FUNCTION(name) const auto name = library.of_glx(&::name, #name)

constexpr uint32_t vendor_names = 0x20F6;  // GLX_VENDOR_NAMES_EXT, of GLX_EXT_libglvnd

std::string glx_vendors(const XcbLibrary& library, xcb_connection_t* connection, int screen) {
    if (!library.has_glx()) return {};
    XCB_GLX_FUNCTION(xcb_glx_query_server_string);
    XCB_GLX_FUNCTION(xcb_glx_query_server_string_reply);
    XCB_GLX_FUNCTION(xcb_glx_query_server_string_string);
    const auto asked = xcb_glx_query_server_string(connection, static_cast<uint32_t>(screen), vendor_names);
    xcb_generic_error_t* error = nullptr;
    auto* const reply = xcb_glx_query_server_string_reply(connection, asked, &error);
    std::string names;
    if (reply) names.assign(xcb_glx_query_server_string_string(reply), reply->str_len);
    std::free(reply);
    std::free(error);
    return names.substr(0, names.find('\0'));
}

XServer examine_x_server(const std::string& display) {
    XServer server;
    if (display.empty()) return server;
    const XcbLibrary library;
    if (!library.opened()) {
        server.problem = "libxcb.so.1 is missing";
        return server;
    }
    XCB_FUNCTION(xcb_connect);
    XCB_FUNCTION(xcb_connection_has_error);
    XCB_FUNCTION(xcb_disconnect);
    XCB_FUNCTION(xcb_query_extension);
    XCB_FUNCTION(xcb_query_extension_reply);
    int screen = 0;
    xcb_connection_t* const connection = xcb_connect(display.c_str(), &screen);
    if (const int error = xcb_connection_has_error(connection)) {
        server.problem = error == XCB_CONN_CLOSED_PARSE_ERR        ? "this is not the name of a display"
                         : error == XCB_CONN_CLOSED_INVALID_SCREEN ? "the server has no such screen"
                                                                   : "no server answers, or it refuses this user";
    } else {
        server.reached = true;
        const auto has = [&](const std::string& name) {
            const auto asked = xcb_query_extension(connection, static_cast<uint16_t>(name.size()), name.c_str());
            auto* const reply = xcb_query_extension_reply(connection, asked, nullptr);
            const bool present = reply && reply->present;
            std::free(reply);
            return present;
        };
        server.shared_memory = has("MIT-SHM");
        server.glx = has("GLX");
        if (server.glx) server.vendors = glx_vendors(library, connection, screen);
    }
    xcb_disconnect(connection);
    return server;
}

WaylandServer examine_wayland(const Machine& machine) {
    WaylandServer server;
    const std::string display = machine.variable("WAYLAND_DISPLAY"), folder = machine.variable("XDG_RUNTIME_DIR");
    if (display.empty()) return server;
    server.socket = display.starts_with('/') ? display : folder + "/" + display;
    if (!display.starts_with('/') && folder.empty()) {
        server.problem = "XDG_RUNTIME_DIR is not set";
        return server;
    }
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (server.socket.size() >= sizeof address.sun_path) {
        server.problem = "the name is too long";
        return server;
    }
    server.socket.copy(address.sun_path, server.socket.size());
    const int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    server.reached = file >= 0 && connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    if (!server.reached) server.problem = std::strerror(errno);
    if (file >= 0) close(file);
    return server;
}

}  // namespace

Machine examine_machine() {
    const QuietErrors quiet;
    Machine machine;
    machine.variables = read_variables();
    machine.complaints = environment_complaints(machine.variables);
    machine.privileged = getauxval(AT_SECURE) != 0;
    machine.driver = examine_driver();
    machine.processor = examine_processor();
    machine.code_folder = examine_code_folder();
    machine.x_server = examine_x_server(machine.variable("DISPLAY"));
    machine.wayland = examine_wayland(machine);
    return machine;
}

}  // namespace tool::doctor
