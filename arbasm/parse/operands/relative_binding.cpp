// vertex.attrib[A.x+n] and its like: attributes and results that the options of ARB programs index at run time.
#include "arbasm/parse/parser.h"

namespace arbasm {

// "", "+n" or "-n" behind the component of an address register, and the bracket.
bool Parser::parse_offset(int64_t least, int64_t most, int32_t& offset) {
    offset = 0;
    if (token().is('+') || token().is('-')) {
        const bool negative = token().is('-');
        advance();
        const SourceLocation where = token().where;
        int64_t value = 0;
        if (!parse_unsigned(value, int64_t{1} << 30, "an offset")) return false;
        if (negative ? -value < least : value > most) {
            return fail(where, "the offset must be in " + std::to_string(least) + ".." + std::to_string(most));
        }
        offset = static_cast<int32_t>(negative ? -value : value);
    }
    return expect(']');
}

bool Parser::starts_relative_binding(RegisterFile file) {
    if (!is_arb() || !(program_.has(Option::NvVertexProgram3) || has_loops())) return false;
    const std::string_view stage_word = file == RegisterFile::Result ? "result" : is_fragment() ? "fragment" : "vertex";
    if (!token().is(stage_word) || (is_fragment() && file == RegisterFile::Result)) return false;
    const Lexer::Mark mark = lexer_.mark();
    advance();
    bool matches = accept('.');
    matches =
        matches && (token().is("texcoord") || (token().is("attrib") && is_vertex() && file != RegisterFile::Result));
    if (matches) {
        advance();
        matches = accept('[') && token().kind == TokenKind::Identifier;
    }
    lexer_.reset(mark);
    return matches;
}

// The array behind such a binding is a variable of the language's own, "vertex.attrib".
bool Parser::parse_relative_binding(RegisterFile file, Operand& operand) {
    const SourceLocation start = token().where;
    advance();
    advance();
    const bool generic = token().is("attrib");
    advance();
    advance();
    const std::string_view name = file == RegisterFile::Result ? "result.texcoord"
                                  : is_fragment()              ? "fragment.texcoord"
                                  : generic                    ? "vertex.attrib"
                                                               : "vertex.texcoord";
    const int32_t size = generic ? limits_.generic_attributes : limits_.texture_coordinates;
    const bool is_new = find_variable(name) == nullptr;
    operand.file = file;
    operand.variable = implicit_variable(file, name, size);
    if (is_new) {
        Binding binding;
        binding.kind = generic ? BindingKind::GenericAttrib : BindingKind::Texcoord;
        auto& bound = bindings_[static_cast<size_t>(operand.variable)];
        for (int32_t n = 0; n < size; ++n) {
            binding.index = static_cast<int16_t>(n);
            bound.push_back(binding);
        }
    }
    if (is_fragment() && find_variable(token().text) == nullptr && token().is("A0")) {
        implicit_variable(RegisterFile::Address, "A0");
    }
    const Token index = token();
    if (!parse_relative_register(operand.relative)) return false;
    if (is_fragment() && open_loops_ == 0) {
        return fail(index.where, "the loop index A0.x exists only inside LOOP blocks");
    }
    // NV_fragment_program2 has offsets of 0 to 9; the vertex options those of parameters.
    if (!parse_offset(is_fragment() ? 0 : -64, is_fragment() ? 9 : 63, operand.element)) return false;
    source_map_.indexed.resize(program_.variables.size());
    source_map_.indexed[static_cast<size_t>(operand.variable)] = true;
    source_map_.variables[static_cast<size_t>(operand.variable)] = start;
    return true;
}

}  // namespace arbasm
