#include <array>
#include <climits>
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/test_window.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CurrentContext;

// GL 2.1 §6.1.2: what each Get makes of a colour, a float, an integer and a boolean.
TEST(Get, ConvertsNormalizedFloats) {
    CurrentContext context;
    commands::BlendColor(*context, 1, 0.5f, 0, 2);
    GLint integers[4];
    commands::GetIntegerv(*context, GL_BLEND_COLOR, integers);
    EXPECT_EQ(integers[0], INT_MAX);
    EXPECT_NEAR(integers[1], INT_MAX / 2, 1);
    EXPECT_EQ(integers[2], 0);
    EXPECT_EQ(integers[3], INT_MAX) << "clamped while fragment colours are";
    GLboolean booleans[4];
    commands::GetBooleanv(*context, GL_BLEND_COLOR, booleans);
    EXPECT_TRUE(booleans[1]);
    EXPECT_FALSE(booleans[2]);
    GLdouble doubles[4];
    commands::GetDoublev(*context, GL_BLEND_COLOR, doubles);
    EXPECT_EQ(doubles[1], 0.5);
    GLint64 longs[2];
    commands::GetInteger64v(*context, GL_DEPTH_RANGE, longs);
    EXPECT_EQ(longs[0], 0);
    EXPECT_EQ(longs[1], INT_MAX);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(Get, RoundsFloats) {
    CurrentContext context;
    GLint value = 0;
    commands::LineWidth(*context, 2.6f);
    commands::GetIntegerv(*context, GL_LINE_WIDTH, &value);
    EXPECT_EQ(value, 3);
    commands::Fogf(*context, GL_FOG_END, 1e20f);
    commands::GetIntegerv(*context, GL_FOG_END, &value);
    EXPECT_EQ(value, INT_MAX);
}

TEST(Get, ConvertsIntegersAndBooleans) {
    CurrentContext context;
    GLfloat number = 0;
    commands::GetFloatv(*context, GL_DEPTH_FUNC, &number);
    EXPECT_EQ(number, float(GL_LESS));
    commands::GetFloatv(*context, GL_DITHER, &number);
    EXPECT_EQ(number, 1);
    commands::StencilMask(*context, ~0u);
    GLint mask = 0;
    commands::GetIntegerv(*context, GL_STENCIL_WRITEMASK, &mask);
    EXPECT_EQ(mask, -1) << "masks keep their bits";
    GLboolean boolean = GL_TRUE;
    commands::GetBooleanv(*context, GL_STENCIL_CLEAR_VALUE, &boolean);
    EXPECT_FALSE(boolean);
}

TEST(Get, ReadsIndexedState) {
    CurrentContext context;
    commands::ColorMaski(*context, 2, GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    GLboolean mask[4];
    commands::GetBooleani_v(*context, GL_COLOR_WRITEMASK, 2, mask);
    EXPECT_TRUE(mask[0] && !mask[1] && mask[2] && !mask[3]);
    commands::GetBooleanv(*context, GL_COLOR_WRITEMASK, mask);
    EXPECT_TRUE(mask[0] && mask[1] && mask[2] && mask[3]);
    commands::Enablei(*context, GL_BLEND, 1);
    GLint enabled = 0;
    commands::GetIntegeri_v(*context, GL_BLEND, 1, &enabled);
    EXPECT_EQ(enabled, 1);
    EXPECT_FALSE(commands::IsEnabledi(*context, GL_BLEND, 0));
    EXPECT_FALSE(commands::IsEnabled(*context, GL_BLEND));
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    commands::GetIntegeri_v(*context, GL_BLEND, 8, &enabled);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    commands::GetIntegeri_v(*context, GL_DEPTH_TEST, 0, &enabled);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

TEST(Get, KnowsWhatUnitsLack) {
    CurrentContext context;
    commands::ActiveTexture(*context, GL_TEXTURE0 + limits::MAX_TEXTURE_COORDS);
    GLfloat matrix[16];
    commands::GetFloatv(*context, GL_TEXTURE_MATRIX, matrix);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    commands::Enable(*context, GL_TEXTURE_2D);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    commands::TexGeni(*context, GL_S, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    GLint unknown = 77;
    commands::GetIntegerv(*context, GL_TEXTURE_ENV_MODE, &unknown);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    EXPECT_EQ(unknown, 77) << "nothing is written after an error";
}

// ATI_meminfo, NVX_gpu_memory_info: one pool, which is the machine's memory.
TEST(Get, Memory) {
    testing::CurrentContext gl;
    GLint total = 0, available = 0;
    commands::GetIntegerv(*gl, GL_GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX, &total);
    commands::GetIntegerv(*gl, GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, &available);
    EXPECT_GT(available, 0);
    EXPECT_GE(total, available);
    for (const GLenum token : {GL_VBO_FREE_MEMORY_ATI, GL_TEXTURE_FREE_MEMORY_ATI, GL_RENDERBUFFER_FREE_MEMORY_ATI}) {
        std::array<GLint, 5> values{-1, -1, -1, -1, -1};
        commands::GetIntegerv(*gl, token, values.data());
        EXPECT_GT(values[0], 0);
        EXPECT_LE(values[0], total);
        EXPECT_EQ(values[1], values[0]);
        EXPECT_EQ(values[2], 0);
        EXPECT_EQ(values[3], 0);
        EXPECT_EQ(values[4], -1) << "four values";
    }
}

// MESA_window_pos: the forms of four coordinates, in lists, too.
TEST(Get, WindowPositionsOfFourCoordinates) {
    testing::CurrentContext gl;
    const GLshort shorts[] = {9, 10, 1, 4};
    ::glNewList(1, GL_COMPILE);
    ::glWindowPos4svMESA(shorts);
    ::glEndList();
    commands::WindowPos4fMESA(*gl, 3, 5, 0.25f, 2);
    std::array<GLfloat, 4> position;
    commands::GetFloatv(*gl, GL_CURRENT_RASTER_POSITION, position.data());
    EXPECT_EQ(position, (std::array<GLfloat, 4>{3, 5, 0.25f, 2}));
    ::glCallList(1);
    commands::GetFloatv(*gl, GL_CURRENT_RASTER_POSITION, position.data());
    EXPECT_EQ(position, (std::array<GLfloat, 4>{9, 10, 1, 4}));
    commands::WindowPos3f(*gl, 3, 5, 0.25f);
    commands::GetFloatv(*gl, GL_CURRENT_RASTER_POSITION, position.data());
    EXPECT_EQ(position[3], 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// Masks are unsigned: as numbers with a fraction all ones are not -1.
TEST(Get, MasksAreNotNegative) {
    CurrentContext context;
    for (const GLenum token : {GL_STENCIL_VALUE_MASK, GL_STENCIL_BACK_VALUE_MASK, GL_STENCIL_WRITEMASK,
                               GL_STENCIL_BACK_WRITEMASK, GL_INDEX_WRITEMASK}) {
        GLfloat number = 0;
        GLdouble wide = 0;
        GLint64 integer = 0;
        GLint bits = 0;
        commands::GetFloatv(*context, token, &number);
        commands::GetDoublev(*context, token, &wide);
        commands::GetInteger64v(*context, token, &integer);
        commands::GetIntegerv(*context, token, &bits);
        EXPECT_EQ(number, 4294967296.0f) << token;
        EXPECT_EQ(wide, 4294967295.0) << token;
        EXPECT_EQ(integer, 0xffffffff) << token;
        EXPECT_EQ(bits, -1) << token;
    }
    // But for the words of the sample mask, as dEQP asks for them.
    GLfloat number = 0;
    commands::GetFloati_v(*context, GL_SAMPLE_MASK_VALUE, 0, &number);
    EXPECT_EQ(number, -1.0f);
}

TEST(Get, RobustAccessOfAllProfiles) {
    for (const bool wanted : {false, true}) {
        ContextRequest request;
        request.robust_access = wanted;
        CurrentContext context(64, 64, {}, request);
        GLboolean value = 2;
        ::glGetBooleanv(GL_CONTEXT_ROBUST_ACCESS, &value);
        EXPECT_EQ(value, GLboolean(wanted));
        request.api = Api::OpenGlEs;
        request.major = 2;
        CurrentContext es(64, 64, {}, request);
        GLint number = 2;
        ::glGetIntegerv(GL_CONTEXT_ROBUST_ACCESS, &number);
        EXPECT_EQ(number, GLint(wanted));
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    }
    testing::CoreContext core(45);
    GLint number = 2;
    ::glGetIntegerv(GL_CONTEXT_ROBUST_ACCESS, &number);
    EXPECT_EQ(number, 0);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

// ES 3.2 §11.3.4.5 has no PROVOKING_VERTEX among the answers.
TEST(Get, LayersOfOpenGlEsNameTheirConvention) {
    GLint convention = 0;
    {
        testing::Es2Context es;
        ::glGetIntegerv(GL_LAYER_PROVOKING_VERTEX, &convention);
        EXPECT_EQ(GLenum(convention), GLenum{GL_LAST_VERTEX_CONVENTION});
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    }
    testing::CoreContext core(46);
    ::glGetIntegerv(GL_LAYER_PROVOKING_VERTEX, &convention);
    EXPECT_EQ(GLenum(convention), GLenum{GL_PROVOKING_VERTEX});
}

}  // namespace
}  // namespace glapi
