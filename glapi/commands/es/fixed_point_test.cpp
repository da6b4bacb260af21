// Commands in fixed point (OES_fixed_point) and in single precision beside what they set and what queries say.
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <span>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using testing::EsContext;
using testing::fixed;

// Each command in fixed point beside what it leaves, in floats.
using Values = std::vector<float>;
using Query = std::function<Values()>;
struct Row {
    std::function<void()> set;
    Query get;
    Values expected;
};

// The first `count` values that `get` writes.
Query query(size_t count, const std::function<void(GLfloat*)>& get) {
    return [=] {
        Values v(16);
        get(v.data());
        v.resize(count);
        return v;
    };
}
Query state(GLenum token, size_t count) {
    return query(count, [=](GLfloat* v) { ::glGetFloatv(token, v); });
}
Query light(GLenum pname, size_t count) {
    return query(count, [=](GLfloat* v) { ::glGetLightfv(GL_LIGHT1, pname, v); });
}
Query material(GLenum pname, size_t count) {
    return query(count, [=](GLfloat* v) { ::glGetMaterialfv(GL_FRONT, pname, v); });
}
Query environment(GLenum target, GLenum pname, size_t count) {
    return query(count, [=](GLfloat* v) { ::glGetTexEnvfv(target, pname, v); });
}
Query texture(GLenum pname, size_t count) {
    return query(count, [=](GLfloat* v) { ::glGetTexParameterfv(GL_TEXTURE_2D, pname, v); });
}

void expect_rows(const EsContext& context, std::span<const Row> rows) {
    int number = 0;
    for (const Row& row : rows) {
        row.set();
        const Values values = row.get();
        ASSERT_EQ(context.error(), GLenum{GL_NO_ERROR}) << "row " << number;
        for (size_t i = 0; i < row.expected.size(); ++i)
            EXPECT_NEAR(values[i], row.expected[i], 1e-6) << "row " << number << ", value " << i;
        ++number;
    }
}

constexpr GLfixed quarters[] = {fixed(0.25), fixed(0.5), fixed(0.75), fixed(1)};

TEST(EsFixedPoint, SetsCurrentValuesAndFragmentsAsFloatsWould) {
    EsContext context;
    const Row rows[] = {
        {[] { ::glAlphaFuncx(GL_LESS, fixed(0.25)); }, state(GL_ALPHA_TEST_REF, 1), {0.25f}},
        {[] { ::glClearColorx(fixed(0.25), fixed(0.5), fixed(0.75), fixed(1)); },
         state(GL_COLOR_CLEAR_VALUE, 4),
         {0.25f, 0.5f, 0.75f, 1}},
        {[] { ::glClearDepthx(fixed(0.5)); }, state(GL_DEPTH_CLEAR_VALUE, 1), {0.5f}},
        {[] { ::glClearDepthf(0.25f); }, state(GL_DEPTH_CLEAR_VALUE, 1), {0.25f}},
        {[] { ::glColor4x(fixed(0.5), fixed(0.25), 0, fixed(1)); }, state(GL_CURRENT_COLOR, 4), {0.5f, 0.25f, 0, 1}},
        {[] { ::glDepthRangex(fixed(0.25), fixed(0.75)); }, state(GL_DEPTH_RANGE, 2), {0.25f, 0.75f}},
        {[] { ::glDepthRangef(0.5f, 1); }, state(GL_DEPTH_RANGE, 2), {0.5f, 1}},
        {[] { ::glFogx(GL_FOG_DENSITY, fixed(2.5)); }, state(GL_FOG_DENSITY, 1), {2.5f}},
        {[] { ::glFogx(GL_FOG_MODE, GL_LINEAR); }, state(GL_FOG_MODE, 1), {float(GL_LINEAR)}},
        {[] { ::glFogxv(GL_FOG_COLOR, quarters); }, state(GL_FOG_COLOR, 4), {0.25f, 0.5f, 0.75f, 1}},
        {[] { ::glLineWidthx(fixed(3.5)); }, state(GL_LINE_WIDTH, 1), {3.5f}},
        {[] { ::glNormal3x(fixed(0.25), fixed(0.5), fixed(-1)); }, state(GL_CURRENT_NORMAL, 3), {0.25f, 0.5f, -1}},
        {[] { ::glMultiTexCoord4x(GL_TEXTURE0, fixed(2), fixed(-3.5), 0, fixed(1)); },
         state(GL_CURRENT_TEXTURE_COORDS, 4),
         {2, -3.5f, 0, 1}},
        {[] { ::glPointSizex(fixed(7.25)); }, state(GL_POINT_SIZE, 1), {7.25f}},
        {[] { ::glPointParameterx(GL_POINT_SIZE_MIN, fixed(2)); }, state(GL_POINT_SIZE_MIN, 1), {2}},
        {[] { ::glPointParameterxv(GL_POINT_DISTANCE_ATTENUATION, quarters); },
         state(GL_POINT_DISTANCE_ATTENUATION, 3),
         {0.25f, 0.5f, 0.75f}},
        {[] { ::glPolygonOffsetx(fixed(-1.5), fixed(2)); }, state(GL_POLYGON_OFFSET_FACTOR, 1), {-1.5f}},
        {[] {}, state(GL_POLYGON_OFFSET_UNITS, 1), {2}},
        {[] { ::glSampleCoveragex(fixed(0.75), GL_TRUE); }, state(GL_SAMPLE_COVERAGE_VALUE, 1), {0.75f}},
        {[] {}, state(GL_SAMPLE_COVERAGE_INVERT, 1), {1}},
    };
    expect_rows(context, rows);
}

TEST(EsFixedPoint, SetsMatricesAsFloatsWould) {
    EsContext context;
    static constexpr GLfixed matrix[] = {fixed(2), 0, 0,           0, 0,          fixed(3),     0, 0,
                                         0,        0, fixed(-4.5), 0, fixed(1.5), fixed(-0.25), 0, fixed(1)};
    const Values diagonal{2, 0, 0, 0, 0, 3, 0, 0, 0, 0, -4.5f, 0, 1.5f, -0.25f, 0, 1};
    const Row rows[] = {
        {[] { ::glLoadMatrixx(matrix); }, state(GL_MODELVIEW_MATRIX, 16), diagonal},
        {[] {
             ::glLoadIdentity();
             ::glMultMatrixx(matrix);
         },
         state(GL_MODELVIEW_MATRIX, 16), diagonal},
        {[] {
             ::glLoadIdentity();
             ::glScalex(fixed(2), fixed(0.5), fixed(-1));
         },
         state(GL_MODELVIEW_MATRIX, 16),
         {2, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}},
        {[] {
             ::glLoadIdentity();
             ::glTranslatex(fixed(2), fixed(0.5), fixed(-1));
         },
         state(GL_MODELVIEW_MATRIX, 16),
         {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0.5f, -1, 1}},
        {[] {
             ::glLoadIdentity();
             ::glRotatex(fixed(90), 0, 0, fixed(1));
         },
         state(GL_MODELVIEW_MATRIX, 16),
         {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
        {[] {
             ::glLoadIdentity();
             ::glOrthox(0, fixed(4), 0, fixed(2), fixed(-1), fixed(1));
         },
         state(GL_MODELVIEW_MATRIX, 16),
         {0.5f, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, -1, -1, 0, 1}},
        {[] {
             ::glLoadIdentity();
             ::glOrthof(0, 4, 0, 2, -1, 1);
         },
         state(GL_MODELVIEW_MATRIX, 16),
         {0.5f, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, -1, -1, 0, 1}},
        {[] {
             ::glLoadIdentity();
             ::glFrustumx(fixed(-1), fixed(1), fixed(-1), fixed(1), fixed(1), fixed(3));
         },
         state(GL_MODELVIEW_MATRIX, 16),
         {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -1, 0, 0, -3, 0}},
        {[] {
             ::glLoadIdentity();
             ::glFrustumf(-1, 1, -1, 1, 1, 3);
         },
         state(GL_MODELVIEW_MATRIX, 16),
         {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -1, 0, 0, -3, 0}},
    };
    expect_rows(context, rows);
}

TEST(EsFixedPoint, SetsLightingAndTexturesAsFloatsWould) {
    EsContext context;
    const Row rows[] = {
        {[] { ::glLightx(GL_LIGHT1, GL_SPOT_EXPONENT, fixed(12.5)); }, light(GL_SPOT_EXPONENT, 1), {12.5f}},
        {[] { ::glLightxv(GL_LIGHT1, GL_POSITION, quarters); }, light(GL_POSITION, 4), {0.25f, 0.5f, 0.75f, 1}},
        {[] { ::glLightxv(GL_LIGHT1, GL_SPOT_DIRECTION, quarters); },
         light(GL_SPOT_DIRECTION, 3),
         {0.25f, 0.5f, 0.75f}},
        {[] { ::glLightModelx(GL_LIGHT_MODEL_TWO_SIDE, GL_TRUE); }, state(GL_LIGHT_MODEL_TWO_SIDE, 1), {1}},
        {[] { ::glLightModelxv(GL_LIGHT_MODEL_AMBIENT, quarters); },
         state(GL_LIGHT_MODEL_AMBIENT, 4),
         {0.25f, 0.5f, 0.75f, 1}},
        {[] { ::glMaterialx(GL_FRONT_AND_BACK, GL_SHININESS, fixed(20)); }, material(GL_SHININESS, 1), {20}},
        {[] { ::glMaterialxv(GL_FRONT_AND_BACK, GL_EMISSION, quarters); },
         material(GL_EMISSION, 4),
         {0.25f, 0.5f, 0.75f, 1}},
        {[] { ::glTexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE); },
         environment(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, 1),
         {float(GL_COMBINE)}},
        {[] { ::glTexEnvx(GL_TEXTURE_ENV, GL_RGB_SCALE, fixed(2)); },
         environment(GL_TEXTURE_ENV, GL_RGB_SCALE, 1),
         {2}},
        {[] { ::glTexEnvx(GL_POINT_SPRITE_OES, GL_COORD_REPLACE_OES, GL_TRUE); },
         environment(GL_POINT_SPRITE_OES, GL_COORD_REPLACE_OES, 1),
         {1}},
        {[] { ::glTexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, quarters); },
         environment(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, 4),
         {0.25f, 0.5f, 0.75f, 1}},
        {[] { ::glTexParameterx(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE); },
         texture(GL_TEXTURE_WRAP_S, 1),
         {float(GL_CLAMP_TO_EDGE)}},
        {[] {
             const GLfixed filter = GL_LINEAR;
             ::glTexParameterxv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &filter);
         },
         texture(GL_TEXTURE_MIN_FILTER, 1),
         {float(GL_LINEAR)}},
        {[] {
             const GLfixed crop[] = {fixed(1), fixed(2), fixed(30), fixed(-40)};
             ::glTexParameterxv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, crop);
         },
         texture(GL_TEXTURE_CROP_RECT_OES, 4),
         {1, 2, 30, -40}},
    };
    expect_rows(context, rows);
}

TEST(EsFixedPoint, IsWhatQueriesGive) {
    EsContext context;
    std::array<GLfixed, 16> v{};
    const GLfloat color[] = {0.25f, 0.5f, -2, 1};
    ::glLightfv(GL_LIGHT0, GL_DIFFUSE, color);
    ::glGetLightxv(GL_LIGHT0, GL_DIFFUSE, v.data());
    EXPECT_EQ(v[2], fixed(-2));
    ::glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT, color);
    ::glGetMaterialxv(GL_BACK, GL_AMBIENT, v.data());
    EXPECT_EQ(v[0], fixed(0.25));
    ::glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_DECAL);
    ::glGetTexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, v.data());
    EXPECT_EQ(v[0], GL_DECAL);
    ::glGetTexEnvxv(GL_TEXTURE_ENV, GL_ALPHA_SCALE, v.data());
    EXPECT_EQ(v[0], fixed(1));
    ::glGetTexParameterxv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, v.data());
    EXPECT_EQ(v[0], GL_NEAREST_MIPMAP_LINEAR);
    ::glGetTexGenxvOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, v.data());
    EXPECT_EQ(v[0], GL_REFLECTION_MAP_OES);
    const GLfloat plane[] = {1, 0.5f, 0, -3};
    ::glClipPlanef(GL_CLIP_PLANE1, plane);
    ::glGetClipPlanex(GL_CLIP_PLANE1, v.data());
    EXPECT_EQ(v[3], fixed(-3));
    const GLfixed other[] = {0, fixed(1), 0, fixed(0.125)};
    ::glClipPlanex(GL_CLIP_PLANE1, other);
    std::array<GLfloat, 4> equation{};
    ::glGetClipPlanef(GL_CLIP_PLANE1, equation.data());
    EXPECT_EQ(equation[3], 0.125f);
    ::glTranslatef(40000, 0, -40000);  // more than fixed point holds
    ::glGetFixedv(GL_MODELVIEW_MATRIX, v.data());
    EXPECT_EQ(v[12], INT32_MAX);
    EXPECT_EQ(v[14], INT32_MIN);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    v[0] = 17;
    ::glGetLightxv(GL_LIGHT0, GL_TEXTURE_2D, v.data());
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    EXPECT_EQ(v[0], 17) << "nothing is written after an error";
}

}  // namespace
}  // namespace glapi
