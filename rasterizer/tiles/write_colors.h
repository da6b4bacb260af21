// Where a pixel's colour is blended and written: the last step of a group (how it is blended: fragment/blend_lanes.h).
// Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/fragment_group.h"

namespace rasterizer::ASMGL_ISA {

// NV_fragment_coverage_to_color: the masks of what is left of each lane's coverage as red, in as many bits as there
// are, beside what the program wrote of the colour, if it did.
template <int samples>
[[gnu::noinline]] void cover_red(const FragmentGroup<samples>& group, const runtime::FormatInfo& format,
                                 const runtime::LaneVector* written, runtime::LaneVector& to) {
    to = written ? *written : runtime::LaneVector{};
    const int spare = format.bits[0] ? 32 - format.bits[0] : 0;
    const bool is_signed = format.component_class == runtime::ComponentClass::Signed;
    for (int lane = 0; lane < group_lanes; ++lane) {
        uint32_t mask = 0;
        for (int s = 0; s < samples; ++s) mask |= (group.lane_masks[s] >> lane & 1) << s;
        mask <<= spare;
        to.component[0].lane[lane] =
            is_signed ? static_cast<uint32_t>(static_cast<int32_t>(mask) >> spare) : mask >> spare;
    }
}

template <int samples>
void write_colors(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const FragmentGroup<samples>& group) {
    if (!group.any()) return;
    const QuadTargets quads{group.pixels, group.quad_count};
    for (int i = 0; i < active.pipeline->color_count; ++i) {
        const AttachmentKey& attachment = active.pipeline->colors[i];
        const int result = active.pipeline->color_result[i];
        if (attachment.storage == ColorStorage::None || (result < 0 && !attachment.coverage)) continue;
        for (int quad = 0; quad < group.quad_count; ++quad) tile.need_color(i, group.pixels[quad] / block_pixels);
        runtime::LaneVector covered;
        if (attachment.coverage)
            cover_red(group, runtime::format_info(tile.color_format[i]),
                      result < 0 ? nullptr : &tile.memory.results[result], covered);
        const SourceColor source{attachment.coverage ? &covered : &tile.memory.results[result],
                                 active.pipeline->secondary_color_result >= 0
                                     ? &tile.memory.results[active.pipeline->secondary_color_result]
                                     : nullptr};
        for (int s = 0; s < samples; ++s) {
            if (!group.lane_masks[s]) continue;
            const ColorTarget target{tile.memory.colors[i].words + s * tile.color_words[i],
                                     tile.color_format[i],
                                     attachment,
                                     &active.tile_draw->fragment_state.blend[i],
                                     &active.tile_draw->fragment_state,
                                     active.pipeline->key.clamp_color};
            active.write_color[i](target, source, quads, group.lane_masks[s]);
        }
    }
}

}  // namespace rasterizer::ASMGL_ISA
