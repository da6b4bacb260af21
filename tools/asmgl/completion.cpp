#include "completion.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "manual.h"

namespace tool {
namespace {

// "-w", "--no-warnings": as they are written.
std::vector<std::string> spellings(const CLI::Option& option) {
    std::vector<std::string> words;
    for (const std::string& name : option.get_snames()) words.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) words.push_back("--" + name);
    return words;
}

// The words that an option takes, where there are only so many: its type's name has them in braces.
std::string choices(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const size_t open = type.find('{'), close = type.find('}');
    if (open == std::string::npos || close == std::string::npos) return "";
    std::string words = type.substr(open + 1, close - open - 1);
    std::ranges::replace(words, ',', ' ');
    return words;
}

std::string options_of(const CLI::App& app) {
    std::vector<std::string> words;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& word : spellings(*option)) words.push_back(word);
    return fmt::format("{}", fmt::join(words, " "));
}

// "    as' '--emit | as' '-o) words=... ;;": what may stand behind an option of a command.
std::string cases_of_choices(const CLI::App& command) {
    std::string text;
    for (const CLI::Option* option : command.get_options()) {
        const std::string words = choices(*option);
        if (words.empty()) continue;
        for (const std::string& word : spellings(*option))
            text += fmt::format("        {}:{}) words='{}' ;;\n", command.get_name(), word, words);
    }
    return text;
}

// The first line of a text without what the shells would read: '...' stands around it.
std::string first_line(const std::string& text) {
    std::string line = text.substr(0, std::min({text.find('\n'), text.find(": asmgl"), text.size()}));
    std::string result;
    for (const char c : line) {
        if (c == '\'')
            result += "’";
        else if (c == '[' || c == ']' || c == ':')
            (result += '\\') += c;
        else
            result += c;
    }
    return result;
}

// fish reads no brackets and colons of its own.
std::string fish_line(const std::string& text) {
    std::string line = first_line(text);
    std::erase(line, '\\');
    return line;
}

bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

// The rows of _arguments: '(-w --no-warnings)'{-w,--no-warnings}'[Tell errors only]'.
std::string zsh_rows(const CLI::App& command) {
    std::string rows;
    for (const CLI::Option* option : command.get_options()) {
        const std::vector<std::string> words = spellings(*option);
        if (words.empty()) continue;
        std::string after = fmt::format("[{}]", first_line(option->get_description()));
        if (takes_value(*option)) {
            const std::string values = choices(*option);
            after += fmt::format(":value:{}", values.empty() ? "_files" : "(" + values + ")");
        }
        const std::string many = takes_value(*option) && option->get_expected_max() > 1 ? "*" : "";
        if (words.size() == 1)
            rows += fmt::format(" \\\n            '{}{}{}'", many, words[0], after);
        else
            rows +=
                fmt::format(" \\\n            '({})'{{{}}}'{}'", fmt::join(words, " "), fmt::join(words, ","), after);
    }
    return rows;
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
    std::string names, options, choice_rows;
    for (const CLI::App* command : shown_commands(app)) {
        names += (names.empty() ? "" : " ") + command->get_name();
        options += fmt::format("        {}) words='{}' ;;\n", command->get_name(), options_of(*command));
        choice_rows += cases_of_choices(*command);
    }
    std::string text = "# asmgl: completion in bash. Made by `asmgl completion`.\n_asmgl() {\n";
    text +=
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=\n"
        "    COMPREPLY=()\n"
        "    if [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
        "    if [ \"$word\" = = ]; then word=; fi\n";
    text += fmt::format(
        "    if [ \"$COMP_CWORD\" = 1 ]; then\n        mapfile -t COMPREPLY < <(compgen -W '{0} {1}' -- \"$word\")\n"
        "        return\n    fi\n"
        "    if [ \"$command\" = help ]; then\n        mapfile -t COMPREPLY < <(compgen -W '{0}' -- \"$word\")\n"
        "        return\n    fi\n",
        names, options_of(app));
    text +=
        "    if [[ $command == run || $command == doctor ]] && [[ $word != -* || $COMP_CWORD -gt 2 ]]; then\n"
        "        local first=2\n"
        "        while [[ ${COMP_WORDS[first]} == -* && $first -lt $COMP_CWORD ]]; do first=$((first + 1)); done\n"
        "        if declare -F _command_offset >/dev/null; then _command_offset $first\n"
        "        elif [ $first = \"$COMP_CWORD\" ]; then mapfile -t COMPREPLY < <(compgen -c -- \"$word\"); fi\n"
        "        return\n    fi\n";
    text += "    case $command:$before in\n" + choice_rows + "    esac\n";
    text += "    if [ -z \"$words\" ] && [[ $word == -* ]]; then\n        case $command in\n" + options +
            "        esac\n    fi\n";
    text +=
        "    if [ -n \"$words\" ]; then mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"); fi\n"
        "}\n"
        "complete -o bashdefault -o default -F _asmgl asmgl\n";
    return text;
}

std::string zsh_completion(const CLI::App& app) {
    std::string names, cases;
    for (const CLI::App* command : shown_commands(app)) {
        const std::string& name = command->get_name();
        names += fmt::format("        '{}:{}'\n", name, first_line(command->get_description()));
        const char* const rest = name == "run"      ? "(-)1:program: _command_names -e' '*::arguments:_normal"
                                 : name == "doctor" ? "1:program: _command_names -e"
                                 : name == "help"   ? "*:command:->help"
                                                    : "*:file:_files";
        cases += fmt::format("        {})\n            _arguments -S{} \\\n            '{}'\n", name,
                             zsh_rows(*command), rest);
        if (name == "help") cases += "            _describe command asmgl_commands\n";
        cases += "            ;;\n";
    }
    std::string text = "#compdef asmgl\n# asmgl: completion in zsh. Made by `asmgl completion zsh`.\n_asmgl() {\n";
    text += "    local -a asmgl_commands\n    local state\n    asmgl_commands=(\n" + names + "    )\n";
    text += fmt::format(
        "    if (( CURRENT == 2 )); then\n"
        "        if [[ $PREFIX == -* ]]; then compadd -- {}; else _describe command asmgl_commands; fi\n"
        "        return\n    fi\n",
        options_of(app));
    text += "    shift words\n    (( CURRENT-- ))\n    case $words[1] in\n" + cases + "    esac\n}\n";
    return text + "if [[ $funcstack[1] == _asmgl ]]; then _asmgl \"$@\"; else compdef _asmgl asmgl; fi\n";
}

std::string fish_completion(const CLI::App& app) {
    std::string text = "# asmgl: completion in fish. Made by `asmgl completion fish`.\n", names;
    for (const CLI::App* command : shown_commands(app)) {
        names += (names.empty() ? "" : " ") + command->get_name();
        text += fmt::format("complete -c asmgl -n __fish_use_subcommand -f -a {} -d '{}'\n", command->get_name(),
                            fish_line(command->get_description()));
    }
    const auto add_options = [&](const CLI::App& of, const std::string& condition) {
        for (const CLI::Option* option : of.get_options()) {
            std::string row = fmt::format("complete -c asmgl -n '{}'", condition);
            if (option->get_snames().empty() && option->get_lnames().empty()) continue;
            for (const std::string& name : option->get_snames()) row += " -s " + name;
            for (const std::string& name : option->get_lnames()) row += " -l " + name;
            const std::string values = choices(*option);
            if (takes_value(*option)) row += values.empty() ? " -r" : fmt::format(" -x -a '{}'", values);
            text += fmt::format("{} -d '{}'\n", row, fish_line(option->get_description()));
        }
    };
    add_options(app, "__fish_use_subcommand");
    for (const CLI::App* command : shown_commands(app))
        add_options(*command, "__fish_seen_subcommand_from " + command->get_name());
    text += fmt::format("complete -c asmgl -n '__fish_seen_subcommand_from help' -f -a '{}'\n", names);
    return text +
           "complete -c asmgl -n '__fish_seen_subcommand_from run doctor' -x -a '(__fish_complete_subcommand)'\n";
}

}  // namespace tool
