#include "rasterizer/scene/scene.h"

#include <algorithm>
#include <mutex>

#include "rasterizer/prepare/stage_reach.h"

namespace rasterizer {
namespace {

int32_t tiles(int32_t pixels) { return (pixels + tile_size - 1) / tile_size; }

// The pixels of primitives that lie in one tile. Where there are but a few tiles they may well fill them.
uint32_t usual_pixels(const Framebuffer& framebuffer) {
    constexpr uint32_t many_tiles = 8, few_pixels = 64;
    const auto pixels = static_cast<uint64_t>(framebuffer.width) * static_cast<uint64_t>(framebuffer.height);
    if (pixels > many_tiles * tile_size * tile_size) return few_pixels;
    return static_cast<uint32_t>(std::min<uint64_t>(pixels, tile_size * tile_size));
}

bool same_surface(const SurfaceView& a, const SurfaceView& b) {
    return a.image == b.image && a.layer == b.layer && a.layer_count == b.layer_count;
}

// One layer; attachments that don't reach so far are left out.
Framebuffer layer_of(const Framebuffer& framebuffer, int32_t layer) {
    Framebuffer result = framebuffer;
    const auto narrow = [layer](SurfaceView& surface) {
        if (layer >= surface.layer_count) {
            surface = {};
            return;
        }
        surface.layer += layer;
        surface.layer_count = 1;
    };
    for (SurfaceView& surface : result.colors) narrow(surface);
    narrow(result.depth);
    narrow(result.stencil);
    return result;
}

}  // namespace

int32_t layer_count(const Framebuffer& framebuffer) {
    int32_t layers = 1;
    for (const SurfaceView& surface : framebuffer.colors)
        if (surface) layers = std::max(layers, surface.layer_count);
    if (framebuffer.depth) layers = std::max(layers, framebuffer.depth.layer_count);
    if (framebuffer.stencil) layers = std::max(layers, framebuffer.stencil.layer_count);
    return layers;
}

Scene::Scene(const Framebuffer& framebuffer)
    : framebuffer_(framebuffer),
      tiles_x_(tiles(framebuffer.width)),
      tiles_y_(tiles(framebuffer.height)),
      one_tile_pixels_(usual_pixels(framebuffer)),
      bins_(static_cast<size_t>(tiles_x_) * tiles_y_ * static_cast<size_t>(rasterizer::layer_count(framebuffer))) {
    const int32_t layers = rasterizer::layer_count(framebuffer);
    if (layers > 1)
        for (int32_t layer = 0; layer < layers; ++layer) layers_.push_back(layer_of(framebuffer, layer));
}

bool Scene::accepts(const Framebuffer& other) const {
    const Framebuffer& own = framebuffer_;
    if (own.width != other.width || own.height != other.height || own.samples != other.samples ||
        own.srgb_write != other.srgb_write || !same_surface(own.depth, other.depth) ||
        !same_surface(own.stencil, other.stencil))
        return false;
    return std::equal(own.colors.begin(), own.colors.end(), other.colors.begin(), same_surface);
}

bool Scene::uses(const runtime::Image& image) const {
    auto is = [&](const SurfaceView& surface) { return surface.image && surface.image->shares_memory(image); };
    if (is(framebuffer_.depth) || is(framebuffer_.stencil)) return true;
    if (std::any_of(framebuffer_.colors.begin(), framebuffer_.colors.end(), is)) return true;
    return std::any_of(draws_.begin(), draws_.end(), [&](const auto& draw) { return reaches(draw->fragment, image); });
}

bool Scene::seen_by_others() const {
    bool seen = changes_more();
    each_target([&seen](const auto& image) { seen |= image->seen_by_others(); });
    return seen;
}

bool Scene::changes_more() const {
    return !changed_.empty() || std::any_of(draws_.begin(), draws_.end(), [](const auto& draw) {
        return draw->fragment.facts && draw->fragment.facts->changes_buffers;
    });
}

void Scene::each_target(const std::function<void(const std::shared_ptr<runtime::Image>&)>& tell) const {
    const auto each = [&tell](const Framebuffer& framebuffer) {
        for (const SurfaceView& surface : framebuffer.colors)
            if (surface.image) tell(surface.image);
        if (framebuffer.depth.image) tell(framebuffer.depth.image);
        if (framebuffer.stencil.image) tell(framebuffer.stencil.image);
    };
    each(framebuffer_);
    for (const Framebuffer& layer : layers_) each(layer);
    for (const auto& clear : clears_) each(clear->framebuffer);
}

void Scene::stop_programs() const {
    for (const auto& draw : draws_)
        if (draw->watchdog) draw->watchdog->abandon();
}

bool Scene::conflicts(const StageProgram& stage) const {
    const auto reached = [&](const runtime::Image* image) { return image && reaches(stage, *image); };
    if (reached(framebuffer_.depth.image.get()) || reached(framebuffer_.stencil.image.get())) return true;
    for (const SurfaceView& surface : framebuffer_.colors)
        if (reached(surface.image.get())) return true;
    if (std::any_of(changed_.begin(), changed_.end(), reached)) return true;
    for (const runtime::Image* image : changed_images(stage))
        for (const auto& draw : draws_)
            if (reaches(draw->fragment, *image)) return true;
    return false;
}

void Scene::add(std::shared_ptr<const TileDraw> draw) {
    if (!draws_.empty() && draws_.back() == draw) return;
    for (const runtime::Image* image : changed_images(draw->fragment)) changed_.insert(image);
    may_run_long_ |= draw->may_run_long;
    work_ += pixels_ * pixel_cost_;
    pixels_ = 0;
    pixel_cost_ = static_cast<uint64_t>(draw->pipeline->group_cost) * static_cast<uint64_t>(framebuffer_.samples);
    draws_.push_back(std::move(draw));
}

void Scene::add_chunk(Bin& bin) {
    auto* chunk = static_cast<BinChunk*>(arena_.allocate(sizeof(BinChunk)));
    chunk->next = nullptr;
    chunk->count = 0;
    (bin.last ? bin.last->next : bin.first) = chunk;
    bin.last = chunk;
}

bool Scene::full() const {
    size_t used = arena_.used();
    // Many threads have a block each that is hardly begun.
    for (const auto& memory : lent_) used += memory->primitives.filled() + memory->vertices.filled();
    return used > scene_limit || work_ + pixels_ * pixel_cost_ > work_limit;
}

SceneMemory& Scene::lend_memory() {
    const std::lock_guard lock(lent_mutex_);
    if (idle_.empty()) {
        idle_.reserve(lent_.size() + 1);  // giving it back never fails
        lent_.push_back(std::make_unique<SceneMemory>());
        return *lent_.back();
    }
    SceneMemory& memory = *idle_.back();
    idle_.pop_back();
    return memory;
}

void Scene::take_back(SceneMemory& memory) {
    const std::lock_guard lock(lent_mutex_);
    idle_.push_back(&memory);
}

void Scene::put_in_tiles(const TilePrimitive& primitive, const TilePrimitive& stored, BinEntries* later) {
    const int32_t first_x = primitive.min_x / tile_size, last_x = primitive.max_x / tile_size;
    const int32_t first_y = primitive.min_y / tile_size, last_y = primitive.max_y / tile_size;
    if (primitive.layer >= layer_count()) return;
    const int32_t layer_tiles = primitive.layer * tiles_per_layer();
    if (first_x == last_x && first_y == last_y) {
        push(layer_tiles + first_y * tiles_x_ + first_x, BinCommand(stored, false), one_tile_pixels_, later);
        return;
    }
    // A box of two tiles lies in both, and mostly its primitive does, too.
    if (last_x - first_x + last_y - first_y == 1 &&
        (primitive.max_x - primitive.min_x < tile_size - 1 || primitive.max_y - primitive.min_y < tile_size - 1)) {
        push(layer_tiles + first_y * tiles_x_ + first_x, BinCommand(stored, false), one_tile_pixels_, later);
        push(layer_tiles + last_y * tiles_x_ + last_x, BinCommand(stored, false), one_tile_pixels_, later);
        return;
    }
    // Edges are tested where the outermost samples of a tile may lie: at its own edges.
    constexpr int64_t low = 0, high = tile_size * sub_pixel_one;
    const int32_t edges = primitive.shape == Shape::Edges ? primitive.edge_count : 0;
    for (int32_t ty = first_y; ty <= last_y; ++ty) {
        const int32_t y = ty * tile_size;
        for (int32_t tx = first_x; tx <= last_x; ++tx) {
            const int32_t x = tx * tile_size;
            bool outside = false;
            bool covers = primitive.shape == Shape::Edges && primitive.min_x <= x &&
                          primitive.max_x >= x + tile_size - 1 && primitive.min_y <= y &&
                          primitive.max_y >= y + tile_size - 1;
            for (int32_t i = 0; i < edges; ++i) {
                const EdgeFunction& edge = primitive.edges[i];
                const int64_t base = edge.c + int64_t{edge.a} * x * sub_pixel_one + int64_t{edge.b} * y * sub_pixel_one;
                const int64_t most = base + edge.a * (edge.a > 0 ? high : low) + edge.b * (edge.b > 0 ? high : low);
                const int64_t least = base + edge.a * (edge.a > 0 ? low : high) + edge.b * (edge.b > 0 ? low : high);
                outside |= most < 0;
                covers &= least >= 0;
            }
            if (outside) continue;
            push(layer_tiles + ty * tiles_x_ + tx, BinCommand(stored, covers), tile_pixels_all, later);
        }
    }
}

void Scene::add(const Clear& clear) {
    empty_ = false;
    Rectangle area = clear.area;
    const int32_t right = std::min(area.x + area.width, framebuffer_.width);
    const int32_t top = std::min(area.y + area.height, framebuffer_.height);
    area.x = std::max(area.x, 0);
    area.y = std::max(area.y, 0);
    area.width = right - area.x;
    area.height = top - area.y;
    if (area.width <= 0 || area.height <= 0) return;
    clears_.push_back(std::make_unique<Clear>(clear));
    clears_.back()->area = area;
    // Layered attachments are cleared in all layers.
    for (int32_t layer = 0; layer < layer_count(); ++layer)
        for (int32_t ty = area.y / tile_size; ty <= (top - 1) / tile_size; ++ty)
            for (int32_t tx = area.x / tile_size; tx <= (right - 1) / tile_size; ++tx)
                push(layer * tiles_per_layer() + ty * tiles_x_ + tx, BinCommand(*clears_.back()), tile_pixels_all,
                     nullptr);
}

}  // namespace rasterizer
