// asmgl: the command line.
#include <CLI/CLI.hpp>

#include "commands.h"

int main(int argc, char** argv) {
    CLI::App app{
        "asmgl: OpenGL in software, with the ARB and NVIDIA assembly program languages.\n\n"
        "Examples:\n"
        "  asmgl run glxgears              start a program on this driver\n"
        "  asmgl run -- app --its-option   everything after -- belongs to the program\n"
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
        "Start a program on this driver.\n\n"
        "Whichever way the program finds its GL leads here: linked libraries and those it opens by name (the faces\n"
        "libGL.so.1, libGLX.so.0, libOpenGL.so.0 and libEGL.so.1 are preloaded and first in LD_LIBRARY_PATH), and\n"
        "GLVND's choice of vendor. Programs that it starts inherit all that.");
    run->prefix_command();

    tool::InfoWish wish;
    CLI::App* info = app.add_subcommand("info", "Tell about the driver: version, CPU, threads, extensions, limits.");
    info->add_flag("--env", wish.environment, "List the environment variables, their values and what is set now");
    info->add_flag("--entry-points", wish.entry_points,
                   "List every command of the OpenGL registry as implemented or missing");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : tool::exit_usage;
    }
    if (*run) {
        std::vector<std::string> arguments = run->remaining();
        if (!arguments.empty() && arguments.front() == "--") arguments.erase(arguments.begin());
        if (arguments.empty()) {
            std::cerr << "asmgl run: which program?\n" << run->help();
            return tool::exit_usage;
        }
        return tool::run(arguments);
    }
    return tool::info(wish);
}
