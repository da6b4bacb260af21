#include "arbasm/parse/operands/relative_binding.h"

#include "arbasm/parse/bindings/binding_matcher.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/index.h"

namespace arbasm {

bool starts_relative_binding(TokenCursor& cursor, const Program& program, RegisterFile file) {
    if (!is_arb(program) || !(program.has(Option::NvVertexProgram3) || has_loops(program))) return false;
    const std::string_view stage_word = file == RegisterFile::Result ? "result"
                                        : is_fragment(program)       ? "fragment"
                                                                     : "vertex";
    if (!cursor.token().is(stage_word) || (is_fragment(program) && file == RegisterFile::Result)) return false;
    const Lexer::Mark mark = cursor.mark();
    cursor.advance();
    bool matches = cursor.accept('.');
    matches = matches && (cursor.token().is("texcoord") ||
                          (cursor.token().is("attrib") && is_vertex(program) && file != RegisterFile::Result));
    if (matches) {
        cursor.advance();
        matches = cursor.accept('[') && cursor.token().kind == TokenKind::Identifier;
    }
    cursor.reset(mark);
    return matches;
}

bool parse_relative_binding(ParseContext& context, RegisterFile file, Operand& operand) {
    const SourceLocation start = context.token().where;
    context.advance();
    context.advance();
    const bool generic = context.token().is("attrib");
    context.advance();
    context.advance();
    const std::string_view name = file == RegisterFile::Result   ? "result.texcoord"
                                  : is_fragment(context.program) ? "fragment.texcoord"
                                  : generic                      ? "vertex.attrib"
                                                                 : "vertex.texcoord";
    const int32_t size = generic ? context.limits.generic_attributes : context.limits.texture_coordinates;
    const bool is_new = context.symbols.find(name) == nullptr;
    operand.file = file;
    operand.variable = context.symbols.implicit_variable(file, name, context.token().where, size);
    if (is_new) {
        Binding binding;
        binding.kind = generic ? BindingKind::GenericAttrib : BindingKind::Texcoord;
        auto& bound = context.symbols.bindings(operand.variable);
        for (int32_t n = 0; n < size; ++n) {
            binding.index = static_cast<int16_t>(n);
            bound.push_back(binding);
        }
    }
    if (is_fragment(context.program) && context.symbols.find(context.token().text) == nullptr &&
        context.token().is("A0")) {
        context.symbols.implicit_variable(RegisterFile::Address, "A0", context.token().where);
    }
    const Token index = context.token();
    if (!parse_relative_register(context, operand.relative)) return false;
    if (is_fragment(context.program) && context.open_loops == 0) {
        return context.fail(index.where, "the loop index A0.x exists only inside LOOP blocks");
    }
    // NV_fragment_program2 has offsets of 0 to 9; the vertex options those of parameters.
    if (!parse_offset(context, is_fragment(context.program) ? 0 : -64, is_fragment(context.program) ? 9 : 63,
                      operand.element))
        return false;
    context.symbols.note_run_time_index(operand.variable);
    context.locations.variables[static_cast<size_t>(operand.variable)] = start;
    return true;
}

}  // namespace arbasm
