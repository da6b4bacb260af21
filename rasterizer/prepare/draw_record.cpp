#include "rasterizer/prepare/draw_record.h"

#include <algorithm>
#include <limits>

#include "rasterizer/draw/pixel_grid.h"

namespace rasterizer {
namespace {

void arrange_stipple(DrawRecord& record) {
    for (int block = 0; block < 16; ++block) {
        uint64_t mask = 0;
        for (int pixel = 0; pixel < block_pixels; ++pixel) {
            const int x = (block & 3) * 8 + (pixel >> 2 & 3) * 2 + (pixel & 1);
            const int y = (block >> 2) * 8 + (pixel >> 4) * 2 + (pixel >> 1 & 1);
            if (record.raster.polygon_stipple_pattern[y] >> (31 - x) & 1) mask |= uint64_t{1} << pixel;
        }
        record.stipple_blocks[block] = mask;
    }
}

// What a program computes from its parameters alone. `results`: one for each of the program's.
void compute_uniform(const DrawRecord& record, std::vector<runtime::LaneVector>& results) {
    const arbasm::Program& program = *record.fragment.program;
    const std::vector<runtime::LaneVector> attributes(program.attributes.size() + 1);
    results.assign(program.results.size() + 1, {});
    runtime::Group group;
    group.active = runtime::first_lanes(4);
    group.attributes = attributes.data();
    group.results = results.data();
    record.fragment.routine->run(record.environment, group);
}

// False: an input is of a kind that takes more.
bool find_plain_colors(DrawRecord& record) {
    using Kind = arbasm::ComponentSource::Kind;
    const FragmentPipeline& pipeline = *record.pipeline;
    std::vector<runtime::LaneVector> results;
    if (pipeline.plain.computed) compute_uniform(record, results);
    for (size_t i = 0; i < max_color_attachments; ++i) {
        if (!(pipeline.plain.wanted >> i & 1)) continue;
        for (size_t c = 0; c < 4; ++c) {
            const arbasm::ComponentSource& component = pipeline.plain.colors[i][c];
            const auto number = static_cast<size_t>(component.number);
            PlainSource& source = record.plain_colors[i][c];
            switch (component.kind) {
                case Kind::Parameter:
                    if (number < record.environment.parameters.size())
                        source.bits = record.environment.parameters[number][component.component];
                    break;
                case Kind::Computed:
                    source.bits = results[static_cast<size_t>(pipeline.color_result[i])].component[c].lane[0];
                    break;
                case Kind::Attribute: {
                    const FragmentInput& input = record.inputs[number];
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

void count_for_blocks(DrawRecord& record) {
    record.environment.counted_shift = record.block_code ? record.block_code->shift_for_others() : 0;
}

void set_watchdog(DrawRecord& record, const std::shared_ptr<runtime::Watchdog>& watchdog) {
    record.watchdog = watchdog;
    record.limits_time = watchdog && watchdog->limits_command();
    // What has an end is looked after between groups of fragments.
    const bool loops = record.fragment.facts && record.fragment.facts->may_run_long;
    record.environment.watchdog = loops ? watchdog.get() : nullptr;
    constexpr int many_instructions = 4000;
    record.may_run_long = loops || record.pipeline->group_cost >= many_instructions;
}

// What the record's program reads is the record's own.
void point_at_own(DrawRecord& record) {
    record.environment.parameters = record.fragment.parameters;
    record.environment.textures = record.fragment.textures;
    record.environment.constant_buffers = record.fragment.constant_buffers;
    record.environment.subroutines = record.fragment.subroutines;
}

}  // namespace

std::shared_ptr<const DrawRecord> make_draw_record(const Draw& draw, const VertexLayout& layout,
                                                   FragmentPipelines& pipelines) {
    auto record = std::make_shared<DrawRecord>();
    record->pipeline = pipelines.find(make_fragment_key(draw), draw.fragment);
    record->fragment = draw.fragment;
    point_at_own(*record);
    set_watchdog(*record, draw.watchdog);
    record->environment.memory = record->fragment.memory.get();
    record->inputs = layout.inputs;
    record->raster = draw.raster;
    record->depth_stencil = draw.depth_stencil;
    record->fragment_state = draw.fragment_state;
    record->framebuffer_height = draw.framebuffer.height;
    record->counters = draw.counters;
    record->statistics = draw.statistics;
    record->pixel_rectangle = draw.pixel_rectangle;
    const Viewport& viewport = draw.viewports[0];
    record->unclamped_depth = draw.framebuffer.unclamped_depth;
    if (record->unclamped_depth) {
        record->depth_clamp_low = -std::numeric_limits<float>::infinity();
        record->depth_clamp_high = std::numeric_limits<float>::infinity();
    }
    if (draw.raster.depth_clamp) {
        const auto [low, high] = std::minmax(viewport.near_value, viewport.far_value);
        record->depth_clamp_low = std::max(static_cast<float>(low), record->depth_clamp_low);
        record->depth_clamp_high = std::min(static_cast<float>(high), record->depth_clamp_high);
    }
    if (draw.raster.polygon_stipple) arrange_stipple(*record);
    record->plain = record->pipeline->plain.known && find_plain_colors(*record);
    if (!record->plain && pipelines.blocks) record->block_code = pipelines.blocks->find(draw, *record);
    count_for_blocks(*record);
    return record;
}

std::shared_ptr<const DrawRecord> renew_draw_record(const Draw& draw, const DrawRecord& before,
                                                    FragmentPipelines& pipelines) {
    auto record = std::make_shared<DrawRecord>(before);
    set_watchdog(*record, draw.watchdog);
    record->fragment.parameters = draw.fragment.parameters;
    if (draw.renews_textures) record->fragment.textures = draw.fragment.textures;
    point_at_own(*record);
    if (record->plain)
        record->plain = find_plain_colors(*record);
    else if (draw.renews_textures && pipelines.blocks)
        record->block_code = pipelines.blocks->find(draw, *record);
    count_for_blocks(*record);
    return record;
}

bool out_of_time(const DrawRecord& draw) { return draw.watchdog && draw.watchdog->expired(draw.fragment.program); }

bool is_stopped(const DrawRecord& draw) { return draw.watchdog && draw.watchdog->stopped(); }

}  // namespace rasterizer
