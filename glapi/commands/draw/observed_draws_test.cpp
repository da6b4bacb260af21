// Who looks at draws sees each of them, and clears, and frames; what it says reaches the application.

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "glapi/testing/program_fixture.h"
#include "rasterizer/draw/draw_observer.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

struct Seen {
    int draws = 0, rectangles = 0, clears = 0, touches = 0, frames = 0;
    Pixel before{};  // a pixel of the first attachment, as the last draw found it
};

class Observer final : public rasterizer::DrawObserver {
  public:
    explicit Observer(Seen& seen) : seen_(seen) {}
    void draw(const rasterizer::Draw& draw, const Settle& settle) override {
        (draw.pixel_rectangle ? seen_.rectangles : seen_.draws)++;
        for (const rasterizer::SurfaceView& view : draw.framebuffer.colors) {
            if (!view) continue;
            settle(*view.image);
            runtime::Texel texel;
            runtime::load_texels(*view.image, 4, 4, 0, 0, 1, &texel);
            for (size_t c = 0; c < 4; c++)
                seen_.before[c] = static_cast<uint8_t>(std::lround(std::bit_cast<float>(texel[c]) * 255));
            break;
        }
        messages_.push_back("draw " + std::to_string(seen_.draws));
    }
    void clear(const rasterizer::Clear&, const Settle&) override { seen_.clears++; }
    void touched(const runtime::Image&) override { seen_.touches++; }
    void frame_finished() override { seen_.frames++; }
    std::vector<std::string> take_messages() override { return std::exchange(messages_, {}); }

  private:
    Seen& seen_;
    std::vector<std::string> messages_;
};

std::string message(Context& context) {
    char text[1024] = "";
    return GetDebugMessageLog(context, 1, sizeof text, nullptr, nullptr, nullptr, nullptr, nullptr, text) ? text : "";
}

TEST(ObservedDraws, AllAreSeenAndToldOf) {
    ContextRequest request;
    request.debug = true;
    CurrentContext gl(16, 16, BufferConfig{}, request);
    Seen seen;
    rasterizer::set_draw_observer(std::make_unique<Observer>(seen));
    ClearColor(*gl, 0, 0, 1, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(seen.clears, 1);
    Color3f(*gl, 1, 0, 0);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(seen.draws, 1);
    EXPECT_EQ(seen.before, (Pixel{0, 0, 255, 255}));
    EXPECT_EQ(message(*gl), "draw 1");
    const float vertices[] = {-1, -1, 1, -1, -1, 1};
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    VertexPointer(*gl, 2, GL_FLOAT, 0, vertices);
    DrawArrays(*gl, GL_TRIANGLES, 0, 3);
    EXPECT_EQ(seen.draws, 2);
    EXPECT_EQ(seen.before, (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(message(*gl), "draw 2");
    EXPECT_EQ(message(*gl), "");
    const uint8_t pixel[4] = {1, 2, 3, 4};
    DrawPixels(*gl, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(seen.rectangles, 1);
    const int touches = seen.touches;
    uint8_t read[4] = {};
    ReadPixels(*gl, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, read);
    EXPECT_GT(seen.touches, touches);
    finish_frame(*gl.window);
    EXPECT_EQ(seen.frames, 1);
    rasterizer::set_draw_observer(nullptr);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(seen.draws, 2);
}

}  // namespace
}  // namespace glapi
