#include "arbasm/parse/declarations/stages.h"

#include <algorithm>

#include "arbasm/parse/bindings/binding.h"
#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/stage_words.h"
#include "arbasm/parse/operands/swizzle.h"
#include "arbasm/words.h"
#include "ir/switches.h"

namespace arbasm {
namespace {

template <class Value, size_t count>
bool parse_choice(TokenCursor& cursor, const Word<Value> (&words)[count], std::string_view what, Value& out) {
    if (cursor.token().kind == TokenKind::Identifier) {
        for (const auto& [word, value] : words) {
            if (!cursor.token().is(word)) continue;
            out = value;
            cursor.advance();
            return true;
        }
    }
    std::string list;
    for (size_t n = 0; n < count; ++n) {
        list += n == 0 ? "" : n + 1 == count ? " or " : ", ";
        list += words[n].text;
    }
    return cursor.unexpected(std::string(what) + ": " + list);
}

// GROUP_SIZE x y z: with or without commas.
bool parse_group_size(ParseContext& context) {
    const SourceLocation start = context.token().where;
    if (context.program.has(Option::ArbComputeVariableGroupSize)) {
        return context.fail(
            "with OPTION ARB_compute_variable_group_size the group size is chosen when work is dispatched");
    }
    int64_t invocations = 1;
    for (size_t n = 0; n < 3; ++n) {
        context.program.group_size[n] = 1;
        if (n > 0) {
            context.accept(',');
            if (context.token().kind != TokenKind::Integer) continue;
        }
        int64_t value = 0;
        const SourceLocation where = context.token().where;
        if (!context.parse_unsigned(value, context.limits.group_size[n], "the group size")) return false;
        if (value == 0) return context.fail(where, "the group size must be at least 1");
        context.program.group_size[n] = static_cast<int32_t>(value);
        invocations *= value;
    }
    if (invocations > context.limits.group_invocations) {
        return context.fail(start, "the work group has " + std::to_string(invocations) + " invocations: at most " +
                                       std::to_string(context.limits.group_invocations) + " are allowed");
    }
    return true;
}

// PASSTHROUGH result.attrib[0].xy  (NV_geometry_shader_passthrough)
bool parse_passthrough(ParseContext& context) {
    if (!context.program.has(Option::NvGeometryProgramPassthrough)) {
        return context.fail("PASSTHROUGH needs OPTION NV_geometry_program_passthrough");
    }
    BindingUse use;
    use.side = BindingSide::Output;
    use.ranges = true;
    const SourceLocation where = context.token().where;
    std::vector<Binding> bindings;
    if (!context.token().is("result")) return context.unexpected("a result binding");
    if (!parse_binding(context, use, bindings)) return false;
    // What the vertices that come in have, too.
    if (!is_one_of(bindings.front().kind,
                   {BindingKind::Position, BindingKind::Color, BindingKind::FogCoord, BindingKind::PointSize,
                    BindingKind::Texcoord, BindingKind::GenericAttrib, BindingKind::Clip, BindingKind::Cull}))
        return context.fail(where, "this result has no counterpart among the inputs that could be passed through");
    uint8_t mask = 0xf;
    if (!parse_write_mask(context, context.program, mask)) return false;
    auto& passed = context.program.passthroughs;
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

}  // namespace

bool parse_stage_declaration(ParseContext& context, StageDeclarations& declared) {
    const Token word = context.token();
    const StageWord& row = *std::find_if(std::begin(stage_words), std::end(stage_words),
                                         [&word](const StageWord& candidate) { return candidate.word == word.text; });
    const char letter = stage_letters[static_cast<size_t>(context.program.stage)];
    if (row.stages.find(letter) == std::string_view::npos || (row.word == "INVOCATIONS" && !is_nv5(context.program))) {
        std::string stages;
        for (char stage : row.stages) {
            stages += stages.empty() ? "" : " and ";
            stages += stage_name(static_cast<Stage>(stage_letters.find(stage)));
        }
        return context.fail(
            quote(row.word) + " is not a declaration of " + program_header(context.program) + " programs",
            "it belongs to " + stages + " programs");
    }
    const auto [earlier, is_first] = declared.emplace(row.word, word.where);
    if (!is_first && !row.repeats) {
        return context.fail(std::string(row.word) + " may be declared once; line " +
                            std::to_string(earlier->second.line) + " has it already");
    }
    context.advance();
    const auto number = [&](int64_t least, int64_t most, std::string_view what, int32_t& out) {
        int64_t value = 0;
        const SourceLocation where = context.token().where;
        if (!context.parse_unsigned(value, most, what)) return false;
        if (value < least) return context.fail(where, std::string(what) + " must be at least " + std::to_string(least));
        out = static_cast<int32_t>(value);
        return true;
    };
    if (word.is("PRIMITIVE_IN")) {
        const SourceLocation where = context.token().where;
        if (!parse_choice(context, input_primitive_words, "an input primitive", context.program.primitive_in))
            return false;
        if (context.program.primitive_in == PrimitiveIn::Patches && !is_nv5(context.program)) {
            return context.fail(where, "PATCHES came with !!NVgp5.0");
        }
        return true;
    }
    if (word.is("PRIMITIVE_OUT"))
        return parse_choice(context, output_primitive_words, "an output primitive", context.program.primitive_out);
    if (word.is("VERTICES_OUT")) {
        const bool control = context.program.stage == Stage::TessControl;
        const SourceLocation where = context.token().where;
        if (!number(control ? 1 : 0, control ? context.limits.patch_vertices : context.limits.output_vertices,
                    "the number of output vertices", context.program.vertices_out))
            return false;
        if (context.program.vertices_out == 0) context.remark(where, "the number of output vertices must be positive");
        return true;
    }
    if (word.is("INVOCATIONS"))
        return number(1, context.limits.geometry_invocations, "the number of invocations", context.program.invocations);
    if (word.is("PASSTHROUGH")) return parse_passthrough(context);
    if (word.is("TESS_MODE"))
        return parse_choice(context, tess_mode_words, "a tessellation mode", context.program.tess_mode);
    if (word.is("TESS_SPACING"))
        return parse_choice(context, tess_spacing_words, "a spacing", context.program.tess_spacing);
    if (word.is("TESS_VERTEX_ORDER"))
        return parse_choice(context, tess_order_words, "a vertex order", context.program.tess_vertex_order);
    if (word.is("TESS_POINT_MODE")) return context.program.tess_point_mode = true;
    if (word.is("GROUP_SIZE")) return parse_group_size(context);
    if (word.is("SHARED_MEMORY"))
        return number(1, context.limits.shared_memory, "the size of shared memory", context.program.shared_memory);
    // SECONDARY_VIEW_LAYER_OFFSET sign int
    if (!context.program.has(Option::NvStereoViewRendering)) {
        return context.fail(word.where, std::string(row.word) + " needs OPTION NV_stereo_view_rendering");
    }
    const bool negative = context.token().is('-');
    if (negative || context.token().is('+')) context.advance();
    if (!number(0, 65535, "a layer offset", context.program.secondary_view_layer_offset)) return false;
    if (negative) context.program.secondary_view_layer_offset = -context.program.secondary_view_layer_offset;
    return true;
}

}  // namespace arbasm
