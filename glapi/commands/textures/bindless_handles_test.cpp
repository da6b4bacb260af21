// NV_bindless_texture through the API.
#include "glapi/objects/textures/bindless_handles.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::blue;
using testing::CurrentContext;
using testing::green;
using testing::Pixel;
using testing::red;

constexpr Pixel black{0, 0, 0, 255};

struct Bindless : testing::ProgramFixture {
    // 2 by 2 texels of one colour.
    GLuint make_texture(Pixel color, GLenum target = GL_TEXTURE_2D) {
        GLuint name = 0;
        GenTextures(context(), 1, &name);
        BindTexture(context(), target, name);
        TexStorage2D(context(), target, 1, GL_RGBA8, 2, 2);
        const Pixel texels[4] = {color, color, color, color};
        TexSubImage2D(context(), target, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        TexParameteri(context(), target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexParameteri(context(), target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        expect(GL_NO_ERROR);
        return name;
    }
    GLuint64 resident_texture(GLuint name) {
        const GLuint64 handle = GetTextureHandleNV(context(), name);
        MakeTextureHandleResidentNV(context(), handle);
        expect(GL_NO_ERROR);
        return handle;
    }
    // `h` has two handles.
    void load_fragments(const std::string& body, GLuint64 first, GLuint64 second = 0) {
        load(GL_FRAGMENT_PROGRAM_ARB,
             "!!NVfp5.0\nOPTION NV_bindless_texture;\nOPTION EXT_shader_image_load_formatted;\n"
             "LONG TEMP h;\nTEMP t, c;\nPK64.U h, program.local[0];\n" +
                 body + "END\n");
        hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, first, second);
    }
};

TEST_F(Bindless, HandlesAreUniqueAndStay) {
    const GLuint first = make_texture(red), second = make_texture(green);
    GLuint sampler = 0;
    GenSamplers(context(), 1, &sampler);
    SamplerParameteri(context(), sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    const GLuint64 plain = GetTextureHandleNV(context(), first), other = GetTextureHandleNV(context(), second);
    const GLuint64 sampled = GetTextureSamplerHandleNV(context(), first, sampler);
    const GLuint64 image = GetImageHandleNV(context(), first, 0, GL_FALSE, 0, GL_RGBA8);
    const GLuint64 word = GetImageHandleNV(context(), first, 0, GL_FALSE, 0, GL_R32UI);
    expect(GL_NO_ERROR);
    const GLuint64 all[] = {plain, other, sampled, image, word};
    for (size_t i = 0; i < 5; i++) {
        EXPECT_NE(all[i], 0u);
        for (size_t k = 0; k < i; k++) EXPECT_NE(all[i], all[k]);
    }
    EXPECT_EQ(GetTextureHandleNV(context(), first), plain);
    EXPECT_EQ(GetTextureSamplerHandleNV(context(), first, sampler), sampled);
    EXPECT_EQ(GetImageHandleNV(context(), first, 0, GL_FALSE, 0, GL_R32UI), word);

    EXPECT_FALSE(IsTextureHandleResidentNV(context(), plain));
    MakeTextureHandleResidentNV(context(), plain);
    EXPECT_TRUE(IsTextureHandleResidentNV(context(), plain));
    EXPECT_FALSE(IsTextureHandleResidentNV(context(), sampled));
    MakeTextureHandleNonResidentNV(context(), plain);
    EXPECT_FALSE(IsTextureHandleResidentNV(context(), plain));
    EXPECT_FALSE(IsImageHandleResidentNV(context(), image));
    MakeImageHandleResidentNV(context(), image, GL_READ_ONLY);
    EXPECT_TRUE(IsImageHandleResidentNV(context(), image));
    MakeImageHandleNonResidentNV(context(), image);
    EXPECT_FALSE(IsImageHandleResidentNV(context(), image));
    expect(GL_NO_ERROR);

    // Handles end with what they are of.
    MakeTextureHandleResidentNV(context(), plain);
    MakeTextureHandleResidentNV(context(), sampled);
    DeleteSamplers(context(), 1, &sampler);
    EXPECT_TRUE(IsTextureHandleResidentNV(context(), sampled)) << "the sampler is in use";
    expect(GL_NO_ERROR);
    DeleteTextures(context(), 1, &first);
    EXPECT_FALSE(IsTextureHandleResidentNV(context(), sampled));
    expect(GL_INVALID_OPERATION);
    EXPECT_FALSE(IsTextureHandleResidentNV(context(), plain));
    expect(GL_INVALID_OPERATION);
    EXPECT_FALSE(IsImageHandleResidentNV(context(), image));
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(GetTextureHandleNV(context(), second), other);
    expect(GL_NO_ERROR);
}

TEST_F(Bindless, CommandsHaveErrors) {
    const GLuint name = make_texture(red);
    GLuint sampler = 0, incomplete = 0;
    GenSamplers(context(), 1, &sampler);
    EXPECT_EQ(GetTextureHandleNV(context(), 0), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetTextureHandleNV(context(), name + 50), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetTextureSamplerHandleNV(context(), 0, sampler), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetTextureSamplerHandleNV(context(), name, 0), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetTextureSamplerHandleNV(context(), name, sampler + 50), 0u);
    expect(GL_INVALID_VALUE);
    GenTextures(context(), 1, &incomplete);
    BindTexture(context(), GL_TEXTURE_2D, incomplete);
    EXPECT_EQ(GetTextureHandleNV(context(), incomplete), 0u);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(GetTextureSamplerHandleNV(context(), incomplete, sampler), 0u);
    expect(GL_INVALID_OPERATION);
    TexImage2D(context(), GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(GetTextureHandleNV(context(), incomplete), 0u);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(GetImageHandleNV(context(), incomplete, 0, GL_FALSE, 0, GL_RGBA8), 0u);
    expect(GL_INVALID_OPERATION);

    EXPECT_EQ(GetImageHandleNV(context(), 0, 0, GL_FALSE, 0, GL_RGBA8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetImageHandleNV(context(), name + 50, 0, GL_FALSE, 0, GL_RGBA8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetImageHandleNV(context(), name, 1, GL_FALSE, 0, GL_RGBA8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetImageHandleNV(context(), name, -1, GL_FALSE, 0, GL_RGBA8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetImageHandleNV(context(), name, 99, GL_FALSE, 0, GL_RGBA8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetImageHandleNV(context(), name, 0, GL_FALSE, 1, GL_RGBA8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetImageHandleNV(context(), name, 0, GL_FALSE, 0, GL_RGB8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetImageHandleNV(context(), name, 0, GL_TRUE, 0, GL_RGBA8), 0u);
    expect(GL_INVALID_OPERATION);
    GLuint array = 0;
    GenTextures(context(), 1, &array);
    BindTexture(context(), GL_TEXTURE_2D_ARRAY, array);
    TexStorage3D(context(), GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 2, 2, 3);
    EXPECT_EQ(GetImageHandleNV(context(), array, 0, GL_FALSE, 3, GL_RGBA8), 0u);
    expect(GL_INVALID_VALUE);
    EXPECT_NE(GetImageHandleNV(context(), array, 0, GL_FALSE, 2, GL_RGBA8), 0u);
    expect(GL_NO_ERROR);
    EXPECT_NE(GetImageHandleNV(context(), array, 0, GL_TRUE, 3, GL_RGBA8), 0u);
    expect(GL_NO_ERROR);

    const GLuint64 handle = GetTextureHandleNV(context(), name);
    const GLuint64 image = GetImageHandleNV(context(), name, 0, GL_FALSE, 0, GL_RGBA8);
    MakeTextureHandleNonResidentNV(context(), handle), expect(GL_INVALID_OPERATION);
    MakeImageHandleNonResidentNV(context(), image), expect(GL_INVALID_OPERATION);
    MakeTextureHandleResidentNV(context(), image), expect(GL_INVALID_OPERATION);
    MakeImageHandleResidentNV(context(), handle, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
    MakeImageHandleResidentNV(context(), image, GL_RGBA8), expect(GL_INVALID_ENUM);
    for (const GLuint64 wrong : {GLuint64{0}, GLuint64{1}, ~GLuint64{0}}) {
        MakeTextureHandleResidentNV(context(), wrong), expect(GL_INVALID_OPERATION);
        MakeTextureHandleNonResidentNV(context(), wrong), expect(GL_INVALID_OPERATION);
        MakeImageHandleResidentNV(context(), wrong, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
        MakeImageHandleNonResidentNV(context(), wrong), expect(GL_INVALID_OPERATION);
        EXPECT_FALSE(IsTextureHandleResidentNV(context(), wrong));
        expect(GL_INVALID_OPERATION);
        EXPECT_FALSE(IsImageHandleResidentNV(context(), wrong));
        expect(GL_INVALID_OPERATION);
    }
    MakeTextureHandleResidentNV(context(), handle), expect(GL_NO_ERROR);
    MakeTextureHandleResidentNV(context(), handle), expect(GL_INVALID_OPERATION);
    MakeImageHandleResidentNV(context(), image, GL_READ_WRITE), expect(GL_NO_ERROR);
    MakeImageHandleResidentNV(context(), image, GL_READ_ONLY), expect(GL_INVALID_OPERATION);
    UniformHandleui64NV(context(), 0, handle), expect(GL_INVALID_OPERATION);
    ProgramUniformHandleui64NV(context(), 1, 0, handle), expect(GL_INVALID_VALUE);
}

TEST_F(Bindless, WhatHandlesReferToDoesNotChange) {
    GLuint name = 0, buffer = 0, of_buffer = 0, sampler = 0;
    const std::vector<uint8_t> texels(64);
    const auto define = [&] {
        TexImage2D(context(), GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    };
    GenTextures(context(), 1, &name);
    BindTexture(context(), GL_TEXTURE_2D, name);
    define(), expect(GL_NO_ERROR);
    TexParameteri(context(), GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST), expect(GL_NO_ERROR);
    const GLuint64 handle = GetTextureHandleNV(context(), name);
    EXPECT_NE(handle, 0u);
    define(), expect(GL_INVALID_OPERATION);
    CopyTexImage2D(context(), GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 2, 2, 0), expect(GL_INVALID_OPERATION);
    CompressedTexImage2D(context(), GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 4, 4, 0, 16, texels.data());
    expect(GL_INVALID_OPERATION);
    TexParameteri(context(), GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR), expect(GL_INVALID_OPERATION);
    TexParameterf(context(), GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, 1), expect(GL_INVALID_OPERATION);
    TexSubImage2D(context(), GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    expect(GL_NO_ERROR);
    CopyTexSubImage2D(context(), GL_TEXTURE_2D, 0, 0, 0, 0, 0, 2, 2), expect(GL_NO_ERROR);

    GenSamplers(context(), 1, &sampler);
    SamplerParameteri(context(), sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST), expect(GL_NO_ERROR);
    EXPECT_NE(GetTextureSamplerHandleNV(context(), name, sampler), 0u);
    SamplerParameteri(context(), sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR), expect(GL_INVALID_OPERATION);

    GenBuffers(context(), 1, &buffer);
    BindBuffer(context(), GL_TEXTURE_BUFFER, buffer);
    BufferData(context(), GL_TEXTURE_BUFFER, 64, nullptr, GL_STATIC_DRAW);
    GenTextures(context(), 1, &of_buffer);
    BindTexture(context(), GL_TEXTURE_BUFFER, of_buffer);
    TexBuffer(context(), GL_TEXTURE_BUFFER, GL_R32UI, buffer);
    BufferData(context(), GL_TEXTURE_BUFFER, 64, nullptr, GL_STATIC_DRAW), expect(GL_NO_ERROR);
    EXPECT_NE(GetImageHandleNV(context(), of_buffer, 0, GL_FALSE, 0, GL_R32UI), 0u);
    expect(GL_NO_ERROR);
    BufferData(context(), GL_TEXTURE_BUFFER, 64, nullptr, GL_STATIC_DRAW), expect(GL_INVALID_OPERATION);
    TexBuffer(context(), GL_TEXTURE_BUFFER, GL_RGBA8, buffer), expect(GL_INVALID_OPERATION);
    BufferSubData(context(), GL_TEXTURE_BUFFER, 0, 64, texels.data()), expect(GL_NO_ERROR);

    GLuint multisampled = 0;
    GenTextures(context(), 1, &multisampled);
    BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, multisampled);
    TexImage2DMultisample(context(), GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, GL_TRUE), expect(GL_NO_ERROR);
    EXPECT_NE(GetImageHandleNV(context(), multisampled, 0, GL_FALSE, 0, GL_RGBA8), 0u);
    TexImage2DMultisample(context(), GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, GL_TRUE);
    expect(GL_INVALID_OPERATION);
}

TEST_F(Bindless, ProgramsSampleByHandle) {
    const GLuint64 first = resident_texture(make_texture(red)), second = resident_texture(make_texture(green));
    BindTexture(context(), GL_TEXTURE_2D, 0);
    // A handle per half of the window: fragments of one group may have both.
    load_fragments(
        "LONG TEMP own;\nMOV.U64 own.x, h.x;\nSGE.F.CC t.x, fragment.position.x, {31}.x;\n"
        "IF NE.x;\nMOV.U64 own.x, h.y;\nENDIF;\n"
        "TEX.F result.color, {0.5, 0.5, 0, 0}, handle(own.x), 2D;\n",
        first, second);
    square();
    EXPECT_EQ(gl_->pixel(30, 5), red);
    EXPECT_EQ(gl_->pixel(31, 5), green);
    EXPECT_EQ(gl_->pixel(63, 63), green);
    EXPECT_EQ(message(), "");
    // What changes in the texture is seen.
    const GLuint third = make_texture(red);
    load_fragments("TEX.F result.color, {0.5, 0.5, 0, 0}, handle(h.x), 2D;\n", resident_texture(third));
    square();
    EXPECT_EQ(gl_->pixel(30, 5), red);
    const Pixel texels[4] = {blue, blue, blue, blue};
    TexSubImage2D(context(), GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    square();
    EXPECT_EQ(gl_->pixel(30, 5), blue);
}

TEST_F(Bindless, SamplersComeWithTheHandle) {
    GLuint name = make_texture(red), samplers[2];
    const Pixel texels[4] = {red, green, red, green};
    TexSubImage2D(context(), GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    GenSamplers(context(), 2, samplers);
    for (const GLuint sampler : samplers) {
        SamplerParameteri(context(), sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        SamplerParameteri(context(), sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    SamplerParameteri(context(), samplers[1], GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    GLuint64 handles[2];
    for (int i = 0; i < 2; i++) {
        handles[i] = GetTextureSamplerHandleNV(context(), name, samplers[i]);
        MakeTextureHandleResidentNV(context(), handles[i]);
    }
    load_fragments("TEX.F result.color, {1.25, 0.5, 0, 0}, handle(h.x), 2D;\n", handles[0]);
    square();
    EXPECT_EQ(gl_->pixel(5, 5), red) << "repeated";
    hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, handles[1]);
    square();
    EXPECT_EQ(gl_->pixel(5, 5), green) << "clamped";
}

TEST_F(Bindless, VertexProgramsTakeHandlesFromAttributes) {
    const GLuint64 handle = resident_texture(make_texture(green));
    load(GL_VERTEX_PROGRAM_ARB,
         "!!NVvp5.0\nOPTION NV_bindless_texture;\nLONG ATTRIB h = vertex.attrib[5];\n"
         "MOV.F result.position, vertex.position;\nTXF.F result.color, {0, 0, 0, 0}, handle(h.x), 2D;\nEND\n");
    Begin(context(), GL_QUADS);
    VertexAttribL1ui64NV(context(), 5, handle);
    for (const auto& [x, y] : {std::pair{-1.f, -1.f}, {1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}}) Vertex2f(context(), x, y);
    End(context());
    expect(GL_NO_ERROR);
    EXPECT_EQ(gl_->pixel(9, 60), green);
    EXPECT_EQ(message(), "");
}

TEST_F(Bindless, WrongHandlesAreTold) {
    const GLuint name = make_texture(green);
    const GLuint64 handle = GetTextureHandleNV(context(), name);
    load_fragments("TEX.F t, {0.5, 0.5, 0, 0}, handle(h.x), 2D;\nMOV.F result.color, t;\n", handle);
    square();
    const std::string said = message();
    for (const char* part : {"fragment program", "line 7", "handle 0x", "not that of a resident texture"})
        EXPECT_NE(said.find(part), std::string::npos) << said << " lacks " << part;
    EXPECT_EQ(gl_->pixel(3, 3), black) << "as without a texture";
    MakeTextureHandleResidentNV(context(), handle);
    square();
    EXPECT_EQ(gl_->pixel(3, 3), green);
    EXPECT_EQ(message(), "");
    for (const GLuint64 wrong : {GLuint64{0}, GLuint64{0xdeadbeefcafe}, handle + 1, ~GLuint64{0}}) {
        hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, wrong);
        square();
        EXPECT_EQ(gl_->pixel(3, 3), black);
        EXPECT_NE(message().find("not that of a resident texture"), std::string::npos);
    }
    // A texture of another target is none, and nobody's mistake worth a message: "may not include program termination".
    GLuint64 other = resident_texture(make_texture(green, GL_TEXTURE_RECTANGLE));
    hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, other);
    square();
    EXPECT_EQ(gl_->pixel(3, 3), black);
    EXPECT_EQ(message(), "");
    // Deleted objects' handles are none.
    hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, handle);
    DeleteTextures(context(), 1, &name);
    square();
    EXPECT_EQ(gl_->pixel(3, 3), black);
    EXPECT_NE(message().find("not that of a resident texture"), std::string::npos);
}

TEST_F(Bindless, ImagesByHandle) {
    GLuint name = 0;
    GenTextures(context(), 1, &name);
    BindTexture(context(), GL_TEXTURE_2D_ARRAY, name);
    TexStorage3D(context(), GL_TEXTURE_2D_ARRAY, 1, GL_R32UI, 4, 4, 3);
    TexParameteri(context(), GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(context(), GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    const GLuint64 layer = GetImageHandleNV(context(), name, 0, GL_FALSE, 1, GL_R32UI);
    const GLuint64 whole = GetImageHandleNV(context(), name, 0, GL_TRUE, 0, GL_RGBA8);
    expect(GL_NO_ERROR);
    MakeImageHandleResidentNV(context(), layer, GL_READ_WRITE);
    MakeImageHandleResidentNV(context(), whole, GL_WRITE_ONLY);
    load_fragments(
        "MOV.S c, {2, 3, 0, 0};\nATOMIM.ADD.U32 t.x, {1}.x, c, handle(h.x), 2D;\n"
        "MOV.S c.z, 2;\nSTOREIM.F handle(h.y), {1, 0, 0, 1}, c, ARRAY2D;\nMOV.F result.color, {0, 1, 0, 1};\n",
        layer, whole);
    square();
    std::vector<uint32_t> words(48);
    GetTexImage(context(), GL_TEXTURE_2D_ARRAY, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, words.data());
    EXPECT_EQ(words[16 + 14], 64u * 64u);
    EXPECT_EQ(words[32 + 14], 0xff0000ffu);
    EXPECT_EQ(words[14], 0u);
    EXPECT_EQ(message(), "");
    MakeImageHandleNonResidentNV(context(), layer);
    square();
    EXPECT_NE(message().find("not that of a resident image"), std::string::npos);
    load_fragments("LOADIM.F t, {0, 0, 0, 0}, handle(h.x), ARRAY2D;\nMOV.F result.color, {0, 1, 0, 1};\n", whole);
    square();
    EXPECT_NE(message().find("for writing only"), std::string::npos);
    EXPECT_EQ(gl_->pixel(3, 3), green);
}

TEST_F(Bindless, ResidencyIsTheContexts) {
    const GLuint name = make_texture(green);
    const GLuint64 handle = resident_texture(name);
    ContextRequest request;
    request.share = gl_->context;
    {
        CurrentContext other(64, 64, BufferConfig{}, request);
        EXPECT_FALSE(IsTextureHandleResidentNV(*other, handle));
        EXPECT_EQ(other.error(), GLenum{GL_NO_ERROR}) << "it is a handle there, too";
        EXPECT_EQ(GetTextureHandleNV(*other, name), handle);
        MakeTextureHandleResidentNV(*other, handle);
        EXPECT_TRUE(IsTextureHandleResidentNV(*other, handle));
        MakeTextureHandleNonResidentNV(*other, handle);
    }
    make_current(gl_->context, gl_->window, gl_->window);
    EXPECT_TRUE(IsTextureHandleResidentNV(context(), handle));
}

}  // namespace
}  // namespace glapi
