// Buffer objects and their binding points.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "glapi/generated/gl.h"
#include "glapi/objects/buffers/buffer_residency.h"
#include "glapi/state/limits.h"

namespace glapi {

struct Buffer {
    explicit Buffer(uint32_t buffer_name) : name(buffer_name) {}

    uint32_t name;
    // Replaced, never resized, by BufferData: who still reads the old memory keeps it alive by sharing it.
    std::shared_ptr<std::byte[]> data;
    size_t size = 0;
    uint32_t usage = GL_STATIC_DRAW;
    bool immutable = false;  // made by BufferStorage
    bool purgeable = false;  // ObjectPurgeableAPPLE
    // APPLE_flush_buffer_range. Nothing depends on the former: what it permits need not be done.
    bool serialized_modify = true, flushing_unmap = true;
    uint32_t storage_flags = 0;  // GL_MAP_*_BIT, GL_DYNAMIC_STORAGE_BIT, GL_CLIENT_STORAGE_BIT

    bool mapped = false;
    size_t map_offset = 0, map_length = 0;
    uint32_t map_access = 0;  // GL_MAP_*_BIT

    // `data` is a memory object's (EXT_memory_object) or the application's (AMD_pinned_memory): it stays where it is.
    bool is_external = false;

    std::shared_ptr<const AddressRange> addresses;  // null: nobody has asked for its address

    // Mapped so that nothing else may use it: all but persistent mappings do that.
    bool in_client_use() const { return mapped && !(map_access & GL_MAP_PERSISTENT_BIT); }
    // Whether any of `length` bytes from `offset` on are in such a mapping.
    bool maps(size_t offset, size_t length) const {
        return in_client_use() && offset < map_offset + map_length && map_offset < offset + length;
    }
    std::span<std::byte> bytes() const { return {data.get(), size}; }
};

// Memory for a buffer's contents, aligned as mappings promise it.
std::shared_ptr<std::byte[]> allocate_storage(size_t size);
inline constexpr size_t map_alignment = limits::MIN_MAP_BUFFER_ALIGNMENT;

enum class BufferTarget : uint8_t {
    Array,
    PixelPack,
    PixelUnpack,
    CopyRead,
    CopyWrite,
    Texture,
    DrawIndirect,
    DispatchIndirect,
    Query,
    Parameter,
    ApplicationMemory,  // EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD
    Count
};

// Part of a buffer, at a numbered binding point.
struct BufferRange {
    std::shared_ptr<Buffer> buffer;
    size_t offset = 0, size = 0;
    bool whole = true;  // from the offset to the buffer's end, whatever its size

    size_t readable() const {
        if (!buffer || offset >= buffer->size) return 0;
        return whole ? buffer->size - offset : std::min(size, buffer->size - offset);
    }
};

// Buffers that programs access by number. The parameter buffers are in the order of arbasm::Stage.
enum class IndexedTarget : uint8_t {
    VertexParameters,
    TessControlParameters,
    TessEvaluationParameters,
    GeometryParameters,
    FragmentParameters,
    ComputeParameters,
    ShaderStorage,
    AtomicCounter,
    Uniform,  // kept and reported only: it is GLSL's programs that read them
    Count
};
inline constexpr int parameter_buffer_count = limits::MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV;
inline constexpr int storage_buffer_count = limits::MAX_SHADER_STORAGE_BUFFER_BINDINGS;
inline constexpr int counter_buffer_count = limits::MAX_ATOMIC_COUNTER_BUFFER_BINDINGS;
inline constexpr int uniform_buffer_count = limits::MAX_UNIFORM_BUFFER_BINDINGS;
constexpr int indexed_binding_count(IndexedTarget target) {
    return target == IndexedTarget::ShaderStorage   ? storage_buffer_count
           : target == IndexedTarget::AtomicCounter ? counter_buffer_count
           : target == IndexedTarget::Uniform       ? uniform_buffer_count
                                                    : parameter_buffer_count;
}
struct IndexedBuffers {
    std::shared_ptr<Buffer> general;  // what BindBuffer binds
    std::array<BufferRange, storage_buffer_count> ranges;
};

struct BufferState {
    // By target. The element array's binding belongs to the vertex array object.
    std::array<std::shared_ptr<Buffer>, static_cast<size_t>(BufferTarget::Count)> bound;

    std::array<IndexedBuffers, static_cast<size_t>(IndexedTarget::Count)> indexed;
    // Where uniform blocks are read while `unified_uniforms` (NV_uniform_buffer_unified_memory).
    struct AddressedRange {
        uint64_t address = 0;
        int64_t length = 0;
    };
    std::array<AddressedRange, uniform_buffer_count> uniform_addresses;
    bool unified_uniforms = false;
    ReachableMemory reachable;

    IndexedBuffers& operator[](IndexedTarget target) { return indexed[static_cast<size_t>(target)]; }
    const IndexedBuffers& operator[](IndexedTarget target) const { return indexed[static_cast<size_t>(target)]; }

    std::shared_ptr<Buffer>& operator[](BufferTarget target) { return bound[static_cast<size_t>(target)]; }
    const std::shared_ptr<Buffer>& operator[](BufferTarget target) const { return bound[static_cast<size_t>(target)]; }
};

// A deleted buffer leaves the numbered binding points.
void unbind_indexed_buffers(BufferState& state, const Buffer& buffer);

}  // namespace glapi
