// A scene: the primitives of some draws and clears to one framebuffer, sorted into bins of tiles.
// The geometry side fills it in the order of the API calls; worker threads then run its tiles, each by one thread.
#pragma once

#include <memory>
#include <unordered_set>
#include <vector>

#include "rasterizer/draw/clear.h"
#include "rasterizer/draw/draw.h"
#include "rasterizer/prepare/draw_record.h"
#include "rasterizer/scene/arena.h"
#include "rasterizer/scene/bin.h"
#include "rasterizer/scene/tile_primitive.h"

namespace rasterizer {

// Layers of a framebuffer: as many as its largest attachment has.
int32_t layer_count(const Framebuffer& framebuffer);

class Scene {
  public:
    explicit Scene(const Framebuffer& framebuffer);

    const Framebuffer& framebuffer() const { return framebuffer_; }
    // That of the layer that a tile belongs to.
    const Framebuffer& framebuffer_of(int32_t tile) const {
        return layers_.empty() ? framebuffer_ : layers_[static_cast<size_t>(tile / tiles_per_layer())];
    }
    int32_t layer_count() const { return layers_.empty() ? 1 : static_cast<int32_t>(layers_.size()); }
    // Whether draws to `other` may be recorded here.
    bool accepts(const Framebuffer& other) const;
    bool empty() const { return empty_; }
    // The scene holds so much that it should start.
    bool full() const { return arena_.used() > scene_limit; }
    bool uses(const runtime::Image& image) const;
    // Whether a program that runs at once may read what is drawn here, or change what is read.
    bool conflicts(const StageProgram& stage) const;

    Arena& arena() { return arena_; }
    // Keeps the draw whose primitives come next.
    void add(std::shared_ptr<const DrawRecord> draw);
    void add(const TilePrimitive& primitive) { put(make() = primitive); }
    // The same in two steps: the primitive's memory, and its way into the bins once it is written.
    TilePrimitive& make() { return *new (arena_.allocate(sizeof(TilePrimitive), 8)) TilePrimitive; }
    void put(const TilePrimitive& primitive) {
        // Most lie in one tile of a framebuffer without layers.
        const auto first = static_cast<uint32_t>(primitive.min_x) / tile_size,
                   row = static_cast<uint32_t>(primitive.min_y) / tile_size;
        if (static_cast<uint32_t>(primitive.max_x) / tile_size != first ||
            static_cast<uint32_t>(primitive.max_y) / tile_size != row || primitive.layer != 0)
            return put_in_tiles(primitive);
        empty_ = false;
        push(static_cast<int32_t>(row) * tiles_x_ + static_cast<int32_t>(first), BinCommand(primitive, false));
    }
    void add(const Clear& clear);

    int32_t tiles_x() const { return tiles_x_; }
    int32_t tiles_per_layer() const { return tiles_x_ * tiles_y_; }
    // Of all layers, one after the other.
    int32_t tile_count() const { return tiles_per_layer() * layer_count(); }
    const Bin& bin(int32_t tile) const { return bins_[tile]; }

  private:
    static constexpr size_t scene_limit = size_t{48} << 20;
    void push(int32_t tile, BinCommand command) {
        Bin& bin = bins_[static_cast<size_t>(tile)];
        if (!bin.last || bin.last->count == BinChunk::capacity) [[unlikely]]
            add_chunk(bin);
        bin.last->commands[bin.last->count++] = command;
    }
    void add_chunk(Bin& bin);
    void put_in_tiles(const TilePrimitive& primitive);

    Framebuffer framebuffer_;
    std::vector<Framebuffer> layers_;  // empty: just one
    int32_t tiles_x_, tiles_y_;
    Arena arena_;
    std::vector<Bin> bins_;
    std::vector<std::shared_ptr<const DrawRecord>> draws_;
    std::vector<std::unique_ptr<Clear>> clears_;
    std::unordered_set<const runtime::Image*> changed_;  // images that fragment programs may change
    bool empty_ = true;
};

}  // namespace rasterizer
