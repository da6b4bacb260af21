#include "glsl/lower/declare_stage.h"

#include <algorithm>

#include "glsl/lower/variable_storage.h"
#include "glsl/tree/interface.h"

namespace glsl {

namespace {

// What layouts of fragment shaders say and an option means.
struct LayoutOption {
    bool StageLayout::*flag;
    arbasm::Option option;
};

constexpr LayoutOption layout_options[] = {
    {&StageLayout::origin_upper_left, arbasm::Option::ArbFragmentCoordOriginUpperLeft},
    {&StageLayout::pixel_center_integer, arbasm::Option::ArbFragmentCoordPixelCenterInteger},
    {&StageLayout::early_fragment_tests, arbasm::Option::NvEarlyFragmentTests},
    {&StageLayout::post_depth_coverage, arbasm::Option::ArbPostDepthCoverage},
};

// Words of layouts.
template <class Value>
struct LayoutWord {
    std::string_view word;
    Value value;
};

constexpr LayoutWord<arbasm::Option> interlocks[] = {
    {"pixel_interlock_ordered", arbasm::Option::NvPixelInterlockOrdered},
    {"pixel_interlock_unordered", arbasm::Option::NvPixelInterlockUnordered},
    {"sample_interlock_ordered", arbasm::Option::NvSampleInterlockOrdered},
    {"sample_interlock_unordered", arbasm::Option::NvSampleInterlockUnordered},
};

constexpr LayoutWord<arbasm::PrimitiveIn> input_primitives[] = {
    {"points", arbasm::PrimitiveIn::Points},
    {"lines", arbasm::PrimitiveIn::Lines},
    {"lines_adjacency", arbasm::PrimitiveIn::LinesAdjacency},
    {"triangles", arbasm::PrimitiveIn::Triangles},
    {"triangles_adjacency", arbasm::PrimitiveIn::TrianglesAdjacency},
    {"patches", arbasm::PrimitiveIn::Patches},
};

constexpr LayoutWord<arbasm::PrimitiveOut> output_primitives[] = {
    {"points", arbasm::PrimitiveOut::Points},
    {"line_strip", arbasm::PrimitiveOut::LineStrip},
    {"triangle_strip", arbasm::PrimitiveOut::TriangleStrip},
};

constexpr LayoutWord<arbasm::TessMode> tessellation_modes[] = {
    {"triangles", arbasm::TessMode::Triangles},
    {"quads", arbasm::TessMode::Quads},
    {"isolines", arbasm::TessMode::Isolines},
};

constexpr LayoutWord<arbasm::TessSpacing> spacings[] = {
    {"fractional_odd_spacing", arbasm::TessSpacing::FractionalOdd},
    {"fractional_even_spacing", arbasm::TessSpacing::FractionalEven},
};

template <class Value, size_t count>
void set_by_word(Value& value, const LayoutWord<Value> (&words)[count], std::string_view word) {
    for (const LayoutWord<Value>& row : words)
        if (row.word == word) value = row.value;
}

// PASSTHROUGH of the inputs that a geometry shader hands on.
void declare_passed_results(LoweringContext& context) {
    const StageInput& input = context.input();
    Assembly& assembly = context.assembly();
    auto& passed = assembly.program().passthroughs;
    const auto add = [&passed](arbasm::BindingKind kind, int64_t index = 0) {
        arbasm::Binding binding;
        binding.kind = kind;
        binding.index = static_cast<int16_t>(index);
        if (std::ranges::find(passed, binding, &arbasm::Passthrough::result) == passed.end())
            passed.push_back({binding, 0xf});
    };
    for (const Variable* variable : *input.globals) {
        const auto slots = input.varyings.find(variable);
        if (variable->qualifiers.storage != Storage::In || slots == input.varyings.end()) continue;
        std::vector<Leaf> leaves;
        add_leaves(leaves, vertex_type(*variable, input.stage), 1, false);
        const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input.stage);
        for (size_t n = 0; n < leaves.size() && n < slots->second.size(); n++) {
            const Slot& slot = slots->second[n];
            if (!qualifiers[n].layout.passthrough || slot.number < 0) continue;
            const bool halves = is_wide(stored_scalar(leaves[n].type)) && leaves[n].type->rows > 2;
            for (int64_t k = 0; k < leaves[n].count * (halves ? 2 : 1); k++)
                add(arbasm::BindingKind::GenericAttrib, slot.number + k);
        }
    }
    for (const Shader* shader : *input.shaders)
        for (const std::string_view member : shader->passed) {
            if (member == "gl_Position") {
                add(arbasm::BindingKind::Position);
            } else if (member == "gl_PointSize") {
                add(arbasm::BindingKind::PointSize);
            } else if (member == "gl_ClipDistance" || member == "gl_CullDistance") {
                const auto whole = std::ranges::find(shader->builtins, "gl_in", &Variable::name);
                const bool clip = member == "gl_ClipDistance";
                if (!clip) assembly.option(arbasm::Option::NvInternal);
                if (whole == shader->builtins.end()) continue;
                const Structure& members = *vertex_type(**whole, input.stage)->structure;
                const int number = members.find(member);
                const int32_t size = number < 0 ? 0 : members.members[static_cast<size_t>(number)].type->size;
                for (int32_t k = 0; k < size; k++) add(clip ? arbasm::BindingKind::Clip : arbasm::BindingKind::Cull, k);
            } else {
                context.error({}, std::string(member) + " can't be handed on by a geometry shader");
            }
        }
}

}  // namespace

void declare_stage(LoweringContext& context) {
    const StageInput& input = context.input();
    Assembly& assembly = context.assembly();
    const StageLayout& layout = input.layout;
    arbasm::Program& program = assembly.program();
    if (layout.viewport_relative) assembly.option(arbasm::Option::NvLayerViewportRelative);
    switch (input.stage) {
        case arbasm::Stage::TessControl: program.vertices_out = layout.vertices_out; break;
        case arbasm::Stage::TessEvaluation:
            set_by_word(program.tess_mode, tessellation_modes, layout.primitive_in);
            set_by_word(program.tess_spacing, spacings, layout.spacing);
            if (layout.order == "cw") program.tess_vertex_order = arbasm::TessVertexOrder::Cw;
            program.tess_point_mode = layout.point_mode;
            break;
        case arbasm::Stage::Geometry:
            set_by_word(program.primitive_in, input_primitives, layout.primitive_in);
            if (input.passes_through) {
                assembly.option(arbasm::Option::NvGeometryProgramPassthrough);
                declare_passed_results(context);
                break;
            }
            set_by_word(program.primitive_out, output_primitives, layout.primitive_out);
            program.vertices_out = layout.vertices_out;
            program.invocations = std::max(layout.invocations, 1);
            break;
        case arbasm::Stage::Compute:
            if (!layout.derivative_group.empty()) assembly.option(arbasm::Option::ArbDerivativeControl);
            if (layout.variable_group_size) {
                assembly.option(arbasm::Option::ArbComputeVariableGroupSize);
            } else {
                for (size_t n = 0; n < 3; n++) program.group_size[n] = std::max(layout.group_size[n], 1);
            }
            break;
        case arbasm::Stage::Fragment:
            for (const LayoutOption& row : layout_options)
                if (layout.*row.flag) assembly.option(row.option);
            for (const LayoutWord<arbasm::Option>& row : interlocks)
                if (row.word == layout.interlock) assembly.option(row.value);
            break;
        case arbasm::Stage::Vertex: break;
    }
}

}  // namespace glsl
