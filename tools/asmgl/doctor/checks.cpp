#include "checks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tool::doctor {
namespace {

namespace fs = std::filesystem;

constexpr const char* reinstall = "install libasmgl0 and asmgl of one version, or unpack the archive again";

// Debian's packages of what libasmgl.so needs.
std::string package_of(const std::string& library) {
    struct Row {
        const char *library, *package;
    };
    static constexpr Row rows[] = {
        {"libX11.so.6", "libx11-6"},        {"libX11-xcb.so.1", "libx11-xcb1"},     {"libxcb.so.1", "libxcb1"},
        {"libxcb-glx.so.0", "libxcb-glx0"}, {"libxcb-randr.so.0", "libxcb-randr0"}, {"libxcb-shm.so.0", "libxcb-shm0"},
        {"libXau.so.6", "libxau6"},         {"libXdmcp.so.6", "libxdmcp6"},         {"libz.so.1", "zlib1g"},
        {"libzstd.so.1", "libzstd1"},       {"libstdc++.so.6", "libstdc++6"},       {"libgcc_s.so.1", "libgcc-s1"}};
    for (const Row& row : rows)
        if (library.starts_with(row.library)) return row.package;
    return {};
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::string megabytes(int64_t bytes) { return fmt::format("{} MB", bytes >> 20); }

Finding missing_libraries(const std::vector<std::string>& missing, const std::string& file) {
    std::vector<std::string> packages;
    for (const std::string& library : missing)
        if (const std::string package = package_of(library);
            !package.empty() && std::ranges::find(packages, package) == packages.end())
            packages.push_back(package);
    const std::string mend = packages.empty() ? "install the packages that have them"
                                              : fmt::format("apt-get install {}", fmt::join(packages, " "));
    return {Verdict::Wrong, fmt::format("{} lacks {}", file, joined(missing)), mend};
}

// ---- the driver

Finding check_driver(const Machine& machine, const LibrarySearch&) {
    const Driver& driver = machine.driver;
    if (driver.libraries.empty()) return {Verdict::Wrong, driver.problem, reinstall};
    const std::string file = (driver.libraries / "libasmgl.so").string();
    if (!driver.problem.empty()) return {Verdict::Wrong, file + ": " + driver.problem, reinstall};
    return {Verdict::Good, fmt::format("{}, version {}, engine {}", file, driver.version, driver.engine)};
}

Finding check_needed(const Machine& machine, const LibrarySearch& search) {
    if (machine.driver.libraries.empty()) return {Verdict::Note, "not known without libasmgl.so"};
    std::vector<std::string> missing;
    const auto loaded = search.load(machine.driver.libraries / "libasmgl.so", missing);
    // The portable archive has them itself.
    const fs::path fallbacks = machine.driver.libraries / "fallback";
    std::error_code error;
    const auto own = std::erase_if(missing, [&](const std::string& text) {
        return fs::exists(search.below_root(fallbacks / text.substr(0, text.find(' '))), error);
    });
    if (!missing.empty()) return missing_libraries(missing, "libasmgl.so");
    if (own) return {Verdict::Good, fmt::format("{} libraries that the system lacks are the archive's", own)};
    return {Verdict::Good, fmt::format("libasmgl.so and the {} libraries that it needs are there",
                                       loaded.empty() ? 0 : loaded.size() - 1)};
}

Finding check_variables(const Machine& machine, const LibrarySearch&) {
    if (machine.complaints.empty()) {
        std::vector<std::string> set;
        for (const auto& [name, value] : machine.variables)
            if (name.starts_with("ASMGL_")) set.push_back(name + "=" + value);
        return {Verdict::Good, set.empty() ? "none is set" : joined(set)};
    }
    return {Verdict::Wrong, joined(machine.complaints), "`asmgl info --env` lists the variables and their values"};
}

// What stands before the system's libraries.
Finding check_linker(const Machine& machine, const LibrarySearch& search) {
    const std::string preloaded = machine.variable("LD_PRELOAD"), path = machine.variable("LD_LIBRARY_PATH");
    if (machine.privileged)
        return {Verdict::Note, "this process has other rights than its caller: the linker takes neither variable"};
    if (preloaded.empty() && path.empty()) return {Verdict::Good, "neither LD_PRELOAD nor LD_LIBRARY_PATH is set"};
    std::string text;
    if (!preloaded.empty()) text = "LD_PRELOAD=" + preloaded;
    if (!path.empty()) text += (text.empty() ? "" : "; ") + ("LD_LIBRARY_PATH=" + path);
    for (const GraphicsLibrary& library : graphics_libraries()) {
        const fs::path found = search.find(library.name, own_kind());
        if (found.empty() || library.interface == Interface::Gbm) continue;
        const std::string folder = found.parent_path().string();
        if (std::ranges::find(search.system_folders(), folder) != search.system_folders().end()) continue;
        const auto elf = read_elf(search.below_root(found));
        const Choice choice = choice_of(library, found, machine, search, own_kind());
        if (elf && choice.driver == "asmgl") return {Verdict::Good, text + ": programs find this driver first"};
        return {Verdict::Note, fmt::format("{}: programs find {} before the system's", text, found.string()),
                "`asmgl run` puts this driver before it"};
    }
    return {Verdict::Good, text};
}

// ---- the machine

Finding check_cpu(const Machine& machine, const LibrarySearch&) {
    const Driver& driver = machine.driver;
    if (driver.simd_in_use.empty()) return {Verdict::Note, "not known without libasmgl.so"};
    const std::string text =
        fmt::format("{} in use; the CPU and this build have {}", driver.simd_in_use, driver.simd_available);
    if (driver.simd_in_use == "generic") return {Verdict::Note, text, "a CPU with AVX2 draws several times as fast"};
    return {Verdict::Good, text};
}

Finding check_threads(const Machine& machine, const LibrarySearch&) {
    const Processor& cpus = machine.processor;
    std::string text = fmt::format("{} threads; {} CPUs are online, {} in the affinity mask", machine.driver.threads,
                                   cpus.online, cpus.affine);
    if (cpus.quota > 0) text += fmt::format(", {:.2g} in the quota of the control group", cpus.quota);
    const int usable =
        cpus.quota > 0 ? std::clamp(static_cast<int>(std::ceil(cpus.quota)), 1, cpus.affine) : cpus.affine;
    if (machine.driver.threads > usable)
        return {Verdict::Note, text,
                fmt::format("more threads than CPUs draw no faster: unset ASMGL_THREADS, or set {}", usable)};
    if (usable < cpus.online)
        return {Verdict::Note, text, "to use more CPUs, raise the quota (docker run --cpus) or the mask (taskset)"};
    return {Verdict::Good, text};
}

constexpr int64_t little_memory = int64_t{512} << 20;

Finding check_memory(const Machine& machine, const LibrarySearch&) {
    const Processor& it = machine.processor;
    std::string text = it.memory_limit ? fmt::format("{} in the control group", megabytes(it.memory_limit))
                                       : "no limit of a control group";
    if (it.memory_available) text += fmt::format(", {} free on the machine", megabytes(it.memory_available));
    const int64_t least = it.memory_limit && (!it.memory_available || it.memory_limit < it.memory_available)
                              ? it.memory_limit
                              : it.memory_available;
    if (least && least < little_memory)
        return {Verdict::Note, text,
                "large textures and framebuffers need more: raise the limit (docker run --memory)"};
    return {Verdict::Good, text};
}

Finding check_jit(const Machine& machine, const LibrarySearch&) {
    if (machine.processor.executable_memory) return {Verdict::Good, "memory can be made executable"};
    return {Verdict::Wrong, "memory can't be made executable, so that programs can't be compiled",
            "let this process map executable memory (SELinux: execmem; systemd: MemoryDenyWriteExecute=no), or set "
            "ASMGL_ENGINE=interpreter, which is slower"};
}

Finding check_cache(const Machine& machine, const LibrarySearch&) {
    const CodeFolder& folder = machine.code_folder;
    const std::string mend = "set ASMGL_CACHE_DIR to a folder of your own, or to off";
    if (folder.path.empty())
        return {Verdict::Note, "no folder: each process compiles anew", "set ASMGL_CACHE_DIR to a folder of your own"};
    if (!folder.complaint.empty()) return {Verdict::Wrong, "each process compiles anew: " + folder.complaint, mend};
    if (!folder.made) return {Verdict::Good, folder.path + " (not made yet)"};
    return {Verdict::Good, fmt::format("{}: {} pieces of code, {:.1f} of at most {} MB", folder.path, folder.files,
                                       static_cast<double>(folder.bytes) / (1 << 20), folder.most_bytes >> 20)};
}

// ---- window systems

Finding check_x11(const Machine& machine, const LibrarySearch&) {
    const std::string display = machine.variable("DISPLAY");
    const XServer& server = machine.x_server;
    if (display.empty())
        return {Verdict::Note, "DISPLAY is not set: programs that open windows by X11 don't start",
                "none needed for EGL without windows and OSMesa; else start an X server (xvfb-run PROGRAM)"};
    if (!server.reached)
        return {Verdict::Wrong, fmt::format("DISPLAY is {}: {}", display, server.problem),
                "start the server, correct DISPLAY, or let this user in (xhost, XAUTHORITY)"};
    std::string text = "the server of DISPLAY=" + display + " answers";
    if (!server.shared_memory)
        return {Verdict::Note, text + "; it lacks MIT-SHM: frames go through its socket, which is slower",
                "run program and server on one machine, with one IPC namespace (docker run --ipc=host)"};
    if (!server.glx)
        return {Verdict::Note, text + "; it lacks GLX, which GLVND needs",
                "`asmgl run` needs none; else start the server with +extension GLX"};
    return {Verdict::Good, text};
}

Finding check_wayland(const Machine& machine, const LibrarySearch& search) {
    const WaylandServer& server = machine.wayland;
    if (machine.variable("WAYLAND_DISPLAY").empty()) return {Verdict::Good, "WAYLAND_DISPLAY is not set"};
    if (!server.reached)
        return {Verdict::Wrong,
                fmt::format("{}: {}", server.socket.empty() ? "WAYLAND_DISPLAY" : server.socket, server.problem),
                "start the compositor, or correct WAYLAND_DISPLAY and XDG_RUNTIME_DIR"};
    if (search.find("libwayland-client.so.0", own_kind()).empty())
        return {Verdict::Wrong, "the compositor answers, but there is no libwayland-client.so.0",
                "apt-get install libwayland-client0"};
    return {Verdict::Good, "the compositor of " + server.socket + " answers"};
}

// ---- who chooses the driver

Finding check_glx(const Machine& machine, const LibrarySearch& search) {
    if (search.find("libGLX.so.0", own_kind()).empty())
        return {Verdict::Note, "GLVND's libGLX.so.0 is not there: `asmgl run` needs none"};
    const Choice choice = glx_choice(machine, search, own_kind());
    if (machine.variable("__GLX_VENDOR_LIBRARY_NAME") == "asmgl" && choice.driver != "asmgl")
        return {Verdict::Wrong, choice.reason,
                "install libasmgl0, or put the folder of libGLX_asmgl.so.0 into LD_LIBRARY_PATH"};
    if (choice.driver.empty()) return {Verdict::Note, "GLVND takes no driver: " + choice.reason};
    return {Verdict::Good, fmt::format("GLVND takes {}: {}", choice.driver, choice.reason)};
}

Finding check_egl(const Machine& machine, const LibrarySearch& search) {
    std::string lost;
    for (const Manifest& manifest : egl_manifests(machine, search, own_kind()))
        if (manifest.library.find("asmgl") != std::string::npos && manifest.found.empty())
            lost = fmt::format("{} names {}, which is not there", manifest.file.string(), manifest.library);
    if (!lost.empty())
        return {Verdict::Wrong, lost, "install libasmgl0, or put the library's folder into LD_LIBRARY_PATH"};
    if (search.find("libEGL.so.1", own_kind()).empty())
        return {Verdict::Note, "GLVND's libEGL.so.1 is not there: `asmgl run` needs none"};
    const Choice choice = egl_choice(machine, search, own_kind());
    if (choice.driver.empty()) return {Verdict::Note, choice.reason};
    return {Verdict::Good, fmt::format("GLVND asks {} first: {}", choice.driver, choice.reason)};
}

Finding check_osmesa(const Machine& machine, const LibrarySearch& search) {
    const auto row = std::ranges::find(graphics_libraries(), Interface::Osmesa, &GraphicsLibrary::interface);
    const fs::path found = search.find(row->name, own_kind());
    if (found.empty()) return {Verdict::Good, "there is no libOSMesa.so.8 but this driver's, which `asmgl run` finds"};
    const Choice choice = choice_of(*row, found, machine, search, own_kind());
    return {Verdict::Good, fmt::format("{} is {}'s", found.string(), choice.driver)};
}

Finding check_gbm(const Machine& machine, const LibrarySearch& search) {
    if (search.find("libgbm.so.1", own_kind()).empty()) return {Verdict::Good, "there is no libgbm.so.1"};
    const Choice choice = gbm_choice(machine, search, own_kind());
    if (machine.variable("GBM_BACKEND") == "asmgl" && choice.driver != "asmgl")
        return {Verdict::Wrong, choice.reason, "install libasmgl0, or set GBM_BACKENDS_PATH"};
    return {Verdict::Good, fmt::format("libgbm takes {}: {}", choice.driver, choice.reason)};
}

}  // namespace

std::span<const Check> checks() {
    static constexpr Check rows[] = {
#define DOCTOR_CHECK(name, look, about) {#name, look, about},
#include "checks.def"
#undef DOCTOR_CHECK
    };
    return rows;
}

std::vector<ProgramFinding> check_program(const Program& program, const Machine& machine) {
    if (program.path.empty())
        return {{"program", {Verdict::Wrong, program.name + ": there is no such program", "look at PATH"}}};
    std::vector<ProgramFinding> findings;
    const std::string by = program.interpreter.empty() ? "" : ", a script of " + program.interpreter.string();
    const std::string bits = program.kind.bits ? fmt::format(", {}-bit", program.kind.bits) : "";
    if (program.out_of_reach.empty()) {
        findings.push_back({"program", {Verdict::Good, program.path.string() + by + bits}});
    } else {
        const bool other_kind = program.kind.bits && program.kind != own_kind();
        findings.push_back({"program",
                            {Verdict::Wrong, fmt::format("{} {}", program.path.string(), program.out_of_reach),
                             other_kind ? "install libasmgl0 of that architecture where there is one, and set "
                                          "LD_LIBRARY_PATH to its folder"
                                        : "start a program that is linked dynamically, with its caller's rights"}});
    }
    if (!program.missing.empty()) findings.push_back({"needed", missing_libraries(program.missing, program.name)});
    for (const LibraryUse& use : program.uses) {
        const std::string how = use.linked ? "needs it" : "may open it";
        const std::string now = use.choice.driver.empty() ? "no driver" : use.choice.driver;
        const bool led = program.out_of_reach.empty() && !machine.driver.libraries.empty();
        std::string text = fmt::format("{} {}: {} ({})", use.by, how, now, use.choice.reason);
        if (led && use.choice.driver != "asmgl") text += "; under `asmgl run`: asmgl";
        findings.push_back({use.library->name, {use.choice.driver == "asmgl" ? Verdict::Good : Verdict::Note, text}});
    }
    if (program.uses.empty() && program.kind.bits)
        findings.push_back(
            {"libraries",
             {Verdict::Note, "neither it nor what it needs names a library of OpenGL; what it opens later may"}});
    return findings;
}

}  // namespace tool::doctor
