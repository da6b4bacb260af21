// A stage's program around its functions: what the stage declares, interface, main, outputs.
#include <algorithm>

#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/lowering.h"

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

}  // namespace

Lowering::Lowering(const StageInput& input)
    : context_(input),
      input_(input),
      assembly_(context_.assembly()),
      homes_(context_),
      memories_(context_),
      module_(input.shaders->empty() || !input.shaders->front()->is_spirv ? nullptr : input.shaders->front()) {}

// What the stage's layout declares.
void Lowering::declare_stage() {
    const StageLayout& layout = input_.layout;
    arbasm::Program& program = assembly_.program();
    if (layout.viewport_relative) assembly_.option(arbasm::Option::NvLayerViewportRelative);
    switch (input_.stage) {
        case arbasm::Stage::TessControl: program.vertices_out = layout.vertices_out; break;
        case arbasm::Stage::TessEvaluation:
            set_by_word(program.tess_mode, tessellation_modes, layout.primitive_in);
            set_by_word(program.tess_spacing, spacings, layout.spacing);
            if (layout.order == "cw") program.tess_vertex_order = arbasm::TessVertexOrder::Cw;
            program.tess_point_mode = layout.point_mode;
            break;
        case arbasm::Stage::Geometry:
            set_by_word(program.primitive_in, input_primitives, layout.primitive_in);
            if (input_.passes_through) {
                assembly_.option(arbasm::Option::NvGeometryProgramPassthrough);
                declare_passed_results();
                break;
            }
            set_by_word(program.primitive_out, output_primitives, layout.primitive_out);
            program.vertices_out = layout.vertices_out;
            program.invocations = std::max(layout.invocations, 1);
            break;
        case arbasm::Stage::Compute:
            if (!layout.derivative_group.empty()) assembly_.option(arbasm::Option::ArbDerivativeControl);
            if (layout.variable_group_size) {
                assembly_.option(arbasm::Option::ArbComputeVariableGroupSize);
            } else {
                for (size_t n = 0; n < 3; n++) program.group_size[n] = std::max(layout.group_size[n], 1);
            }
            break;
        case arbasm::Stage::Fragment:
            for (const LayoutOption& row : layout_options)
                if (layout.*row.flag) assembly_.option(row.option);
            for (const LayoutWord<arbasm::Option>& row : interlocks)
                if (row.word == layout.interlock) assembly_.option(row.value);
            break;
        case arbasm::Stage::Vertex: break;
    }
}

void Lowering::declare_variable(const Variable* variable) {
    if (input_.same.contains(variable) || homes_.contains(variable)) return;
    const Qualifiers& qualifiers = variable->qualifiers;
    if (variable->value || is_in_memory(*variable)) return;
    Home home;
    add_leaves(home.leaves, variable->type, 1, false);
    switch (qualifiers.storage) {
        case Storage::In: return declare_input(variable);
        case Storage::Out: return declare_output(variable);
        case Storage::Uniform: {
            const auto leaves = input_.uniform_leaves.find(variable);
            if (leaves == input_.uniform_leaves.end()) return;
            for (size_t n = 0; n < home.leaves.size(); n++) {
                Leaf& leaf = home.leaves[n];
                const int first = leaves->second[n].first;
                if (context_.is_opaque(leaf.type) && !leaf.type->is_subroutine()) {
                    // A variable for each, since all units of one are sampled by one target.
                    const bool image = leaf.type->is_image();
                    arbasm::Variable units;
                    units.file = image ? arbasm::RegisterFile::Image : arbasm::RegisterFile::Texture;
                    units.name = (image ? "im" : "t") + std::to_string(first);
                    units.array = leaf.array;
                    units.base = first;
                    units.size = static_cast<int32_t>(leaf.count);
                    leaf.at = assembly_.add(std::move(units));
                    assembly_.declare(leaf.at);
                } else {
                    leaf.at = uniforms_;
                    leaf.array = true;
                    leaf.base = first;
                    leaf.halves = is_wide(stored_scalar(leaf.type));
                    leaf.high = leaves->second[n].high;
                }
            }
            break;
        }
        case Storage::Global:
        case Storage::Local:
        case Storage::Parameter: home = make_home(assembly_, variable->type, true); break;
        case Storage::Buffer:
        case Storage::Shared: break;  // in memory
    }
    homes_.add(variable, std::move(home));
}

// The uniforms of the default block.
Register Lowering::uniform_registers() {
    arbasm::Variable uniforms;
    uniforms.file = arbasm::RegisterFile::Parameter;
    uniforms.name = "u";
    uniforms.array = true;
    uniforms.size = input_.uniform_registers;
    std::vector<arbasm::Binding> bindings(static_cast<size_t>(uniforms.size));
    for (size_t n = 0; n < bindings.size(); n++) {
        bindings[n].kind = arbasm::BindingKind::ProgramLocal;
        bindings[n].index = static_cast<int16_t>(n);
    }
    return assembly_.add(std::move(uniforms), std::move(bindings));
}

void Lowering::declare_interface() {
    const auto note = [this](const Variable* variable) {
        if (!variable->written) return;
        const auto same = input_.same.find(variable);
        written_.insert(same == input_.same.end() ? variable : same->second);
    };
    for (const Shader* shader : *input_.shaders) {
        for (const Variable* variable : shader->globals) note(variable);
        for (const Variable* variable : shader->builtins) note(variable);
    }
    note_spans();
    if (input_.uniform_registers) uniforms_ = uniform_registers();
    for (const Variable* variable : *input_.globals) declare_variable(variable);
    for (const Shader* shader : *input_.shaders)
        for (const Variable* variable : shader->builtins) declare_builtin(variable);
    if (input_.uniform_registers) assembly_.declare(uniforms_);
}

arbasm::Program Lowering::run(std::vector<arbasm::Diagnostic>& wrong) {
    Routine main;
    assembly_.enter(main);
    declare_interface();
    for (const Shader* shader : *input_.shaders)
        for (const Declaration* declaration : shader->initialised) {
            const Variable* variable = declaration->variable;
            if (variable->value || variable->qualifiers.storage == Storage::Uniform || input_.same.contains(variable))
                continue;
            const Routine::Mark mark = main.mark();
            store(context_, place_of(variable), evaluate(declaration->initialiser));
            main.release(mark);
        }
    const Function* entry = input_.main;
    if (!ends_only_at_end(*entry)) {
        Subroutine& body = subroutine(*entry, {});
        assembly_.emit(Opcode::Cal).target = body.routine->number;
    } else {
        Value nothing;
        frames_.push_back({entry, nullptr, &nothing});
        for (const Statement* statement : entry->body->statements) execute(statement);
        frames_.pop_back();
    }
    // Geometry shaders hand out vertices where they say so, control shaders write into the patch.
    if (input_.stage == arbasm::Stage::Vertex || input_.stage == arbasm::Stage::TessEvaluation ||
        input_.stage == arbasm::Stage::Fragment || input_.passes_through)
        copy_outputs(0);
    // beginFragmentShaderOrderingINTEL() may stand in branches, where FSIB can't: all of the shader is in order then.
    if (orders_fragments_ && !has_interlock_) {
        assembly_.option(arbasm::Option::NvPixelInterlockOrdered);
        main.code.emplace(main.code.begin())->opcode = Opcode::Fsib;
        main.code.front().where.line = 0;
        assembly_.emit(Opcode::Fsie);
    }
    declare_stage();
    assembly_.declare_registers(main);
    return std::move(assembly_).finish(main, finished_, input_.limits, wrong);
}

}  // namespace glsl
