// Command streams of host1x: opcodes that write registers of the class they chose.
//
// A stream as text (docs/tegra.md) has one line for each opcode and one for each register that it writes, by name.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machines/tegra/commands/registers.h"

namespace machines::tegra {

// TEGRA_OPCODE rows would have nothing but these: the number in bits 31…28, and the name in text.
enum class StreamOpcode : uint8_t { SetClass, Increment, Repeat, Mask, Immediate, Restart, Gather, Extend = 14, Done };
inline constexpr uint32_t class_host1x = 0x001, class_gr2d = 0x051, class_gr2d_sb = 0x052, class_gr3d = 0x060;

// Writes are in the order of the calls; neighbours are joined where an opcode can.
class StreamBuilder {
  public:
    void set_class(uint32_t class_id);
    void write(uint32_t offset, uint32_t value);
    void write_float(uint32_t offset, float value);
    // An address in memory: its word's index is kept, for whoever relocates it.
    void write_address(uint32_t offset, uint32_t address);
    void increment(uint32_t offset, std::span<const uint32_t> values);  // offset, offset + 1, …
    void repeat(uint32_t offset, std::span<const uint32_t> values);     // all to offset

    const std::vector<uint32_t>& words() const { return words_; }
    const std::vector<uint32_t>& addresses() const { return addresses_; }  // indices into words()

  private:
    std::vector<uint32_t> words_, addresses_;
    size_t open_ = 0;  // an INCR that more can be added to, plus one
    uint32_t next_ = 0;
};

struct StreamCommand {
    StreamOpcode opcode{};
    uint32_t offset = 0;
    uint32_t argument = 0;  // class and mask of SETCL (class << 6 | mask), count, mask, or the value
    uint32_t first = 0;     // of its words: where the data begins
    uint32_t count = 0;     // of data words
};
struct ParsedStream {
    std::vector<StreamCommand> commands;
    uint32_t word = 0;  // of the error
    std::string error;  // empty: all words are commands
};
// Opcodes that only a kernel may write (RESTART, GATHER) are refused.
ParsedStream parse_stream(std::span<const uint32_t> words);

// A write of a register, or the choice of a class.
struct RegisterWrite {
    uint32_t class_id = 0;
    uint32_t offset = 0, value = 0;
    uint32_t word = 0;
};
std::vector<RegisterWrite> writes_of(const ParsedStream& stream, std::span<const uint32_t> words);

std::string print_stream(std::span<const uint32_t> words);  // of a stream that parses

// One line of print_stream() and what it adds to the words; the reason where it is none. Comments begin with '#'.
class StreamReader {
  public:
    explicit StreamReader(std::vector<uint32_t>& words) : words_(words) {}
    std::string line(std::string_view text);
    std::string finish() const;

  private:
    std::vector<uint32_t>& words_;
    std::vector<uint32_t> expected_;  // offsets that data lines name
    size_t next_ = 0;
};

}  // namespace machines::tegra
