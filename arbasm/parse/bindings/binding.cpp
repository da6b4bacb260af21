#include "arbasm/parse/parser.h"
#include "ir/bindings.h"

namespace arbasm {

bool Parser::starts_binding() const {
    constexpr size_t shortest = 5;
    if (token().kind != TokenKind::Identifier || token().text.size() < shortest) return false;
    for (std::string_view word : {"vertex", "fragment", "primitive", "invocation", "state", "program", "result"}) {
        if (token().text == word) return !names_.contains(word);
    }
    return false;
}

bool Parser::check_availability(const BindingRow& row, SourceLocation where) {
    const std::string name = quote(text_.substr(where.offset, lexer_.end_of_last_token() - where.offset));
    if (is_nv4() && row.first > program_.instruction_set) {
        return fail(where, name + " is not part of " + header() + " programs",
                    "it came with " + std::string(header_text(program_.stage, row.first)));
    }
    if (row.option != Option::Count && !allows(row.option)) {
        return fail(where, name + " needs OPTION " + std::string(option_text(row.option)));
    }
    return true;
}

// A constant where parameters are bound; No: it is none.
Parser::Match Parser::parse_constant_binding(const BindingUse& use, std::vector<Binding>& out) {
    Binding constant;
    if (token().is('{')) {
        if (!parse_constant_vector(use.type, constant)) return Match::Error;
    } else if (token().kind != TokenKind::Identifier) {
        uint32_t bits = 0;
        if (!parse_constant_scalar(use.type, true, bits)) return Match::Error;
        constant.kind = BindingKind::Constant;
        constant.constant = {bits, bits, bits, bits};
    } else {
        return Match::No;
    }
    out.push_back(constant);
    return Match::Yes;
}

// What options say about results, where the binding has been read from `start` on.
bool Parser::check_result_binding(const BindingRow& row, SourceLocation start, const Lexer::Mark& mark) {
    if (row.kind == BindingKind::Color && is_fragment()) {
        // What was written matters here, not what it means: result.color[0] is result.color.
        bool has_index = false, has_type = false;
        const Lexer::Mark after = lexer_.mark();
        for (lexer_.reset(mark); token().where.offset < after.token.where.offset; advance()) {
            has_index |= token().is('[');
            has_type |= token().is("primary") || token().is("secondary");
        }
        lexer_.reset(after);
        if (has_index && !program_.has(Option::ArbDrawBuffers) && !program_.has(Option::AtiDrawBuffers)) {
            return fail(start, "result.color[n] needs OPTION ARB_draw_buffers");
        }
        if (has_type && !program_.has(Option::ArbBlendFuncExtended)) {
            return fail(start, "the second colour of a result needs OPTION ARB_blend_func_extended and !!NVfp5.0");
        }
    }
    if (row.kind == BindingKind::Position && program_.has(Option::ArbPositionInvariant)) {
        return fail(start, "result.position can't be used with OPTION ARB_position_invariant");
    }
    return true;
}

// "fragment.out.color[n]": the colour that the framebuffer holds where the fragment is going. Without a specification.
Parser::Match Parser::parse_framebuffer_binding(const BindingUse& use, std::vector<Binding>& out) {
    if (!is_fragment() || use.side != BindingSide::Input || !token().is("fragment")) return Match::No;
    const Lexer::Mark mark = lexer_.mark();
    SourceLocation furthest = token().where;
    advance();
    if (token().is('.')) advance();
    if (!token().is("out")) {
        lexer_.reset(mark);
        return Match::No;
    }
    if (!allows(Option::NvInternal)) {
        fail("\"fragment.out\" needs OPTION " + std::string(option_text(Option::NvInternal)));
        return Match::Error;
    }
    advance();
    if (!expect('.')) return Match::Error;
    const BindingRow* row =
        find_binding_row(BindingKind::Color, Stage::Fragment, program_.instruction_set, BindingSide::Output);
    const Match match = match_row(*row, row->pattern, use, out, furthest);
    if (match == Match::No) unexpected("color[n]");
    if (match != Match::Yes) return Match::Error;
    out.back().of_output = true;
    return Match::Yes;
}

bool Parser::parse_binding(const BindingUse& use, std::vector<Binding>& out) {
    const SourceLocation start = token().where;
    if (use.side == BindingSide::Parameter) {
        const Match constant = parse_constant_binding(use, out);
        if (constant != Match::No) return constant == Match::Yes;
    }
    if (const Match framebuffer = parse_framebuffer_binding(use, out); framebuffer != Match::No)
        return framebuffer == Match::Yes;
    if (token().kind != TokenKind::Identifier) return unexpected("a binding");
    SourceLocation furthest = start;
    InputPrefix prefix;
    int vertex = -1;
    const bool prefixed =
        has_input_prefix() && use.side == BindingSide::Input && (token().is("vertex") || token().is("primitive"));
    if (prefixed) {
        if (!parse_input_prefix(use, prefix, vertex)) return false;
        if (!expect('.')) return false;
        furthest = token().where;
    }
    const Lexer::Mark mark = lexer_.mark();  // behind the prefix of an input
    const size_t size_before = out.size();
    // The first row of those that this program may use (or may not, to say why not) which the text fits.
    Match match = Match::No;
    const auto find_row = [&](bool legal) -> const BindingRow* {
        const uint32_t place = binding_place(program_.stage, program_.instruction_set, use.side);
        for (const BindingRow& row : binding_rows()) {
            std::string_view pattern;
            if (row.pattern.empty() || ((row.where & place) != 0) != legal) continue;
            lexer_.reset(mark);
            if (!match_prefix(row, use, prefixed ? &prefix : nullptr, pattern, furthest)) continue;
            match = match_row(row, pattern, use, out, furthest);
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
            lexer_.reset(mark);
            return report_unknown_binding(start, furthest, use);
        }
        out.resize(size_before);
        const std::string name = quote(text_.substr(start.offset, lexer_.end_of_last_token() - start.offset));
        return fail(start, name + " is not available in " + header() + " programs");
    }
    if (!check_availability(*row, start)) return false;
    if (row->kind == BindingKind::LightSpotCutoff)
        remark(start, "state.light[n].spot.cutoff is in no specification",
               "the cosine of the angle is state.light[n].spot.direction.w");
    if (prefixed) {
        if (!check_input_prefix(use, prefix, out.back(), start)) return false;
        for (size_t n = size_before; n < out.size(); ++n) {
            out[n].vertex = static_cast<int16_t>(vertex);
            out[n].of_output =
                prefix.of_output && (belongs_to_vertex(out[n]) || out[n].kind == BindingKind::TessOuter ||
                                     out[n].kind == BindingKind::TessInner || out[n].kind == BindingKind::PatchAttrib);
        }
    }
    return use.side != BindingSide::Output || check_result_binding(*row, start, mark);
}

}  // namespace arbasm
