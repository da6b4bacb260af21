// The commands of one tile, in the order of the API's calls.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/check.h"
#include "rasterizer/draw/clear.h"
#include "rasterizer/scene/tile_primitive.h"

namespace rasterizer {

// One command: its kind, and a pointer to its object, which the scene owns. With many small triangles, bins take most
// of a scene's memory, so kind and pointer share eight bytes: the objects are aligned to at least four.
class BinCommand {
  public:
    enum class Kind : uint8_t { Primitive, PrimitiveCoversTile, Clear };

    BinCommand() = default;
    explicit BinCommand(const Clear& clear) : BinCommand(Kind::Clear, &clear) {}
    explicit BinCommand(const TilePrimitive& primitive, bool covers_tile)
        : BinCommand(covers_tile ? Kind::PrimitiveCoversTile : Kind::Primitive, &primitive) {}

    Kind kind() const { return static_cast<Kind>(bits_ & kind_bits); }
    // For kinds Primitive and PrimitiveCoversTile.
    const TilePrimitive& primitive() const { return *static_cast<const TilePrimitive*>(payload()); }
    // For kind Clear.
    const Clear& clear() const { return *static_cast<const Clear*>(payload()); }

  private:
    // Written as one number: of members the compiler writes a byte, and whoever reads the whole waits for it.
    BinCommand(Kind kind, const void* payload)
        : bits_(reinterpret_cast<uintptr_t>(payload) | static_cast<uintptr_t>(kind)) {
        ASMGL_CHECK_EQ(reinterpret_cast<uintptr_t>(payload) % alignof(uint32_t), 0u);
    }
    const void* payload() const { return reinterpret_cast<const void*>(bits_ & ~kind_bits); }

    static constexpr uintptr_t kind_bits = 3;
    uintptr_t bits_;  // an address, and the kind in what it leaves free
};
static_assert(sizeof(BinCommand) == sizeof(void*));
static_assert(alignof(TilePrimitive) >= 4 && alignof(Clear) >= 4);

struct BinChunk {
    static constexpr int capacity = 62;
    BinChunk* next = nullptr;
    uintptr_t count = 0;
    BinCommand commands[capacity];
};

// A command on its way to a tile's bin.
struct BinEntry {
    int32_t tile;
    uint32_t pixels;  // of the tile, that the command may be about
    BinCommand command;
};
using BinEntries = std::vector<BinEntry>;

struct Bin {
    BinChunk* first = nullptr;
    BinChunk* last = nullptr;
};

}  // namespace rasterizer
