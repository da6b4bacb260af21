// Runs the commands of one tile. Compiled per SIMD level (fragment/lanes.h).
//
// Coverage goes from the tile to blocks of 8×8 pixels to masks of a block's pixels in quad order. After the early
// tests, a block's quads are gathered into a group of 32 lanes, across blocks and across primitives of a draw; a full
// group runs the fragment program and is written. If a quad's pixels already wait in the group, the group runs first,
// so that every pixel sees its fragments in order.
#pragma once

#include <optional>

#include "rasterizer/fragment/interpolate_at.h"
#include "rasterizer/fragment/interpolate_lanes.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/clear_tile.h"
#include "rasterizer/tiles/compiled_blocks.h"
#include "rasterizer/tiles/depth_stencil_tests.h"
#include "rasterizer/tiles/edge_coverage.h"
#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/fragment_group.h"
#include "rasterizer/tiles/line_coverage.h"
#include "rasterizer/tiles/plain_blocks.h"
#include "rasterizer/tiles/read_colors.h"
#include "rasterizer/tiles/rectangle_texels.h"
#include "rasterizer/tiles/reduce_coverage.h"
#include "rasterizer/tiles/sampled_coverage.h"
#include "rasterizer/tiles/write_colors.h"
#include "runtime/simd/lane_group.h"

namespace rasterizer::ASMGL_ISA {

template <int samples>
class TileRun {
  public:
    TileRun(const Scene& scene, int32_t tile, TileMemory& memory, TileTurn& turn)
        : tile_(scene, tile, memory), turn_(turn) {}

    // False: the thread's turn was over before the last command.
    bool run(const Bin& bin) {
        bool whole = true;
        uintptr_t first = turn_.position.command;
        for (const BinChunk* chunk = turn_.position.chunk ? turn_.position.chunk : bin.first; chunk && whole;
             chunk = chunk->next, first = 0)
            for (uintptr_t i = first; i < chunk->count; ++i) {
                if (turn_over_) [[unlikely]] {
                    turn_.position = {chunk, i};
                    whole = false;
                    break;
                }
                fetch_ahead(*chunk, i);
                const BinCommand command = chunk->commands[i];
                switch (command.kind()) {
                    case BinCommand::Kind::Primitive: draw_primitive(command.primitive(), false); break;
                    case BinCommand::Kind::PrimitiveCoversTile: draw_primitive(command.primitive(), true); break;
                    case BinCommand::Kind::Clear:
                        run_group();
                        clear_tile(tile_, command.clear());
                        spend_on_clear();
                        break;
                }
            }
        run_group();
        finish_draw();
        tile_.store();
        return whole;
    }

  private:
    using Masks = CoverageMasks<samples>;

    // ---- draws

    void start_draw(const TileDraw& draw) {
        finish_draw();
        if (draw.limits_time) work_on_.emplace(draw.watchdog.get());
        active_.start(draw, tile_);
        plain_.start(draw, tile_);
        compiled_.start(draw, active_, tile_);
        stopped_ = is_stopped(draw);
        sample_count_ = invocations_ = 0;
        const FragmentPipeline& pipeline = *draw.pipeline;
        constexpr uint32_t all_samples = (1u << samples) - 1;
        writes_at_once_ = draw.plain && pipeline.runs_program && !pipeline.tests && !pipeline.tests_alpha &&
                          !pipeline.hierarchical_depth && pipeline.key.rectangle != RectangleKind::Bitmap &&
                          !draw.statistics && draw.counters.empty() && !draw.raster.polygon_stipple &&
                          !draw.raster.areas && (active_.allowed_samples & all_samples) == all_samples;
    }

    void finish_draw() {
        if (!active_.tile_draw) return;
        const TileDraw& draw = *active_.tile_draw;
        work_on_.reset();
        if (work_ && draw.block_code) draw.block_code->use(work_);
        work_ = 0;
        if (invocations_) draw.statistics->add(PipelineCount::FragmentInvocations, invocations_);
        invocations_ = 0;
        if (!sample_count_) return;
        for (const auto& counter : draw.counters)
            counter->samples_passed.fetch_add(sample_count_, std::memory_order_relaxed);
        sample_count_ = 0;
    }

    // Looks at the clock about every so many instructions' time: some ten microseconds.
    static constexpr int work_at_once = 4096, plain_block_cost = 4;

    // Counts work towards the limits of time that the draw and the thread have.
    RASTERIZER_INLINE void spend(int work) {
        patience_ -= work;
        if (patience_ < 0) [[unlikely]]
            look_at_clock();
    }
    void spend_on_clear() {
        constexpr int cost = 64;
        patience_ -= cost;
        if (patience_ >= 0) return;
        patience_ = work_at_once;
        turn_over_ = turn_.is_over();
    }
    [[gnu::noinline]] void look_at_clock() {
        patience_ = work_at_once;
        stopped_ = out_of_time(*active_.tile_draw);
        turn_over_ = turn_.is_over();
    }

    // ---- primitives

    // Small primitives of a tile lie far apart, and so do their vertices: prefetches the next ones.
    RASTERIZER_INLINE static void fetch_ahead(const BinChunk& chunk, uintptr_t at) {
        constexpr uintptr_t primitives_ahead = 6, vertices_ahead = 3;
        if (at + primitives_ahead < chunk.count) {
            const auto* const next = reinterpret_cast<const char*>(&chunk.commands[at + primitives_ahead].primitive());
            for (size_t line = 0; line < triangle_bytes; line += 64) __builtin_prefetch(next + line);
        }
        if (at + vertices_ahead >= chunk.count) return;
        const BinCommand command = chunk.commands[at + vertices_ahead];
        if (command.kind() == BinCommand::Kind::Clear) return;
        for (const ShadedVertex* const vertex : command.primitive().vertex)
            __builtin_prefetch(vertex + 4 * first_varying_slot);
    }

    void draw_primitive(const TilePrimitive& primitive, bool covers_tile) {
        const float slope = absolute(primitive.z_dx) + absolute(primitive.z_dy);
        active_.even_depth = slope == 0 || (primitive.max_x - primitive.min_x < block_size &&
                                            primitive.max_y - primitive.min_y < block_size && slope < 0.05f);
        active_.range_found = false;
        if (primitive.draw != active_.tile_draw) {
            run_group();
            start_draw(*primitive.draw);
        }
        spend(1);
        if (stopped_) return;
        const auto draw = [&](int block, const Masks& masks) { draw_block(primitive, block, masks); };
        const auto draw_where = [&](auto coverage) {
            cover_where(
                tile_, active_, primitive, [&](float x, float y) { return coverage(x, y) > 0; }, draw);
        };
        switch (primitive.shape) {
            case Shape::Edges: cover_edges(tile_, active_, primitive, covers_tile, draw); break;
            case Shape::Line: cover_line(tile_, active_, primitive, draw); break;
            case Shape::Disc: cover_disc(tile_, active_, primitive, draw); break;
            case Shape::SmoothLine:
                draw_where(
                    [&](float x, float y) { return smooth_line_coverage(active_.tile_draw->raster, primitive, x, y); });
                break;
            case Shape::SmoothPolygon:
                draw_where([&](float x, float y) { return smooth_polygon_coverage(primitive, x, y); });
                break;
        }
    }

    // What a primitive covers of a block: to the tests, where they come early, and into the group.
    RASTERIZER_INLINE void draw_block(const TilePrimitive& primitive, int block, const Masks& masks) {
        if (!writes_at_once_ || primitive.smooth) return test_and_draw(primitive, block, masks);
        if (!masks.any()) return;
        run_group();  // of antialiased primitives before
        plain_.write(tile_, primitive, block, masks);
        spend(plain_block_cost);
    }
    [[gnu::noinline]] void test_and_draw(const TilePrimitive& primitive, int block, Masks masks) {
        const TileDraw& draw = *active_.tile_draw;
        const FragmentPipeline& pipeline = *active_.pipeline;
        if (primitive.polygon && draw.raster.polygon_stipple) {
            const int pattern = ((tile_.y / 8 + (block >> 3)) & 3) * 4 + ((tile_.x / 8 + (block & 7)) & 3);
            for (int s = 0; s < samples; ++s) masks.of[s] &= draw.stipple_blocks[pattern];
        }
        if (draw.raster.areas) [[unlikely]] {
            const uint64_t allowed =
                area_mask(*draw.raster.areas, primitive.written_viewport, static_cast<int32_t>(tile_.block_x(block)),
                          static_cast<int32_t>(tile_.block_y(block)));
            for (int s = 0; s < samples; ++s) masks.of[s] &= allowed;
        }
        for (int s = 0; s < samples; ++s)
            if (!(active_.allowed_samples >> s & 1)) masks.of[s] = 0;
        if (pipeline.key.rectangle == RectangleKind::Bitmap) {
            const uint64_t set = bitmap_mask(tile_, active_, block, masks.any());
            for (int s = 0; s < samples; ++s) masks.of[s] &= set;
        }
        if (!masks.any()) return;
        DepthRange range;
        if (pipeline.hierarchical_depth) {
            range = primitive_range(tile_, active_, primitive, block);
            if (hidden(tile_, active_, block, range)) return;
        }
        const Masks covered = masks;
        const bool plain = draw.plain && !primitive.smooth;
        if (plain) {
            run_group();  // of antialiased primitives before
            if (draw.statistics && !pipeline.early_tests)
                invocations_ += static_cast<uint64_t>(__builtin_popcountll(masks.any()));
            if (pipeline.tests_alpha && !plain_.test_alpha(tile_, primitive, block, masks)) return;
        }
        if (pipeline.early_tests || plain) {
            if (pipeline.tests)
                test_block(tile_, active_, primitive, block, pipeline.hierarchical_depth ? &range : nullptr, masks);
            if (!masks.any()) return;
            if (!draw.counters.empty())
                for (int s = 0; s < samples; ++s)
                    sample_count_ += static_cast<uint64_t>(__builtin_popcountll(masks.of[s]));
            if (!pipeline.runs_program) return;
        }
        if (plain) {
            if (draw.statistics && pipeline.early_tests)
                invocations_ += static_cast<uint64_t>(__builtin_popcountll(masks.any()));
            plain_.write(tile_, primitive, block, masks);
            spend(plain_block_cost);
            return;
        }
        if (compiled_.takes(primitive)) return write_compiled(primitive, block, masks, covered);
        if constexpr (samples > 1)
            if (pipeline.per_sample) {
                for (int s = 0; s < samples; ++s) {
                    Masks only{}, only_covered{};
                    only.of[s] = masks.of[s];
                    only_covered.of[s] = covered.of[s];
                    const bool whole = draw.raster.whole_sample_masks;
                    append_quads(primitive, block, only,
                                 !whole                      ? only_covered
                                 : pipeline.mask_after_tests ? masks
                                                             : covered,
                                 s);
                }
                return;
            }
        append_quads(primitive, block, masks,
                     draw.raster.whole_sample_masks && pipeline.mask_after_tests ? masks : covered, 0);
    }

    // The rest of a block by the draw's code.
    void write_compiled(const TilePrimitive& primitive, int block, Masks& masks, const Masks& covered) {
        run_group();  // of primitives that the code does not take
        const int runs = samples > 1 && active_.pipeline->per_sample ? samples : 1;
        spend(active_.pipeline->group_cost * runs);
        work_ += static_cast<uint64_t>(active_.pipeline->group_cost * runs) * block_pixels;
        if (stopped_) return;
        const TileDraw& draw = *active_.tile_draw;
        if (draw.statistics)
            for (int s = 0; s < runs; ++s)
                invocations_ += static_cast<uint64_t>(__builtin_popcountll(runs > 1 ? masks.of[s] : masks.any()));
        if (!compiled_.write(tile_, active_, primitive, block, masks, covered)) stopped_ = true;
        if (!active_.pipeline->early_tests && !draw.counters.empty())
            for (int s = 0; s < samples; ++s) sample_count_ += static_cast<uint64_t>(__builtin_popcountll(masks.of[s]));
    }

    // ---- groups

    // `sample`: the one that the fragments are of, where each has its own.
    void append_quads(const TilePrimitive& primitive, int block, const Masks& masks, const Masks& covered, int sample) {
        // Several samples of a pixel may run side by side, unless the program takes them in order.
        uint16_t* const pending = group_.pending[active_.pipeline->orders_pixels ? 0 : sample];
        uint64_t left = masks.any();
        while (left) {
            const int quad = __builtin_ctzll(left) >> 2;
            left &= ~(uint64_t{15} << (4 * quad));
            if (group_.quad_count == quads_per_group || pending[block] >> quad & 1) run_group();
            pending[block] |= static_cast<uint16_t>(1u << quad);
            group_.add(primitive, block, quad, masks, covered, sample);
        }
    }

    void run_group() {
        if (group_.quad_count == 0) return;
        spend(active_.pipeline->group_cost);
        work_ += static_cast<uint64_t>(active_.pipeline->group_cost) * group_lanes;
        if (!stopped_) shade_group();
        group_.clear();
    }

    // From the program to the colours in the tile.
    [[gnu::noinline]] void shade_group() {
        const TileDraw& draw = *active_.tile_draw;
        const FragmentPipeline& pipeline = *active_.pipeline;
        GroupPositions at;
        if (pipeline.runs_program && !run_program(at)) return;
        reduce_coverage(tile_, active_, group_, at);
        if (!group_.any()) return;
        if (pipeline.key.rectangle == RectangleKind::Stencil) {
            write_rectangle_stencil(tile_, active_, group_);
            return;
        }
        if (!pipeline.early_tests) {
            if (pipeline.tests) late_tests(tile_, active_, group_);
            if (!draw.counters.empty())
                for (int s = 0; s < samples; ++s)
                    sample_count_ += static_cast<uint64_t>(__builtin_popcount(group_.lane_masks[s]));
        }
        write_colors(tile_, active_, group_);
    }

    // Fills the program's attributes and runs it. False: the watchdog has stopped it.
    RASTERIZER_INLINE bool run_program(GroupPositions& at) {
        const TileDraw& draw = *active_.tile_draw;
        runtime::LaneVector* const attributes = tile_.memory.attributes;
        runtime::LaneVector* const results = tile_.memory.results;
        const TilePrimitive* const* const primitives = group_.primitives;
        const int quads = group_.quad_count;
        const uint32_t any = group_.any();
        place_lanes(tile_, active_, group_, any, at);
        if (quads == quads_per_group && primitives[0] == primitives[quads_per_group - 1]) {
            fill_inputs<lane_width>(draw, *primitives[0], at, attributes, 0, group_lanes);
        } else {
            int first = 0;
            for (int i = 1; i <= quads; ++i)
                if (i == quads || primitives[i] != primitives[first]) {
                    fill_inputs<4>(draw, *primitives[first], at, attributes, first * 4, i * 4);
                    first = i;
                }
        }
        if (active_.pipeline->reads_framebuffer) read_colors(tile_, active_, group_, attributes);
        for (int i = 0; i < active_.pipeline->result_count; ++i)
            for (int c = 0; c < 4; ++c)
                for (int lane = 0; lane < group_lanes; lane += lane_width)
                    store(results[i].component[c].lane + lane, I{});
        runtime::Group lanes;
        lanes.active = runtime::first_lanes(quads * 4);
        lanes.helpers = lanes.active & ~any;
        lanes.attributes = attributes;
        lanes.results = results;
        const GroupInterpolator interpolator(
            draw, primitives, attributes,
            {samples > 1 ? at.center_x : at.x, samples > 1 ? at.center_y : at.y, at.centroid_x, at.centroid_y,
             active_.sample_x, active_.sample_y, samples});
        lanes.interpolator = &interpolator;
        if (draw.statistics) invocations_ += static_cast<uint64_t>(__builtin_popcount(any));
        draw.fragment.routine->run(draw.environment, lanes);
        if (lanes.timed_out) return false;
        for (int s = 0; s < samples; ++s) group_.lane_masks[s] &= ~lanes.killed;
        return true;
    }

    TileSurfaces<samples> tile_;
    ActiveDraw<samples> active_;
    PlainDraw<samples> plain_;
    CompiledDraw<samples> compiled_;
    FragmentGroup<samples> group_;
    uint64_t sample_count_ = 0, invocations_ = 0;  // of the active draw
    uint64_t work_ = 0;                            // of the active draw, in instructions times lanes
    TileTurn& turn_;
    std::optional<runtime::Watchdog::Work> work_on_;  // of draws whose time is limited
    int patience_ = work_at_once;                     // work until the next look at the clock
    bool turn_over_ = false;                          // the tile is to be put down
    bool stopped_ = false;                            // the watchdog has stopped the draw
    bool writes_at_once_ = false;  // of the active draw: what is covered has nothing but plain colours
};

inline bool execute_tile(const Scene& scene, int32_t tile, TileMemory& memory, TileTurn& turn) {
    const Bin& bin = scene.bin(tile);
    switch (scene.framebuffer().samples) {
        case 2: return TileRun<2>(scene, tile, memory, turn).run(bin);
        case 4: return TileRun<4>(scene, tile, memory, turn).run(bin);
        case 8: return TileRun<8>(scene, tile, memory, turn).run(bin);
        case 16: return TileRun<16>(scene, tile, memory, turn).run(bin);
        default: return TileRun<1>(scene, tile, memory, turn).run(bin);
    }
}

}  // namespace rasterizer::ASMGL_ISA
