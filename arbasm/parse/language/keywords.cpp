#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::is_declaration(std::string_view word) const {
    if (word == "ATTRIB" || word == "PARAM" || word == "TEMP" || word == "OUTPUT" || word == "ALIAS") return true;
    if (word == "ADDRESS") return is_arb() && is_vertex();
    if (is_arb() && has_precisions() && (word == "SHORT" || word == "LONG")) return true;
    if (!is_nv4()) return false;
    for (std::string_view candidate : {"BUFFER", "BUFFER4", "CBUFFER", "SHORT", "LONG", "INT", "UINT", "FLOAT"}) {
        if (word == candidate) return true;
    }
    if (is_fragment() && (word == "FLAT" || word == "CENTROID" || word == "NOPERSPECTIVE")) return true;
    if (is_fragment() && word == "SMOOTH" && is_internal()) return true;
    if (is_fragment() && word == "SAMPLE" && program_.instruction_set >= InstructionSet::Nv41) return true;
    if (is_nv5()) {
        for (std::string_view candidate :
             {"TEXTURE", "IMAGE", "STORAGE", "COUNTER", "SHARED", "SUBROUTINETYPE", "SUBROUTINE"}) {
            if (word == candidate) return true;
        }
    }
    return is_stage_declaration(word);
}

// Whether a statement, or the end of the program, begins with this word.
bool Parser::is_keyword(std::string_view word) const {
    if (word == "END" || word == "OPTION") return true;
    const Mnemonic mnemonic = split_mnemonic(word);
    if (mnemonic.opcode != Opcode::Count) return available(mnemonic.opcode);
    if (is_register_style()) return is_fragment() && (word == "DEFINE" || word == "DECLARE");
    return is_declaration(word);
}

// Reserved words: every keyword and opcode in ARB programs (2.14.2 of ARB_vertex_program), only the words bindings
// start with in the NV_gpu_program4 family.
bool Parser::is_reserved(std::string_view name) const {
    if (name == "program" || name == "result" || name == "state") return true;
    if (name == "fragment") return is_fragment();
    if (name == "primitive") return is_nv4() && program_.stage != Stage::Vertex && program_.stage != Stage::Compute;
    if (name == "vertex") return !is_fragment() && program_.stage != Stage::Compute;
    if (name == "texture") return is_fragment() || is_nv4();
    if (name == "END" || name == "OPTION") return true;
    if (is_register_style()) return is_register_keyword(name);
    if (!is_arb()) return false;
    if (is_declaration(name)) return true;
    const Mnemonic mnemonic = split_mnemonic(name);
    if (mnemonic.opcode == Opcode::Count || !available(mnemonic.opcode)) return false;
    // "All the instruction names (and variants)" are reserved in fragment programs; vertex programs name the opcodes.
    if (is_vertex()) {
        return mnemonic.condition == ConditionUpdate::None && !mnemonic.has_precision &&
               mnemonic.saturation == Saturation::None;
    }
    return (mnemonic.condition == ConditionUpdate::None || allows(Option::NvFragmentProgram)) &&
           (!mnemonic.has_precision || allows(Option::NvFragmentProgram));
}

// A keyword in lower case: told, each once, and read as what it means, so that the names it declares are known.
bool Parser::respell_keyword() {
    std::string word(token().text);
    for (char& c : word)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (word == token().text || !is_keyword(word)) return false;
    const auto [respelled, is_new] = respelled_.insert(std::move(word));
    if (is_new)
        fail(quote(token().text) + " is neither an instruction nor a declaration of " + header() + " programs",
             "keywords are upper case: did you mean " + *respelled + "?");
    lexer_.respell(*respelled);
    return true;
}

// The semicolon behind a statement. Where it is missing, the next statement is not lost with it.
bool Parser::end_statement() {
    if (accept(';')) return true;
    const SourceLocation behind = lexer_.behind_last_token();
    const bool in_later_line = token().where.line > behind.line;
    const bool begins_statement = token().kind == TokenKind::Identifier && (in_later_line || is_keyword(token().text));
    if (!in_later_line || !(begins_statement || token().kind == TokenKind::End)) {
        unexpected("\";\"");
        return begins_statement;
    }
    fail(behind, "expected \";\" at the end of this statement");
    return true;
}

}  // namespace arbasm
