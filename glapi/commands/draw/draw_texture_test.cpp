#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::Pixel;

struct DrawTextureTest : testing::ProgramFixture {
    // Two by two texels: red, green; blue, white from below.
    GLuint make_texture(GLenum target = GL_TEXTURE_2D) {
        GLuint name = 0;
        GenTextures(context(), 1, &name);
        BindTexture(context(), target, name);
        const GLubyte texels[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
        TexImage2D(context(), target, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        TexParameteri(context(), target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexParameteri(context(), target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        BindTexture(context(), target, 0);
        return name;
    }
    void draw(GLuint texture, GLuint sampler = 0, float size = 1) {
        DrawTextureNV(context(), texture, sampler, 8, 16, 24, 48, 0.25f, 0, 0, size, size);
    }
    void clear() { Clear(context(), GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT); }
};

TEST_F(DrawTextureTest, TexelsGoToWindowCoordinates) {
    // Nothing of this counts.
    load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nMOV result.position, {0, 0, 0, 1};\nEND\n");
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, {0, 1, 1, 1};\nEND\n");
    Viewport(context(), 3, 3, 5, 5);
    MatrixMode(context(), GL_PROJECTION), Translatef(context(), 5, 5, 5);
    Enable(context(), GL_CULL_FACE), CullFace(context(), GL_FRONT_AND_BACK);
    PolygonMode(context(), GL_FRONT_AND_BACK, GL_LINE);
    Enable(context(), GL_FOG);
    for (const GLenum target : {GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE}) {
        clear();
        draw(make_texture(target), 0, target == GL_TEXTURE_2D ? 1 : 2);
        expect(GL_NO_ERROR);
        EXPECT_EQ(gl_->pixel(8, 16), testing::red);
        EXPECT_EQ(gl_->pixel(15, 31), testing::red);
        EXPECT_EQ(gl_->pixel(16, 16), testing::green);
        EXPECT_EQ(gl_->pixel(8, 32), testing::blue);
        EXPECT_EQ(gl_->pixel(23, 47), testing::white);
        for (const auto& [x, y] : {std::pair{7, 20}, {24, 20}, {10, 15}, {10, 48}})
            EXPECT_EQ(gl_->pixel(x, y)[0], 0) << x << ' ' << y;
    }
    // The application's state is as it was.
    EXPECT_TRUE(IsEnabled(context(), GL_VERTEX_PROGRAM_ARB));
    EXPECT_TRUE(IsEnabled(context(), GL_FOG));
    GLint mode[2] = {};
    GetIntegerv(context(), GL_POLYGON_MODE, mode);
    EXPECT_EQ(mode[0], GL_LINE);
    GLint viewport[4] = {};
    GetIntegerv(context(), GL_VIEWPORT, viewport);
    EXPECT_EQ(viewport[2], 5);
}

TEST_F(DrawTextureTest, FragmentsAreTested) {
    const GLuint texture = make_texture();
    clear();
    Enable(context(), GL_SCISSOR_TEST), Scissor(context(), 0, 0, 64, 20);
    Enable(context(), GL_DEPTH_TEST);
    draw(texture);
    EXPECT_EQ(gl_->pixel(10, 19), testing::red);
    EXPECT_EQ(gl_->pixel(10, 20)[0], 0);
    GLfloat depth = 0;
    ReadPixels(context(), 10, 19, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    EXPECT_NEAR(depth, 0.25f, 1e-6f);
    Disable(context(), GL_SCISSOR_TEST), Disable(context(), GL_DEPTH_TEST);
    clear();
    Enable(context(), GL_RASTERIZER_DISCARD);
    draw(texture);
    EXPECT_EQ(gl_->pixel(10, 19)[0], 0);
    Disable(context(), GL_RASTERIZER_DISCARD);
    // Corners that are turned around turn the texture.
    DrawTextureNV(context(), texture, 0, 24, 48, 8, 16, 0, 0, 0, 1, 1);
    EXPECT_EQ(gl_->pixel(23, 47), testing::red);
    EXPECT_EQ(gl_->pixel(8, 16), testing::white);
    expect(GL_NO_ERROR);
}

TEST_F(DrawTextureTest, SamplersComeBeforeTheTexture) {
    const GLuint texture = make_texture();
    GLuint sampler = 0;
    GenSamplers(context(), 1, &sampler);
    BindSampler(context(), 0, sampler), BindSampler(context(), 0, 0);
    SamplerParameteri(context(), sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    SamplerParameteri(context(), sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    draw(texture, sampler);
    const Pixel between = gl_->pixel(16, 20);
    EXPECT_GT(between[0], 80);
    EXPECT_GT(between[1], 80);
    expect(GL_NO_ERROR);
}

TEST_F(DrawTextureTest, ArgumentsAreChecked) {
    const GLuint texture = make_texture();
    GLuint other = 0, empty = 0, sampler = 0;
    GenTextures(context(), 1, &other), BindTexture(context(), GL_TEXTURE_3D, other);
    GenTextures(context(), 1, &empty), BindTexture(context(), GL_TEXTURE_2D, empty);
    GenSamplers(context(), 1, &sampler), BindSampler(context(), 0, sampler), BindSampler(context(), 0, 0);
    clear();
    draw(0), expect(GL_INVALID_VALUE);
    draw(texture + 1000), expect(GL_INVALID_VALUE);
    draw(texture, sampler + 1000), expect(GL_INVALID_VALUE);
    draw(other), expect(GL_INVALID_OPERATION);
    draw(empty), expect(GL_INVALID_OPERATION);
    draw(texture, sampler), expect(GL_INVALID_OPERATION);  // which wants mipmaps
    SamplerParameteri(context(), sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    SamplerParameteri(context(), sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    draw(texture, sampler), expect(GL_INVALID_OPERATION);
    BindTexture(context(), GL_TEXTURE_2D, texture);
    TexParameteri(context(), GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    draw(texture), expect(GL_INVALID_OPERATION);
    EXPECT_EQ(gl_->pixel(10, 20)[0], 0);
}

}  // namespace
}  // namespace glapi
