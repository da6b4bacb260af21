#include "failing_allocations.h"

#include <cstddef>
#include <cstdlib>
#include <new>

// Those of the rooms: the linker sends their calls here (--wrap).
extern "C" {
void* __real_calloc(size_t count, size_t size);
void* __real_aligned_alloc(size_t alignment, size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_aligned_alloc(size_t alignment, size_t size);
}

namespace failing_allocations {
namespace {

struct Counter {
    bool active = false, failed = false;
    uint64_t count = 0, failing = 0;
};
constinit thread_local Counter counter;

bool fails() {
    if (!counter.active || ++counter.count != counter.failing) return false;
    counter.failed = true;
    return true;
}

void* allocate(size_t size, size_t alignment) {
    if (fails()) return nullptr;
    if (alignment <= alignof(std::max_align_t)) return std::malloc(size ? size : 1);
    return __real_aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(size_t size, size_t alignment = 0) {
    if (void* const memory = allocate(size, alignment)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void start(uint64_t failing) { counter = {true, false, 0, failing}; }
uint64_t stop() {
    counter.active = false;
    return counter.count;
}
bool failed() { return counter.failed; }

}  // namespace failing_allocations

using failing_allocations::allocate;
using failing_allocations::allocate_or_throw;

void* __wrap_calloc(size_t count, size_t size) {
    return failing_allocations::fails() ? nullptr : __real_calloc(count, size);
}
void* __wrap_aligned_alloc(size_t alignment, size_t size) {
    return failing_allocations::fails() ? nullptr : __real_aligned_alloc(alignment, size);
}

void* operator new(size_t size) { return allocate_or_throw(size); }
void* operator new[](size_t size) { return allocate_or_throw(size); }
void* operator new(size_t size, std::align_val_t alignment) { return allocate_or_throw(size, size_t(alignment)); }
void* operator new[](size_t size, std::align_val_t alignment) { return allocate_or_throw(size, size_t(alignment)); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocate(size, 0); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return allocate(size, 0); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
