// A draw as plain data: resolved state, programs and memory. Built once per draw by the front end, not changed after.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rasterizer/draw/counters.h"
#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/draw/framebuffer.h"
#include "rasterizer/draw/pixel_rectangle.h"
#include "rasterizer/draw/primitive_sink.h"
#include "rasterizer/draw/raster_state.h"
#include "rasterizer/draw/stage_program.h"
#include "rasterizer/draw/transform_feedback.h"
#include "rasterizer/draw/vertex_input.h"
#include "runtime/execution/watchdog.h"

namespace rasterizer {

// A range of a draw's vertices, drawn like a draw of its own: primitive numbers and line stipple start again.
struct DrawPart {
    Primitive primitive = Primitive::Triangles;
    uint32_t first = 0, count = 0;  // vertices, from VertexInput::first on; of draws with indices: from `indices` on
    // Instead of VertexInput's, of the type that is named there.
    const std::byte* indices = nullptr;
    size_t readable_indices = 0;
    int32_t base_vertex = 0;
};

struct Draw {
    Primitive primitive = Primitive::Triangles;
    // Not empty: parts that are drawn one after the other; `primitive` is then the first part's. Only points, lines and
    // polygons, of one instance, with neither tessellation nor geometry programs, and without sink, statistics, cull
    // distances or conservative rasterization. Read before draw() returns.
    std::span<const DrawPart> parts;
    int32_t patch_vertices = 3;
    // Where there is no control program (GL 4.6, 11.2.1).
    std::array<float, 4> default_outer_levels{1, 1, 1, 1};
    std::array<float, 2> default_inner_levels{1, 1};
    int32_t geometry_vertices = 0;                    // most that a geometry program emits; 0: as many as it declares
    TransformFeedback* transform_feedback = nullptr;  // set: active and not paused
    StreamCounters* stream_counters = nullptr;        // set: some query counts
    VertexInput input;
    StageProgram vertex, tess_control, tess_evaluation, geometry, fragment;
    Framebuffer framebuffer;
    std::array<Viewport, max_viewports> viewports;
    std::array<Rectangle, max_viewports> scissors;
    RasterState raster;
    DepthStencilState depth_stencil;
    FragmentState fragment_state;
    std::vector<std::shared_ptr<SampleCounter>> counters;
    std::shared_ptr<PipelineStatistics> statistics;         // set: some query counts
    std::shared_ptr<const PixelRectangle> pixel_rectangle;  // set: no vertices are fetched
    std::shared_ptr<runtime::Watchdog> watchdog;            // null: the draw has no time limit
    PrimitiveSink* sink = nullptr;                          // set: called before draw() returns
    // Consecutive draws that differ only in primitive, parts and input: the first one's preparation is kept for the
    // others, until Rasterizer::end_sequence().
    bool begins_sequence = false, continues_sequence = false;
    // A draw that continues a sequence: its programs' parameters, or its fragment program's textures, differ from those
    // of the previous draw.
    bool renews_parameters = false, renews_textures = false;
};

}  // namespace rasterizer
