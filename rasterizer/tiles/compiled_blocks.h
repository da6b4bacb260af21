// Blocks of draws with compiled fragment code (prepare/block_code.h): fills in the function's arguments. Compiled per
// instruction set (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/prepare/block_code.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/tile_machine.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::ASMGL_ISA {

template <int samples>
class CompiledDraw {
  public:
    CompiledDraw() = default;
    CompiledDraw(const CompiledDraw&) = delete;
    CompiledDraw& operator=(const CompiledDraw&) = delete;

    void start(const TileDraw& draw, const ActiveDraw<samples>& active, TileSurfaces<samples>& tile) {
        const BlockEntry* const entry = draw.block_code ? draw.block_code->use(0) : nullptr;
        function_ = entry ? entry->function : nullptr;
        if (!function_) return;
        const FragmentPipeline& pipeline = *draw.pipeline;
        // Nothing behind the early tests, if there are any, takes fragments away.
        writes_all_ = (pipeline.early_tests || !pipeline.tests) && !draw.fragment.facts->kills &&
                      !pipeline.may_run_long && !pipeline.key.alpha_test && !pipeline.key.covers_by_alpha() &&
                      pipeline.sample_mask_result < 0;
        constants_.offset_x = block_offsets.x;
        constants_.offset_y = block_offsets.y;
        constants_.parameters = draw.environment.parameters.data();
        constants_.textures = draw.environment.textures.data();
        constants_.framebuffer_height = static_cast<float>(draw.framebuffer_height);
        constants_.depth_low = active.encoding.low;
        constants_.depth_high = active.encoding.high;
        constants_.depth_scale = active.encoding.scale;
        constants_.bounds_low = active.bounds_low;
        constants_.bounds_high = active.bounds_high;
        constants_.alpha_reference = draw.fragment_state.alpha_reference;
        for (int s = 0; s < samples; ++s) {
            constants_.sample_x[s] = active.sample_x[s];
            constants_.sample_y[s] = active.sample_y[s];
        }
        for (int face = 0; face < 2; ++face) {
            const StencilFace& state = draw.depth_stencil.stencil.data()[face];
            constants_.faces[face] = {state.reference, state.read_mask, state.write_mask};
        }
        for (int i = 0; i < pipeline.color_count; ++i) {
            if (pipeline.colors[i].blend == BlendPreset::Replace) continue;
            const BlendConstant constant =
                blend_constant(draw.fragment_state, runtime::format_info(tile.color_format[i]));
            __builtin_memcpy(constants_.blend_constant[i], constant.c, sizeof constant.c);
        }
        if (!start_machine(draw, *entry, tile.memory, constants_)) function_ = nullptr;
    }

    bool takes(const TilePrimitive& primitive) const { return function_ && !primitive.smooth; }

    // Writes the primitive's fragments in a block. `masks`: in, fragments that passed the early tests; out, that also
    // passed the late ones. `covered`: all covered fragments. False: the draw's time is up.
    bool write(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
               int block, CoverageMasks<samples>& masks, const CoverageMasks<samples>& covered) {
        const FragmentPipeline& pipeline = *active.pipeline;
        BlockJob job;
        job.sample = 0;
        job.constants = &constants_;
        job.primitive = &primitive;
        job.x = tile.block_x(block);
        job.y = tile.block_y(block);
        for (int s = 0; s < samples; ++s) {
            job.masks[s] = masks.of[s];
            if (samples > 1) job.covered[s] = covered.of[s];
            job.passed[s] = 0;
        }
        const bool whole = writes_all_ && is_whole(masks);
        for (int i = 0; i < pipeline.color_count; ++i) {
            const AttachmentKey& attachment = pipeline.colors[i];
            if (attachment.storage == ColorStorage::None || pipeline.color_result[i] < 0) continue;
            if (whole && attachment.blend == BlendPreset::Replace && !attachment.logic_operation &&
                attachment.write_mask == 0xf)
                tile.replace_color(i, block);
            else
                tile.need_color(i, block);
            job.colors[i] = tile.color_block(i, 0, block);
        }
        const bool late = !pipeline.early_tests && pipeline.tests;
        if (late && pipeline.reads_depth) {
            tile.need_depth(block);
            job.depth = tile.depth_block_words(0, block);
        }
        if (late && pipeline.key.stencil_test) {
            tile.need_stencil(block);
            tile.memory.stencil.dirty |= uint64_t{1} << block;
            job.stencil = tile.stencil_block_bytes(0, block);
        }
        const bool in_time = samples > 1 && pipeline.per_sample ? run_samples(job, masks)
                                                                : run_block(function_, job, *constants_.machine);
        if (pipeline.early_tests) return in_time;
        uint64_t any = 0;
        for (int s = 0; s < samples; ++s) any |= masks.of[s] = job.passed[s];
        if (late && pipeline.key.depth_write && pipeline.reads_depth && any) {
            tile.memory.depth.dirty |= uint64_t{1} << block;
            tile.memory.depth_range_known &= ~(uint64_t{1} << block);
        }
        return in_time;
    }

  private:
    // One sample after the other, as if it were the only one.
    bool run_samples(BlockJob& job, const CoverageMasks<samples>& masks) {
        uint64_t covered[samples];
        __builtin_memcpy(covered, job.covered, sizeof covered);
        for (int s = 0; s < samples; ++s) job.masks[s] = job.covered[s] = 0;
        for (int s = 0; s < samples; ++s) {
            if (!masks.of[s]) continue;
            job.sample = static_cast<uint32_t>(s);
            job.masks[s] = masks.of[s];
            job.covered[s] = covered[s];
            if (!run_block(function_, job, *constants_.machine)) return false;
            job.masks[s] = job.covered[s] = 0;
        }
        return true;
    }
    static bool is_whole(const CoverageMasks<samples>& masks) {
        uint64_t all = masks.of[0];
        for (int s = 1; s < samples; ++s) all &= masks.of[s];
        return all == ~uint64_t{0};
    }

    BlockFunction function_ = nullptr;
    BlockConstants constants_{};
    bool writes_all_ = false;
};

}  // namespace rasterizer::ASMGL_ISA
