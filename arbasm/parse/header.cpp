#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

struct Header {
    std::string_view text;
    Stage stage;
    InstructionSet set;
};

constexpr Header headers[] = {
    {"!!ARBvp1.0", Stage::Vertex, InstructionSet::Arb10},
    {"!!ARBfp1.0", Stage::Fragment, InstructionSet::Arb10},
    {"!!NVvp4.0", Stage::Vertex, InstructionSet::Nv40},
    {"!!NVvp4.1", Stage::Vertex, InstructionSet::Nv41},
    {"!!NVvp5.0", Stage::Vertex, InstructionSet::Nv50},
    {"!!NVfp4.0", Stage::Fragment, InstructionSet::Nv40},
    {"!!NVfp4.1", Stage::Fragment, InstructionSet::Nv41},
    {"!!NVfp5.0", Stage::Fragment, InstructionSet::Nv50},
    {"!!NVgp4.0", Stage::Geometry, InstructionSet::Nv40},
    {"!!NVgp4.1", Stage::Geometry, InstructionSet::Nv41},
    {"!!NVgp5.0", Stage::Geometry, InstructionSet::Nv50},
    {"!!NVtcp5.0", Stage::TessControl, InstructionSet::Nv50},
    {"!!NVtep5.0", Stage::TessEvaluation, InstructionSet::Nv50},
    {"!!NVcp5.0", Stage::Compute, InstructionSet::Nv50},
    {"!!VP1.0", Stage::Vertex, InstructionSet::Vp10},
    {"!!VSP1.0", Stage::Vertex, InstructionSet::Vsp10},
    {"!!VP1.1", Stage::Vertex, InstructionSet::Vp11},
    {"!!VP2.0", Stage::Vertex, InstructionSet::Vp20},
    {"!!FP1.0", Stage::Fragment, InstructionSet::Fp10},
    {"!!FP2.0", Stage::Fragment, InstructionSet::Fp20},
};

// Headers that drafts of specifications had.
struct WithdrawnHeader {
    std::string_view text, message, hint;
};
constexpr WithdrawnHeader withdrawn_headers[] = {
    {"!!FCP1.0", "!!FCP1.0 programs were withdrawn from NV_fragment_program", "write an !!FP1.0 program"},
    {"!!VP3.0", "there are no !!VP3.0 programs", "NV_vertex_program3 is an OPTION of !!ARBvp1.0 programs"},
};

// What texts without a header are by their looks.
struct OtherLanguage {
    std::string_view sign, hint;
};
constexpr std::string_view looks_like_glsl = "this looks like GLSL, which glShaderSource and `asmgl as --glsl` take";
constexpr std::string_view looks_like_spirv =
    "this looks like a module of SPIR-V, which glShaderBinary and `asmgl as --spirv` take";
constexpr OtherLanguage other_languages[] = {
    {"\x03\x02\x23\x07", looks_like_spirv}, {"#version", looks_like_glsl},     {"void main", looks_like_glsl},
    {"gl_Position", looks_like_glsl},       {"gl_FragColor", looks_like_glsl}, {"#extension GL_", looks_like_glsl},
};

}  // namespace

bool Parser::parse_header() {
    for (const Header& candidate : headers) {
        if (!text_.starts_with(candidate.text)) continue;
        program_.stage = candidate.stage;
        program_.instruction_set = candidate.set;
        lexer_ = Lexer(text_, candidate.text.size());
        return true;
    }
    skip_byte_order_mark();
    return parse_later_header() || report_no_header();
}

// Editors of other systems put it there, and don't show it.
void Parser::skip_byte_order_mark() {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (!text_.starts_with(mark)) return;
    fail(SourceLocation{}, "the text begins with a byte order mark, which editors don't show",
         "save it as ASCII, or as UTF-8 without the mark");
    lexer_ = Lexer(text_, mark.size());
}

// ARB's specifications want the header "without any preceding whitespace", which no driver insists on; to NVIDIA's
// older ones it is a token, before which comments may stand, too.
bool Parser::parse_later_header() {
    const size_t start = std::min<size_t>(token().where.offset, text_.size());
    const size_t behind_mark = errors_.empty() ? 0 : 3;
    const bool only_blanks = text_.find_first_not_of(" \t\r\n\f\v", behind_mark) == start;
    for (const Header& candidate : headers) {
        if (!text_.substr(start).starts_with(candidate.text)) continue;
        if (!names_registers(candidate.set)) {
            if (!only_blanks) continue;
            if (start > behind_mark) remark(token().where, "the header must be the very first characters of the text");
        }
        program_.stage = candidate.stage;
        program_.instruction_set = candidate.set;
        Lexer::Mark mark = lexer_.mark();
        mark.position = start + candidate.text.size();
        lexer_.reset(mark);
        advance();
        return true;
    }
    return false;
}

bool Parser::report_no_header() {
    for (const WithdrawnHeader& header : withdrawn_headers) {
        if (text_.starts_with(header.text)) {
            return fail(SourceLocation{}, std::string(header.message), std::string(header.hint));
        }
    }
    size_t end = 0;
    while (end < text_.size() && end < 16 && text_[end] > ' ') ++end;
    std::vector<std::string_view> names;
    for (const Header& candidate : headers) names.push_back(candidate.text);
    const std::string nearest = nearest_of(text_.substr(0, end), names);
    std::string hint;
    if (!nearest.empty()) {
        hint = "did you mean " + nearest + "?";
    } else if (text_.find("!!") != std::string_view::npos) {
        hint = "the header must be the very first characters of the text";
    } else {
        for (const OtherLanguage& other : other_languages)
            if (hint.empty() && text_.find(other.sign) != std::string_view::npos) hint = other.hint;
    }
    return fail(SourceLocation{}, "a program starts with a header such as !!ARBfp1.0 or !!NVfp5.0", std::move(hint));
}

}  // namespace arbasm
