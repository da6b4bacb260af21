#include "glsl/spirv/module.h"

#include <algorithm>
#include <utility>

#include "ir/switches.h"

namespace glsl::spirv {

namespace {

constexpr size_t header_words = 5;
constexpr uint32_t other_order = 0x03022307;
// Ids that each bit of a mask of image operands asks for, from bit 0 on: Bias, Lod, Grad, ConstOffset, Offset,
// ConstOffsets, Sample, MinLod, MakeTexelAvailable, MakeTexelVisible; the others have none.
constexpr uint8_t image_operand_ids[] = {1, 1, 2, 1, 1, 1, 1, 1, 1, 1};
constexpr uint32_t known_image_operands = 0x7fff;

}  // namespace

bool is_terminator(Op opcode) {
    return arbasm::is_one_of(opcode, {Op::Branch, Op::BranchConditional, Op::Switch, Op::Kill, Op::Return,
                                      Op::ReturnValue, Op::Unreachable, Op::TerminateInvocation});
}

std::optional<std::string> string_at(std::span<const uint32_t> words) {
    std::string text;
    for (const uint32_t word : words)
        for (int byte = 0; byte < 4; byte++) {
            const auto letter = static_cast<char>(word >> 8 * byte & 0xff);
            if (!letter) return text;
            text += letter;
        }
    return {};
}

size_t string_words(std::string_view text) { return text.size() / 4 + 1; }

Module::Module(std::span<const uint32_t> words) {
    if (!read_header(words)) return;
    for (size_t at = header_words; at < words.size();) {
        const size_t count = words[at] >> 16;
        if (!count || count > words.size() - at) {
            fail(at, count ? "the instruction goes beyond the end of the module" : "an instruction of no words");
            return;
        }
        if (!read_instruction(words.subspan(at, count), static_cast<uint32_t>(at))) return;
        at += count;
    }
    sort_decorations();
    if (std::ranges::find(capabilities_, uint32_t{1}, &CapabilityRow::number) == capabilities_.end() &&
        std::ranges::none_of(capabilities_, [](const CapabilityRow* row) { return row->number > 1; }))
        fail(0, "the module does not declare the capability Shader");
}

void Module::fail(size_t at, std::string text) {
    if (!problem_) problem_ = Problem{static_cast<uint32_t>(at), std::move(text)};
}

bool Module::read_header(std::span<const uint32_t> words) {
    if (words.size() < header_words || words[0] != magic)
        fail(0, words.empty() || words[0] != other_order ? "this is no SPIR-V module"
                                                         : "the module has the other order of bytes");
    else if (words.size() > most_words)
        fail(0, "the module has more than " + std::to_string(most_words) + " words");
    else if ((words[1] & 0xff0000ff) || (words[1] >> 16 & 0xff) != 1 || (words[1] >> 8 & 0xff) > 6)
        fail(1, "this version of SPIR-V is not known");
    else if (words[3] > most_ids)
        fail(3, "the module has more than " + std::to_string(most_ids) + " ids");
    if (problem_) return false;
    bound_ = words[3];
    return true;
}

bool Module::read_instruction(std::span<const uint32_t> words, uint32_t at) {
    const uint32_t number = words[0] & 0xffff;
    Instruction instruction;
    instruction.row = find_opcode(number);
    instruction.at = at;
    if (!instruction.row) {
        fail(at, "the instruction " + std::to_string(number) + " is not supported");
        return false;
    }
    if (!read_operands(instruction, words)) return false;
    if (instruction.result && !definitions_.try_emplace(instruction.result, instructions_.size()).second) {
        fail(at, "the id " + std::to_string(instruction.result) + " is the result of two instructions");
        return false;
    }
    instructions_.push_back(instruction);
    note(instruction);
    return !problem_;
}

bool Module::read_id(uint32_t id, uint32_t at) {
    if (id && id < bound_) return true;
    fail(at, "the id " + std::to_string(id) + " is outside of the bound " + std::to_string(bound_));
    return false;
}

// Matches the words with the letters of the row (opcodes.def).
bool Module::read_operands(Instruction& instruction, std::span<const uint32_t> words) {
    const std::string_view letters = instruction.row->operands;
    size_t at = 1, behind = 1;
    bool optional = false;
    const auto wrong = [&](const char* what) {
        fail(instruction.at, "Op" + std::string(instruction.row->name) + " " + what);
        return false;
    };
    for (size_t n = 0; n < letters.size(); n++) {
        const char letter = letters[n];
        if (letter == '?') {
            optional = true;
            continue;
        }
        const bool many = n + 1 < letters.size() && letters[n + 1] == '*';
        if (many) n++;
        const bool may_end = many || optional || letter == 'm' || letter == 'a';
        if (at == words.size() && may_end) continue;
        do {
            if (at == words.size()) return wrong("has too few operands");
            const uint32_t word = words[at++];
            size_t rest = 0;  // words behind it that belong to it
            bool ids = false;
            if (letter == 'i' || letter == 'T' || letter == 'R') {
                if (!read_id(word, instruction.at)) return false;
            } else if (letter == 's') {
                const auto text = string_at(words.subspan(at - 1));
                if (!text) return wrong("has a string without an end");
                rest = string_words(*text) - 1;
            } else if (letter == 'm') {
                if (word & ~known_image_operands) return wrong("has image operands that are not known");
                for (size_t bit = 0; bit < std::size(image_operand_ids); bit++)
                    if (word >> bit & 1) rest += image_operand_ids[bit];
                ids = true;
            } else if (letter == 'a') {
                rest = words.size() - at;
            }
            if (rest > words.size() - at) return wrong("has too few operands");
            for (size_t k = 0; ids && k < rest; k++)
                if (!read_id(words[at + k], instruction.at)) return false;
            at += rest;
            if (letter == 'T') instruction.type = word, behind = at;
            if (letter == 'R') instruction.result = word, behind = at;
        } while (many && at < words.size());
    }
    if (at < words.size()) return wrong("has too many operands");
    instruction.operands = words.subspan(behind);
    return true;
}

// What the instructions before the functions say.
void Module::note(const Instruction& instruction) {
    const std::span<const uint32_t> words = instruction.operands;
    ASMGL_SOME_CASES
    switch (instruction.opcode()) {
        case Op::Capability:
            if (const CapabilityRow* row = find_capability(words[0]))
                capabilities_.push_back(row);
            else
                fail(instruction.at, "the capability " + std::to_string(words[0]) + " is not supported");
            break;
        case Op::Extension: {
            const std::string name = *string_at(words);
            if (std::ranges::none_of(all_extensions(), [&](const char* known) { return name == known; }))
                fail(instruction.at, "the extension " + name + " is not supported");
            break;
        }
        case Op::ExtInstImport: {
            const std::string name = *string_at(words);
            if (name == "GLSL.std.450")
                extended_sets_.push_back(instruction.result);
            else if (!name.starts_with("NonSemantic."))
                fail(instruction.at, "the instructions of " + name + " are not supported");
            break;
        }
        case Op::MemoryModel:
            if (words[0] != 0 || (words[1] != 0 && words[1] != 1))
                fail(instruction.at, "only logical addressing and the memory model GLSL450 are supported");
            break;
        case Op::EntryPoint: {
            EntryPoint entry{words[0], words[1], *string_at(words.subspan(2)), {}};
            entry.interface = words.subspan(2 + string_words(entry.name));
            entry_points_.push_back(std::move(entry));
            break;
        }
        case Op::ExecutionMode:
        case Op::ExecutionModeId:
            execution_modes_.push_back(
                {words[0], words[1], instruction.opcode() == Op::ExecutionModeId, words.subspan(2), instruction.at});
            break;
        case Op::Decorate:
        case Op::DecorateId:
        case Op::MemberDecorate: {
            constexpr size_t most = 1 << 16;
            const bool member = instruction.opcode() == Op::MemberDecorate;
            std::vector<DecorationRow>& rows = decorations_[words[0]];
            if (rows.size() >= most) return fail(instruction.at, "the id has too many decorations");
            const int32_t number = member ? static_cast<int32_t>(words[1] & 0x7fffffff) : -1;
            rows.push_back({words[member ? 2 : 1], number, words.subspan(member ? 3 : 2)});
            break;
        }
        case Op::GroupDecorate: note_group(instruction); break;
        default: break;  // part of what functions, types and constants are
    }
    ASMGL_END_SOME_CASES
}

void Module::note_group(const Instruction& instruction) {
    constexpr size_t most = 1 << 20;
    const std::vector<DecorationRow> group = decorations_[instruction.operands[0]];
    // Groups may decorate groups.
    decorated_ += group.size() * instruction.operands.size();
    if (decorated_ > most) return fail(instruction.at, "the groups decorate too much");
    for (const Id target : instruction.operands.subspan(1))
        decorations_[target].insert(decorations_[target].end(), group.begin(), group.end());
}

static std::pair<int32_t, uint32_t> key_of(const DecorationRow& row) { return {row.member, row.decoration}; }

void Module::sort_decorations() {
    for (auto& [id, rows] : decorations_) std::ranges::stable_sort(rows, {}, key_of);
}

const Instruction* Module::definition(Id id) const {
    const auto found = definitions_.find(id);
    return found == definitions_.end() ? nullptr : &instructions_[found->second];
}

bool Module::is_extended_set(Id id) const { return std::ranges::find(extended_sets_, id) != extended_sets_.end(); }

std::span<const DecorationRow> Module::decorations(Id id) const {
    const auto found = decorations_.find(id);
    return found == decorations_.end() ? std::span<const DecorationRow>() : found->second;
}

std::optional<uint32_t> Module::decoration(Id id, Decoration decoration, int32_t member) const {
    const std::span<const DecorationRow> rows = decorations(id);
    const std::pair<int32_t, uint32_t> key{member, static_cast<uint32_t>(decoration)};
    const auto found = std::ranges::lower_bound(rows, key, {}, key_of);
    if (found == rows.end() || key_of(*found) != key) return {};
    return found->words.empty() ? 0 : found->words[0];
}

std::vector<SourceLine> Module::source_lines() const {
    std::vector<SourceLine> lines;
    uint32_t line = 0;
    const auto change = [&](uint32_t word, uint32_t to) {
        if (to != line) lines.push_back({word, to});
        line = to;
    };
    for (const Instruction& instruction : instructions_) {
        if (instruction.opcode() == Op::Line)
            change(instruction.at, instruction.operand(1));
        else if (instruction.opcode() == Op::NoLine)
            change(instruction.at, 0);
        else if (is_terminator(instruction.opcode()))
            change(instruction.at + 1, 0);
    }
    return lines;
}

bool Module::has(Id id, Decoration what, int32_t member) const { return decoration(id, what, member).has_value(); }

Id Module::specialization(uint32_t index) const {
    for (const auto& [id, rows] : decorations_)
        for (const DecorationRow& row : rows)
            if (row.decoration == static_cast<uint32_t>(Decoration::SpecId) && !row.words.empty() &&
                row.words[0] == index)
                return id;
    return 0;
}

}  // namespace glsl::spirv
