#include "glsl/link/builtins.h"

#include <algorithm>
#include <array>
#include <utility>

namespace glsl {

namespace {

const Variable* builtin_of(const Shader& shader, std::string_view name) {
    for (const Variable* variable : shader.builtins)
        if (variable->name == name) return variable;
    return nullptr;
}

const Variable* builtin_of(const StageUnit& unit, std::string_view name) {
    for (const Shader* shader : unit.shaders)
        if (const Variable* variable = builtin_of(*shader, name)) return variable;
    return nullptr;
}

bool is_used(const StageUnit& unit, std::string_view name) {
    return std::ranges::any_of(unit.active, [&](const Variable* variable) { return variable->name == name; });
}

// Without a position nothing can be drawn; from 1.40 on and in ES that is no error (7.1 of GLSL 1.30).
void check_position(LinkContext& context) {
    const StageUnit& vertex = context.unit(arbasm::Stage::Vertex);
    if (vertex.shaders.empty() || context.options().separable) return;
    // The program's version is the highest of its shaders'.
    for (const StageUnit& own : context.units())
        for (const Shader* shader : own.shaders)
            if (shader->language.at_least(140, 100)) return;
    for (const Shader* shader : vertex.shaders)
        if (const Variable* position = builtin_of(*shader, "gl_Position"); position && position->written) return;
    context.error("the vertex shader doesn't write gl_Position");
}

// What fragments get of the position and size is invariant if these are (4.6.4 of GLSL ES 1.00).
void check_invariants(LinkContext& context) {
    constexpr std::pair<std::string_view, std::string_view> pairs[] = {{"gl_FragCoord", "gl_Position"},
                                                                       {"gl_PointCoord", "gl_PointSize"}};
    const StageUnit &vertex = context.unit(arbasm::Stage::Vertex), &fragment = context.unit(arbasm::Stage::Fragment);
    for (const auto& [seen, given] : pairs) {
        const Variable* to = builtin_of(fragment, seen);
        if (!to || !to->qualifiers.invariant || vertex.shaders.empty() || !fragment.shaders[0]->language.is_es() ||
            fragment.shaders[0]->language.at_least(130, 300))
            continue;
        const Variable* from = builtin_of(vertex, given);
        if (!from || !from->qualifiers.invariant)
            context.error(std::string(seen) + " is invariant, but " + std::string(given) + " is not");
    }
}

// Front and back colours and the colour that fragments get of them are interpolated alike, where one is used (4.3.7 of
// GLSL 1.30).
void check_colors(LinkContext& context) {
    constexpr std::array<std::string_view, 3> colors[] = {
        {"gl_FrontColor", "gl_BackColor", "gl_Color"},
        {"gl_FrontSecondaryColor", "gl_BackSecondaryColor", "gl_SecondaryColor"}};
    const StageUnit* last = nullptr;
    for (const StageUnit& own : context.units())
        if (!own.shaders.empty() && own.stage < arbasm::Stage::Fragment) last = &own;
    if (!last) return;
    for (const auto& [front, back, seen] : colors) {
        const Variable* given[] = {builtin_of(*last, front), builtin_of(*last, back),
                                   builtin_of(context.unit(arbasm::Stage::Fragment), seen)};
        const bool used =
            is_used(*last, front) || is_used(*last, back) || is_used(context.unit(arbasm::Stage::Fragment), seen);
        const Variable* first = nullptr;
        for (const Variable* variable : given) {
            if (!variable || !used) continue;
            if (!first) first = variable;
            if (variable->qualifiers.interpolation == first->qualifiers.interpolation) continue;
            context.error(std::string(first->name) + " and " + std::string(variable->name) +
                          " are interpolated in different ways");
            break;
        }
    }
}

// gl_ClipDistance and gl_CullDistance have a limit together, and gl_ClipVertex excludes both (7.1 of GLSL 4.50).
void check_distances(LinkContext& context) {
    const int most = arbasm::limits::MAX_COMBINED_CLIP_AND_CULL_DISTANCES;
    bool clip_vertex = false, distances = false;
    for (const StageUnit& own : context.units()) {
        clip_vertex |= is_used(own, "gl_ClipVertex");
        int total = 0;
        for (const std::string_view name : {"gl_ClipDistance", "gl_CullDistance"}) {
            int size = 0;
            for (const Shader* shader : own.shaders)
                if (const Variable* variable = builtin_of(*shader, name)) size = std::max(size, variable->type->size);
            total += size;
            distances |= is_used(own, name);
        }
        if (total > most)
            context.error("gl_ClipDistance and gl_CullDistance of the " + std::string(arbasm::stage_name(own.stage)) +
                          " shader have " + std::to_string(total) + " elements together, more than " +
                          std::to_string(most));
    }
    if (clip_vertex && distances)
        context.error("gl_ClipVertex and gl_ClipDistance or gl_CullDistance are used in one program");
}

// Fragment shaders that use gl_FragCoord all declare it with the same origin and centre, or none does (4.3.8.1 of
// GLSL 1.50).
void check_fragment_coordinates(LinkContext& context) {
    const Shader* first = nullptr;
    bool redeclared = false;
    for (const Shader* shader : context.unit(arbasm::Stage::Fragment).shaders) {
        const Variable* own = builtin_of(*shader, "gl_FragCoord");
        if (!own) continue;
        if (!first) first = shader, redeclared = own->redeclared;
        const bool same = redeclared == own->redeclared &&
                          first->layout.origin_upper_left == shader->layout.origin_upper_left &&
                          first->layout.pixel_center_integer == shader->layout.pixel_center_integer;
        if (!same) return context.error("gl_FragCoord has different layouts in two fragment shaders");
    }
}

}  // namespace

void check_builtins(LinkContext& context) {
    check_position(context);
    check_invariants(context);
    check_colors(context);
    check_distances(context);
    check_fragment_coordinates(context);
}

}  // namespace glsl
