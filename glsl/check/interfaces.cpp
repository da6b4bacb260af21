// What the inputs and outputs of a shader keep to as a whole: known when all has been read.
#include <algorithm>

#include "glsl/check/checker.h"

namespace glsl {

// Where derivatives are taken in a compute shader, its groups are made of whole quads.
void Checker::check_compute_groups() {
    const StageLayout& own = context_.shader().layout;
    const bool sized = std::ranges::any_of(own.group_size, [](int32_t size) { return size >= 0; });
    if (own.derivative_group.empty() || !sized) return;  // another shader of the program may say the size
    const bool quads = own.derivative_group == "derivative_group_quadsNV";
    if (!fits_derivatives(own.derivative_group, own.group_size))
        context_.error({}, std::string(own.derivative_group) + " wants work groups " +
                               (quads ? "whose width and height are even" : "of a multiple of four invocations"));
}

// Of gl_FragColor, gl_FragData and outputs of its own a fragment shader writes one kind.
void Checker::check_fragment_colors() {
    if (context_.stage() != arbasm::Stage::Fragment) return;
    const Variable *color = nullptr, *data = nullptr, *own = nullptr;
    for (const Variable* variable : context_.shader().builtins) {
        if (!variable->written) continue;
        if (variable->name == "gl_FragColor" || variable->name == "gl_SecondaryFragColorEXT") color = variable;
        if (variable->name == "gl_FragData" || variable->name == "gl_SecondaryFragDataEXT") data = variable;
    }
    for (const Variable* variable : context_.shader().globals)
        if (variable->written && variable->qualifiers.storage == Storage::Out) own = variable;
    if (color && data)
        context_.error(color->where,
                       std::string(color->name) + " and " + std::string(data->name) + " are both written");
    if (own && (color || data))
        context_.error(own->where, std::string(own->name) + " and " + std::string((color ? color : data)->name) +
                                       " are both written");
}

}  // namespace glsl
