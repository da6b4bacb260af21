#include "glsl/check/variable_layouts.h"

#include "glsl/tree/interface.h"

namespace glsl {

void check_component(CheckContext& context, const Layout& layout, const Type* type, const std::string& name,
                     Location where) {
    if (layout.component < 0) return;
    const Type* part = innermost(type);
    if (!part->is_basic() || part->is_matrix()) {
        context.error(where, name + ": " + to_string(type) + " can't begin at a component");
        return;
    }
    if (layout.location < 0) context.error(where, name + " has a component and no location");
    const int each = is_wide(part->scalar) ? 2 : 1, most = 4;
    if (each == 2 && (part->rows > 2 || layout.component % 2))
        context.error(where,
                      name + ": " + to_string(part) + " can't begin at component " + std::to_string(layout.component));
    else if (layout.component + part->rows * each > most)
        context.error(where, name + " would go beyond component 3");
}

void check_variable_layout(CheckContext& context, Captures& captures, Qualifiers& qualifiers, const Type* type,
                           const std::string& name, Location where) {
    Layout& layout = qualifiers.layout;
    const Type* part = innermost(type);
    if (context.in_text() || type->is_error() || qualifiers.storage == Storage::Parameter) return;
    if (layout.binding >= 0 && !part->is_opaque())
        context.error(where, name + " is neither a sampler, an image nor a counter, and has no binding");
    if (layout.location >= 0 && part->kind == TypeKind::AtomicCounter)
        context.error(where, name + " is a counter and has no location");
    if (layout.binding >= 0 && (part->is_sampler() || part->is_image()))
        check_binding(context, layout.binding, register_count(type),
                      context.limit(part->is_image() ? "gl_MaxImageUnits" : "gl_MaxCombinedTextureImageUnits"), name,
                      where);
    if (layout.offset >= 0 && part->kind != TypeKind::AtomicCounter)
        context.error(where, name + " is no counter and has no offset");
    if (layout.index >= 0 && layout.location < 0) context.error(where, name + " has an index and no location");
    if (layout.index > 1) context.error(where, name + ": an index is 0 or 1");
    check_component(context, layout, type, name, where);
    if (qualifiers.storage != Storage::Out) return;
    if (layout.xfb_buffer < 0) layout.xfb_buffer = context.shader().layout.xfb_buffer;
    check_stream(context, layout, where);
    captures.add(layout, type, where);
}

void check_binding(CheckContext& context, int32_t binding, int64_t count, int64_t most, const std::string& name,
                   Location where) {
    if (binding + count > most)
        context.error(where, name + " has binding " + std::to_string(binding + count - 1) + ", and there are " +
                                 std::to_string(most));
}

}  // namespace glsl
