#include "glsl/check/layouts.h"

#include <algorithm>
#include <string>

#include "ir/limits.h"

namespace glsl {

namespace {

struct LayoutRow {
    std::string_view name{}, where{}, stages{}, declarations{};
    // The qualifier that it sets; one of these, or nothing.
    int32_t Layout::*number = nullptr;
    bool Layout::*flag = nullptr;
    int32_t StageLayout::*stage_number = nullptr;
    std::string_view StageLayout::*stage_word = nullptr;
    bool StageLayout::*stage_flag = nullptr;
    int group_axis = -1;
    uint32_t blend_equations = 0;
    Packing packing = Packing::None;
    MatrixLayout matrix = MatrixLayout::None;
    bool handle = false;  // whether samplers and images are handles

    bool takes_number() const { return number || stage_number || group_axis >= 0; }
};

// The macros of the column *sets*.
constexpr LayoutRow number(int32_t Layout::*member) { return {.number = member}; }

constexpr LayoutRow flag(bool Layout::*member) { return {.flag = member}; }

constexpr LayoutRow stage_number(int32_t StageLayout::*member) { return {.stage_number = member}; }

constexpr LayoutRow stage_word(std::string_view StageLayout::*member) { return {.stage_word = member}; }

constexpr LayoutRow stage_flag(bool StageLayout::*member) { return {.stage_flag = member}; }

namespace blend {
enum Equation : uint32_t {
#define GLSL_BLEND_EQUATION(layout, name) number_of_##layout,
#include "glsl/tree/blend_equations.def"
#undef GLSL_BLEND_EQUATION
    count
};
#define GLSL_BLEND_EQUATION(layout, name) constexpr uint32_t layout = 1u << number_of_##layout;
#include "glsl/tree/blend_equations.def"
#undef GLSL_BLEND_EQUATION
constexpr uint32_t all = (1u << count) - 1;
}  // namespace blend

constexpr LayoutRow row_of(LayoutRow sets, std::string_view name, std::string_view where, std::string_view stages,
                           std::string_view declarations) {
    sets.name = name;
    sets.where = where;
    sets.stages = stages;
    sets.declarations = declarations;
    return sets;
}

constexpr LayoutRow rows[] = {
#define NUMBER(member) number(&Layout::member)
#define FLAG(member) flag(&Layout::member)
#define STAGE_NUMBER(member) stage_number(&StageLayout::member)
#define STAGE_WORD(member) stage_word(&StageLayout::member)
#define STAGE_FLAG(member) stage_flag(&StageLayout::member)
#define GROUP_SIZE(axis) \
    LayoutRow { .group_axis = axis }
#define BLEND(equation) \
    LayoutRow { .blend_equations = blend::equation }
#define PACKING(value) \
    LayoutRow { .packing = Packing::value }
#define MATRIX(value) \
    LayoutRow { .matrix = MatrixLayout::value }
#define HANDLE \
    LayoutRow { .handle = true }
#define NOTHING \
    LayoutRow {}
#define GLSL_LAYOUT(name, sets, where, stages, declarations) row_of(sets, #name, where, stages, declarations),
#include "glsl/check/layout_identifiers.def"
#undef NUMBER
#undef FLAG
#undef STAGE_NUMBER
#undef STAGE_WORD
#undef STAGE_FLAG
#undef GROUP_SIZE
#undef BLEND
#undef PACKING
#undef MATRIX
#undef HANDLE
#undef NOTHING
};

constexpr ImageFormatRow image_formats[] = {
#define GLSL_IMAGE_FORMAT(name, scalar, where) {#name, Scalar::scalar, where},
#include "glsl/check/layout_identifiers.def"
};

bool has_word(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const size_t end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

std::string declaration_name(LayoutForm form, Storage storage) {
    if (form == LayoutForm::Function) return "function";
    std::string name;
    switch (storage) {
        case Storage::In: name = "in"; break;
        case Storage::Out: name = "out"; break;
        case Storage::Uniform: name = "uniform"; break;
        case Storage::Buffer: name = "buffer"; break;
        case Storage::Local:
        case Storage::Parameter:
        case Storage::Global:
        case Storage::Shared: return "none";  // no row has it
    }
    constexpr std::string_view forms[] = {"", "-block", "-member", "-default"};
    return name + std::string(forms[static_cast<size_t>(form)]);
}

std::string declaration_text(LayoutForm form, Storage storage) {
    constexpr std::string_view forms[] = {"a variable", "a block", "a member of a block", "a default"};
    const std::string declaration = declaration_name(form, storage);
    if (form == LayoutForm::Function) return "a function";
    const std::string_view what = forms[static_cast<size_t>(form)];
    if (declaration == "none") return std::string(what) + " that is neither in, out, uniform nor buffer";
    return std::string(what) + " of " + declaration.substr(0, declaration.find('-'));
}

bool same_word(std::string_view a, std::string_view b, bool exact) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
    if (exact || a.size() != b.size()) return a == b;
    return std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

bool same_layout(std::string_view a, std::string_view b, const Language& language) {
    return same_word(a, b, language.is_es());
}

const ImageFormatRow* find_image_format(std::string_view name, const Language& language) {
    const auto found = std::ranges::find_if(
        image_formats, [&](const ImageFormatRow& row) { return same_layout(row.name, name, language); });
    return found == std::end(image_formats) ? nullptr : found;
}

// The row that fits; null after a message of what the nearest row lacks.
static const LayoutRow* layout_row(CheckContext& context, const LayoutItem& item, LayoutForm form, Storage storage,
                                   std::string_view name) {
    const std::string declaration = declaration_name(form, storage), word = "the layout " + std::string(item.name);
    const char stage = "vcegfk"[static_cast<size_t>(context.stage())];
    const LayoutRow* nearest = nullptr;
    bool known = false, in_stage = false;
    for (const LayoutRow& row : rows) {
        if (!same_layout(row.name, item.name, context.language())) continue;
        known = true;
        const bool stage_fits = row.stages == "*" || row.stages.find(stage) != std::string_view::npos;
        in_stage |= stage_fits;
        if (!stage_fits ||
            (!has_word(row.declarations, declaration) && (name.empty() || !has_word(row.declarations, name))))
            continue;
        nearest = &row;
        if (!holds(row.where, context.language())) continue;
        if (row.takes_number() == item.number.has_value()) return &row;
        context.error(item.where, item.number ? word + " has no number" : word + " wants a number",
                      item.number ? "" : std::string(row.name) + " = …");
        return nullptr;
    }
    if (!known)
        context.error(item.where, "there is no layout " + std::string(item.name));
    else if (nearest)
        context.error(item.where, word + " is not in this version of the language",
                      "where it is: " + std::string(nearest->where));
    else if (!in_stage)
        context.error(item.where,
                      word + " is not for " + std::string(arbasm::stage_name(context.stage())) + " shaders");
    else
        context.error(item.where, word + " can't stand at " + declaration_text(form, storage));
    return nullptr;
}

// Before 4.20 an identifier stands once in a layout, but for those of atomic counters; where it stands several times,
// the last counts.
static void check_duplicates(CheckContext& context, std::span<const LayoutItem> items) {
    if (holds("420 es300 ARB_shading_language_420pack ARB_enhanced_layouts", context.language())) return;
    const bool counters = holds("ARB_shader_atomic_counters", context.language());
    const auto is = [&](size_t n, std::string_view name) {
        return same_layout(items[n].name, name, context.language());
    };
    for (size_t n = 0; n < items.size(); n++)
        for (size_t before = 0; before < n; before++)
            if (is(before, items[n].name) && items[before].group == items[n].group &&
                !(counters && (is(n, "binding") || is(n, "offset")))) {
                context.error(items[n].where, "the layout " + std::string(items[n].name) + " is given twice");
                return;
            }
}

// What several declarations say of a stage has to agree.
static void merge_stage_layout(CheckContext& context, const LayoutRow& row, const StageLayout& said, Location where) {
    StageLayout& own = context.shader().layout;
    const auto merge_number = [&](int32_t& before, int32_t now) {
        if (before >= 0 && before != now)
            context.error(where, std::string(row.name) + " is " + std::to_string(now) + " here and was " +
                                     std::to_string(before) + " before");
        before = now;
    };
    if (row.stage_number) merge_number(own.*row.stage_number, said.*row.stage_number);
    if (row.group_axis >= 0) {
        const auto axis = static_cast<size_t>(row.group_axis);
        merge_number(own.group_size[axis], said.group_size[axis]);
    }
    if (row.stage_flag) own.*row.stage_flag = true;
    if (!row.stage_word) return;
    std::string_view& before = own.*row.stage_word;
    const std::string_view now = said.*row.stage_word;
    if (!before.empty() && before != now)
        context.error(where, "the layout " + std::string(now) + " contradicts " + std::string(before) + " before");
    before = now;
}

// The bounds of what is said of a stage.
static void check_stage_layout(CheckContext& context, Location where) {
    const StageLayout& own = context.shader().layout;
    const auto within = [&](int32_t value, int32_t least, int32_t most, std::string_view what) {
        if (value != -1 && (value < least || value > most))
            context.error(where, std::string(what) + " is " + std::to_string(value) + ", which has to be from " +
                                     std::to_string(least) + " to " + std::to_string(most));
    };
    if (context.stage() == arbasm::Stage::Geometry) {
        within(own.vertices_out, 0, context.limit("gl_MaxGeometryOutputVertices"), "max_vertices");
        within(own.invocations, 1, 32, "invocations");
    }
    if (context.stage() == arbasm::Stage::TessControl)
        within(own.vertices_out, 1, context.limit("gl_MaxPatchVertices"), "vertices");
    constexpr std::string_view names[] = {"local_size_x", "local_size_y", "local_size_z"};
    bool sized = false;
    for (size_t axis = 0; axis < 3; axis++) {
        within(own.group_size[axis], 1, context.limit("gl_MaxComputeWorkGroupSize", static_cast<int>(axis)),
               names[axis]);
        sized |= own.group_size[axis] >= 0;
    }
    int64_t invocations = 1;
    for (const int32_t size : own.group_size) invocations *= std::max(size, 1);
    if (const int most = arbasm::Limits{}.group_invocations; invocations > most)
        context.error(where, "the work group has " + std::to_string(invocations) + " invocations, more than " +
                                 std::to_string(most));
    if (own.inner_coverage && own.post_depth_coverage)
        context.error(where, "inner_coverage and post_depth_coverage contradict each other");
    if (sized && own.variable_group_size)
        context.error(where, "the size of the work group is both fixed and variable",
                      "local_size_variable stands without local_size_x");
}

void apply_layout(CheckContext& context, std::span<const LayoutItem> items, LayoutForm form, Qualifiers& qualifiers,
                  const Type* type, std::string_view name) {
    if (items.empty()) return;
    check_duplicates(context, items);
    StageLayout said;  // by this declaration alone: of several values the last counts
    std::vector<const LayoutRow*> stage_rows;
    const Type* element = type ? innermost(type) : nullptr;
    for (const LayoutItem& item : items) {
        Layout& own = qualifiers.layout;
        if (const ImageFormatRow* format = find_image_format(item.name, context.language())) {
            if (form != LayoutForm::Variable || !element || !element->is_image())
                context.error(item.where, "the format " + std::string(item.name) + " is for images");
            else if (!holds(format->where, context.language()))
                context.error(item.where,
                              "the format " + std::string(item.name) + " is not in this version of the language",
                              "where it is: " + std::string(format->where));
            // 4.4.8 of 4.60; elsewhere the later of two layouts may hold.
            if (!own.image_format.empty() && own.image_format != format->name)
                context.error(item.where, "an image has one format, and " + std::string(own.image_format) +
                                              " stands before " + std::string(format->name));
            own.image_format = format->name;
            continue;
        }
        const LayoutRow* row = layout_row(context, item, form, qualifiers.storage, name);
        if (!row) continue;
        if (row->handle && element && !element->is_opaque())
            context.error(item.where, std::string(row->name) + " is for samplers and images");
        if (row->handle) own.handles = row->name;
        if (row->number) own.*row->number = *item.number;
        if (row->flag) own.*row->flag = true;
        if (row->packing != Packing::None) own.packing = row->packing;
        if (row->matrix != MatrixLayout::None) own.matrix = row->matrix;
        if (row->stage_number) said.*row->stage_number = *item.number;
        if (row->stage_word) {
            const std::string_view before = said.*row->stage_word;
            if (!before.empty() && before != row->name &&
                !holds("420 ARB_shading_language_420pack", context.language()))
                context.error(item.where, "the layout " + std::string(row->name) + " contradicts " +
                                              std::string(before) + " before");
            said.*row->stage_word = row->name;
        }
        if (row->stage_flag) said.*row->stage_flag = true;
        context.shader().layout.blend_equations |= row->blend_equations;
        if (row->group_axis >= 0) said.group_size[static_cast<size_t>(row->group_axis)] = *item.number;
        if (row->stage_number || row->stage_word || row->stage_flag || row->group_axis >= 0) stage_rows.push_back(row);
    }
    for (const LayoutRow* row : stage_rows) merge_stage_layout(context, *row, said, items.front().where);
    if (!stage_rows.empty()) check_stage_layout(context, items.front().where);
}

}  // namespace glsl
