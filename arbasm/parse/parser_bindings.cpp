#include <algorithm>
#include <limits>

#include "arbasm/parse/parser.h"

namespace arbasm {

// ---- inputs of vertices and of primitives

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

// ---- bindings

bool Parser::starts_binding() const {
    constexpr size_t shortest = 5;
    if (token().kind != TokenKind::Identifier || token().text.size() < shortest) return false;
    for (std::string_view word : {"vertex", "fragment", "primitive", "invocation", "state", "program", "result"}) {
        if (token().text == word) return !names_.contains(word);
    }
    return false;
}

Parser::Match Parser::match_index(const BindingRow& row, char form, const BindingUse& use, int& first, int& last) {
    const int limit = binding_limit(row, program_.stage, use.side, limits_);
    const bool optional = form == '?' || form == 'b' || form == '4';
    first = last = 0;
    if (!token().is('[')) return optional ? Match::Yes : Match::No;
    advance();
    if (token().kind == TokenKind::Identifier) {
        fail("a binding can't be indexed at run time", "declare an array variable for it and index that");
        return Match::Error;
    }
    const auto number = [&](int& out) {
        int64_t value = 0;
        const SourceLocation where = token().where;
        if (!parse_unsigned(value, std::numeric_limits<int32_t>::max(), "an index")) return false;
        if (value >= limit) {
            return fail(where,
                        "index " + std::to_string(value) + " is out of range: there are " + std::to_string(limit));
        }
        if (form == '4' && value % 4 != 0) return fail(where, "the index must be a multiple of four");
        out = static_cast<int>(value);
        return true;
    };
    if (!number(first)) return Match::Error;
    last = first;
    if (token().kind == TokenKind::Range) {
        if (form != 'a' && form != 'b') {
            fail("this binding takes no range");
            return Match::Error;
        }
        if (!use.ranges) {
            fail("a range of bindings is allowed only where an array is declared");
            return Match::Error;
        }
        advance();
        const SourceLocation where = token().where;
        if (!number(last)) return Match::Error;
        if (last < first) {
            fail(where, "the range runs backwards");
            return Match::Error;
        }
    }
    return expect(']') ? Match::Yes : Match::Error;
}

// ".WORD" if it comes next; leaves the dot alone otherwise, it may belong to a swizzle.
bool Parser::accept_member(std::string_view word) {
    if (!token().is('.')) return false;
    const Lexer::Mark mark = lexer_.mark();
    advance();
    if (token().is(word)) {
        advance();
        return true;
    }
    lexer_.reset(mark);
    return false;
}

// What stands behind a matrix: its form, and which rows.
bool Parser::match_matrix(const BindingRow& row, const BindingUse& use, Binding& binding, int& first_row,
                          int& last_row) {
    constexpr std::pair<std::string_view, MatrixForm> forms[] = {{"inverse", MatrixForm::Inverse},
                                                                 {"transpose", MatrixForm::Transpose},
                                                                 {"invtrans", MatrixForm::InverseTranspose}};
    for (const auto& [word, form] : forms) {
        if (binding.form == MatrixForm::Plain && accept_member(word)) binding.form = form;
    }
    if (accept_member("row")) {
        BindingRow rows_of_matrix = row;
        rows_of_matrix.limit = IndexLimit::Four;
        const Match match = match_index(rows_of_matrix, 'a', use, first_row, last_row);
        return match == Match::No ? unexpected("\"[\" and the number of a row") : match == Match::Yes;
    }
    if (token().is('.')) return report_matrix_form();
    if (!use.ranges) return fail("a whole matrix can be bound only to an array; a row is named .row[n]");
    last_row = 3;
    return true;
}

// Compares the tokens with a row's pattern. No: they differ, nothing reported.
Parser::Match Parser::match_row(const BindingRow& row, std::string_view pattern, const BindingUse& use,
                                std::vector<Binding>& out, SourceLocation& furthest) {
    Binding binding;
    binding.kind = row.kind;
    int first = 0, last = 0;
    int first_row = 0, last_row = 0;
    bool has_rows = false;
    const auto miss = [&] {
        if (token().where.offset > furthest.offset) furthest = token().where;
        return Match::No;
    };
    for (size_t at = 0; at < pattern.size();) {
        switch (pattern[at]) {
            case '.':
                if (!token().is('.')) return miss();
                advance();
                ++at;
                break;
            case '[': {
                const Match match = match_index(row, pattern[at + 1], use, first, last);
                if (match != Match::Yes) return match == Match::No ? miss() : match;
                at += 3;
                break;
            }
            case '@':
                if (accept_member("back")) {
                    binding.back = true;
                } else {
                    accept_member("front");
                }
                ++at;
                break;
            case '$':
                if (accept_member("secondary")) {
                    binding.secondary = true;
                } else {
                    accept_member("primary");
                }
                ++at;
                break;
            case '%':
                if (!match_matrix(row, use, binding, first_row, last_row)) return Match::Error;
                has_rows = true;
                ++at;
                break;
            default: {
                size_t end = at;
                while (end < pattern.size() && is_letter(pattern[end])) ++end;
                if (end == at || !token().is(pattern.substr(at, end - at))) return miss();
                advance();
                at = end;
            }
        }
    }
    // A longer word would have been another token, but "state.light[0].spot" must not match a pattern it only starts.
    if (has_rows) {
        for (int n = first_row; n <= last_row; ++n) {
            binding.index = static_cast<int16_t>(first);
            binding.row = static_cast<int16_t>(n);
            out.push_back(binding);
        }
        return Match::Yes;
    }
    for (int n = first; n <= last; ++n) {
        binding.index = static_cast<int16_t>(n);
        out.push_back(binding);
    }
    return Match::Yes;
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

// Reads what stands before a row's pattern and takes it off the pattern. False: the row does not begin like this.
bool Parser::match_prefix(const BindingRow& row, const BindingUse& use, const InputPrefix* prefix,
                          std::string_view& pattern, SourceLocation& furthest) {
    pattern = row.pattern;
    const bool thread = pattern[0] == '~';
    if (prefix) {
        constexpr std::string_view primitive_word = "primitive.";
        const bool primitive = pattern.starts_with(primitive_word);
        if ((has_own_prefix(row) && !thread && !primitive) || (thread || primitive) != prefix->is_primitive)
            return false;
        pattern.remove_prefix(thread ? 1 : primitive ? primitive_word.size() : 0);
        return true;
    }
    if (thread) {
        if (!token().is(thread_prefix(program_.stage))) return false;
        advance();
        pattern.remove_prefix(1);
        return accept('.');
    }
    if (has_own_prefix(row)) return true;
    if (!token().is(stage_word(use.side)) || use.side == BindingSide::Parameter) return false;
    advance();
    if (accept('.')) return true;
    if (token().where.offset > furthest.offset) furthest = token().where;
    return false;
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

// The word that attributes, or results, of this program begin with.
std::string_view Parser::stage_word(BindingSide side) const {
    if (side == BindingSide::Output) return "result";
    return program_.stage == Stage::Compute ? "invocation" : is_fragment() ? "fragment" : "vertex";
}

// The variable without a name that stands for a binding used in place.
int32_t Parser::inline_variable(RegisterFile file, const Binding& binding, SourceLocation where, const Binding* high) {
    std::string key(1 + sizeof(binding.constant) * 2 + 9, '\0');
    auto put = [&key, at = size_t{0}](uint32_t value, size_t bytes) mutable {
        for (size_t n = 0; n < bytes; ++n) key[at++] = static_cast<char>(value >> (8 * n));
    };
    put(static_cast<uint32_t>(file), 1);
    put(static_cast<uint32_t>(binding.kind), 1);
    put(static_cast<uint16_t>(binding.index), 2);
    put(static_cast<uint16_t>(binding.row), 2);
    put(static_cast<uint16_t>(binding.vertex), 2);
    put((binding.back ? 1u : 0u) | (binding.secondary ? 2u : 0u) | (binding.of_output ? 4u : 0u) | (high ? 8u : 0u), 1);
    put(static_cast<uint32_t>(binding.form), 1);
    for (uint32_t word : binding.constant) put(word, 4);
    if (high) {
        for (uint32_t word : high->constant) put(word, 4);
    }
    const auto [found, is_new] = inline_variables_.emplace(std::move(key), 0);
    if (is_new) {
        Variable variable;
        variable.file = file;
        variable.is_long = high != nullptr;
        variable.vertex = file == RegisterFile::Attribute ? binding.vertex : -1;
        std::vector<Binding> bound{binding};
        if (high) bound.push_back(*high);
        found->second = add_variable(std::move(variable), std::move(bound), where);
    }
    return found->second;
}

}  // namespace arbasm
