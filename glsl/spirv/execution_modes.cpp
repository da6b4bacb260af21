#include "glsl/spirv/execution_modes.h"

#include "glsl/check/constants.h"
#include "glsl/language/extensions.h"

namespace glsl::spirv {

namespace {

// An execution mode that is a word or a flag of the stage's layout.
struct ModeRow {
    uint32_t number;
    std::string_view StageLayout::*word = nullptr;
    std::string_view text = {};
    bool StageLayout::*flag = nullptr;
};

constexpr ModeRow mode_rows[] = {
    {1, &StageLayout::spacing, "equal_spacing"},
    {2, &StageLayout::spacing, "fractional_even_spacing"},
    {3, &StageLayout::spacing, "fractional_odd_spacing"},
    {4, &StageLayout::order, "cw"},
    {5, &StageLayout::order, "ccw"},
    {6, nullptr, {}, &StageLayout::pixel_center_integer},
    {7, nullptr, {}, &StageLayout::origin_upper_left},
    {8},  // OriginLowerLeft: as it is in OpenGL
    {9, nullptr, {}, &StageLayout::early_fragment_tests},
    {10, nullptr, {}, &StageLayout::point_mode},
    {12},    // DepthReplacing: writing gl_FragDepth says it
    {5027},  // StencilRefReplacingEXT: likewise
    {14, &StageLayout::depth, "depth_greater"},
    {15, &StageLayout::depth, "depth_less"},
    {16, &StageLayout::depth, "depth_unchanged"},
    {19, &StageLayout::primitive_in, "points"},
    {20, &StageLayout::primitive_in, "lines"},
    {21, &StageLayout::primitive_in, "lines_adjacency"},
    {22, &StageLayout::primitive_in, "triangles"},
    {23, &StageLayout::primitive_in, "triangles_adjacency"},
    {24, &StageLayout::primitive_in, "quads"},
    {25, &StageLayout::primitive_in, "isolines"},
    {27, &StageLayout::primitive_out, "points"},
    {28, &StageLayout::primitive_out, "line_strip"},
    {29, &StageLayout::primitive_out, "triangle_strip"},
    {4446, nullptr, {}, &StageLayout::post_depth_coverage},
    {5289, &StageLayout::derivative_group, "derivative_group_quadsNV"},
    {5290, &StageLayout::derivative_group, "derivative_group_linearNV"},
};

enum : uint32_t {
    mode_invocations = 0,
    mode_xfb = 11,
    mode_local_size = 17,
    mode_output_vertices = 26,
    mode_local_size_id = 38
};

}  // namespace

void read_capabilities(ReadContext& read) {
    Language& language = read.shader().language;
    for (const CapabilityRow* row : read.module().capabilities())
        if (const int extension = row->extension.empty() ? -1 : find_extension(row->extension); extension >= 0)
            enable_extension(language.enabled, extension, true);
}

static void read_mode(ReadContext& read, Globals& globals, const ExecutionMode& mode) {
    StageLayout& layout = read.shader().layout;
    const auto word = [&](size_t n) { return n < mode.words.size() ? mode.words[n] : 0; };
    constexpr uint32_t most = 1 << 16;
    switch (mode.mode) {
        case mode_invocations:
        case mode_output_vertices:
            if (word(0) < 1 || word(0) > most)
                return read.error(mode.at, "this number of the execution mode is not possible");
            (mode.mode == mode_invocations ? layout.invocations : layout.vertices_out) = static_cast<int32_t>(word(0));
            return;
        case mode_xfb: globals.set_feedback(); return;
        case mode_local_size:
            for (size_t n = 0; n < 3; n++) {
                if (word(n) < 1 || word(n) > most) return read.error(mode.at, "the work group can't have this size");
                layout.group_size[n] = static_cast<int32_t>(word(n));
            }
            return;
        case mode_local_size_id: return;  // when constants are known
        default: break;
    }
    for (const ModeRow& row : mode_rows) {
        if (row.number != mode.mode) continue;
        if (row.word) layout.*row.word = row.text;
        if (row.flag) layout.*row.flag = true;
        return;
    }
    read.error(mode.at, "the execution mode " + std::to_string(mode.mode) + " is not supported");
}

void read_modes(ReadContext& read, Globals& globals) {
    for (const ExecutionMode& mode : read.module().execution_modes())
        if (mode.function == read.entry().function) read_mode(read, globals, mode);
}

void read_group_size(ReadContext& read, const Constants& constants) {
    constexpr uint32_t workgroup_size = 25;
    StageLayout& layout = read.shader().layout;
    const auto take = [&](size_t axis, uint64_t size, uint32_t at) {
        if (size < 1 || size > 1 << 16) return read.error(at, "the work group can't have this size");
        layout.group_size[axis] = static_cast<int32_t>(size);
    };
    for (const ExecutionMode& mode : read.module().execution_modes())
        if (mode.function == read.entry().function && mode.mode == mode_local_size_id)
            for (size_t n = 0; n < 3 && n < mode.words.size(); n++) {
                const Expression* size = constants.find(mode.words[n]);
                if (!is_integer_constant(size)) return read.error(mode.at, "the size of the work group is constant");
                take(n, static_cast<uint64_t>(integer_value(*as<Constant>(size))), mode.at);
            }
    for (const auto& [id, value] : constants.all()) {
        const auto builtin = read.module().decoration(id, Decoration::BuiltIn);
        const auto* size = as<Constant>(value);
        if (builtin != workgroup_size || !size || size->components.size() != 3) continue;
        for (size_t n = 0; n < 3; n++) take(n, size->components[n], read.module().definition(id)->at);
    }
}

}  // namespace glsl::spirv
