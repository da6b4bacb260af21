// The surfaces of one tile while a thread works on it, laid out for SIMD: blocks of 8×8 pixels in quad order.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/scene/tile_primitive.h"
#include "runtime/executor.h"

namespace rasterizer {

// Words per sample: Packed8 4096; Planes 4 × 4096 (plane c at word 4096·c).
struct TileSurface {
    uint32_t* words = nullptr;
    size_t capacity = 0;
    uint64_t loaded = 0, dirty = 0;  // one bit per block
    // Blocks that a clear has filled in all samples, with one word for each plane. Cleared blocks that are not loaded
    // are not in `words` yet; once loaded, they are dirty.
    uint64_t cleared = 0;
    std::array<uint32_t, 4> clear_words{};

    // Inlined: they are used by code for several instruction sets.
    [[gnu::always_inline]] void begin() { loaded = dirty = cleared = 0; }
    // Everything is cleared, whatever was there.
    [[gnu::always_inline]] void clear(const std::array<uint32_t, 4>& to) {
        loaded = dirty = 0;
        cleared = ~uint64_t{0};
        clear_words = to;
    }
    [[gnu::always_inline]] bool is_cleared(int block) const { return cleared >> block & 1; }
    [[gnu::always_inline]] uint64_t only_cleared() const { return cleared & ~loaded; }
};

struct TileMemory {
    TileMemory() = default;
    TileMemory(const TileMemory&) = delete;
    TileMemory& operator=(const TileMemory&) = delete;
    ~TileMemory();

    std::array<TileSurface, max_color_attachments> colors;
    TileSurface depth;    // one word per pixel and sample
    TileSurface stencil;  // bytes: a quarter of the words

    // Depth range per block over all its pixels and samples; what the tile holds lies within.
    std::array<int32_t, blocks_per_tile> depth_low, depth_high;
    uint64_t depth_range_known = 0;

    // Registers of the fragment program for one group.
    runtime::LaneVector* attributes = nullptr;
    runtime::LaneVector* results = nullptr;
    int attribute_capacity = 0, result_capacity = 0;
    std::byte* machine = nullptr;  // of compiled code
    size_t machine_capacity = 0;

    void reserve(TileSurface& surface, size_t words);
    void reserve_registers(int attribute_count, int result_count);
    std::byte* reserve_machine(size_t bytes);
};

// Borrows a TileMemory from the process's store of them.
class TileMemoryLease {
  public:
    TileMemoryLease();
    ~TileMemoryLease();
    TileMemoryLease(const TileMemoryLease&) = delete;
    TileMemoryLease& operator=(const TileMemoryLease&) = delete;
    TileMemory& operator*() { return *memory_; }

  private:
    std::unique_ptr<TileMemory> memory_;
};

}  // namespace rasterizer
