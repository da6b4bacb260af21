// A parsed module: its instructions, the instruction that defines each id, names and decorations. All words are
// checked: every id is within the module's bound, every string ends, every operand exists.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "glsl/spirv/grammar.h"
#include "glsl/tree/shader.h"

namespace glsl::spirv {

using Id = uint32_t;

struct Instruction {
    const OpcodeRow* row = nullptr;
    uint32_t at = 0;  // its first word in the module
    Id type = 0, result = 0;
    std::span<const uint32_t> operands;  // behind type and result

    Op opcode() const { return row->opcode; }
    uint32_t operand(size_t n) const { return n < operands.size() ? operands[n] : 0; }
};

// The operands of a decoration: the words after its number.
struct DecorationRow {
    uint32_t decoration = 0;
    int32_t member = -1;  // -1: of the whole
    std::span<const uint32_t> words;
};

struct EntryPoint {
    uint32_t model = 0;
    Id function = 0;
    std::string name;
    std::span<const uint32_t> interface;
};

struct ExecutionMode {
    Id function = 0;
    uint32_t mode = 0;
    bool ids = false;  // OpExecutionModeId
    std::span<const uint32_t> words;
    uint32_t at = 0;
};

struct Problem {
    uint32_t at = 0;
    std::string text;
};

class Module {
  public:
    static constexpr uint32_t magic = 0x07230203;
    static constexpr uint32_t most_ids = 0x3fffff;
    static constexpr size_t most_words = size_t{1} << 24;

    // Reads the words, which have to stay where they are.
    explicit Module(std::span<const uint32_t> words);

    const std::optional<Problem>& problem() const { return problem_; }
    const std::vector<Instruction>& instructions() const { return instructions_; }
    const std::vector<EntryPoint>& entry_points() const { return entry_points_; }
    const std::vector<ExecutionMode>& execution_modes() const { return execution_modes_; }
    const std::vector<const CapabilityRow*>& capabilities() const { return capabilities_; }

    // The instruction that defines this id; null: none.
    const Instruction* definition(Id id) const;
    bool is_extended_set(Id id) const;  // GLSL.std.450
    std::span<const DecorationRow> decorations(Id id) const;

    // The lines of OpLine and OpNoLine. A line's range also ends at the end of a block (SPIR-V 2.4, OpLine).
    std::vector<SourceLine> source_lines() const;

    // The first word of a decoration; nothing: it is not so decorated.
    std::optional<uint32_t> decoration(Id id, Decoration decoration, int32_t member = -1) const;
    bool has(Id id, Decoration what, int32_t member = -1) const;
    // The id that SpecId names; 0: none.
    Id specialization(uint32_t index) const;

  private:
    void fail(size_t at, std::string text);
    bool read_header(std::span<const uint32_t> words);
    bool read_instruction(std::span<const uint32_t> words, uint32_t at);
    bool read_operands(Instruction& instruction, std::span<const uint32_t> words);
    bool read_id(uint32_t id, uint32_t at);
    void note(const Instruction& instruction);
    void note_group(const Instruction& instruction);
    void sort_decorations();

    std::optional<Problem> problem_;
    uint32_t bound_ = 0;
    std::vector<Instruction> instructions_;
    std::unordered_map<Id, size_t> definitions_;
    std::unordered_map<Id, std::vector<DecorationRow>> decorations_;  // by key_of(), once all are read
    size_t decorated_ = 0;                                            // rows that groups have made
    std::vector<EntryPoint> entry_points_;
    std::vector<ExecutionMode> execution_modes_;
    std::vector<const CapabilityRow*> capabilities_;
    std::vector<Id> extended_sets_;
};

// Whether it ends a block.
bool is_terminator(Op opcode);

// The characters of a string operand that begins these words; nothing: it does not end.
std::optional<std::string> string_at(std::span<const uint32_t> words);

// Words that it takes.
size_t string_words(std::string_view text);

// Calls visit(id) for each operand that is an id by the row's letters.
template <class Visit>
void for_each_id(const Instruction& instruction, Visit&& visit) {
    std::string_view letters = instruction.row->operands;
    while (letters.starts_with('T') || letters.starts_with('R')) letters.remove_prefix(1);
    size_t at = 0;
    for (size_t n = 0; n < letters.size() && at < instruction.operands.size(); n++) {
        const char letter = letters[n];
        if (letter == '?' || letter == '*') continue;
        if (letter == 's' || letter == 'a') return;  // no ids behind them in a function
        const bool rest = (n + 1 < letters.size() && letters[n + 1] == '*') || letter == 'm';
        if (letter == 'm') at++;  // the mask
        do {
            if (at < instruction.operands.size() && letter != 'n') visit(instruction.operands[at]);
            at++;
        } while (rest && at < instruction.operands.size());
    }
}

}  // namespace glsl::spirv
