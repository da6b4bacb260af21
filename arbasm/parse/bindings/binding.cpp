#include "arbasm/parse/bindings/binding.h"

#include "arbasm/parse/bindings/binding_hints.h"
#include "arbasm/parse/bindings/binding_matcher.h"
#include "arbasm/parse/bindings/constants.h"
#include "arbasm/parse/bindings/input_prefix.h"
#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "ir/bindings.h"

namespace arbasm {
namespace {

bool check_availability(TokenCursor& cursor, const Program& program, const BindingRow& row, SourceLocation where) {
    const std::string name = quote(cursor.text_since(where));
    if (is_nv4(program) && row.first > program.instruction_set) {
        return cursor.fail(where, name + " is not part of " + program_header(program) + " programs",
                           "it came with " + std::string(header_text(program.stage, row.first)));
    }
    if (row.option != Option::Count && !allows(program, row.option)) {
        return cursor.fail(where, name + " needs OPTION " + std::string(option_text(row.option)));
    }
    return true;
}

// A constant where parameters are bound; No: it is none.
Match parse_constant_binding(TokenCursor& cursor, const BindingUse& use, std::vector<Binding>& out) {
    Binding constant;
    if (cursor.token().is('{')) {
        if (!parse_constant_vector(cursor, use.type, constant)) return Match::Error;
    } else if (cursor.token().kind != TokenKind::Identifier) {
        uint32_t bits = 0;
        if (!parse_constant_scalar(cursor, use.type, true, bits)) return Match::Error;
        constant.kind = BindingKind::Constant;
        constant.constant = {bits, bits, bits, bits};
    } else {
        return Match::No;
    }
    out.push_back(constant);
    return Match::Yes;
}

// What options say about results, where the binding has been read from `start` on.
bool check_result_binding(TokenCursor& cursor, const Program& program, const BindingRow& row, SourceLocation start,
                          const Lexer::Mark& mark) {
    if (row.kind == BindingKind::Color && is_fragment(program)) {
        // What was written matters here, not what it means: result.color[0] is result.color.
        bool has_index = false, has_type = false;
        const Lexer::Mark after = cursor.mark();
        for (cursor.reset(mark); cursor.token().where.offset < after.token.where.offset; cursor.advance()) {
            has_index |= cursor.token().is('[');
            has_type |= cursor.token().is("primary") || cursor.token().is("secondary");
        }
        cursor.reset(after);
        if (has_index && !program.has(Option::ArbDrawBuffers) && !program.has(Option::AtiDrawBuffers)) {
            return cursor.fail(start, "result.color[n] needs OPTION ARB_draw_buffers");
        }
        if (has_type && !program.has(Option::ArbBlendFuncExtended)) {
            return cursor.fail(start,
                               "the second colour of a result needs OPTION ARB_blend_func_extended and !!NVfp5.0");
        }
    }
    if (row.kind == BindingKind::Position && program.has(Option::ArbPositionInvariant)) {
        return cursor.fail(start, "result.position can't be used with OPTION ARB_position_invariant");
    }
    return true;
}

// "fragment.out.color[n]": the colour that the framebuffer holds where the fragment is going. Without a specification.
Match parse_framebuffer_binding(ParseContext& context, const BindingUse& use, std::vector<Binding>& out) {
    if (!is_fragment(context.program) || use.side != BindingSide::Input || !context.token().is("fragment"))
        return Match::No;
    const Lexer::Mark mark = context.mark();
    BindingMatcher matcher{context, context.program, context.limits, use, context.token().where};
    context.advance();
    if (context.token().is('.')) context.advance();
    if (!context.token().is("out")) {
        context.reset(mark);
        return Match::No;
    }
    if (!allows(context.program, Option::NvInternal)) {
        context.fail("\"fragment.out\" needs OPTION " + std::string(option_text(Option::NvInternal)));
        return Match::Error;
    }
    context.advance();
    if (!context.expect('.')) return Match::Error;
    const BindingRow* row =
        find_binding_row(BindingKind::Color, Stage::Fragment, context.program.instruction_set, BindingSide::Output);
    const Match match = matcher.match_row(*row, row->pattern, out);
    if (match == Match::No) context.unexpected("color[n]");
    if (match != Match::Yes) return Match::Error;
    out.back().of_output = true;
    return Match::Yes;
}

}  // namespace

bool starts_binding(const TokenCursor& cursor, const Symbols& symbols) {
    constexpr size_t shortest = 5;
    if (cursor.token().kind != TokenKind::Identifier || cursor.token().text.size() < shortest) return false;
    for (std::string_view word : {"vertex", "fragment", "primitive", "invocation", "state", "program", "result"}) {
        if (cursor.token().text == word) return !symbols.contains(word);
    }
    return false;
}

bool parse_binding(ParseContext& context, const BindingUse& use, std::vector<Binding>& out) {
    const SourceLocation start = context.token().where;
    if (use.side == BindingSide::Parameter) {
        const Match constant = parse_constant_binding(context, use, out);
        if (constant != Match::No) return constant == Match::Yes;
    }
    if (const Match framebuffer = parse_framebuffer_binding(context, use, out); framebuffer != Match::No)
        return framebuffer == Match::Yes;
    if (context.token().kind != TokenKind::Identifier) return context.unexpected("a binding");
    BindingMatcher matcher{context, context.program, context.limits, use, start};
    InputPrefix prefix;
    int vertex = -1;
    const bool prefixed = has_input_prefix(context.program) && use.side == BindingSide::Input &&
                          (context.token().is("vertex") || context.token().is("primitive"));
    if (prefixed) {
        if (!parse_input_prefix(context, use, prefix, vertex)) return false;
        if (!context.expect('.')) return false;
        matcher.furthest = context.token().where;
    }
    const Lexer::Mark mark = context.mark();  // behind the prefix of an input
    const size_t size_before = out.size();
    // The first row that the text fits and this program may use (or may not, to say why not).
    Match match = Match::No;
    const auto find_row = [&](bool legal) -> const BindingRow* {
        const uint32_t scope = binding_scope(context.program.stage, context.program.instruction_set, use.side);
        for (const BindingRow& row : binding_rows()) {
            std::string_view pattern;
            if (row.pattern.empty() || ((row.where & scope) != 0) != legal) continue;
            context.reset(mark);
            if (!matcher.match_prefix(row, prefixed ? &prefix : nullptr, pattern)) continue;
            match = matcher.match_row(row, pattern, out);
            if (match != Match::No) return &row;
        }
        return nullptr;
    };
    const BindingRow* row = find_row(true);
    if (match == Match::Error) return false;
    if (row == nullptr) {
        row = find_row(false);
        if (match == Match::Error) return false;
        if (row == nullptr) {
            context.reset(mark);
            return report_unknown_binding(matcher, start);
        }
        out.resize(size_before);
        const std::string name = quote(context.text_since(start));
        return context.fail(start, name + " is not available in " + program_header(context.program) + " programs");
    }
    if (!check_availability(context, context.program, *row, start)) return false;
    if (row->kind == BindingKind::LightSpotCutoff)
        context.remark(start, "state.light[n].spot.cutoff is in no specification",
                       "the cosine of the angle is state.light[n].spot.direction.w");
    if (prefixed) {
        if (!check_input_prefix(context, use, prefix, out.back(), start)) return false;
        for (size_t n = size_before; n < out.size(); ++n) {
            out[n].vertex = static_cast<int16_t>(vertex);
            out[n].of_output =
                prefix.of_output &&
                (belongs_to_vertex(context.program.stage, out[n].kind) || out[n].kind == BindingKind::TessOuter ||
                 out[n].kind == BindingKind::TessInner || out[n].kind == BindingKind::PatchAttrib);
        }
    }
    return use.side != BindingSide::Output || check_result_binding(context, context.program, *row, start, mark);
}

}  // namespace arbasm
