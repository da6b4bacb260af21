#include "arbasm/parse/bindings/input_prefix.h"

#include <limits>

#include "ir/bindings.h"
#include "ir/switches.h"

namespace arbasm {

bool has_input_prefix(const Program& program) {
    return program.stage == Stage::Geometry || program.stage == Stage::TessControl ||
           program.stage == Stage::TessEvaluation;
}

bool parse_input_prefix(ParseContext& context, const BindingUse& use, InputPrefix& prefix, int& vertex) {
    prefix.is_primitive = context.token().is("primitive");
    context.advance();
    if (context.program.stage != Stage::Geometry && context.token().is('.')) {
        const Lexer::Mark mark = context.mark();
        context.advance();
        if (context.token().is("in") || context.token().is("out")) {
            prefix.of_output = context.token().is("out");
            if (prefix.of_output && context.program.stage == Stage::TessEvaluation) {
                return context.fail("tessellation evaluation programs have no output patch");
            }
            context.advance();
        } else {
            context.reset(mark);
        }
    }
    if (prefix.is_primitive || !context.token().is('[')) return true;
    context.advance();
    if (context.token().kind == TokenKind::Identifier) {
        return context.fail("the vertex number of a binding must be a constant",
                            use.declaration ? "" : "declare an ATTRIB variable without vertex number and index that");
    }
    int64_t number = 0;
    const SourceLocation where = context.token().where;
    if (!context.parse_unsigned(number, std::numeric_limits<int16_t>::max(), "a vertex number") || !context.expect(']'))
        return false;
    prefix.has_vertex = true;
    vertex = static_cast<int>(number);
    context.vertices.note(number, prefix.of_output, where);
    return true;
}

bool check_input_prefix(ParseContext& context, const BindingUse& use, const InputPrefix& prefix, const Binding& binding,
                        SourceLocation where) {
    if (is_one_of(binding.kind, {BindingKind::TessOuter, BindingKind::TessInner, BindingKind::PatchAttrib})) {
        if (context.program.stage == Stage::TessControl && !prefix.of_output) {
            return context.fail(where, "a tessellation control program reads this of the output patch only",
                                "write \"primitive.out\"");
        }
        if (context.program.stage == Stage::Geometry && !context.vertices.patch_input)
            context.vertices.patch_input = where;
        return true;
    }
    if (binding.kind == BindingKind::VertexCount)
        return !prefix.of_output || context.fail(where, "the number of vertices is one of the input patch");
    if (!belongs_to_vertex(context.program.stage, binding.kind)) {
        if (!prefix.has_vertex) return true;
        return context.fail(where, "this is no quantity of a vertex of the patch: it takes no vertex number");
    }
    if (prefix.has_vertex || use.declaration) return true;
    return context.fail(where, "a binding used in an instruction must name its vertex, as in vertex[0]",
                        "or declare an ATTRIB variable for it and index that");
}

}  // namespace arbasm
