#include "machines/ctm/commands/commands.h"

#include <cstdio>

namespace machines::ctm {

const std::array<CommandInfo, static_cast<size_t>(Command::Count)> command_table{{
#define CTM_COMMAND(name, header, parameters) {#name, header, parameters},
#include "machines/ctm/commands/commands.def"
#undef CTM_COMMAND
}};

void CommandBuffer::add(Command command, std::initializer_list<uint32_t> parameters) {
    const CommandInfo& info = command_table[static_cast<size_t>(command)];
    words_.push_back(info.header);
    const size_t end = words_.size() + info.parameters;
    for (uint32_t parameter : parameters)
        if (words_.size() < end) words_.push_back(parameter);
    words_.resize(end);
}

ParsedCommands parse_commands(std::span<const uint32_t> words) {
    ParsedCommands parsed;
    for (size_t at = 0; at < words.size();) {
        size_t row = 0;
        while (row < command_table.size() && command_table[row].header != words[at]) row++;
        char text[96];
        if (row == command_table.size()) {
            std::snprintf(text, sizeof text, "word %zu: 0x%08X is no command", at, words[at]);
            parsed.error = text;
            return parsed;
        }
        const CommandInfo& info = command_table[row];
        if (words.size() - at - 1 < info.parameters) {
            std::snprintf(text, sizeof text, "word %zu: the buffer ends within %s", at, info.name.data());
            parsed.error = text;
            return parsed;
        }
        ParsedCommand command{static_cast<Command>(row), {}, static_cast<uint32_t>(at)};
        for (uint32_t i = 0; i < info.parameters; i++) command.parameters[i] = words[at + 1 + i];
        parsed.commands.push_back(command);
        at += 1 + info.parameters;
    }
    return parsed;
}

std::string print_commands(std::span<const ParsedCommand> commands) {
    std::string text;
    for (const ParsedCommand& command : commands) {
        const CommandInfo& info = command_table[static_cast<size_t>(command.command)];
        text += info.name;
        for (uint32_t i = 0; i < info.parameters; i++) {
            char number[16];
            std::snprintf(number, sizeof number, " 0x%08X", command.parameters[i]);
            text += number;
        }
        text += '\n';
    }
    return text;
}

}  // namespace machines::ctm
