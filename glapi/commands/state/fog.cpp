// Fog (GL 2.1 §3.10).
#include "glapi/state/fog.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

void set_fog(Errors& errors, State& state, GLenum pname, const float* v, bool vector) {
    FogState& fog = state.fog;
    const GLenum value = number_to_token(v[0]);
    const auto bad_value = [&] { errors.error(GL_INVALID_ENUM, "%s can't be %s", enum_name(pname), enum_name(value)); };
    switch (pname) {
        case GL_FOG_MODE:
            if (value != GL_LINEAR && value != GL_EXP && value != GL_EXP2) return bad_value();
            fog.mode = value;
            return;
        case GL_FOG_DENSITY:
            if (!(v[0] >= 0)) return errors.error(GL_INVALID_VALUE, "negative density");
            fog.density = v[0];
            return;
        case GL_FOG_START: fog.start = v[0]; return;
        case GL_FOG_END: fog.end = v[0]; return;
        case GL_FOG_INDEX: fog.index = v[0]; return;
        case GL_FOG_COORD_SRC:
            if (value != GL_FOG_COORD && value != GL_FRAGMENT_DEPTH) return bad_value();
            fog.coordinate_source = value;
            return;
        case GL_FOG_DISTANCE_MODE_NV:
            if (value != GL_EYE_RADIAL_NV && value != GL_EYE_PLANE && value != GL_EYE_PLANE_ABSOLUTE_NV) {
                return bad_value();
            }
            fog.distance_mode = value;
            return;
        case GL_FOG_COLOR:
            if (!vector) break;
            for (int i = 0; i < 4; ++i) fog.color.data()[i] = v[i];
            return;
        default: break;
    }
    errors.error(GL_INVALID_ENUM, "%s is no parameter of fog", enum_name(pname));
}

}  // namespace

namespace commands {

void Fogfv(Context& context, GLenum pname, const GLfloat* params) {
    set_fog(context, context.state, pname, params, true);
}
void Fogf(Context& context, GLenum pname, GLfloat param) { set_fog(context, context.state, pname, &param, false); }
void Fogiv(Context& context, GLenum pname, const GLint* params) {
    float v[4] = {float(params[0])};
    if (pname == GL_FOG_COLOR) {
        for (int i = 0; i < 4; ++i) v[i] = normalized_to_float(params[i]);
    }
    set_fog(context, context.state, pname, v, true);
}
void Fogi(Context& context, GLenum pname, GLint param) {
    const float v = float(param);
    set_fog(context, context.state, pname, &v, false);
}

}  // namespace commands
}  // namespace glapi
