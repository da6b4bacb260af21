// Small extensions of vendors: a test each.
#include <array>
#include <gtest/gtest.h>
#include <string>

#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

TEST(DebugLabel, ObjectsHaveTheLabelsOfKhrDebug) {
    CurrentContext gl;
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_ARRAY_BUFFER, buffer);
    const auto label = [&] {
        std::array<GLchar, 8> text{};
        GLsizei length = -1;
        GetObjectLabelEXT(*gl, GL_BUFFER_OBJECT_EXT, buffer, text.size(), &length, text.data());
        EXPECT_EQ(static_cast<size_t>(length), std::string(text.data()).size());
        return std::string(text.data());
    };
    EXPECT_EQ(label(), "");
    LabelObjectEXT(*gl, GL_BUFFER_OBJECT_EXT, buffer, 0, "whole");
    EXPECT_EQ(label(), "whole");
    LabelObjectEXT(*gl, GL_BUFFER_OBJECT_EXT, buffer, 2, "part");
    EXPECT_EQ(label(), "pa");
    ObjectLabel(*gl, GL_BUFFER, buffer, -1, "a long one");
    EXPECT_EQ(label(), "a long ");
    LabelObjectEXT(*gl, GL_BUFFER_OBJECT_EXT, buffer, 0, nullptr);
    EXPECT_EQ(label(), "");
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    LabelObjectEXT(*gl, GL_BUFFER, buffer, 0, "x");
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    LabelObjectEXT(*gl, GL_BUFFER_OBJECT_EXT, 99, 0, "x");
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    LabelObjectEXT(*gl, GL_BUFFER_OBJECT_EXT, buffer, -1, "x");
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetObjectLabelEXT(*gl, GL_BUFFER_OBJECT_EXT, buffer, -1, nullptr, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(GpuMemoryInfo, IsThatOfTheMachine) {
    CurrentContext gl;
    GLint whole = 0, left = 0, evicted = -1;
    GetIntegerv(*gl, GL_GPU_MEMORY_INFO_TOTAL_AVAILABLE_MEMORY_NVX, &whole);
    GetIntegerv(*gl, GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, &left);
    GetIntegerv(*gl, GL_GPU_MEMORY_INFO_EVICTION_COUNT_NVX, &evicted);
    EXPECT_GT(whole, 1 << 16);
    EXPECT_GT(left, 0);
    EXPECT_LE(left, whole);
    EXPECT_EQ(evicted, 0);
}

TEST(ConditionalRenderNvx, WaitsForTheQuery) {
    CurrentContext gl;
    GLuint query = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_SAMPLES_PASSED, query);
    EndQuery(*gl, GL_SAMPLES_PASSED);
    BeginConditionalRenderNVX(*gl, query);
    Rectf(*gl, -1, -1, 1, 1);
    EndConditionalRender(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(5, 5)[0], 0);
    BeginConditionalRenderNVX(*gl, 99);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(InternalformatSampleQuery, SamplesAreWhatTheyAre) {
    CurrentContext gl;
    const auto ask = [&](GLenum query, GLenum target = GL_RENDERBUFFER, GLenum format = GL_RGBA8, GLsizei samples = 8) {
        GLint value = -1;
        GetInternalformatSampleivNV(*gl, target, format, samples, query, 1, &value);
        return value;
    };
    EXPECT_EQ(ask(GL_MULTISAMPLES_NV), 8);
    EXPECT_EQ(ask(GL_SUPERSAMPLE_SCALE_X_NV), 1);
    EXPECT_EQ(ask(GL_SUPERSAMPLE_SCALE_Y_NV, GL_TEXTURE_2D_MULTISAMPLE, GL_DEPTH24_STENCIL8), 1);
    EXPECT_EQ(ask(GL_CONFORMANT_NV, GL_TEXTURE_2D_MULTISAMPLE_ARRAY), GL_TRUE);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    ask(GL_MULTISAMPLES_NV, GL_TEXTURE_2D);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    ask(GL_MULTISAMPLES_NV, GL_RENDERBUFFER, GL_COMPRESSED_RED_RGTC1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    ask(GL_SAMPLES);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    EXPECT_EQ(ask(GL_MULTISAMPLES_NV, GL_RENDERBUFFER, GL_RGBA8, 3), -1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(MultisampleFilterHint, IsKept) {
    CurrentContext gl;
    GLint value = 0;
    GetIntegerv(*gl, GL_MULTISAMPLE_FILTER_HINT_NV, &value);
    EXPECT_EQ(value, GL_DONT_CARE);
    Hint(*gl, GL_MULTISAMPLE_FILTER_HINT_NV, GL_NICEST);
    GetIntegerv(*gl, GL_MULTISAMPLE_FILTER_HINT_NV, &value);
    EXPECT_EQ(value, GL_NICEST);
    GetIntegerv(*gl, GL_MAX_SHININESS_NV, &value);
    EXPECT_EQ(value, 128);
    GetIntegerv(*gl, GL_MAX_SPOT_EXPONENT_NV, &value);
    EXPECT_EQ(value, 128);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// IBM_rasterpos_clip: positions to the sides of the view volume are valid; in front of it and behind it they are not.
TEST(RasterPositionClip, SidesDontClip) {
    CurrentContext gl;
    const auto valid = [&](float x, float z) {
        RasterPos3f(*gl, x, 0, z);
        GLint value = -1;
        GetIntegerv(*gl, GL_CURRENT_RASTER_POSITION_VALID, &value);
        return value != 0;
    };
    EXPECT_FALSE(valid(-1.5f, 0));
    Enable(*gl, GL_RASTER_POSITION_UNCLIPPED_IBM);
    EXPECT_TRUE(IsEnabled(*gl, GL_RASTER_POSITION_UNCLIPPED_IBM));
    EXPECT_TRUE(valid(-1.5f, 0));
    GLfloat position[4] = {};
    GetFloatv(*gl, GL_CURRENT_RASTER_POSITION, position);
    EXPECT_EQ(position[0], -16);
    EXPECT_FALSE(valid(0, 1.5f));
    // A picture whose left half is outside.
    valid(-1.5f, 0);
    const std::array<GLubyte, 4 * 32> row = [] {
        std::array<GLubyte, 4 * 32> bytes;
        bytes.fill(255);
        return bytes;
    }();
    DrawPixels(*gl, 32, 1, GL_RGBA, GL_UNSIGNED_BYTE, row.data());
    EXPECT_EQ(gl.pixel(0, 32)[0], 255);
    EXPECT_EQ(gl.pixel(15, 32)[0], 255);
    EXPECT_EQ(gl.pixel(16, 32)[0], 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(HpOcclusionTest, TellsOnceWhetherAnythingWasVisible) {
    CurrentContext gl;
    const auto visible = [&] {
        GLboolean result = 7;
        GetBooleanv(*gl, GL_OCCLUSION_TEST_RESULT_HP, &result);
        return result;
    };
    EXPECT_EQ(visible(), GL_FALSE);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(visible(), GL_FALSE) << "not enabled";
    Enable(*gl, GL_OCCLUSION_TEST_HP);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(visible(), GL_TRUE);
    EXPECT_EQ(visible(), GL_FALSE) << "asked anew";
    Enable(*gl, GL_DEPTH_TEST);
    DepthFunc(*gl, GL_NEVER);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(visible(), GL_FALSE) << "hidden";
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(ClipVolumeHint, IsAHint) {
    CurrentContext gl;
    Hint(*gl, GL_CLIP_VOLUME_CLIPPING_HINT_EXT, GL_FASTEST);
    GLint value = 0;
    GetIntegerv(*gl, GL_CLIP_VOLUME_CLIPPING_HINT_EXT, &value);
    EXPECT_EQ(value, GL_FASTEST);
}

TEST(FloatBuffer, TexturesAreRectanglesOfFloats) {
    CurrentContext gl;
    const GLfloat texel[] = {-3.5f, 100, 0.25f, 7};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_FLOAT_RGBA32_NV, 1, 1, 0, GL_RGBA, GL_FLOAT, texel);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_FLOAT_RGBA_NV, 0, 0, 1, 1, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    const struct {
        GLenum format;
        std::array<GLfloat, 4> read;
    } rows[] = {
        {GL_FLOAT_R_NV, {-3.5f, 0, 0, 1}},
        {GL_FLOAT_R16_NV, {-3.5f, 0, 0, 1}},
        {GL_FLOAT_R32_NV, {-3.5f, 0, 0, 1}},
        {GL_FLOAT_RG_NV, {-3.5f, 100, 0, 1}},
        {GL_FLOAT_RG16_NV, {-3.5f, 100, 0, 1}},
        {GL_FLOAT_RG32_NV, {-3.5f, 100, 0, 1}},
        {GL_FLOAT_RGB_NV, {-3.5f, 100, 0.25f, 1}},
        {GL_FLOAT_RGB16_NV, {-3.5f, 100, 0.25f, 1}},
        {GL_FLOAT_RGB32_NV, {-3.5f, 100, 0.25f, 1}},
        {GL_FLOAT_RGBA_NV, {-3.5f, 100, 0.25f, 7}},
        {GL_FLOAT_RGBA16_NV, {-3.5f, 100, 0.25f, 7}},
        {GL_FLOAT_RGBA32_NV, {-3.5f, 100, 0.25f, 7}},
    };
    for (const auto& row : rows) {
        TexImage2D(*gl, GL_TEXTURE_RECTANGLE, 0, static_cast<GLint>(row.format), 1, 1, 0, GL_RGBA, GL_FLOAT, texel);
        std::array<GLfloat, 4> read{};
        GetTexImage(*gl, GL_TEXTURE_RECTANGLE, 0, GL_RGBA, GL_FLOAT, read.data());
        EXPECT_EQ(read, row.read) << row.format;
        GLint floats = 0, format = 0;
        GetTexLevelParameteriv(*gl, GL_TEXTURE_RECTANGLE, 0, GL_TEXTURE_FLOAT_COMPONENTS_NV, &floats);
        GetTexLevelParameteriv(*gl, GL_TEXTURE_RECTANGLE, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
        EXPECT_EQ(floats, GL_TRUE);
        EXPECT_EQ(static_cast<GLenum>(format), row.format);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    }
    // Texture environments don't see them.
    Enable(*gl, GL_TEXTURE_RECTANGLE);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    Color3f(*gl, 0, 1, 0);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(32, 32), testing::green);
    ClearColor(*gl, -2, 3, 0, 1);
    GLfloat clear[4] = {};
    GetFloatv(*gl, GL_FLOAT_CLEAR_COLOR_VALUE_NV, clear);
    EXPECT_EQ(clear[0], -2);
    GLboolean mode = GL_TRUE;
    GetBooleanv(*gl, GL_FLOAT_RGBA_MODE_NV, &mode);
    EXPECT_FALSE(mode);
    GLuint names[2] = {};
    GenRenderbuffers(*gl, 1, names);
    GenFramebuffers(*gl, 1, names + 1);
    BindRenderbuffer(*gl, GL_RENDERBUFFER, names[0]);
    RenderbufferStorage(*gl, GL_RENDERBUFFER, GL_FLOAT_RGBA32_NV, 4, 4);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, names[1]);
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[0]);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    GetBooleanv(*gl, GL_FLOAT_RGBA_MODE_NV, &mode);
    EXPECT_TRUE(mode);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(MultisampleCoverage, EachSampleHasAColour) {
    CurrentContext gl;
    GLuint name = 0;
    GenRenderbuffers(*gl, 1, &name);
    BindRenderbuffer(*gl, GL_RENDERBUFFER, name);
    RenderbufferStorageMultisampleCoverageNV(*gl, GL_RENDERBUFFER, 8, 4, GL_RGBA8, 4, 4);
    GLint coverage = 0, colors = 0;
    GetRenderbufferParameteriv(*gl, GL_RENDERBUFFER, GL_RENDERBUFFER_COVERAGE_SAMPLES_NV, &coverage);
    GetRenderbufferParameteriv(*gl, GL_RENDERBUFFER, GL_RENDERBUFFER_COLOR_SAMPLES_NV, &colors);
    EXPECT_EQ(coverage, 8);
    EXPECT_EQ(colors, 8) << "the least that there are with 8 samples of coverage";
    NamedRenderbufferStorageMultisampleCoverageEXT(*gl, name, 4, 0, GL_RGBA8, 4, 4);
    GetRenderbufferParameteriv(*gl, GL_RENDERBUFFER, GL_RENDERBUFFER_COLOR_SAMPLES_NV, &colors);
    EXPECT_EQ(colors, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    RenderbufferStorageMultisampleCoverageNV(*gl, GL_RENDERBUFFER, 4, 8, GL_RGBA8, 4, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    RenderbufferStorageMultisampleCoverageNV(*gl, GL_RENDERBUFFER, 4, -1, GL_RGBA8, 4, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GLint count = 0;
    GetIntegerv(*gl, GL_MAX_MULTISAMPLE_COVERAGE_MODES_NV, &count);
    ASSERT_EQ(count, 4);
    GLint modes[8] = {};
    GetIntegerv(*gl, GL_MULTISAMPLE_COVERAGE_MODES_NV, modes);
    for (size_t i = 0; i < 8; i += 2) EXPECT_EQ(modes[i], modes[i + 1]);
}

}  // namespace
}  // namespace glapi
