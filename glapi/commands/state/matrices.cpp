// Matrix commands (GL 2.1 §2.11.2).
#include <cmath>

#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

// ARB_vertex_blend: MODELVIEW2_ARB and those that follow; the tokens of the first two lie elsewhere.
bool is_further_modelview(GLenum mode) {
    return mode >= GL_MODELVIEW2_ARB && mode < GL_MODELVIEW2_ARB + limits::MAX_VERTEX_UNITS_ARB - 2;
}

MatrixStack* stack_of_mode(State& state, const TextureState& textures, GLenum mode) {
    MatrixState& matrices = state.matrices;
    switch (mode) {
        case GL_MODELVIEW: return &matrices.modelview;
        case GL_MODELVIEW1_ARB: return &matrices.blended[0];
        case GL_PROJECTION: return &matrices.projection;
        case GL_COLOR: return &matrices.color;
        case GL_TEXTURE:
            if (textures.active_unit >= limits::MAX_TEXTURE_COORDS) return nullptr;
            return &matrices.texture[textures.active_unit];
        case GL_MATRIX_PALETTE_ARB: return &matrices.palette[matrices.current_palette];
        default: break;
    }
    if (is_further_modelview(mode)) return &matrices.blended[1 + (mode - GL_MODELVIEW2_ARB)];
    if (mode >= GL_MATRIX0_NV && mode < GL_MATRIX0_NV + limits::MAX_PROGRAM_MATRICES_ARB) {
        return &matrices.program[mode - GL_MATRIX0_NV];
    }
    if (mode >= GL_MATRIX0_ARB && mode < GL_MATRIX0_ARB + limits::MAX_PROGRAM_MATRICES_ARB) {
        return &matrices.program[mode - GL_MATRIX0_ARB];
    }
    return nullptr;
}

// Null (with the error recorded) where the active texture unit has no matrix.
MatrixStack* current_stack(Errors& errors, State& state, const TextureState& textures) {
    MatrixStack* const stack = stack_of_mode(state, textures, state.transform.matrix_mode);
    if (!stack) {
        errors.error(GL_INVALID_OPERATION, "the active texture unit %d has no texture matrix", textures.active_unit);
    }
    return stack;
}

template <typename T>
Matrix from(const T* values) {
    Matrix matrix;
    for (int i = 0; i < 16; ++i) matrix.m[i] = float(values[i]);
    return matrix;
}

void load(Errors& errors, State& state, const TextureState& textures, const Matrix& matrix) {
    if (MatrixStack* stack = current_stack(errors, state, textures)) stack->set(matrix);
}

void multiply(Errors& errors, State& state, const TextureState& textures, const Matrix& matrix) {
    if (MatrixStack* stack = current_stack(errors, state, textures)) stack->set(stack->top() * matrix);
}

Matrix rotation(double angle, double x, double y, double z) {
    const double length = std::sqrt(x * x + y * y + z * z);
    if (length == 0) return {};
    x /= length, y /= length, z /= length;
    const double radians = angle * (M_PI / 180);
    // Right angles come out exact, as applications expect of them.
    const double quarters = angle / 90;
    double s = std::sin(radians), c = std::cos(radians);
    if (quarters == std::floor(quarters) && std::fabs(quarters) < 1e9) {
        const int quarter = int(((int64_t(quarters) % 4) + 4) % 4);
        s = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
        c = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
    }
    const double d = 1 - c;
    const double m[16] = {x * x * d + c,
                          y * x * d + z * s,
                          x * z * d - y * s,
                          0,  //
                          x * y * d - z * s,
                          y * y * d + c,
                          y * z * d + x * s,
                          0,  //
                          x * z * d + y * s,
                          y * z * d - x * s,
                          z * z * d + c,
                          0,  //
                          0,
                          0,
                          0,
                          1};
    return from(m);
}

}  // namespace

namespace commands {

void MatrixMode(Context& context, GLenum mode) {
    const bool known =
        mode == GL_MODELVIEW || mode == GL_PROJECTION || mode == GL_TEXTURE ||
        ((mode == GL_COLOR || mode == GL_MODELVIEW1_ARB || is_further_modelview(mode)) && !context.version.is_es()) ||
        mode == GL_MATRIX_PALETTE_ARB || mode - GL_MATRIX0_NV < GLenum{limits::MAX_PROGRAM_MATRICES_ARB} ||
        (mode >= GL_MATRIX0_ARB && mode < GL_MATRIX0_ARB + limits::MAX_PROGRAM_MATRICES_ARB);
    if (!known) return context.error(GL_INVALID_ENUM, "%s is not a matrix mode", enum_name(mode));
    if (mode == GL_TEXTURE && !stack_of_mode(context.state, context.textures, mode)) {
        return context.error(GL_INVALID_OPERATION, "the active texture unit has no texture matrix");
    }
    context.state.transform.matrix_mode = mode;
}

void PushMatrix(Context& context) {
    MatrixStack* const stack = current_stack(context, context.state, context.textures);
    if (stack && !stack->push()) {
        context.error(GL_STACK_OVERFLOW, "the stack holds %d matrices already", stack->depth());
    }
}

void PopMatrix(Context& context) {
    MatrixStack* const stack = current_stack(context, context.state, context.textures);
    if (stack && !stack->pop()) context.error(GL_STACK_UNDERFLOW, "nothing has been pushed");
}

void Translated(Context& context, GLdouble x, GLdouble y, GLdouble z) {
    const double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
    multiply(context, context.state, context.textures, from(m));
}

void Scaled(Context& context, GLdouble x, GLdouble y, GLdouble z) {
    const double m[16] = {x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1};
    multiply(context, context.state, context.textures, from(m));
}

void Frustum(Context& context, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble zNear,
             GLdouble zFar) {
    if (!(zNear > 0) || !(zFar > 0) || left == right || bottom == top || zNear == zFar) {
        return context.error(GL_INVALID_VALUE, "the volume is empty or reaches behind the eye");
    }
    const double width = right - left, height = top - bottom, depth = zFar - zNear;
    const double m[16] = {2 * zNear / width,
                          0,  //
                          0,
                          0,
                          0,
                          2 * zNear / height,
                          0,
                          0,
                          (right + left) / width,
                          (top + bottom) / height,
                          -(zFar + zNear) / depth,
                          -1,
                          0,
                          0,
                          -2 * zFar * zNear / depth,
                          0};
    multiply(context, context.state, context.textures, from(m));
}

void Ortho(Context& context, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble zNear,
           GLdouble zFar) {
    if (left == right || bottom == top || zNear == zFar) {
        return context.error(GL_INVALID_VALUE, "the volume is empty");
    }
    const double width = right - left, height = top - bottom, depth = zFar - zNear;
    const double m[16] = {2 / width,
                          0,
                          0,
                          0,
                          0,
                          2 / height,
                          0,
                          0,
                          0,
                          0,
                          -2 / depth,
                          0,  //
                          -(right + left) / width,
                          -(top + bottom) / height,
                          -(zFar + zNear) / depth,
                          1};
    multiply(context, context.state, context.textures, from(m));
}

// Mantissas in fixed point with 30 bits, so that nothing of a float is lost.
GLbitfield QueryMatrixxOES(Context& context, GLfixed* mantissa, GLint* exponent) {
    const MatrixStack* const stack = current_stack(context, context.state, context.textures);
    GLbitfield invalid = 0;
    for (int i = 0; stack && i < 16; ++i) {
        const float value = stack->top().m[i];
        int power = 0;
        const double fraction = std::isfinite(value) ? std::frexp(value, &power) : 0;
        if (!std::isfinite(value)) invalid |= 1u << i;
        mantissa[i] = static_cast<GLfixed>(std::ldexp(fraction, 30));
        exponent[i] = fraction == 0 ? 0 : power - 14;
    }
    return invalid;
}

#include "glapi/commands/state/matrices.def"

}  // namespace commands
}  // namespace glapi
