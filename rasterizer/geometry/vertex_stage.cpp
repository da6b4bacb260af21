#include "rasterizer/geometry/vertex_stage.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "rasterizer/geometry/fetch_vertices.h"
#include "rasterizer/setup/tile_primitive.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

using runtime::group_lanes;
using runtime::LaneVector;

// w below this can't be divided by without leaving the floats.
constexpr float smallest_w = 1e-30f;

// Registers of one thread's vertex groups.
struct VertexRegisters {
    std::vector<LaneVector> attributes, results;
};

VertexRegisters& thread_registers() { return runtime::per_thread<VertexRegisters>(); }

// Below this many groups waking the workers costs more than it brings.
constexpr size_t groups_worth_threads = 24;

}  // namespace

ViewTransform::ViewTransform(const Draw& draw) {
    const Viewport& viewport = draw.viewports[0];
    const float near_value = static_cast<float>(std::clamp(viewport.near_value, 0.0, 1.0));
    const float far_value = static_cast<float>(std::clamp(viewport.far_value, 0.0, 1.0));
    scale_x = viewport.width / 2;
    scale_y = viewport.height / 2;
    center_x = viewport.x + scale_x;
    center_y = viewport.y + scale_y;
    if (draw.raster.clip_origin_upper_left) scale_y = -scale_y;
    depth_zero_to_one = draw.raster.clip_depth_zero_to_one;
    scale_z = depth_zero_to_one ? far_value - near_value : (far_value - near_value) / 2;
    center_z = depth_zero_to_one ? near_value : (far_value + near_value) / 2;
    depth_clamp = draw.raster.depth_clamp;

    // An inch inside the band, so that rounding can't leave it.
    auto band = [](float center, float scale, float& low, float& high) {
        const float inside_low = guard_band_low + 1, inside_high = guard_band_high - 1;
        if (scale == 0) {
            low = -1;
            high = 1;
            return;
        }
        const float a = (inside_low - center) / scale, b = (inside_high - center) / scale;
        low = std::min(a, b);
        high = std::max(a, b);
    };
    band(center_x, scale_x, guard_left, guard_right);
    band(center_y, scale_y, guard_bottom, guard_top);
}

void ViewTransform::project(const float* clip, float* window) const {
    const float q = 1.0f / clip[3];
    window[0] = clip[0] * q * scale_x + center_x;
    window[1] = clip[1] * q * scale_y + center_y;
    window[2] = clip[2] * q * scale_z + center_z;
    window[3] = q;
}

uint32_t ViewTransform::codes(const float* clip) const {
    const float x = clip[0], y = clip[1], z = clip[2], w = clip[3];
    if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z) || !std::isfinite(w)) return clip_invalid;
    uint32_t codes = 0;
    if (x < -w) codes |= clip_left;
    if (x > w) codes |= clip_right;
    if (y < -w) codes |= clip_bottom;
    if (y > w) codes |= clip_top;
    if (!depth_clamp) {
        if (z < (depth_zero_to_one ? 0.0f : -w)) codes |= clip_near;
        if (z > w) codes |= clip_far;
    }
    if (x < guard_left * w) codes |= clip_guard_left;
    if (x > guard_right * w) codes |= clip_guard_right;
    if (y < guard_bottom * w) codes |= clip_guard_bottom;
    if (y > guard_top * w) codes |= clip_guard_top;
    if (w < smallest_w) codes |= clip_behind;
    return codes;
}

uint32_t VertexStage::place_of(uint32_t vertex) {
    const size_t mask = table_.size() - 1;
    // Neighbouring numbers go to neighbouring entries; the multiple of the high part keeps 2^n strides apart.
    for (size_t at = vertex + (vertex >> 16) * 40503u;; ++at) {
        Entry& entry = table_[at & mask];
        if (entry.round != round_) {
            entry = {vertex, round_, static_cast<uint32_t>(vertices_.size())};
            vertices_.push_back(vertex);
            return entry.place;
        }
        if (entry.vertex == vertex) return entry.place;
    }
}

ShadedVertices VertexStage::shade(std::span<AssembledPrimitive> primitives, uint32_t instance, Arena& arena) {
    const size_t most = primitives.size() * 4;
    if (table_.size() < most * 2) {
        table_.assign(std::bit_ceil(most * 2), Entry{});
        round_ = 0;
    }
    if (++round_ == 0) {
        std::fill(table_.begin(), table_.end(), Entry{});
        round_ = 1;
    }
    vertices_.clear();
    for (AssembledPrimitive& primitive : primitives) {
        const bool flat_is_last = primitive.flat == primitive.vertices[primitive.count - 1];
        for (int i = 0; i < primitive.count; ++i) primitive.vertices[i] = place_of(primitive.vertices[i]);
        primitive.flat = flat_is_last ? primitive.vertices[primitive.count - 1] : place_of(primitive.flat);
        for (int i = primitive.count; i < 3; ++i) primitive.vertices[i] = primitive.vertices[primitive.count - 1];
    }

    ShadedVertices output;
    output.count = vertices_.size();
    output.stride = layout_.slot_count * 4;
    const size_t groups = (output.count + group_lanes - 1) / group_lanes;
    output.records = static_cast<float*>(arena.allocate(groups * group_lanes * output.stride * sizeof(float), 64));
    output.codes = arena.array<uint32_t>(groups * group_lanes);
    if (groups < groups_worth_threads) {
        for (size_t group = 0; group < groups; ++group) shade_group(group * group_lanes, instance, output);
    } else {
        constexpr size_t groups_at_once = 8;
        const size_t pieces = (groups + groups_at_once - 1) / groups_at_once;
        runtime::WorkerPool::instance().parallel_for(static_cast<int32_t>(pieces), [&](int32_t piece) {
            const size_t first = static_cast<size_t>(piece) * groups_at_once;
            for (size_t group = first; group < std::min(groups, first + groups_at_once); ++group)
                shade_group(group * group_lanes, instance, output);
        });
    }
    return output;
}

void VertexStage::shade_group(size_t first, uint32_t instance, const ShadedVertices& output) const {
    const arbasm::Program& program = *draw_.vertex.program;
    VertexRegisters& registers = thread_registers();
    if (registers.attributes.size() < program.attributes.size() + 1)
        registers.attributes.resize(program.attributes.size() + 1);
    if (registers.results.size() < program.results.size() + 1) registers.results.resize(program.results.size() + 1);

    const size_t count = std::min<size_t>(group_lanes, output.count - first);
    fetch_vertices(draw_.input, program, std::span(vertices_).subspan(first, count), instance,
                   registers.attributes.data());
    std::memset(static_cast<void*>(registers.results.data()), 0, program.results.size() * sizeof(LaneVector));
    runtime::ProgramEnvironment environment;
    environment.parameters = draw_.vertex.parameters;
    environment.textures = draw_.vertex.textures;
    environment.constant_buffers = draw_.vertex.constant_buffers;
    runtime::Group group;
    group.active = count == group_lanes ? runtime::all_lanes : (1u << count) - 1;
    group.attributes = registers.attributes.data();
    group.results = registers.results.data();
    draw_.vertex.routine->run(environment, group);

    for (size_t lane = 0; lane < count; ++lane) {
        float* record = output.records + (first + lane) * output.stride;
        if (layout_.position_result >= 0) {
            const LaneVector& position = registers.results[layout_.position_result];
            for (int c = 0; c < 4; ++c) std::memcpy(record + c, &position.component[c].lane[lane], 4);
        } else {
            std::fill(record, record + 4, 0.0f);
        }
        for (size_t slot = 0; slot < layout_.slots.size(); ++slot) {
            const VertexSlot& source = layout_.slots[slot];
            const LaneVector& result = registers.results[source.result];
            float* to = record + (first_varying_slot + slot) * 4;
            for (int c = 0; c < 4; ++c) {
                std::memcpy(to + c, &result.component[c].lane[lane], 4);
                if (source.clamp) to[c] = to[c] > 0 ? (to[c] < 1 ? to[c] : 1.0f) : 0.0f;
            }
            if (source.scalar) {
                to[1] = to[2] = 0;
                to[3] = 1;
            }
        }
        uint32_t codes = view_.codes(record);
        if (group.timed_out) codes = clip_invalid;
        for (uint32_t left = layout_.clip_mask; left; left &= left - 1) {
            const int plane = std::countr_zero(left);
            // Not "< 0": a distance that is no number clips.
            if (!(record[layout_.clip_slots[plane] * 4] >= 0)) codes |= 1u << (clip_user_shift + plane);
        }
        output.codes[first + lane] = codes;
        if (!(codes & (clip_behind | clip_invalid))) view_.project(record, record + window_slot * 4);
    }
}

}  // namespace rasterizer
