#include "runtime/sampling/decoded_images.h"

#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>

#include "runtime/sampling/sampler.h"

namespace runtime::sampling {
namespace {

// Blocks of one colour each: 16 bits of it twice, and texels that take the first.
void fill(const Image& image, uint16_t color) {
    const Extent extent = image.extent();
    for (int32_t z = 0; z < extent.depth; ++z)
        for (int32_t y = 0; y < (extent.height + 3) / 4; ++y)
            for (int32_t x = 0; x < (extent.width + 3) / 4; ++x) {
                const uint16_t colors[4] = {color, 0, 0, 0};
                std::memcpy(image.row(y, z) + ptrdiff_t{x} * 8, colors, 8);
            }
}

std::shared_ptr<Texture> texture_of(std::shared_ptr<const Image> image) {
    auto texture = std::make_shared<Texture>();
    texture->format = image->format();
    texture->levels = {std::move(image)};
    return texture;
}

float red_of(const TextureBinding& binding) {
    LaneVector coordinates{}, result;
    SampleRequest request;
    request.coordinates = &coordinates;
    sample(binding, request, all_lanes, result);
    return std::bit_cast<float>(result.component[0].lane[0]);
}

TEST(DecodedImages, FollowChangesOfTheirMemory) {
    const auto image = std::make_shared<Image>(Format::Dxt1RgbUnorm, Extent{8, 8, 1});
    const auto view = std::make_shared<Image>(*image, Format::Dxt1RgbaUnorm, Extent{8, 8, 1}, 0);
    const TextureBinding black(texture_of(image), {}), black_view(texture_of(view), {});
    ASSERT_TRUE(black.prepared().routine) << "not through the decoded copy";
    EXPECT_EQ(red_of(black), 0);
    EXPECT_EQ(decoded_levels(*black.texture()), decoded_levels(*black.texture())) << "decoded again";

    image->note_change();
    fill(*image, 31 << 11);
    EXPECT_FALSE(black.is_current());
    EXPECT_FALSE(black_view.is_current());
    EXPECT_EQ(red_of(TextureBinding(black.texture(), {})), 1);
    EXPECT_EQ(red_of(TextureBinding(black_view.texture(), {})), 1);
    EXPECT_EQ(red_of(black), 0) << "a draw under way reads what was there when it was made";
}

TEST(DecodedImages, AreOfOneImageAlthoughAnotherLiesWhereItWas) {
    for (int round = 0; round < 20; ++round) {
        const auto image = std::make_shared<Image>(Format::Dxt1RgbUnorm, Extent{4, 4, 1});
        fill(*image, round & 1 ? 31 << 11 : 0);
        EXPECT_EQ(red_of(TextureBinding(texture_of(image), {})), round & 1);
    }
}

TEST(DecodedImages, KeepWithinTheirBound) {
    std::vector<std::shared_ptr<Image>> images;
    const Extent extent{4096, 2048, 1};
    const size_t each = size_t{4096} * 2048 * 4;
    for (size_t i = 0; i <= most_decoded_bytes / each; ++i) {
        images.push_back(std::make_shared<Image>(Format::Dxt1RgbUnorm, extent));
        ASSERT_TRUE(decoded_levels(*texture_of(images.back())));
        EXPECT_LE(decoded_bytes(), most_decoded_bytes);
    }
    images.clear();
    // What has gone gives way to what comes next.
    const auto small = std::make_shared<Image>(Format::Dxt1RgbUnorm, Extent{4, 4, 1});
    decoded_levels(*texture_of(small));
    EXPECT_LT(decoded_bytes(), each);
    EXPECT_FALSE(decoded_levels(*texture_of(std::make_shared<Image>(Format::Dxt1RgbUnorm, Extent{8192, 16384, 1}))));
}

TEST(DecodedImages, ServeThreadsAtOnce) {
    const auto image = std::make_shared<Image>(Format::Dxt1RgbUnorm, Extent{64, 64, 1});
    fill(*image, 31 << 11);
    const auto texture = texture_of(image);
    const auto ask = [&] {
        for (int i = 0; i < 200; ++i) {
            if (i % 10 == 0) image->note_change();
            EXPECT_EQ(red_of(TextureBinding(texture, {})), 1);
        }
    };
    std::thread other(ask);
    ask();
    other.join();
}

}  // namespace
}  // namespace runtime::sampling
