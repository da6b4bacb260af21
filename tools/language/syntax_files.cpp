// Lists of words: syntax files of editors, and the fuzzer's dictionary.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "describe.h"
#include "tables.h"
#include "texts.h"

#include "arbasm/assembler.h"

namespace language {
namespace {

using namespace arbasm;

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
constexpr const char* qualifiers[] = {"INT",  "UINT",     "FLOAT",         "SHORT",  "LONG",
                                      "FLAT", "CENTROID", "NOPERSPECTIVE", "SMOOTH", "SAMPLE"};
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

std::vector<std::string> opcode_names() {
    std::vector<std::string> names;
    names.reserve(opcode_table.size());
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

// The words that bindings are made of: position, texcoord, material, …
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

}  // namespace

std::string vim() {
    const auto keywords = [](const char* group, const auto& words) {
        std::string text, line;
        for (const auto& word : words) {
            const std::string_view next(word);
            if (line.size() + next.size() > 90) {
                text += line + "\n";
                line.clear();
            }
            if (line.empty()) line = std::string("syn keyword ") + group;
            line += " " + std::string(next);
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

namespace {

std::string json_string(std::string_view text) {
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

}  // namespace

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

}  // namespace language
