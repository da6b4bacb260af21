// A scene: the primitives of some draws and clears to one framebuffer, sorted into bins of tiles.
// The geometry side fills it in the order of the API calls; worker threads then run its tiles, each by one thread.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "rasterizer/draw/clear.h"
#include "rasterizer/draw/draw.h"
#include "rasterizer/prepare/tile_draw.h"
#include "rasterizer/scene/arena.h"
#include "rasterizer/scene/bin.h"
#include "rasterizer/scene/tile_primitive.h"
#include "runtime/threads/signal_hold.h"

namespace rasterizer {

// Layers of a framebuffer: as many as its largest attachment has.
int32_t layer_count(const Framebuffer& framebuffer);

// A thread's contribution to a scene, in the thread's memory.
struct SceneMemory {
    Arena primitives, vertices;
};

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
    // The scene holds so much memory or work that it should start. No other thread uses its memory meanwhile.
    bool full() const;
    // Whether some group of fragments may take any time.
    bool may_run_long() const { return may_run_long_; }
    // Whether another process may see what is drawn.
    bool seen_by_others() const;
    // Whether anything is changed but the framebuffer.
    bool changes_more() const;
    // Tells of each image that is drawn to, as often as it is held for that.
    void each_target(const std::function<void(const std::shared_ptr<runtime::Image>&)>& tell) const;
    // Programs of its draws that run for long end soon.
    void stop_programs() const;
    bool uses(const runtime::Image& image) const;
    // Whether a program that runs at once may read memory that this scene writes, or change memory that it reads.
    bool conflicts(const StageProgram& stage) const;

    Arena& arena() { return arena_; }
    // For another thread, until it gives it back.
    SceneMemory& lend_memory();
    void take_back(SceneMemory& memory);
    // Begins a draw: the next primitives belong to it.
    void add(std::shared_ptr<const TileDraw> draw);
    // Puts a primitive, which is in the scene's memory, into its tiles' bins; or, on other threads, only finds out
    // which they are: `later` gets what add() takes when its turn has come.
    void put(const TilePrimitive& primitive, BinEntries* later = nullptr) { put(primitive, primitive, later); }
    // `primitive`: a copy of `stored` in nearer memory.
    void put(const TilePrimitive& primitive, const TilePrimitive& stored, BinEntries* later) {
        // Most lie in one tile of a framebuffer without layers.
        const auto first = static_cast<uint32_t>(primitive.min_x) / tile_size,
                   row = static_cast<uint32_t>(primitive.min_y) / tile_size;
        if (static_cast<uint32_t>(primitive.max_x) / tile_size != first ||
            static_cast<uint32_t>(primitive.max_y) / tile_size != row || primitive.layer != 0)
            return put_in_tiles(primitive, stored, later);
        push(static_cast<int32_t>(row) * tiles_x_ + static_cast<int32_t>(first), BinCommand(stored, false),
             one_tile_pixels_, later);
    }
    void add(std::span<const BinEntry> entries) {
        for (const BinEntry& entry : entries) push(entry.tile, entry.command, entry.pixels, nullptr);
    }
    void add(const Clear& clear);

    int32_t tiles_x() const { return tiles_x_; }
    int32_t tiles_per_layer() const { return tiles_x_ * tiles_y_; }
    // The tiles of all layers, one after the other.
    int32_t tile_count() const { return tiles_per_layer() * layer_count(); }
    const Bin& bin(int32_t tile) const { return bins_[tile]; }

  private:
    static constexpr size_t scene_limit = size_t{48} << 20;
    // In instructions of fragments; a thread executes some 10^9 a second. So a thread that waits for a few scenes
    // doesn't wait for minutes.
    static constexpr uint64_t work_limit = uint64_t{1} << 32;
    static constexpr uint32_t tile_pixels_all = tile_size * tile_size;
    void push(int32_t tile, BinCommand command, uint32_t pixels, BinEntries* later) {
        if (later) {
            later->push_back({tile, pixels, command});
            return;
        }
        empty_ = false;
        pixels_ += pixels;
        Bin& bin = bins_[static_cast<size_t>(tile)];
        if (!bin.last || bin.last->count == BinChunk::capacity) [[unlikely]]
            add_chunk(bin);
        bin.last->commands[bin.last->count++] = command;
    }
    void add_chunk(Bin& bin);
    void put_in_tiles(const TilePrimitive& primitive, const TilePrimitive& stored, BinEntries* later);

    Framebuffer framebuffer_;
    std::vector<Framebuffer> layers_;  // empty: just one
    int32_t tiles_x_, tiles_y_;
    // What a primitive that lies in one tile counts for: looking at each would take longer than many are worth.
    uint32_t one_tile_pixels_;
    Arena arena_;
    runtime::SignalSafeMutex lent_mutex_;
    std::vector<std::unique_ptr<SceneMemory>> lent_;
    std::vector<SceneMemory*> idle_;  // the free ones of these
    std::vector<Bin> bins_;
    std::vector<std::shared_ptr<const TileDraw>> draws_;
    std::vector<std::unique_ptr<Clear>> clears_;
    std::unordered_set<const runtime::Image*> changed_;  // images that fragment programs may change
    bool empty_ = true;
    bool may_run_long_ = false;
    uint64_t work_ = 0;    // of draws before the last one
    uint64_t pixels_ = 0;  // of the last one, and what each takes
    uint64_t pixel_cost_ = 1;
};

class KeptVertices;

// Where primitives go: a scene and memory, or nothing but memory for draws to a sink. `later`: Scene::put()'s. `kept`:
// null where vertices are in the scene's memory.
struct SceneTarget {
    Scene* scene;
    Arena* arena;
    BinEntries* later = nullptr;
    KeptVertices* kept = nullptr;
};

}  // namespace rasterizer
