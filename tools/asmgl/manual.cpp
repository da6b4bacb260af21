#include "manual.h"

#include <fmt/format.h>

#include "runtime/environment/environment.h"

namespace tool {
namespace {

// Text for troff: backslashes and hyphens are its own characters, and no line begins with a request.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        const bool begins_line = result.empty() || result.back() == '\n';
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else if (begins_line && (c == '.' || c == '\''))
            (result += "\\&") += c;
        else
            result += c;
    }
    return result;
}

// Paragraphs stay; lines that begin with blanks are kept as they are.
std::string paragraphs(const std::string& text) {
    std::string result;
    bool literal = false;
    size_t at = 0;
    while (at < text.size()) {
        const size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        const bool indented = line.starts_with(' ');
        if (indented != literal) result += indented ? ".nf\n" : ".fi\n";
        literal = indented;
        result += line.empty() ? ".PP\n" : escaped(line) + "\n";
    }
    return result + (literal ? ".fi\n" : "");
}

std::string options_of(const CLI::App& app) {
    std::string result;
    for (const CLI::Option* option : app.get_options()) {
        const std::string type =
            option->get_expected_max() > 0 && !option->get_positional() ? option->get_type_name() : "";
        result +=
            fmt::format(".TP\n.B {}{}\n{}", escaped(option->get_name(option->get_positional(), true)),
                        type.empty() ? "" : " \\fI" + escaped(type) + "\\fR", paragraphs(option->get_description()));
    }
    return result;
}

}  // namespace

std::string manual_page(const CLI::App& app) {
    std::string page = ".TH ASMGL 1 \"\" \"asmgl " ASMGL_TOOL_VERSION "\" \"User Commands\"\n";
    page +=
        ".SH NAME\nasmgl \\- OpenGL in software, with assembly programs: start programs on it, check and compile "
        "them\n";
    page +=
        ".SH SYNOPSIS\n.B asmgl\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n" + paragraphs(app.get_description());
    page += ".SH OPTIONS\n" + options_of(app) + ".SH COMMANDS\n";
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_group().empty()) continue;  // for the project itself
        page += fmt::format(".SS asmgl {}\n{}{}", escaped(command->get_name()), paragraphs(command->get_description()),
                            options_of(*command));
    }
    page += ".SH ENVIRONMENT\n";
    for (const runtime::EnvironmentVariable& variable : runtime::environment_variables())
        page += fmt::format(".TP\n.B {}\n{}Values: {}\n", escaped(variable.name), paragraphs(variable.description),
                            escaped(variable.values));
    return page + ".SH EXIT STATUS\n" + paragraphs(app.get_footer());
}

}  // namespace tool
