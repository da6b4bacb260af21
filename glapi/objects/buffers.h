// Buffer objects and their binding points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace glapi {

class Context;

struct Buffer {
    explicit Buffer(uint32_t buffer_name) : name(buffer_name) {}

    uint32_t name;
    // Replaced, never resized, by BufferData: who still reads the old memory keeps it alive by sharing it.
    std::shared_ptr<std::byte[]> data;
    size_t size = 0;
    uint32_t usage = 0x88E4;  // GL_STATIC_DRAW

    bool mapped = false;
    size_t map_offset = 0, map_length = 0;
    uint32_t map_access = 0;  // GL_MAP_*_BIT

    std::span<std::byte> bytes() const { return {data.get(), size}; }
};

enum class BufferTarget : uint8_t { Array, PixelPack, PixelUnpack, CopyRead, CopyWrite, Texture, DrawIndirect, Count };

struct BufferState {
    // By target. The element array's binding belongs to the vertex array object.
    std::array<std::shared_ptr<Buffer>, static_cast<size_t>(BufferTarget::Count)> bound;

    std::shared_ptr<Buffer>& operator[](BufferTarget target) { return bound[static_cast<size_t>(target)]; }
    const std::shared_ptr<Buffer>& operator[](BufferTarget target) const { return bound[static_cast<size_t>(target)]; }
};

// The buffer bound to a target; null after an error.
Buffer* bound_buffer(Context& context, uint32_t target, const char* command);
// Whether the range lies within the buffer, which isn't mapped; records an error where not.
bool check_buffer_range(Context& context, const Buffer& buffer, int64_t offset, int64_t size, const char* command);

}  // namespace glapi
