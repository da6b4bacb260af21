#include "glapi/commands/immediate/attribute_values.h"

#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"

namespace glapi {

bool unpack_vertex(Errors& errors, GLenum type, bool normalized, bool floats, GLuint value, float out[4]) {
    if (floats && type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
        out[0] = runtime::small_float_to_float<6>(value & 0x7ff);
        out[1] = runtime::small_float_to_float<6>(value >> 11 & 0x7ff);
        out[2] = runtime::small_float_to_float<5>(value >> 22);
        out[3] = 1;
        return true;
    }
    const uint32_t fields[4] = {value & 0x3ff, value >> 10 & 0x3ff, value >> 20 & 0x3ff, value >> 30};
    for (int i = 0; i < 4; ++i) {
        const int bits = i < 3 ? 10 : 2;
        if (type == GL_UNSIGNED_INT_2_10_10_10_REV) {
            out[i] = static_cast<float>(fields[i]);
            if (normalized) out[i] /= static_cast<float>((1 << bits) - 1);
        } else if (type == GL_INT_2_10_10_10_REV) {
            const int32_t field = static_cast<int32_t>(fields[i] << (32 - bits)) >> (32 - bits);
            out[i] = static_cast<float>(field);
            if (normalized) out[i] = static_cast<float>(runtime::normalized(field, (1 << (bits - 1)) - 1));
        } else {
            errors.error(GL_INVALID_ENUM, "0x%x is not a packed vertex type", type);
            return false;
        }
    }
    return true;
}

namespace commands {

// The other forms are generated: glapi/registry/attribute_commands.py.
void Rectf(Context& context, GLfloat x1, GLfloat y1, GLfloat x2, GLfloat y2) {
    if (context.immediate.inside) return context.error(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
    Begin(context, GL_POLYGON);
    if (!context.immediate.inside) return;
    Vertex2f(context, x1, y1);
    Vertex2f(context, x2, y1);
    Vertex2f(context, x2, y2);
    Vertex2f(context, x1, y2);
    End(context);
}

}  // namespace commands
}  // namespace glapi
