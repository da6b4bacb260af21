#include "completion.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

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

}  // namespace

std::string bash_completion(const CLI::App& app) {
    std::string names, options, choice_rows;
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_group().empty()) continue;  // for the project itself
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
        "    if [ \"$command\" = run ] && [[ $word != -* || $COMP_CWORD -gt 2 ]]; then\n"
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

}  // namespace tool
