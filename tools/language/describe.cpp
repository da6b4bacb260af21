// Makes from the tables of arbasm what people and other tools read about the language.
//
//   describe_language reference FOLDER   docs/language.md, with the texts in FOLDER (tools/language)
//   describe_language vim                tools/editors/vim/syntax/arbasm.vim
//   describe_language vscode             tools/editors/vscode/syntaxes/arbasm.tmLanguage.json
//   describe_language dictionary         arbasm/conformance/parse_fuzz.dict
//
// With --check FILE behind it, compares instead of writing: exit code 1 if FILE is out of date.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "arbasm/assembler.h"
#include "arbasm/bindings.h"

namespace {

using namespace arbasm;

// ---- the tables ----

struct OptionEntry {
    std::string_view text, headers, group;
};
constexpr OptionEntry options[] = {
#define ARBASM_OPTION(name, text, headers, group) {text, headers, group},
#include "arbasm/options.def"
#undef ARBASM_OPTION
};

struct BindingEntry {
    std::string_view name, pattern, where, option;
    int first;
};
constexpr BindingEntry bindings[] = {
#define ARBASM_BINDING(name, pattern, where, limit, first, option) {#name, pattern, where, #option, first},
#define ARBASM_BINDING_SPELLING ARBASM_BINDING
#include "arbasm/bindings.def"
#undef ARBASM_BINDING
};

struct TargetEntry {
    std::string_view spelling, first;
    int coordinates;
    bool layered, shadow;
    std::string_view features;
};
constexpr TargetEntry targets[] = {
#define ARBASM_TEXTURE_TARGET(name, spelling, first, coordinates, layered, shadow, features) \
    {spelling, first, coordinates, layered, shadow, features},
#include "arbasm/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

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

constexpr const char* declarations[] = {"ATTRIB",
                                        "OUTPUT",
                                        "PARAM",
                                        "TEMP",
                                        "ADDRESS",
                                        "ALIAS",
                                        "BUFFER",
                                        "BUFFER4",
                                        "CBUFFER",
                                        "TEXTURE",
                                        "IMAGE",
                                        "STORAGE",
                                        "COUNTER",
                                        "SHARED",
                                        "SUBROUTINETYPE",
                                        "SUBROUTINE",
                                        "SUBROUTINENUM",
                                        "DECLARE",
                                        "DEFINE",
                                        "OPTION",
                                        "PRIMITIVE_IN",
                                        "PRIMITIVE_OUT",
                                        "VERTICES_OUT",
                                        "INVOCATIONS",
                                        "PASSTHROUGH",
                                        "TESS_MODE",
                                        "TESS_SPACING",
                                        "TESS_VERTEX_ORDER",
                                        "TESS_POINT_MODE",
                                        "GROUP_SIZE",
                                        "SHARED_MEMORY",
                                        "SECONDARY_VIEW_LAYER_OFFSET",
                                        "END"};
constexpr const char* qualifiers[] = {"INT",  "UINT",     "FLOAT",         "SHORT", "LONG",
                                      "FLAT", "CENTROID", "NOPERSPECTIVE", "SAMPLE"};
constexpr const char* tests[] = {"EQ", "NE",  "LT", "LE",  "GT", "GE",  "TR", "FL",  "NAN",      "LEG",
                                 "CF", "NCF", "OF", "NOF", "AB", "BLE", "SF", "NSF", "RESIDENT", "NONRESIDENT"};
constexpr const char* modifiers[] = {
    "F",     "S",     "U",     "F16",   "F32",   "F64",   "S8",    "S16",    "S32",    "S64",     "U8",    "U16",
    "U32",   "U64",   "F16X2", "F16X4", "F32X2", "F32X4", "F64X2", "F64X4",  "S8X2",   "S8X4",    "S16X2", "S16X4",
    "S32X2", "S32X4", "S64X2", "S64X4", "U8X2",  "U8X4",  "U16X2", "U16X4",  "U32X2",  "U32X4",   "U64X2", "U64X4",
    "CC",    "CC0",   "CC1",   "SAT",   "SSAT",  "NTC",   "PREC",  "HI",     "S24",    "U24",     "ROUND", "CEIL",
    "FLR",   "TRUNC", "ADD",   "MIN",   "MAX",   "IWRAP", "DWRAP", "AND",    "OR",     "XOR",     "EXCH",  "CSWAP",
    "INCR",  "DECR",  "GET",   "COH",   "VOL",   "CTA",   "FINE",  "COARSE", "SPARSE", "LODCLAMP"};
constexpr const char* values[] = {"POINTS",  "LINES",          "LINES_ADJACENCY", "TRIANGLES", "TRIANGLES_ADJACENCY",
                                  "PATCHES", "LINE_STRIP",     "TRIANGLE_STRIP",  "QUADS",     "ISOLINES",
                                  "EQUAL",   "FRACTIONAL_ODD", "FRACTIONAL_EVEN", "CW",        "CCW"};

// ---- helpers ----

std::vector<std::string> split(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> result;
    for (std::string word; stream >> word;) result.push_back(word);
    return result;
}

template <typename Range>
std::string joined(const Range& range, std::string_view between) {
    std::string result;
    bool first = true;
    for (const auto& item : range) {
        if (!first) result += between;
        result += item;
        first = false;
    }
    return result;
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

int failures = 0;
void complain(const std::string& what) {
    std::cerr << "describe_language: " << what << "\n";
    ++failures;
}

std::string read_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) complain("can't read " + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// "= NAME" and what follows it, by name.
std::map<std::string, std::string> read_texts(const std::string& name) {
    std::map<std::string, std::string> texts;
    std::istringstream lines(read_file(name));
    std::string entry;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("= ")) {
            entry = line.substr(2);
            if (!texts.emplace(entry, "").second) complain(name + " has two entries for " + entry);
        } else if (!entry.empty()) {
            texts[entry] += line + "\n";
        }
    }
    for (auto& [key, text] : texts) {
        text.erase(0, text.find_first_not_of("\n"));
        text.erase(text.find_last_not_of("\n") + 1);
        if (text.empty()) complain(name + " says nothing about " + key);
    }
    return texts;
}

// The entry, which must be there; whatever is left at the end belongs to nothing.
std::string take(std::map<std::string, std::string>& texts, std::string_view key, std::string_view what) {
    const auto found = texts.find(std::string(key));
    if (found == texts.end()) {
        complain("no text for " + std::string(what) + " " + std::string(key));
        return {};
    }
    std::string text = found->second;
    texts.erase(found);
    return text;
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

// ---- the reference ----

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
                result += form == 'a' || form == 'b' ? "[n]" : "[n]";
                if (form == '?' || form == 'b' || form == '4') notes += " (index optional)";
                if (form == '4') notes += " (n a multiple of 4)";
                n += 2;
                break;
            }
            case '@':
                notes += "; `.front`, `.back`";
                result += "";
                break;
            case '$': notes += "; `.primary`, `.secondary`"; break;
            case '%': break;
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
#include "arbasm/options.def"
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

// ---- editors and the fuzzer ----

std::vector<std::string> opcode_names() {
    std::vector<std::string> names;
    for (const OpcodeInfo& info : opcode_table) names.emplace_back(info.spelling);
    // Longest first: the alternatives of a regular expression are tried in order.
    std::sort(names.begin(), names.end(),
              [](const auto& a, const auto& b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
    return names;
}

std::vector<std::string> option_names() {
    std::vector<std::string> names;
    for (const OptionEntry& option : options) names.emplace_back(option.text);
    return names;
}

// The words of which bindings are made: position, texcoord, material, …
std::set<std::string> binding_words() {
    std::set<std::string> words{"vertex",    "fragment", "primitive", "invocation", "result",    "state",
                                "program",   "texture",  "image",     "in",         "out",       "front",
                                "back",      "primary",  "inverse",   "transpose",  "invtrans",  "row",
                                "secondary", "buffer",   "storage",   "counter",    "sharedmem", "subroutine"};
    for (const BindingEntry& entry : bindings) {
        std::string word;
        for (char c : std::string(entry.pattern) + ".") {
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                word += c;
            } else if (c == '[' || c == ']') {
                // The letter between them stands for an index.
                if (c == ']') word.clear();
                if (c == '[' && word.size() > 1) words.insert(word);
                if (c == '[') word.clear();
            } else {
                if (word.size() > 1) words.insert(word);
                word.clear();
            }
        }
    }
    return words;
}

std::vector<std::string> target_names() {
    std::vector<std::string> names;
    for (const TargetEntry& target : targets) names.emplace_back(target.spelling);
    std::sort(names.begin(), names.end(),
              [](const auto& a, const auto& b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
    return names;
}

// What an instruction's name may carry: R, H, X; C, C0, C1; _SAT, _SSAT.
constexpr const char* suffix_pattern = "[RHX]?(C[01]?)?(_S?SAT)?";

std::string vim() {
    const auto keywords = [](const char* group, const auto& words) {
        std::string text, line;
        for (const auto& word : words) {
            const std::string next(word);
            if (line.size() + next.size() > 90) {
                text += line + "\n";
                line.clear();
            }
            if (line.empty()) line = std::string("syn keyword ") + group;
            line += " " + next;
        }
        return text + line + "\n";
    };
    std::string text =
        "\" Vim syntax file: ARB and NVIDIA assembly programs.\n"
        "\" Generated by describe_language; see scripts/refresh-language.\n"
        "if exists(\"b:current_syntax\")\n  finish\nendif\n"
        "syn case match\nsetlocal iskeyword=@,48-57,_,$\nsetlocal commentstring=#\\ %s\n\n";
    text +=
        "syn match arbasmComment \"#.*$\" contains=arbasmTodo,@Spell\nsyn keyword arbasmTodo TODO FIXME XXX "
        "contained\n";
    text += "syn match arbasmHeader \"\\%^!!\\w\\+\\.\\d\"\n";
    text += keywords("arbasmDeclaration", declarations);
    text += keywords("arbasmQualifier", qualifiers);
    text += keywords("arbasmValue", values);
    text += keywords("arbasmOption", option_names());
    text += keywords("arbasmBinding", binding_words());
    text += "syn match arbasmTest \"(\\s*\\zs\\%(" + joined(tests, "\\|") + "\\)[01]\\?\\>\"\n";
    text += "syn match arbasmNumber \"\\<\\%(0x\\x\\+\\|\\d\\+\\%(\\.\\d*\\)\\?\\%([eE][-+]\\?\\d\\+\\)\\?\\)\\>\"\n";
    text += "syn match arbasmLabel \"^\\s*\\zs[A-Za-z_$][A-Za-z0-9_$]*\\ze\\s*:\"\n";
    text += "syn match arbasmTarget \",\\s*\\zs\\%(" + joined(target_names(), "\\|") + "\\)\\>\"\n";
    text += "syn match arbasmModifier \"\\.\\%(" + joined(modifiers, "\\|") + "\\)\\>\" contained\n";
    // In pieces: one pattern for all opcodes would be a very long line.
    std::map<char, std::vector<std::string>> by_letter;
    for (const std::string& name : opcode_names()) by_letter[name[0]].push_back(name);
    for (const auto& [letter, names] : by_letter) {
        text +=
            "syn match arbasmOpcode \"\\<\\%(" + joined(names, "\\|") +
            "\\)[RHX]\\?\\%(C[01]\\?\\)\\?\\%(_S\\?SAT\\)\\?\\%(\\.[A-Z][A-Z0-9]*\\)*\\>\" contains=arbasmModifier\n";
    }
    text +=
        "\nhi def link arbasmComment Comment\nhi def link arbasmTodo Todo\nhi def link arbasmHeader PreProc\n"
        "hi def link arbasmDeclaration StorageClass\nhi def link arbasmQualifier Type\nhi def link arbasmValue "
        "Constant\n"
        "hi def link arbasmOption PreProc\nhi def link arbasmBinding Identifier\nhi def link arbasmTest Conditional\n"
        "hi def link arbasmNumber Number\nhi def link arbasmLabel Label\nhi def link arbasmTarget Constant\n"
        "hi def link arbasmModifier Special\nhi def link arbasmOpcode Statement\n"
        "let b:current_syntax = \"arbasm\"\n";
    return text;
}

std::string json_string(std::string_view text) {
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

std::string vscode() {
    const auto rule = [](const char* scope, const std::string& pattern) {
        return "    { \"name\": " + json_string(std::string(scope) + ".arbasm") +
               ",\n      \"match\": " + json_string(pattern) + " }";
    };
    std::vector<std::string> rules{
        rule("comment.line.number-sign", "#.*$"),
        rule("keyword.control.header", "\\A!!\\w+\\.\\d"),
        rule("storage.type", "\\b(" + joined(declarations, "|") + ")\\b"),
        rule("storage.modifier", "\\b(" + joined(qualifiers, "|") + ")\\b"),
        rule("entity.name.section.option", "\\b(" + joined(option_names(), "|") + ")\\b"),
        rule("constant.language", "\\b(" + joined(values, "|") + ")\\b"),
        rule("entity.name.label", "^\\s*[A-Za-z_$][\\w$]*(?=\\s*:)"),
        rule("keyword.operator.condition", "(?<=\\()\\s*(" + joined(tests, "|") + ")[01]?\\b"),
        rule("support.type.target", "(?<=,)\\s*(" + joined(target_names(), "|") + ")\\b"),
        rule("keyword.mnemonic", "\\b(" + joined(opcode_names(), "|") + ")" + suffix_pattern + "\\b"),
        rule("storage.modifier.instruction", "\\.(" + joined(modifiers, "|") + ")\\b"),
        rule("variable.language", "\\b(" + joined(binding_words(), "|") + ")\\b"),
        rule("constant.numeric", "\\b(0x[0-9A-Fa-f]+|\\d+(\\.\\d*)?([eE][-+]?\\d+)?)\\b"),
    };
    return "{\n  \"information_for_contributors\": \"Generated by describe_language; see scripts/refresh-language.\",\n"
           "  \"name\": \"ARB/NV assembly\",\n  \"scopeName\": \"source.arbasm\",\n  \"patterns\": [\n" +
           joined(rules, ",\n") + "\n  ]\n}\n";
}

std::string dictionary() {
    std::set<std::string> words;
    for (const auto& name : opcode_names()) words.insert(name);
    for (const auto& name : option_names()) words.insert("OPTION " + name + ";");
    for (const auto& word : binding_words()) words.insert(word);
    for (const auto& name : target_names()) words.insert(name);
    for (const char* word : declarations) words.insert(word);
    for (const char* word : qualifiers) words.insert(word);
    for (const char* word : values) words.insert(word);
    for (const char* word : modifiers) words.insert(std::string(".") + word);
    for (const char* word : tests) words.insert(std::string("(") + word + ")");
    for (const char* word :
         {"_SAT",         "_SSAT",   ".xyzw",   ".x",      ".wzyx",   "[0]", "[1..3]", "[]", " = { ", " };",
          "{1, 2, 3, 4}", "0x",      "1e9",     "handle(", "offset(", "|",   "-",      "R0", "H1",    "A0.x",
          "o[HPOS]",      "o[COLR]", "v[OPOS]", "f[WPOS]", "c[1]",    "RC",  "HC",     "CC"})
        words.insert(word);
    for (int set = 0; set <= static_cast<int>(InstructionSet::Nv50); ++set) {
        for (int stage = 0; stage < stage_count; ++stage) {
            const auto header = header_text(static_cast<Stage>(stage), static_cast<InstructionSet>(set));
            if (!header.empty()) words.insert(std::string(header));
        }
    }
    std::string text = "# Generated by describe_language; see scripts/refresh-language.\n";
    for (const std::string& word : words) text += json_string(word) + "\n";
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::optional<std::string> compared;
    if (arguments.size() >= 2 && arguments[arguments.size() - 2] == "--check") {
        compared = arguments.back();
        arguments.resize(arguments.size() - 2);
    }
    std::string text;
    if (arguments.size() == 2 && arguments[0] == "reference") {
        text = reference(arguments[1]);
    } else if (arguments.size() == 1 && arguments[0] == "vim") {
        text = vim();
    } else if (arguments.size() == 1 && arguments[0] == "vscode") {
        text = vscode();
    } else if (arguments.size() == 1 && arguments[0] == "dictionary") {
        text = dictionary();
    } else {
        std::cerr << "describe_language reference FOLDER | vim | vscode | dictionary [--check FILE]\n";
        return 2;
    }
    if (!compared) {
        std::cout << text;
    } else if (read_file(*compared) != text) {
        complain(*compared + " is out of date: run scripts/refresh-language");
    }
    return failures > 0 ? 1 : 0;
}
