// OES_EGL_image_external: textures that are made of images of EGL only, sampled by samplerExternalOES.
#include <algorithm>
#include <array>
#include <cstddef>
#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "glapi/commands/textures/egl_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using namespace commands;

struct ExternalTextures : ::testing::Test {
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }

    GLuint shader(GLenum stage, const char* text) {
        const GLuint name = CreateShader(*gl, stage);
        ShaderSource(*gl, name, 1, &text, nullptr);
        CompileShader(*gl, name);
        std::array<char, 1000> log{};
        GetShaderInfoLog(*gl, name, log.size(), nullptr, log.data());
        GLint compiled = 0;
        GetShaderiv(*gl, name, GL_COMPILE_STATUS, &compiled);
        EXPECT_TRUE(compiled) << log.data();
        return name;
    }
    GLuint program(const char* fragment) {
        const GLuint name = CreateProgram(*gl);
        AttachShader(*gl, name,
                     shader(GL_VERTEX_SHADER, "attribute vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }"));
        AttachShader(*gl, name, shader(GL_FRAGMENT_SHADER, fragment));
        BindAttribLocation(*gl, name, 0, "p");
        LinkProgram(*gl, name);
        UseProgram(*gl, name);
        return name;
    }
    // A texture's only level, as EGL would name it.
    void* image_of(std::array<uint8_t, 4> texel) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, GL_TEXTURE_2D, name);
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel.data());
        BindTexture(*gl, GL_TEXTURE_2D, 0);
        SharedImage image;
        EXPECT_EQ(share_image(*gl, {GL_TEXTURE_2D, name, 0, 0}, image), ImageError::None);
        register_image(&handle_, image);
        return &handle_;
    }
    std::array<int, 4> drawn() {
        const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
        EnableVertexAttribArray(*gl, 0);
        VertexAttribPointer(*gl, 0, 2, GL_FLOAT, GL_FALSE, 0, corners);
        DrawArrays(*gl, GL_TRIANGLES, 0, 3);
        const auto pixel = gl.pixel(5, 5);
        return {pixel[0], pixel[1], pixel[2], pixel[3]};
    }
    ~ExternalTextures() override { forget_image(&handle_); }

    testing::Es2Context gl;
    int handle_ = 0;
};

constexpr const char* through_image =
    "#extension GL_OES_EGL_image_external : require\nprecision mediump float;\nuniform samplerExternalOES map;\n"
    "uniform sampler2D other;\n"
    "void main() { gl_FragColor = texture2D(map, vec2(0.5)) + 0.5 * texture2D(other, vec2(0.5)); }";

TEST_F(ExternalTextures, AreSampledBesideOthersOfTheirUnit) {
    const GLuint name = program(through_image);
    Uniform1i(*gl, GetUniformLocation(*gl, name, "other"), 1);
    GLuint external = 0;
    GenTextures(*gl, 1, &external);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, external);
    EXPECT_EQ(drawn(), (std::array<int, 4>{0, 0, 0, 255})) << "without an image";
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_EXTERNAL_OES, image_of({10, 20, 30, 255}));
    expect(GL_NO_ERROR);
    EXPECT_EQ(drawn(), (std::array<int, 4>{10, 20, 30, 255}));
    GLint number = 0;
    GetIntegerv(*gl, GL_TEXTURE_BINDING_EXTERNAL_OES, &number);
    EXPECT_EQ(GLuint(number), external);
    GetIntegerv(*gl, GL_TEXTURE_BINDING_2D, &number);
    EXPECT_EQ(number, 0);
    GLenum type = 0;
    GLint size = 0;
    char text[20];
    for (GLuint n = 0; n < 2; n++) {
        GetActiveUniform(*gl, name, n, sizeof text, nullptr, &size, &type, text);
        EXPECT_EQ(type, GLenum(std::string(text) == "map" ? GL_SAMPLER_EXTERNAL_OES : GL_SAMPLER_2D));
    }
    // Two kinds of samplers can't share a unit.
    Uniform1i(*gl, GetUniformLocation(*gl, name, "other"), 0);
    drawn();
    expect(GL_INVALID_OPERATION);
    Uniform1i(*gl, GetUniformLocation(*gl, name, "other"), 1);
    DeleteTextures(*gl, 1, &external);
    GetIntegerv(*gl, GL_TEXTURE_BINDING_EXTERNAL_OES, &number);
    EXPECT_EQ(number, 0);
    EXPECT_EQ(drawn(), (std::array<int, 4>{0, 0, 0, 255}));
}

TEST_F(ExternalTextures, AreImagesOfUnits) {
    GLuint textures[2] = {};
    GenTextures(*gl, 2, textures);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, textures[0]);
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_EXTERNAL_OES, image_of({10, 20, 30, 255}));
    BindImageTexture(*gl, 0, textures[0], 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
    expect(GL_NO_ERROR);
    BindTexture(*gl, GL_TEXTURE_2D, textures[1]);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    BindImageTexture(*gl, 0, textures[1], 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
    expect(GL_INVALID_OPERATION);
}

TEST_F(ExternalTextures, HaveOneLevel) {
    GLuint external = 0;
    GenTextures(*gl, 1, &external);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, external);
    const auto parameter = [&](GLenum name) {
        GLint value = 0;
        GetTexParameteriv(*gl, GL_TEXTURE_EXTERNAL_OES, name, &value);
        return static_cast<GLenum>(value);
    };
    EXPECT_EQ(parameter(GL_TEXTURE_MIN_FILTER), GLenum{GL_LINEAR});
    EXPECT_EQ(parameter(GL_TEXTURE_WRAP_T), GLenum{GL_CLAMP_TO_EDGE});
    EXPECT_EQ(parameter(GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES), 1u);
    TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    expect(GL_NO_ERROR);
    const std::pair<GLenum, GLint> wrong[] = {{GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR},
                                              {GL_TEXTURE_WRAP_S, GL_CLAMP},
                                              {GL_TEXTURE_WRAP_T, GL_NEAREST},
                                              {GL_TEXTURE_WRAP_R, GL_REPEAT}};
    for (const auto& [name, value] : wrong) {
        TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, name, value);
        expect(GL_INVALID_ENUM);
    }
    TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_BASE_LEVEL, 1);
    expect(GL_INVALID_OPERATION);
}

// EXT_EGL_image_external_wrap_modes.
TEST_F(ExternalTextures, MayRepeat) {
    program(
        "#extension GL_OES_EGL_image_external : require\nprecision highp float;\nuniform samplerExternalOES map;\n"
        "void main() { gl_FragColor = texture2D(map, vec2(1.25, 0.5)); }");
    GLuint external = 0, flat = 0;
    GenTextures(*gl, 1, &flat);
    BindTexture(*gl, GL_TEXTURE_2D, flat);
    const std::array<uint8_t, 8> texels{10, 0, 0, 255, 200, 0, 0, 255};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    BindTexture(*gl, GL_TEXTURE_2D, 0);
    SharedImage image;
    EXPECT_EQ(share_image(*gl, {GL_TEXTURE_2D, flat, 0, 0}, image), ImageError::None);
    register_image(&handle_, image);
    GenTextures(*gl, 1, &external);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, external);
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_EXTERNAL_OES, &handle_);
    TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    const auto red_with = [&](GLint wrap) {
        TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_S, wrap);
        expect(GL_NO_ERROR);
        return drawn()[0];
    };
    EXPECT_EQ(red_with(GL_CLAMP_TO_EDGE), 200);
    EXPECT_EQ(red_with(GL_REPEAT), 10);
    EXPECT_EQ(red_with(GL_MIRRORED_REPEAT), 200);
    EXPECT_EQ(red_with(GL_CLAMP_TO_BORDER), 0);
}

TEST_F(ExternalTextures, AreForFewCommands) {
    GLuint external = 0;
    GenTextures(*gl, 1, &external);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, external);
    TexImage2D(*gl, GL_TEXTURE_EXTERNAL_OES, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    expect(GL_INVALID_ENUM);
    CopyTexImage2D(*gl, GL_TEXTURE_EXTERNAL_OES, 0, GL_RGBA, 0, 0, 1, 1, 0);
    expect(GL_INVALID_ENUM);
    GenerateMipmap(*gl, GL_TEXTURE_EXTERNAL_OES);
    expect(GL_INVALID_ENUM);
    BindTexture(*gl, GL_TEXTURE_2D, external);
    expect(GL_INVALID_OPERATION);
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_EXTERNAL_OES, this);
    expect(GL_INVALID_VALUE);
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_3D, image_of({1, 2, 3, 4}));
    expect(GL_INVALID_ENUM);
    // Storage has more targets, but none is an image's.
    EGLImageTargetTexStorageEXT(*gl, GL_TEXTURE_3D, image_of({1, 2, 3, 4}), nullptr);
    expect(GL_INVALID_OPERATION);
    EGLImageTargetTexStorageEXT(*gl, GL_TEXTURE_2D_MULTISAMPLE, image_of({1, 2, 3, 4}), nullptr);
    expect(GL_INVALID_ENUM);
}

TEST_F(ExternalTextures, AreFetchedInVersion300) {
    const GLuint name = CreateProgram(*gl);
    AttachShader(*gl, name,
                 shader(GL_VERTEX_SHADER,
                        "#version 300 es\nlayout(location = 0) in vec2 p;\n"
                        "void main() { gl_Position = vec4(p, 0.0, 1.0); }"));
    AttachShader(
        *gl, name,
        shader(GL_FRAGMENT_SHADER,
               "#version 300 es\n#extension GL_OES_EGL_image_external_essl3 : require\nprecision mediump float;\n"
               "uniform samplerExternalOES map; out vec4 color;\n"
               "void main() { color = texelFetch(map, textureSize(map, 0) - 1, 0) + texture(map, vec2(0.1)); }"));
    LinkProgram(*gl, name);
    UseProgram(*gl, name);
    GLuint external = 0;
    GenTextures(*gl, 1, &external);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, external);
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_EXTERNAL_OES, image_of({10, 20, 30, 100}));
    EXPECT_EQ(drawn(), (std::array<int, 4>{20, 40, 60, 200}));
    expect(GL_NO_ERROR);
}

// A frame of video, and the next one in the same memory once the first is drawn.
TEST_F(ExternalTextures, ShowVideoAsItIsWhenTheyAreDrawn) {
    constexpr PlanarLayout planes{3, 1, 1, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}};
    const auto plane = [](uint8_t value) {
        return Plane{std::shared_ptr<std::byte[]>(new std::byte[1]{std::byte{value}}), 0, 1};
    };
    const std::shared_ptr<std::byte[]> luma(new std::byte[1]{std::byte{76}});
    const auto red = std::make_shared<const PlanarImage>(planes, PlanarColors{.full_range = true}, 1, 1,
                                                         std::array{Plane{luma, 0, 1}, plane(85), plane(255)});
    register_image(&handle_, {red->rgb(), GL_RGB8, red});
    program(
        "#extension GL_OES_EGL_image_external : require\nprecision mediump float;\nuniform samplerExternalOES map;\n"
        "void main() { gl_FragColor = texture2D(map, vec2(0.5)); }");
    GLuint external = 0, flat = 0;
    GenTextures(*gl, 1, &external);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, external);
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_EXTERNAL_OES, &handle_);
    expect(GL_NO_ERROR);
    const auto first = drawn();
    EXPECT_NEAR(first[0], 254, 1);
    EXPECT_NEAR(first[1], 0, 1);
    EXPECT_NEAR(first[2], 0, 1);
    luma[0] = std::byte{0};
    EXPECT_NEAR(drawn()[0], 178, 1);
    // Textures of other targets have no way to be converted.
    GenTextures(*gl, 1, &flat);
    BindTexture(*gl, GL_TEXTURE_2D, flat);
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_2D, &handle_);
    expect(GL_INVALID_OPERATION);
}

// OpenGL ES 1.1: fixed function, before all other targets of the unit.
TEST(ExternalTexturesOfEs1, AreEnabledAndDrawn) {
    testing::EsContext gl;
    int handle = 0;
    const auto image = std::make_shared<runtime::Image>(runtime::Format::Rgba8Unorm, runtime::Extent{1, 1, 1});
    const std::array<uint8_t, 4> texel{10, 20, 30, 255};
    std::copy_n(reinterpret_cast<const std::byte*>(texel.data()), 4, image->row(0));
    register_image(&handle, {image, GL_RGBA8});
    GLuint names[2] = {};
    GenTextures(*gl, 2, names);
    BindTexture(*gl, GL_TEXTURE_2D, names[0]);
    const std::array<uint8_t, 4> other{200, 0, 0, 255};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, other.data());
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    BindTexture(*gl, GL_TEXTURE_EXTERNAL_OES, names[1]);
    Enable(*gl, GL_TEXTURE_2D);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const auto drawn = [&] {
        const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
        EnableClientState(*gl, GL_VERTEX_ARRAY);
        VertexPointer(*gl, 2, GL_FLOAT, 0, corners);
        DrawArrays(*gl, GL_TRIANGLES, 0, 3);
        return gl.pixel(5, 5);
    };
    EXPECT_EQ(drawn(), (testing::Pixel{200, 0, 0, 255}));
    EXPECT_FALSE(IsEnabled(*gl, GL_TEXTURE_EXTERNAL_OES));
    Enable(*gl, GL_TEXTURE_EXTERNAL_OES);
    EXPECT_TRUE(IsEnabled(*gl, GL_TEXTURE_EXTERNAL_OES));
    EXPECT_EQ(drawn(), (testing::Pixel{0, 0, 0, 255})) << "without an image";
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_EXTERNAL_OES, &handle);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(drawn(), (testing::Pixel{10, 20, 30, 255}));
    GLint number = 0;
    GetIntegerv(*gl, GL_TEXTURE_BINDING_EXTERNAL_OES, &number);
    EXPECT_EQ(static_cast<GLuint>(number), names[1]);
    GetTexParameteriv(*gl, GL_TEXTURE_EXTERNAL_OES, GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES, &number);
    EXPECT_EQ(number, 1);
    const std::pair<GLenum, GLint> wrong[] = {{GL_TEXTURE_WRAP_S, GL_REPEAT},
                                              {GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR},
                                              {GL_GENERATE_MIPMAP, GL_TRUE}};
    for (const auto& [name, value] : wrong) {
        TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, name, value);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << name;
    }
    TexParameteri(*gl, GL_TEXTURE_EXTERNAL_OES, GL_GENERATE_MIPMAP, GL_FALSE);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Disable(*gl, GL_TEXTURE_EXTERNAL_OES);
    EXPECT_EQ(drawn(), (testing::Pixel{200, 0, 0, 255}));
    // A texture made of an image in the plain target, too (OES_EGL_image).
    EGLImageTargetTexture2DOES(*gl, GL_TEXTURE_2D, &handle);
    EXPECT_EQ(drawn(), (testing::Pixel{10, 20, 30, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    forget_image(&handle);
}

}  // namespace
}  // namespace glapi
