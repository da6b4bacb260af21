#include <algorithm>
#include <utility>

#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

// Whose declaration a word is: stage letters v c e g f k. Programs of other stages refuse it by name.
struct StageWord {
    std::string_view word, stages;
    bool repeats = false;
};
constexpr StageWord stage_words[] = {
    {"PRIMITIVE_IN", "g"},
    {"PRIMITIVE_OUT", "g"},
    {"VERTICES_OUT", "cg"},
    {"INVOCATIONS", "g"},
    {"PASSTHROUGH", "g", true},
    {"TESS_MODE", "e"},
    {"TESS_SPACING", "e"},
    {"TESS_VERTEX_ORDER", "e"},
    {"TESS_POINT_MODE", "e"},
    {"GROUP_SIZE", "k"},
    {"SHARED_MEMORY", "k"},
    {"SECONDARY_VIEW_LAYER_OFFSET", "vceg"},
    {"NV_SECONDARY_VIEW_LAYER_OFFSET", "vceg"},
};
constexpr std::string_view stage_letters = "vcegfk";

}  // namespace

bool Parser::is_stage_declaration(std::string_view word) const {
    if (!is_nv4()) return false;
    return std::any_of(std::begin(stage_words), std::end(stage_words),
                       [word](const StageWord& row) { return row.word == word; });
}

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

// ---- subroutine types (2.X.5 as ARB_shader_subroutine extends it)

// SUBROUTINETYPE name { label, label }: said again, it adds labels.
bool Parser::parse_subroutine_type() {
    if (token().kind != TokenKind::Identifier) return unexpected("a name for the subroutine type");
    const Token name = token();
    if (is_reserved(name.text)) return fail(quote(name.text) + " is a reserved word");
    if (names_.contains(name.text)) return fail(quote(name.text) + " is declared already");
    advance();
    const auto [found, is_new] =
        subroutine_types_.emplace(name.text, static_cast<int32_t>(program_.subroutine_types.size()));
    if (is_new) {
        program_.subroutine_types.push_back({std::string(name.text), {}});
        subroutine_type_labels_.emplace_back();
    }
    if (!expect('{')) return false;
    if (accept('}')) return true;
    do {
        if (token().kind != TokenKind::Identifier) return unexpected("a label");
        subroutine_type_labels_[static_cast<size_t>(found->second)].push_back(token());
        advance();
    } while (accept(','));
    return expect('}');
}

// SUBROUTINE type name = program.subroutine[0];  SUBROUTINE type name[] = { program.subroutine[0..3] };
bool Parser::parse_subroutine() {
    if (token().kind != TokenKind::Identifier) return unexpected("the name of a subroutine type");
    const Token type = token();
    const auto found = subroutine_types_.find(type.text);
    if (found == subroutine_types_.end()) {
        std::vector<std::string_view> names;
        for (const auto& entry : subroutine_types_) names.push_back(entry.first);
        std::sort(names.begin(), names.end());
        const std::string nearest = nearest_of(type.text, names);
        return fail(quote(type.text) + " is not declared with SUBROUTINETYPE",
                    nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
    }
    advance();
    Token name;
    if (!parse_new_name(name)) return false;
    const auto give_up = [&] {
        poison(name);
        return false;
    };
    Variable variable;
    variable.file = RegisterFile::Subroutine;
    variable.name = name.text;
    variable.subroutine_type = found->second;
    const SourceLocation size_where = token().where;
    int64_t size = -1, count = 0;
    bool consecutive = true;
    if (!parse_array_size(variable.array, size) || !expect('=') || (variable.array && !expect('{'))) return give_up();
    do {
        const SourceLocation where = token().where;
        int64_t first = 0, last = 0;
        const int64_t most = limits_.subroutine_parameters - 1;
        if (!token().is("program")) return unexpected("program.subroutine"), give_up();
        advance();
        if (!expect('.')) return give_up();
        if (!token().is("subroutine")) return unexpected("\"subroutine\""), give_up();
        advance();
        if (!expect('[') || !parse_unsigned(first, most, "a subroutine parameter")) return give_up();
        last = first;
        if (variable.array && token().kind == TokenKind::Range) {
            advance();
            if (!parse_unsigned(last, most, "a subroutine parameter")) return give_up();
            if (last < first) return fail(where, "the range runs backwards"), give_up();
        }
        if (!expect(']')) return give_up();
        if (count == 0) variable.base = static_cast<int32_t>(first);
        consecutive &= first == variable.base + count;
        for (int64_t n = first; n <= last; ++n) {
            variable.subroutine_parameters.push_back(static_cast<int32_t>(n));
            program_.subroutine_parameters = std::max(program_.subroutine_parameters, static_cast<int32_t>(n) + 1);
            const auto [known, is_new] = subroutine_parameter_types_.emplace(n, found->second);
            if (!is_new && known->second != found->second) {
                fail(where, "program.subroutine[" + std::to_string(n) + "] belongs to subroutine type " +
                                quote(program_.subroutine_types[static_cast<size_t>(known->second)].name) + " already");
                return give_up();
            }
        }
        count += last - first + 1;
    } while (variable.array && accept(','));
    if (variable.array && !expect('}')) return give_up();
    if (size >= 0 && size != count) {
        fail(size_where, "the array is declared with " + std::to_string(size) + " elements, but " +
                             std::to_string(count) + " are bound");
        return give_up();
    }
    variable.size = static_cast<int32_t>(count);
    if (consecutive) variable.subroutine_parameters.clear();
    names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    return true;
}

void Parser::resolve_subroutines() {
    for (size_t type = 0; type < subroutine_type_labels_.size(); ++type) {
        auto& labels = program_.subroutine_types[type].labels;
        for (const Token& name : subroutine_type_labels_[type]) {
            const auto found = labels_.find(name.text);
            if (found == labels_.end()) {
                fail(name.where, "label " + quote(name.text) + " is defined nowhere");
                continue;
            }
            if (program_.labels[static_cast<size_t>(found->second)].subroutine_number < 0) {
                fail(name.where, "label " + quote(name.text) + " needs a SUBROUTINENUM to be called indirectly",
                     "write \"" + std::string(name.text) + " SUBROUTINENUM(0):\"");
                continue;
            }
            labels.push_back(found->second);
        }
    }
}

void Parser::resolve_calls() {
    for (size_t n = 0; n < program_.instructions.size(); ++n) {
        const std::string& name = source_map_.calls[n];
        if (name.empty()) continue;
        if (errors_.size() >= max_errors) return;
        if (const auto found = labels_.find(name); found != labels_.end()) {
            program_.instructions[n].target = found->second;
            continue;
        }
        std::vector<std::string_view> names;
        names.reserve(program_.labels.size());
        for (const Label& label : program_.labels) names.push_back(label.name);
        const std::string nearest = nearest_of(name, names);
        fail(program_.instructions[n].where, "label \"" + name + "\" is defined nowhere",
             nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
    }
}

// ---- what only the end of the program shows

void Parser::note_vertex(int64_t vertex, bool of_output, SourceLocation where) {
    FurthestVertex& known = furthest_vertex_[of_output ? 1 : 0];
    if (vertex > known.vertex) known = {vertex, where};
}

void Parser::finish_geometry() {
    const auto missing = [this](std::string_view word) {
        if (!stage_declarations_.contains(word)) {
            fail(source_map_.end, "a geometry program must declare " + std::string(word));
        }
    };
    missing("PRIMITIVE_IN");
    // With nothing to hand on, too: then all vertices have what the program writes.
    const bool passes_through = program_.has(Option::NvGeometryProgramPassthrough);
    if (!passes_through) {
        missing("PRIMITIVE_OUT");
        missing("VERTICES_OUT");
    }
    const int vertices = primitive_vertices(program_.primitive_in);
    if (vertices > 0 && furthest_vertex_[0].vertex >= vertices) {
        fail(furthest_vertex_[0].where, "vertex " + std::to_string(furthest_vertex_[0].vertex) +
                                            " is outside the input primitive, which has " + std::to_string(vertices));
    }
    if (patch_input_ && program_.primitive_in != PrimitiveIn::Patches) {
        fail(*patch_input_, "only patches have this quantity: it needs PRIMITIVE_IN PATCHES");
    }
    if (passes_through) {
        for (std::string_view word : {"PRIMITIVE_OUT", "VERTICES_OUT", "INVOCATIONS"}) {
            const auto found = stage_declarations_.find(word);
            if (found != stage_declarations_.end()) {
                fail(found->second, "a program that passes primitives through takes no " + std::string(word));
            }
        }
        if (program_.primitive_in == PrimitiveIn::LinesAdjacency ||
            program_.primitive_in == PrimitiveIn::TrianglesAdjacency || program_.primitive_in == PrimitiveIn::Patches) {
            fail(stage_declarations_["PRIMITIVE_IN"],
                 "PASSTHROUGH works with POINTS, LINES and TRIANGLES: primitives that can leave as they came");
        }
    }
}

void Parser::finish_stage() {
    if (!is_nv4()) return;
    switch (program_.stage) {
        case Stage::Geometry: finish_geometry(); break;
        case Stage::TessControl:
            if (program_.vertices_out == 0) {
                if (!stage_declarations_.contains("VERTICES_OUT"))
                    fail(source_map_.end, "a tessellation control program must declare VERTICES_OUT");
            } else if (furthest_vertex_[1].vertex >= program_.vertices_out) {
                fail(furthest_vertex_[1].where, "vertex " + std::to_string(furthest_vertex_[1].vertex) +
                                                    " is outside the output patch, which has " +
                                                    std::to_string(program_.vertices_out));
            }
            break;
        case Stage::TessEvaluation:
            if (!stage_declarations_.contains("TESS_MODE"))
                fail(source_map_.end, "a tessellation evaluation program must declare TESS_MODE");
            break;
        case Stage::Compute:
            if (!stage_declarations_.contains("GROUP_SIZE") && !program_.has(Option::ArbComputeVariableGroupSize)) {
                fail(source_map_.end, "a compute program must declare GROUP_SIZE",
                     "or OPTION ARB_compute_variable_group_size");
            }
            if (!stage_declarations_.contains("SHARED_MEMORY")) {
                for (const Instruction& instruction : program_.instructions) {
                    if (opcode_info(instruction.opcode).traits.memory != RegisterFile::Shared) continue;
                    fail(instruction.where,
                         std::string(spelling(instruction.opcode)) + " needs a SHARED_MEMORY declaration");
                    break;
                }
            }
            break;
        case Stage::Fragment: {
            const bool post_depth =
                program_.has(Option::ArbPostDepthCoverage) || program_.has(Option::ExtPostDepthCoverage);
            if (post_depth && !program_.has(Option::NvEarlyFragmentTests)) {
                fail(source_map_.end, "coverage after the depth test needs OPTION NV_early_fragment_tests");
            }
            break;
        }
        case Stage::Vertex: break;
    }
}

}  // namespace arbasm
