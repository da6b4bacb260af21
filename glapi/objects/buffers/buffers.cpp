#include "glapi/objects/buffers/buffers.h"

namespace glapi {

std::shared_ptr<std::byte[]> allocate_storage(size_t size) {
    const auto memory = std::make_shared_for_overwrite<std::byte[]>(size + map_alignment - 1);
    const auto address = reinterpret_cast<uintptr_t>(memory.get());
    return {memory, memory.get() + (map_alignment - address % map_alignment) % map_alignment};
}

void unbind_indexed_buffers(BufferState& state, const Buffer& buffer) {
    for (IndexedBuffers& buffers : state.indexed) {
        if (buffers.general.get() == &buffer) buffers.general = nullptr;
        for (BufferRange& range : buffers.ranges)
            if (range.buffer.get() == &buffer) range = {};
    }
}

}  // namespace glapi
