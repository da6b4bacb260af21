#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

// The nearest float; too large is infinity, too small is zero.
float parse_float(std::string_view text) {
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) {
        double wide = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), wide).ec == std::errc()) {
            return static_cast<float>(wide);
        }
        const bool tiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos ||
                          text.starts_with(".") || text.starts_with("0");
        return tiny ? 0.0f : std::numeric_limits<float>::infinity();
    }
    return value;
}

bool is_integer_type(DataType type) {
    return type == DataType::S32 || type == DataType::U32 || type == DataType::S64 || type == DataType::U64;
}
bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
bool is_unsigned_type(DataType type) { return type == DataType::U32 || type == DataType::U64; }

}  // namespace

// ---- constants

bool Parser::parse_constant_scalar(DataType type, bool sign_allowed, uint32_t& bits) {
    bool negative = false;
    const SourceLocation start = token().where;
    if (sign_allowed && (token().is('-') || token().is('+'))) {
        negative = token().is('-');
        advance();
    }
    if (token().kind == TokenKind::Float) {
        if (is_integer_type(type)) return fail("a floating-point constant stands where an integer is wanted");
        const float value = parse_float(token().text);
        bits = std::bit_cast<uint32_t>(negative ? -value : value);
        advance();
        return true;
    }
    if (token().kind != TokenKind::Integer) return unexpected("a number");
    if (!is_integer_type(type)) {
        if (token().text.size() > 2 && (token().text[1] | 0x20) == 'x') {
            int64_t value = 0;
            if (!parse_unsigned(value, int64_t{1} << 40, "a constant")) return false;
            bits = std::bit_cast<uint32_t>(static_cast<float>(negative ? -value : value));
            return true;
        }
        const float value = parse_float(token().text);
        bits = std::bit_cast<uint32_t>(negative ? -value : value);
        advance();
        return true;
    }
    if (negative && is_unsigned_type(type))
        return fail(start, "a negative constant stands where an unsigned integer is wanted");
    int64_t value = 0;
    // Bit patterns of signed integers may be written in full, as hexadecimal masks usually are.
    const bool hexadecimal = token().text.size() > 2 && (token().text[1] | 0x20) == 'x';
    const int64_t limit = is_unsigned_type(type) || hexadecimal ? int64_t{0xffffffff}
                          : negative                            ? int64_t{0x80000000}
                                                                : int64_t{0x7fffffff};
    if (!parse_unsigned(value, limit, "a constant")) return false;
    bits = static_cast<uint32_t>(negative ? -value : value);
    return true;
}

// "{x}", "{x, y}", …: what is missing is 0, 0, 1.
bool Parser::parse_constant_vector(DataType type, Binding& out) {
    if (!expect('{')) return false;
    const uint32_t one = is_integer_type(type) ? 1u : std::bit_cast<uint32_t>(1.0f);
    out.kind = BindingKind::Constant;
    out.constant = {0, 0, 0, one};
    size_t count = 0;
    do {
        if (count == 4) return fail("a constant vector has at most four components");
        if (!parse_constant_scalar(type, true, out.constant[count++])) return false;
    } while (accept(','));
    return expect('}');
}

// 64-bit literals, where an instruction works on them.
bool Parser::parse_wide_constant(DataType type, bool sign_allowed, uint64_t& bits) {
    bool negative = false;
    const SourceLocation start = token().where;
    if (sign_allowed && (token().is('-') || token().is('+'))) {
        negative = token().is('-');
        advance();
    }
    const std::string_view text = token().text;
    const bool hexadecimal = text.size() > 2 && (text[1] | 0x20) == 'x';
    if (token().kind != TokenKind::Integer && token().kind != TokenKind::Float) return unexpected("a number");
    if (token().kind == TokenKind::Float && is_integer_type(type)) {
        return fail("a floating-point constant stands where an integer is wanted");
    }
    if (!is_integer_type(type) && !hexadecimal) {
        double value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range) {
            value = text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos
                        ? std::numeric_limits<double>::infinity()
                        : 0.0;
        }
        bits = std::bit_cast<uint64_t>(negative ? -value : value);
        advance();
        return true;
    }
    uint64_t value = 0;
    const std::string_view digits = hexadecimal ? text.substr(2) : text;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10).ec != std::errc()) {
        return fail("a constant is too large: it has 64 bits");
    }
    if (!is_integer_type(type)) {
        const auto wide = static_cast<double>(value);
        bits = std::bit_cast<uint64_t>(negative ? -wide : wide);
    } else if (negative && is_unsigned_type(type)) {
        return fail(start, "a negative constant stands where an unsigned integer is wanted");
    } else if (!hexadecimal && !is_unsigned_type(type) && value > (uint64_t{1} << 63) - (negative ? 0 : 1)) {
        return fail(start, "a constant is too large for a signed integer of 64 bits");
    } else {
        bits = negative ? 0 - value : value;
    }
    advance();
    return true;
}

bool Parser::parse_wide_constant_vector(DataType type, Binding& low, Binding& high) {
    std::array<uint64_t, 4> values{0, 0, 0, is_integer_type(type) ? 1u : std::bit_cast<uint64_t>(1.0)};
    if (token().is('{')) {
        advance();
        size_t count = 0;
        do {
            if (count == 4) return fail("a constant vector has at most four components");
            if (!parse_wide_constant(type, true, values[count++])) return false;
        } while (accept(','));
        if (!expect('}')) return false;
    } else {
        if (!parse_wide_constant(type, true, values[0])) return false;
        values.fill(values[0]);
    }
    low.kind = high.kind = BindingKind::Constant;
    high.high = true;
    for (size_t n = 0; n < 4; ++n) {
        low.constant[n] = static_cast<uint32_t>(values[n]);
        high.constant[n] = static_cast<uint32_t>(values[n] >> 32);
    }
    return true;
}

// ---- inputs of vertices and of primitives

bool Parser::has_input_prefix() const {
    return program_.stage == Stage::Geometry || program_.stage == Stage::TessControl ||
           program_.stage == Stage::TessEvaluation;
}

bool Parser::belongs_to_vertex(const Binding& binding) const {
    if (!has_input_prefix()) return false;
    switch (binding.kind) {
        case BindingKind::Position:
        case BindingKind::Color:
        case BindingKind::FogCoord:
        case BindingKind::PointSize:
        case BindingKind::Texcoord:
        case BindingKind::GenericAttrib:
        case BindingKind::Clip:
        case BindingKind::VertexId:
        case BindingKind::SecondaryPosition: return true;
        default: return false;
    }
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
    if (token().kind != TokenKind::Identifier) return false;
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
    // ".WORD" if it comes next; leaves the dot alone otherwise, it may belong to a swizzle.
    const auto accept_member = [&](std::string_view word) {
        if (!token().is('.')) return false;
        const Lexer::Mark mark = lexer_.mark();
        advance();
        if (token().is(word)) {
            advance();
            return true;
        }
        lexer_.reset(mark);
        return false;
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
            case '%': {
                constexpr std::pair<std::string_view, MatrixForm> forms[] = {
                    {"inverse", MatrixForm::Inverse},
                    {"transpose", MatrixForm::Transpose},
                    {"invtrans", MatrixForm::InverseTranspose}};
                for (const auto& [word, form] : forms) {
                    if (binding.form == MatrixForm::Plain && accept_member(word)) binding.form = form;
                }
                if (accept_member("row")) {
                    BindingRow rows_of_matrix = row;
                    rows_of_matrix.limit = IndexLimit::Four;
                    const Match match = match_index(rows_of_matrix, 'a', use, first_row, last_row);
                    if (match == Match::No) return unexpected("\"[\" and the number of a row"), Match::Error;
                    if (match == Match::Error) return match;
                } else if (use.ranges) {
                    last_row = 3;
                } else {
                    return fail("a whole matrix can be bound only to an array; a row is named .row[n]"), Match::Error;
                }
                has_rows = true;
                ++at;
                break;
            }
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

bool Parser::parse_binding(const BindingUse& use, std::vector<Binding>& out) {
    const SourceLocation start = token().where;
    if (use.side == BindingSide::Parameter) {
        Binding constant;
        if (token().is('{')) {
            if (!parse_constant_vector(use.type, constant)) return false;
            out.push_back(constant);
            return true;
        }
        if (token().kind != TokenKind::Identifier) {
            uint32_t bits = 0;
            if (!parse_constant_scalar(use.type, true, bits)) return false;
            constant.kind = BindingKind::Constant;
            constant.constant = {bits, bits, bits, bits};
            out.push_back(constant);
            return true;
        }
    }
    if (token().kind != TokenKind::Identifier) return unexpected("a binding");
    const uint32_t place = binding_place(program_.stage, program_.instruction_set, use.side);
    const std::string_view stage_word = use.side == BindingSide::Output ? "result"
                                        : is_fragment()                 ? "fragment"
                                                                        : "vertex";
    const bool starts_with_stage_word = token().is(stage_word) && use.side != BindingSide::Parameter;
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
    const BindingRow* unavailable = nullptr;
    for (int pass = 0; pass < 2; ++pass) {
        // First what this program may use, then anything, to say why not.
        for (const BindingRow& row : binding_rows()) {
            const bool legal = row.where & place;
            if (row.pattern.empty() || legal != (pass == 0)) continue;
            const bool own_prefix = has_own_prefix(row);
            std::string_view pattern = row.pattern;
            lexer_.reset(mark);
            if (prefixed) {
                const bool thread = pattern[0] == '~', primitive = pattern.starts_with("primitive.");
                if ((own_prefix && !thread && !primitive) || (thread || primitive) != prefix.is_primitive) continue;
                pattern.remove_prefix(thread ? 1 : primitive ? std::string_view("primitive.").size() : 0);
            } else if (pattern[0] == '~') {
                if (!token().is(thread_prefix(program_.stage))) continue;
                advance();
                if (!token().is('.')) continue;
                advance();
                pattern.remove_prefix(1);
            } else if (!own_prefix) {
                if (!starts_with_stage_word) continue;
                advance();
                if (!token().is('.')) {
                    if (token().where.offset > furthest.offset) furthest = token().where;
                    continue;
                }
                advance();
            }
            const Match match = match_row(row, pattern, use, out, furthest);
            if (match == Match::Error && pass == 0) return false;
            if (match != Match::Yes) {
                if (match == Match::Error) return false;
                continue;
            }
            if (pass == 1) {
                out.resize(size_before);
                unavailable = &row;
                break;
            }
            if (!check_availability(row, start)) return false;
            if (row.kind == BindingKind::LightSpotCutoff)
                remark(start, "state.light[n].spot.cutoff is in no specification",
                       "the cosine of the angle is state.light[n].spot.direction.w");
            if (prefixed) {
                if (!check_input_prefix(use, prefix, out.back(), start)) return false;
                for (size_t n = size_before; n < out.size(); ++n) {
                    out[n].vertex = static_cast<int16_t>(vertex);
                    out[n].of_output =
                        prefix.of_output &&
                        (belongs_to_vertex(out[n]) || out[n].kind == BindingKind::TessOuter ||
                         out[n].kind == BindingKind::TessInner || out[n].kind == BindingKind::PatchAttrib);
                }
            }
            const bool indexed_colour =
                row.kind == BindingKind::Color && use.side == BindingSide::Output && is_fragment();
            if (indexed_colour) {
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
                    return fail(start,
                                "the second colour of a result needs OPTION ARB_blend_func_extended and !!NVfp5.0");
                }
            }
            if (row.kind == BindingKind::Position && use.side == BindingSide::Output &&
                program_.has(Option::ArbPositionInvariant)) {
                return fail(start, "result.position can't be used with OPTION ARB_position_invariant");
            }
            return true;
        }
        if (unavailable != nullptr) break;
    }
    if (unavailable != nullptr) {
        const std::string name = quote(text_.substr(start.offset, lexer_.end_of_last_token() - start.offset));
        return fail(start, name + " is not available in " + header() + " programs");
    }
    lexer_.reset(mark);
    return report_unknown_binding(start, furthest, use);
}

bool Parser::report_unknown_binding(SourceLocation start, SourceLocation furthest, const BindingUse& use) {
    const uint32_t place = binding_place(program_.stage, program_.instruction_set, use.side);
    const std::string_view wanted = use.side == BindingSide::Output  ? "a result binding"
                                    : use.side == BindingSide::Input ? "an attribute binding"
                                                                     : "a parameter binding or a constant";
    // Walk to the token that fits no row, and compare it with the words that rows have.
    while (token().kind != TokenKind::End && token().where.offset < furthest.offset) advance();
    if (furthest.offset == start.offset || token().kind != TokenKind::Identifier) {
        return furthest.offset == start.offset ? unexpected(wanted) : unexpected("more of " + std::string(wanted));
    }
    std::vector<std::string_view> words;
    for (const BindingRow& row : binding_rows()) {
        if (!(row.where & place)) continue;
        std::string_view pattern = row.pattern;
        while (!pattern.empty()) {
            size_t length = 0;
            while (length < pattern.size() && is_letter(pattern[length])) ++length;
            if (length > 1) words.push_back(pattern.substr(0, length));
            pattern.remove_prefix(std::min(pattern.size(), length + 1));
        }
    }
    const std::string nearest = nearest_of(token().text, words);
    return fail(quote(text_.substr(start.offset, token().where.offset + token().text.size() - start.offset)) +
                    " is not " + std::string(wanted),
                nearest.empty() || nearest == token().text ? "" : "did you mean \"" + nearest + "\"?");
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
