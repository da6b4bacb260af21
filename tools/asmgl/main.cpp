// asmgl: the command line.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string_view>

#include "commands.h"

namespace {

// What follows `run` is the program's, to the letter, so CLI11 doesn't get to see it.
std::vector<std::string> program_to_run(int argc, char** argv) {
    if (argc < 3 || std::string_view(argv[1]) != "run") return {};
    const std::string_view first = argv[2];
    if (first == "--help" || first == "-h") return {};
    return {argv + (first == "--" ? 3 : 2), argv + argc};
}

}  // namespace

int main(int argc, char** argv) {
    if (const auto program = program_to_run(argc, argv); !program.empty()) return tool::run(program);

    CLI::App app{
        "asmgl: OpenGL in software, with the ARB and NVIDIA assembly program languages.\n\n"
        "Examples:\n"
        "  asmgl run glxgears              start a program on this driver\n"
        "  asmgl run -- app --its-option   everything after -- belongs to the program\n"
        "  asmgl as --check shader.fp      read an assembly program, explain what is wrong with it\n"
        "  asmgl info                      version, CPU, extensions, limits\n"
        "  asmgl info --env                the environment variables the driver reads",
        "asmgl"};
    app.set_version_flag("--version", "asmgl " ASMGL_TOOL_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 success, 1 failure, 2 wrong usage; `run` ends as the program does, or with 126 (it can't be\n"
        "started) or 127 (there is none of that name).");

    CLI::App* run = app.add_subcommand(
        "run",
        "Start a program on this driver: asmgl run [--] APP ARGS...\n\n"
        "Whichever way the program finds its GL leads here: linked libraries and those it opens by name (the faces\n"
        "libGL.so.1, libGLX.so.0, libOpenGL.so.0 and libEGL.so.1 are preloaded and first in LD_LIBRARY_PATH), and\n"
        "GLVND's choice of vendor. Programs that it starts inherit all that.");

    tool::InfoWish wish;
    CLI::App* info = app.add_subcommand("info", "Tell about the driver: version, CPU, threads, extensions, limits.");
    info->add_flag("--env", wish.environment, "List the environment variables, their values and what is set now");
    info->add_flag("--entry-points", wish.entry_points,
                   "List every command of the OpenGL registry as implemented or missing");

    tool::AssemblerWish programs;
    bool check_only = false;
    CLI::App* as = app.add_subcommand(
        "as",
        "Read assembly programs (ARB_vertex_program to NV_gpu_program5) and check, print or count them.\n\n"
        "Errors are shown as compilers do, up to 20 for each file. Without an option, programs are checked.\n"
        "Exit codes: 0 every program is right, 1 some program has errors, 2 wrong usage or a file can't be read.");
    CLI::Option* check =
        as->add_flag("--check", check_only, "Say nothing about right programs, and what is wrong with others");
    CLI::Option* print =
        as->add_flag("--print", programs.print, "Write each program in canonical form")->excludes(check);
    as->add_flag("--stats", programs.statistics,
                 "Count instructions, registers, texture and memory operations of each program")
        ->excludes(check)
        ->excludes(print);
    as->add_flag("--json", programs.json, "Write one JSON array with an object for each file, for other tools");
    std::string emit, output;
    CLI::Option* emits =
        as->add_option(
              "--emit", emit,
              "Compile a fragment program for the DPP array: ctm (an ELF object) or ctm-text (its instructions)")
            ->check(CLI::IsMember({"ctm", "ctm-text"}))
            ->excludes(check)
            ->excludes(print);
    as->add_option("-o,--output", output, "Where --emit writes")->needs(emits);
    as->add_option("FILE", programs.files, "Program texts; - is the standard input")->required();

    std::string object;
    CLI::App* dis = app.add_subcommand(
        "dis", "Show the instructions of an ELF object for the DPP array, or of a file of raw instructions.");
    dis->add_option("FILE", object, "What `asmgl as --emit=ctm` writes")->required();

    tool::ArrayWish array;
    CLI::App* ctm =
        app.add_subcommand("ctm-run",
                           "Run an ELF object on the emulated DPP array: once for each element of the domain.\n\n"
                           "Its first output is written as a picture (.png) or as lines of four numbers.");
    ctm->add_option("FILE", array.file, "What `asmgl as --emit=ctm` writes")->required();
    ctm->add_option("--domain", array.domain, "WIDTHxHEIGHT, up to 4096 each")->required();
    ctm->add_option("--input", array.inputs, "NUMBER=FILE: four numbers for each element, row by row");
    ctm->add_option("--constant", array.constants, "NUMBER=X,Y,Z,W: a float constant");
    ctm->add_option("--output", array.output, "Where to; standard output otherwise");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : tool::exit_usage;
    }
    if (*run) {
        std::cerr << "asmgl run: which program?\n" << run->help();
        return tool::exit_usage;
    }
    if (*as && *emits) {
        if (programs.files.size() != 1 || programs.json || programs.statistics) {
            std::cerr << "asmgl as: --emit takes one file and no other option than -o\n";
            return tool::exit_usage;
        }
        return tool::emit_ctm({emit == "ctm-text", programs.files[0], output});
    }
    if (*as) return tool::assemble(programs);
    if (*dis) return tool::disassemble(object);
    if (*ctm) return tool::run_ctm(array);
    return tool::info(wish);
}
