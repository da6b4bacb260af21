// The program's definitions come before the C library's, for libasmgl.so too.
#include "failures.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <memory>
#include <pthread.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace surroundings {
namespace {

constinit std::atomic<uint64_t> counted{0}, failing{0};
constinit std::atomic<bool> counting{false}, failed{false}, without_threads{false};
constinit std::atomic<Whose> counted_threads{Whose::Compilers};

// The library's threads: which one is known by its name, which is set a little after its start.
constinit thread_local bool of_library = false;

bool is_counted() {
    char name[16] = "";
    if (pthread_getname_np(pthread_self(), name, sizeof name) != 0) return false;
    return std::string_view(name) == (counted_threads.load() == Whose::Compilers ? "asmgl compiler" : "asmgl worker");
}

bool fails() {
    if (!of_library || !counting.load(std::memory_order_relaxed)) return false;
    thread_local constinit bool asking = false;  // reading a name takes memory
    if (asking) return false;
    asking = true;
    const bool mine = is_counted();
    asking = false;
    if (!mine || ++counted != failing.load(std::memory_order_relaxed)) return false;
    failed = true;
    errno = ENOMEM;
    return true;
}

bool is_library(const void* address) {
    Dl_info info{};
    return dladdr(address, &info) && info.dli_fname && std::strstr(info.dli_fname, "libasmgl.so");
}

struct Start {
    void* (*main)(void*);
    void* argument;
};

void* begin(void* pointer) {
    const std::unique_ptr<Start> start(static_cast<Start*>(pointer));
    of_library = true;
    return start->main(start->argument);
}

}  // namespace

void fail_allocation(Whose whose, uint64_t number) {
    counted_threads = whose;
    failing = number;
    counting = true;
}
uint64_t allocations() { return counted; }
bool allocation_failed() { return failed; }
void fail_threads() { without_threads = true; }

}  // namespace surroundings

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) { return surroundings::fails() ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return surroundings::fails() ? nullptr : __libc_calloc(count, size); }
void* realloc(void* memory, size_t size) { return surroundings::fails() ? nullptr : __libc_realloc(memory, size); }
void* memalign(size_t alignment, size_t size) {
    return surroundings::fails() ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
    return surroundings::fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
    if (surroundings::fails()) return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
void* mmap(void* address, size_t size, int rights, int flags, int file, off_t offset) {
    if (surroundings::fails()) return MAP_FAILED;
#ifdef SYS_mmap2  // counts in pages
    return reinterpret_cast<void*>(syscall(SYS_mmap2, address, size, rights, flags, file, offset / 4096));
#else
    return reinterpret_cast<void*>(syscall(SYS_mmap, address, size, rights, flags, file, offset));
#endif
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*main)(void*), void* argument) {
    static const auto next = reinterpret_cast<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>(
        dlsym(RTLD_NEXT, "pthread_create"));
    if (!surroundings::is_library(__builtin_return_address(0))) return next(thread, attributes, main, argument);
    if (surroundings::without_threads) return EAGAIN;
    auto start = std::make_unique<surroundings::Start>(main, argument);
    const int error = next(thread, attributes, surroundings::begin, start.get());
    if (error == 0) (void)start.release();
    return error;
}
}
