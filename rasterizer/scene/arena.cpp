#include "rasterizer/scene/arena.h"

#include <cstdlib>
#include <mutex>
#include <new>

#include "runtime/threads/signal_hold.h"

namespace rasterizer {
namespace {

// Blocks no scene uses. A fresh block costs page faults, so some are kept for the life of the process.
struct FreeBlocks {
    static constexpr size_t most = 64;
    FreeBlocks() { blocks.reserve(most); }  // giving blocks back never fails
    runtime::SignalSafeMutex mutex;
    std::vector<void*> blocks;

    static FreeBlocks& instance() {
        static FreeBlocks* free_blocks = new FreeBlocks;  // outlives the scenes that other threads still run at exit
        return *free_blocks;
    }
};

void* checked(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace

void* Arena::allocate_slowly(size_t size, size_t alignment) {
    if (size + alignment > block_size) {
        large_.reserve(large_.size() + 1);
        void* memory = checked(std::aligned_alloc(64, (size + 63) / 64 * 64));
        large_.push_back(memory);
        used_ += size;
        return memory;
    }
    blocks_.reserve(blocks_.size() + 1);
    void* block = nullptr;
    {
        FreeBlocks& free_blocks = FreeBlocks::instance();
        std::lock_guard lock(free_blocks.mutex);
        if (!free_blocks.blocks.empty()) {
            block = free_blocks.blocks.back();
            free_blocks.blocks.pop_back();
        }
    }
    if (!block) block = checked(std::aligned_alloc(64, block_size));
    blocks_.push_back(block);
    used_ += block_size;
    next_ = reinterpret_cast<uintptr_t>(block);
    end_ = next_ + block_size;
    return allocate(size, alignment);
}

void Arena::release() {
    release_behind(0, 0);
    next_ = end_ = 0;
    used_ = 0;
}

void Arena::rewind(const Mark& to) {
    release_behind(to.blocks, to.large);
    next_ = to.next;
    end_ = to.end;
    used_ = to.used;
}

// All but the first ones.
void Arena::release_behind(size_t blocks, size_t large) {
    while (large_.size() > large) {
        std::free(large_.back());
        large_.pop_back();
    }
    if (blocks_.size() == blocks) return;
    FreeBlocks& free_blocks = FreeBlocks::instance();
    std::lock_guard lock(free_blocks.mutex);
    while (blocks_.size() > blocks) {
        if (free_blocks.blocks.size() < FreeBlocks::most)
            free_blocks.blocks.push_back(blocks_.back());
        else
            std::free(blocks_.back());
        blocks_.pop_back();
    }
}

}  // namespace rasterizer
