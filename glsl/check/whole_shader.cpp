#include "glsl/check/whole_shader.h"

#include <algorithm>

#include "glsl/tree/interface.h"

namespace glsl {

void check_compute_groups(CheckContext& context) {
    const StageLayout& own = context.shader().layout;
    const bool sized = std::ranges::any_of(own.group_size, [](int32_t size) { return size >= 0; });
    if (own.derivative_group.empty() || !sized) return;  // another shader of the program may say the size
    const bool quads = own.derivative_group == "derivative_group_quadsNV";
    if (!fits_derivatives(own.derivative_group, own.group_size))
        context.error({}, std::string(own.derivative_group) + " wants work groups " +
                              (quads ? "whose width and height are even" : "of a multiple of four invocations"));
}

void check_fragment_colors(CheckContext& context) {
    if (context.stage() != arbasm::Stage::Fragment) return;
    const Variable *color = nullptr, *data = nullptr, *own = nullptr;
    for (const Variable* variable : context.shader().builtins) {
        if (!variable->written) continue;
        if (variable->name == "gl_FragColor" || variable->name == "gl_SecondaryFragColorEXT") color = variable;
        if (variable->name == "gl_FragData" || variable->name == "gl_SecondaryFragDataEXT") data = variable;
    }
    for (const Variable* variable : context.shader().globals)
        if (variable->written && variable->qualifiers.storage == Storage::Out) own = variable;
    if (color && data)
        context.error(color->where, std::string(color->name) + " and " + std::string(data->name) + " are both written");
    if (own && (color || data))
        context.error(own->where, std::string(own->name) + " and " + std::string((color ? color : data)->name) +
                                      " are both written");
}

void check_framebuffer_reads(CheckContext& context) {
    for (const Variable* variable : context.shader().builtins)
        if (variable->name == "gl_LastFragData" && variable->used && !variable->qualifiers.layout.noncoherent &&
            !holds("EXT_shader_framebuffer_fetch", context.language()))
            context.error(variable->where, "gl_LastFragData has to be declared again as noncoherent",
                          "#extension GL_EXT_shader_framebuffer_fetch : enable");
}

}  // namespace glsl
