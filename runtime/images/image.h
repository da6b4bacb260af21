// Pixel storage: one mip level of a texture, a renderbuffer, or a window's buffer.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "ir/check.h"
#include "runtime/formats/format.h"
#include "runtime/images/residency.h"
#include "runtime/lent.h"

namespace runtime {

struct Extent {
    int32_t width = 0;   // texels
    int32_t height = 1;  // rows
    int32_t depth = 1;   // slices of a 3D image, or layers: elements of all arrays, cube faces (6·element + face)
    bool operator==(const Extent&) const = default;
};

// Texel (x, y, z) of sample s lies at data + z·slice_stride + s·sample_stride + y·row_stride + x·bytes-per-texel
// (compressed formats: x, y in blocks). Row 0 is the bottom row as GL counts; row_stride may be negative, for windows
// with the upper row first. Memory rows are 64-byte aligned when the image owns them.
class Image {
  public:
    // Owns zero-filled memory. Throws std::bad_alloc where the memory can't be had.
    Image(Format format, Extent extent, int32_t samples = 1);
    // The same layout in memory that was there before, from `memory` on, a multiple of memory_alignment.
    // With `residency` only parts of it have memory, and it all reads as zeros.
    Image(Format format, Extent extent, int32_t samples, std::byte* memory, std::shared_ptr<void> owner,
          std::shared_ptr<Residency> residency = nullptr);
    // Bytes of that memory. Throws std::bad_alloc where they can't be counted.
    static size_t memory_size(Format format, Extent extent, int32_t samples);
    static constexpr size_t memory_alignment = 64;
    // Views memory owned elsewhere; `owner` keeps it alive.
    Image(Format format, Extent extent, std::byte* row_zero, ptrdiff_t row_stride, std::shared_ptr<void> owner);
    // Views slices of another image's memory, as another format of the same size.
    Image(const Image& of, Format format, Extent extent, int32_t first_slice);
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    // Whether texels of both may be the same memory.
    bool shares_memory(const Image& other) const { return memory() == other.memory(); }
    const void* memory() const { return owner_ ? owner_.get() : row_zero_; }
    // How many keep the memory: images, and others that see it.
    long memory_owners() const { return owner_.use_count(); }

    Format format() const { return format_; }
    Extent extent() const { return extent_; }
    int32_t samples() const { return samples_; }
    ptrdiff_t row_stride() const { return row_stride_; }
    ptrdiff_t slice_stride() const { return slice_stride_; }
    ptrdiff_t sample_stride() const { return sample_stride_; }
    // Compressed images only: how often they have been changed, views of the same memory included. Who writes texels
    // says so before; samplers, which read decoded copies, ask.
    void note_change() const {
        if (changes_) changes_->fetch_add(1, std::memory_order_relaxed);
    }
    uint32_t changes() const { return changes_ ? changes_->load(std::memory_order_relaxed) : 0; }

    // Whether others than this process, or than who presents the image, may look at it.
    bool seen_by_others() const { return seen_by_others_; }
    // Whoever shows it waits for what is drawn.
    void keep_to_ourselves() { seen_by_others_ = false; }

    // Null: all of it has memory.
    const std::shared_ptr<Residency>& residency() const { return residency_; }
    [[gnu::always_inline]] bool lacks_pages() const { return residency_ && !residency_->is_complete(); }
    // For images with residency.
    [[gnu::always_inline]] bool is_resident(int32_t x, int32_t y, int32_t z) const {
        return residency_->is_resident(x, y, z + first_slice_);
    }
    void set_resident(int32_t x, int32_t y, int32_t z, bool resident) const {
        residency_->set_resident(x, y, z + first_slice_, resident);
    }
    // Where the next page begins in a direction: 0 x, 1 y, 2 z.
    int64_t next_page(int32_t at, int direction) const {
        const int32_t first = direction == 2 ? first_slice_ : 0;
        return residency_->next_page(at + first, direction) - first;
    }

    std::byte* row(int32_t y, int32_t z = 0, int32_t sample = 0) const {
        ASMGL_CHECK_GE(y, 0);
        ASMGL_CHECK_LT(y, std::max(extent_.height, 1));
        ASMGL_CHECK_GE(z, 0);
        ASMGL_CHECK_LT(z, std::max(extent_.depth, 1));
        ASMGL_CHECK_GE(sample, 0);
        ASMGL_CHECK_LT(sample, std::max(samples_, 1));
        return row_zero_ + z * slice_stride_ + sample * sample_stride_ + y * row_stride_;
    }

  private:
    void set_strides();

    Format format_;
    Extent extent_;
    int32_t samples_;
    ptrdiff_t row_stride_, slice_stride_, sample_stride_;
    std::byte* row_zero_;
    std::shared_ptr<void> owner_;
    std::shared_ptr<std::atomic<uint32_t>> changes_;
    std::shared_ptr<Residency> residency_;
    bool seen_by_others_ = false;
    int32_t first_slice_ = 0;  // of views: in the image that the residency is of
};

// Texels of one row, of any format, compressed ones too (y in texels).
ASMGL_LENT void load_texels(const Image& image, int32_t x, int32_t y, int32_t z, int32_t sample, int32_t count,
                            Texel* texels);

}  // namespace runtime
