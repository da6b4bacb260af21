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

// Results of requests whose failure only says that the drawable has gone.
void ignore(xcb_connection_t* connection, xcb_void_cookie_t cookie) { xcb_discard_reply(connection, cookie.sequence); }

}  // namespace

X11Buffer::X11Buffer(const X11Connection& connection, int32_t width, int32_t height)
    : connection_(connection), width_(width), height_(height), stride_((ptrdiff_t(width) * 4 + 63) & ~ptrdiff_t(63)) {}

std::shared_ptr<X11Buffer> X11Buffer::create(const X11Connection& connection, int32_t width, int32_t height,
                                             bool try_shared) {
    std::shared_ptr<X11Buffer> buffer(new X11Buffer(connection, width, height));
    if (try_shared && buffer->attach()) return buffer;
    const size_t size = size_t(buffer->stride_) * height;
    buffer->memory_ = static_cast<std::byte*>(std::aligned_alloc(64, size));
    if (!buffer->memory_) throw std::bad_alloc();
    std::memset(buffer->memory_, 0, size);
    return buffer;
}

bool X11Buffer::attach() {
    xcb_connection_t* connection = *connection_;
    if (!connection) return false;
    const int id = shmget(IPC_PRIVATE, size_t(stride_) * height_, IPC_CREAT | 0600);
    if (id < 0) return false;
    void* memory = shmat(id, nullptr, 0);
    if (memory == reinterpret_cast<void*>(-1)) {
        shmctl(id, IPC_RMID, nullptr);
        return false;
    }
    const xcb_shm_seg_t segment = xcb_generate_id(connection);
    xcb_generic_error_t* error =
        xcb_request_check(connection, xcb_shm_attach_checked(connection, segment, uint32_t(id), 0));
    // From here on the segment goes away with its last user.
    shmctl(id, IPC_RMID, nullptr);
    if (error) {
        std::free(error);
        shmdt(memory);
        return false;
    }
    memory_ = static_cast<std::byte*>(memory);
    segment_ = segment;
    return true;
}

X11Buffer::~X11Buffer() {
    if (!segment_) {
        std::free(memory_);
        return;
    }
    if (xcb_connection_t* connection = *connection_) ignore(connection, xcb_shm_detach_checked(connection, segment_));
    shmdt(memory_);
}

std::shared_ptr<runtime::Image> X11Buffer::image(const std::shared_ptr<X11Buffer>& buffer, runtime::Format format) {
    return std::make_shared<runtime::Image>(format, runtime::Extent{buffer->width_, buffer->height_, 1},
                                            buffer->memory_ + buffer->stride_ * (buffer->height_ - 1), -buffer->stride_,
                                            buffer);
}

void X11Buffer::put(xcb_drawable_t drawable, xcb_gcontext_t gc, uint8_t depth, int32_t x, int32_t y, int32_t width,
                    int32_t height) {
    xcb_connection_t* connection = *connection_;
    const int32_t right = std::min(x + width, width_), bottom = std::min(y + height, height_);
    x = std::max(x, 0);
    y = std::max(y, 0);
    if (!connection || x >= right || y >= bottom) return;
    if (segment_) {
        ignore(connection,
               xcb_shm_put_image_checked(connection, drawable, gc, uint16_t(stride_ / 4), uint16_t(height_),
                                         uint16_t(x), uint16_t(y), uint16_t(right - x), uint16_t(bottom - y),
                                         int16_t(x), int16_t(y), depth, XCB_IMAGE_FORMAT_Z_PIXMAP, 0, segment_, 0));
        xcb_flush(connection);
        return;
    }
    // As many rows at a time as one request may hold.
    const size_t row_bytes = size_t(right - x) * 4;
    const size_t limit = std::min<size_t>(size_t(xcb_get_maximum_request_length(connection)) * 4 - 64, 1 << 20);
    const int32_t rows = std::max<int32_t>(1, int32_t(limit / row_bytes));
    std::vector<std::byte> band;
    for (int32_t top = y; top < bottom; top += rows) {
        const int32_t count = std::min(rows, bottom - top);
        band.resize(row_bytes * count);
        for (int32_t row = 0; row < count; ++row)
            std::memcpy(band.data() + row_bytes * row, memory_ + stride_ * (top + row) + x * 4, row_bytes);
        ignore(connection,
               xcb_put_image_checked(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, drawable, gc, uint16_t(right - x),
                                     uint16_t(count), int16_t(x), int16_t(top), 0, depth, uint32_t(band.size()),
                                     reinterpret_cast<const uint8_t*>(band.data())));
    }
    xcb_flush(connection);
}

void X11Buffer::get(xcb_drawable_t drawable) {
    xcb_connection_t* connection = *connection_;
    if (!connection) return;
    xcb_generic_error_t* error = nullptr;
    auto* reply = xcb_get_image_reply(
        connection,
        xcb_get_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, drawable, 0, 0, uint16_t(width_), uint16_t(height_), ~0u),
        &error);
    std::free(error);
    if (!reply) return;
    const size_t row_bytes = size_t(width_) * 4;
    if (size_t(xcb_get_image_data_length(reply)) >= row_bytes * height_)
        for (int32_t y = 0; y < height_; ++y)
            std::memcpy(memory_ + stride_ * y, xcb_get_image_data(reply) + row_bytes * y, row_bytes);
    std::free(reply);
}

}  // namespace driver
