// ARB_sparse_texture2: what programs are told of pages that have no memory.
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/es_context.h"
#include "glapi/testing/program_fixture.h"
#include "glapi/testing/sparse_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct SparsePrograms : testing::SparseFixture {
    // A texture of one level with only its page at (128, 0), white.
    void prepare() {
        make_2d();
        commit(0, {128, 0, 0, 128, 128, 1});
        const std::vector<GLuint> white(128 * 128, ~0u);
        TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 128, 0, 128, 128, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        expect(GL_NO_ERROR);
    }
    // Red: what a call says of residency; green: the texel's. `call` has P, where a pixel stands for 8×8 texels.
    void expect_found(const std::string& extension, const std::string& call, const std::string& suffix = "ARB") {
        const GLuint program = link("#version 430 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n",
                                    "#version 430 compatibility\n#extension GL_" + extension + " : require\n" + R"(
            layout(binding = 0) uniform sampler2D s;
            layout(binding = 0, rgba8) readonly uniform image2D i;
            void main() {
                vec4 t = vec4(0.5);
                vec2 P = (floor(gl_FragCoord.xy) * 8.0 + 4.5) / 512.0;
                int code = )" + call + ";\ngl_FragColor = vec4(sparseTexelsResident" +
                                        suffix + "(code) ? 1.0 : 0.0, t.x, 0.0, 1.0);\n}\n");
        UseProgram(*gl, program);
        Rectf(*gl, -1, -1, 1, 1);
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << call;
        for (const auto& [x, y, there] :
             {std::tuple(20, 5, 1.0f), std::tuple(10, 5, 0.0f), std::tuple(16, 0, 1.0f), std::tuple(31, 15, 1.0f),
              std::tuple(32, 15, 0.0f), std::tuple(31, 16, 0.0f)}) {
            SCOPED_TRACE(call + " at " + std::to_string(x) + ", " + std::to_string(y));
            expect_color(gl.pixel(x, y), there, there, 0, 1);
        }
        DeleteProgram(*gl, program);
    }
};

TEST_F(SparsePrograms, AreToldWhatTexelsHaveMemory) {
    prepare();
    for (const char* const call : {
             "sparseTextureARB(s, P, t)",
             "sparseTextureARB(s, P, t, 0.5)",
             "sparseTextureLodARB(s, P, 0.0, t)",
             "sparseTextureOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, ivec2(1, 0), t)",
             "sparseTexelFetchARB(s, ivec2(P * 512.0), 0, t)",
             "sparseTexelFetchOffsetARB(s, ivec2(P * 512.0) - 2, 0, ivec2(2), t)",
             "sparseTextureLodOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, 0.0, ivec2(1, 0), t)",
             "sparseTextureGradARB(s, P, vec2(0), vec2(0), t)",
             "sparseTextureGradOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, vec2(0), vec2(0), ivec2(1, 0), t)",
             "sparseTextureGatherARB(s, P, t)",
             "sparseTextureGatherARB(s, P, t, 1)",
             "sparseTextureGatherOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, ivec2(1, 0), t)",
             "sparseTextureGatherOffsetsARB(s, P, ivec2[4](ivec2(0), ivec2(1), ivec2(2), ivec2(3)), t)",
             "sparseImageLoadARB(i, ivec2(P * 512.0), t)",
         }) {
        GLint bound = 0;
        GetIntegerv(*gl, GL_TEXTURE_BINDING_2D, &bound);
        BindImageTexture(*gl, 0, static_cast<GLuint>(bound), 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
        expect_found("ARB_sparse_texture2", call);
    }
    expect_found("EXT_sparse_texture2", "sparseTextureEXT(s, P, t)", "EXT");
    expect_found("ARB_sparse_texture_clamp", "sparseTextureClampARB(s, P, -3.0, t)");
    expect_found("ARB_sparse_texture_clamp", "sparseTextureGradClampARB(s, P, vec2(0), vec2(0), 0.0, t)");
}

// Only texels that have a weight count.
TEST_F(SparsePrograms, AreToldOfTexelsThatCount) {
    prepare();
    const GLuint program =
        link("#version 430 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n", R"(#version 430 compatibility
        #extension GL_ARB_sparse_texture2 : require
        layout(binding = 0) uniform sampler2D s;
        uniform vec2 at;
        void main() {
            vec4 t;
            bool there = sparseTexelsResidentARB(sparseTextureLodARB(s, at / 512.0, 0.0, t));
            gl_FragColor = vec4(there, t.x, 0, 1);
        })");
    UseProgram(*gl, program);
    const auto found = [&](float x, float y) {
        Uniform2f(*gl, GetUniformLocation(*gl, program, "at"), x, y);
        Rectf(*gl, -1, -1, 1, 1);
        return gl.pixel(32, 32);
    };
    expect_color(found(200, 64), 1, 1, 0, 1);
    expect_color(found(255.5f, 127.5f), 1, 1, 0, 1);  // the last texel's centre
    expect_color(found(256, 64.5f), 0, 0.5f, 0, 1);   // between the last and the first of the next page
    expect_color(found(200.5f, 128), 0, 0.5f, 0, 1);
    expect_color(found(300, 300), 0, 0, 0, 1);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    expect_color(found(255.9f, 64), 1, 1, 0, 1);
    expect_color(found(256.1f, 64), 0, 0, 0, 1);
}

TEST_F(SparsePrograms, ClampTheLevelOfDetail) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    TexStorage2D(*gl, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8);
    for (GLint level = 0; level < 4; ++level) {
        const std::vector<GLuint> texels(64, 0xff000000u + 50u * static_cast<GLuint>(level));
        TexSubImage2D(*gl, GL_TEXTURE_2D, level, 0, 0, 8 >> level, 8 >> level, GL_RGBA, GL_UNSIGNED_BYTE,
                      texels.data());
    }
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    GLuint cube = 0;
    GenTextures(*gl, 1, &cube);
    BindTexture(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, cube);
    TexStorage3D(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, 3, GL_RGBA8, 4, 4, 6);
    for (GLint level = 0; level < 3; ++level) {
        const std::vector<GLuint> texels(96, 0xff000000u + 50u * static_cast<GLuint>(level));
        TexSubImage3D(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, level, 0, 0, 0, 4 >> level, 4 >> level, 6, GL_RGBA,
                      GL_UNSIGNED_BYTE, texels.data());
    }
    TexParameteri(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    expect(GL_NO_ERROR);
    struct Row {
        const char* call;
        int level;
    };
    constexpr Row rows[] = {
        {"textureClampARB(s, vec2(0.5), 2.0)", 2},
        {"textureClampARB(s, vec2(0.5), 1.0, 0.0)", 1},
        {"textureClampARB(s, vec2(0.5), -1.0)", 0},
        {"textureOffsetClampARB(s, vec2(0.5), ivec2(0), 3.0)", 3},
        {"textureOffsetClampARB(s, vec2(0.5), ivec2(0), 2.0, 0.0)", 2},
        {"textureGradClampARB(s, vec2(0.5), vec2(0), vec2(0), 1.0)", 1},
        {"textureGradClampARB(s, vec2(0.5), vec2(0.5), vec2(0), 1.0)", 2},
        {"textureGradOffsetClampARB(s, vec2(0.5), vec2(0), vec2(0), ivec2(0), 3.0)", 3},
        {"textureClampARB(c, vec4(1, 0, 0, 0), 2.0)", 2},
        {"textureClampARB(c, vec4(1, 0, 0, 0), 1.0, 0.0)", 1},
        {"textureGradClampARB(c, vec4(1, 0, 0, 0), vec3(0), vec3(0), 1.0)", 1},
    };
    for (const Row& row : rows) {
        const GLuint program = link("#version 430 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n",
                                    std::string("#version 430 compatibility\n"
                                                "#extension GL_ARB_sparse_texture_clamp : require\n"
                                                "layout(binding = 0) uniform sampler2D s;\n"
                                                "layout(binding = 0) uniform samplerCubeArray c;\n"
                                                "void main() { gl_FragColor = ") +
                                        row.call + "; }\n");
        SCOPED_TRACE(row.call);
        const bool both = std::string(row.call).find("(c") != std::string::npos;
        ASSERT_TRUE(both || program);
        UseProgram(*gl, program);
        Rectf(*gl, -1, -1, 1, 1);
        EXPECT_EQ(gl.pixel(32, 32)[0], 50 * row.level);
    }
}

TEST_F(SparsePrograms, StoreNothingWhereThereIsNoMemory) {
    const GLuint name = make_2d(1, 512, GL_R32UI);
    commit(0, {128, 0, 0, 128, 128, 1});
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, compile(GL_COMPUTE_SHADER, R"(#version 430
        layout(local_size_x = 16, local_size_y = 16) in;
        layout(binding = 0, r32ui) uniform uimage2D i;
        layout(std430, binding = 0) buffer B { uint returned[2]; };
        void main() {
            ivec2 at = ivec2(gl_GlobalInvocationID.xy);
            imageStore(i, at, uvec4(7));
            uint before = imageAtomicAdd(i, at, 1u);
            if (at == ivec2(130, 5)) returned[0] = before;
            if (at == ivec2(5, 5)) returned[1] = before;
        })"));
    relink(program);
    const GLuint storage = buffer<GLuint>(GL_SHADER_STORAGE_BUFFER, {99, 99});
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 0, storage);
    BindImageTexture(*gl, 0, name, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    UseProgram(*gl, program);
    DispatchCompute(*gl, 32, 32, 1);
    MemoryBarrier(*gl, GL_ALL_BARRIER_BITS);
    std::vector<GLuint> read(512 * 512);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, read.data());
    expect(GL_NO_ERROR);
    EXPECT_EQ(read[5 * 512 + 130], 8u);
    EXPECT_EQ(read[5 * 512 + 5], 0u);
    EXPECT_EQ(read[200 * 512 + 130], 0u);
    GLuint returned[2] = {};
    GetBufferSubData(*gl, GL_SHADER_STORAGE_BUFFER, 0, sizeof returned, returned);
    EXPECT_EQ(returned[0], 7u);
    EXPECT_EQ(returned[1], 0u);
}

TEST_F(SparsePrograms, OfAssemblyTestTheSparseCode) {
    prepare();
    testing::load(gl, GL_FRAGMENT_PROGRAM_ARB,
                  "!!NVfp5.0\nOPTION ARB_sparse_texture2;\nTEMP r, p;\nMUL p, fragment.position, 0.015625;\n"
                  "TEX.SPARSE r, p, texture[0], 2D;\n"
                  "MOV.F result.color, {0, 0, 0, 1};\nMOV.F result.color.x (RESIDENT), 1;\n"
                  "MOV.F result.color.z (NONRESIDENT), 1;\nIF RESIDENT;\nMOV.F result.color.y, r;\nENDIF;\nEND\n");
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_NO_ERROR);
    expect_color(gl.pixel(20, 5), 1, 1, 0, 1);
    expect_color(gl.pixel(31, 14), 1, 1, 0, 1);
    expect_color(gl.pixel(33, 5), 0, 0, 1, 1);
    expect_color(gl.pixel(20, 17), 0, 0, 1, 1);
}

TEST(SparseTexturesOfEs, AreThere) {
    testing::Es2Context gl;
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_SPARSE_ARB, GL_TRUE);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 256, 256);
    TexPageCommitmentARB(*gl, GL_TEXTURE_2D, 0, 0, 0, 0, 128, 128, 1, GL_TRUE);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const GLuint shader = CreateShader(*gl, GL_FRAGMENT_SHADER);
    const GLchar* const text =
        "#version 310 es\n#extension GL_EXT_sparse_texture2 : require\nprecision highp float;\n"
        "uniform highp sampler2D s;\nout vec4 color;\n"
        "void main() { color = vec4(sparseTexelsResidentEXT(sparseTextureEXT(s, vec2(0), color))); }\n";
    ShaderSource(*gl, shader, 1, &text, nullptr);
    CompileShader(*gl, shader);
    GLint status = 0;
    GetShaderiv(*gl, shader, GL_COMPILE_STATUS, &status);
    char log[1024] = "";
    GetShaderInfoLog(*gl, shader, sizeof log, nullptr, log);
    EXPECT_EQ(status, GL_TRUE) << log;
}

}  // namespace
}  // namespace glapi
