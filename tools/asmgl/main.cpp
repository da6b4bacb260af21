// asmgl: the command line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <string_view>

#include "commands.h"
#include "completion.h"
#include "files.h"
#include "library.h"
#include "manual.h"

namespace {

// What follows `run` is the program's, to the letter, so CLI11 doesn't get to see it. What follows `bench` is the
// benchmark client's. Nothing where the words are not such a command.
tool::RunOptions program_to_run(int argc, char** argv) {
    const std::string_view command = argc > 1 ? argv[1] : "", first = argc > 2 ? argv[2] : "";
    if (first == "--help" || first == "-h") return {};
    if (command == "bench") {
        std::vector<std::string> client{argv + 1, argv + argc};
        client[0] = tool::own_folder() / "asmgl-bench";
        return {client};
    }
    if (command != "run") return {};
    tool::RunOptions request;
    int next = 2;
    if (first == "--allow-other") request.allow_other = true, ++next;
    if (next < argc && std::string_view(argv[next]) == "--")
        ++next;
    else if (next < argc && argv[next][0] == '-')
        return {};  // no option of ours: CLI11 says so
    request.command.assign(argv + next, argv + argc);
    return request;
}

// What is wrong, and where to read what would be right.
int wrong_usage(const CLI::App& app, const std::string& what) {
    std::string command;
    for (const CLI::App* chosen : app.get_subcommands()) command = chosen->get_name() + ": ";
    std::cerr << "asmgl: " << command << what << "\n"
              << "`asmgl " << (command.empty() ? "" : command.substr(0, command.size() - 2) + " ")
              << "--help` shows the usage.\n";
    return tool::exit_usage;
}

bool is_command(const CLI::App& app, const std::string& word) {
    const auto commands = app.get_subcommands({});
    return std::ranges::any_of(commands, [&](const CLI::App* command) { return command->get_name() == word; });
}

int unknown_command(const CLI::App& app, const std::string& word) {
    std::string names;
    for (const CLI::App* command : app.get_subcommands({}))
        if (!command->get_group().empty()) names += (names.empty() ? "" : ", ") + command->get_name();
    return wrong_usage(app, "there is no command \"" + word + "\"; there are " + names);
}

// What looks like an option and is none of the chosen command; empty where nothing does.
std::string unknown_option(const CLI::App& app) {
    for (const std::string& word : app.remaining(true))
        if (word.size() > 1 && word[0] == '-') return word;
    return {};
}

// ---- the commands: what they take

CLI::App* add_help(CLI::App& app, std::string& command) {
    CLI::App* help = app.add_subcommand("help", "Show the usage, as --help does: asmgl help [COMMAND]");
    help->add_option("COMMAND", command, "The command; all where there is none");
    return help;
}

int show_help(CLI::App& app, const std::string& command) {
    if (!command.empty() && !is_command(app, command)) return unknown_command(app, command);
    try {
        app.parse(command.empty() ? "--help" : command + " --help");
    } catch (const CLI::Success& wanted) {
        return app.exit(wanted);
    }
    return 0;
}

CLI::App* add_run(CLI::App& app, tool::RunOptions& request) {
    CLI::App* run = app.add_subcommand(
        "run",
        "Start a program on this driver: asmgl run [--] APP ARGS...\n\n"
        "Whichever way the program finds its GL leads here: linked libraries and those it opens by name (the faces\n"
        "libGL.so.1, libGLX.so.0, libOpenGL.so.0, libEGL.so.1 and libGLESv1_CM.so.1 are preloaded and first in\n"
        "LD_LIBRARY_PATH), and GLVND's choice of vendor. Programs that it starts inherit all that. What stands in\n"
        "LD_PRELOAD already (overlays, tracers) comes before the faces.\n\n"
        "A program that no library can be put before does not start, and the exit code is 126: 32-bit ones, those "
        "that\n"
        "are linked statically, those that run with another user's rights.");
    run->add_flag("--allow-other", request.allow_other,
                  "Start such a program all the same, on whatever driver it finds");
    return run;
}

void add_bench(CLI::App& app) {
    app.add_subcommand(
        "bench",
        "Measure this driver: asmgl bench [OPTIONS...]\n\n"
        "Runs the benchmark client asmgl-bench, whose options it takes: --list names the cases, --cases REGEX\n"
        "chooses, --seconds S and --size WxH say how long and how large; asmgl-bench --help tells all.\n"
        "Two drivers are compared by bench/compare in the source tree.\n\n"
        "asmgl bench --model-cores N [OPTIONS...] runs it on one thread and tells how many times as fast it\n"
        "would be on 2, 4, ... N cores: what the pieces of work took is dealt again to so many.");
}

CLI::App* add_cache(CLI::App& app, tool::CacheOptions& request) {
    CLI::App* cache =
        app.add_subcommand("cache", "Tell about the compiled code that is kept on disk for later processes.");
    CLI::Option* stats = cache->add_flag("--stats", request.statistics,
                                         "Where it is, how many pieces and bytes; what is told without options");
    cache->add_flag("--clear", request.clear, "Remove it")->excludes(stats);
    return cache;
}

CLI::App* add_info(CLI::App& app, tool::InfoOptions& request) {
    CLI::App* info = app.add_subcommand("info", "Tell about the driver: version, CPU, threads, extensions, limits.");
    info->add_flag("--env", request.environment, "List the environment variables, their values and what is set now");
    info->add_flag("--entry-points", request.entry_points,
                   "List every command of the OpenGL registry as implemented, or missing and why");
    return info;
}

CLI::App* add_doctor(CLI::App& app, tool::DoctorOptions& request) {
    CLI::App* doctor = app.add_subcommand(
        "doctor",
        "Tell what stands between a program and this driver: asmgl doctor [PROGRAM]\n\n"
        "Looks at the machine and, where a program is named, at it: which libraries of OpenGL, EGL, OSMesa and GBM it\n"
        "asks for, whose they are, which driver draws with the environment as it is, and why. Each line begins with\n"
        "ok, note (it works, and you may wonder) or wrong, and has the mend where there is one. The program is not\n"
        "started. The checks:\n\n" +
            tool::doctor_checks_text() + "\nExit codes: 0 nothing is wrong, 1 something is, 2 wrong usage.");
    doctor->add_flag("--json", request.json, "Write one JSON object, for other tools");
    doctor->add_option("PROGRAM", request.program, "A program, as for `asmgl run`; it may be a 32-bit one");
    return doctor;
}

struct AsOptions {
    tool::AssemblerOptions programs;
    tool::ShaderOptions shaders;
    bool check_only = false, no_warnings = false, small_angles = false, lenient = false;
    std::string emit, output, listing, precision;
    std::vector<int> linear;
};

// For machines.
void add_machine_options(CLI::App& as, AsOptions& options) {
    as.add_option(
          "--emit", options.emit,
          "Compile a program for a machine: a fragment program for the DPP array as ctm (an ELF object), ctm-text\n"
          "(its instructions) or ctm-raw (their words); a vertex or fragment program for Tegra's 3D engine as "
          "tegra (the words of a stream\n"
          "that uploads it) or tegra-text")
        ->check(CLI::IsMember({"ctm", "ctm-text", "ctm-raw", "tegra", "tegra-text"}))
        ->excludes("--check")
        ->excludes("--portable")
        ->excludes("--print");
    as.add_option("-o,--output", options.output, "Where --emit writes")->needs("--emit");
    as.add_option("--listing", options.listing,
                  "FILE is no program but instructions of a machine, as --emit=ctm-text, --emit=tegra-text and `asmgl\n"
                  "dis` write them: checked, or assembled by --emit for the same machine")
        ->check(CLI::IsMember({"ctm", "tegra-vertex", "tegra-fragment", "tegra-linker"}))
        ->excludes("--print");
    as.add_option("--precision", options.precision,
                  "Of Tegra's fragments: fp20 (the default), or mixed, which computes in 10 bits what they hold")
        ->check(CLI::IsMember({"fp20", "mixed"}))
        ->needs("--emit");
    as.add_option("--linear", options.linear, "For the array: texture units that are filtered bilinearly, as 0,3")
        ->delimiter(',')
        ->check(CLI::Range(0, 15))
        ->needs("--emit");
    as.add_flag("--small-angles", options.small_angles,
                "For the array: SIN and COS of few turns only, which are shorter")
        ->needs("--emit");
    as.add_flag("--lenient", options.lenient,
                "In listings of Tegra, only remark what is not legal or not known, where its name is written");
}

CLI::App* add_as(CLI::App& app, AsOptions& options) {
    CLI::App* as = app.add_subcommand(
        "as",
        "Read assembly programs (ARB_vertex_program to NV_gpu_program5) and check, print or count them.\n\n"
        "Errors are shown as compilers do, up to 20 for each file, and warnings of what is probably a mistake:\n"
        "registers read before anything is written to them, names that nothing uses, vertices without a position.\n"
        "Without an option, programs are checked.\n"
        "Exit codes: 0 every program is right, 1 some program has errors, 2 wrong usage or a file can't be read.");
    CLI::Option* check = as->add_flag("--check", options.check_only, "Write nothing but errors and warnings");
    CLI::Option* print =
        as->add_flag("--print", options.programs.print, "Write each program in canonical form")->excludes(check);
    as->add_flag("--stats", options.programs.statistics,
                 "Count instructions, registers, texture and memory operations of each program")
        ->excludes(check)
        ->excludes(print);
    as->add_flag("-O,--optimize", options.programs.optimize,
                 "What is written and counted is each program as it is executed: lowered and optimised. Writes it\n"
                 "where nothing else is asked for")
        ->excludes(check);
    as->add_flag("--portable", options.programs.portable,
                 "Warn of what is taken here though the specifications refuse it");
    as->add_flag("-w,--no-warnings", options.no_warnings,
                 "Tell errors only; what --portable tells is told all the same");
    as->add_flag(
        "--json", options.programs.json,
        "Write one JSON array with an object for each file, for other tools; of shaders one more for the program");
    CLI::Option* glsl =
        as->add_flag("--glsl", options.shaders.compile,
                     "Files are shaders of GLSL: compile and link them, write the programs that they become");
    as->add_flag("--spirv", options.shaders.modules, "The same of modules of SPIR-V")->excludes(glsl);
    as->add_option("-S,--stage", options.shaders.stage, "The stage of all shaders; else by .vert and .frag")
        ->check(CLI::IsMember(tool::shader_stages()));
    add_machine_options(*as, options);
    as->add_option("FILE", options.programs.files, "Program texts; - is the standard input")->required();
    return as;
}

CLI::App* add_dis(CLI::App& app, tool::DisassemblyOptions& shown) {
    CLI::App* dis = app.add_subcommand(
        "dis",
        "Show the instructions of an ELF object for the DPP array, of a file of raw instructions, or of a stream for\n"
        "Tegra's 3D engine with the programs that it uploads.");
    dis->add_option("--format", shown.format,
                    "What the file is; needed where its content leaves a doubt" + tool::disassembly_formats_text())
        ->check(CLI::IsMember(tool::disassembly_formats()));
    dis->add_option("FILE", shown.file,
                    "What `asmgl as --emit=ctm` or `--emit=tegra` writes, or a .host1x file; - is the standard input")
        ->required();
    return dis;
}

CLI::App* add_ctm_run(CLI::App& app, tool::ArrayOptions& array) {
    CLI::App* ctm = app.add_subcommand(
        "ctm-run",
        "Run an ELF object on the emulated DPP array: once for each element of the domain. Or run what\n"
        "ASMGL_BACKEND=ctm:record=FOLDER recorded of an application's draws: all command buffers of the folder.");
    ctm->add_option("FILE", array.file, "What `asmgl as --emit=ctm` writes, or the folder")->required();
    ctm->add_option("--domain", array.domain, "WIDTHxHEIGHT, up to 4096 each; an object needs it");
    ctm->add_option("--input", array.inputs,
                    "NUMBER=FILE: a picture (PNG), or four numbers for each element of the domain, row by row;\n"
                    "NUMBER=WIDTHxHEIGHT:FILE: numbers for another size");
    ctm->add_option("--constant", array.constants, "NUMBER=X,Y,Z,W: a float constant; iNUMBER=N: the turns of a loop");
    ctm->add_option("--output", array.outputs,
                    "NUMBER=FILE, depth=FILE, or FILE for the first output: a picture (.png) or lines of numbers;\n"
                    "the first one's numbers on the standard output otherwise. Of recordings a folder for all outputs");
    ctm->add_flag("--lenient", array.lenient,
                  "Go on where the hardware's behaviour is not known: registers that nothing has written are 0,\n"
                  "missing waits and idle slots and reserved bits do not matter");
    return ctm;
}

CLI::App* add_tegra_run(CLI::App& app, tool::StreamOptions& stream) {
    CLI::App* tegra = app.add_subcommand("tegra-run",
                                         "Run the streams of a .host1x file on the emulated 3D engine of Tegra.\n\n"
                                         "The render target is written as a picture (.png).");
    tegra->add_option("FILE", stream.file, "Memory and streams as text: docs/tegra.md")->required();
    tegra->add_option("--output", stream.output, "Where to; standard output otherwise");
    tegra->add_option("--target", stream.target, "Which render target; the first one of colours otherwise")
        ->check(CLI::Range(0, 15));
    tegra->add_flag("--lenient", stream.lenient, "Go on where the hardware's behaviour is not known");
    return tegra;
}

CLI::App* add_tegra_program(CLI::App& app, tool::ProgramOptions& program) {
    CLI::App* tegra_program = app.add_subcommand(
        "tegra-program",
        "Run one vertex or fragment program on the emulated units of Tegra, compiled or as a listing.\n\n"
        "Vertices: all exports are written as lines of numbers. Fragments: once for each pixel of the domain; what is\n"
        "stored is written as lines of bytes, or one target as a picture (.png).");
    tegra_program->add_option("FILE", program.file, "The program; - is the standard input")->required();
    tegra_program
        ->add_option("--listing", program.listing, "FILE is a listing, as `asmgl as --emit=tegra-text` writes it")
        ->check(CLI::IsMember({"tegra-vertex", "tegra-fragment"}));
    tegra_program->add_option("--domain", program.domain, "Of fragments: WIDTHxHEIGHT, up to 8192 each");
    tegra_program->add_option(
        "--input", program.inputs,
        "NUMBER=FILE: four numbers for each vertex or pixel; of an attribute, or of a row of TRAM");
    tegra_program->add_option(
        "--constant", program.constants,
        "NUMBER=X,Y,Z,W of vertices; NUMBER=VALUE, NUMBER.l=VALUE or NUMBER.h=VALUE of fragments");
    tegra_program->add_option(
        "--texture", program.textures,
        "UNIT=FILE.png, or UNIT=WIDTHxHEIGHT:FILE with four bytes for each texel; the row at t = 0 first");
    tegra_program->add_flag("--linear", program.linear, "Filter textures; the nearest texel otherwise");
    tegra_program->add_option("--background", program.background,
                              "RED,GREEN,BLUE,ALPHA: bytes that targets hold before; 0 otherwise");
    tegra_program->add_option("--target", program.target, "Of fragments: one target only; for a picture the first")
        ->check(CLI::Range(0, 15));
    tegra_program->add_option("--output", program.output, "Where to; standard output otherwise");
    tegra_program->add_flag("--lenient", program.lenient, "Go on where the hardware's behaviour is not known");
    return tegra_program;
}

int run_as(const CLI::App& app, const AsOptions& options) {
    const auto& [programs, shaders, check_only, no_warnings, small_angles, lenient, emit, output, listing, precision,
                 linear] = options;
    if (lenient && !listing.starts_with("tegra")) return wrong_usage(app, "--lenient is of Tegra's listings");
    if (!shaders.compile && !shaders.modules && !shaders.stage.empty())
        return wrong_usage(app, "-S goes with --glsl and --spirv");
    if (shaders.compile || shaders.modules) {
        if (!emit.empty() || !listing.empty() || programs.statistics || programs.portable)
            return wrong_usage(app, "--glsl and --spirv go with --check, --print, --json and -O");
        const bool print = programs.print || programs.optimize;
        return tool::compile_shaders({true, shaders.modules, check_only, programs.optimize, programs.json, print,
                                      !no_warnings, shaders.stage, programs.files});
    }
    if (emit.empty() && listing.empty()) {
        tool::AssemblerOptions request = programs;
        request.print |= programs.optimize && !programs.statistics;
        request.warnings = !no_warnings;
        return tool::assemble(request);
    }
    if (programs.optimize) return wrong_usage(app, "-O shows programs, and has no part in --emit and --listing");
    if (programs.files.size() != 1 || programs.json || programs.statistics || programs.portable) {
        return wrong_usage(app, "--emit and --listing take one file, and none of --json, --stats and --portable");
    }
    if (!emit.empty() && !emit.starts_with(listing.substr(0, listing.find('-')))) {
        return wrong_usage(app, "a listing of " + listing + " is no " + emit);
    }
    if ((!linear.empty() || small_angles) && (!listing.empty() || !emit.starts_with("ctm"))) {
        return wrong_usage(app, "--linear and --small-angles are of programs compiled for the array");
    }
    if (!precision.empty() && !listing.empty()) return wrong_usage(app, "--precision is of compiled programs");
    tool::EmitOptions wanted{
        tool::EmitOptions::Object, !listing.empty(), programs.files[0], output, precision, linear, small_angles};
    if (emit.empty()) wanted.form = tool::EmitOptions::Check;
    if (emit.ends_with("-text")) wanted.form = tool::EmitOptions::Text;
    if (emit.ends_with("-raw")) wanted.form = tool::EmitOptions::Words;
    if (listing.starts_with("tegra"))
        return tool::assemble_tegra_listing({listing, wanted.form, wanted.file, output, lenient});
    return (emit.empty() ? listing : emit).starts_with("ctm") ? tool::emit_ctm(wanted) : tool::emit_tegra(wanted);
}

// What is installed beside the tool.
struct InstalledTexts {
    std::string folder, bench_help, shell = "bash";
};

bool write_page(const InstalledTexts& texts, const std::string& name, const std::string& page) {
    return tool::write_file("manual", texts.folder + "/" + name + ".1", page.data(), page.size());
}

int write_texts(const CLI::App& app, const InstalledTexts& texts, bool completion) {
    if (completion) {
        std::cout << (texts.shell == "zsh"    ? tool::zsh_completion(app)
                      : texts.shell == "fish" ? tool::fish_completion(app)
                                              : tool::bash_completion(app));
        return 0;
    }
    if (texts.folder.empty()) {
        std::cout << tool::manual_page(app);
        return 0;
    }
    if (!write_page(texts, "asmgl", tool::manual_page(app))) return tool::exit_failed;
    for (const CLI::App* command : tool::shown_commands(app)) {
        const bool has_help = command->get_name() == "bench" && !texts.bench_help.empty();
        const std::string more = has_help ? tool::read_file("manual", texts.bench_help).value_or("") : "";
        if (!write_page(texts, "asmgl-" + command->get_name(), tool::manual_page(app, *command, more)))
            return tool::exit_failed;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (auto request = program_to_run(argc, argv); !request.command.empty()) {
        auto& program = request.command;
        if (program.size() < 3 || program[1] != "--model-cores" || std::string_view(argv[1]) != "bench")
            return tool::run(request);
        const std::string cores = program[2];
        program.erase(program.begin() + 1, program.begin() + 3);
        return tool::model_cores(cores, program);
    }

    CLI::App app{
        "asmgl: OpenGL in software, with the ARB and NVIDIA assembly program languages.\n\n"
        "Examples:\n"
        "  asmgl run glxgears              start a program on this driver\n"
        "  asmgl run -- app --its-option   everything after -- belongs to the program\n"
        "  asmgl as --check shader.fp      read an assembly program, explain what is wrong with it\n"
        "  asmgl info                      version, CPU, extensions, limits\n"
        "  asmgl info --env                the environment variables the driver reads\n"
        "  asmgl doctor APP                which driver a program gets, why, and what is wrong",
        "asmgl"};
    app.set_version_flag("-V,--version", "asmgl " ASMGL_TOOL_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 success, 1 failure, 2 wrong usage; `run` ends as the program does, or with 126 (it can't be\n"
        "started) or 127 (there is none of that name).");

    tool::InfoOptions request;
    tool::DoctorOptions examined;
    tool::CacheOptions kept;
    AsOptions assembler;
    tool::DisassemblyOptions shown;
    tool::ArrayOptions array;
    tool::StreamOptions stream;
    tool::ProgramOptions program;
    tool::RunOptions started;
    const CLI::App* const run = add_run(app, started);
    add_bench(app);
    add_info(app, request);
    const CLI::App* const doctor = add_doctor(app, examined);
    const CLI::App* const cache = add_cache(app, kept);
    const CLI::App* const as = add_as(app, assembler);
    const CLI::App* const dis = add_dis(app, shown);
    const CLI::App* const ctm = add_ctm_run(app, array);
    const CLI::App* const tegra = add_tegra_run(app, stream);
    const CLI::App* const tegra_program = add_tegra_program(app, program);
    std::string helped;
    const CLI::App* const help = add_help(app, helped);
    const CLI::App* const version = app.add_subcommand("version", "Tell the version, as --version does.");

    // For the installation: not among the commands that --help shows.
    InstalledTexts texts;
    CLI::App* manual = app.add_subcommand("manual", "Write asmgl(1), or all manual pages into a folder")->group("");
    manual->add_option("--folder", texts.folder, "For asmgl.1 and a page for each command");
    manual->add_option("--bench-help", texts.bench_help, "What asmgl-bench --help writes, for the page of bench");
    CLI::App* completion = app.add_subcommand("completion", "Write the completion for a shell")->group("");
    completion->add_option("SHELL", texts.shell)->check(CLI::IsMember({"bash", "zsh", "fish"}));

    if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) return unknown_command(app, argv[1]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help, --version
        return app.exit(wanted);
    } catch (const CLI::ParseError& error) {
        const std::string unknown = unknown_option(app);
        return wrong_usage(app, unknown.empty() ? error.what() : "there is no option " + unknown);
    }
    if (*version) return std::cout << app.version() << "\n", 0;
    if (*help) return show_help(app, helped);
    if (*run) return wrong_usage(app, "which program?");
    try {
        if (*manual || *completion) return write_texts(app, texts, completion->parsed());
        if (*doctor) return tool::examine(examined);
        if (*cache) return tool::cache(kept);
        if (*as) return run_as(app, assembler);
        if (*dis) return tool::disassemble(shown);
        if (*ctm) return tool::run_ctm(array);
        if (*tegra) return tool::run_tegra(stream);
        if (*tegra_program) return tool::run_tegra_program(program);
        return tool::info(request);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "asmgl: there is not enough memory for that\n");
        return 1;
    }
}
