// The reference: chapters.md, with tables and entries in place of its marks.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "describe.h"
#include "tables.h"
#include "texts.h"

#include "arbasm/assembler.h"
#include "ir/bindings.h"

namespace language {
namespace {

using namespace arbasm;

struct LimitEntry {
    int Limits::*value;
    const char* what;
};
constexpr LimitEntry limits[] = {
    {&Limits::instructions, "instructions"},
    {&Limits::temporaries, "temporaries"},
    {&Limits::attributes, "attributes of ARB programs"},
    {&Limits::attribute_components, "components of attributes (4.0 family)"},
    {&Limits::result_components, "components of results (4.0 family)"},
    {&Limits::parameters, "parameters a program refers to"},
    {&Limits::environment_parameters, "environment parameters of a target"},
    {&Limits::local_parameters, "local parameters of a program"},
    {&Limits::address_registers, "address registers"},
    {&Limits::matrices, "program matrices"},
    {&Limits::texture_coordinates, "sets of texture coordinates"},
    {&Limits::texture_image_units, "texture image units"},
    {&Limits::lights, "lights"},
    {&Limits::clip_planes, "clip planes and distances"},
    {&Limits::draw_buffers, "draw buffers"},
    {&Limits::generic_attributes, "generic attributes of vertices"},
    {&Limits::generic_varyings, "generic attributes between stages"},
    {&Limits::patch_attributes, "generic attributes of patches"},
    {&Limits::storage_buffers, "storage buffers"},
    {&Limits::parameter_buffers, "parameter buffers"},
    {&Limits::parameter_buffer_words, "words in a parameter buffer"},
    {&Limits::call_depth, "nested calls"},
    {&Limits::if_depth, "nested IF blocks"},
    {&Limits::loop_depth, "nested REP blocks"},
};

std::string header_table() {
    std::string text = "| header | stage | language |\n|---|---|---|\n";
    constexpr std::pair<InstructionSet, const char*> sets[] = {
        {InstructionSet::Vp10, "NV_vertex_program"},
        {InstructionSet::Vsp10, "NV_vertex_program, state programs"},
        {InstructionSet::Vp11, "NV_vertex_program1_1"},
        {InstructionSet::Vp20, "NV_vertex_program2"},
        {InstructionSet::Fp10, "NV_fragment_program"},
        {InstructionSet::Fp20, "NV_fragment_program2"},
        {InstructionSet::Arb10, "the ARB extension of its stage, with what its options add"},
        {InstructionSet::Nv40, "NV_gpu_program4"},
        {InstructionSet::Nv41, "NV_gpu_program4_1"},
        {InstructionSet::Nv50, "NV_gpu_program5"},
    };
    for (const auto& [set, name] : sets) {
        for (int stage = 0; stage < stage_count; ++stage) {
            const std::string_view header = header_text(static_cast<Stage>(stage), set);
            if (header.empty()) continue;
            text += "| " + code(header) + " | " + std::string(stage_name(static_cast<Stage>(stage))) + " | " + name +
                    " |\n";
        }
    }
    return text;
}

std::string stage_words(std::string_view letters) {
    constexpr std::string_view all = "vcegfk";
    constexpr const char* names[] = {"vertex", "control", "evaluation", "geometry", "fragment", "compute"};
    std::vector<std::string> words;
    for (char letter : letters) words.emplace_back(names[all.find(letter)]);
    return joined(words, ", ");
}

std::string option_table(const std::string& folder) {
    auto texts = read_texts(folder + "/option_texts.txt");
    std::string text = "| OPTION | headers | turns on |\n|---|---|---|\n";
    for (const OptionEntry& option : options) {
        std::vector<std::string> where;
        for (const std::string& word : split(option.headers)) {
            if (word == "vp") {
                where.emplace_back("ARBvp");
            } else if (word == "fp") {
                where.emplace_back("ARBfp");
            } else if (word == "v1") {
                where.emplace_back("VP1.1, VP2.0");
            } else if (word == "f1") {
                where.emplace_back("FP1.0, FP2.0");
            } else {
                where.push_back(word.substr(0, 1) + (word.size() > 1 ? " " + stage_words(word.substr(1)) : ""));
            }
        }
        std::string meaning = one_line(take(texts, option.text, "option"));
        if (!option.group.empty() && option.group != "hint") {
            meaning += " At most one " + std::string(option.group) + " option.";
        }
        text += "| " + code(option.text) + " | " + joined(where, "; ") + " | " + meaning + " |\n";
    }
    for (const auto& [name, unused] : texts) complain("a text for " + name + ", which is no option");
    return text;
}

// "color[?]$" as people write it: `result.color[n]`, with what may be added.
std::string shown_pattern(const BindingEntry& entry, const std::string& prefix) {
    std::string pattern(entry.pattern);
    std::string result = prefix, notes;
    for (size_t n = 0; n < pattern.size(); ++n) {
        switch (pattern[n]) {
            case '[': {
                const char form = pattern[n + 1];
                result += "[n]";
                if (form == '?' || form == 'b' || form == '4') notes += " (index optional)";
                if (form == '4') notes += " (n a multiple of 4)";
                n += 2;
                break;
            }
            case '@': notes += "; `.front`, `.back`"; break;
            case '$': notes += "; `.primary`, `.secondary`"; break;
            case '%':
            case '~': break;
            default: result += pattern[n];
        }
    }
    return code(result) + notes;
}

std::string availability(const BindingEntry& entry) {
    std::vector<std::string> needs;
    if (entry.first > 40)
        needs.push_back("from " + std::to_string(entry.first / 10) + "." + std::to_string(entry.first % 10) + " on");
    if (entry.option != "Count") {
        for (int n = 0; n < static_cast<int>(Option::Count); ++n) {
            static constexpr std::string_view names[] = {
#define ARBASM_OPTION(name, ...) #name,
#include "ir/options.def"
#undef ARBASM_OPTION
            };
            if (names[n] == entry.option) needs.push_back("OPTION " + code(option_text(static_cast<Option>(n))));
        }
    }
    return joined(needs, "; ");
}

std::string binding_tables(const std::string& folder, bool parameters) {
    auto texts = read_texts(folder + "/binding_texts.txt");
    const auto meanings = texts;
    std::string text = parameters ? "| binding | programs | holds | needs |\n|---|---|---|---|\n"
                                  : "| binding | inputs of | results of | holds | needs |\n|---|---|---|---|---|\n";
    for (const BindingEntry& entry : bindings) {
        texts.erase(std::string(entry.name));
        if (entry.pattern.empty() || entry.where.empty()) continue;
        const auto meaning = meanings.find(std::string(entry.name));
        if (meaning == meanings.end()) {
            complain("no text for binding " + std::string(entry.name));
            continue;
        }
        std::string inputs, results;
        bool is_parameter = false;
        for (const std::string& word : split(entry.where)) {
            if (word[0] == 's') {
                is_parameter = true;
                inputs = word == "s" ? "all" : word == "sv" ? "all but ARBfp1.0" : "all but ARBvp1.0";
            } else {
                (word[1] == 'i' ? inputs : results) += word.substr(0, 1) + " ";
            }
        }
        if (is_parameter != parameters) continue;
        const std::string holds = one_line(meaning->second), needs = availability(entry);
        if (parameters) {
            text += "| " + shown_pattern(entry, "") + " | " + inputs + " | " + holds + " | " + needs + " |\n";
            continue;
        }
        // The prefix is the row's own, or depends on who names it.
        std::string names;
        const bool own = entry.pattern.find('.') != std::string_view::npos;
        if (own && !results.empty() && inputs.empty()) {
            names = shown_pattern(entry, "result.");
        } else if (own) {
            names = shown_pattern(entry, "");
        } else if (entry.pattern[0] == '~') {
            names = shown_pattern(entry, "vertex.") + " and so on";
        } else {
            std::set<std::string> prefixes;
            for (const std::string& word : split(entry.where)) {
                prefixes.insert(word[1] == 'o'                     ? "result."
                                : word[0] == 'f' || word[0] == 'F' ? "fragment."
                                : word[0] == 'v' || word[0] == 'V' ? "vertex."
                                : entry.name == "TessCoord"        ? "vertex."
                                                                   : "vertex[m].");
            }
            std::vector<std::string> spelled;
            spelled.reserve(prefixes.size());
            for (const std::string& prefix : prefixes) spelled.push_back(shown_pattern(entry, prefix));
            names = joined(spelled, ", ");
        }
        text += "| " + names + " | " + inputs + " | " + results + " | " + holds + " | " + needs + " |\n";
    }
    for (const auto& [name, unused] : texts) complain("a text for " + name + ", which is no binding");
    return text;
}

std::string target_table() {
    std::string text =
        "| target | coordinates | layer | reference | first in | offsets | images |\n|---|---|---|---|---|---|---|\n";
    constexpr std::string_view components = "xyzw";
    for (const TargetEntry& target : targets) {
        const bool multisample = target.features.find('m') != std::string_view::npos;
        const int layer = target.coordinates, after = target.coordinates + (target.layered ? 1 : 0);
        const std::string reference = !target.shadow ? ""
                                      : after == 4
                                          ? "second vector"
                                          : std::string(1, components[static_cast<size_t>(std::max(after, 2))]);
        const std::string first = target.first == "arb"      ? "ARB"
                                  : target.first == "shadow" ? "ARB with its option, 4.0"
                                  : target.first == "40"     ? "4.0"
                                                             : "5.0";
        text += "| " + code(target.spelling) + " | " +
                std::string(components.substr(0, static_cast<size_t>(target.coordinates))) + " | " +
                (target.layered ? std::string(1, components[static_cast<size_t>(layer)]) : "") + " | " + reference +
                " | " + first + (multisample ? ", with its option; `TXFMS` only" : "") + " | " +
                (target.features.find('o') != std::string_view::npos ? "yes" : "") + " | " +
                (target.features.find('i') != std::string_view::npos ? "yes" : "") + " |\n";
    }
    return text;
}

std::string limit_table() {
    const Limits values_of;
    std::string text = "| at most | |\n|---|---|\n";
    for (const LimitEntry& limit : limits)
        text += "| " + std::to_string(values_of.*limit.value) + " | " + limit.what + " |\n";
    text += "| " + std::to_string(values_of.texel_offset_min) + " … " + std::to_string(values_of.texel_offset_max) +
            " | constant texel offsets |\n";
    return text;
}

std::string operand_words(const OpcodeInfo& info) {
    std::vector<std::string> words;
    const auto shape = [](const OperandShape& operand, const std::string& name) {
        std::string word = operand.kind == 's' ? name + ".x" : name;
        if (operand.kind == 'k') word = name + " | (condition)";
        return word;
    };
    if (info.has_label) words.emplace_back(info.spelling == "CALI" ? "variable" : "label");
    if (info.result.kind != 0) words.emplace_back(info.result.kind == 'a' ? "address" : "result");
    const bool image_first = info.spelling == "STOREIM";
    if (image_first) words.emplace_back("image");
    constexpr const char* names[] = {"a", "b", "c", "d"};
    for (int n = 0; n < info.operand_count; ++n) {
        const OperandShape& operand = info.operands[static_cast<size_t>(n)];
        words.push_back(operand.kind == 'b' ? "variable[index]" : shape(operand, names[n]));
    }
    if (info.has_texture) words.emplace_back("texture, target");
    if (info.has_image) words.emplace_back(image_first ? "target" : "image, target");
    std::string text = joined(words, ", ");
    if (info.has_condition) text += info.spelling == "IF" ? "condition" : " (condition)";
    return text.empty() ? "" : " " + text;
}

std::string opcode_properties(const OpcodeInfo& info) {
    std::vector<std::string> lines;
    std::vector<std::string> older;
    constexpr const char* names[] = {"VP1.0",
                                     "VP1.1",
                                     "VP2.0",
                                     "FP1.0",
                                     "ARBvp1.0",
                                     "ARBfp1.0",
                                     "NV_vertex_program2",
                                     "NV_vertex_program3",
                                     "NV_fragment_program",
                                     "NV_fragment_program2"};
    for (int n = 0; n < 10; ++n) {
        if (info.older >> n & 1) older.emplace_back(names[n]);
    }
    if (!older.empty()) lines.push_back("older: " + joined(older, ", "));
    if (info.in_nv4) {
        const std::string first = info.first_nv == InstructionSet::Nv40   ? "4.0"
                                  : info.first_nv == InstructionSet::Nv41 ? "4.1"
                                                                          : "5.0";
        std::string letters;
        for (size_t n = 0; n < 6; ++n) {
            if (info.stages >> n & 1) letters += std::string_view("vcegfk")[n];
        }
        lines.push_back("from " + first + " on, " + (letters.size() == 6 ? "all stages" : stage_words(letters)));
    }
    if (info.option != Option::Count) {
        const bool built_in = info.first_nv != InstructionSet::Nv50;
        lines.push_back("OPTION " + code(option_text(info.option)) + (built_in ? " in 4.x" : ""));
    }
    std::vector<std::string> types;
    const auto usual = [&](char letter) { return info.type == letter ? " (usual)" : ""; };
    if (info.columns & column_float) types.push_back(std::string("F") + usual('F'));
    if (info.columns & column_integer) {
        types.push_back(std::string("S") + usual('S'));
        types.push_back(std::string("U") + usual('U'));
    }
    std::vector<std::string> wide;
    if (info.columns & column_f64) wide.emplace_back("F64");
    if (info.columns & column_s64) wide.emplace_back("S64");
    if (info.columns & column_u64) wide.emplace_back("U64");
    if (!wide.empty()) types.push_back("in 5.0 " + joined(wide, ", "));
    if (info.in_nv4 && !types.empty()) lines.push_back("types: " + joined(types, ", "));
    std::vector<std::string> allowed;
    if (info.columns & column_condition) allowed.emplace_back("CC");
    if (info.columns & column_saturate) allowed.emplace_back("SAT, SSAT");
    if (info.columns & column_half) allowed.emplace_back("suffix H");
    if (info.columns & column_ntc) allowed.emplace_back("NTC");
    if (info.columns & column_ntc && !info.has_texture) allowed.emplace_back("PREC in 5.0");
    if (info.in_nv4 && !allowed.empty()) lines.push_back("modifiers: " + joined(allowed, ", "));
    if (info.category == OpcodeCategory::Memory && info.spelling != "ATOMCTR") lines.emplace_back("a storage modifier");
    std::vector<std::string> suffixes;
    if (info.suffixes & suffix_r) suffixes.emplace_back("R");
    if (info.suffixes & suffix_h) suffixes.emplace_back("H");
    if (info.suffixes & suffix_x) suffixes.emplace_back("X");
    if (info.suffixes & suffix_condition) suffixes.emplace_back("C");
    if (info.suffixes & suffix_saturate) suffixes.emplace_back("_SAT");
    if (!older.empty() && !suffixes.empty()) lines.push_back("suffixes: " + joined(suffixes, " "));
    return joined(lines, " · ");
}

std::string opcode_entries(const std::string& folder) {
    auto texts = read_texts(folder + "/opcode_texts.txt");
    std::vector<const OpcodeInfo*> sorted;
    sorted.reserve(opcode_table.size());
    for (const OpcodeInfo& info : opcode_table) sorted.push_back(&info);
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->spelling < b->spelling; });
    std::string text;
    for (const OpcodeInfo* info : sorted) {
        text += "### " + std::string(info->spelling) + "\n\n";
        text += "    " + std::string(info->spelling) + operand_words(*info) + ";\n\n";
        text += opcode_properties(*info) + "\n\n";
        text += take(texts, info->spelling, "opcode") + "\n\n";
    }
    for (const auto& [name, unused] : texts) complain("a text for " + name + ", which is no opcode");
    text.pop_back();
    return text;
}

}  // namespace

std::string reference(const std::string& folder) {
    std::istringstream chapters(read_file(folder + "/chapters.md"));
    std::string text;
    for (std::string line; std::getline(chapters, line);) {
        if (!line.starts_with("<!-- ")) {
            text += line + "\n";
        } else if (line == "<!-- headers -->") {
            text += header_table();
        } else if (line == "<!-- options -->") {
            text += option_table(folder);
        } else if (line == "<!-- bindings -->") {
            text += binding_tables(folder, false);
        } else if (line == "<!-- parameters -->") {
            text += binding_tables(folder, true);
        } else if (line == "<!-- targets -->") {
            text += target_table();
        } else if (line == "<!-- limits -->") {
            text += limit_table();
        } else if (line == "<!-- opcodes -->") {
            text += opcode_entries(folder);
        } else {
            complain("chapters.md asks for " + line);
        }
    }
    return text;
}

}  // namespace language
