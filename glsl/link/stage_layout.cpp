#include "glsl/link/stage_layout.h"

#include <algorithm>

namespace glsl {

namespace {

using arbasm::Stage;

struct WordRow {
    std::string_view StageLayout::*member;
    std::string_view what;
};
constexpr WordRow word_rows[] = {
    {&StageLayout::primitive_in, "input primitives"},
    {&StageLayout::primitive_out, "output primitives"},
    {&StageLayout::spacing, "spacings"},
    {&StageLayout::order, "vertex orders"},
    {&StageLayout::interlock, "interlocks"},
    {&StageLayout::depth, "depth layouts"},
    {&StageLayout::derivative_group, "groups of derivatives"},
};
struct NumberRow {
    int32_t StageLayout::*member;
    std::string_view what;
};
constexpr NumberRow number_rows[] = {
    {&StageLayout::vertices_out, "numbers of output vertices"},
    {&StageLayout::invocations, "numbers of invocations"},
};
constexpr bool StageLayout::*flags[] = {
    &StageLayout::point_mode,          &StageLayout::variable_group_size, &StageLayout::early_fragment_tests,
    &StageLayout::post_depth_coverage, &StageLayout::origin_upper_left,   &StageLayout::pixel_center_integer,
    &StageLayout::viewport_relative,   &StageLayout::inner_coverage,
};

bool differs(int32_t one, int32_t other) { return one >= 0 && other >= 0 && one != other; }

// What is wrong with a stage's layouts.
class LayoutErrors {
  public:
    LayoutErrors(arbasm::Stage stage, std::string& log) : stage_(arbasm::stage_name(stage)), log_(log) {}

    bool any() const { return any_; }
    void add(const std::string& text) {
        log_ += "error: " + text + "\n";
        any_ = true;
    }
    void want(bool present, std::string_view what) {
        if (!present) add("the " + stage_ + " shaders don't declare " + std::string(what));
    }
    void differ(std::string_view what, const std::string& one, const std::string& other) {
        add("the " + stage_ + " shaders declare different " + std::string(what) + ", " + one + " and " + other);
    }

  private:
    const std::string stage_;
    std::string& log_;
    bool any_ = false;
};

// What a shader declares joins what those before it have.
void merge_words(StageLayout& all, const StageLayout& own, LayoutErrors& errors) {
    for (const WordRow& row : word_rows) {
        if ((own.*row.member).empty()) continue;
        if (!(all.*row.member).empty() && all.*row.member != own.*row.member)
            errors.differ(row.what, std::string(all.*row.member), std::string(own.*row.member));
        all.*row.member = own.*row.member;
    }
}
void merge_numbers(StageLayout& all, const StageLayout& own, LayoutErrors& errors) {
    for (const NumberRow& row : number_rows) {
        if (differs(all.*row.member, own.*row.member))
            errors.differ(row.what, std::to_string(all.*row.member), std::to_string(own.*row.member));
        if (own.*row.member >= 0) all.*row.member = own.*row.member;
    }
}
void merge_flags(StageLayout& all, const StageLayout& own) {
    for (bool StageLayout::*const flag : flags) all.*flag |= own.*flag;
    // ARB_post_depth_coverage: with the layout the tests are early, whether it is said or not.
    all.early_fragment_tests |= own.post_depth_coverage;
    all.blend_equations |= own.blend_equations;
}
void merge_group_size(StageLayout& all, const StageLayout& own, LayoutErrors& errors) {
    // A shader that gives one of the sizes gives all: the others are 1.
    const bool sized = std::ranges::any_of(own.group_size, [](int32_t size) { return size >= 0; });
    if (!sized) return;
    std::array<int32_t, 3> size{};
    for (size_t n = 0; n < 3; n++) size[n] = std::max(own.group_size[n], 1);
    if (all.group_size[0] >= 0 && all.group_size != size)
        errors.add("the compute shaders declare different sizes of the work group");
    all.group_size = size;
}

// Shaders that name gl_FragCoord declare it alike (4.4.1.3 of GLSL 4.60).
void check_fragment_coordinates(const StageUnit& unit, LayoutErrors& errors) {
    const Layout* known = nullptr;
    for (const Shader* shader : unit.shaders)
        for (const Variable* variable : shader->builtins) {
            if (variable->name != "gl_FragCoord") continue;
            const Layout& own = variable->qualifiers.layout;
            if (known && (known->origin_upper_left != own.origin_upper_left ||
                          known->pixel_center_integer != own.pixel_center_integer))
                errors.add("the fragment shaders declare gl_FragCoord in different ways");
            known = &own;
        }
}

// Shaders that name gl_Layer say alike whether it is relative to the viewport (NV_viewport_array2).
void check_layer(const StageUnit& unit, LayoutErrors& errors) {
    const Shader* known = nullptr;
    for (const Shader* shader : unit.shaders)
        for (const Variable* variable : shader->builtins) {
            if (variable->name != "gl_Layer") continue;
            if (known && known->layout.viewport_relative != shader->layout.viewport_relative)
                errors.add("gl_Layer is viewport_relative in one shader and not in another");
            known = shader;
        }
}

// Only patches have quantities of a whole patch (NV_gpu_shader5).
void check_patch_inputs(const StageUnit& unit, LayoutErrors& errors) {
    const auto check = [&](const Variable* variable) {
        const bool count = variable->builtin && variable->name == "gl_PatchVerticesIn";
        if (count || (variable->qualifiers.patch && variable->qualifiers.storage == Storage::In))
            errors.add(std::string(variable->name) +
                       " is an input of geometry shaders that take patches: layout(patches) in;");
    };
    for (const Shader* shader : unit.shaders) {
        for (const Variable* variable : shader->globals) check(variable);
        for (const Variable* variable : shader->builtins) check(variable);
    }
}

void check_control(const StageLayout& all, const arbasm::Limits& limits, LayoutErrors& errors) {
    errors.want(all.vertices_out > 0, "how many vertices the output patch has: layout(vertices = …) out;");
    if (all.vertices_out > limits.patch_vertices)
        errors.add("a patch has at most " + std::to_string(limits.patch_vertices) + " vertices");
}

// NV_geometry_shader_passthrough.
void check_passthrough(const StageLayout& all, LayoutErrors& errors) {
    if (!all.primitive_out.empty() || all.vertices_out >= 0 || all.invocations > 1)
        errors.add("geometry shaders that hand primitives on declare no output primitive, max_vertices or invocations");
    if (all.primitive_in.ends_with("_adjacency") || all.primitive_in == "patches")
        errors.add("geometry shaders hand on points, lines and triangles, not " + std::string(all.primitive_in));
}

void check_geometry_output(const StageLayout& all, const arbasm::Limits& limits, LayoutErrors& errors) {
    errors.want(!all.primitive_out.empty(), "their output primitive: layout(triangle_strip) out; and the like");
    errors.want(all.vertices_out >= 0, "how many vertices they emit: layout(max_vertices = …) out;");
    if (all.vertices_out > limits.output_vertices)
        errors.add("geometry shaders emit at most " + std::to_string(limits.output_vertices) + " vertices");
    if (all.invocations > limits.geometry_invocations)
        errors.add("geometry shaders run at most " + std::to_string(limits.geometry_invocations) + " times");
}

// ARB_geometry_shader4 has them in parameters of the program object.
void take_geometry_parameters(StageLayout& all, const LinkOptions& options, LayoutErrors& errors) {
    all.primitive_in = options.geometry.primitive_in;
    all.primitive_out = options.geometry.primitive_out;
    all.vertices_out = options.geometry.vertices_out;
    errors.want(all.vertices_out > 0, "how many vertices they emit: GEOMETRY_VERTICES_OUT_ARB is 0");
}

void complete_geometry(StageUnit& unit, const LinkOptions& options, LayoutErrors& errors) {
    StageLayout& all = unit.input.layout;
    if (std::ranges::all_of(unit.shaders, [](const Shader* shader) { return shader->language.version < 150; }))
        take_geometry_parameters(all, options, errors);
    errors.want(!all.primitive_in.empty(), "their input primitive: layout(triangles) in; and the like");
    if (all.primitive_in != "patches") check_patch_inputs(unit, errors);
    if (unit.input.passes_through)
        check_passthrough(all, errors);
    else
        check_geometry_output(all, options.limits, errors);
    unit.input.vertices_in = primitive_vertices(all.primitive_in, options.limits.patch_vertices);
}

void check_compute(const StageLayout& all, LayoutErrors& errors) {
    errors.want(all.group_size[0] > 0 || all.variable_group_size,
                "the size of the work group: layout(local_size_x = …) in;");
    if (!all.derivative_group.empty() && !all.variable_group_size &&
        !fits_derivatives(all.derivative_group, all.group_size))
        errors.add("the work group is not one of " + std::string(all.derivative_group));
    if (all.group_size[0] > 0 && all.variable_group_size)
        errors.add("the compute shaders declare a size of the work group and that it varies");
}

void check_fragment(const StageLayout& all, LayoutErrors& errors) {
    if (all.inner_coverage && all.post_depth_coverage)
        errors.add("the fragment shaders declare inner_coverage and post_depth_coverage, which contradict each other");
}

}  // namespace

bool merge_layouts(StageUnit& unit, const LinkOptions& options, std::string& log) {
    LayoutErrors errors(unit.stage, log);
    StageLayout& all = unit.input.layout;
    for (const Shader* shader : unit.shaders) {
        merge_words(all, shader->layout, errors);
        merge_numbers(all, shader->layout, errors);
        merge_flags(all, shader->layout);
        merge_group_size(all, shader->layout, errors);
    }
    check_fragment_coordinates(unit, errors);
    check_layer(unit, errors);
    switch (unit.stage) {
        case Stage::TessControl: check_control(all, options.limits, errors); break;
        case Stage::TessEvaluation:
            errors.want(!all.primitive_in.empty(),
                        "how the patch is tessellated: layout(triangles) in; or quads or isolines");
            break;
        case Stage::Geometry: complete_geometry(unit, options, errors); break;
        case Stage::Compute: check_compute(all, errors); break;
        case Stage::Fragment: check_fragment(all, errors); break;
        case Stage::Vertex: break;
    }
    return !errors.any();
}

}  // namespace glsl
