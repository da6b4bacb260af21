#include <limits>

#include "arbasm/parse/parser.h"

namespace arbasm {

void Parser::note_vertex(int64_t vertex, bool of_output, SourceLocation where) {
    FurthestVertex& known = furthest_vertex_[of_output ? 1 : 0];
    if (vertex > known.vertex) known = {vertex, where};
}

bool Parser::has_input_prefix() const {
    return program_.stage == Stage::Geometry || program_.stage == Stage::TessControl ||
           program_.stage == Stage::TessEvaluation;
}

bool Parser::belongs_to_vertex(const Binding& binding) const {
    return arbasm::belongs_to_vertex(program_.stage, binding.kind);
}

// "vertex", "vertex[1]", "vertex.in[1]", "vertex.out", "primitive", "primitive.in", "primitive.out": Table X.2 of
// NV_tessellation_program5. Stops in front of the dot.
bool Parser::parse_input_prefix(const BindingUse& use, InputPrefix& prefix, int& vertex) {
    prefix.is_primitive = token().is("primitive");
    advance();
    if (program_.stage != Stage::Geometry && token().is('.')) {
        const Lexer::Mark mark = lexer_.mark();
        advance();
        if (token().is("in") || token().is("out")) {
            prefix.has_side = true;
            prefix.of_output = token().is("out");
            if (prefix.of_output && program_.stage == Stage::TessEvaluation) {
                return fail("tessellation evaluation programs have no output patch");
            }
            advance();
        } else {
            lexer_.reset(mark);
        }
    }
    if (prefix.is_primitive || !token().is('[')) return true;
    advance();
    if (token().kind == TokenKind::Identifier) {
        return fail("the vertex number of a binding must be a constant",
                    use.declaration ? "" : "declare an ATTRIB variable without vertex number and index that");
    }
    int64_t number = 0;
    const SourceLocation where = token().where;
    if (!parse_unsigned(number, std::numeric_limits<int16_t>::max(), "a vertex number") || !expect(']')) return false;
    prefix.has_vertex = true;
    vertex = static_cast<int>(number);
    note_vertex(number, prefix.of_output, where);
    return true;
}

bool Parser::check_input_prefix(const BindingUse& use, const InputPrefix& prefix, const Binding& binding,
                                SourceLocation where) {
    switch (binding.kind) {
        case BindingKind::TessOuter:
        case BindingKind::TessInner:
        case BindingKind::PatchAttrib:
            if (program_.stage == Stage::TessControl && !prefix.of_output) {
                return fail(where, "a tessellation control program reads this of the output patch only",
                            "write \"primitive.out\"");
            }
            if (program_.stage == Stage::Geometry && !patch_input_) patch_input_ = where;
            return true;
        case BindingKind::VertexCount:
            return !prefix.of_output || fail(where, "the number of vertices is one of the input patch");
        default: break;
    }
    if (!belongs_to_vertex(binding)) {
        if (!prefix.has_vertex) return true;
        return fail(where, "this is no quantity of a vertex of the patch: it takes no vertex number");
    }
    if (prefix.has_vertex || use.declaration) return true;
    return fail(where, "a binding used in an instruction must name its vertex, as in vertex[0]",
                "or declare an ATTRIB variable for it and index that");
}

}  // namespace arbasm
