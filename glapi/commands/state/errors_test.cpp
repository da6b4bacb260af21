// What is refused: a command per row, with the error the specification names.
#include <functional>
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/registry/enum_names.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

struct Case {
    const char* text;
    GLenum error;
    void (*call)();
};

#define REFUSED(error, call)       \
    Case {                         \
#call, error, [] { call; } \
    }

constexpr GLfloat floats[16] = {};
constexpr GLint integers[16] = {};

const Case cases[] = {
    REFUSED(GL_INVALID_ENUM, ::glEnable(GL_RGBA)),
    REFUSED(GL_INVALID_ENUM, ::glDisable(GL_LIGHT0 + 8)),
    REFUSED(GL_INVALID_ENUM, ::glIsEnabled(GL_RGBA)),
    REFUSED(GL_INVALID_ENUM, ::glEnablei(GL_DEPTH_TEST, 0)),
    REFUSED(GL_INVALID_VALUE, ::glEnablei(GL_BLEND, 8)),
    REFUSED(GL_INVALID_ENUM, ::glAlphaFunc(GL_ZERO, 0)),
    REFUSED(GL_INVALID_ENUM, ::glBlendFunc(GL_LESS, GL_ONE)),
    REFUSED(GL_INVALID_ENUM, ::glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ONE, GL_FUNC_ADD)),
    REFUSED(GL_INVALID_VALUE, ::glBlendFunci(8, GL_ONE, GL_ONE)),
    REFUSED(GL_INVALID_ENUM, ::glBlendEquation(GL_ONE)),
    REFUSED(GL_INVALID_ENUM, ::glBlendEquationSeparate(GL_FUNC_ADD, GL_ADD)),
    REFUSED(GL_INVALID_VALUE, ::glColorMaski(8, 1, 1, 1, 1)),
    REFUSED(GL_INVALID_ENUM, ::glLogicOp(GL_SET + 1)),
    REFUSED(GL_INVALID_ENUM, ::glDepthFunc(GL_ALWAYS + 1)),
    REFUSED(GL_INVALID_VALUE, ::glDepthBoundsEXT(0.75, 0.25)),
    REFUSED(GL_INVALID_ENUM, ::glStencilFunc(GL_KEEP, 0, 1)),
    REFUSED(GL_INVALID_ENUM, ::glStencilFuncSeparate(GL_LEFT, GL_LESS, 0, 1)),
    REFUSED(GL_INVALID_ENUM, ::glStencilOp(GL_KEEP, GL_KEEP, GL_LESS)),
    REFUSED(GL_INVALID_ENUM, ::glStencilOpSeparate(GL_NONE, GL_KEEP, GL_KEEP, GL_KEEP)),
    REFUSED(GL_INVALID_ENUM, ::glStencilMaskSeparate(GL_NONE, 1)),
    REFUSED(GL_INVALID_ENUM, ::glActiveStencilFaceEXT(GL_FRONT_AND_BACK)),
    REFUSED(GL_INVALID_VALUE, ::glViewport(0, 0, -1, 1)),
    REFUSED(GL_INVALID_VALUE, ::glViewportIndexedf(16, 0, 0, 1, 1)),
    REFUSED(GL_INVALID_VALUE, ::glViewportIndexedf(0, 0, 0, -1, 1)),
    REFUSED(GL_INVALID_VALUE, ::glDepthRangeIndexed(16, 0, 1)),
    REFUSED(GL_INVALID_VALUE, ::glScissor(0, 0, 1, -1)),
    REFUSED(GL_INVALID_VALUE, ::glScissorArrayv(15, 2, integers)),
    REFUSED(GL_INVALID_ENUM, ::glClipPlane(GL_CLIP_PLANE0 + 8, nullptr)),
    REFUSED(GL_INVALID_ENUM, ::glMatrixMode(GL_MODELVIEW_MATRIX)),
    REFUSED(GL_STACK_UNDERFLOW, ::glPopMatrix()),
    REFUSED(GL_INVALID_VALUE, ::glFrustum(-1, 1, -1, 1, 0, 1)),
    REFUSED(GL_INVALID_VALUE, ::glOrtho(-1, 1, 2, 2, 0, 1)),
    REFUSED(GL_INVALID_ENUM, ::glLightf(GL_LIGHT0 + 8, GL_SPOT_CUTOFF, 10)),
    REFUSED(GL_INVALID_ENUM, ::glLightf(GL_LIGHT0, GL_DIFFUSE, 1)),
    REFUSED(GL_INVALID_ENUM, ::glLightfv(GL_LIGHT0, GL_SHININESS, floats)),
    REFUSED(GL_INVALID_VALUE, ::glLightf(GL_LIGHT0, GL_SPOT_CUTOFF, 91)),
    REFUSED(GL_INVALID_VALUE, ::glLightf(GL_LIGHT0, GL_SPOT_EXPONENT, 129)),
    REFUSED(GL_INVALID_VALUE, ::glLightf(GL_LIGHT0, GL_LINEAR_ATTENUATION, -1)),
    REFUSED(GL_INVALID_ENUM, ::glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_AMBIENT)),
    REFUSED(GL_INVALID_ENUM, ::glMaterialfv(GL_LEFT, GL_DIFFUSE, floats)),
    REFUSED(GL_INVALID_ENUM, ::glMaterialfv(GL_FRONT, GL_POSITION, floats)),
    REFUSED(GL_INVALID_VALUE, ::glMaterialf(GL_FRONT, GL_SHININESS, 128.5f)),
    REFUSED(GL_INVALID_ENUM, ::glGetMaterialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, nullptr)),
    REFUSED(GL_INVALID_ENUM, ::glColorMaterial(GL_FRONT, GL_SHININESS)),
    REFUSED(GL_INVALID_ENUM, ::glShadeModel(GL_FILL)),
    REFUSED(GL_INVALID_ENUM, ::glProvokingVertex(GL_FLAT)),
    REFUSED(GL_INVALID_ENUM, ::glClampColor(GL_CLAMP_READ_COLOR, GL_CLAMP)),
    REFUSED(GL_INVALID_ENUM, ::glFogi(GL_FOG_MODE, GL_FASTEST)),
    REFUSED(GL_INVALID_VALUE, ::glFogf(GL_FOG_DENSITY, -0.5f)),
    REFUSED(GL_INVALID_ENUM, ::glFogf(GL_FOG_COLOR, 1)),
    REFUSED(GL_INVALID_ENUM, ::glFogi(GL_FOG_COORD_SRC, GL_FOG)),
    REFUSED(GL_INVALID_ENUM, ::glTexEnvi(GL_TEXTURE_2D, GL_TEXTURE_ENV_MODE, GL_MODULATE)),
    REFUSED(GL_INVALID_ENUM, ::glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_CLAMP)),
    REFUSED(GL_INVALID_ENUM, ::glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_DOT3_RGB)),
    REFUSED(GL_INVALID_ENUM, ::glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_DOT3_RGB_EXT)),
    REFUSED(GL_NO_ERROR, ::glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_DOT3_RGB_EXT)),
    REFUSED(GL_INVALID_ENUM, ::glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_ALPHA, GL_SRC_COLOR)),
    REFUSED(GL_INVALID_VALUE, ::glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 3)),
    REFUSED(GL_INVALID_ENUM, ::glTexEnvf(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, 1)),
    REFUSED(GL_INVALID_ENUM, ::glTexGeni(GL_R, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP)),
    REFUSED(GL_INVALID_ENUM, ::glTexGeni(GL_Q, GL_TEXTURE_GEN_MODE, GL_REFLECTION_MAP)),
    REFUSED(GL_INVALID_ENUM, ::glTexGeni(GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR)),
    REFUSED(GL_INVALID_VALUE, ::glPointSize(0)),
    REFUSED(GL_INVALID_VALUE, ::glPointParameterf(GL_POINT_SIZE_MIN, -1)),
    REFUSED(GL_INVALID_ENUM, ::glPointParameterf(GL_POINT_DISTANCE_ATTENUATION, 1)),
    REFUSED(GL_INVALID_VALUE, ::glLineWidth(-1)),
    REFUSED(GL_INVALID_ENUM, ::glCullFace(GL_CCW)),
    REFUSED(GL_INVALID_ENUM, ::glFrontFace(GL_FRONT)),
    REFUSED(GL_INVALID_ENUM, ::glPolygonMode(GL_FRONT, GL_LINES)),
    REFUSED(GL_INVALID_ENUM, ::glPolygonMode(GL_LEFT, GL_LINE)),
    REFUSED(GL_INVALID_VALUE, ::glSampleMaski(1, 1)),
    REFUSED(GL_INVALID_ENUM, ::glHint(GL_FOG, GL_NICEST)),
    REFUSED(GL_INVALID_ENUM, ::glHint(GL_FOG_HINT, GL_SMOOTH)),
    REFUSED(GL_INVALID_ENUM, ::glGetString(GL_SMOOTH)),
    REFUSED(GL_INVALID_ENUM, ::glGetStringi(GL_VENDOR, 0)),
    REFUSED(GL_INVALID_VALUE, ::glGetStringi(GL_EXTENSIONS, 100000)),
    REFUSED(GL_INVALID_ENUM, ::glGetPointerv(GL_SMOOTH, nullptr)),
    REFUSED(GL_INVALID_ENUM, ::glFenceSync(GL_SYNC_FENCE, 0)),
    REFUSED(GL_INVALID_VALUE, ::glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 1)),
    REFUSED(GL_INVALID_VALUE, ::glDeleteSync(reinterpret_cast<GLsync>(uintptr_t{16}))),
    REFUSED(GL_INVALID_VALUE, ::glGenLists(-1)),
    REFUSED(GL_INVALID_VALUE, ::glDeleteLists(1, -1)),
    REFUSED(GL_INVALID_VALUE, ::glCallLists(-1, GL_UNSIGNED_BYTE, nullptr)),
    REFUSED(GL_INVALID_OPERATION, ::glEndList()),
};
#undef REFUSED

TEST(Errors, ByTable) {
    CurrentContext context;
    for (const Case& row : cases) {
        row.call();
        const GLenum error = ::glGetError();
        EXPECT_EQ(error, row.error) << row.text << ": " << enum_name(error) << ", expected " << enum_name(row.error);
    }
}

}  // namespace
}  // namespace glapi
