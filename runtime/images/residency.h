// Which parts of an image have memory (ARB_sparse_texture).
//
// An image of that kind lies in pages of the system that take no memory until they are written, and read as zeros. So
// code that reads texels need not ask for residency. Code that writes texels asks, or calls release_nonresident()
// afterwards, which discards writes to pages without memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace runtime {

class Image;
struct Extent;

// Sides of a page in texels: powers of two, no less than 8 in x and y.
struct PageExtent {
    int32_t width = 0, height = 0, depth = 1;
    bool operator==(const PageExtent&) const = default;
};

class Residency {
  public:
    // For an image of that many texels and slices. No page is resident at first; each will take so many bytes. Throws
    // std::bad_alloc.
    Residency(const Extent& extent, const PageExtent& page, size_t page_bytes);
    // The tail of a texture: its small levels, which are resident together or not at all. They take what is added.
    Residency();
    void add_bytes(size_t bytes) { page_bytes_ += bytes; }
    ~Residency();
    Residency(const Residency&) = delete;
    Residency& operator=(const Residency&) = delete;

    // Both in texels of the image that was given.
    [[gnu::always_inline]] bool is_resident(int32_t x, int32_t y, int32_t z) const {
        return pages_.get()[index(x, y, z)] != 0;
    }
    // Bytes of the resident pages of all images, once they are written. If the system has less memory, a write ends the
    // process.
    static size_t resident_bytes();
    size_t page_bytes() const { return page_bytes_; }
    // The page of this texel.
    void set_resident(int32_t x, int32_t y, int32_t z, bool resident);
    [[gnu::always_inline]] bool is_complete() const { return missing_ == 0; }
    // Where the page begins that follows the page of a texel in a direction: 0 x, 1 y, 2 z.
    int64_t next_page(int32_t at, int direction) const {
        return ((int64_t{at} >> shift_[direction]) + 1) << shift_[direction];
    }

  private:
    struct Free {
        void operator()(uint8_t* memory) const { std::free(memory); }
    };
    [[gnu::always_inline]] size_t index(int32_t x, int32_t y, int32_t z) const {
        return (static_cast<size_t>(z >> shift_[2]) * rows_ + static_cast<size_t>(y >> shift_[1])) * columns_ +
               static_cast<size_t>(x >> shift_[0]);
    }

    int shift_[3];
    size_t columns_, rows_;
    size_t missing_;
    std::unique_ptr<uint8_t, Free> pages_;  // a byte each
    size_t page_bytes_ = 0, resident_ = 0;
};

// Texels of this box, of all samples, that are in pages without memory read as zeros again, and what memory the system
// has given them goes back, where no other texels lie in it. Nobody works on them meanwhile.
void release_nonresident(const Image& image, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                         int32_t depth);

}  // namespace runtime
