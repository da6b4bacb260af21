// A stage's program around its functions: header, interface, main, outputs.
#include <algorithm>

#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

std::string upper_case(std::string_view word) {
    std::string text(word);
    for (char& letter : text) letter = static_cast<char>(letter >= 'a' && letter <= 'z' ? letter - 32 : letter);
    return text;
}

// What layouts of fragment shaders say and an option means.
struct LayoutOption {
    bool StageLayout::*flag;
    std::string_view option;
};
constexpr LayoutOption layout_options[] = {
    {&StageLayout::origin_upper_left, "ARB_fragment_coord_origin_upper_left"},
    {&StageLayout::pixel_center_integer, "ARB_fragment_coord_pixel_center_integer"},
    {&StageLayout::early_fragment_tests, "NV_early_fragment_tests"},
    {&StageLayout::post_depth_coverage, "ARB_post_depth_coverage"},
};

std::string range(std::string_view prefix, int64_t first, int64_t count) {
    std::string text(prefix);
    text += std::to_string(first);
    if (count > 1) text += ".." + std::to_string(first + count - 1);
    return text + ']';
}

}  // namespace

// Header, options and what the stage's layout declares.
std::string Lowering::header() {
    const StageLayout& layout = input_.layout;
    std::string lines;
    const auto line = [&](std::string_view word, std::string_view value) {
        lines.append(word).append(" ").append(value).append(";\n");
    };
    if (layout.viewport_relative) assembly_.option("NV_layer_viewport_relative");
    switch (input_.stage) {
        case arbasm::Stage::TessControl: line("VERTICES_OUT", std::to_string(layout.vertices_out)); break;
        case arbasm::Stage::TessEvaluation:
            line("TESS_MODE", upper_case(layout.primitive_in));
            if (layout.spacing.starts_with("fractional_"))
                line("TESS_SPACING", upper_case(layout.spacing.substr(0, layout.spacing.rfind('_'))));
            if (layout.order == "cw") line("TESS_VERTEX_ORDER", "CW");
            if (layout.point_mode) lines += "TESS_POINT_MODE;\n";
            break;
        case arbasm::Stage::Geometry:
            line("PRIMITIVE_IN", upper_case(layout.primitive_in));
            if (input_.passes_through) {
                assembly_.option("NV_geometry_shader_passthrough");
                lines += passed_results();
                break;
            }
            line("PRIMITIVE_OUT", upper_case(layout.primitive_out));
            line("VERTICES_OUT", std::to_string(layout.vertices_out));
            if (layout.invocations > 1) line("INVOCATIONS", std::to_string(layout.invocations));
            break;
        case arbasm::Stage::Compute:
            if (!layout.derivative_group.empty()) assembly_.option("ARB_derivative_control");
            if (layout.variable_group_size) {
                assembly_.option("ARB_compute_variable_group_size");
            } else {
                std::string size;
                for (const int32_t count : layout.group_size)
                    size += (size.empty() ? "" : " ") + std::to_string(std::max(count, 1));
                line("GROUP_SIZE", size);
            }
            break;
        case arbasm::Stage::Fragment:
            for (const LayoutOption& row : layout_options)
                if (layout.*row.flag) assembly_.option(row.option);
            if (!layout.interlock.empty()) assembly_.option("NV_" + std::string(layout.interlock));
            break;
        case arbasm::Stage::Vertex: break;
    }
    return std::string(arbasm::header_text(input_.stage, arbasm::InstructionSet::Nv50)) + "\n" + assembly_.options() +
           lines;
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
                if (is_opaque(leaf.type) && !leaf.type->is_subroutine()) {
                    // A variable for each, since all units of one are sampled by one target.
                    const bool image = leaf.type->is_image();
                    leaf.name = (image ? "im" : "t") + std::to_string(first);
                    assembly_.declare((image ? "IMAGE " : "TEXTURE ") + leaf.name +
                                      (leaf.array ? "[" + std::to_string(leaf.count) + "] = { " : " = ") +
                                      range(image ? "image[" : "texture[", first, leaf.count) +
                                      (leaf.array ? " };" : ";"));
                } else {
                    leaf.name = "u";
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
        case Storage::Parameter: home = make_home(variable->type, true); break;
        case Storage::Buffer:
        case Storage::Shared: break;  // in memory
    }
    homes_.emplace(variable, std::move(home));
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
    for (const Variable* variable : *input_.globals) declare_variable(variable);
    for (const Shader* shader : *input_.shaders)
        for (const Variable* variable : shader->builtins) declare_builtin(variable);
    if (input_.uniform_registers)
        assembly_.declare("PARAM u[" + std::to_string(input_.uniform_registers) + "] = { " +
                          range("program.local[", 0, input_.uniform_registers) + " };");
}

std::string Lowering::run() {
    Routine main("");
    assembly_.enter(main);
    declare_interface();
    for (const Shader* shader : *input_.shaders)
        for (const Declaration* declaration : shader->initialised) {
            const Variable* variable = declaration->variable;
            if (variable->value || variable->qualifiers.storage == Storage::Uniform || input_.same.contains(variable))
                continue;
            const Routine::Mark mark = main.mark();
            store(place_of(variable), evaluate(declaration->initialiser));
            main.release(mark);
        }
    const Function* entry = input_.main;
    if (!ends_only_at_end(*entry)) {
        Subroutine& body = subroutine(*entry, {});
        assembly_.line("CAL " + body.name + ";");
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
        assembly_.option("NV_pixel_interlock_ordered");
        main.body = "FSIB;\n" + main.body + "FSIE;\n";
    }
    std::string text = header();
    text += assembly_.declarations();
    text += main.declarations();
    if (!subroutine_text_.empty()) text += "main:\n";
    text += main.body;
    if (!subroutine_text_.empty()) text += "RET;\n" + subroutine_text_;
    text += "END\n";
    return text;
}

}  // namespace glsl
