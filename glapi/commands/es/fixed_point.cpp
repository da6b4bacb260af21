// Commands in fixed point (OES_fixed_point, OpenGL ES 1.1): the float commands do the work. Enums and booleans are
// passed as they are.
#include "glapi/commands/es/fixed_point.h"

#include <array>
#include <cmath>
#include <limits>

#include "glapi/commands/lists/record.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"

namespace glapi {

float from_fixed(GLfixed value) { return static_cast<float>(value / 65536.0); }

GLfixed to_fixed(double value) {
    const double scaled = std::floor(value * 65536 + 0.5);
    if (!(scaled > INT32_MIN)) return std::isnan(value) ? 0 : INT32_MIN;
    return scaled >= INT32_MAX ? INT32_MAX : static_cast<GLfixed>(scaled);
}

namespace {

// Whether values of this parameter are enums or booleans.
bool is_choice(GLenum pname) {
    switch (pname) {
        case GL_FOG_MODE:
        case GL_LIGHT_MODEL_TWO_SIDE:
        case GL_TEXTURE_ENV_MODE:
        case GL_COMBINE_RGB:
        case GL_COMBINE_ALPHA:
        case GL_SRC0_RGB:
        case GL_SRC1_RGB:
        case GL_SRC2_RGB:
        case GL_SRC0_ALPHA:
        case GL_SRC1_ALPHA:
        case GL_SRC2_ALPHA:
        case GL_OPERAND0_RGB:
        case GL_OPERAND1_RGB:
        case GL_OPERAND2_RGB:
        case GL_OPERAND0_ALPHA:
        case GL_OPERAND1_ALPHA:
        case GL_OPERAND2_ALPHA:
        case GL_COORD_REPLACE:
        case GL_TEXTURE_GEN_MODE:
        case GL_TEXTURE_MIN_FILTER:
        case GL_TEXTURE_MAG_FILTER:
        case GL_TEXTURE_WRAP_S:
        case GL_TEXTURE_WRAP_T:
        case GL_GENERATE_MIPMAP: return true;
        default: return false;
    }
}

float parameter(GLenum pname, GLfixed value) {
    return is_choice(pname) ? static_cast<float>(value) : from_fixed(value);
}

struct Parameters {
    Parameters(GLenum pname, const GLfixed* values) {
        const int64_t count = lists::parameter_count(pname);
        for (int64_t i = 0; i < count; ++i) v[static_cast<size_t>(i)] = parameter(pname, values[i]);
    }
    std::array<float, 4> v{};
};

// Asks `get` for floats; what it does not write, because of an error, stays.
template <typename Get>
void answer(GLenum pname, GLfixed* values, Get&& get) {
    constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();
    std::array<float, 4> v{unwritten, unwritten, unwritten, unwritten};
    get(v.data());
    for (size_t i = 0; i < v.size() && !std::isnan(v[i]); ++i)
        values[i] = is_choice(pname) ? static_cast<GLfixed>(v[i]) : to_fixed(v[i]);
}

struct FixedMatrix {
    explicit FixedMatrix(const GLfixed* values) {
        for (size_t i = 0; i < m.size(); ++i) m[i] = from_fixed(values[i]);
    }
    std::array<float, 16> m;
};

}  // namespace

namespace commands {

// ---- current values ------------------------------------------------------------------------------------------------

void Color4x(Context& context, GLfixed red, GLfixed green, GLfixed blue, GLfixed alpha) {
    Color4f(context, from_fixed(red), from_fixed(green), from_fixed(blue), from_fixed(alpha));
}
void Normal3x(Context& context, GLfixed nx, GLfixed ny, GLfixed nz) {
    Normal3f(context, from_fixed(nx), from_fixed(ny), from_fixed(nz));
}
void MultiTexCoord4x(Context& context, GLenum texture, GLfixed s, GLfixed t, GLfixed r, GLfixed q) {
    MultiTexCoord4f(context, texture, from_fixed(s), from_fixed(t), from_fixed(r), from_fixed(q));
}

// ---- transformation ------------------------------------------------------------------------------------------------

void LoadMatrixx(Context& context, const GLfixed* m) { LoadMatrixf(context, FixedMatrix(m).m.data()); }
void MultMatrixx(Context& context, const GLfixed* m) { MultMatrixf(context, FixedMatrix(m).m.data()); }
void Rotatex(Context& context, GLfixed angle, GLfixed x, GLfixed y, GLfixed z) {
    Rotatef(context, from_fixed(angle), from_fixed(x), from_fixed(y), from_fixed(z));
}
void Scalex(Context& context, GLfixed x, GLfixed y, GLfixed z) {
    Scalef(context, from_fixed(x), from_fixed(y), from_fixed(z));
}
void Translatex(Context& context, GLfixed x, GLfixed y, GLfixed z) {
    Translatef(context, from_fixed(x), from_fixed(y), from_fixed(z));
}
void Frustumx(Context& context, GLfixed l, GLfixed r, GLfixed b, GLfixed t, GLfixed n, GLfixed f) {
    Frustumf(context, from_fixed(l), from_fixed(r), from_fixed(b), from_fixed(t), from_fixed(n), from_fixed(f));
}
void Orthox(Context& context, GLfixed l, GLfixed r, GLfixed b, GLfixed t, GLfixed n, GLfixed f) {
    Orthof(context, from_fixed(l), from_fixed(r), from_fixed(b), from_fixed(t), from_fixed(n), from_fixed(f));
}
void DepthRangex(Context& context, GLfixed n, GLfixed f) { DepthRangef(context, from_fixed(n), from_fixed(f)); }
void ClipPlanex(Context& context, GLenum plane, const GLfixed* equation) {
    const GLfloat v[] = {from_fixed(equation[0]), from_fixed(equation[1]), from_fixed(equation[2]),
                         from_fixed(equation[3])};
    ClipPlanef(context, plane, v);
}
void GetClipPlanex(Context& context, GLenum plane, GLfixed* equation) {
    answer(GL_NONE, equation, [&](GLfloat* v) { GetClipPlanef(context, plane, v); });
}

// ---- lighting ------------------------------------------------------------------------------------------------------

void Lightx(Context& context, GLenum light, GLenum pname, GLfixed param) {
    Lightf(context, light, pname, parameter(pname, param));
}
void Lightxv(Context& context, GLenum light, GLenum pname, const GLfixed* params) {
    Lightfv(context, light, pname, Parameters(pname, params).v.data());
}
void GetLightxv(Context& context, GLenum light, GLenum pname, GLfixed* params) {
    answer(pname, params, [&](GLfloat* v) { GetLightfv(context, light, pname, v); });
}
void LightModelx(Context& context, GLenum pname, GLfixed param) {
    LightModelf(context, pname, parameter(pname, param));
}
void LightModelxv(Context& context, GLenum pname, const GLfixed* param) {
    LightModelfv(context, pname, Parameters(pname, param).v.data());
}
void Materialx(Context& context, GLenum face, GLenum pname, GLfixed param) {
    Materialf(context, face, pname, parameter(pname, param));
}
void Materialxv(Context& context, GLenum face, GLenum pname, const GLfixed* param) {
    Materialfv(context, face, pname, Parameters(pname, param).v.data());
}
void GetMaterialxv(Context& context, GLenum face, GLenum pname, GLfixed* params) {
    answer(pname, params, [&](GLfloat* v) { GetMaterialfv(context, face, pname, v); });
}

// ---- texturing and fog ---------------------------------------------------------------------------------------------

void TexEnvx(Context& context, GLenum target, GLenum pname, GLfixed param) {
    TexEnvf(context, target, pname, parameter(pname, param));
}
void TexEnvxv(Context& context, GLenum target, GLenum pname, const GLfixed* params) {
    TexEnvfv(context, target, pname, Parameters(pname, params).v.data());
}
void GetTexEnvxv(Context& context, GLenum target, GLenum pname, GLfixed* params) {
    answer(pname, params, [&](GLfloat* v) { GetTexEnvfv(context, target, pname, v); });
}
void TexGenxOES(Context& context, GLenum coord, GLenum pname, GLfixed param) {
    TexGenf(context, coord, pname, parameter(pname, param));
}
void TexGenxvOES(Context& context, GLenum coord, GLenum pname, const GLfixed* params) {
    TexGenfv(context, coord, pname, Parameters(pname, params).v.data());
}
void GetTexGenxvOES(Context& context, GLenum coord, GLenum pname, GLfixed* params) {
    answer(pname, params, [&](GLfloat* v) { GetTexGenfv(context, coord, pname, v); });
}
void TexParameterx(Context& context, GLenum target, GLenum pname, GLfixed param) {
    TexParameterf(context, target, pname, parameter(pname, param));
}
void TexParameterxv(Context& context, GLenum target, GLenum pname, const GLfixed* params) {
    TexParameterfv(context, target, pname, Parameters(pname, params).v.data());
}
void GetTexParameterxv(Context& context, GLenum target, GLenum pname, GLfixed* params) {
    answer(pname, params, [&](GLfloat* v) { GetTexParameterfv(context, target, pname, v); });
}
void Fogx(Context& context, GLenum pname, GLfixed param) { Fogf(context, pname, parameter(pname, param)); }
void Fogxv(Context& context, GLenum pname, const GLfixed* param) {
    Fogfv(context, pname, Parameters(pname, param).v.data());
}

// ---- rasterization and fragments -----------------------------------------------------------------------------------

void PointSizex(Context& context, GLfixed size) { PointSize(context, from_fixed(size)); }
void PointParameterx(Context& context, GLenum pname, GLfixed param) {
    PointParameterf(context, pname, parameter(pname, param));
}
void PointParameterxv(Context& context, GLenum pname, const GLfixed* params) {
    PointParameterfv(context, pname, Parameters(pname, params).v.data());
}
void LineWidthx(Context& context, GLfixed width) { LineWidth(context, from_fixed(width)); }
void PolygonOffsetx(Context& context, GLfixed factor, GLfixed units) {
    PolygonOffset(context, from_fixed(factor), from_fixed(units));
}
void SampleCoveragex(Context& context, GLclampx value, GLboolean invert) {
    SampleCoverage(context, from_fixed(value), invert);
}
void AlphaFuncx(Context& context, GLenum func, GLfixed ref) { AlphaFunc(context, func, from_fixed(ref)); }
void ClearColorx(Context& context, GLfixed red, GLfixed green, GLfixed blue, GLfixed alpha) {
    ClearColor(context, from_fixed(red), from_fixed(green), from_fixed(blue), from_fixed(alpha));
}
void ClearDepthx(Context& context, GLfixed depth) { ClearDepthf(context, from_fixed(depth)); }

}  // namespace commands
}  // namespace glapi
