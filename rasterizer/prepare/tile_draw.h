// The part of a draw that tiles need: its fragment pipeline, and the values that it computes with.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "rasterizer/prepare/block_code.h"
#include "rasterizer/prepare/fragment_pipeline.h"
#include "rasterizer/prepare/vertex_layout.h"

namespace rasterizer {

// A component of a colour: a number, or a component of an input.
struct PlainSource {
    bool varies = false;
    uint8_t component = 0;
    uint16_t input = 0;
    uint32_t bits = 0;
};

struct TileDraw {
    std::shared_ptr<const FragmentPipeline> pipeline;
    // Program, parameters and resources.
    StageProgram fragment;
    runtime::ProgramEnvironment environment;
    std::vector<FragmentInput> inputs;
    std::shared_ptr<runtime::Watchdog> watchdog;
    bool limits_time = false;   // of what the whole command takes
    bool may_run_long = false;  // a group of fragments, or the block of a program of very many instructions
    RasterState raster;
    DepthStencilState depth_stencil;
    FragmentState fragment_state;
    int32_t framebuffer_height = 0;
    float depth_clamp_low = 0, depth_clamp_high = 1;
    bool unclamped_depth = false;               // Framebuffer::unclamped_depth
    std::array<uint64_t, 16> stipple_blocks{};  // polygon stipple as masks of the 4×4 blocks of the pattern
    std::vector<std::shared_ptr<SampleCounter>> counters;
    std::shared_ptr<PipelineStatistics> statistics;
    std::shared_ptr<const PixelRectangle> pixel_rectangle;
    // Fragments of primitives other than antialiased ones need no program (FragmentPipeline::plain): their colours.
    bool plain = false;
    std::array<std::array<PlainSource, 4>, max_color_attachments> plain_colors{};
    // Compiled code for blocks; null: fragments are gathered into groups.
    std::shared_ptr<const BlockCode> block_code;
};

// Asked now and then by the threads that run a draw's tiles: whether its time is up.
bool out_of_time(const TileDraw& draw);
bool is_stopped(const TileDraw& draw);

std::shared_ptr<const TileDraw> make_tile_draw(const Draw& draw, const VertexLayout& layout,
                                               FragmentPipelines& pipelines);
// The tile draw of a draw that renews what the one before it computes with.
std::shared_ptr<const TileDraw> renew_tile_draw(const Draw& draw, const TileDraw& before, FragmentPipelines& pipelines);

}  // namespace rasterizer
