// Samples through the commands: where they are, which are drawn, and how often fragment programs run for them.
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

constexpr int size = 16;

struct Samples : ::testing::Test {
    Samples() {
        GLuint name = 0;
        GenRenderbuffers(context(), 1, &name);
        BindRenderbuffer(context(), GL_RENDERBUFFER, name);
        RenderbufferStorageMultisample(context(), GL_RENDERBUFFER, 4, GL_RGBA8, size, size);
        GenFramebuffers(context(), 1, &sampled);
        BindFramebuffer(context(), GL_FRAMEBUFFER, sampled);
        FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
        expect(GL_NO_ERROR);
    }
    Context& context() { return *gl; }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    void load(const std::string& text) {
        GLuint name = 0;
        GenProgramsARB(context(), 1, &name);
        BindProgramARB(context(), GL_FRAGMENT_PROGRAM_ARB, name);
        ProgramStringARB(context(), GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB,
                         static_cast<GLsizei>(text.size()), text.data());
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << text;
        Enable(context(), GL_FRAGMENT_PROGRAM_ARB);
    }
    void square() { Rectf(context(), -1, -1, 1, 1); }
    // The average of a pixel's samples.
    Pixel resolved(int x, int y) {
        BindFramebuffer(context(), GL_DRAW_FRAMEBUFFER, 0);
        BlitFramebuffer(context(), 0, 0, size, size, 0, 0, size, size, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        BindFramebuffer(context(), GL_DRAW_FRAMEBUFFER, sampled);
        return gl.pixel(x, y);
    }

    CurrentContext gl{size, size};
    GLuint sampled = 0;
};

TEST_F(Samples, HavePositions) {
    for (GLuint i = 0; i < 4; ++i) {
        GLfloat position[2] = {-1, -1}, other[2] = {-1, -1};
        GetMultisamplefv(context(), GL_SAMPLE_POSITION, i, position), expect(GL_NO_ERROR);
        for (float p : position) EXPECT_TRUE(p > 0 && p < 1);
        for (GLuint j = 0; j < i; ++j) {
            GetMultisamplefv(context(), GL_SAMPLE_POSITION, j, other);
            EXPECT_TRUE(position[0] != other[0] && position[1] != other[1]);
        }
    }
    GLfloat position[2];
    GetMultisamplefv(context(), GL_SAMPLE_POSITION, 4, position), expect(GL_INVALID_VALUE);
    GetMultisamplefv(context(), GL_SAMPLES, 0, position), expect(GL_INVALID_ENUM);
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    GetMultisamplefv(context(), GL_SAMPLE_POSITION, 0, position), expect(GL_INVALID_VALUE);
}

// Which part of depth and stencil is looked up is no sampler's state.
TEST_F(Samples, OfTexturesHaveADepthStencilMode) {
    GLuint name = 0;
    GenTextures(context(), 1, &name);
    BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, name);
    TexParameteri(context(), GL_TEXTURE_2D_MULTISAMPLE, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    expect(GL_NO_ERROR);
    TexParameteri(context(), GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    expect(GL_INVALID_ENUM);
    GLint mode = 0;
    GetTexParameteriv(context(), GL_TEXTURE_2D_MULTISAMPLE, GL_DEPTH_STENCIL_TEXTURE_MODE, &mode);
    EXPECT_EQ(GLenum(mode), GLenum{GL_STENCIL_INDEX});
}

// A quarter of a red pixel where the mask leaves one sample of four.
TEST_F(Samples, AreMaskedByNumber) {
    GLint64 all = 0;
    GetInteger64i_v(context(), GL_SAMPLE_MASK_VALUE, 0, &all);
    EXPECT_EQ(all, -1);
    SampleMaskIndexedNV(context(), 0, 4), expect(GL_NO_ERROR);
    SampleMaskIndexedNV(context(), 1, 4), expect(GL_INVALID_VALUE);
    GLint mask = 0;
    GetIntegeri_v(context(), GL_SAMPLE_MASK_VALUE, 0, &mask);
    EXPECT_EQ(mask, 4);
    Color3f(context(), 1, 0, 0);
    Enable(context(), GL_SAMPLE_MASK);
    square();
    EXPECT_EQ(resolved(3, 3), (Pixel{64, 0, 0, 64}));
}

// Three eighths of four samples are one and a half: one, or dithered, one or two, as the pixel of a quad has it.
TEST_F(Samples, AreCoveredByAlpha) {
    Color4f(context(), 1, 0, 0, 0.375f);
    Enable(context(), GL_SAMPLE_ALPHA_TO_COVERAGE);
    const auto red_of_quad = [&](GLenum mode) {
        AlphaToCoverageDitherControlNV(context(), mode), expect(GL_NO_ERROR);
        GLint is = 0;
        GetIntegerv(context(), GL_ALPHA_TO_COVERAGE_DITHER_MODE_NV, &is);
        EXPECT_EQ(static_cast<GLenum>(is), mode);
        Clear(context(), GL_COLOR_BUFFER_BIT);
        square();
        return std::vector<int>{resolved(4, 6)[0], resolved(5, 6)[0], resolved(4, 7)[0], resolved(5, 7)[0]};
    };
    const std::vector<int> same{64, 64, 64, 64};
    EXPECT_EQ(red_of_quad(GL_ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV), same);
    EXPECT_EQ(red_of_quad(GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV), (std::vector<int>{128, 64, 64, 128}));
    EXPECT_EQ(red_of_quad(GL_ALPHA_TO_COVERAGE_DITHER_DISABLE_NV), same);
    AlphaToCoverageDitherControlNV(context(), GL_NEVER), expect(GL_INVALID_ENUM);
}

TEST_F(Samples, AreShadedOnTheirOwnWhenAskedFor) {
    load("!!NVfp5.0\nTEMP t;\nFRC t, fragment.position;\nMOV result.color, t.xyxy;\nEND\n");
    // The average of the positions of all samples is the centre, and so is the centre.
    square();
    EXPECT_EQ(resolved(3, 3), (Pixel{128, 128, 128, 128}));
    // Sample 2 alone has another position.
    GLfloat position[2];
    GetMultisamplefv(context(), GL_SAMPLE_POSITION, 2, position);
    const auto quarter = [](float value) { return static_cast<int>(std::lround(value * 255 / 4)); };
    Enable(context(), GL_SAMPLE_MASK);
    SampleMaski(context(), 0, 4);
    const struct {
        bool enabled;
        float least;
        bool own;
    } cases[] = {{false, 1, false}, {true, 0, false}, {true, 0.25f, false}, {true, 0.26f, true}, {true, 7, true}};
    for (const auto& c : cases) {
        Clear(context(), GL_COLOR_BUFFER_BIT);
        (c.enabled ? Enable : Disable)(context(), GL_SAMPLE_SHADING);
        MinSampleShading(context(), c.least);
        GLfloat least = -1;
        GetFloatv(context(), GL_MIN_SAMPLE_SHADING_VALUE, &least);
        EXPECT_EQ(least, std::min(c.least, 1.0f));
        square();
        const Pixel pixel = resolved(3, 3);
        EXPECT_NEAR(pixel[0], quarter(c.own ? position[0] : 0.5f), 1) << c.enabled << c.least;
        EXPECT_NEAR(pixel[1], quarter(c.own ? position[1] : 0.5f), 1) << c.enabled << c.least;
    }
    PushAttrib(context(), GL_MULTISAMPLE_BIT);
    Disable(context(), GL_SAMPLE_SHADING);
    MinSampleShading(context(), 0.5f);
    PopAttrib(context());
    EXPECT_TRUE(IsEnabled(context(), GL_SAMPLE_SHADING));
    Disable(context(), GL_MULTISAMPLE);
    square();
    EXPECT_EQ(resolved(3, 3), (Pixel{128, 128, 128, 128}));
    expect(GL_NO_ERROR);
}

// NV_explicit_multisample: programs fetch the samples of a renderbuffer.
TEST_F(Samples, OfRenderbuffersAreTextures) {
    load("!!NVfp5.0\nTEMP t;\nCVT.F32.S32 t, fragment.sampleid.x;\nMUL result.color, t.x, 0.2;\nEND\n");
    square();
    GLint renderbuffer = 0, bound = -1;
    GetIntegerv(context(), GL_RENDERBUFFER_BINDING, &renderbuffer);
    GLuint texture = 0;
    GenTextures(context(), 1, &texture);
    BindTexture(context(), GL_TEXTURE_RENDERBUFFER_NV, texture);
    TexRenderbufferNV(context(), GL_TEXTURE_2D, static_cast<GLuint>(renderbuffer)), expect(GL_INVALID_ENUM);
    TexRenderbufferNV(context(), GL_TEXTURE_RENDERBUFFER_NV, 77), expect(GL_INVALID_OPERATION);
    TexRenderbufferNV(context(), GL_TEXTURE_RENDERBUFFER_NV, static_cast<GLuint>(renderbuffer));
    GetIntegerv(context(), GL_TEXTURE_BINDING_RENDERBUFFER_NV, &bound);
    EXPECT_EQ(bound, static_cast<GLint>(texture));
    GetIntegerv(context(), GL_TEXTURE_RENDERBUFFER_DATA_STORE_BINDING_NV, &bound);
    EXPECT_EQ(bound, renderbuffer);
    expect(GL_NO_ERROR);

    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    load(
        "!!NVfp5.0\nOPTION NV_explicit_multisample;\nINT TEMP at;\nFLR.S at.x, fragment.position.x;\n"
        "FLR.S at.y, fragment.position.y;\nAND.S at.w, at.x, 3;\n"
        "TXFMS.F result.color, at, texture[0], RENDERBUFFER;\nEND\n");
    square();
    for (int x = 0; x < 8; ++x) EXPECT_EQ(gl.pixel(x, 5)[0], x % 4 * 51);
    TexRenderbufferNV(context(), GL_TEXTURE_RENDERBUFFER_NV, 0);
    GetIntegerv(context(), GL_TEXTURE_RENDERBUFFER_DATA_STORE_BINDING_NV, &bound);
    EXPECT_EQ(bound, 0);
    square();
    EXPECT_EQ(gl.pixel(3, 5)[0], 0);
    expect(GL_NO_ERROR);
}

// NV_texture_multisample: there is a colour for every coverage sample.
TEST_F(Samples, OfTexturesAreCountedAsCoverage) {
    GLuint textures[2];
    GenTextures(context(), 2, textures);
    BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, textures[0]);
    TexImage2DMultisampleCoverageNV(context(), GL_TEXTURE_2D_MULTISAMPLE, 4, 2, GL_RGBA8, 8, 8, true);
    const auto level = [&](GLenum pname) {
        GLint value = -1;
        GetTexLevelParameteriv(context(), GL_TEXTURE_2D_MULTISAMPLE, 0, pname, &value);
        return value;
    };
    EXPECT_EQ(level(GL_TEXTURE_COVERAGE_SAMPLES_NV), 4);
    EXPECT_EQ(level(GL_TEXTURE_COLOR_SAMPLES_NV), 4);
    TextureImage2DMultisampleNV(context(), textures[1], GL_TEXTURE_2D_MULTISAMPLE, 2, GL_RGBA8, 5, 6, true);
    EXPECT_EQ(level(GL_TEXTURE_WIDTH), 8);
    BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, textures[1]);
    EXPECT_EQ(level(GL_TEXTURE_WIDTH), 5);
    TextureImage2DMultisampleCoverageNV(context(), textures[0], GL_TEXTURE_2D_MULTISAMPLE, 2, 2, GL_RGBA8, 7, 6, true);
    BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, textures[0]);
    EXPECT_EQ(level(GL_TEXTURE_WIDTH), 7);
    expect(GL_NO_ERROR);
    TexImage2DMultisampleCoverageNV(context(), GL_TEXTURE_2D_MULTISAMPLE, 2, 4, GL_RGBA8, 8, 8, true);
    expect(GL_INVALID_VALUE);
    TexImage2DMultisampleCoverageNV(context(), GL_TEXTURE_2D_MULTISAMPLE, 17, 4, GL_RGBA8, 8, 8, true);
    expect(GL_INVALID_VALUE);
    TextureImage3DMultisampleNV(context(), textures[0], GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 8, 8, 2, true);
    expect(GL_INVALID_OPERATION);
    TextureImage2DMultisampleNV(context(), textures[0], GL_PROXY_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, true);
    expect(GL_INVALID_OPERATION);
}

// What glBitmap leaves out and where glDrawPixels draws depths is settled before the program, early tests or not.
TEST_F(Samples, OfPixelRectanglesAreTestedEarlyToo) {
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    for (const bool early : {false, true}) {
        load(std::string("!!NVfp5.0\n") + (early ? "OPTION NV_early_fragment_tests;\n" : "") +
             "TEMP t;\nSUB t, fragment.position.x, 4;\nKIL t.x;\nMOV result.color, 1;\nEND\n");
        ClearDepth(context(), 1);
        Clear(context(), GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        Enable(context(), GL_DEPTH_TEST);
        GLuint query = 0, passed = 0;
        GenQueries(context(), 1, &query);
        const std::vector<GLubyte> bits(4 * size, 0xcc);
        WindowPos2i(context(), 0, 0);
        BeginQuery(context(), GL_SAMPLES_PASSED, query);
        Bitmap(context(), size, size, 0, 0, 0, 0, bits.data());
        EndQuery(context(), GL_SAMPLES_PASSED);
        GetQueryObjectuiv(context(), query, GL_QUERY_RESULT, &passed);
        EXPECT_EQ(passed, early ? 128u : 96u);
        EXPECT_EQ(gl.pixel(4, 2)[0], 255);
        EXPECT_EQ(gl.pixel(6, 2)[0], 0);
        EXPECT_EQ(gl.pixel(0, 2)[0], 0);

        std::vector<GLfloat> depths(size * size, 0.25f), read(size * size);
        DepthFunc(context(), GL_ALWAYS);
        DrawPixels(context(), size, size, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
        ReadPixels(context(), 0, 0, size, size, GL_DEPTH_COMPONENT, GL_FLOAT, read.data());
        EXPECT_NEAR(read[5], 0.25f, 1e-6f);
        EXPECT_NEAR(read[1], early ? 0.25f : 1.0f, 1e-6f);
        DepthFunc(context(), GL_LESS);
    }
    expect(GL_NO_ERROR);
}

// Textures say whether their samples lie where they always do; all attachments agree on it, and renderbuffers' do.
TEST_F(Samples, FixedLocationsAreMixedWithNoOthers) {
    const auto texture = [&](GLboolean fixed) {
        GLuint name = 0;
        GenTextures(context(), 1, &name);
        BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, name);
        TexImage2DMultisample(context(), GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, size, size, fixed);
        GLint value = -1;
        GetTexLevelParameteriv(context(), GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_FIXED_SAMPLE_LOCATIONS, &value);
        EXPECT_EQ(value, fixed);
        return name;
    };
    const GLuint fixed = texture(GL_TRUE), free = texture(GL_FALSE), other = texture(GL_FALSE);
    const auto status = [&](GLuint first, GLuint second) {
        GLuint name = 0;
        GenFramebuffers(context(), 1, &name);
        BindFramebuffer(context(), GL_FRAMEBUFFER, name);
        FramebufferTexture2D(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, first, 0);
        if (second) {
            FramebufferTexture2D(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D_MULTISAMPLE, second, 0);
        } else {
            GLint renderbuffer = 0;
            GetIntegerv(context(), GL_RENDERBUFFER_BINDING, &renderbuffer);
            FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER,
                                    static_cast<GLuint>(renderbuffer));
        }
        return CheckFramebufferStatus(context(), GL_FRAMEBUFFER);
    };
    EXPECT_EQ(status(fixed, fixed), GLenum{GL_FRAMEBUFFER_COMPLETE});
    EXPECT_EQ(status(free, other), GLenum{GL_FRAMEBUFFER_COMPLETE});
    EXPECT_EQ(status(fixed, free), GLenum{GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE});
    EXPECT_EQ(status(fixed, 0), GLenum{GL_FRAMEBUFFER_COMPLETE});
    EXPECT_EQ(status(free, 0), GLenum{GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE});
    expect(GL_NO_ERROR);
}

// EXT_framebuffer_multisample_blit_scaled.
TEST_F(Samples, AreResolvedAndScaledAtOnce) {
    ClearColor(context(), 1, 0, 0, 1);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    Enable(context(), GL_SCISSOR_TEST);
    Scissor(context(), size / 2, 0, size / 2, size);
    ClearColor(context(), 0, 1, 0, 1);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    Disable(context(), GL_SCISSOR_TEST);
    const auto blit = [&](GLbitfield mask, GLenum filter) {
        BlitFramebuffer(context(), 0, 0, size, size, 0, 0, size / 2, size / 2, mask, filter);
    };
    BindFramebuffer(context(), GL_DRAW_FRAMEBUFFER, 0);
    blit(GL_COLOR_BUFFER_BIT, GL_LINEAR);
    expect(GL_INVALID_OPERATION);
    blit(GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_NICEST_EXT);
    expect(GL_NO_ERROR);
    EXPECT_EQ(gl.pixel(1, 1), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(gl.pixel(size / 2 - 2, size / 2 - 2), (Pixel{0, 255, 0, 255}));
    EXPECT_EQ(gl.pixel(size / 2 + 1, 1), (Pixel{0, 0, 0, 0}));
    blit(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_SCALED_RESOLVE_FASTEST_EXT);
    expect(GL_INVALID_OPERATION);
    // Only from samples to pixels.
    BindFramebuffer(context(), GL_READ_FRAMEBUFFER, 0);
    blit(GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_FASTEST_EXT);
    expect(GL_INVALID_OPERATION);
    BindFramebuffer(context(), GL_FRAMEBUFFER, sampled);
    blit(GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_FASTEST_EXT);
    expect(GL_INVALID_OPERATION);
}

// Two, four, eight and sixteen: a request gets the smallest count that is enough.
TEST_F(Samples, ComeInFourNumbers) {
    GLint number = 0, counts[6] = {-1, -1, -1, -1, -1, -1};
    GetInternalformativ(context(), GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, &number);
    EXPECT_EQ(number, 4);
    GetInternalformativ(context(), GL_TEXTURE_2D_MULTISAMPLE, GL_DEPTH24_STENCIL8, GL_SAMPLES, 6, counts);
    EXPECT_EQ(std::vector(counts, counts + 6), (std::vector{16, 8, 4, 2, -1, -1}));
    GLint first[2] = {-1, -1};
    GetInternalformativ(context(), GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, 1, first);
    EXPECT_EQ(std::vector(first, first + 2), (std::vector{16, -1}));
    expect(GL_NO_ERROR);

    GLuint texture = 0;
    GenTextures(context(), 1, &texture);
    BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, texture);
    for (int wanted = 0; wanted <= 16; ++wanted) {
        const int given = wanted == 0 ? 0 : wanted <= 2 ? 2 : wanted <= 4 ? 4 : wanted <= 8 ? 8 : 16;
        GLint samples = -1;
        RenderbufferStorageMultisample(context(), GL_RENDERBUFFER, wanted, GL_RGBA8, size, size);
        GetRenderbufferParameteriv(context(), GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &samples);
        EXPECT_EQ(samples, given) << wanted;
        GetIntegerv(context(), GL_SAMPLES, &samples);
        EXPECT_EQ(samples, given) << wanted;
        if (wanted == 0) continue;
        TexImage2DMultisample(context(), GL_TEXTURE_2D_MULTISAMPLE, wanted, GL_R16F, 4, 4, GL_TRUE);
        GetTexLevelParameteriv(context(), GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_SAMPLES, &samples);
        EXPECT_EQ(samples, given) << wanted;
    }
    expect(GL_NO_ERROR);
    TexImage2DMultisample(context(), GL_TEXTURE_2D_MULTISAMPLE, 17, GL_R16F, 4, 4, GL_TRUE);
    expect(GL_INVALID_OPERATION);
    RenderbufferStorageMultisample(context(), GL_RENDERBUFFER, 17, GL_RGBA8, size, size);
    expect(GL_INVALID_OPERATION);
    FramebufferParameteri(context(), GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, 17), expect(GL_INVALID_VALUE);
    // A framebuffer without attachments has them, too.
    FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0);
    FramebufferParameteri(context(), GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 4);
    FramebufferParameteri(context(), GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 4);
    FramebufferParameteri(context(), GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, 5);
    GLint samples = -1;
    GetIntegerv(context(), GL_SAMPLES, &samples);
    EXPECT_EQ(samples, 8);
    expect(GL_NO_ERROR);
}

// Framebuffers of several samples are copied where they have as many, and resolved otherwise.
TEST_F(Samples, AreCopiedToAsMany) {
    const auto framebuffer = [&](GLsizei samples, GLenum format, GLenum attachment) {
        GLuint name = 0, renderbuffer = 0;
        GenFramebuffers(context(), 1, &name);
        BindFramebuffer(context(), GL_FRAMEBUFFER, name);
        GenRenderbuffers(context(), 1, &renderbuffer);
        BindRenderbuffer(context(), GL_RENDERBUFFER, renderbuffer);
        RenderbufferStorageMultisample(context(), GL_RENDERBUFFER, samples, format, size, size);
        FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, renderbuffer);
        return name;
    };
    const auto blit = [&](GLuint from, GLuint to, GLbitfield what) {
        BindFramebuffer(context(), GL_READ_FRAMEBUFFER, from);
        BindFramebuffer(context(), GL_DRAW_FRAMEBUFFER, to);
        BlitFramebuffer(context(), 0, 0, size, size, 0, 0, size, size, what, GL_NEAREST);
        return gl.error();
    };
    constexpr GLsizei counts[] = {0, 2, 4, 8, 16};
    for (const GLsizei from : counts)
        for (const GLsizei to : counts) {
            const GLenum expected = from && to && from != to ? GL_INVALID_OPERATION : GL_NO_ERROR;
            const GLuint source = framebuffer(from, GL_RGBA8, GL_COLOR_ATTACHMENT0);
            ClearColor(context(), 0.2f, 0.4f, 0.6f, 1);
            Clear(context(), GL_COLOR_BUFFER_BIT);
            const GLuint destination = framebuffer(to, GL_RGBA8, GL_COLOR_ATTACHMENT0);
            EXPECT_EQ(blit(source, destination, GL_COLOR_BUFFER_BIT), expected) << from << " to " << to;
            if (expected == GL_NO_ERROR) {
                EXPECT_EQ(blit(destination, 0, GL_COLOR_BUFFER_BIT), GLenum{GL_NO_ERROR});
                EXPECT_EQ(gl.pixel(5, 6), (Pixel{51, 102, 153, 255})) << from << " to " << to;
            }
            const GLuint depths = framebuffer(from, GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
            DrawBuffer(context(), GL_NONE);
            ReadBuffer(context(), GL_NONE);
            const GLuint others = framebuffer(to, GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
            DrawBuffer(context(), GL_NONE);
            ReadBuffer(context(), GL_NONE);
            EXPECT_EQ(blit(depths, others, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT), expected) << from << to;
        }
}

// A half-plane leaves of a pixel's colour the part of the samples that it covers.
TEST_F(Samples, AreCoveredWhereTheySayTheyAre) {
    for (const int samples : {2, 4, 8, 16}) {
        RenderbufferStorageMultisample(context(), GL_RENDERBUFFER, samples, GL_RGBA8, size, size);
        for (int step = 1; step < 8; ++step) {
            const float edge = 5 + static_cast<float>(step) / 8 - 1.0f / 32;
            int covered = 0;
            for (int s = 0; s < samples; ++s) {
                GLfloat position[2];
                GetMultisamplefv(context(), GL_SAMPLE_POSITION, static_cast<GLuint>(s), position);
                covered += 5 + position[0] < edge;
            }
            Clear(context(), GL_COLOR_BUFFER_BIT);
            Rectf(context(), -1, -1, edge / (size / 2) - 1, 1);
            EXPECT_NEAR(resolved(5, 3)[0], covered * 255.0 / samples, 1) << samples << " samples, " << edge;
        }
    }
    expect(GL_NO_ERROR);
}

// ARB_sample_locations.
TEST_F(Samples, LieWhereTheFramebuffersTableSays) {
    const auto number = [&](GLenum token) {
        GLint value = -1;
        GetIntegerv(context(), token, &value);
        return value;
    };
    EXPECT_GE(number(GL_SAMPLE_LOCATION_SUBPIXEL_BITS_ARB), 4);
    EXPECT_EQ(number(GL_SAMPLE_LOCATION_PIXEL_GRID_WIDTH_ARB), 1);
    EXPECT_EQ(number(GL_SAMPLE_LOCATION_PIXEL_GRID_HEIGHT_ARB), 1);
    EXPECT_EQ(number(GL_PROGRAMMABLE_SAMPLE_LOCATION_TABLE_SIZE_ARB), 16);
    const auto position = [&](GLuint index) {
        std::vector<GLfloat> at{-1, -1};
        GetMultisamplefv(context(), GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB, index, at.data());
        return at;
    };
    EXPECT_EQ(position(15), (std::vector{0.5f, 0.5f}));
    GetMultisamplefv(context(), GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB, 16, nullptr), expect(GL_INVALID_VALUE);
    constexpr GLfloat row[] = {0, 0.5f, 0.25f, 0.5f, 0.5f, 0.5f, 1, 0.5f};
    FramebufferSampleLocationsfvARB(context(), GL_FRAMEBUFFER, 13, 4, row), expect(GL_INVALID_VALUE);
    FramebufferSampleLocationsfvARB(context(), GL_FRAMEBUFFER, 0, -1, row), expect(GL_INVALID_VALUE);
    FramebufferSampleLocationsfvARB(context(), GL_TEXTURE_2D, 0, 4, row), expect(GL_INVALID_ENUM);
    NamedFramebufferSampleLocationsfvARB(context(), 77, 0, 4, row), expect(GL_INVALID_OPERATION);
    EXPECT_EQ(position(0), (std::vector{0.5f, 0.5f}));
    FramebufferSampleLocationsfvARB(context(), GL_FRAMEBUFFER, 16, 0, row);
    NamedFramebufferSampleLocationsfvARB(context(), sampled, 0, 4, row), expect(GL_NO_ERROR);
    EXPECT_EQ(position(1), (std::vector{0.25f, 0.5f}));

    const auto part = [&](float right) {
        Clear(context(), GL_COLOR_BUFFER_BIT);
        Rectf(context(), -1, -1, right / (size / 2) - 1, 1);
        EvaluateDepthValuesARB(context());
        return resolved(5, 3)[0];
    };
    const auto set = [&](GLenum target, bool enabled, bool by_grid) {
        FramebufferParameteri(context(), target, GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB, enabled);
        FramebufferParameteri(context(), target, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB, by_grid);
        GLint values[2] = {-1, -1};
        GetFramebufferParameteriv(context(), target, GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB, &values[0]);
        GetFramebufferParameteriv(context(), target, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB, &values[1]);
        EXPECT_EQ(values[0], enabled);
        EXPECT_EQ(values[1], by_grid);
    };
    EXPECT_EQ(part(5.0625f), 0);
    for (const bool by_grid : {false, true}) {
        set(GL_FRAMEBUFFER, true, by_grid);
        EXPECT_EQ(part(5.0625f), 64);
        EXPECT_EQ(part(5.3125f), 128);
        EXPECT_EQ(part(5.9375f), 191);
        EXPECT_EQ(part(6.0625f), 255);
    }
    Disable(context(), GL_MULTISAMPLE);
    EXPECT_EQ(part(5.0625f), 0);
    Enable(context(), GL_MULTISAMPLE);
    set(GL_FRAMEBUFFER, false, false);
    EXPECT_EQ(part(5.0625f), 0);
    // The standard positions are still told.
    GLfloat standard[2];
    GetMultisamplefv(context(), GL_SAMPLE_POSITION, 0, standard);
    EXPECT_NE(standard[0], 0);
    expect(GL_NO_ERROR);
    // The window's framebuffer has a table as well; one that is not complete, no grid.
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    EXPECT_EQ(position(1), (std::vector{0.5f, 0.5f}));
    set(GL_READ_FRAMEBUFFER, true, false);
    NamedFramebufferSampleLocationsfvARB(context(), 0, 2, 1, row), expect(GL_NO_ERROR);
    EXPECT_EQ(position(2), (std::vector{0.0f, 0.5f}));
    GLuint empty = 0;
    GenFramebuffers(context(), 1, &empty);
    BindFramebuffer(context(), GL_FRAMEBUFFER, empty);
    EXPECT_EQ(number(GL_SAMPLE_LOCATION_SUBPIXEL_BITS_ARB), 0);
    EXPECT_EQ(number(GL_SAMPLE_LOCATION_PIXEL_GRID_WIDTH_ARB), 0);
    EXPECT_EQ(number(GL_SAMPLE_LOCATION_PIXEL_GRID_HEIGHT_ARB), 0);
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
