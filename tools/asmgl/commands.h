// The subcommands of `asmgl`.
#pragma once

#include <string>
#include <vector>

namespace tool {

// Exit codes; `run` otherwise ends as the program it starts.
inline constexpr int exit_failed = 1;        // the thing asked for could not be done
inline constexpr int exit_usage = 2;         // wrong arguments
inline constexpr int exit_cannot_run = 126;  // the program exists and can't be started
inline constexpr int exit_not_found = 127;   // there is no such program

// Starts a program on this driver, whichever way it finds its GL; returns only on failure.
int run(const std::vector<std::string>& arguments);

struct InfoWish {
    bool environment = false, entry_points = false;
};
int info(const InfoWish& wish);

// Reads programs; "-" is the standard input.
struct AssemblerWish {
    bool print = false, statistics = false, json = false;  // neither print nor statistics: check only
    std::vector<std::string> files;
};
int assemble(const AssemblerWish& wish);

// Compiles one program for a machine: the DPP array, to an ELF object or its text, or Tegra's 3D engine, to the words
// of a stream that uploads it or its text.
struct EmitWish {
    bool text = false;
    std::string file, output;
    bool mixed_precision = false;  // Tegra's fragments
};
int emit_ctm(const EmitWish& wish);

// Shows the instructions of an ELF object or of a file of raw ones.
int disassemble(const std::string& name);

// Runs an object on the emulated array.
struct ArrayWish {
    std::string file, domain, output;
    std::vector<std::string> inputs, constants;
};
int run_ctm(const ArrayWish& wish);

int emit_tegra(const EmitWish& wish);
// Whether the file begins as a stream does, in words or as text.
bool is_tegra_stream(const std::string& name);
int disassemble_tegra(const std::string& name);

// Runs a file of streams on the emulated engine.
struct StreamWish {
    std::string file, output;
    int target = -1;
    bool lenient = false;
};
int run_tegra(const StreamWish& wish);

}  // namespace tool
