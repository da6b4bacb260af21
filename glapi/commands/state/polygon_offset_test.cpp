// EXT_polygon_offset: offsets that are depths and no units of a depth buffer.
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "glapi/generated/commands.h"
#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;

struct PolygonOffsetExt : ::testing::Test {
    PolygonOffsetExt() {
        Enable(*gl, GL_DEPTH_TEST);
        DepthFunc(*gl, GL_ALWAYS);
        Enable(*gl, GL_POLYGON_OFFSET_EXT);
    }
    // The depth of a square at a half, which rises by `slope` along a pixel.
    float depth(float slope = 0) {
        const float rise = slope * 8;  // to the corners, in clip coordinates
        Begin(*gl, GL_TRIANGLE_FAN);
        Vertex3f(*gl, -1, -1, -rise), Vertex3f(*gl, 1, -1, rise), Vertex3f(*gl, 1, 1, rise),
            Vertex3f(*gl, -1, 1, -rise);
        End(*gl);
        float value = -1;
        ReadPixels(*gl, 4, 4, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &value);
        return value;
    }
    float got(GLenum token) {
        GLfloat value = -77;
        GetFloatv(*gl, token, &value);
        return value;
    }
    testing::CurrentContext gl{8, 8};
};

TEST_F(PolygonOffsetExt, AddsItsBiasToDepths) {
    EXPECT_EQ(got(GL_POLYGON_OFFSET_BIAS_EXT), 0);
    EXPECT_NEAR(depth(), 0.5f, 1e-6f);
    PolygonOffsetEXT(*gl, 0, 0.25f);
    EXPECT_NEAR(depth(), 0.75f, 1e-6f);
    PolygonOffsetEXT(*gl, 0, -0.125f);
    EXPECT_NEAR(depth(), 0.375f, 1e-6f);
    PolygonOffsetEXT(*gl, 0, 2);
    EXPECT_EQ(depth(), 1) << "depths are clamped";
    const float level = (PolygonOffsetEXT(*gl, 0, 0), depth(0.01f));
    PolygonOffsetEXT(*gl, 3, 0.25f);
    EXPECT_NEAR(depth(0.01f) - level, 0.28f, 1e-5f) << "the slope's part beside it";
    Disable(*gl, GL_POLYGON_OFFSET_EXT);
    EXPECT_NEAR(depth(), 0.5f, 1e-6f);
    EXPECT_EQ(gl.error(), GL_NO_ERROR);
}

TEST_F(PolygonOffsetExt, IsStateThatTheLastCommandSets) {
    PolygonOffset(*gl, 1, 2);
    PushAttrib(*gl, GL_POLYGON_BIT);
    PolygonOffsetEXT(*gl, 3, 0.25f);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_FACTOR_EXT), 3);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_BIAS_EXT), 0.25f);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_UNITS), 0);
    PopAttrib(*gl);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_FACTOR_EXT), 1);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_BIAS_EXT), 0);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_UNITS), 2);
    PolygonOffsetEXT(*gl, 3, 0.25f);
    PolygonOffset(*gl, 0, 0);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_BIAS_EXT), 0);
    EXPECT_NEAR(depth(), 0.5f, 1e-6f);

    glNewList(1, GL_COMPILE);
    glPolygonOffsetEXT(0, 0.125f);
    glEndList();
    EXPECT_EQ(got(GL_POLYGON_OFFSET_BIAS_EXT), 0);
    glCallList(1);
    EXPECT_EQ(got(GL_POLYGON_OFFSET_BIAS_EXT), 0.125f);
    EXPECT_EQ(gl.error(), GL_NO_ERROR);
}

// A unit of a depth buffer of floats is the last place of the primitive's largest depth: no fragment may lose it when
// its own depth is rounded.
TEST(PolygonOffset, MovesEveryFragmentByAUnit) {
    testing::CurrentContext gl{64, 64};
    GLuint texture = 0, framebuffer = 0;
    GenTextures(*gl, 1, &texture);
    BindTexture(*gl, GL_TEXTURE_2D, texture);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT32F, 64, 64);
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture, 0);
    DrawBuffer(*gl, GL_NONE);
    ReadBuffer(*gl, GL_NONE);
    Enable(*gl, GL_DEPTH_TEST);
    Enable(*gl, GL_POLYGON_OFFSET_FILL);
    DepthFunc(*gl, GL_ALWAYS);
    ASSERT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});

    std::mt19937 random(1);
    std::uniform_real_distribution<float> any(-1, 1);
    size_t fragments = 0, lost = 0;
    for (int triangle = 0; triangle < 200; ++triangle) {
        float corners[9];
        for (float& value : corners) value = any(random);
        const float units = triangle % 2 ? 1 : -1;
        // What a draw with these units leaves.
        const auto depths = [&](float moved) {
            Clear(*gl, GL_DEPTH_BUFFER_BIT);
            PolygonOffset(*gl, 0, moved);
            Begin(*gl, GL_TRIANGLES);
            for (int i = 0; i < 3; ++i) Vertex3f(*gl, corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]);
            End(*gl);
            std::vector<float> values(64 * 64);
            ReadPixels(*gl, 0, 0, 64, 64, GL_DEPTH_COMPONENT, GL_FLOAT, values.data());
            return values;
        };
        const std::vector<float> before = depths(0), after = depths(units);
        for (size_t n = 0; n < before.size(); ++n) {
            if (before[n] == 1) continue;
            ++fragments;
            lost += (after[n] - before[n]) * units <= 0;
        }
    }
    EXPECT_GT(fragments, 20000u);
    EXPECT_EQ(lost, 0u);
    EXPECT_EQ(gl.error(), GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
