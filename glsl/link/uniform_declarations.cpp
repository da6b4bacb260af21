// What the declarations of a uniform in several shaders have to agree in.
#include <algorithm>
#include <map>

#include "glsl/link/uniforms.h"

namespace glsl {

namespace {

// Compares two types that are the same otherwise.
bool same_member_precisions(const Type* one, const Type* other) {
    one = innermost(one), other = innermost(other);
    if (one == other || !one->is_structure() || !other->is_structure()) return true;
    return std::ranges::equal(one->structure->members, other->structure->members, [](const Member& a, const Member& b) {
        return a.precision == b.precision && same_member_precisions(a.type, b.type);
    });
}

// In ES a uniform has one precision in all stages; in 1.00, where it is used in all of them (4.5.3 of GLSL ES 3.00).
void check_precision(LinkContext& context, const StageUnit& own, const Variable& first, const Variable& other,
                     const Language& language) {
    if (!language.is_es() ||
        (first.qualifiers.precision == other.qualifiers.precision && same_member_precisions(first.type, other.type)))
        return;
    const auto is_active = [](const StageUnit& stage, const Variable& variable) {
        return std::ranges::find(stage.active, &variable) != stage.active.end();
    };
    const bool both = is_active(own, other) && std::ranges::any_of(context.units(), [&](const StageUnit& stage) {
                          return is_active(stage, first);
                      });
    if (language.at_least(130, 300) || both)
        context.error("the uniform " + std::string(first.name) + " is declared with different precisions");
}

// An image has one format wherever it is declared (4.4.8 of GLSL 4.60). A declaration that only writes may leave it
// out.
void check_image_format(LinkContext& context, const Variable& first, const Variable& other) {
    const std::string_view one = first.qualifiers.layout.image_format, two = other.qualifiers.layout.image_format;
    if (!one.empty() && !two.empty() && one != two)
        context.error("the uniform " + std::string(first.name) + " is declared with the formats " + std::string(one) +
                      " and " + std::string(two));
}

// A uniform has one type in all stages, used or not (4.3.5 of GLSL 1.20).
void check_types(LinkContext& context) {
    std::map<std::string_view, const Variable*> known;
    for (const StageUnit& own : context.units())
        for (const Shader* shader : own.shaders)
            for (const Variable* variable : shader->globals) {
                if (variable->qualifiers.storage != Storage::Uniform || variable->block) continue;
                // Subroutines are each stage's own.
                if (innermost(variable->type)->is_subroutine()) continue;
                const Variable* first = known.try_emplace(variable->name, variable).first->second;
                check_precision(context, own, *first, *variable, shader->language);
                check_image_format(context, *first, *variable);
                const bool sized = first->implicit_size || variable->implicit_size;
                if (!same_type(first->type, variable->type) && !sized)
                    context.error("the uniform " + std::string(variable->name) + " is declared as " +
                                  to_string(first->type) + " and as " + to_string(variable->type));
            }
}

// One shader that wants handles makes the samplers and images of all stages handles: a uniform is the same in each.
void choose_handles(LinkContext& context) {
    std::string_view samplers, images;
    const auto agree = [&](std::string_view& known, std::string_view word) {
        if (!known.empty() && !word.empty() && known != word)
            context.error("the layouts " + std::string(known) + " and " + std::string(word) + " contradict each other");
        if (!word.empty()) known = word;
    };
    for (const StageUnit& own : context.units())
        for (const Shader* shader : own.shaders) {
            context.program().handles |= holds("ARB_bindless_texture NV_bindless_texture", shader->language);
            agree(samplers, shader->layout.sampler_handles);
            agree(images, shader->layout.image_handles);
        }
    for (StageUnit& own : context.units()) own.input.handles = context.program().handles;
}

}  // namespace

void check_uniforms(LinkContext& context) {
    check_types(context);
    if (context.right()) choose_handles(context);
}

}  // namespace glsl
