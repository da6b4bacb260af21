#include "rasterizer/scene/scene.h"

#include <gtest/gtest.h>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

// What a scene takes is bounded, and not its memory alone: who waits for it should not wait for minutes.
TEST(Scene, IsFullOfWork) {
    for (const int32_t size : {64, 2048}) {
        const TestScene test(size, size);
        Scene scene(test.draw.framebuffer);
        FragmentPipelines pipelines;
        FragmentKey key;
        key.colors[0].write_mask = 0xf;
        auto tile_draw = std::make_shared<TileDraw>();
        tile_draw->fragment = test.draw.fragment;
        tile_draw->pipeline = pipelines.find(key, tile_draw->fragment);
        scene.add(tile_draw);
        TilePrimitive primitive{};
        primitive.draw = tile_draw.get();
        primitive.max_x = primitive.max_y = size - 1;
        EXPECT_FALSE(scene.full());
        int count = 0;
        const int tiles = scene.tile_count();
        for (; count < 100'000 && !scene.full(); ++count) scene.put(primitive);
        EXPECT_TRUE(scene.full()) << size;
        EXPECT_GT(count * tiles, 10'000) << size;
        EXPECT_FALSE(scene.may_run_long());
    }
}

}  // namespace
}  // namespace rasterizer
