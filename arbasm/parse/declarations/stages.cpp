#include <algorithm>

#include "arbasm/parse/language/stage_words.h"
#include "arbasm/parse/parser.h"

namespace arbasm {

template <class Value, size_t count>
bool Parser::parse_choice(const Word<Value> (&words)[count], std::string_view what, Value& out) {
    if (token().kind == TokenKind::Identifier) {
        for (const auto& [word, value] : words) {
            if (!token().is(word)) continue;
            out = value;
            advance();
            return true;
        }
    }
    std::string list;
    for (size_t n = 0; n < count; ++n) {
        list += n == 0 ? "" : n + 1 == count ? " or " : ", ";
        list += words[n].text;
    }
    return unexpected(std::string(what) + ": " + list);
}

// GROUP_SIZE x y z: with or without commas.
bool Parser::parse_group_size() {
    const SourceLocation start = token().where;
    if (program_.has(Option::ArbComputeVariableGroupSize)) {
        return fail("with OPTION ARB_compute_variable_group_size the group size is chosen when work is dispatched");
    }
    int64_t invocations = 1;
    for (size_t n = 0; n < 3; ++n) {
        program_.group_size[n] = 1;
        if (n > 0) {
            accept(',');
            if (token().kind != TokenKind::Integer) continue;
        }
        int64_t value = 0;
        const SourceLocation where = token().where;
        if (!parse_unsigned(value, limits_.group_size[n], "the group size")) return false;
        if (value == 0) return fail(where, "the group size must be at least 1");
        program_.group_size[n] = static_cast<int32_t>(value);
        invocations *= value;
    }
    if (invocations > limits_.group_invocations) {
        return fail(start, "the work group has " + std::to_string(invocations) + " invocations: at most " +
                               std::to_string(limits_.group_invocations) + " are allowed");
    }
    return true;
}

// PASSTHROUGH result.attrib[0].xy  (NV_geometry_shader_passthrough)
bool Parser::parse_passthrough() {
    if (!program_.has(Option::NvGeometryProgramPassthrough)) {
        return fail("PASSTHROUGH needs OPTION NV_geometry_program_passthrough");
    }
    BindingUse use;
    use.side = BindingSide::Output;
    use.ranges = true;
    const SourceLocation where = token().where;
    std::vector<Binding> bindings;
    if (!token().is("result")) return unexpected("a result binding");
    if (!parse_binding(use, bindings)) return false;
    // What the vertices that come in have, too.
    switch (bindings.front().kind) {
        case BindingKind::Position:
        case BindingKind::Color:
        case BindingKind::FogCoord:
        case BindingKind::PointSize:
        case BindingKind::Texcoord:
        case BindingKind::GenericAttrib:
        case BindingKind::Clip:
        case BindingKind::Cull: break;
        default: return fail(where, "this result has no counterpart among the inputs that could be passed through");
    }
    uint8_t mask = 0xf;
    if (!parse_write_mask(mask)) return false;
    auto& passed = program_.passthroughs;
    for (const Binding& binding : bindings) {
        const auto known = std::find_if(passed.begin(), passed.end(),
                                        [&binding](const Passthrough& other) { return other.result == binding; });
        if (known == passed.end()) {
            passed.push_back({binding, mask});
        } else {
            known->write_mask |= mask;
        }
    }
    return true;
}

bool Parser::parse_stage_declaration() {
    const Token word = token();
    const StageWord& row = *std::find_if(std::begin(stage_words), std::end(stage_words),
                                         [&word](const StageWord& candidate) { return candidate.word == word.text; });
    const char letter = stage_letters[static_cast<size_t>(program_.stage)];
    if (row.stages.find(letter) == std::string_view::npos || (row.word == "INVOCATIONS" && !is_nv5())) {
        std::string stages;
        for (char stage : row.stages) {
            stages += stages.empty() ? "" : " and ";
            stages += stage_name(static_cast<Stage>(stage_letters.find(stage)));
        }
        return fail(quote(row.word) + " is not a declaration of " + header() + " programs",
                    "it belongs to " + stages + " programs");
    }
    const auto [earlier, is_first] = stage_declarations_.emplace(row.word, word.where);
    if (!is_first && !row.repeats) {
        return fail(std::string(row.word) + " may be declared once; line " + std::to_string(earlier->second.line) +
                    " has it already");
    }
    advance();
    const auto number = [this](int64_t least, int64_t most, std::string_view what, int32_t& out) {
        int64_t value = 0;
        const SourceLocation where = token().where;
        if (!parse_unsigned(value, most, what)) return false;
        if (value < least) return fail(where, std::string(what) + " must be at least " + std::to_string(least));
        out = static_cast<int32_t>(value);
        return true;
    };
    if (word.is("PRIMITIVE_IN")) {
        const SourceLocation where = token().where;
        if (!parse_choice(input_primitive_words, "an input primitive", program_.primitive_in)) return false;
        if (program_.primitive_in == PrimitiveIn::Patches && !is_nv5()) {
            return fail(where, "PATCHES came with !!NVgp5.0");
        }
        return true;
    }
    if (word.is("PRIMITIVE_OUT"))
        return parse_choice(output_primitive_words, "an output primitive", program_.primitive_out);
    if (word.is("VERTICES_OUT")) {
        const bool control = program_.stage == Stage::TessControl;
        const SourceLocation where = token().where;
        if (!number(control ? 1 : 0, control ? limits_.patch_vertices : limits_.output_vertices,
                    "the number of output vertices", program_.vertices_out))
            return false;
        if (program_.vertices_out == 0) remark(where, "the number of output vertices must be positive");
        return true;
    }
    if (word.is("INVOCATIONS"))
        return number(1, limits_.geometry_invocations, "the number of invocations", program_.invocations);
    if (word.is("PASSTHROUGH")) return parse_passthrough();
    if (word.is("TESS_MODE")) return parse_choice(tess_mode_words, "a tessellation mode", program_.tess_mode);
    if (word.is("TESS_SPACING")) return parse_choice(tess_spacing_words, "a spacing", program_.tess_spacing);
    if (word.is("TESS_VERTEX_ORDER"))
        return parse_choice(tess_order_words, "a vertex order", program_.tess_vertex_order);
    if (word.is("TESS_POINT_MODE")) return program_.tess_point_mode = true;
    if (word.is("GROUP_SIZE")) return parse_group_size();
    if (word.is("SHARED_MEMORY"))
        return number(1, limits_.shared_memory, "the size of shared memory", program_.shared_memory);
    // SECONDARY_VIEW_LAYER_OFFSET sign int
    if (!program_.has(Option::NvStereoViewRendering)) {
        return fail(word.where, std::string(row.word) + " needs OPTION NV_stereo_view_rendering");
    }
    const bool negative = token().is('-');
    if (negative || token().is('+')) advance();
    if (!number(0, 65535, "a layer offset", program_.secondary_view_layer_offset)) return false;
    if (negative) program_.secondary_view_layer_offset = -program_.secondary_view_layer_offset;
    return true;
}

}  // namespace arbasm
