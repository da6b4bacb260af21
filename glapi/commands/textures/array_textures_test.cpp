// One-dimensional arrays of textures: every instruction finds every layer, by unit and by handle.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::Pixel;

constexpr int width = 8, layers = 4;

Pixel texel(int x, int layer) { return {static_cast<uint8_t>(x * 30), static_cast<uint8_t>(layer * 60), 7, 255}; }

struct ArrayTextures : testing::ProgramFixture {
    GLuint make_texture() {
        std::vector<Pixel> texels;
        for (int layer = 0; layer < layers; ++layer)
            for (int x = 0; x < width; ++x) texels.push_back(texel(x, layer));
        GLuint name = 0;
        GenTextures(context(), 1, &name);
        BindTexture(context(), GL_TEXTURE_1D_ARRAY, name);
        TexImage2D(context(), GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, width, layers, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   texels.data());
        plain_filters();
        expect(GL_NO_ERROR);
        return name;
    }
    // The reference value of each layer is its number's quarter, and an eighth more.
    GLuint make_shadow_texture() {
        std::vector<float> depths;
        for (int layer = 0; layer < layers; ++layer) depths.insert(depths.end(), width, (float(layer) + 0.5f) / 4);
        GLuint name = 0;
        GenTextures(context(), 1, &name);
        BindTexture(context(), GL_TEXTURE_1D_ARRAY, name);
        TexImage2D(context(), GL_TEXTURE_1D_ARRAY, 0, GL_DEPTH_COMPONENT32F, width, layers, 0, GL_DEPTH_COMPONENT,
                   GL_FLOAT, depths.data());
        TexParameteri(context(), GL_TEXTURE_1D_ARRAY, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
        TexParameteri(context(), GL_TEXTURE_1D_ARRAY, GL_TEXTURE_COMPARE_FUNC, GL_LESS);
        plain_filters();
        expect(GL_NO_ERROR);
        return name;
    }
    void plain_filters() {
        TexParameteri(context(), GL_TEXTURE_1D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexParameteri(context(), GL_TEXTURE_1D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    // Runs once for each pixel: `c` has the texture coordinate of texel x and the number y of a layer, `i` both as
    // integers, `h` is a handle.
    void draw(const std::string& body, GLuint64 handle = 0) {
        load(GL_FRAGMENT_PROGRAM_ARB,
             "!!NVfp5.0\nOPTION NV_bindless_texture;\nOPTION EXT_shader_image_load_formatted;\n"
             "LONG TEMP h;\nTEMP t, c;\nINT TEMP i;\nPK64.U h, program.local[0];\nMOV c, 0;\nMOV.S i, 0;\n"
             "MUL c.x, fragment.position.x, 0.125;\nFLR c.y, fragment.position.y;\n"
             "CVT.S32.F32.TRUNC i.xy, fragment.position;\n" +
                 body + "MOV result.color, t;\nEND\n");
        hand_over(GL_FRAGMENT_PROGRAM_ARB, 0, handle);
        square();
        EXPECT_EQ(message(), "");
    }
    void expect_texels(const std::string& what) {
        for (int layer = 0; layer < layers; ++layer)
            for (int x = 0; x < width; ++x)
                ASSERT_EQ(gl_->pixel(x, layer), texel(x, layer)) << what << " " << x << " " << layer;
    }
    GLuint64 resident(GLuint name) {
        const GLuint64 handle = GetTextureHandleNV(context(), name);
        MakeTextureHandleResidentNV(context(), handle);
        expect(GL_NO_ERROR);
        return handle;
    }
};

constexpr const char* sampling[] = {
    "TEX t, c, %, ARRAY1D;\n",
    "TXL t, c, %, ARRAY1D;\n",
    "TXB t, c, %, ARRAY1D;\n",
    "TXD t, c, {0}, {0}, %, ARRAY1D;\n",
    "TXF t, i, %, ARRAY1D;\n",
    "SUB c.x, c.x, 0.25;\nTEX t, c, %, ARRAY1D, (2);\n",
    "ADD c.y, c.y, 0.375;\nTEX t, c, %, ARRAY1D;\n",
};
std::string with(std::string instruction, const std::string& texture) {
    return instruction.replace(instruction.find('%'), 1, texture);
}

TEST_F(ArrayTextures, EveryInstructionFindsEveryLayer) {
    const GLuint name = make_texture();
    const GLuint64 handle = resident(name);
    for (const char* const instruction : sampling) {
        draw(with(instruction, "texture[0]"));
        expect_texels(instruction);
        draw(with(instruction, "handle(h.x)"), handle);
        expect_texels(std::string("handle: ") + instruction);
    }
    // Beyond the first and the last layer.
    draw("SUB c.y, c.y, 1;\nTEX t, c, texture[0], ARRAY1D;\n");
    EXPECT_EQ(gl_->pixel(3, 0), texel(3, 0));
    EXPECT_EQ(gl_->pixel(3, 1), texel(3, 0));
    EXPECT_EQ(gl_->pixel(3, 5), texel(3, 3));
    EXPECT_EQ(gl_->pixel(3, 40), texel(3, 3));
    draw("TXF t, i, texture[0], ARRAY1D;\n");
    EXPECT_EQ(gl_->pixel(3, 4), (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(gl_->pixel(8, 3), (Pixel{0, 0, 0, 0}));
}

TEST_F(ArrayTextures, LayersAreFilteredAndHaveMipmaps) {
    make_texture();
    TexParameteri(context(), GL_TEXTURE_1D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    GenerateMipmap(context(), GL_TEXTURE_1D_ARRAY);
    draw("MOV c.w, 1;\nTXL t, c, texture[0], ARRAY1D;\n");
    for (int layer = 0; layer < layers; ++layer)
        EXPECT_EQ(gl_->pixel(4, layer), (Pixel{135, static_cast<uint8_t>(layer * 60), 7, 255})) << layer;
    draw("MOV.S t, {0, 1, 2, 3};\nTXQ i, t.y, texture[0], ARRAY1D;\nI2F t, i;\nMUL t, t, 0.00392156863;\n");
    EXPECT_EQ(gl_->pixel(0, 0)[0], 4);
    EXPECT_EQ(gl_->pixel(0, 0)[1], 4);
    TexParameteri(context(), GL_TEXTURE_1D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    TexParameteri(context(), GL_TEXTURE_1D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    draw("ADD c.x, c.x, 0.0625;\nTEX t, c, texture[0], ARRAY1D;\n");
    for (int layer = 0; layer < layers; ++layer)
        EXPECT_EQ(gl_->pixel(2, layer), (Pixel{75, static_cast<uint8_t>(layer * 60), 7, 255})) << layer;
}

TEST_F(ArrayTextures, SizesCountLayers) {
    const GLuint64 handle = resident(make_texture());
    for (const char* const texture : {"texture[0]", "handle(h.x)"}) {
        draw(with("TXQ i, 0, %, ARRAY1D;\nI2F t, i;\nMUL t, t, 0.00392156863;\n", texture), handle);
        EXPECT_EQ(gl_->pixel(5, 5)[0], width) << texture;
        EXPECT_EQ(gl_->pixel(5, 5)[1], layers) << texture;
    }
}

TEST_F(ArrayTextures, ShadowsAreComparedInTheirLayer) {
    const GLuint64 handle = resident(make_shadow_texture());
    // Less than the reference in layer n: 0.5, 1.5 … quarters.
    for (const char* const instruction :
         {"TEX t, c, %, SHADOWARRAY1D;\n", "TXL t, c, %, SHADOWARRAY1D;\n", "TXD t, c, {0}, {0}, %, SHADOWARRAY1D;\n"})
        for (const char* const texture : {"texture[0]", "handle(h.x)"})
            for (int quarter = 0; quarter <= layers; ++quarter) {
                draw("MOV c.z, " + std::to_string(quarter) + ";\nMUL c.z, c.z, 0.25;\n" + with(instruction, texture),
                     handle);
                for (int layer = 0; layer < layers; ++layer)
                    EXPECT_EQ(gl_->pixel(2, layer)[0], quarter <= layer ? 255 : 0)
                        << instruction << texture << " " << quarter << " " << layer;
            }
}

// What an image instruction stores is what the other ones sample.
TEST_F(ArrayTextures, ImagesAndTexturesAreTheSame) {
    const GLuint name = make_texture();
    BindImageTextureEXT(context(), 0, name, 0, GL_TRUE, 0, GL_READ_WRITE, GL_RGBA8);
    load(GL_COMPUTE_PROGRAM_NV,
         "!!NVcp5.0\nOPTION EXT_shader_image_load_formatted;\nGROUP_SIZE 1;\nTEMP t;\nINT TEMP i;\nMOV.S i, 0;\nMOV.S "
         "i.x, invocation.groupid.x;\n"
         "MOV.S i.z, invocation.groupid.y;\nI2F.U t.x, invocation.groupid.y;\nMUL t.x, t.x, 0.2;\n"
         "MOV t.yzw, {0, 0, 0.4, 1};\nSTOREIM.F image[0], t, i, ARRAY1D;\nEND\n");
    DispatchCompute(context(), width, layers, 1);
    MemoryBarrier(context(), GL_ALL_BARRIER_BITS);
    expect(GL_NO_ERROR);
    draw("TEX t, c, texture[0], ARRAY1D;\n");
    for (int layer = 0; layer < layers; ++layer)
        EXPECT_EQ(gl_->pixel(6, layer), (Pixel{static_cast<uint8_t>(layer * 51), 0, 102, 255})) << layer;
    draw("MOV.S i.z, i.y;\nMOV.S i.y, 0;\nLOADIM.F t, i, image[0], ARRAY1D;\n");
    for (int layer = 0; layer < layers; ++layer)
        EXPECT_EQ(gl_->pixel(6, layer), (Pixel{static_cast<uint8_t>(layer * 51), 0, 102, 255})) << layer;
}

}  // namespace
}  // namespace glapi
