#include "ir/opcode.h"

namespace arbasm {
namespace {

constexpr bool has_word(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const size_t end = list.find(' ');
        if (list.substr(0, end) == word) return true;
        if (end == std::string_view::npos) return false;
        list.remove_prefix(end + 1);
    }
    return false;
}

constexpr uint16_t older_sets(std::string_view list) {
    constexpr std::string_view names[] = {"vp10", "vp11", "vp20", "fp10", "vp", "fp", "vp2", "vp3", "fp1", "fp2"};
    uint16_t bits = 0;
    for (int n = 0; n < 10; ++n) {
        if (has_word(list, names[n])) bits |= static_cast<uint16_t>(1 << n);
    }
    return bits;
}

// One bit per letter of `letters` that `text` holds.
constexpr uint16_t letter_bits(std::string_view text, std::string_view letters) {
    uint16_t bits = 0;
    for (size_t n = 0; n < letters.size(); ++n) {
        if (text.find(letters[n]) != std::string_view::npos) bits |= static_cast<uint16_t>(1 << n);
    }
    return bits;
}

constexpr OpcodeInfo row(std::string_view spelling, std::string_view older, std::string_view first_nv,
                         std::string_view stages, std::string_view columns, std::string_view suffixes, char type,
                         std::string_view result, std::string_view operands, Traits traits, OpcodeCategory category,
                         Option option) {
    OpcodeInfo info;
    info.spelling = spelling;
    info.older = older_sets(older);
    info.in_nv4 = !first_nv.empty();
    info.first_nv = first_nv == "50"   ? InstructionSet::Nv50
                    : first_nv == "41" ? InstructionSet::Nv41
                                       : InstructionSet::Nv40;
    info.stages = stages == "*" ? 0x3f : static_cast<uint8_t>(letter_bits(stages, "vcegfk"));
    info.columns = letter_bits(columns, "FICSHfsuN");
    info.suffixes = static_cast<uint8_t>(letter_bits(suffixes, "CSRHX"));
    info.type = type;
    info.result = operand_shape(result);
    info.traits = traits;
    info.category = category;
    info.option = option;
    while (!operands.empty()) {
        const size_t end = operands.find(',');
        const OperandShape operand = operand_shape(operands.substr(0, end));
        if (operand.kind == 't') {
            info.has_texture = true;
        } else if (operand.kind == 'i') {
            info.has_image = true;
        } else if (operand.kind == 'l') {
            info.has_label = true;
        } else if (operand.kind == 'c') {
            info.has_condition = true;
        } else {
            info.operands[info.operand_count++] = operand;
        }
        if (end == std::string_view::npos) break;
        operands.remove_prefix(end + 1);
    }
    return info;
}

}  // namespace

constexpr std::array<OpcodeInfo, opcode_count> opcode_rows{{
#define ARBASM_OPCODE(name, spelling, older, first_nv, stages, columns, suffixes, type, result, operands, traits, \
                      category, option, ...)                                                                      \
    row(spelling, older, first_nv, stages, columns, suffixes, type, result, operands, traits_of(traits),          \
        OpcodeCategory::category, Option::option),
#include "ir/opcodes.def"
#undef ARBASM_OPCODE
}};
constinit const std::array<OpcodeInfo, opcode_count> opcode_table = opcode_rows;

namespace {

constexpr size_t hash_size = 512;
constexpr size_t hash(std::string_view text) {
    uint32_t value = 2166136261u;
    for (char c : text) value = (value ^ static_cast<uint8_t>(c)) * 16777619u;
    return value % hash_size;
}
constexpr std::array<uint8_t, hash_size> make_hash_table() {
    std::array<uint8_t, hash_size> table{};
    for (auto& slot : table) slot = static_cast<uint8_t>(Opcode::Count);
    for (int n = 0; n < opcode_count; ++n) {
        size_t slot = hash(opcode_rows[static_cast<size_t>(n)].spelling);
        while (table[slot] != static_cast<uint8_t>(Opcode::Count)) slot = (slot + 1) % hash_size;
        table[slot] = static_cast<uint8_t>(n);
    }
    return table;
}
constexpr std::array<uint8_t, hash_size> hash_table = make_hash_table();

}  // namespace

Opcode find_opcode(std::string_view text) {
    for (size_t slot = hash(text); hash_table[slot] != static_cast<uint8_t>(Opcode::Count);
         slot = (slot + 1) % hash_size) {
        if (opcode_table[hash_table[slot]].spelling == text) return static_cast<Opcode>(hash_table[slot]);
    }
    return Opcode::Count;
}

std::string_view option_text(Option option) {
    switch (option) {
#define ARBASM_OPTION(name, text, ...) \
    case Option::name:                 \
        return text;
#include "ir/options.def"
#undef ARBASM_OPTION
        case Option::Count: break;
    }
    return {};
}

std::string_view stage_name(Stage stage) {
    constexpr std::string_view names[] = {
        "vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment", "compute"};
    return names[static_cast<size_t>(stage)];
}

std::string_view header_text(Stage stage, InstructionSet set) {
    constexpr std::string_view nv40[] = {"!!NVvp4.0", "", "", "!!NVgp4.0", "!!NVfp4.0", ""};
    constexpr std::string_view nv41[] = {"!!NVvp4.1", "", "", "!!NVgp4.1", "!!NVfp4.1", ""};
    constexpr std::string_view nv50[] = {"!!NVvp5.0", "!!NVtcp5.0", "!!NVtep5.0",
                                         "!!NVgp5.0", "!!NVfp5.0",  "!!NVcp5.0"};
    const auto index = static_cast<size_t>(stage);
    const bool vertex = stage == Stage::Vertex;
    const bool fragment = stage == Stage::Fragment;
    switch (set) {
        case InstructionSet::Vp10: return vertex ? "!!VP1.0" : "";
        case InstructionSet::Vsp10: return vertex ? "!!VSP1.0" : "";
        case InstructionSet::Vp11: return vertex ? "!!VP1.1" : "";
        case InstructionSet::Vp20: return vertex ? "!!VP2.0" : "";
        case InstructionSet::Fp10: return fragment ? "!!FP1.0" : "";
        case InstructionSet::Fp20: return fragment ? "!!FP2.0" : "";
        case InstructionSet::Arb10: return vertex ? "!!ARBvp1.0" : fragment ? "!!ARBfp1.0" : "";
        case InstructionSet::Nv40: return nv40[index];
        case InstructionSet::Nv41: return nv41[index];
        case InstructionSet::Nv50: return nv50[index];
    }
    return {};
}

}  // namespace arbasm
