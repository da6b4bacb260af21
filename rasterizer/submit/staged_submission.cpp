// What comes out of the stages between vertices and primitives goes to the layers and viewports that it names.
#include <algorithm>
#include <array>
#include <bit>

#include "rasterizer/geometry/stage_pipeline.h"
#include "rasterizer/submit/draw_submission.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {

ShadedVertices DrawSubmission::finished(const StageVertices& vertices, const ViewTransform& view, int secondary) const {
    ShadedVertices output;
    output.count = vertices.count();
    output.stride = prepared_.layout.slot_count * 4;
    const size_t groups = (output.count + runtime::group_lanes - 1) / runtime::group_lanes;
    output.data = static_cast<float*>(target_.arena->allocate(
        groups * runtime::group_lanes * static_cast<size_t>(output.stride) * sizeof(float), 64));
    output.codes = target_.arena->array<uint32_t>(groups * runtime::group_lanes);
    output.grid_positions = target_.arena->array<FixedPoint>(groups * runtime::group_lanes);
    const size_t results = vertices.program->results.size();
    const auto store_group = [&](size_t group) {
        struct Registers {
            std::vector<runtime::LaneVector> results;
        };
        std::vector<runtime::LaneVector>& registers = runtime::per_thread<Registers>().results;
        registers.resize(std::max(registers.size(), results + 1));
        const size_t first = group * runtime::group_lanes;
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
    };
    constexpr size_t groups_each = 8;
    runtime::WorkerPool::instance().parallel_for(
        static_cast<int32_t>((groups + groups_each - 1) / groups_each), [&](int32_t piece) {
            const size_t first = static_cast<size_t>(piece) * groups_each;
            for (size_t group = first; group < std::min(groups, first + groups_each); ++group) store_group(group);
        });
    return output;
}

namespace {

// The view of a primitive's layer and viewports.
struct Destination {
    int64_t layer = 0;
    uint32_t viewports = 1;
    int32_t written_viewport = 0;
    bool operator==(const Destination&) const = default;
};

}  // namespace

void DrawSubmission::staged(const StageOutput& output) {
    make_room();
    const arbasm::Program& program = *output.vertices.program;
    const arbasm::ResultRegisters& results = last_vertex_stage(draw()).facts->results;
    const int position2_result = results.secondary_position;
    const bool relative = program.has(arbasm::Option::NvLayerViewportRelative);
    const int32_t layers = target_.scene ? target_.scene->layer_count() : 1;
    // A second position makes a second view of every primitive (NV_stereo_view_rendering).
    const int view_count = position2_result >= 0 ? 2 : 1;
    std::array<std::array<ShadedVertices, max_viewports>, 2> shaded;
    std::vector<ViewTransform> views;
    for (int i = 0; i < max_viewports; ++i) views.emplace_back(draw(), i);
    std::vector<AssembledPrimitive> primitives;
    primitives.reserve(output.primitives.size());
    for (const StreamPrimitive& made : output.primitives)
        if (made.stream == 0) primitives.push_back(made.primitive);
    // Layer and viewport are the provoking vertex's.
    const auto mask_result = [&](int seen) {
        return seen == 0 || results.secondary_viewport_mask < 0 ? results.viewport_mask
                                                                : results.secondary_viewport_mask;
    };
    const auto destination_of = [&](const AssembledPrimitive& primitive, int seen) {
        const uint32_t* const vertex = output.vertices.vertex(primitive.flat);
        Destination to;
        if (results.layer >= 0) to.layer = static_cast<int32_t>(vertex[4 * results.layer]);
        if (seen == 1) to.layer += program.secondary_view_layer_offset;
        if (mask_result(seen) >= 0) {
            to.viewports = vertex[4 * mask_result(seen)] & ((1u << max_viewports) - 1);
        } else if (results.viewport >= 0) {
            const uint32_t number = vertex[4 * results.viewport];
            to.viewports = number < max_viewports ? 1u << number : 1;
            to.written_viewport = static_cast<int32_t>(number);
        }
        return to;
    };
    // Primitives that go to one layer and viewport, the same one, are processed together.
    const bool all_alike = view_count == 1 && results.layer < 0 && results.viewport < 0 && results.viewport_mask < 0;
    const auto run_at = [&](size_t at) {
        if (all_alike) return primitives.size() - at;
        const Destination to = destination_of(primitives[at], 0);
        size_t end = at + clipping_.triangles_at(primitives, at);
        if (view_count > 1 || std::popcount(to.viewports) != 1) return end - at;
        while (end < primitives.size() && destination_of(primitives[end], 0) == to)
            end += clipping_.triangles_at(primitives, end);
        return end - at;
    };
    for (size_t at = 0; at < primitives.size();) {
        const std::span<const AssembledPrimitive> made{primitives.data() + at, run_at(at)};
        at += made.size();
        for (int seen = 0; seen < view_count; ++seen) {
            const Destination to = destination_of(made.front(), seen);
            for (uint32_t viewports = to.viewports; viewports; viewports &= viewports - 1) {
                const int viewport = std::countr_zero(viewports);
                const int64_t written_layer = to.layer + (relative ? viewport : 0);
                const int64_t layer = layers > 1 ? written_layer : 0;
                if (layer < 0 || layer >= layers) continue;
                const ViewTransform& view = views[static_cast<size_t>(viewport)];
                ShadedVertices& vertices = shaded[static_cast<size_t>(seen)][static_cast<size_t>(viewport)];
                if (!vertices.data) vertices = finished(output.vertices, view, seen == 0 ? -1 : position2_result);
                clipping_.set_view(view);
                clipping_.set_viewport_and_layer({viewport, static_cast<int>(layer),
                                                  mask_result(seen) >= 0 ? viewport : to.written_viewport,
                                                  static_cast<int32_t>(written_layer)});
                set_up(made, vertices);
            }
        }
    }
    clipping_.set_view(view_);
}

}  // namespace rasterizer
