// Command buffers: what the processor execution unit reads.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace machines::ctm {

enum class Command : uint8_t {
#define CTM_COMMAND(name, ...) name,
#include "machines/ctm/commands/commands.def"
#undef CTM_COMMAND
    Count
};

struct CommandInfo {
    std::string_view name;
    uint32_t header;
    uint32_t parameters;
};
extern const std::array<CommandInfo, static_cast<size_t>(Command::Count)> command_table;

inline constexpr uint32_t largest_coordinate = 4095;
inline constexpr uint32_t base_alignment = 2048;

enum ConditionTestCode : uint32_t {
    condition_never,
    condition_less,
    condition_less_equal,
    condition_equal,
    condition_greater_equal,
    condition_greater,
    condition_not_equal,
    condition_always
};

class CommandBuffer {
  public:
    // Parameters that are not given are the reserved ones: 0.
    void add(Command command, std::initializer_list<uint32_t> parameters = {});
    const std::vector<uint32_t>& words() const { return words_; }

  private:
    std::vector<uint32_t> words_;
};

struct ParsedCommand {
    Command command{};
    std::array<uint32_t, 4> parameters{};
    uint32_t word = 0;  // where it begins
};
struct ParsedCommands {
    std::vector<ParsedCommand> commands;
    std::string error;  // empty: all words are commands
};
ParsedCommands parse_commands(std::span<const uint32_t> words);
std::string print_commands(std::span<const ParsedCommand> commands);

}  // namespace machines::ctm
