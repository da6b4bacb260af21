#include "rasterizer/prepare/tile_draw.h"

#include <algorithm>
#include <limits>

#include "rasterizer/draw/pixel_grid.h"

namespace rasterizer {
namespace {

void arrange_stipple(TileDraw& tile_draw) {
    for (int block = 0; block < 16; ++block) {
        uint64_t mask = 0;
        for (int pixel = 0; pixel < block_pixels; ++pixel) {
            const int x = (block & 3) * 8 + (pixel >> 2 & 3) * 2 + (pixel & 1);
            const int y = (block >> 2) * 8 + (pixel >> 4) * 2 + (pixel >> 1 & 1);
            if (tile_draw.raster.polygon_stipple_pattern[y] >> (31 - x) & 1) mask |= uint64_t{1} << pixel;
        }
        tile_draw.stipple_blocks[block] = mask;
    }
}

// What a program computes from its parameters alone. `results`: one for each of the program's.
void compute_uniform(const TileDraw& tile_draw, std::vector<runtime::LaneVector>& results) {
    const arbasm::Program& program = *tile_draw.fragment.program;
    const std::vector<runtime::LaneVector> attributes(program.attributes.size() + 1);
    results.assign(program.results.size() + 1, {});
    runtime::Group group;
    group.active = runtime::first_lanes(4);
    group.attributes = attributes.data();
    group.results = results.data();
    tile_draw.fragment.routine->run(tile_draw.environment, group);
}

// False: an input is of a kind that takes more.
bool find_plain_colors(TileDraw& tile_draw) {
    using Kind = arbasm::ComponentSource::Kind;
    const FragmentPipeline& pipeline = *tile_draw.pipeline;
    std::vector<runtime::LaneVector> results;
    if (pipeline.plain.computed) compute_uniform(tile_draw, results);
    for (size_t i = 0; i < max_color_attachments; ++i) {
        if (!(pipeline.plain.wanted >> i & 1)) continue;
        for (size_t c = 0; c < 4; ++c) {
            const arbasm::ComponentSource& component = pipeline.plain.colors[i][c];
            const auto number = static_cast<size_t>(component.number);
            PlainSource& source = tile_draw.plain_colors[i][c];
            switch (component.kind) {
                case Kind::Parameter:
                    if (number < tile_draw.environment.parameters.size())
                        source.bits = tile_draw.environment.parameters[number][component.component];
                    break;
                case Kind::Computed:
                    source.bits = results[static_cast<size_t>(pipeline.color_result[i])].component[c].lane[0];
                    break;
                case Kind::Attribute: {
                    const FragmentInput& input = tile_draw.inputs[number];
                    if (input.replaced_on_points) return false;
                    if (input.kind == FragmentInput::Kind::Constant) {
                        source.bits = input.constant[component.component];
                        break;
                    }
                    const bool elsewhere = pipeline.key.samples > 1 && input.location != arbasm::SampleLocation::Pixel;
                    if (input.kind != FragmentInput::Kind::Varying || elsewhere) return false;
                    source = {true, component.component, static_cast<uint16_t>(number), 0};
                    break;
                }
                case Kind::Other: return false;
            }
        }
    }
    return true;
}

void count_for_blocks(TileDraw& tile_draw) {
    tile_draw.environment.counted_shift = tile_draw.block_code ? tile_draw.block_code->shift_for_others() : 0;
}

void set_watchdog(TileDraw& tile_draw, const std::shared_ptr<runtime::Watchdog>& watchdog) {
    tile_draw.watchdog = watchdog;
    tile_draw.limits_time = watchdog && watchdog->limits_command();
    // What has an end is looked after between groups of fragments.
    const bool loops = tile_draw.fragment.facts && tile_draw.fragment.facts->may_run_long;
    tile_draw.environment.watchdog = loops ? watchdog.get() : nullptr;
    constexpr int many_instructions = 4000;
    tile_draw.may_run_long = loops || tile_draw.pipeline->group_cost >= many_instructions;
}

// What the program reads is the tile draw's own.
void point_at_own(TileDraw& tile_draw) {
    tile_draw.environment.parameters = tile_draw.fragment.parameters;
    tile_draw.environment.textures = tile_draw.fragment.textures;
    tile_draw.environment.constant_buffers = tile_draw.fragment.constant_buffers;
    tile_draw.environment.subroutines = tile_draw.fragment.subroutines;
}

}  // namespace

std::shared_ptr<const TileDraw> make_tile_draw(const Draw& draw, const VertexLayout& layout,
                                               FragmentPipelines& pipelines) {
    auto tile_draw = std::make_shared<TileDraw>();
    tile_draw->pipeline = pipelines.find(make_fragment_key(draw), draw.fragment);
    tile_draw->fragment = draw.fragment;
    point_at_own(*tile_draw);
    set_watchdog(*tile_draw, draw.watchdog);
    tile_draw->environment.memory = tile_draw->fragment.memory.get();
    tile_draw->inputs = layout.inputs;
    tile_draw->raster = draw.raster;
    tile_draw->depth_stencil = draw.depth_stencil;
    tile_draw->fragment_state = draw.fragment_state;
    tile_draw->framebuffer_height = draw.framebuffer.height;
    tile_draw->counters = draw.counters;
    tile_draw->statistics = draw.statistics;
    tile_draw->pixel_rectangle = draw.pixel_rectangle;
    const Viewport& viewport = draw.viewports[0];
    tile_draw->unclamped_depth = draw.framebuffer.unclamped_depth;
    if (tile_draw->unclamped_depth) {
        tile_draw->depth_clamp_low = -std::numeric_limits<float>::infinity();
        tile_draw->depth_clamp_high = std::numeric_limits<float>::infinity();
    }
    if (draw.raster.depth_clamp) {
        const auto [low, high] = std::minmax(viewport.near_value, viewport.far_value);
        tile_draw->depth_clamp_low = std::max(static_cast<float>(low), tile_draw->depth_clamp_low);
        tile_draw->depth_clamp_high = std::min(static_cast<float>(high), tile_draw->depth_clamp_high);
    }
    if (draw.raster.polygon_stipple) arrange_stipple(*tile_draw);
    tile_draw->plain = tile_draw->pipeline->plain.known && find_plain_colors(*tile_draw);
    if (!tile_draw->plain && pipelines.blocks) tile_draw->block_code = pipelines.blocks->find(draw, *tile_draw);
    count_for_blocks(*tile_draw);
    return tile_draw;
}

std::shared_ptr<const TileDraw> renew_tile_draw(const Draw& draw, const TileDraw& before,
                                                FragmentPipelines& pipelines) {
    auto tile_draw = std::make_shared<TileDraw>(before);
    set_watchdog(*tile_draw, draw.watchdog);
    tile_draw->fragment.parameters = draw.fragment.parameters;
    if (draw.renews_textures) tile_draw->fragment.textures = draw.fragment.textures;
    point_at_own(*tile_draw);
    if (tile_draw->plain)
        tile_draw->plain = find_plain_colors(*tile_draw);
    else if (draw.renews_textures && pipelines.blocks)
        tile_draw->block_code = pipelines.blocks->find(draw, *tile_draw);
    count_for_blocks(*tile_draw);
    return tile_draw;
}

bool out_of_time(const TileDraw& draw) { return draw.watchdog && draw.watchdog->expired(draw.fragment.program); }

bool is_stopped(const TileDraw& draw) { return draw.watchdog && draw.watchdog->stopped(); }

}  // namespace rasterizer
