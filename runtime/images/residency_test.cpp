#include <cstring>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "runtime/images/image.h"

namespace runtime {
namespace {

// An image of this size in memory of its own, all of it filled, with pages of 64×32 texels in two slices.
class PagedImage {
  public:
    PagedImage(Format format, Extent extent, int32_t samples = 1)
        : residency_(std::make_shared<Residency>(extent, PageExtent{64, 32, 2}, 4096)),
          bytes_(Image::memory_size(format, extent, samples)),
          memory_(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
          image_(format, extent, samples, static_cast<std::byte*>(memory_), nullptr, residency_) {
        std::memset(memory_, 0x5a, bytes_);
    }
    ~PagedImage() { ::munmap(memory_, bytes_); }
    Image& operator*() { return image_; }
    Image* operator->() { return &image_; }
    uint8_t texel(int32_t x, int32_t y, int32_t z, int32_t sample = 0) const {
        return static_cast<uint8_t>(image_.row(y, z, sample)[x * format_info(image_.format()).bytes_per_block]);
    }

  private:
    std::shared_ptr<Residency> residency_;
    size_t bytes_;
    void* memory_;
    Image image_;
};

TEST(Residency, CountsPages) {
    const size_t before = Residency::resident_bytes();
    Residency residency({100, 33, 3}, {64, 32, 2}, 4096);
    EXPECT_FALSE(residency.is_complete());
    EXPECT_FALSE(residency.is_resident(99, 32, 2));
    residency.set_resident(64, 32, 2, true);
    EXPECT_TRUE(residency.is_resident(99, 32, 2));
    EXPECT_FALSE(residency.is_resident(63, 32, 2));
    EXPECT_FALSE(residency.is_resident(99, 31, 2));
    EXPECT_FALSE(residency.is_resident(99, 32, 1));
    for (int32_t z : {0, 2})
        for (int32_t y : {0, 32})
            for (int32_t x : {0, 64, 70}) residency.set_resident(x, y, z, true);
    EXPECT_TRUE(residency.is_complete());
    EXPECT_EQ(Residency::resident_bytes(), before + size_t{8} * 4096);
    residency.set_resident(0, 0, 1, false);
    EXPECT_EQ(Residency::resident_bytes(), before + size_t{7} * 4096);
    EXPECT_FALSE(residency.is_complete());
    EXPECT_FALSE(residency.is_resident(5, 5, 0));
    Residency tail;
    EXPECT_FALSE(tail.is_resident(16383, 16383, 2047));
    tail.set_resident(3, 4, 5, true);
    EXPECT_TRUE(tail.is_resident(16383, 16383, 2047));
    EXPECT_TRUE(tail.is_complete());
}

// Rows that are shorter than the system's pages, and longer.
TEST(Residency, OnlyWhatHasNoMemoryIsReleased) {
    for (const int32_t width : {100, 5000}) {
        for (const int32_t samples : {1, 4}) {
            PagedImage image(Format::Rgba8Unorm, {width, 70, 4}, samples);
            image->set_resident(64, 32, 2, true);
            release_nonresident(*image, 0, 0, 0, width, 70, 4);
            size_t wrong = 0;
            for (int32_t z = 0; z < 4; ++z)
                for (int32_t y = 0; y < 70; ++y)
                    for (int32_t x = 0; x < width; ++x)
                        for (int32_t s = 0; s < samples; ++s) {
                            const bool stays = x >= 64 && x < 128 && y >= 32 && y < 64 && z >= 2;
                            wrong += image.texel(x, y, z, s) != (stays ? 0x5a : 0);
                        }
            EXPECT_EQ(wrong, 0u) << width << " " << samples;
        }
    }
}

TEST(Residency, OfABoxAndOfAView) {
    PagedImage image(Format::R8Unorm, {256, 64, 4});
    image->set_resident(64, 0, 0, true);
    release_nonresident(*image, 10, 20, 1, 80, 5, 1);
    EXPECT_EQ(image.texel(10, 20, 1), 0);
    EXPECT_EQ(image.texel(63, 24, 1), 0);
    EXPECT_EQ(image.texel(64, 24, 1), 0x5a);
    EXPECT_EQ(image.texel(10, 20, 2), 0x5a);  // in another page of the system, too
    const Image view(*image, Format::R8Uint, {256, 64, 1}, 3);
    EXPECT_FALSE(view.is_resident(0, 0, 0));
    view.set_resident(0, 0, 0, true);
    EXPECT_TRUE(image->is_resident(0, 0, 2));
    EXPECT_EQ(view.next_page(0, 2), 1);
    release_nonresident(view, 0, 0, 0, 256, 64, 1);
    EXPECT_EQ(image.texel(0, 0, 3), 0x5a);
    EXPECT_EQ(image.texel(64, 0, 3), 0);
    EXPECT_EQ(image.texel(64, 0, 2), 0x5a);
}

}  // namespace
}  // namespace runtime
