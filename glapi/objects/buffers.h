// Buffer objects and their binding points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "glapi/objects/buffer_residency.h"

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

    std::shared_ptr<const AddressSlot> slot;  // null: nobody has asked for its address

    // Whether any of `length` bytes from `offset` on are mapped.
    bool maps(size_t offset, size_t length) const {
        return mapped && offset < map_offset + map_length && map_offset < offset + length;
    }
    std::span<std::byte> bytes() const { return {data.get(), size}; }
};

enum class BufferTarget : uint8_t { Array, PixelPack, PixelUnpack, CopyRead, CopyWrite, Texture, DrawIndirect, Count };

struct BufferState {
    // By target. The element array's binding belongs to the vertex array object.
    std::array<std::shared_ptr<Buffer>, static_cast<size_t>(BufferTarget::Count)> bound;

    ReachableMemory reachable;

    std::shared_ptr<Buffer>& operator[](BufferTarget target) { return bound[static_cast<size_t>(target)]; }
    const std::shared_ptr<Buffer>& operator[](BufferTarget target) const { return bound[static_cast<size_t>(target)]; }
};

// The binding point of a target token; null after an error.
std::shared_ptr<Buffer>* buffer_binding(Context& context, uint32_t target, const char* command);

}  // namespace glapi
