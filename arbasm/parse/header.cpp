#include "arbasm/parse/header.h"

#include <algorithm>

#include "arbasm/parse/text/nearest.h"

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

// Editors of other systems put it there, and don't show it.
void skip_byte_order_mark(TokenCursor& cursor) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (!cursor.text().starts_with(mark)) return;
    cursor.fail(SourceLocation{}, "the text begins with a byte order mark, which editors don't show",
                "save it as ASCII, or as UTF-8 without the mark");
    cursor.restart_at(mark.size());
}

// ARB's specifications want the header "without any preceding whitespace", which no driver insists on; to NVIDIA's
// older ones it is a token, before which comments may stand, too.
bool parse_later_header(TokenCursor& cursor, Program& program) {
    const size_t start = std::min<size_t>(cursor.token().where.offset, cursor.text().size());
    const size_t behind_mark = cursor.errors.empty() ? 0 : 3;
    const bool only_blanks = cursor.text().find_first_not_of(" \t\r\n\f\v", behind_mark) == start;
    for (const Header& candidate : headers) {
        if (!cursor.text().substr(start).starts_with(candidate.text)) continue;
        if (!names_registers(candidate.set)) {
            if (!only_blanks) continue;
            if (start > behind_mark)
                cursor.remark(cursor.token().where, "the header must be the very first characters of the text");
        }
        program.stage = candidate.stage;
        program.instruction_set = candidate.set;
        Lexer::Mark mark = cursor.mark();
        mark.position = start + candidate.text.size();
        cursor.reset(mark);
        cursor.advance();
        return true;
    }
    return false;
}

bool report_no_header(TokenCursor& cursor) {
    for (const WithdrawnHeader& header : withdrawn_headers) {
        if (cursor.text().starts_with(header.text)) {
            return cursor.fail(SourceLocation{}, std::string(header.message), std::string(header.hint));
        }
    }
    size_t end = 0;
    while (end < cursor.text().size() && end < 16 && cursor.text()[end] > ' ') ++end;
    std::vector<std::string_view> names;
    for (const Header& candidate : headers) names.push_back(candidate.text);
    const std::string nearest = nearest_of(cursor.text().substr(0, end), names);
    std::string hint;
    if (!nearest.empty()) {
        hint = "did you mean " + nearest + "?";
    } else if (cursor.text().find("!!") != std::string_view::npos) {
        hint = "the header must be the very first characters of the text";
    } else {
        for (const OtherLanguage& other : other_languages)
            if (hint.empty() && cursor.text().find(other.sign) != std::string_view::npos) hint = other.hint;
    }
    return cursor.fail(SourceLocation{}, "a program starts with a header such as !!ARBfp1.0 or !!NVfp5.0",
                       std::move(hint));
}

}  // namespace

bool parse_header(TokenCursor& cursor, Program& program) {
    for (const Header& candidate : headers) {
        if (!cursor.text().starts_with(candidate.text)) continue;
        program.stage = candidate.stage;
        program.instruction_set = candidate.set;
        cursor.restart_at(candidate.text.size());
        return true;
    }
    skip_byte_order_mark(cursor);
    return parse_later_header(cursor, program) || report_no_header(cursor);
}

}  // namespace arbasm
