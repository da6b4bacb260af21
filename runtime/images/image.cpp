#include "runtime/images/image.h"

#include <cstdlib>
#include <limits>
#include <new>

namespace runtime {
namespace {

constexpr size_t row_alignment = Image::memory_alignment;

size_t checked_product(size_t a, size_t b) {
    size_t product;
    // Half of the address space: strides are signed.
    if (__builtin_mul_overflow(a, b, &product) || product > static_cast<size_t>(std::numeric_limits<ptrdiff_t>::max()))
        throw std::bad_alloc();
    return product;
}

size_t blocks(int32_t texels, int32_t block) { return (static_cast<size_t>(texels) + block - 1) / block; }

struct Pitches {
    size_t row, sample, slice;
};
Pitches pitches(Format format, Extent extent, int32_t samples) {
    const FormatInfo& info = format_info(format);
    const size_t row_bytes = checked_product(blocks(extent.width, info.block_width), info.bytes_per_block);
    const size_t row = (row_bytes + row_alignment - 1) / row_alignment * row_alignment;
    const size_t sample = checked_product(row, blocks(extent.height, info.block_height));
    return {row, sample, checked_product(sample, samples)};
}

}  // namespace

size_t Image::memory_size(Format format, Extent extent, int32_t samples) {
    return checked_product(pitches(format, extent, samples).slice, extent.depth);
}

void Image::set_strides() {
    const Pitches bytes = pitches(format_, extent_, samples_);
    if (format_info(format_).block_width > 1) changes_ = std::make_shared<std::atomic<uint32_t>>(0);
    row_stride_ = static_cast<ptrdiff_t>(bytes.row);
    sample_stride_ = static_cast<ptrdiff_t>(bytes.sample);
    slice_stride_ = static_cast<ptrdiff_t>(bytes.slice);
}

Image::Image(Format format, Extent extent, int32_t samples, std::byte* memory, std::shared_ptr<void> owner,
             std::shared_ptr<Residency> residency)
    : format_(format),
      extent_(extent),
      samples_(samples),
      row_zero_(memory),
      owner_(std::move(owner)),
      residency_(std::move(residency)),
      seen_by_others_(!residency_) {
    ASMGL_CHECK_EQ(reinterpret_cast<uintptr_t>(memory) % memory_alignment, 0u);
    set_strides();
}

Image::Image(Format format, Extent extent, int32_t samples) : format_(format), extent_(extent), samples_(samples) {
    // A little more than the texels, so that whole-register reads of the last texel stay inside.
    const size_t total = memory_size(format, extent, samples) + row_alignment;

    // calloc: large images get zero pages from the system without being touched.
    auto* memory = static_cast<std::byte*>(std::calloc(total + row_alignment, 1));
    if (!memory) throw std::bad_alloc();
    owner_ = std::shared_ptr<void>(memory, std::free);
    const auto address = reinterpret_cast<uintptr_t>(memory);
    row_zero_ = memory + ((row_alignment - address % row_alignment) % row_alignment);
    set_strides();
}

Image::Image(Format format, Extent extent, std::byte* row_zero, ptrdiff_t row_stride, std::shared_ptr<void> owner)
    : format_(format),
      extent_(extent),
      samples_(1),
      row_stride_(row_stride),
      slice_stride_(row_stride * extent.height),
      sample_stride_(row_stride * extent.height),
      row_zero_(row_zero),
      owner_(std::move(owner)),
      seen_by_others_(true) {}

Image::Image(const Image& of, Format format, Extent extent, int32_t first_slice)
    : format_(format),
      extent_(extent),
      samples_(of.samples_),
      row_stride_(of.row_stride_),
      slice_stride_(of.slice_stride_),
      sample_stride_(of.sample_stride_),
      row_zero_(of.row(0, first_slice)),
      owner_(of.owner_),
      changes_(of.changes_),
      residency_(of.residency_),
      seen_by_others_(of.seen_by_others_),
      first_slice_(of.first_slice_ + first_slice) {}

void load_texels(const Image& image, int32_t x, int32_t y, int32_t z, int32_t sample, int32_t count, Texel* texels) {
    ASMGL_CHECK_GE(x, 0);
    ASMGL_CHECK_LE(int64_t{x} + count, image.extent().width);
    const int32_t block_height = format_info(image.format()).block_height;
    load_block_texels(image.format(), image.row(y / block_height, z, sample), x, y % block_height, count, texels);
}

}  // namespace runtime
