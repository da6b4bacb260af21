// What tiles need of a draw, prepared once when the draw is recorded.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/prepare/vertex_layout.h"

namespace rasterizer {

struct DrawRecord {
    StageProgram fragment;
    runtime::ProgramEnvironment environment;
    std::vector<FragmentInput> inputs;
    bool all_inputs_simple = false;  // varyings and constants only, all perspective or flat, none sampled specially
    int result_count = 0;
    std::array<int16_t, max_color_attachments> color_result{};  // into results; -1: not written
    std::array<int16_t, 2> dual_source_result{-1, -1};
    int depth_result = -1, sample_mask_result = -1;
    bool override_coverage = false;  // the program's sample mask may add samples
    bool orders_pixels = false;      // fragments of one pixel must not run side by side
    bool mask_after_tests = false;   // fragment.samplemask has the samples that passed the early tests only
    std::shared_ptr<runtime::Watchdog> watchdog;
    int group_cost = 16;  // about how long a group of fragments takes, in instructions
    FragmentKey key;
    RasterState raster;
    DepthStencilState depth_stencil;
    FragmentState fragment_state;
    int32_t framebuffer_height = 0;
    bool pixel_center_integer = false, origin_upper_left = false;
    float depth_clamp_low = 0, depth_clamp_high = 1;
    std::array<uint64_t, 16> stipple_blocks{};  // polygon stipple as masks of the 4×4 blocks of the pattern
    std::vector<std::shared_ptr<SampleCounter>> counters;
    std::shared_ptr<PipelineStatistics> statistics;
    std::shared_ptr<const PixelRectangle> pixel_rectangle;
};

// The time that a draw takes, looked at now and then by the threads that run its tiles. True: it is up. `timed`: this
// thread has looked before since it began with the draw.
bool out_of_time(const DrawRecord& draw, bool timed);
// The thread goes on to another draw.
void count_time(const DrawRecord& draw);
bool is_stopped(const DrawRecord& draw);

// Framebuffer and layout must be those of the scene that the draw is recorded into.
std::unique_ptr<DrawRecord> make_draw_record(const Draw& draw, const VertexLayout& layout);

}  // namespace rasterizer
