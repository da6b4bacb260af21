// AMD_framebuffer_sample_positions, AMD_sample_positions.
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct SamplePositionsTest : testing::ProgramFixture {
    SamplePositionsTest() {
        GenFramebuffers(context(), 1, &framebuffer);
        BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
        GLuint buffer = 0;
        GenRenderbuffers(context(), 1, &buffer);
        BindRenderbuffer(context(), GL_RENDERBUFFER, buffer);
        RenderbufferStorageMultisample(context(), GL_RENDERBUFFER, 4, GL_RGBA8, 8, 8);
        FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
        Viewport(context(), 0, 0, 8, 8);
    }
    std::array<float, 2> position(GLuint sample) {
        std::array<float, 2> position{-1, -1};
        GetMultisamplefv(context(), GL_SAMPLE_POSITION, sample, position.data());
        return position;
    }
    GLuint framebuffer = 0;
};

constexpr float four[] = {0, 0, 0.25f, 0, 0.5f, 0, 0.751f, 1};

TEST_F(SamplePositionsTest, AreSetAndRead) {
    const std::array<float, 2> standard = position(0);
    GLfloat step = 0;
    GetFloatv(context(), GL_SUBSAMPLE_DISTANCE_AMD, &step);
    EXPECT_EQ(step, 1.0f / 256);
    GLint pattern[2] = {};
    GetIntegerv(context(), GL_PIXELS_PER_SAMPLE_PATTERN_X_AMD, &pattern[0]);
    GetIntegerv(context(), GL_PIXELS_PER_SAMPLE_PATTERN_Y_AMD, &pattern[1]);
    EXPECT_EQ(pattern[0] * pattern[1], 1);
    const auto read = [&](GLuint count, GLsizei size) {
        std::array<float, 8> values;
        values.fill(-1);
        GetFramebufferParameterfvAMD(context(), GL_FRAMEBUFFER, GL_SAMPLE_POSITION, count, GL_ALL_PIXELS_AMD, size,
                                     values.data());
        return values;
    };
    EXPECT_EQ(read(1, 32)[0], standard[0]);
    FramebufferSamplePositionsfvAMD(context(), GL_DRAW_FRAMEBUFFER, 4, GL_ALL_PIXELS_AMD, four), expect(GL_NO_ERROR);
    const auto values = read(4, 32);
    for (size_t i : {0u, 1u, 2u, 3u, 4u, 5u}) EXPECT_EQ(values[i], four[i]);
    EXPECT_EQ(values[6], 192.0f / 256) << "on the grid";
    EXPECT_EQ(values[7], 255.0f / 256) << "below 1";
    EXPECT_EQ(read(4, 16)[4], -1) << "no more than fit";
    EXPECT_EQ(position(1), (std::array<float, 2>{0.25f, 0}));
    // Some of them; the others stay.
    const float one[] = {0.5f, 0.5f};
    NamedFramebufferSamplePositionsfvAMD(context(), framebuffer, 1, 0, one), expect(GL_NO_ERROR);
    EXPECT_EQ(position(0), (std::array<float, 2>{0.5f, 0.5f}));
    EXPECT_EQ(position(1), (std::array<float, 2>{0.25f, 0}));
    float named[2] = {};
    GetNamedFramebufferParameterfvAMD(context(), framebuffer, GL_SAMPLE_POSITION, 1, 0, 8, named);
    EXPECT_EQ(named[0], 0.5f);
    FramebufferSamplePositionsfvAMD(context(), GL_FRAMEBUFFER, 99, 0, nullptr), expect(GL_NO_ERROR);
    EXPECT_EQ(position(0), standard);
    SetMultisamplefvAMD(context(), GL_SAMPLE_POSITION, 2, one), expect(GL_NO_ERROR);
    EXPECT_EQ(position(2), (std::array<float, 2>{0.5f, 0.5f}));
    EXPECT_EQ(position(0), standard);
    SetMultisamplefvAMD(context(), GL_SAMPLE_POSITION, 77, nullptr), expect(GL_NO_ERROR);
    EXPECT_NE(position(2), (std::array<float, 2>{0.5f, 0.5f}));
}

TEST_F(SamplePositionsTest, SamplesAreDrawnThere) {
    const auto covered = [&] {
        ClearColor(context(), 0, 0, 0, 0);
        Clear(context(), GL_COLOR_BUFFER_BIT);
        Rectf(context(), -1, -1, -1 + 0.25f * 0.375f, 1);  // three eighths of the first column
        GLubyte pixel[4] = {};
        BindFramebuffer(context(), GL_DRAW_FRAMEBUFFER, 0);
        BlitFramebuffer(context(), 0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        BindFramebuffer(context(), GL_READ_FRAMEBUFFER, 0);
        ReadPixels(context(), 0, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
        return pixel[0];
    };
    const float left[] = {0.125f, 0.5f, 0.25f, 0.5f, 0.0625f, 0.5f, 0.25f, 0.25f};
    const float right[] = {0.5f, 0.5f, 0.75f, 0.5f, 0.625f, 0.5f, 0.9f, 0.25f};
    FramebufferSamplePositionsfvAMD(context(), GL_FRAMEBUFFER, 4, 0, left);
    EXPECT_EQ(covered(), 255);
    FramebufferSamplePositionsfvAMD(context(), GL_FRAMEBUFFER, 4, 0, right);
    EXPECT_EQ(covered(), 0);
    SetMultisamplefvAMD(context(), GL_SAMPLE_POSITION, 3, left);
    EXPECT_EQ(covered(), 64);
    expect(GL_NO_ERROR);
}

TEST_F(SamplePositionsTest, ArgumentsAreChecked) {
    float values[8] = {};
    const auto set = [&](GLenum target, GLuint count, GLuint pixel) {
        FramebufferSamplePositionsfvAMD(context(), target, count, pixel, four);
    };
    const auto get = [&](GLenum target, GLenum name, GLuint count, GLuint pixel) {
        GetFramebufferParameterfvAMD(context(), target, name, count, pixel, 32, values);
    };
    set(GL_TEXTURE_2D, 4, 0), expect(GL_INVALID_ENUM);
    set(GL_FRAMEBUFFER, 0, 0), expect(GL_INVALID_VALUE);
    set(GL_FRAMEBUFFER, 5, 0), expect(GL_INVALID_VALUE);
    set(GL_FRAMEBUFFER, 4, 1), expect(GL_INVALID_VALUE);
    get(GL_TEXTURE_2D, GL_SAMPLE_POSITION, 4, 0), expect(GL_INVALID_ENUM);
    get(GL_FRAMEBUFFER, GL_SAMPLES, 4, 0), expect(GL_INVALID_ENUM);
    get(GL_FRAMEBUFFER, GL_SAMPLE_POSITION, 0, 0), expect(GL_INVALID_VALUE);
    get(GL_FRAMEBUFFER, GL_SAMPLE_POSITION, 5, 0), expect(GL_INVALID_VALUE);
    get(GL_FRAMEBUFFER, GL_SAMPLE_POSITION, 4, 1), expect(GL_INVALID_VALUE);
    SetMultisamplefvAMD(context(), GL_SAMPLES, 0, four), expect(GL_INVALID_ENUM);
    SetMultisamplefvAMD(context(), GL_SAMPLE_POSITION, 4, four), expect(GL_INVALID_VALUE);
    NamedFramebufferSamplePositionsfvAMD(context(), 999, 4, 0, four), expect(GL_INVALID_OPERATION);
    GetNamedFramebufferParameterfvAMD(context(), 999, GL_SAMPLE_POSITION, 4, 0, 32, values),
        expect(GL_INVALID_OPERATION);
    FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0);
    set(GL_FRAMEBUFFER, 4, 0), expect(GL_INVALID_OPERATION);
    SetMultisamplefvAMD(context(), GL_SAMPLE_POSITION, 0, four), expect(GL_INVALID_OPERATION);
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    set(GL_FRAMEBUFFER, 4, 0), expect(GL_INVALID_OPERATION);
    SetMultisamplefvAMD(context(), GL_SAMPLE_POSITION, 0, four), expect(GL_INVALID_OPERATION);
}

}  // namespace
}  // namespace glapi
