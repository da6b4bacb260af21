// What comes out of the stages between vertices and primitives goes to the layers and viewports that it names.
#include <algorithm>
#include <array>
#include <bit>

#include "rasterizer/geometry/stage_pipeline.h"
#include "rasterizer/submit/draw_submission.h"

namespace rasterizer {

ShadedVertices DrawSubmission::finished(const StageVertices& vertices, const ViewTransform& view, int secondary) const {
    ShadedVertices output;
    output.count = vertices.count();
    output.stride = prepared_.layout.slot_count * 4;
    const size_t groups = (output.count + runtime::group_lanes - 1) / runtime::group_lanes;
    output.records = static_cast<float*>(target_.arena->allocate(
        groups * runtime::group_lanes * static_cast<size_t>(output.stride) * sizeof(float), 64));
    output.codes = target_.arena->array<uint32_t>(groups * runtime::group_lanes);
    output.places = target_.arena->array<FixedPoint>(groups * runtime::group_lanes);
    const size_t results = vertices.program->results.size();
    std::vector<runtime::LaneVector> registers(results + 1);
    for (size_t first = 0; first < output.count; first += runtime::group_lanes) {
        const size_t count = std::min<size_t>(runtime::group_lanes, output.count - first);
        for (size_t lane = 0; lane < count; ++lane) {
            const uint32_t* const from = vertices.vertex(first + lane);
            for (size_t r = 0; r < results; ++r)
                for (size_t c = 0; c < 4; ++c) registers[r].component[c].lane[lane] = from[4 * r + c];
        }
        if (secondary >= 0 && prepared_.layout.position_result >= 0)
            registers[static_cast<size_t>(prepared_.layout.position_result)].component[0] =
                registers[static_cast<size_t>(secondary)].component[0];
        store_vertices(prepared_.layout, view, registers.data(), first, count, false, output);
    }
    return output;
}

void DrawSubmission::staged(const StageOutput& output) {
    make_room();
    const arbasm::Program& program = *output.vertices.program;
    const arbasm::ResultRegisters& results = last_vertex_stage(draw()).facts->results;
    const int layer_result = results.layer, viewport_result = results.viewport;
    const int mask_result = results.viewport_mask, position2_result = results.secondary_position;
    const int mask2_result = results.secondary_viewport_mask < 0 ? mask_result : results.secondary_viewport_mask;
    const bool relative = program.has(arbasm::Option::NvLayerViewportRelative);
    const int32_t layers = target_.scene ? target_.scene->layer_count() : 1;
    // A second position makes a second view of every primitive (NV_stereo_view_rendering).
    const int view_count = position2_result >= 0 ? 2 : 1;
    std::array<std::array<ShadedVertices, max_viewports>, 2> shaded;
    std::vector<ViewTransform> views;
    for (int i = 0; i < max_viewports; ++i) views.emplace_back(draw(), i);
    std::vector<AssembledPrimitive> primitives;
    for (const StreamPrimitive& made : output.primitives)
        if (made.stream == 0) primitives.push_back(made.primitive);
    for (size_t at = 0; at < primitives.size();) {
        const std::span<const AssembledPrimitive> made{primitives.data() + at, clipping_.triangles_at(primitives, at)};
        at += made.size();
        // Layer and viewport are the provoking vertex's.
        const uint32_t* const vertex = output.vertices.vertex(made.front().flat);
        for (int seen = 0; seen < view_count; ++seen) {
            int64_t first_layer = layer_result >= 0 ? static_cast<int32_t>(vertex[4 * layer_result]) : 0;
            if (seen == 1) first_layer += program.secondary_view_layer_offset;
            uint32_t viewports = 1;
            int32_t written_viewport = 0;
            const int mask = seen == 0 ? mask_result : mask2_result;
            if (mask >= 0) {
                viewports = vertex[4 * mask] & ((1u << max_viewports) - 1);
            } else if (viewport_result >= 0) {
                const uint32_t number = vertex[4 * viewport_result];
                viewports = number < max_viewports ? 1u << number : 1;
                written_viewport = static_cast<int32_t>(number);
            }
            for (; viewports; viewports &= viewports - 1) {
                const int viewport = std::countr_zero(viewports);
                const int64_t written_layer = first_layer + (relative ? viewport : 0);
                const int64_t layer = layers > 1 ? written_layer : 0;
                if (layer < 0 || layer >= layers) continue;
                const ViewTransform& view = views[static_cast<size_t>(viewport)];
                ShadedVertices& vertices = shaded[static_cast<size_t>(seen)][static_cast<size_t>(viewport)];
                if (!vertices.records) vertices = finished(output.vertices, view, seen == 0 ? -1 : position2_result);
                clipping_.set_view(view);
                clipping_.set_place({viewport, static_cast<int>(layer), mask >= 0 ? viewport : written_viewport,
                                     static_cast<int32_t>(written_layer)});
                clipping_.process(made, vertices);
            }
        }
    }
    clipping_.set_view(view_);
}

}  // namespace rasterizer
