// Layers and viewports that shaders choose, fragments of one pixel that take turns, and atomic operations on floats,
// 64-bit integers and vectors of halves: drawn and read back.
#include <algorithm>
#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/shader_fixture.h"
#include "runtime/formats/small_floats.h"

namespace glapi {
namespace {

using namespace commands;
using testing::Pixel;

struct Layers : testing::ShaderFixture {
    static constexpr int size = 8, count = 4;
    GLuint texture = 0;

    // A framebuffer of several layers, all black.
    void make_layers() {
        GLuint framebuffer = 0;
        GenTextures(*gl, 1, &texture);
        BindTexture(*gl, GL_TEXTURE_2D_ARRAY, texture);
        TexStorage3D(*gl, GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, size, size, count);
        GenFramebuffers(*gl, 1, &framebuffer);
        BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
        FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
        Viewport(*gl, 0, 0, size, size);
        ClearColor(*gl, 0, 0, 0, 0);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        expect(GL_NO_ERROR);
    }
    // Draws fragments. Each doubles what is there and adds its own number: no other order gives the same.
    void expect_turns(const std::string& extension, const std::string& begin, const std::string& end);
    // The first pixel of each layer.
    std::array<Pixel, count> layers() {
        std::vector<Pixel> texels(size * size * count);
        BindTexture(*gl, GL_TEXTURE_2D_ARRAY, texture);
        GetTexImage(*gl, GL_TEXTURE_2D_ARRAY, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        std::array<Pixel, count> first{};
        for (size_t n = 0; n < count; n++) first[n] = texels[n * size * size];
        expect(GL_NO_ERROR);
        return first;
    }
    void square(GLuint program) {
        UseProgram(*gl, program);
        Rectf(*gl, -1, -1, 1, 1);
        expect(GL_NO_ERROR);
    }
};

const std::string layer_fragment =
    "#version 330 compatibility\n#extension GL_ARB_fragment_layer_viewport : require\n"
    "void main() { gl_FragColor = vec4(float(gl_Layer) / 255.0, float(gl_ViewportIndex) / 255.0, 1.0, 1.0); }\n";

TEST_F(Layers, VertexShadersChooseThem) {
    make_layers();
    const GLuint program = link(
        "#version 330 compatibility\n#extension GL_AMD_vertex_shader_layer : require\n"
        "#extension GL_AMD_vertex_shader_viewport_index : require\nuniform int layer;\n"
        "void main() { gl_Position = gl_Vertex; gl_Layer = layer; gl_ViewportIndex = 0; }\n",
        layer_fragment);
    UseProgram(*gl, program);
    for (const int layer : {2, 3, 100, -1}) {
        Uniform1i(*gl, GetUniformLocation(*gl, program, "layer"), layer);
        square(program);
    }
    const auto got = layers();
    EXPECT_EQ(got[0], (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(got[1], (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(got[2], (Pixel{2, 0, 255, 255}));
    EXPECT_EQ(got[3], (Pixel{3, 0, 255, 255}));
}

TEST_F(Layers, AreRelativeToViewports) {
    make_layers();
    for (GLuint n = 0; n < 4; n++) ViewportIndexedf(*gl, n, 0, 0, size, size);
    const GLuint program = link(
        "#version 330 compatibility\n#extension GL_NV_viewport_array2 : require\n"
        "layout(viewport_relative) out int gl_Layer;\n"
        "void main() { gl_Position = gl_Vertex; gl_ViewportMask[0] = 5; gl_Layer = 1; }\n",
        layer_fragment);
    square(program);
    const auto got = layers();
    EXPECT_EQ(got[0], (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(got[1], (Pixel{1, 0, 255, 255}));
    EXPECT_EQ(got[2], (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(got[3], (Pixel{3, 2, 255, 255}));
}

// "The fragment stage will read the same value written by the geometry stage, even if that value is out of range."
TEST_F(Layers, FragmentsReadWhatWasWritten) {
    const GLuint program = link(
        "#version 330 compatibility\n#extension GL_ARB_shader_viewport_layer_array : require\n"
        "void main() { gl_Position = gl_Vertex; gl_Layer = 77; gl_ViewportIndex = 200; }\n",
        layer_fragment);
    EXPECT_EQ(draw(program), (Pixel{77, 200, 255, 255}));
}

void Layers::expect_turns(const std::string& extension, const std::string& begin, const std::string& end) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_R32UI, 64, 64);
    const std::vector<uint32_t> zeros(64 * 64);
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 64, 64, GL_RED_INTEGER, GL_UNSIGNED_INT, zeros.data());
    BindImageTexture(*gl, 0, name, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    const GLuint program = link(
        "#version 430 compatibility\nflat out uint number;\n"
        "void main() { gl_Position = gl_Vertex; number = uint(gl_VertexID) / 3u & 1u; }\n",
        "#version 430 compatibility\n#extension " + extension +
            " : require\n"
            "layout(r32ui, binding = 0) uniform coherent uimage2D image;\nflat in uint number;\n"
            "void main() {\n  ivec2 at = ivec2(gl_FragCoord.xy);\n  " +
            begin + "  imageStore(image, at, imageLoad(image, at) * 2u + number);\n  " + end +
            "  gl_FragColor = vec4(1.0);\n}\n");
    UseProgram(*gl, program);
    std::vector<std::array<float, 2>> vertices;
    uint32_t wanted = 0;
    for (uint32_t n = 0; n < 24; n++) {
        for (const std::array<float, 2>& vertex : {std::array<float, 2>{-1, -1}, {3, -1}, {-1, 3}})
            vertices.push_back(vertex);
        wanted = wanted * 2 + (n & 1);
    }
    VertexPointer(*gl, 2, GL_FLOAT, 0, vertices.data());
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    DrawArrays(*gl, GL_TRIANGLES, 0, static_cast<GLsizei>(vertices.size()));
    MemoryBarrier(*gl, GL_TEXTURE_UPDATE_BARRIER_BIT);
    std::vector<uint32_t> got(64 * 64);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, got.data());
    expect(GL_NO_ERROR);
    for (const uint32_t value : got) ASSERT_EQ(value, wanted);
}

TEST_F(Layers, FragmentsOfAPixelTakeTurns) {
    expect_turns("GL_ARB_fragment_shader_interlock", "beginInvocationInterlockARB();\n",
                 "endInvocationInterlockARB();\n");
    expect_turns("GL_INTEL_fragment_shader_ordering", "if (at.x >= 0) beginFragmentShaderOrderingINTEL();\n", "");
}

TEST_F(Layers, AtomicOperationsOnFloatsAndLongIntegers) {
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_SHADER_STORAGE_BUFFER, buffer);
    struct Data {
        float sum, least, most, shared_least;
        double wide;
        int64_t low;
        uint64_t high;
    };
    const Data start{0, 1000, -1000, 0, 0, INT64_MAX, 0};
    BufferData(*gl, GL_SHADER_STORAGE_BUFFER, sizeof(Data), &start, GL_DYNAMIC_READ);
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 0, buffer);
    const GLuint program = CreateProgram(*gl);
    AttachShader(
        *gl, program,
        compile(GL_COMPUTE_SHADER,
                "#version 430\n#extension GL_NV_shader_atomic_float : require\n"
                "#extension GL_NV_shader_atomic_float64 : require\n#extension GL_NV_shader_atomic_int64 : require\n"
                "#extension GL_INTEL_shader_atomic_float_minmax : require\n"
                "#extension GL_ARB_gpu_shader_int64 : require\nlayout(local_size_x = 100) in;\n"
                "layout(std430, binding = 0) buffer Data { float sum, least, most, shared_least; double wide; "
                "int64_t low; uint64_t high; };\nshared float lowest;\n"
                "void main() {\n  uint id = gl_LocalInvocationIndex;\n  float x = float(id) - 20.5;\n"
                "  if (id == 0u) lowest = 5.0;\n  barrier();\n"
                "  atomicAdd(sum, 0.25);\n  atomicMin(least, x);\n  atomicMax(most, x);\n  atomicMin(lowest, x);\n"
                "  atomicAdd(wide, double(id));\n  atomicMin(low, int64_t(id) - 4294967296L * 3L);\n"
                "  atomicOr(high, 1ul << (id % 64u));\n  barrier();\n  if (id == 0u) shared_least = lowest;\n}\n"));
    relink(program);
    UseProgram(*gl, program);
    DispatchCompute(*gl, 1, 1, 1);
    Data data{};
    GetBufferSubData(*gl, GL_SHADER_STORAGE_BUFFER, 0, sizeof data, &data);
    expect(GL_NO_ERROR);
    EXPECT_EQ(data.sum, 25.0f);
    EXPECT_EQ(data.least, -20.5f);
    EXPECT_EQ(data.most, 78.5f);
    EXPECT_EQ(data.shared_least, -20.5f);
    EXPECT_EQ(data.wide, 4950.0);
    EXPECT_EQ(data.low, -4294967296LL * 3);
    EXPECT_EQ(data.high, ~uint64_t{0});
}

// Vectors of halves, component by component: in storage buffers, shared memory, images and by pointers.
TEST_F(Layers, AtomicOperationsOnVectorsOfHalves) {
    GLuint buffer = 0, image = 0;
    GLuint64EXT address = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_SHADER_STORAGE_BUFFER, buffer);
    const std::array<uint16_t, 12> start{};
    BufferData(*gl, GL_SHADER_STORAGE_BUFFER, sizeof start, start.data(), GL_DYNAMIC_READ);
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 0, buffer);
    MakeBufferResidentNV(*gl, GL_SHADER_STORAGE_BUFFER, GL_READ_WRITE);
    GetBufferParameterui64vNV(*gl, GL_SHADER_STORAGE_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
    GenTextures(*gl, 1, &image);
    BindTexture(*gl, GL_TEXTURE_2D, image);
    const GLfloat texel[2] = {100, -100};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RG16F, 1, 1, 0, GL_RG, GL_FLOAT, texel);
    BindImageTexture(*gl, 0, image, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RG16F);
    const GLuint program = CreateProgram(*gl);
    AttachShader(
        *gl, program,
        compile(GL_COMPUTE_SHADER,
                "#version 430\n#extension GL_NV_gpu_shader5 : require\n"
                "#extension GL_NV_shader_buffer_store : require\n"
                "#extension GL_NV_shader_atomic_fp16_vector : require\nlayout(local_size_x = 50) in;\n"
                "layout(std430, binding = 0) buffer Data { f16vec2 sum, last; f16vec4 most; };\n"
                "layout(rg16f, binding = 0) uniform image2D picture;\nuniform f16vec4 *after;\n"
                "shared f16vec4 highest;\n"
                "void main() {\n  float id = float(gl_LocalInvocationIndex);\n"
                "  if (id == 0.0) highest = f16vec4(0.0);\n  barrier();\n"
                "  atomicAdd(sum, f16vec2(0.5, -1.0));\n  atomicExchange(last, f16vec2(7.0, 8.0));\n"
                "  atomicMax(highest, f16vec4(id, -id, 2.0 * id, 0.25));\n  atomicAdd(after, f16vec4(1, 2, 3, 4));\n"
                "  f16vec2 before = imageAtomicMin(picture, ivec2(0), f16vec2(id + 3.0, id));\n"
                "  if (before.x == 3.0) imageAtomicMax(picture, ivec2(0), f16vec2(-1.0, before.y - 1.0));\n"
                "  barrier();\n  if (id == 0.0) most = highest;\n}\n"));
    relink(program);
    UseProgram(*gl, program);
    Uniformui64NV(*gl, GetUniformLocation(*gl, program, "after"), address + 16);
    DispatchCompute(*gl, 1, 1, 1);
    std::array<uint16_t, 12> halves{};
    GetBufferSubData(*gl, GL_SHADER_STORAGE_BUFFER, 0, sizeof halves, halves.data());
    std::array<float, 12> got{};
    std::ranges::transform(halves, got.begin(), runtime::half_to_float);
    EXPECT_EQ(got, (std::array<float, 12>{25, -50, 7, 8, 49, 0, 98, 0.25f, 50, 100, 150, 200}));
    GLfloat seen[2] = {};
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RG, GL_FLOAT, seen);
    EXPECT_EQ(seen[0], 3.0f);
    EXPECT_EQ(seen[1], -100.0f);
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
