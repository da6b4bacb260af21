#include "rasterizer/tiles/tile_memory.h"

#include <mutex>
#include <new>
#include <vector>

#include "runtime/threads/fork_hold.h"

namespace rasterizer {
namespace {

struct Store {
    runtime::ForkSafe<> mutex;
    std::vector<std::unique_ptr<TileMemory>> idle;
    static Store& instance() {
        static Store* store = new Store;  // outlives static destructors: worker threads may still be running
        return *store;
    }
};

void* aligned(size_t bytes) {
    void* memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace

TileMemory::~TileMemory() {
    for (TileSurface& surface : colors) std::free(surface.words);
    std::free(depth.words);
    std::free(stencil.words);
    std::free(attributes);
    std::free(results);
    std::free(machine);
}

std::byte* TileMemory::reserve_machine(size_t bytes) {
    if (bytes > machine_capacity) {
        std::free(machine);
        machine = nullptr;
        machine_capacity = 0;
        machine = static_cast<std::byte*>(aligned(bytes));
        machine_capacity = bytes;
    }
    return machine;
}

void TileMemory::reserve(TileSurface& surface, size_t words) {
    if (surface.capacity >= words) return;
    std::free(surface.words);
    surface.words = nullptr;
    surface.capacity = 0;
    surface.words = static_cast<uint32_t*>(aligned(words * sizeof(uint32_t)));
    surface.capacity = words;
}

void TileMemory::reserve_registers(int attribute_count, int result_count) {
    if (attribute_count > attribute_capacity) {
        std::free(attributes);
        attributes = nullptr;
        attribute_capacity = 0;
        attributes = static_cast<runtime::LaneVector*>(aligned(attribute_count * sizeof(runtime::LaneVector)));
        attribute_capacity = attribute_count;
    }
    if (result_count > result_capacity) {
        std::free(results);
        results = nullptr;
        result_capacity = 0;
        results = static_cast<runtime::LaneVector*>(aligned(result_count * sizeof(runtime::LaneVector)));
        result_capacity = result_count;
    }
}

TileMemoryLease::TileMemoryLease() {
    Store& store = Store::instance();
    {
        std::lock_guard lock(store.mutex);
        if (!store.idle.empty()) {
            memory_ = std::move(store.idle.back());
            store.idle.pop_back();
            return;
        }
    }
    memory_ = std::make_unique<TileMemory>();
}

TileMemoryLease::~TileMemoryLease() {
    Store& store = Store::instance();
    std::lock_guard lock(store.mutex);
    try {
        store.idle.push_back(std::move(memory_));
    } catch (const std::bad_alloc&) {  // it isn't kept
    }
}

}  // namespace rasterizer
