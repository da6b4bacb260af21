#include "glapi/objects/buffers/buffers.h"

namespace glapi {

void unbind_indexed_buffers(BufferState& state, const Buffer& buffer) {
    for (IndexedBuffers& buffers : state.indexed) {
        if (buffers.general.get() == &buffer) buffers.general = nullptr;
        for (BufferRange& range : buffers.ranges)
            if (range.buffer.get() == &buffer) range = {};
    }
}

}  // namespace glapi
