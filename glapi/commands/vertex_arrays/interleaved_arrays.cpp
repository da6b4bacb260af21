// InterleavedArrays: several arrays of one format.
#include "glapi/context.h"
#include "glapi/generated/commands.h"

namespace glapi::commands {

void InterleavedArrays(Context& context, GLenum format, GLsizei stride, const void* pointer) {
    // GL 2.1 table 2.5. Offsets and sizes in floats, but colours of unsigned bytes take one float.
    struct Layout {
        GLenum format;
        int texture, color, vertex;  // components; 0: none
        bool normal, byte_color;
    };
    static constexpr Layout layouts[] = {
        {GL_V2F, 0, 0, 2, false, false},
        {GL_V3F, 0, 0, 3, false, false},
        {GL_C4UB_V2F, 0, 4, 2, false, true},
        {GL_C4UB_V3F, 0, 4, 3, false, true},
        {GL_C3F_V3F, 0, 3, 3, false, false},
        {GL_N3F_V3F, 0, 0, 3, true, false},
        {GL_C4F_N3F_V3F, 0, 4, 3, true, false},
        {GL_T2F_V3F, 2, 0, 3, false, false},
        {GL_T4F_V4F, 4, 0, 4, false, false},
        {GL_T2F_C4UB_V3F, 2, 4, 3, false, true},
        {GL_T2F_C3F_V3F, 2, 3, 3, false, false},
        {GL_T2F_N3F_V3F, 2, 0, 3, true, false},
        {GL_T2F_C4F_N3F_V3F, 2, 4, 3, true, false},
        {GL_T4F_C4F_N3F_V4F, 4, 4, 4, true, false},
    };
    const Layout* layout = nullptr;
    for (const Layout& candidate : layouts)
        if (candidate.format == format) layout = &candidate;
    if (!layout) return context.error(GL_INVALID_ENUM, "0x%x is not a format", format);
    if (stride < 0) return context.error(GL_INVALID_VALUE, "stride is negative");
    const int color_floats = layout->byte_color ? 1 : layout->color;
    const int normal_floats = layout->normal ? 3 : 0;
    if (stride == 0) stride = 4 * (layout->texture + color_floats + normal_floats + layout->vertex);
    const char* element = static_cast<const char*>(pointer);
    DisableClientState(context, GL_EDGE_FLAG_ARRAY);
    DisableClientState(context, GL_INDEX_ARRAY);
    DisableClientState(context, GL_SECONDARY_COLOR_ARRAY);
    DisableClientState(context, GL_FOG_COORD_ARRAY);
    DisableClientState(context, GL_WEIGHT_ARRAY_ARB);
    auto array = [&](GLenum token, int floats, auto&& set) {
        if (floats == 0) return DisableClientState(context, token);
        EnableClientState(context, token);
        set(element);
        element += 4 * floats;
    };
    array(GL_TEXTURE_COORD_ARRAY, layout->texture,
          [&](const void* p) { TexCoordPointer(context, layout->texture, GL_FLOAT, stride, p); });
    array(GL_COLOR_ARRAY, color_floats, [&](const void* p) {
        ColorPointer(context, layout->color, layout->byte_color ? GL_UNSIGNED_BYTE : GL_FLOAT, stride, p);
    });
    array(GL_NORMAL_ARRAY, normal_floats, [&](const void* p) { NormalPointer(context, GL_FLOAT, stride, p); });
    array(GL_VERTEX_ARRAY, layout->vertex,
          [&](const void* p) { VertexPointer(context, layout->vertex, GL_FLOAT, stride, p); });
}

}  // namespace glapi::commands
