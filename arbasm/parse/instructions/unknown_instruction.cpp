#include "arbasm/parse/instructions/unknown_instruction.h"

#include <utility>

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/text/nearest.h"

namespace arbasm {

bool report_unavailable(TokenCursor& cursor, const Program& program, const Token& word, const OpcodeInfo& info) {
    const std::string name = quote(word.text);
    std::string hint;
    if (is_register_style(program)) {
        if (is_vertex(program) && info.older & (older_vp11 | older_vp20)) {
            hint = std::string("it came with ") + (info.older & older_vp11 ? "!!VP1.1" : "!!VP2.0");
        } else if (is_fragment(program) && info.older & (older_fp | older_fp1)) {
            hint = "it is part of !!ARBfp1.0 programs";
        } else if (is_fragment(program) && info.older & older_fp2) {
            hint = "it is part of !!ARBfp1.0 programs with OPTION NV_fragment_program2";
        } else if (is_vertex(program) && info.older & (older_vp | older_vp3)) {
            hint = "it is part of !!ARBvp1.0 programs";
        }
    } else if (is_arb(program)) {
        const std::pair<uint16_t, Option> options[] = {
            {is_fragment(program) ? older_fp1 : older_vp2,
             is_fragment(program) ? Option::NvFragmentProgram : Option::NvVertexProgram2},
            {is_fragment(program) ? older_fp2 : older_vp3,
             is_fragment(program) ? Option::NvFragmentProgram2 : Option::NvVertexProgram3}};
        for (const auto& [set, option] : options) {
            if (hint.empty() && info.older & set) hint = "it comes with OPTION " + std::string(option_text(option));
        }
        if (!hint.empty()) {
        } else if (info.older & (is_fragment(program) ? older_vp : older_fp)) {
            hint = is_fragment(program) ? "it belongs to vertex programs" : "it belongs to fragment programs";
        } else if (info.in_nv4 && info.stages >> static_cast<int>(program.stage) & 1) {
            hint = "it is part of " + std::string(header_text(program.stage, info.first_nv)) + " programs";
        }
    } else if (info.in_nv4 && !(info.stages >> static_cast<int>(program.stage) & 1)) {
        for (int stage = 0; stage < stage_count; ++stage) {
            if (info.stages == 1 << stage) {
                hint = "it belongs to " + std::string(stage_name(static_cast<Stage>(stage))) + " programs";
            }
        }
    } else if (info.in_nv4) {
        hint = "it came with " + std::string(header_text(program.stage, info.first_nv));
    } else {
        hint = "it belongs to older instruction sets";
    }
    return cursor.fail(word.where, name + " is not an instruction of " + program_header(program) + " programs",
                       std::move(hint));
}

bool report_unknown_statement(TokenCursor& cursor, const Program& program, const Token& word) {
    if (cursor.peek_is('='))
        return cursor.fail(word.where,
                           quote(word.text) + " is neither an instruction nor a declaration of " +
                               program_header(program) + " programs",
                           "instructions assign: MOV a, b; instead of a = b;");
    std::vector<std::string_view> words;
    for (int n = 0; n < opcode_count; ++n) {
        const auto opcode = static_cast<Opcode>(n);
        if (has_opcode(program, opcode)) words.push_back(spelling(opcode));
    }
    if (is_register_style(program)) {
        words.insert(words.end(), {"END", "OPTION"});
        if (is_fragment(program)) words.insert(words.end(), {"DEFINE", "DECLARE"});
    } else
        for (std::string_view keyword : {"ATTRIB", "PARAM", "TEMP", "OUTPUT", "ALIAS", "OPTION", "END"})
            words.push_back(keyword);
    if (is_arb(program) && is_vertex(program)) words.push_back("ADDRESS");
    const std::string nearest = nearest_of(word.text, words);
    return cursor.fail(
        word.where,
        quote(word.text) + " is neither an instruction nor a declaration of " + program_header(program) + " programs",
        nearest.empty() ? "" : "did you mean " + nearest + "?");
}

}  // namespace arbasm
