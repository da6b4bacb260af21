// Runs the commands of one tile. Compiled per instruction set (fragment/lanes.h).
//
// Coverage goes from the tile to blocks of 8×8 pixels to masks of a block's pixels in quad order. What of a block is
// left after the early tests is taken quad by quad into a group of 32 lanes, across blocks and across primitives of a
// draw; a full group runs the fragment program and is written. A quad whose pixels already wait in the group makes the
// group run first, so that every pixel sees its fragments in order.
#pragma once

#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/fragment/depth_stencil_lanes.h"
#include "rasterizer/fragment/interpolate_at.h"
#include "rasterizer/fragment/interpolate_lanes.h"
#include "rasterizer/fragment/lanes.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/tiles/tile_memory.h"
#include "rasterizer/tiles/tile_surfaces.h"
#include "runtime/simd/lane_group.h"

namespace rasterizer::RASTERIZER_ISA {

template <int samples>
class TileRun {
  public:
    TileRun(const Scene& scene, int32_t tile, TileMemory& memory)
        : scene_(scene),
          framebuffer_(scene.framebuffer_of(tile)),
          memory_(memory),
          tile_x_(tile % scene.tiles_x() * tile_size),
          tile_y_(tile % scene.tiles_per_layer() / scene.tiles_x() * tile_size) {
        prepare_surfaces();
    }

    void run(const Bin& bin) {
        for (const BinChunk* chunk = bin.first; chunk; chunk = chunk->next)
            for (uintptr_t i = 0; i < chunk->count; ++i) {
                const uintptr_t command = chunk->commands[i];
                const uintptr_t pointer = command & ~uintptr_t{3};
                switch (static_cast<BinCommand>(command & 3)) {
                    case BinCommand::Primitive:
                        draw_primitive(*reinterpret_cast<const TilePrimitive*>(pointer), false);
                        break;
                    case BinCommand::PrimitiveCoversTile:
                        draw_primitive(*reinterpret_cast<const TilePrimitive*>(pointer), true);
                        break;
                    case BinCommand::Clear:
                        run_group();
                        clear(*reinterpret_cast<const Clear*>(pointer));
                        break;
                }
            }
        run_group();
        finish_draw();
        store_surfaces();
    }

  private:
    struct Masks {
        uint64_t of[samples];
        RASTERIZER_INLINE uint64_t any() const {
            uint64_t result = of[0];
            for (int s = 1; s < samples; ++s) result |= of[s];
            return result;
        }
    };

    // ---- surfaces ------------------------------------------------------------------------------------------------

    runtime::Format color_format(int index) const {
        return effective_format(framebuffer_.colors[index].image->format(), framebuffer_.srgb_write);
    }

    void prepare_surfaces() {
        for (int i = 0; i < max_color_attachments; ++i) {
            color_storage_[i] = ColorStorage::None;
            memory_.colors[i].loaded = memory_.colors[i].dirty = 0;
            if (!framebuffer_.colors[i]) continue;
            color_format_[i] = color_format(i);
            color_storage_[i] = color_storage(color_format_[i]);
            color_words_[i] = color_storage_[i] == ColorStorage::Planes ? 4 * tile_pixels : tile_pixels;
        }
        memory_.depth.loaded = memory_.depth.dirty = 0;
        memory_.stencil.loaded = memory_.stencil.dirty = 0;
        memory_.depth_range_known = 0;
        if (framebuffer_.depth) {
            depth_storage_ = depth_storage(framebuffer_.depth.image->format());
            depth_scale_ = depth_storage_ == DepthStorage::Unorm
                               ? static_cast<float>((1u << depth_bits(framebuffer_.depth.image->format())) - 1)
                               : 0.0f;
        }
    }

    BlockPlace place(int block) const {
        const int32_t x = tile_x_ + (block & 7) * block_size, y = tile_y_ + (block >> 3) * block_size;
        const int32_t right = framebuffer_.width - x, top = framebuffer_.height - y;
        return {x, y, right < block_size ? right : block_size, top < block_size ? top : block_size};
    }

    uint32_t* color_block(int index, int sample, int block) const {
        return memory_.colors[index].words + sample * color_words_[index] + block * block_pixels;
    }
    int32_t* depth_block_words(int sample, int block) const {
        return reinterpret_cast<int32_t*>(memory_.depth.words) + sample * tile_pixels + block * block_pixels;
    }
    uint8_t* stencil_block_bytes(int sample, int block) const {
        return reinterpret_cast<uint8_t*>(memory_.stencil.words) + sample * tile_pixels + block * block_pixels;
    }

    RASTERIZER_INLINE void need_color(int index, int block) {
        TileSurface& surface = memory_.colors[index];
        if (!(surface.loaded >> block & 1)) load_color(index, block);
        surface.dirty |= uint64_t{1} << block;
    }
    [[gnu::noinline]] void load_color(int index, int block) {
        TileSurface& surface = memory_.colors[index];
        if (!surface.loaded) memory_.reserve(surface, static_cast<size_t>(color_words_[index]) * samples);
        surface.loaded |= uint64_t{1} << block;
        const BlockPlace at = place(block);
        if (at.width <= 0 || at.height <= 0) return;
        for (int s = 0; s < samples; ++s) {
            if (color_storage_[index] == ColorStorage::Packed8)
                load_packed_block(color_block(index, s, block), framebuffer_.colors[index], s, at);
            else
                load_planes_block(color_block(index, s, block), framebuffer_.colors[index], color_format_[index], s,
                                  at);
        }
    }
    RASTERIZER_INLINE void need_depth(int block) {
        if (!(memory_.depth.loaded >> block & 1)) load_depth(block);
    }
    [[gnu::noinline]] void load_depth(int block) {
        if (!memory_.depth.loaded) memory_.reserve(memory_.depth, size_t{tile_pixels} * samples);
        memory_.depth.loaded |= uint64_t{1} << block;
        const BlockPlace at = place(block);
        if (at.width <= 0 || at.height <= 0) return;
        for (int s = 0; s < samples; ++s)
            load_depth_block(reinterpret_cast<uint32_t*>(depth_block_words(s, block)), framebuffer_.depth, s, at);
    }
    void need_stencil(int block) {
        if (memory_.stencil.loaded >> block & 1) return;
        if (!memory_.stencil.loaded) memory_.reserve(memory_.stencil, size_t{tile_pixels} / 4 * samples);
        memory_.stencil.loaded |= uint64_t{1} << block;
        const BlockPlace at = place(block);
        if (at.width <= 0 || at.height <= 0) return;
        for (int s = 0; s < samples; ++s)
            load_stencil_block(stencil_block_bytes(s, block), framebuffer_.stencil, s, at);
    }

    void store_surfaces() {
        const bool packed_depth_stencil = framebuffer_.depth &&
                                          framebuffer_.depth.image.get() == framebuffer_.stencil.image.get() &&
                                          framebuffer_.depth.layer == framebuffer_.stencil.layer &&
                                          framebuffer_.depth.image->format() == runtime::Format::Depth24Stencil8;
        for (int block = 0; block < blocks_per_tile; ++block) {
            const BlockPlace at = place(block);
            if (at.width <= 0 || at.height <= 0) continue;
            const uint64_t bit = uint64_t{1} << block;
            for (int s = 0; s < samples; ++s) {
                for (int i = 0; i < max_color_attachments; ++i) {
                    if (!(memory_.colors[i].dirty & bit)) continue;
                    if (color_storage_[i] == ColorStorage::Packed8)
                        store_packed_block(color_block(i, s, block), framebuffer_.colors[i], s, at);
                    else
                        store_planes_block(color_block(i, s, block), framebuffer_.colors[i], color_format_[i], s, at);
                }
                if (packed_depth_stencil && memory_.depth.dirty & memory_.stencil.dirty & bit) {
                    store_depth_stencil_block(reinterpret_cast<uint32_t*>(depth_block_words(s, block)),
                                              stencil_block_bytes(s, block), framebuffer_.depth, s, at);
                    continue;
                }
                if (memory_.depth.dirty & bit)
                    store_depth_block(reinterpret_cast<uint32_t*>(depth_block_words(s, block)), framebuffer_.depth, s,
                                      at);
                if (memory_.stencil.dirty & bit)
                    store_stencil_block(stencil_block_bytes(s, block), framebuffer_.stencil, s, at);
            }
        }
    }

    // ---- clears --------------------------------------------------------------------------------------------------

    void clear(const Clear& clear) {
        const Rectangle& area = clear.area;
        for (int block = 0; block < blocks_per_tile; ++block) {
            const BlockPlace at = place(block);
            if (at.width <= 0 || at.height <= 0) continue;
            const uint64_t mask =
                box_mask(area.x - at.x, area.y - at.y, area.x + area.width - 1 - at.x, area.y + area.height - 1 - at.y);
            if (!mask) continue;
            // The pixels beyond the framebuffer's edge don't matter.
            const bool whole = area.x <= at.x && area.y <= at.y && area.x + area.width >= at.x + at.width &&
                               area.y + area.height >= at.y + at.height;
            for (int i = 0; i < max_color_attachments; ++i)
                if (clear.color_buffers >> i & 1 && color_storage_[i] != ColorStorage::None)
                    clear_color(clear, i, block, mask, whole);
            if (clear.depth && depth_storage_ != DepthStorage::None) clear_depth(clear, block, mask, whole);
            if (clear.stencil && framebuffer_.stencil) clear_stencil(clear, block, mask, whole);
        }
    }

    static void fill_words(uint32_t* words, uint32_t value, uint64_t mask, uint32_t channels) {
        for (int i = 0; i < block_pixels; i += lane_width) {
            const uint32_t lanes = static_cast<uint32_t>(mask >> i) & width_bits;
            if (!lanes) continue;
            // Tile memory that a whole clear reserved has never been written: it must not be read either.
            if (lanes == width_bits && channels == ~0u) {
                store(words + i, splat_i(static_cast<int32_t>(value)));
                continue;
            }
            const I write = mask_of(lanes) & static_cast<int32_t>(channels);
            const I old = load<I>(words + i);
            store(words + i, (write & static_cast<int32_t>(value)) | (old & ~write));
        }
    }

    void clear_color(const Clear& clear, int index, int block, uint64_t mask, bool whole) {
        const uint8_t channels = clear.color_mask[index] & 0xf;
        if (!channels) return;
        TileSurface& surface = memory_.colors[index];
        const uint64_t bit = uint64_t{1} << block;
        if (whole && channels == 0xf) {
            if (!surface.loaded) memory_.reserve(surface, static_cast<size_t>(color_words_[index]) * samples);
            surface.loaded |= bit;
            surface.dirty |= bit;
            mask = ~uint64_t{0};
        } else {
            need_color(index, block);
        }
        if (color_storage_[index] == ColorStorage::Packed8) {
            const PackedLayout layout = packed_layout(color_format_[index]);
            Color4 color;
            for (int c = 0; c < 4; ++c) {
                float value;
                __builtin_memcpy(&value, &clear.color[index][c], 4);
                color.c[c] = splat_f(value);
            }
            const auto word = static_cast<uint32_t>(pack_unorm8(color, layout)[0]);
            for (int s = 0; s < samples; ++s)
                fill_words(color_block(index, s, block), word, mask, packed_channels(channels, layout));
            return;
        }
        uint32_t planes[4][runtime::group_lanes];
        for (int c = 0; c < 4; ++c) planes[c][0] = clear.color[index][c];
        round_through(color_format_[index], planes, 1);
        for (int s = 0; s < samples; ++s)
            for (int c = 0; c < 4; ++c)
                if (channels >> c & 1)
                    fill_words(color_block(index, s, block) + c * tile_pixels, planes[c][0], mask, ~0u);
    }

    void clear_depth(const Clear& clear, int block, uint64_t mask, bool whole) {
        const uint64_t bit = uint64_t{1} << block;
        if (whole) {
            if (!memory_.depth.loaded) memory_.reserve(memory_.depth, size_t{tile_pixels} * samples);
            memory_.depth.loaded |= bit;
            mask = ~uint64_t{0};
        } else {
            need_depth(block);
        }
        memory_.depth.dirty |= bit;
        const double value = clear.depth_value > 0 ? (clear.depth_value < 1 ? clear.depth_value : 1.0) : 0.0;
        const int32_t word = DepthEncoding{0, 1, depth_scale_}.encode(splat_f(static_cast<float>(value)))[0];
        for (int s = 0; s < samples; ++s)
            fill_words(reinterpret_cast<uint32_t*>(depth_block_words(s, block)), static_cast<uint32_t>(word), mask,
                       ~0u);
        if (whole) {
            memory_.depth_low[block] = memory_.depth_high[block] = word;
            memory_.depth_range_known |= bit;
        } else {
            memory_.depth_range_known &= ~bit;
        }
    }

    void clear_stencil(const Clear& clear, int block, uint64_t mask, bool whole) {
        if (whole && clear.stencil_mask == 0xff) {
            if (!memory_.stencil.loaded) memory_.reserve(memory_.stencil, size_t{tile_pixels} / 4 * samples);
            memory_.stencil.loaded |= uint64_t{1} << block;
            memory_.stencil.dirty |= uint64_t{1} << block;
            for (int s = 0; s < samples; ++s)
                __builtin_memset(stencil_block_bytes(s, block), clear.stencil_value, block_pixels);
            return;
        }
        need_stencil(block);
        memory_.stencil.dirty |= uint64_t{1} << block;
        for (int s = 0; s < samples; ++s) {
            uint8_t* values = stencil_block_bytes(s, block);
            for (int i = 0; i < block_pixels; ++i)
                if (mask >> i & 1)
                    values[i] = static_cast<uint8_t>((values[i] & ~clear.stencil_mask) |
                                                     (clear.stencil_value & clear.stencil_mask));
        }
    }

    // ---- coverage ------------------------------------------------------------------------------------------------

    // The pixels of a block with coordinates low_x … high_x, low_y … high_y relative to it.
    static uint64_t box_mask(int32_t low_x, int32_t low_y, int32_t high_x, int32_t high_y) {
        if (high_x < 0 || high_y < 0 || low_x > 7 || low_y > 7) return 0;
        return block_offsets.from_x[low_x < 0 ? 0 : low_x] & block_offsets.to_x[high_x > 7 ? 7 : high_x] &
               block_offsets.from_y[low_y < 0 ? 0 : low_y] & block_offsets.to_y[high_y > 7 ? 7 : high_y];
    }

    // An edge function over this tile: value at the centre (or sample) of the tile's pixel (0, 0), shifted down by the
    // sub-pixel bits, which keeps its sign; steps per pixel.
    struct LocalEdge {
        int32_t value[samples];
        int32_t most, least;  // over the samples
        int32_t a, b;
    };

    static uint64_t edge_mask(const LocalEdge* edges, const int* crossing, int count, int sample, int32_t bx,
                              int32_t by) {
        I row[4][16 / lane_width];
        for (int e = 0; e < count; ++e) {
            const LocalEdge& edge = edges[crossing[e]];
            const int32_t base = edge.value[sample] + edge.a * bx + edge.b * by;
            I steps = load<I>(block_offsets.ix) * edge.a + load<I>(block_offsets.iy) * edge.b + base;
            for (int k = 0; k < 16 / lane_width; ++k) {
                row[e][k] = steps;
                steps += edge.a * (lane_width / 2);
            }
        }
        uint64_t outside = 0;
        for (int strip = 0; strip < 4; ++strip)
            for (int k = 0; k < 16 / lane_width; ++k) {
                I any{};
                for (int e = 0; e < count; ++e) any |= row[e][k] + edges[crossing[e]].b * (2 * strip);
                outside |= uint64_t{bits_of(any)} << (strip * 16 + k * lane_width);
            }
        return ~outside;
    }

    void draw_primitive(const TilePrimitive& primitive, bool covers_tile) {
        small_ = primitive.max_x - primitive.min_x < block_size && primitive.max_y - primitive.min_y < block_size &&
                 absolute(primitive.z_dx) + absolute(primitive.z_dy) < 0.05f;
        if (primitive.draw != draw_) {
            run_group();
            start_draw(*primitive.draw);
        }
        spend(1);
        if (stopped_) return;
        switch (primitive.shape) {
            case Shape::Edges: draw_edges(primitive, covers_tile); break;
            case Shape::Line: draw_line(primitive); break;
            case Shape::Disc: draw_disc(primitive); break;
            case Shape::SmoothLine: draw_smooth_line(primitive); break;
            case Shape::SmoothPolygon:
                draw_where(primitive, [&](float x, float y) { return smooth_polygon_coverage(primitive, x, y) > 0; });
                break;
        }
    }

    void draw_edges(const TilePrimitive& primitive, bool covers_tile) {
        const int32_t low_x = primitive.min_x > tile_x_ ? primitive.min_x - tile_x_ : 0;
        const int32_t low_y = primitive.min_y > tile_y_ ? primitive.min_y - tile_y_ : 0;
        const int32_t high_x = primitive.max_x - tile_x_ < tile_size - 1 ? primitive.max_x - tile_x_ : tile_size - 1;
        const int32_t high_y = primitive.max_y - tile_y_ < tile_size - 1 ? primitive.max_y - tile_y_ : tile_size - 1;

        LocalEdge edges[4];
        int edge_count = 0;
        if (!covers_tile) {
            for (int e = 0; e < primitive.edge_count; ++e) {
                const EdgeFunction& edge = primitive.edges[e];
                int64_t most = INT64_MIN, least = INT64_MAX;
                int64_t values[samples];
                for (int s = 0; s < samples; ++s) {
                    const int32_t ox = spread_ ? sample_offsets[s][0] : 0, oy = spread_ ? sample_offsets[s][1] : 0;
                    const int64_t x = int64_t{tile_x_} * sub_pixel_one + sub_pixel_one / 2 + ox;
                    const int64_t y = int64_t{tile_y_} * sub_pixel_one + sub_pixel_one / 2 + oy;
                    values[s] = (edge.c + edge.a * x + edge.b * y) >> sub_pixel_bits;
                    most = values[s] > most ? values[s] : most;
                    least = values[s] < least ? values[s] : least;
                }
                const int64_t span_x = int64_t{edge.a} * (tile_size - 1), span_y = int64_t{edge.b} * (tile_size - 1);
                if (most + (span_x > 0 ? span_x : 0) + (span_y > 0 ? span_y : 0) < 0) return;
                if (least + (span_x < 0 ? span_x : 0) + (span_y < 0 ? span_y : 0) >= 0) continue;
                LocalEdge& local = edges[edge_count++];
                local.a = edge.a;
                local.b = edge.b;
                for (int s = 0; s < samples; ++s) local.value[s] = static_cast<int32_t>(values[s]);
                local.most = static_cast<int32_t>(most);
                local.least = static_cast<int32_t>(least);
            }
        }

        for (int32_t by = low_y & ~7; by <= high_y; by += block_size)
            for (int32_t bx = low_x & ~7; bx <= high_x; bx += block_size) {
                int crossing[4];
                int crossing_count = 0;
                bool outside = false;
                for (int e = 0; e < edge_count; ++e) {
                    const LocalEdge& edge = edges[e];
                    const int32_t base = edge.a * bx + edge.b * by;
                    const int32_t span_x = edge.a * 7, span_y = edge.b * 7;
                    if (base + edge.most + (span_x > 0 ? span_x : 0) + (span_y > 0 ? span_y : 0) < 0) outside = true;
                    if (base + edge.least + (span_x < 0 ? span_x : 0) + (span_y < 0 ? span_y : 0) < 0)
                        crossing[crossing_count++] = e;
                }
                if (outside) continue;
                uint64_t box = ~uint64_t{0};
                if (bx < low_x || by < low_y || bx + 7 > high_x || by + 7 > high_y)
                    box = box_mask(low_x - bx, low_y - by, high_x - bx, high_y - by);
                Masks masks;
                for (int s = 0; s < samples; ++s)
                    masks.of[s] = crossing_count ? box & edge_mask(edges, crossing, crossing_count, s, bx, by) : box;
                if (primitive.part && primitive.part->follows) leave_out_shared(*primitive.part, bx, by, masks);
                draw_block(primitive, bx / 8 + by, masks);
            }
    }

    // Pixels that an earlier triangle of the polygon had.
    void leave_out_shared(const PolygonPart& edge, int32_t bx, int32_t by, Masks& masks) const {
        const int32_t x = tile_x_ + bx, y = tile_y_ + by;
        uint64_t left = masks.any() & box_mask(edge.min_x - x, edge.min_y - y, edge.max_x - x, edge.max_y - y);
        for (; left; left &= left - 1) {
            const int pixel = __builtin_ctzll(left);
            const int64_t at_x = int64_t{x + block_offsets.ix[pixel]} * sub_pixel_one + sub_pixel_one / 2;
            const int64_t at_y = int64_t{y + block_offsets.iy[pixel]} * sub_pixel_one + sub_pixel_one / 2;
            bool touches = true;
            for (const EdgeFunction& side : edge.sides) touches &= side.c + side.a * at_x + side.b * at_y >= 0;
            if (!touches) continue;
            for (int s = 0; s < samples; ++s) masks.of[s] &= ~(uint64_t{1} << pixel);
        }
    }

    // Shapes that name single pixels collect them by block first.
    struct PixelSet {
        uint64_t of[blocks_per_tile];
        uint64_t touched = 0;
        RASTERIZER_INLINE void add(int32_t x, int32_t y) {
            const int block = (y >> 3) * 8 + (x >> 3);
            const uint64_t bit = uint64_t{1} << block;
            if (!(touched & bit)) of[block] = 0;
            touched |= bit;
            of[block] |= uint64_t{1} << block_pixel(x & 7, y & 7);
        }
    };

    void draw_pixels(const TilePrimitive& primitive, const PixelSet& pixels) {
        for (uint64_t left = pixels.touched; left; left &= left - 1) {
            const int block = __builtin_ctzll(left);
            const int32_t bx = tile_x_ + (block & 7) * block_size, by = tile_y_ + (block >> 3) * block_size;
            Masks masks;
            for (int s = 0; s < samples; ++s)
                masks.of[s] = pixels.of[block] & box_mask(primitive.min_x - bx, primitive.min_y - by,
                                                          primitive.max_x - bx, primitive.max_y - by);
            draw_block(primitive, block, masks);
        }
    }

    void draw_line(const TilePrimitive& primitive) {
        const LineSteps& line = primitive.line;
        const int32_t major_origin = line.y_major ? tile_y_ : tile_x_;
        const int32_t minor_origin = line.y_major ? tile_x_ : tile_y_;
        const int32_t first = line.first > major_origin ? line.first : major_origin;
        const int32_t last = line.last < major_origin + tile_size - 1 ? line.last : major_origin + tile_size - 1;
        PixelSet pixels;
        for (int32_t i = first; i <= last; ++i) {
            if (line.stippled) {
                const uint32_t step = static_cast<uint32_t>(line.reversed ? line.last - i : i - line.first);
                const uint32_t bit = (line.stipple_start + step) / draw_->raster.line_stipple_factor & 15;
                if (!(draw_->raster.line_stipple_pattern >> bit & 1)) continue;
            }
            const int32_t low =
                static_cast<int32_t>((line.minor_start + line.minor_step * (i - line.first)) >> 32) - minor_origin;
            for (int32_t j = low < 0 ? 0 : low; j < low + line.width && j < tile_size; ++j) {
                if (line.y_major)
                    pixels.add(j, i - major_origin);
                else
                    pixels.add(i - major_origin, j);
            }
        }
        draw_pixels(primitive, pixels);
    }

    // Calls inside(x, y) for the sample positions of the box and draws what it accepts.
    template <class Inside>
    void draw_where(const TilePrimitive& primitive, Inside inside) {
        const int32_t low_x = primitive.min_x > tile_x_ ? primitive.min_x - tile_x_ : 0;
        const int32_t low_y = primitive.min_y > tile_y_ ? primitive.min_y - tile_y_ : 0;
        const int32_t high_x = primitive.max_x - tile_x_ < tile_size - 1 ? primitive.max_x - tile_x_ : tile_size - 1;
        const int32_t high_y = primitive.max_y - tile_y_ < tile_size - 1 ? primitive.max_y - tile_y_ : tile_size - 1;
        for (int32_t by = low_y & ~7; by <= high_y; by += block_size)
            for (int32_t bx = low_x & ~7; bx <= high_x; bx += block_size) {
                const uint64_t box = box_mask(low_x - bx, low_y - by, high_x - bx, high_y - by);
                Masks masks;
                for (int s = 0; s < samples; ++s) {
                    const float ox = sample_x_[s];
                    const float oy = sample_y_[s];
                    masks.of[s] = 0;
                    for (uint64_t left = box; left; left &= left - 1) {
                        const int pixel = __builtin_ctzll(left);
                        const float x = static_cast<float>(tile_x_ + bx + block_offsets.ix[pixel]) + 0.5f + ox;
                        const float y = static_cast<float>(tile_y_ + by + block_offsets.iy[pixel]) + 0.5f + oy;
                        if (inside(x, y)) masks.of[s] |= uint64_t{1} << pixel;
                    }
                }
                draw_block(primitive, bx / 8 + by, masks);
            }
    }

    void draw_disc(const TilePrimitive& primitive) {
        const SmoothShape& disc = primitive.smooth_shape;
        if (draw_->raster.conservative) {
            draw_where(primitive, [&](float x, float y) {
                // The place in the pixel's square that is nearest to the centre.
                float dx = absolute(x - disc.center_x) - 0.5f, dy = absolute(y - disc.center_y) - 0.5f;
                dx = dx > 0 ? dx : 0;
                dy = dy > 0 ? dy : 0;
                return dx * dx + dy * dy <= disc.half_width * disc.half_width;
            });
            return;
        }
        // Antialiased discs touch pixels up to half a pixel further out; their coverage falls off there.
        const float reach = disc.half_width + (primitive.smooth && !spread_ ? 0.5f : 0.0f);
        draw_where(primitive, [&](float x, float y) {
            const float dx = x - disc.center_x, dy = y - disc.center_y;
            return dx * dx + dy * dy < reach * reach;
        });
    }

    void draw_smooth_line(const TilePrimitive& primitive) {
        draw_where(primitive, [&](float x, float y) { return smooth_line_coverage(primitive, x, y) > 0; });
    }

    RASTERIZER_INLINE float smooth_line_coverage(const TilePrimitive& primitive, float x, float y) const {
        const SmoothShape& line = primitive.smooth_shape;
        const float dx = x - line.center_x, dy = y - line.center_y;
        const float along = dx * line.axis_x + dy * line.axis_y, across = dy * line.axis_x - dx * line.axis_y;
        const float side = line.half_width + 0.5f - (across < 0 ? -across : across);
        const float end = line.half_length + 0.5f - (along < 0 ? -along : along);
        if (line.stippled) {
            float position = along + line.half_length;
            position = position < 0 ? 0 : position > line.stipple_length ? line.stipple_length : position;
            const auto counter = static_cast<uint32_t>(position + line.stipple_start);
            if (!(draw_->raster.line_stipple_pattern >> (counter / draw_->raster.line_stipple_factor & 15) & 1))
                return 0;
        }
        // A box filter one pixel wide, exact for axis-aligned lines.
        const float widest = 2 * line.half_width < 1 ? 2 * line.half_width : 1;
        const float s = side < 0 ? 0 : side > widest ? widest : side;
        const float e = end < 0 ? 0 : end > 1 ? 1 : end;
        return s * e;
    }

    // How much of the square of the pixel at (x, y) a triangle covers: exact where one polygon edge or two cross it.
    // Edges that cut a polygon into triangles give whole pixels to one side.
    static float smooth_polygon_coverage(const TilePrimitive& primitive, float x, float y) {
        constexpr double half = sub_pixel_one / 2;
        double corners[8][2] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
        int count = 4;
        const auto center_x = static_cast<int64_t>(x * sub_pixel_one),
                   center_y = static_cast<int64_t>(y * sub_pixel_one);
        for (int e = 0; e < 3; ++e) {
            const EdgeFunction& edge = primitive.edges[e];
            const int64_t at = edge.c + edge.a * center_x + edge.b * center_y;
            if (!(primitive.boundary >> e & 1)) {
                if (at < 0) return 0;
                continue;
            }
            const int64_t a = edge.a < 0 ? -int64_t{edge.a} : edge.a, b = edge.b < 0 ? -int64_t{edge.b} : edge.b;
            const int64_t reach = (a + b) * (sub_pixel_one / 2);
            if (at >= reach) continue;
            if (at <= -reach) return 0;
            double kept[8][2];
            int kept_count = 0;
            for (int i = 0; i < count; ++i) {
                const double* const from = corners[i];
                const double* const to = corners[i + 1 == count ? 0 : i + 1];
                const double d0 = static_cast<double>(at) + edge.a * from[0] + edge.b * from[1];
                const double d1 = static_cast<double>(at) + edge.a * to[0] + edge.b * to[1];
                if (d0 >= 0) {
                    kept[kept_count][0] = from[0];
                    kept[kept_count++][1] = from[1];
                }
                if ((d0 >= 0) == (d1 >= 0)) continue;
                const double t = d0 / (d0 - d1);
                kept[kept_count][0] = from[0] + t * (to[0] - from[0]);
                kept[kept_count++][1] = from[1] + t * (to[1] - from[1]);
            }
            count = kept_count;
            __builtin_memcpy(corners, kept, sizeof corners);
            if (count < 3) return 0;
        }
        double area = 0;
        for (int i = 0; i < count; ++i) {
            const double* const from = corners[i];
            const double* const to = corners[i + 1 == count ? 0 : i + 1];
            area += from[0] * to[1] - to[0] * from[1];
        }
        return static_cast<float>(area / (2.0 * sub_pixel_one * sub_pixel_one));
    }

    RASTERIZER_INLINE float smooth_coverage(const TilePrimitive& primitive, float x, float y) const {
        if (primitive.shape == Shape::SmoothLine) return smooth_line_coverage(primitive, x, y);
        if (primitive.shape == Shape::SmoothPolygon) return smooth_polygon_coverage(primitive, x, y);
        if (multisample_ || draw_->raster.conservative) return primitive.fade;
        const SmoothShape& disc = primitive.smooth_shape;
        const float dx = x - disc.center_x, dy = y - disc.center_y;
        const float rim = disc.half_width + 0.5f - __builtin_sqrtf(dx * dx + dy * dy);
        return rim < 0 ? 0 : rim > 1 ? 1 : rim;
    }

    // ---- a block of one primitive --------------------------------------------------------------------------------

    void start_draw(const DrawRecord& draw) {
        finish_draw();
        draw_ = &draw;
        stopped_ = is_stopped(draw);
        const FragmentKey& key = draw.key;
        encoding_ = {draw.depth_clamp_low, draw.depth_clamp_high, depth_scale_};
        // Only the plain depth test has code of its own; everything else takes depth_stencil_lanes().
        depth_rectangle_ = draw.pixel_rectangle && draw.pixel_rectangle->kind == PixelRectangle::Kind::Depth;
        plain_depth_ = key.early_tests && key.depth_test && !key.stencil_test && !key.depth_bounds && !depth_rectangle_
                           ? (key.depth_write ? depth_block_for<true>(key.depth_function)
                                              : depth_block_for<false>(key.depth_function))
                           : nullptr;
        tests_ = (key.depth_storage != DepthStorage::None && (key.depth_test || key.depth_bounds)) || key.stencil_test;
        if (key.depth_bounds) {
            bounds_low_ = encode_bound(draw.depth_stencil.depth_bounds_min);
            bounds_high_ = encode_bound(draw.depth_stencil.depth_bounds_max);
        }
        if (key.runs_program)
            memory_.reserve_registers(static_cast<int>(draw.inputs.size()) + 1, draw.result_count + 1);
        for (int i = 0; i < key.color_count; ++i)
            if (key.colors[i].storage != ColorStorage::None) write_color_[i] = write_color_for(key.colors[i]);
        sample_count_ = invocations_ = 0;
        multisample_ = samples > 1 && draw.raster.multisample;
        // With MULTISAMPLE off all samples of a pixel stand at its centre, and where pixels are drawn whole.
        spread_ = multisample_ && !draw.raster.conservative;
        reads_coverage_ = false;
        for (size_t i = 0; i < draw.inputs.size(); ++i)
            reads_coverage_ |= draw.inputs[i].kind == FragmentInput::Kind::SampleMask;
        find_allowed_samples();
        for (int s = 0; s < samples; ++s) {
            sample_x_[s] = spread_ ? static_cast<float>(sample_offsets[s][0]) / sub_pixel_one : 0.0f;
            sample_y_[s] = spread_ ? static_cast<float>(sample_offsets[s][1]) / sub_pixel_one : 0.0f;
        }
    }

    // Sample coverage and sample mask come before the program (GL 4.6, 14.9.3).
    void find_allowed_samples() {
        const FragmentState& state = draw_->fragment_state;
        allowed_samples_ = ~0u;
        if (!multisample_) return;
        allowed_samples_ = state.sample_mask;
        if (!state.sample_coverage) return;
        uint32_t covered = 0;
        for (int s = 0; s < samples; ++s)
            if (state.sample_coverage_value * samples > static_cast<float>(s) + 0.5f) covered |= 1u << s;
        allowed_samples_ &= state.sample_coverage_invert ? ~covered : covered;
    }

    int32_t encode_bound(double value) const {
        const double clamped = value > 0 ? (value < 1 ? value : 1.0) : 0.0;
        return DepthEncoding{0, 1, depth_scale_}.encode(splat_f(static_cast<float>(clamped)))[0];
    }

    void finish_draw() {
        if (!draw_) return;
        if (timed_) count_time(*draw_);
        timed_ = false;
        if (invocations_) draw_->statistics->add(PipelineCount::FragmentInvocations, invocations_);
        invocations_ = 0;
        if (!sample_count_) return;
        for (const auto& counter : draw_->counters)
            counter->samples_passed.fetch_add(sample_count_, std::memory_order_relaxed);
        sample_count_ = 0;
    }

    void draw_block(const TilePrimitive& primitive, int block, Masks masks) {
        const FragmentKey& key = draw_->key;
        if (primitive.polygon && draw_->raster.polygon_stipple) {
            const int pattern = ((tile_y_ / 8 + (block >> 3)) & 3) * 4 + ((tile_x_ / 8 + (block & 7)) & 3);
            for (int s = 0; s < samples; ++s) masks.of[s] &= draw_->stipple_blocks[pattern];
        }
        for (int s = 0; s < samples; ++s)
            if (!(allowed_samples_ >> s & 1)) masks.of[s] = 0;
        if (draw_->pixel_rectangle && draw_->pixel_rectangle->kind == PixelRectangle::Kind::Bitmap) {
            const uint64_t set = bitmap_mask(block, masks.any());
            for (int s = 0; s < samples; ++s) masks.of[s] &= set;
        }
        if (!masks.any()) return;
        if (key.hierarchical_depth && hidden(primitive, block)) return;
        const Masks covered = masks;
        if (key.early_tests) {
            if (tests_) test_block(primitive, block, masks);
            const uint64_t any = masks.any();
            if (!any) return;
            if (!draw_->counters.empty())
                for (int s = 0; s < samples; ++s)
                    sample_count_ += static_cast<uint64_t>(__builtin_popcountll(masks.of[s]));
            if (!key.runs_program) return;
        }
        if constexpr (samples > 1)
            if (key.per_sample) {
                for (int s = 0; s < samples; ++s) {
                    Masks only{}, only_covered{};
                    only.of[s] = masks.of[s];
                    only_covered.of[s] = covered.of[s];
                    append_quads(primitive, block, only, only_covered, s);
                }
                return;
            }
        append_quads(primitive, block, masks, covered, 0);
    }

    RASTERIZER_INLINE float block_x(int block) const {
        return static_cast<float>(tile_x_ + (block & 7) * block_size) + 0.5f;
    }
    RASTERIZER_INLINE float block_y(int block) const {
        return static_cast<float>(tile_y_ + (block >> 3) * block_size) + 0.5f;
    }

    void test_block(const TilePrimitive& primitive, int block, Masks& masks) {
        const FragmentKey& key = draw_->key;
        const float x = block_x(block), y = block_y(block);
        const bool depth = key.depth_storage != DepthStorage::None && (key.depth_test || key.depth_bounds);
        if (depth) need_depth(block);
        if (key.stencil_test) {
            need_stencil(block);
            memory_.stencil.dirty |= uint64_t{1} << block;
        }
        for (int s = 0; s < samples; ++s) {
            if (!masks.of[s]) continue;
            const float ox = sample_x_[s];
            const float oy = sample_y_[s];
            if (plain_depth_) {
                masks.of[s] =
                    plain_depth_(depth_block_words(s, block), primitive, x + ox, y + oy, encoding_, masks.of[s]);
                continue;
            }
            alignas(64) int32_t values[block_pixels];
            alignas(64) float depths[block_pixels];
            if (depth_rectangle_)
                for (int i = 0; i < block_pixels; ++i)
                    __builtin_memcpy(&depths[i], rectangle_texel(block * block_pixels + i, 4), 4);
            for (int i = 0; i < block_pixels; i += lane_width)
                store(values + i, encoding_.encode(depth_rectangle_ ? load<F>(depths + i)
                                                                    : plane_depth(primitive, x + ox, y + oy, i)));
            masks.of[s] = depth_stencil_lanes<block_pixels>(*draw_, draw_->depth_stencil.stencil[primitive.back_facing],
                                                            depth ? depth_block_words(s, block) : nullptr, values,
                                                            key.stencil_test ? stencil_block_bytes(s, block) : nullptr,
                                                            bounds_low_, bounds_high_, masks.of[s]);
        }
        if (key.depth_write && masks.any()) depth_written(primitive, block, masks);
    }

    // ---- depth ranges of blocks ----------------------------------------------------------------------------------

    struct DepthRange {
        int32_t low, high;
    };
    // Bounds the primitive's depth in a block, a little wider than rounding could make it.
    DepthRange primitive_range(const TilePrimitive& primitive, int block) const {
        // For small primitives their vertices' depths are bound enough.
        if (small_) return {encode_scalar(primitive.z_min - 1e-6f), encode_scalar(primitive.z_max + 1e-6f)};
        const float dx = block_x(block) + 3.5f - primitive.x0, dy = block_y(block) + 3.5f - primitive.y0;
        const float along_x = primitive.z_dx * dx, along_y = primitive.z_dy * dy;
        const float center = primitive.z0 + along_x + along_y;
        const float slope = (absolute(primitive.z_dx) + absolute(primitive.z_dy)) * 4.0f;
        const float margin = 1e-6f * (1.0f + absolute(along_x) + absolute(along_y) + slope);
        float low = center - slope - margin, high = center + slope + margin;
        low = low > primitive.z_min - margin ? low : primitive.z_min - margin;
        high = high < primitive.z_max + margin ? high : primitive.z_max + margin;
        return {encode_scalar(low), encode_scalar(high)};
    }
    RASTERIZER_INLINE int32_t encode_scalar(float z) const {
        z = z > encoding_.low ? z : encoding_.low;
        z = z < encoding_.high ? z : encoding_.high;
        if (encoding_.scale != 0) return static_cast<int32_t>(__builtin_lrintf(z * encoding_.scale));
        int32_t bits;
        __builtin_memcpy(&bits, &z, 4);
        return bits;
    }
    static float absolute(float value) { return value < 0 ? -value : value; }

    void find_depth_range(int block) {
        I low = load<I>(depth_block_words(0, block)), high = low;
        for (int s = 0; s < samples; ++s)
            for (int i = 0; i < block_pixels; i += lane_width) {
                const I value = load<I>(depth_block_words(s, block) + i);
                low = select((I)(value < low), value, low);
                high = select((I)(value > high), value, high);
            }
        int32_t least = low[0], most = high[0];
        for (int i = 1; i < lane_width; ++i) {
            least = low[i] < least ? low[i] : least;
            most = high[i] > most ? high[i] : most;
        }
        memory_.depth_low[block] = least;
        memory_.depth_high[block] = most;
        memory_.depth_range_known |= uint64_t{1} << block;
    }

    // Whether no fragment of the primitive in this block can pass the depth test.
    bool hidden(const TilePrimitive& primitive, int block) {
        need_depth(block);
        if (!(memory_.depth_range_known >> block & 1)) find_depth_range(block);
        const DepthRange range = primitive_range(primitive, block);
        const int32_t low = memory_.depth_low[block], high = memory_.depth_high[block];
        switch (draw_->key.depth_function) {
            case CompareFunction::Less: return range.low >= high;
            case CompareFunction::LessOrEqual: return range.low > high;
            case CompareFunction::Greater: return range.high <= low;
            case CompareFunction::GreaterOrEqual: return range.high < low;
            case CompareFunction::Equal: return range.low > high || range.high < low;
            case CompareFunction::Never: return true;
            case CompareFunction::NotEqual:
            case CompareFunction::Always: return false;
        }
        return false;
    }

    void depth_written(const TilePrimitive& primitive, int block, const Masks& written) {
        memory_.depth.dirty |= uint64_t{1} << block;
        if (depth_rectangle_) memory_.depth_range_known &= ~(uint64_t{1} << block);
        if (!(memory_.depth_range_known >> block & 1)) return;
        uint64_t all = written.of[0];
        for (int s = 1; s < samples; ++s) all &= written.of[s];
        const DepthRange range = primitive_range(primitive, block);
        if (all == ~uint64_t{0}) {
            memory_.depth_low[block] = range.low;
            memory_.depth_high[block] = range.high;
            return;
        }
        if (range.low < memory_.depth_low[block]) memory_.depth_low[block] = range.low;
        // Tests for less only lower depths, so the highest stays a bound.
        const CompareFunction function = draw_->key.depth_function;
        if (function != CompareFunction::Less && function != CompareFunction::LessOrEqual &&
            range.high > memory_.depth_high[block])
            memory_.depth_high[block] = range.high;
    }

    // ---- groups --------------------------------------------------------------------------------------------------

    // `sample`: the one that the fragments are of, where each has its own.
    void append_quads(const TilePrimitive& primitive, int block, const Masks& masks, const Masks& covered,
                      [[maybe_unused]] int sample) {
        // Several samples of a pixel may run side by side, unless the program must not meet itself there.
        uint16_t* const pending = pending_[draw_->orders_pixels ? 0 : sample];
        uint64_t left = masks.any();
        while (left) {
            const int quad = __builtin_ctzll(left) >> 2;
            left &= ~(uint64_t{15} << (4 * quad));
            if (quad_count_ == quads_per_group || pending[block] >> quad & 1) run_group();
            const int i = quad_count_++;
            pending[block] |= static_cast<uint16_t>(1u << quad);
            primitives_[i] = &primitive;
            pixels_[i] = static_cast<uint16_t>(block * block_pixels + quad * 4);
            for (int s = 0; s < samples; ++s)
                lane_masks_[s] |= static_cast<uint32_t>(masks.of[s] >> (4 * quad) & 15) << (4 * i);
            if constexpr (samples > 1) {
                quad_samples_[i] = static_cast<uint8_t>(sample);
                for (int s = 0; s < samples; ++s)
                    covered_masks_[s] |= static_cast<uint32_t>(covered.of[s] >> (4 * quad) & 15) << (4 * i);
            }
        }
    }

    // Looks at the clock about every so many instructions' time: some ten microseconds.
    static constexpr int work_at_once = 4096;

    // Counts work towards the draw's limit of time.
    RASTERIZER_INLINE void spend(int work) {
        if ((patience_ -= work) < 0) [[unlikely]]
            look_at_clock();
    }
    [[gnu::noinline]] void look_at_clock() {
        patience_ = work_at_once;
        stopped_ = out_of_time(*draw_, timed_);
        timed_ = true;
    }

    void run_group() {
        if (quad_count_ == 0) return;
        spend(draw_->group_cost);
        if (!stopped_) shade_group();
        for (int s = 0; s < samples; ++s) {
            for (int i = 0; i < quad_count_; ++i) pending_[s][pixels_[i] / block_pixels] = 0;
            lane_masks_[s] = covered_masks_[s] = 0;
        }
        quad_count_ = 0;
    }

    void place_lanes(GroupPositions& at, uint32_t any) const {
        for (int i = 0; i < quad_count_; ++i) {
            const int block = pixels_[i] / block_pixels, pixel = pixels_[i] % block_pixels;
            const float x = block_x(block) + block_offsets.x[pixel], y = block_y(block) + block_offsets.y[pixel];
            const Floats<4> right{0, 1, 0, 1}, up{0, 0, 1, 1};
            store(at.x + 4 * i, right + x);
            store(at.y + 4 * i, up + y);
        }
        if (reads_coverage_) {
            // Without multisampling bit 0 stands for the pixel.
            for (int lane = 0; lane < group_lanes; ++lane) {
                at.coverage[lane] = 0;
                if (samples == 1 || !multisample_) {
                    at.coverage[lane] = any >> lane & 1;
                    continue;
                }
                const uint32_t* const masks = draw_->mask_after_tests ? lane_masks_ : covered_masks_;
                for (int s = 0; s < samples; ++s) at.coverage[lane] |= (masks[s] >> lane & 1) << s;
            }
        }
        if constexpr (samples > 1) {
            // Centroid: the pixel's centre if it is covered whole, else the first covered sample.
            for (int lane = 0; lane < quad_count_ * 4; ++lane) {
                const int sample = quad_samples_[lane / 4];
                at.sample[lane] = static_cast<uint32_t>(sample);
                at.center_x[lane] = at.centroid_x[lane] = at.x[lane];
                at.center_y[lane] = at.centroid_y[lane] = at.y[lane];
                at.sample_x[lane] = at.x[lane] + sample_x_[sample];
                at.sample_y[lane] = at.y[lane] + sample_y_[sample];
                if (draw_->key.all_at_samples) {
                    at.x[lane] = at.sample_x[lane];
                    at.y[lane] = at.sample_y[lane];
                }
                if (!(any >> lane & 1)) continue;
                bool whole = true;
                int first = -1;
                for (int s = 0; s < samples; ++s) {
                    const bool covered = covered_masks_[s] >> lane & 1;
                    whole &= covered;
                    if (covered && first < 0) first = s;
                }
                if (whole) continue;
                at.centroid_x[lane] += sample_x_[first];
                at.centroid_y[lane] += sample_y_[first];
            }
        }
    }

    [[gnu::noinline]] void shade_group() {
        const DrawRecord& draw = *draw_;
        const FragmentKey& key = draw.key;
        const int lanes = quad_count_ * 4;
        uint32_t any = 0;
        for (int s = 0; s < samples; ++s) any |= lane_masks_[s];
        GroupPositions at;
        if (key.runs_program || key.program_depth) {
            place_lanes(at, any);
            int first = 0;
            if (quad_count_ == quads_per_group && primitives_[0] == primitives_[quads_per_group - 1]) {
                fill_inputs<lane_width>(draw, *primitives_[0], at, memory_.attributes, 0, group_lanes);
            } else {
                for (int i = 1; i <= quad_count_; ++i)
                    if (i == quad_count_ || primitives_[i] != primitives_[first]) {
                        fill_inputs<4>(draw, *primitives_[first], at, memory_.attributes, first * 4, i * 4);
                        first = i;
                    }
            }
            for (int i = 0; i < draw.result_count; ++i)
                for (int c = 0; c < 4; ++c)
                    for (int lane = 0; lane < group_lanes; lane += lane_width)
                        store(memory_.results[i].component[c].lane + lane, I{});
            runtime::Group group;
            group.active = runtime::first_lanes(lanes);
            group.helpers = group.active & ~any;
            group.attributes = memory_.attributes;
            group.results = memory_.results;
            const GroupInterpolator interpolator(draw, primitives_, memory_.attributes,
                                                 {samples > 1 ? at.center_x : at.x, samples > 1 ? at.center_y : at.y,
                                                  at.centroid_x, at.centroid_y, sample_x_, sample_y_, samples});
            group.interpolator = &interpolator;
            if (draw.statistics) invocations_ += static_cast<uint64_t>(__builtin_popcount(any));
            draw.fragment.routine->run(draw.environment, group);
            if (group.timed_out) return;
            for (int s = 0; s < samples; ++s) lane_masks_[s] &= ~group.killed;
        }
        reduce_coverage(at);
        any = 0;
        for (int s = 0; s < samples; ++s) any |= lane_masks_[s];
        if (!any) return;
        if (draw.pixel_rectangle && draw.pixel_rectangle->kind == PixelRectangle::Kind::Stencil) {
            write_rectangle_stencil();
            return;
        }
        if (!key.early_tests) {
            if (tests_) late_tests();
            if (!draw.counters.empty())
                for (int s = 0; s < samples; ++s)
                    sample_count_ += static_cast<uint64_t>(__builtin_popcount(lane_masks_[s]));
        }
        write_colors();
    }

    // What reduces coverage or alpha between the program and the tests.
    void reduce_coverage(const GroupPositions& at) {
        const DrawRecord& draw = *draw_;
        const FragmentKey& key = draw.key;
        const int lanes = quad_count_ * 4;
        if (draw.sample_mask_result >= 0 && samples > 1 && multisample_) mask_samples();
        bool smooth = false;
        for (int i = 0; i < quad_count_; ++i) smooth |= primitives_[i]->smooth;
        if (smooth) {
            alignas(64) float coverage[group_lanes];
            for (int lane = 0; lane < lanes; ++lane) {
                const TilePrimitive& primitive = *primitives_[lane / 4];
                coverage[lane] = primitive.smooth ? smooth_coverage(primitive, at.x[lane], at.y[lane]) : 1.0f;
            }
            uint32_t scaled = 0;  // broadcast names one result for several attachments
            for (int i = 0; i < key.color_count; ++i) {
                const int result = draw.color_result[i];
                if (result < 0 || key.colors[i].integer || (result < 32 && scaled >> result & 1)) continue;
                scaled |= result < 32 ? 1u << result : 0;
                uint32_t* alpha = memory_.results[result].component[3].lane;
                for (int lane = 0; lane < lanes; lane += lane_width) {
                    F value = load<F>(alpha + lane);
                    if (key.clamp_color) value = clamp(value, F{}, splat_f(1.0f));
                    store(alpha + lane, value * load<F>(coverage + lane));
                }
            }
        }
        const int color0 = draw.color_result[0];
        if (key.alpha_to_coverage && color0 >= 0) {
            const uint32_t* alpha = memory_.results[color0].component[3].lane;
            for (int lane = 0; lane < lanes; ++lane) {
                float value;
                __builtin_memcpy(&value, alpha + lane, 4);
                for (int s = 0; s < samples; ++s)
                    if (!(value * samples > static_cast<float>(s) + 0.5f)) lane_masks_[s] &= ~(1u << lane);
            }
        }
        if (key.alpha_to_one && color0 >= 0)
            for (int i = 0; i < key.color_count; ++i)
                if (draw.color_result[i] >= 0)
                    for (uint32_t& word : memory_.results[draw.color_result[i]].component[3].lane) word = 0x3f800000;
        if (key.alpha_test && color0 >= 0 && !key.colors[0].integer) {
            const uint32_t pass = alpha_test(memory_.results[color0].component[3].lane, lanes);
            for (int s = 0; s < samples; ++s) lane_masks_[s] &= pass;
        }
    }

    // What result.samplemask leaves of the samples of the fragments that are there, or makes of them.
    void mask_samples() {
        const uint32_t* const mask = memory_.results[draw_->sample_mask_result].component[0].lane;
        uint32_t there = 0;
        for (int s = 0; s < samples; ++s) there |= lane_masks_[s];
        for (int lane = 0; lane < quad_count_ * 4; ++lane) {
            if (!(there >> lane & 1)) continue;
            const uint32_t bit = 1u << lane;
            for (int s = 0; s < samples; ++s) {
                if (!(mask[lane] >> s & 1)) {
                    lane_masks_[s] &= ~bit;
                } else if (draw_->override_coverage && allowed_samples_ >> s & 1 &&
                           (!draw_->key.per_sample || quad_samples_[lane / 4] == s)) {
                    lane_masks_[s] |= bit;
                }
            }
        }
    }

    uint32_t alpha_test(const uint32_t* alpha, int lanes) const {
        const float reference = draw_->fragment_state.alpha_reference;
        uint32_t pass = 0;
        for (int lane = 0; lane < lanes; lane += lane_width) {
            F a = load<F>(alpha + lane);
            if (draw_->key.clamp_color) a = clamp(a, F{}, splat_f(1.0f));
            I result{};
            switch (draw_->fragment_state.alpha_function) {
                case CompareFunction::Never: break;
                case CompareFunction::Less: result = (I)(a < reference); break;
                case CompareFunction::Equal: result = (I)(a == reference); break;
                case CompareFunction::LessOrEqual: result = (I)(a <= reference); break;
                case CompareFunction::Greater: result = (I)(a > reference); break;
                case CompareFunction::NotEqual: result = (I)(a != reference); break;
                case CompareFunction::GreaterOrEqual: result = (I)(a >= reference); break;
                case CompareFunction::Always: result = ~I{}; break;
            }
            pass |= bits_of(result) << lane;
        }
        return pass;
    }

    // Bitmap: only set bits make fragments.
    uint64_t bitmap_mask(int block, uint64_t pixels) const {
        uint64_t set = 0;
        for (uint64_t left = pixels; left; left &= left - 1) {
            const int pixel = __builtin_ctzll(left);
            uint8_t value;
            __builtin_memcpy(&value, rectangle_texel(block * block_pixels + pixel, 1), 1);
            if (value) set |= uint64_t{1} << pixel;
        }
        return set;
    }
    // glDrawPixels(GL_STENCIL_INDEX): past the tests straight into the buffer, through the front write mask.
    void write_rectangle_stencil() {
        if (!framebuffer_.stencil) return;
        const uint8_t write_mask = draw_->depth_stencil.stencil[0].write_mask;
        for (int lane = 0; lane < quad_count_ * 4; ++lane) {
            const int block = pixels_[lane / 4] / block_pixels;
            need_stencil(block);
            memory_.stencil.dirty |= uint64_t{1} << block;
            uint8_t value;
            __builtin_memcpy(&value, rectangle_texel(pixels_[lane / 4] + (lane & 3), 1), 1);
            for (int s = 0; s < samples; ++s) {
                if (!(lane_masks_[s] >> lane & 1)) continue;
                uint8_t& to = stencil_block_bytes(s, 0)[pixels_[lane / 4] + (lane & 3)];
                to = static_cast<uint8_t>((to & ~write_mask) | (value & write_mask));
            }
        }
    }
    // `place`: of the pixel in the tile.
    const std::byte* rectangle_texel(int place, int32_t bytes) const {
        const PixelRectangle& rectangle = *draw_->pixel_rectangle;
        const runtime::Image& image = *rectangle.image;
        const int pixel = place % block_pixels, block = place / block_pixels;
        const float x = block_x(block) + block_offsets.x[pixel], y = block_y(block) + block_offsets.y[pixel];
        auto column = static_cast<int32_t>(__builtin_floorf((x - rectangle.x) / rectangle.zoom_x));
        auto row = static_cast<int32_t>(__builtin_floorf((y - rectangle.y) / rectangle.zoom_y));
        const int32_t last_column = image.extent().width - 1, last_row = image.extent().height - 1;
        column = column < 0 ? 0 : column > last_column ? last_column : column;
        row = row < 0 ? 0 : row > last_row ? last_row : row;
        return image.row(row) + static_cast<ptrdiff_t>(column) * bytes;
    }

    void group_depth(int sample, int32_t* depth) const {
        const float ox = sample_x_[sample];
        const float oy = sample_y_[sample];
        alignas(64) float z[group_lanes] = {};
        if (draw_->key.program_depth && draw_->depth_result >= 0) {
            __builtin_memcpy(z, memory_.results[draw_->depth_result].component[2].lane, sizeof z);
        } else if (depth_rectangle_) {
            for (int lane = 0; lane < quad_count_ * 4; ++lane)
                __builtin_memcpy(&z[lane], rectangle_texel(pixels_[lane / 4] + (lane & 3), 4), 4);
        } else {
            for (int i = 0; i < quad_count_; ++i) {
                const TilePrimitive& primitive = *primitives_[i];
                const int block = pixels_[i] / block_pixels, pixel = pixels_[i] % block_pixels;
                // In the order of operations of plane_depth(): early and late tests must see the same depth.
                const float x = block_x(block) + ox, y = block_y(block) + oy;
                for (int k = 0; k < 4; ++k) {
                    const float dx = block_offsets.x[pixel + k] + (x - primitive.x0);
                    const float dy = block_offsets.y[pixel + k] + (y - primitive.y0);
                    z[4 * i + k] = dx * primitive.z_dx + dy * primitive.z_dy + primitive.z0;
                }
            }
        }
        for (int lane = 0; lane < group_lanes; lane += lane_width)
            store(depth + lane, encoding_.encode(load<F>(z + lane)));
    }

    void late_tests() {
        const FragmentKey& key = draw_->key;
        const bool depth = key.depth_storage != DepthStorage::None && (key.depth_test || key.depth_bounds);
        uint32_t back = 0;
        for (int i = 0; i < quad_count_; ++i) {
            const int block = pixels_[i] / block_pixels;
            if (depth) need_depth(block);
            if (key.stencil_test) {
                need_stencil(block);
                memory_.stencil.dirty |= uint64_t{1} << block;
            }
            if (primitives_[i]->back_facing) back |= 15u << (4 * i);
        }
        const QuadTargets quads{pixels_, quad_count_};
        for (int s = 0; s < samples; ++s) {
            if (!lane_masks_[s]) continue;
            alignas(64) int32_t values[group_lanes], stored[group_lanes] = {};
            alignas(64) uint8_t stencil[group_lanes] = {};
            group_depth(s, values);
            uint32_t* depth_words = memory_.depth.words + s * tile_pixels;
            uint8_t* stencil_bytes = reinterpret_cast<uint8_t*>(memory_.stencil.words) + s * tile_pixels;
            if (depth) gather_quads(depth_words, quads, reinterpret_cast<uint32_t*>(stored));
            if (key.stencil_test)
                for (int i = 0; i < quad_count_; ++i) __builtin_memcpy(stencil + 4 * i, stencil_bytes + pixels_[i], 4);
            uint32_t passed = 0;
            for (int face = 0; face < 2; ++face) {
                const uint32_t mask = lane_masks_[s] & (face ? back : ~back);
                if (mask)
                    passed |= static_cast<uint32_t>(depth_stencil_lanes<group_lanes>(
                        *draw_, draw_->depth_stencil.stencil[face], depth ? stored : nullptr, values, stencil,
                        bounds_low_, bounds_high_, mask));
            }
            // Another quad of the group may be of the same pixels and another sample.
            if (key.stencil_test)
                for (int i = 0; i < quad_count_; ++i)
                    if (lane_masks_[s] >> (4 * i) & 15)
                        __builtin_memcpy(stencil_bytes + pixels_[i], stencil + 4 * i, 4);
            if (key.depth_write && depth && passed) {
                scatter_quads(depth_words, quads, reinterpret_cast<uint32_t*>(stored), passed, ~0u);
                for (int i = 0; i < quad_count_; ++i) {
                    const uint64_t bit = uint64_t{1} << (pixels_[i] / block_pixels);
                    memory_.depth.dirty |= bit;
                    memory_.depth_range_known &= ~bit;
                }
            }
            lane_masks_[s] = passed;
        }
    }

    void write_colors() {
        const DrawRecord& draw = *draw_;
        const FragmentKey& key = draw.key;
        uint32_t any = 0;
        for (int s = 0; s < samples; ++s) any |= lane_masks_[s];
        if (!any) return;
        const QuadTargets quads{pixels_, quad_count_};
        for (int i = 0; i < key.color_count; ++i) {
            const AttachmentKey& attachment = key.colors[i];
            if (attachment.storage == ColorStorage::None || draw.color_result[i] < 0) continue;
            for (int quad = 0; quad < quad_count_; ++quad) need_color(i, pixels_[quad] / block_pixels);
            const SourceColor source{
                &memory_.results[draw.color_result[i]],
                draw.dual_source_result[0] >= 0 ? &memory_.results[draw.dual_source_result[0]] : nullptr};
            for (int s = 0; s < samples; ++s) {
                if (!lane_masks_[s]) continue;
                const ColorTarget target{memory_.colors[i].words + s * color_words_[i],
                                         color_format_[i],
                                         attachment,
                                         &draw.fragment_state.blend[i],
                                         &draw.fragment_state,
                                         key.clamp_color};
                write_color_[i](target, source, quads, lane_masks_[s]);
            }
        }
    }

    static constexpr int quads_per_group = group_lanes / 4;

    const Scene& scene_;
    const Framebuffer& framebuffer_;
    TileMemory& memory_;
    const int32_t tile_x_, tile_y_;
    runtime::Format color_format_[max_color_attachments] = {};
    ColorStorage color_storage_[max_color_attachments] = {};
    int color_words_[max_color_attachments] = {};
    DepthStorage depth_storage_ = DepthStorage::None;
    float depth_scale_ = 0;

    // The draw under way.
    const DrawRecord* draw_ = nullptr;
    DepthBlock plain_depth_ = nullptr;
    DepthEncoding encoding_{0, 1, 0};
    bool tests_ = false;
    bool multisample_ = false, spread_ = false;
    bool depth_rectangle_ = false, reads_coverage_ = false;
    uint32_t allowed_samples_ = ~0u;
    float sample_x_[samples] = {}, sample_y_[samples] = {};  // relative to the pixel's centre
    bool small_ = false;                                     // the primitive is
    int32_t bounds_low_ = 0, bounds_high_ = 0;
    WriteColor write_color_[max_color_attachments] = {};
    uint64_t sample_count_ = 0, invocations_ = 0;
    int patience_ = work_at_once;  // work until the next look at the clock
    bool timed_ = false;           // the draw's time is being taken
    bool stopped_ = false;         // the watchdog has stopped the draw

    // The group being gathered.
    const TilePrimitive* primitives_[quads_per_group] = {};
    uint16_t pixels_[quads_per_group] = {};
    uint8_t quad_samples_[quads_per_group] = {};  // where every sample is shaded: of each quad
    uint32_t lane_masks_[samples] = {};           // by sample, what is left of the coverage
    uint32_t covered_masks_[samples] = {};        // the coverage before any tests; of several samples only
    int quad_count_ = 0;
    uint16_t pending_[samples][blocks_per_tile] = {};  // quads in the group, by sample where every sample is shaded
};

inline void execute_tile(const Scene& scene, int32_t tile, TileMemory& memory) {
    const Bin& bin = scene.bin(tile);
    if (scene.framebuffer().samples > 1)
        TileRun<4>(scene, tile, memory).run(bin);
    else
        TileRun<1>(scene, tile, memory).run(bin);
}

}  // namespace rasterizer::RASTERIZER_ISA
