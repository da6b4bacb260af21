// A buffer of GBM: a dumb buffer of the device, or where that has none, memory of the heap with a file of its own.
#pragma once

#include <cstddef>
#include <memory>

#include "driver/gbm/gbm_backend.h"
#include "runtime/images/image.h"

namespace driver::gbm {

// A format of buffers; `drawn` is what they are drawn as, None where surfaces can't have it.
struct BufferFormat {
    uint32_t code;
    uint8_t pixel_bytes;
    runtime::Format drawn;
};
// Null: there is no such format.
const BufferFormat* buffer_format(uint32_t code);

struct Buffer : gbm_bo {
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    // Null with errno set.
    static std::unique_ptr<Buffer> create(gbm_device* device, uint32_t width, uint32_t height, uint32_t format);
    // A buffer from a file; its pixels begin at offset 0.
    static std::unique_ptr<Buffer> import(gbm_device* device, int file, uint32_t width, uint32_t height,
                                          uint32_t stride, uint32_t format);

    // Its pixels, rows from the top; images outlive the buffer.
    const std::shared_ptr<std::byte>& memory() const { return memory_; }
    // A file that others can have the buffer by; -1 with errno set.
    int duplicate_file() const;

  private:
    explicit Buffer(gbm_device* of);
    bool allocate_dumb(const BufferFormat& pixels);
    bool allocate_memory(const BufferFormat& pixels);
    bool map(int from, uint64_t offset);

    std::shared_ptr<std::byte> memory_;
    size_t size_ = 0;
    bool dumb_ = false;
    int file_ = -1;  // of memory of the heap, and of what was imported
};

}  // namespace driver::gbm
