// Memory for vertex array and pixel data ranges (NV_vertex_array_range). Any memory is as good as another.
#include <cstdlib>
#include <mutex>
#include <set>

#include "driver/glx/glx_headers.h"
#include "driver/public.h"
#include "runtime/threads/fork_hold.h"

namespace {

struct Memory {
    runtime::ForkSafe<> mutex;
    std::set<void*> allocated;  // what may be freed: other pointers are ignored
};

// Never destroyed: threads may still free while the process exits.
Memory& memory() {
    static auto* memory = new Memory;
    return *memory;
}

constexpr size_t alignment = 64;  // of cache lines

}  // namespace

ASMGL_PUBLIC void* glXAllocateMemoryNV(int size, float, float, float) {
    if (size <= 0) return nullptr;
    const size_t bytes = (static_cast<size_t>(size) + alignment - 1) / alignment * alignment;
    void* const pointer = std::aligned_alloc(alignment, bytes);
    if (!pointer) return nullptr;
    const std::lock_guard lock(memory().mutex);
    memory().allocated.insert(pointer);
    return pointer;
}

ASMGL_PUBLIC void glXFreeMemoryNV(void* pointer) {
    {
        const std::lock_guard lock(memory().mutex);
        if (memory().allocated.erase(pointer) == 0) return;
    }
    std::free(pointer);
}
