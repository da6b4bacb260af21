#include "manual.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <vector>

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

// A date would differ from build to build.
std::string title_of(std::string name) {
    std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
    return fmt::format(".TH {} 1 \"\" \"asmgl {}\" \"User Commands\"\n", escaped(name), ASMGL_TOOL_VERSION);
}

// The first sentence, as pages name what they are of: "Start a program on this driver".
std::string purpose_of(const CLI::App& command) {
    const std::string text = command.get_description();
    std::string purpose = text.substr(0, std::min(text.find_first_of(":;.(\n"), text.size()));
    while (purpose.ends_with(' ')) purpose.pop_back();
    if (!purpose.empty()) purpose[0] = static_cast<char>(std::tolower(purpose[0]));
    return purpose;
}

// What the command line takes besides options.
std::string synopsis_of(const CLI::App& command) {
    std::string text = ".SH SYNOPSIS\n.B asmgl " + escaped(command.get_name()) + "\n[\\fIOPTIONS\\fR]\n";
    for (const CLI::Option* option : command.get_options([](const CLI::Option* o) { return o->get_positional(); })) {
        const std::string name = "\\fI" + escaped(option->get_name()) + "\\fR";
        text += option->get_required() ? name + "\n" : "[" + name + "]\n";
    }
    return text;
}

std::string references(const CLI::App& app, const CLI::App* but) {
    std::string text = ".SH SEE ALSO\n";
    std::vector<std::string> names;
    if (but) names.emplace_back("asmgl");
    for (const CLI::App* command : shown_commands(app))
        if (command != but) names.push_back("asmgl-" + command->get_name());
    for (const std::string& name : names)
        text += fmt::format(".BR {} (1){}\n", escaped(name), &name == &names.back() ? "" : ",");
    return text;
}

}  // namespace

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
    std::vector<const CLI::App*> commands;
    for (const CLI::App* command : app.get_subcommands({}))
        if (!command->get_group().empty()) commands.push_back(command);
    return commands;
}

std::string manual_page(const CLI::App& app) {
    std::string page = title_of("asmgl");
    page +=
        ".SH NAME\nasmgl \\- OpenGL in software, with assembly programs: start programs on it, check and compile "
        "them\n";
    page +=
        ".SH SYNOPSIS\n.B asmgl\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n" + paragraphs(app.get_description());
    page += ".SH OPTIONS\n" + options_of(app) + ".SH COMMANDS\n";
    for (const CLI::App* command : shown_commands(app)) {
        page += fmt::format(".SS asmgl {}\n{}{}", escaped(command->get_name()), paragraphs(command->get_description()),
                            options_of(*command));
    }
    page += ".SH ENVIRONMENT\n";
    for (const runtime::EnvironmentVariable& variable : runtime::environment_variables())
        page += fmt::format(".TP\n.B {}\n{}Values: {}\n", escaped(variable.name), paragraphs(variable.description),
                            escaped(variable.values));
    return page + ".SH EXIT STATUS\n" + paragraphs(app.get_footer()) + references(app, nullptr);
}

std::string manual_page(const CLI::App& app, const CLI::App& command, const std::string& more) {
    const std::string name = "asmgl-" + command.get_name();
    std::string page = title_of(name);
    page += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(purpose_of(command)));
    page += synopsis_of(command) + ".SH DESCRIPTION\n" + paragraphs(command.get_description());
    page += ".SH OPTIONS\n" + options_of(command);
    if (!more.empty()) page += ".SH THE PROGRAM'S OWN HELP\n.nf\n" + escaped(more) + ".fi\n";
    return page + references(app, &command);
}

}  // namespace tool
