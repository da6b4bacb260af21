// Memory of a scene: allocated forwards, given back all at once. Blocks are recycled between scenes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rasterizer {

class Arena {
  public:
    static constexpr size_t block_size = size_t{1} << 20;

    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() { release(); }

    // 64-byte aligned where `alignment` says so. Throws std::bad_alloc.
    void* allocate(size_t size, size_t alignment = 16) {
        const uintptr_t at = (next_ + alignment - 1) & ~(uintptr_t{alignment} - 1);
        // Blocks begin and end at multiples of any alignment, so that `at` is not behind the end.
        if (size > end_ - at) return allocate_slowly(size, alignment);
        next_ = at + size;
        return reinterpret_cast<void*>(at);
    }
    template <class T>
    T* make() {
        return new (allocate(sizeof(T), alignof(T))) T;
    }
    template <class T>
    T* array(size_t count) {
        return static_cast<T*>(allocate(sizeof(T) * count, alignof(T) > 16 ? alignof(T) : 16));
    }
    // used() includes the unused ends of all blocks, filled() excludes that of the last one.
    size_t used() const { return used_; }
    size_t filled() const { return used_ - static_cast<size_t>(end_ - next_); }
    void release();

    // How far memory has been allocated.
    struct Mark {
        uintptr_t next, end;
        size_t used, blocks, large;
        bool operator==(const Mark&) const = default;
    };
    Mark mark() const { return {next_, end_, used_, blocks_.size(), large_.size()}; }
    // Gives back what has been allocated since.
    void rewind(const Mark& to);

  private:
    void* allocate_slowly(size_t size, size_t alignment);
    void release_behind(size_t blocks, size_t large);
    uintptr_t next_ = 0, end_ = 0;
    size_t used_ = 0;
    std::vector<void*> blocks_, large_;
};

}  // namespace rasterizer
