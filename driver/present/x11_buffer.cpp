#include "driver/present/x11_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <vector>

namespace driver {
namespace {

// By this process and, presumably, the server: on another machine or in another container, a segment's number means
// another segment, or none. Asking whom the connection leads to is what sandboxes forbid (Chromium's ends the process).
bool is_attached_twice(int segment) {
    shmid_ds facts{};
    return shmctl(segment, IPC_STAT, &facts) == 0 && facts.shm_nattch >= 2;
}

// Results of requests whose failure only says that the drawable has gone.
void ignore(xcb_connection_t* connection, xcb_void_cookie_t cookie) { xcb_discard_reply(connection, cookie.sequence); }

// The server's pixels of ten bits have blue lowest, GL's format has red there.
bool swaps_red_and_blue(runtime::Format format) { return runtime::format_info(format).bits[0] == 10; }

}  // namespace

X11Buffer::X11Buffer(const X11Connection& connection, int32_t width, int32_t height, runtime::Format format)
    : connection_(connection),
      width_(width),
      height_(height),
      format_(format),
      pixel_bytes_(runtime::format_info(format).bytes_per_block),
      stride_((width * pixel_bytes_ + 63) & ~ptrdiff_t{63}) {}

std::shared_ptr<X11Buffer> X11Buffer::create(const X11Connection& connection, int32_t width, int32_t height,
                                             runtime::Format format, bool try_shared) {
    std::shared_ptr<X11Buffer> buffer(new X11Buffer(connection, width, height, format));
    const size_t size = static_cast<size_t>(buffer->stride_) * height;
    const auto allocate = [&] {
        auto* memory = static_cast<std::byte*>(std::aligned_alloc(64, size));
        if (!memory) throw std::bad_alloc();
        std::memset(memory, 0, size);
        return memory;
    };
    if (!try_shared || !buffer->attach()) buffer->memory_ = allocate();
    buffer->pixels_ = swaps_red_and_blue(format) ? allocate() : buffer->memory_;
    return buffer;
}

void X11Buffer::exchange(std::byte* to, const std::byte* from, int32_t x, int32_t y, int32_t width,
                         int32_t height) const {
    if (pixels_ == memory_) return;
    constexpr uint32_t ten = 0x3ff;
    for (int32_t row = y; row < y + height; ++row) {
        const ptrdiff_t start = stride_ * row + x * pixel_bytes_;
        for (ptrdiff_t at = start; at < start + width * pixel_bytes_; at += 4) {
            uint32_t pixel;
            std::memcpy(&pixel, from + at, 4);
            // The server has no use for the two bits on top; read from it they are alpha, and opaque.
            pixel = 0xc0000000 | (pixel & ten) << 20 | (pixel & ten << 10) | (pixel >> 20 & ten);
            std::memcpy(to + at, &pixel, 4);
        }
    }
}

bool X11Buffer::attach() {
    xcb_connection_t* connection = *connection_;
    if (!connection) return false;
    const int id = shmget(IPC_PRIVATE, static_cast<size_t>(stride_) * height_, IPC_CREAT | 0600);
    if (id < 0) return false;
    void* memory = shmat(id, nullptr, 0);
    if (memory == reinterpret_cast<void*>(-1)) {
        shmctl(id, IPC_RMID, nullptr);
        return false;
    }
    const xcb_shm_seg_t segment = xcb_generate_id(connection);
    xcb_generic_error_t* error =
        xcb_request_check(connection, xcb_shm_attach_checked(connection, segment, static_cast<uint32_t>(id), 0));
    const bool attached = !error && is_attached_twice(id);
    // From here on the segment goes away with its last user.
    shmctl(id, IPC_RMID, nullptr);
    if (!attached) {
        if (!error) ignore(connection, xcb_shm_detach_checked(connection, segment));
        std::free(error);
        shmdt(memory);
        return false;
    }
    memory_ = static_cast<std::byte*>(memory);
    segment_ = segment;
    return true;
}

X11Buffer::~X11Buffer() {
    if (pixels_ != memory_) std::free(pixels_);
    if (!segment_) {
        std::free(memory_);
        return;
    }
    if (xcb_connection_t* connection = *connection_) ignore(connection, xcb_shm_detach_checked(connection, segment_));
    shmdt(memory_);
}

std::shared_ptr<runtime::Image> X11Buffer::image(const std::shared_ptr<X11Buffer>& buffer) {
    auto image = std::make_shared<runtime::Image>(buffer->format_, runtime::Extent{buffer->width_, buffer->height_, 1},
                                                  buffer->pixels_ + buffer->stride_ * (buffer->height_ - 1),
                                                  -buffer->stride_, buffer);
    image->keep_to_ourselves();  // the server looks at it in put() only
    return image;
}

void X11Buffer::put(xcb_drawable_t drawable, xcb_gcontext_t gc, uint8_t depth, int32_t x, int32_t y, int32_t width,
                    int32_t height) {
    xcb_connection_t* connection = *connection_;
    const int32_t right = std::min(x + width, width_), bottom = std::min(y + height, height_);
    x = std::max(x, 0);
    y = std::max(y, 0);
    if (!connection || x >= right || y >= bottom) return;
    exchange(memory_, pixels_, x, y, right - x, bottom - y);
    if (segment_) {
        ignore(connection,
               xcb_shm_put_image_checked(connection, drawable, gc, static_cast<uint16_t>(stride_ / pixel_bytes_),
                                         static_cast<uint16_t>(height_), static_cast<uint16_t>(x),
                                         static_cast<uint16_t>(y), static_cast<uint16_t>(right - x),
                                         static_cast<uint16_t>(bottom - y), static_cast<int16_t>(x),
                                         static_cast<int16_t>(y), depth, XCB_IMAGE_FORMAT_Z_PIXMAP, 0, segment_, 0));
        xcb_flush(connection);
        return;
    }
    // As many rows at a time as one request may hold.
    const size_t row_bytes = padded_row(right - x);
    const size_t limit =
        std::min<size_t>(static_cast<size_t>(xcb_get_maximum_request_length(connection)) * 4 - 64, 1 << 20);
    const int32_t rows = std::max<int32_t>(1, static_cast<int32_t>(limit / row_bytes));
    std::vector<std::byte> band;
    for (int32_t top = y; top < bottom; top += rows) {
        const int32_t count = std::min(rows, bottom - top);
        band.resize(row_bytes * count);
        for (int32_t row = 0; row < count; ++row)
            std::memcpy(band.data() + row_bytes * row, memory_ + stride_ * (top + row) + x * pixel_bytes_,
                        static_cast<size_t>((right - x) * pixel_bytes_));
        ignore(connection, xcb_put_image_checked(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, drawable, gc,
                                                 static_cast<uint16_t>(right - x), static_cast<uint16_t>(count),
                                                 static_cast<int16_t>(x), static_cast<int16_t>(top), 0, depth,
                                                 static_cast<uint32_t>(band.size()),
                                                 reinterpret_cast<const uint8_t*>(band.data())));
    }
    xcb_flush(connection);
}

void X11Buffer::get(xcb_drawable_t drawable) {
    xcb_connection_t* connection = *connection_;
    if (!connection) return;
    xcb_generic_error_t* error = nullptr;
    auto* reply = xcb_get_image_reply(connection,
                                      xcb_get_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, drawable, 0, 0,
                                                    static_cast<uint16_t>(width_), static_cast<uint16_t>(height_), ~0u),
                                      &error);
    std::free(error);
    if (!reply) return;
    const size_t row_bytes = padded_row(width_);
    if (static_cast<size_t>(xcb_get_image_data_length(reply)) >= row_bytes * height_)
        for (int32_t y = 0; y < height_; ++y)
            std::memcpy(memory_ + stride_ * y, xcb_get_image_data(reply) + row_bytes * y,
                        static_cast<size_t>(width_ * pixel_bytes_));
    exchange(pixels_, memory_, 0, 0, width_, height_);
    std::free(reply);
}

}  // namespace driver
