#include "runtime/images/residency.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>
#include <sys/mman.h>

#include "runtime/images/image.h"

namespace runtime {
namespace {

constexpr int whole = 31;  // a page that every coordinate lies in
constexpr ptrdiff_t system_page = 4096;

int shift_of(int32_t side) { return std::countr_zero(static_cast<uint32_t>(side)); }
size_t pages_in(int32_t texels, int32_t side) { return (static_cast<size_t>(texels) + side - 1) / side; }

// The memory of one image, seen as system pages.
class SystemPages {
  public:
    explicit SystemPages(const Image& image)
        : image_(image), texel_bytes_(format_info(image.format()).bytes_per_block), first_(image.row(0)) {}

    // Zeros from `begin` to `end`, which lie in one row of one slice.
    void release(std::byte* begin, std::byte* end) {
        while (begin < end) {
            std::byte* const page = begin - (reinterpret_cast<uintptr_t>(begin) % system_page);
            std::byte* const next = std::min(end, page + system_page);
            if (has_residents(page))
                std::memset(begin, 0, static_cast<size_t>(next - begin));
            else
                give_back(page);
            begin = next;
        }
    }
    void finish() {
        if (run_ != run_end_) ::madvise(run_, static_cast<size_t>(run_end_ - run_), MADV_DONTNEED);
        run_ = run_end_ = nullptr;
    }

  private:
    // Pages that follow each other go together.
    void give_back(std::byte* page) {
        if (run_ && page == run_end_ - system_page) return;
        if (page != run_end_) {
            finish();
            run_ = page;
        }
        run_end_ = page + system_page;
    }

    // Whether texels with memory lie in a page; what is not of this image, which may be a view, counts as such.
    bool has_residents(const std::byte* page) {
        if (page == known_) return known_has_;
        known_ = page;
        return known_has_ = find_residents(page);
    }
    bool find_residents(const std::byte* page) const {
        const Extent extent = image_.extent();
        const int64_t image_bytes = int64_t{image_.slice_stride()} * extent.depth;
        int64_t at = page - first_;
        const int64_t end = at + system_page;
        if (at < 0) return true;
        while (at < end && at < image_bytes) {
            const auto z = static_cast<int32_t>(at / image_.slice_stride());
            const int64_t in_sample = at % image_.slice_stride() % image_.sample_stride();
            const auto y = static_cast<int32_t>(in_sample / image_.row_stride());
            const int64_t in_row = in_sample % image_.row_stride();
            const int64_t row_end = at - in_row + image_.row_stride();
            const int64_t last = std::min(end, row_end) - (at - in_row);  // bytes of the row
            const auto x_end =
                static_cast<int32_t>(std::min<int64_t>((last + texel_bytes_ - 1) / texel_bytes_, extent.width));
            for (int64_t x = in_row / texel_bytes_; x < x_end; x = image_.next_page(static_cast<int32_t>(x), 0))
                if (image_.is_resident(static_cast<int32_t>(x), y, z)) return true;
            at = row_end;
        }
        return at < end;
    }

    const Image& image_;
    const int64_t texel_bytes_;
    const std::byte* const first_;
    std::byte *run_ = nullptr, *run_end_ = nullptr;
    const std::byte* known_ = nullptr;
    bool known_has_ = false;
};

}  // namespace

namespace {

std::atomic<size_t> all_resident_bytes = 0;

}  // namespace

size_t Residency::resident_bytes() { return all_resident_bytes.load(std::memory_order_relaxed); }

Residency::Residency(const Extent& extent, const PageExtent& page, size_t page_bytes)
    : shift_{shift_of(page.width), shift_of(page.height), shift_of(page.depth)},
      columns_(pages_in(extent.width, page.width)),
      rows_(pages_in(extent.height, page.height)),
      missing_(columns_ * rows_ * pages_in(extent.depth, page.depth)),
      pages_(static_cast<uint8_t*>(std::calloc(missing_, 1))),
      page_bytes_(page_bytes) {
    if (!pages_) throw std::bad_alloc();
}

Residency::~Residency() { all_resident_bytes -= resident_ * page_bytes_; }

Residency::Residency()
    : shift_{whole, whole, whole},
      columns_(1),
      rows_(1),
      missing_(1),
      pages_(static_cast<uint8_t*>(std::calloc(1, 1))) {
    if (!pages_) throw std::bad_alloc();
}

void Residency::set_resident(int32_t x, int32_t y, int32_t z, bool resident) {
    uint8_t& page = pages_.get()[index(x, y, z)];
    if (page == uint8_t{resident}) return;
    page = resident;
    missing_ += resident ? size_t{0} - 1 : 1;
    resident_ += resident ? 1 : size_t{0} - 1;
    all_resident_bytes += resident ? page_bytes_ : size_t{0} - page_bytes_;
}

void release_nonresident(const Image& image, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                         int32_t depth) {
    if (!image.lacks_pages()) return;
    SystemPages pages(image);
    const int64_t texel_bytes = format_info(image.format()).bytes_per_block;
    // Slice by slice, row by row; in a row from one stretch without memory to the next.
    for (int32_t slice = z; slice < z + depth; ++slice)
        for (int32_t sample = 0; sample < image.samples(); ++sample)
            for (int32_t row = y; row < y + height; ++row) {
                std::byte* const texels = image.row(row, slice, sample);
                for (int32_t at = x; at < x + width;) {
                    const auto next = static_cast<int32_t>(std::min<int64_t>(image.next_page(at, 0), x + width));
                    if (!image.is_resident(at, row, slice))
                        pages.release(texels + at * texel_bytes, texels + next * texel_bytes);
                    at = next;
                }
            }
    pages.finish();
}

}  // namespace runtime
