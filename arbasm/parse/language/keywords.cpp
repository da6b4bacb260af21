#include "arbasm/parse/language/keywords.h"

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/mnemonic.h"
#include "arbasm/parse/language/register_words.h"
#include "arbasm/parse/language/stage_words.h"

namespace arbasm {

bool is_declaration(const Program& program, std::string_view word) {
    if (word == "ATTRIB" || word == "PARAM" || word == "TEMP" || word == "OUTPUT" || word == "ALIAS") return true;
    if (word == "ADDRESS") return is_arb(program) && is_vertex(program);
    if (is_arb(program) && has_precisions(program) && (word == "SHORT" || word == "LONG")) return true;
    if (!is_nv4(program)) return false;
    for (std::string_view candidate : {"BUFFER", "BUFFER4", "CBUFFER", "SHORT", "LONG", "INT", "UINT", "FLOAT"}) {
        if (word == candidate) return true;
    }
    if (is_fragment(program) && (word == "FLAT" || word == "CENTROID" || word == "NOPERSPECTIVE")) return true;
    if (is_fragment(program) && word == "SMOOTH" && is_internal(program)) return true;
    if (is_fragment(program) && word == "SAMPLE" && program.instruction_set >= InstructionSet::Nv41) return true;
    if (is_nv5(program)) {
        for (std::string_view candidate :
             {"TEXTURE", "IMAGE", "STORAGE", "COUNTER", "SHARED", "SUBROUTINETYPE", "SUBROUTINE"}) {
            if (word == candidate) return true;
        }
    }
    return is_stage_declaration(program, word);
}

bool is_keyword(const Program& program, std::string_view word) {
    if (word == "END" || word == "OPTION") return true;
    const Mnemonic mnemonic = split_mnemonic(word);
    if (mnemonic.opcode != Opcode::Count) return has_opcode(program, mnemonic.opcode);
    if (is_register_style(program)) return is_fragment(program) && (word == "DEFINE" || word == "DECLARE");
    return is_declaration(program, word);
}

// Reserved words: every keyword and opcode in ARB programs (2.14.2 of ARB_vertex_program), only the words bindings
// start with in the NV_gpu_program4 family.
bool is_reserved(const Program& program, std::string_view name) {
    if (name == "program" || name == "result" || name == "state") return true;
    if (name == "fragment") return is_fragment(program);
    if (name == "primitive")
        return is_nv4(program) && program.stage != Stage::Vertex && program.stage != Stage::Compute;
    if (name == "vertex") return !is_fragment(program) && program.stage != Stage::Compute;
    if (name == "texture") return is_fragment(program) || is_nv4(program);
    if (name == "END" || name == "OPTION") return true;
    if (is_register_style(program)) return is_register_keyword(program, name);
    if (!is_arb(program)) return false;
    if (is_declaration(program, name)) return true;
    const Mnemonic mnemonic = split_mnemonic(name);
    if (mnemonic.opcode == Opcode::Count || !has_opcode(program, mnemonic.opcode)) return false;
    // "All the instruction names (and variants)" are reserved in fragment programs; vertex programs name the opcodes.
    if (is_vertex(program)) {
        return mnemonic.condition == ConditionUpdate::None && !mnemonic.has_precision &&
               mnemonic.saturation == Saturation::None;
    }
    return (mnemonic.condition == ConditionUpdate::None || allows(program, Option::NvFragmentProgram)) &&
           (!mnemonic.has_precision || allows(program, Option::NvFragmentProgram));
}

bool end_statement(TokenCursor& cursor, const Program& program) {
    if (cursor.accept(';')) return true;
    const SourceLocation behind = cursor.behind_last_token();
    const bool in_later_line = cursor.token().where.line > behind.line;
    const bool begins_statement =
        cursor.token().kind == TokenKind::Identifier && (in_later_line || is_keyword(program, cursor.token().text));
    if (!in_later_line || !(begins_statement || cursor.token().kind == TokenKind::End)) {
        cursor.unexpected("\";\"");
        return begins_statement;
    }
    cursor.fail(behind, "expected \";\" at the end of this statement");
    return true;
}

bool LowerCaseKeywords::respell(TokenCursor& cursor, const Program& program) {
    std::string word(cursor.token().text);
    for (char& c : word)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (word == cursor.token().text || !is_keyword(program, word)) return false;
    const auto [respelled, is_new] = told_.insert(std::move(word));
    if (is_new)
        cursor.fail(quote(cursor.token().text) + " is neither an instruction nor a declaration of " +
                        program_header(program) + " programs",
                    "keywords are upper case: did you mean " + *respelled + "?");
    cursor.respell(*respelled);
    return true;
}

}  // namespace arbasm
