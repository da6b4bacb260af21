// Images that many threads change: sums, histograms, order-independent transparency.
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/objects/textures/image_units.h"
#include "glapi/testing/image_fixture.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using testing::green;
using testing::Images;
using testing::Pixel;

// The parameter is the number of threads.
struct ImagesWith : Images, ::testing::WithParamInterface<int> {
    ImagesWith() : usual_(runtime::WorkerPool::instance().thread_count()) {
        gl_ = nullptr;
        runtime::WorkerPool::instance().set_thread_count(GetParam());
        restart(256);
    }
    ~ImagesWith() override {
        gl_ = nullptr;
        runtime::WorkerPool::instance().set_thread_count(usual_);
    }
    int32_t usual_;
};

TEST_P(ImagesWith, AtomicOperationsAddUp) {
    const GLuint name = make_texture(GL_TEXTURE_2D, GL_R32UI, 4, 4);
    bind(0, name, GL_R32UI);
    load_fragments(
        "MOV.S n, {0, 0, 0, 0};\nATOMIM.ADD.U32 t.x, {1}.x, n, image[0], 2D;\n"
        "MOD.S n.x, p.x, 3;\nADD.S n.x, n.x, 1;\nATOMIM.MAX.U32 t.x, p.y, n, image[0], 2D;\n"
        "MOV.S n.y, 2;\nATOMIM.ADD.U32 t.x, {2}.x, n, image[0], 2D;\nMOV.F result.color, {0, 1, 0, 1};\n");
    // Three operations per pixel and draw.
    const char* const wanted = std::getenv("ASMGL_ATOMIC_OPERATIONS");
    constexpr uint32_t pixels = 256 * 256;
    const uint32_t draws =
        (static_cast<uint32_t>(wanted ? std::atoi(wanted) : 1'000'000) + 3 * pixels - 1) / (3 * pixels);
    for (uint32_t i = 0; i < draws; i++) square();
    const auto words = words_of(GL_TEXTURE_2D, 16);
    EXPECT_EQ(words[0], draws * pixels);
    for (size_t i = 1; i < 4; i++) EXPECT_EQ(words[i], 255u);
    EXPECT_EQ(words[9] + words[10] + words[11], 2 * draws * pixels);
    EXPECT_EQ(words[9], 2 * draws * 86 * 256);
}

// A histogram of what is in a texture.
TEST_P(ImagesWith, Histogram) {
    std::vector<uint8_t> picture(256 * 256);
    uint32_t state = 12345;
    std::vector<uint32_t> expected(256);
    for (uint8_t& texel : picture) {
        state = state * 1664525u + 1013904223u;
        texel = static_cast<uint8_t>((state >> 24) * (state >> 16 & 0xff) / 256);
        expected[texel]++;
    }
    const GLuint source = make_texture(GL_TEXTURE_2D, GL_R8, 256, 256);
    TexSubImage2D(context(), GL_TEXTURE_2D, 0, 0, 0, 256, 256, GL_RED, GL_UNSIGNED_BYTE, picture.data());
    const GLuint bins = make_texture(GL_TEXTURE_1D, GL_R32UI, 256);
    bind(0, bins, GL_R32UI);
    bind(1, source, GL_R8UI, GL_READ_ONLY);
    load_fragments(
        "LOADIM.U8 n, p, image[1], 2D;\nMOV.S n.yzw, 0;\nATOMIM.ADD.U32 t.x, {1}.x, n, image[0], 1D;\n"
        "MOV.F result.color, {0, 1, 0, 1};\n");
    square();
    EXPECT_EQ(words_of(GL_TEXTURE_1D, 256), expected);
    // The same by a compute program.
    load(GL_COMPUTE_PROGRAM_NV,
         "!!NVcp5.0\nGROUP_SIZE 16 16;\nTEMP t, n;\nMOV.S n, {0, 0, 0, 0};\nMOV.S n.xy, invocation.globalid;\n"
         "LOADIM.U8 t, n, image[1], 2D;\nMOV.S t.yzw, 0;\nATOMIM.ADD.U32 n.x, {1}.x, t, image[0], 1D;\nEND\n");
    DispatchCompute(context(), 16, 16, 1);
    for (uint32_t& count : expected) count *= 2;
    EXPECT_EQ(words_of(GL_TEXTURE_1D, 256), expected);
}

// Order-independent transparency: an image of list heads, changed by ATOMIM.EXCH; nodes in a storage buffer, counted by
// ATOMB. A second pass sorts each pixel's fragments by depth and blends them.
TEST_P(ImagesWith, OrderIndependentTransparency) {
    constexpr int layers = 6;
    const GLuint heads = make_texture(GL_TEXTURE_2D, GL_R32UI, 256, 256);
    bind(0, heads, GL_R32UI);
    GLuint nodes = 0;
    GenBuffers(context(), 1, &nodes);
    BindBufferBase(context(), GL_SHADER_STORAGE_BUFFER, 0, nodes);
    // Word 0 counts nodes; nodes of 32 bytes begin at byte 32: colour, depth, the next node.
    BufferData(context(), GL_SHADER_STORAGE_BUFFER, 32 * (layers * 256 * 256 + 1), nullptr, GL_DYNAMIC_COPY);
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE nodes[] = { program.storage[0] };\nTEMP p, n, t;\n"
         "CVT.S32.F32.TRUNC p, fragment.position;\nMOV.S p.zw, 0;\n"
         "ATOMB.ADD.U32 n.x, {1}.x, nodes[0];\nADD.U n.x, n.x, 1;\n"
         "ATOMIM.EXCH.U32 t.x, n.x, p, image[0], 2D;\nSHL.U n.y, n.x, 5;\n"
         "STB.F32X4 fragment.color, nodes[n.y];\nMOV.F t.z, fragment.position.z;\n"
         "STB.F32 t.z, nodes[n.y + 16];\nSTB.U32 t.x, nodes[n.y + 20];\nMOV.F result.color, {0, 0, 0, 0};\nEND\n");
    ColorMask(context(), false, false, false, false);
    // Rectangles of several depths, drawn in no order.
    struct Layer {
        float x, y, z, red, green, blue, alpha;
    };
    const Layer drawn[layers] = {{-0.8f, -0.6f, 0.2f, 1, 0, 0, 0.5f},   {-0.5f, -0.8f, -0.6f, 0, 1, 0, 0.25f},
                                 {-0.3f, -0.3f, 0.7f, 0, 0, 1, 0.75f},  {-0.9f, -0.1f, -0.2f, 1, 1, 0, 0.5f},
                                 {-0.1f, -0.5f, 0.45f, 0, 1, 1, 0.25f}, {-0.6f, 0.1f, -0.85f, 1, 0, 1, 0.5f}};
    for (const Layer& layer : drawn) {
        Color4f(context(), layer.red, layer.green, layer.blue, layer.alpha);
        Begin(context(), GL_QUADS);
        for (const auto& [x, y] : {std::pair{0.f, 0.f}, {1.f, 0.f}, {1.f, 0.8f}, {0.f, 0.8f}})
            Vertex3f(context(), layer.x + x, layer.y + y, layer.z);
        End(context());
    }
    MemoryBarrier(context(), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    ColorMask(context(), true, true, true, true);
    // Takes the farthest fragment that is nearer than the one before... until none is left.
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE nodes[] = { program.storage[0] };\n"
         "TEMP p, n, t, color, far, c;\nCVT.S32.F32.TRUNC p, fragment.position;\nMOV.S p.zw, 0;\n"
         "MOV.F color, {0, 0, 0, 1};\nMOV.F far.x, 2;\n"
         "REP.S 8;\n"
         "LOADIM.U32 n, p, image[0], 2D;\nMOV.F far.y, -1;\nMOV.U far.z, 0;\n"
         "REP.S 16;\n"
         "SEQ.U.CC c.x, n.x, 0;\nBRK NE.x;\n"
         "SHL.U n.y, n.x, 5;\nLDB.F32 t, nodes[n.y + 16];\n"
         "SLT.F c.x, t.x, far.x;\nSGT.F c.y, t.x, far.y;\nMUL.F.CC c.x, c.x, c.y;\n"
         "IF NE.x;\nMOV.F far.y, t.x;\nMOV.U far.z, n.x;\nENDIF;\n"
         "LDB.U32 n, nodes[n.y + 20];\n"
         "ENDREP;\n"
         "SEQ.U.CC c.x, far.z, 0;\nBRK NE.x;\n"
         "SHL.U n.y, far.z, 5;\nLDB.F32X4 t, nodes[n.y];\n"
         "LRP.F color.xyz, t.w, t, color;\nMOV.F far.x, far.y;\n"
         "ENDREP;\n"
         "MOV.F result.color, color;\nEND\n");
    square();
    expect(GL_NO_ERROR);
    // The same on paper.
    std::vector<Layer> sorted(std::begin(drawn), std::end(drawn));
    std::sort(sorted.begin(), sorted.end(), [](const Layer& a, const Layer& b) { return a.z > b.z; });
    int overlapping = 0;
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++) {
            const float at_x = (static_cast<float>(x) + 0.5f) / 128 - 1,
                        at_y = (static_cast<float>(y) + 0.5f) / 128 - 1;
            float color[3] = {0, 0, 0};
            int covering = 0;
            for (const Layer& layer : sorted) {
                if (at_x < layer.x || at_x > layer.x + 1 || at_y < layer.y || at_y > layer.y + 0.8f) continue;
                covering++;
                const float own[3] = {layer.red, layer.green, layer.blue};
                for (int c = 0; c < 3; c++) color[c] = layer.alpha * own[c] + (1 - layer.alpha) * color[c];
            }
            overlapping += covering > 2;
            const Pixel pixel = gl_->pixel(x, y);
            for (size_t c = 0; c < 3; c++)
                ASSERT_NEAR(pixel[c], color[c] * 255, 1.01f) << x << " " << y << " component " << c;
        }
    EXPECT_GT(overlapping, 1000);
    EXPECT_EQ(message(), "");
}

INSTANTIATE_TEST_SUITE_P(Threads, ImagesWith, ::testing::Values(2, 8));

}  // namespace
}  // namespace glapi
