// What the checks look at: all that is asked of the machine, gathered once. Tests make their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tool::doctor {

struct Driver {
    std::filesystem::path libraries;  // the folder of libasmgl.so; empty: it was not found
    std::string problem;              // why libasmgl.so can't be used; empty: it can
    std::string version, simd_in_use, simd_available, engine;
    int threads = 0;
};

struct Processor {
    int online = 1, affine = 1;     // CPUs, and those of the affinity mask
    double quota = 0;               // of the control groups, in CPUs; 0: none
    int64_t memory_limit = 0;       // of the control groups, in bytes; 0: none
    int64_t memory_available = 0;   // in bytes; 0: not known
    bool executable_memory = true;  // pages that were written can be made executable
};

struct CodeFolder {
    std::string path;       // empty: there is none
    std::string complaint;  // why it can't be used; empty: it can
    bool made = false;
    uint64_t files = 0, bytes = 0, most_bytes = 0;
};

struct XServer {
    bool reached = false;
    std::string problem;  // why it was not
    bool glx = false, shared_memory = false;
    std::string vendors;  // of GLX, as the server names them to GLVND
};

struct WaylandServer {
    std::string socket;  // empty: no name of one is known
    bool reached = false;
    std::string problem;
};

struct Machine {
    std::filesystem::path root = "/";  // where files are looked up
    std::map<std::string, std::string> variables;
    std::vector<std::string> complaints;  // about the driver's own variables
    bool privileged = false;              // other rights than the caller's
    Driver driver;
    Processor processor;
    CodeFolder code_folder;
    XServer x_server;
    WaylandServer wayland;

    // Empty where it is not set.
    std::string variable(const std::string& name) const {
        const auto found = variables.find(name);
        return found == variables.end() ? "" : found->second;
    }
};

Machine examine_machine();

}  // namespace tool::doctor
