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
struct RunOptions {
    std::vector<std::string> command = {};  // the program and its arguments
    bool allow_other = false;               // start it, too, where it can't be led to this driver
};
int run(const RunOptions& options);

// Runs the benchmark client on one thread and tells what it would draw on up to so many cores.
int model_cores(const std::string& cores, std::vector<std::string> client);

struct InfoOptions {
    bool environment = false, entry_points = false;
};
int info(const InfoOptions& options);

// Looks at the machine, and at how a program would find its GL: what it says is wrong is a failure.
struct DoctorOptions {
    bool json = false;
    std::string program;  // empty: none
};
int examine(const DoctorOptions& options);
std::string doctor_checks_text();  // a line for each check

// Tells of the compiled code on disk, or removes it.
struct CacheOptions {
    bool statistics = false, clear = false;  // neither: as with statistics
};
int cache(const CacheOptions& options);

// Reads programs; "-" is the standard input.
struct AssemblerOptions {
    bool print = false, statistics = false, json = false;  // neither print nor statistics: check only
    bool portable = false;  // warns of what is taken here though the specifications refuse it
    bool optimize = false;  // what is printed and counted is the program as engines run it
    bool warnings = true;   // tells of what is right, and hardly meant
    std::vector<std::string> files;
};
int assemble(const AssemblerOptions& options);

// Compiles shaders of GLSL, links them and writes the programs of their stages.
struct ShaderOptions {
    bool compile = false;     // files are shaders, not programs
    bool modules = false;     // of SPIR-V
    bool check_only = false;  // no output
    bool optimize = false;    // as engines run them
    bool json = false;        // one array for other tools
    bool print = false;       // with `json`: the programs' texts, too
    bool warnings = true;
    std::string stage;  // of all files; empty: by the ends of their names (.vert, .frag)
    std::vector<std::string> files;
};
std::vector<std::string> shader_stages();
int compile_shaders(const ShaderOptions& options);

// Compiles one program for a machine: the DPP array, to an ELF object, its words alone or its text, or Tegra's 3D
// engine, to the words of a stream that uploads it or its text. Or assembles a listing: such text, read again.
struct EmitOptions {
    enum Form { Check, Object, Words, Text } form = Object;
    bool listing = false;  // the file is one; else a program
    std::string file, output;
    std::string precision;  // of Tegra's fragments; "": fp20
    // For the DPP array: texture units that are filtered by arithmetic, and angles of few turns.
    std::vector<int> linear;
    bool small_angles = false;
};
int emit_ctm(const EmitOptions& options);
int emit_tegra(const EmitOptions& options);

// Shows the instructions of a file in one of the formats of dis_formats.def; "": the one that it certainly has.
struct DisassemblyOptions {
    std::string file, format;
};
int disassemble(const DisassemblyOptions& options);
std::vector<std::string> disassembly_formats();
std::string disassembly_formats_text();  // a line for each

// A row of dis_formats.def: whether a file's content is certainly in that format, and what shows it.
bool is_ctm_object(const std::string& name, const std::string& content);
int disassemble_ctm_object(const std::string& name, const std::string& content);
bool are_ctm_instructions(const std::string& name, const std::string& content);
int disassemble_ctm_instructions(const std::string& name, const std::string& content);
bool is_tegra_stream(const std::string& name, const std::string& content);
int disassemble_tegra_stream(const std::string& name, const std::string& content);
bool is_tegra_capture(const std::string& name, const std::string& content);
int disassemble_tegra_capture(const std::string& name, const std::string& content);

// Runs an object on the emulated array, or a folder of recorded command buffers.
struct ArrayOptions {
    std::string file, domain;
    std::vector<std::string> inputs, constants, outputs;
    bool lenient = false;
};
int run_ctm(const ArrayOptions& options);

// Assembles a listing of Tegra's: text as --emit=tegra-text and `dis` write it.
struct ListingOptions {
    std::string kind;  // tegra-vertex, tegra-fragment or tegra-linker
    EmitOptions::Form form = EmitOptions::Check;
    std::string file, output;
    bool lenient = false;
};
int assemble_tegra_listing(const ListingOptions& options);

// Runs one vertex or fragment program on the emulated units.
struct ProgramOptions {
    std::string file, listing, domain, output, background;  // listing: tegra-vertex or tegra-fragment; "": a program
    std::vector<std::string> inputs, constants, textures;
    int target = -1;
    bool lenient = false, linear = false;
};
int run_tegra_program(const ProgramOptions& options);

// Runs a file of streams on the emulated engine.
struct StreamOptions {
    std::string file, output;
    int target = -1;
    bool lenient = false;
};
int run_tegra(const StreamOptions& options);

}  // namespace tool
