#include "rasterizer/geometry/vertex_stage.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/geometry/stage_groups.h"
#include "runtime/simd/lane_group.h"
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
    uint64_t constants_of = 0;  // the run whose constants `attributes` has
};

VertexRegisters& thread_registers() { return runtime::per_thread<VertexRegisters>(); }

// Four lanes at a time: what every CPU has.
typedef float Float4 __attribute__((vector_size(16)));
typedef int32_t Int4 __attribute__((vector_size(16)));

Float4 load4(const uint32_t* from) {
    Float4 value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
void store4(uint32_t* to, Float4 value) { std::memcpy(to, &value, sizeof value); }
Int4 outside(Int4 mask, uint32_t code) { return mask & static_cast<int32_t>(code); }
Int4 is_finite(Float4 value) {
    Int4 bits;
    std::memcpy(&bits, &value, sizeof bits);
    return (bits & 0x7fffffff) < 0x7f800000;
}

Int4 rounded(Float4 value) { return reinterpret_cast<Int4>(__builtin_ia32_cvtps2dq(value)); }

// As sub_pixels() of edge_function.h.
Int4 sub_pixels(Float4 window) {
    const Float4 low = Float4{} + guard_band_low, high = Float4{} + guard_band_high;
    const Float4 below = window < high ? window : high;
    return rounded((window > low ? below : low) * static_cast<float>(sub_pixel_one));
}

// One register of the first `count` lanes to the same slot of their records.
template <bool clamp, bool scalar>
void scatter(const LaneVector& from, size_t count, float* records, int stride) {
    const Float4 zero{}, one = zero + 1.0f;
    for (size_t i = 0; i < count; i += 4) {
        Float4 component[4];
        for (int c = 0; c < 4; ++c) {
            if (scalar && c > 0) {
                component[c] = c < 3 ? zero : one;
                continue;
            }
            component[c] = load4(from.component[c].lane + i);
            if (!clamp) continue;
            component[c] = component[c] > zero ? component[c] : zero;  // NaN becomes zero
            component[c] = component[c] < one ? component[c] : one;
        }
        const Float4 xy01 = __builtin_shuffle(component[0], component[1], Int4{0, 4, 1, 5});
        const Float4 xy23 = __builtin_shuffle(component[0], component[1], Int4{2, 6, 3, 7});
        const Float4 zw01 = __builtin_shuffle(component[2], component[3], Int4{0, 4, 1, 5});
        const Float4 zw23 = __builtin_shuffle(component[2], component[3], Int4{2, 6, 3, 7});
        const Float4 vertex[4] = {
            __builtin_shuffle(xy01, zw01, Int4{0, 1, 4, 5}), __builtin_shuffle(xy01, zw01, Int4{2, 3, 6, 7}),
            __builtin_shuffle(xy23, zw23, Int4{0, 1, 4, 5}), __builtin_shuffle(xy23, zw23, Int4{2, 3, 6, 7})};
        float* const to = records + static_cast<ptrdiff_t>(i) * stride;
        for (int k = 0; k < 4; ++k) std::memcpy(to + static_cast<ptrdiff_t>(k) * stride, &vertex[k], 16);
    }
}

void scatter_slot(const LaneVector& from, bool clamp, bool scalar, size_t count, float* records, int stride) {
    if (scalar)
        clamp ? scatter<true, true>(from, count, records, stride) : scatter<false, true>(from, count, records, stride);
    else
        clamp ? scatter<true, false>(from, count, records, stride)
              : scatter<false, false>(from, count, records, stride);
}

// Below this many groups waking the workers costs more than it brings.
constexpr size_t groups_worth_threads = 24;

}  // namespace

ViewTransform::ViewTransform(const Draw& draw, int viewport_index) {
    const Viewport& viewport = draw.viewports[static_cast<size_t>(viewport_index)];
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

    // A pixel inside the band, so that rounding can't leave it.
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
    // Divided, not multiplied by q: half the rounding error, which shows in 24 bits of depth.
    window[0] = clip[0] / clip[3] * scale_x + center_x;
    window[1] = clip[1] / clip[3] * scale_y + center_y;
    window[2] = clip[2] / clip[3] * scale_z + center_z;
    window[3] = q;
}

void ViewTransform::finish(const LaneVector& position, size_t count, FinishedVertices& finished) const {
    for (size_t i = 0; i < count; i += 4) {
        const auto lanes = [&](int c) { return load4(position.component[c].lane + i); };
        const Float4 x = lanes(0), y = lanes(1), z = lanes(2), w = lanes(3);
        Int4 codes = outside(x < -w, clip_left) | outside(x > w, clip_right) | outside(y < -w, clip_bottom) |
                     outside(y > w, clip_top) | outside(x < guard_left * w, clip_guard_left) |
                     outside(x > guard_right * w, clip_guard_right) | outside(y < guard_bottom * w, clip_guard_bottom) |
                     outside(y > guard_top * w, clip_guard_top) | outside(w < smallest_w, clip_behind);
        if (!depth_clamp) {
            const Float4 low = depth_zero_to_one ? Float4{} : -w;
            codes |= outside(z < low, clip_near) | outside(z > w, clip_far);
        }
        const Int4 finite = is_finite(x) & is_finite(y) & is_finite(z) & is_finite(w);
        codes = (codes & finite) | (~finite & static_cast<int32_t>(clip_invalid));
        std::memcpy(finished.codes + i, &codes, sizeof codes);
        // Where w is too small this makes numbers that nobody reads.
        const Float4 q = 1.0f / w;
        const Float4 window_x = x / w * scale_x + center_x, window_y = y / w * scale_y + center_y;
        store4(finished.window.component[0].lane + i, window_x);
        store4(finished.window.component[1].lane + i, window_y);
        store4(finished.window.component[2].lane + i, z / w * scale_z + center_z);
        store4(finished.window.component[3].lane + i, q);
        const Int4 fixed_x = sub_pixels(window_x), fixed_y = sub_pixels(window_y);
        const Int4 places[2] = {__builtin_shuffle(fixed_x, fixed_y, Int4{0, 4, 1, 5}),
                                __builtin_shuffle(fixed_x, fixed_y, Int4{2, 6, 3, 7})};
        std::memcpy(static_cast<void*>(finished.places + i), places, sizeof places);
    }
}

void VertexPlaces::start(size_t most) {
    base_ += count_;
    count_ = 0;
    repeated_ = false;
    constexpr uint32_t last_base = 1u << 31;
    if (table_.size() < most * 2 || base_ > last_base) {
        table_.assign(std::max(table_.size(), std::bit_ceil(most * 2)), 0);
        mask_ = table_.size() - 1;
        base_ = 1;
    }
    if (vertices_.size() < most + group_lanes) vertices_.resize(most + group_lanes);
}

void VertexPlaces::take_range(uint32_t first, size_t count) {
    start(count);
    std::iota(vertices_.begin(), vertices_.begin() + static_cast<ptrdiff_t>(count), first);
    count_ = static_cast<uint32_t>(count);
}

void VertexPlaces::repeat(uint32_t first, size_t instances) {
    const size_t each = count_, all = each * instances;
    if (vertices_.size() < all + group_lanes) vertices_.resize(all + group_lanes);
    if (instances_.size() < all + group_lanes) instances_.resize(all + group_lanes);
    for (size_t instance = 0; instance < instances; ++instance) {
        std::copy_n(vertices_.begin(), each, vertices_.begin() + static_cast<ptrdiff_t>(instance * each));
        std::fill_n(instances_.begin() + static_cast<ptrdiff_t>(instance * each), each,
                    first + static_cast<uint32_t>(instance));
    }
    count_ = static_cast<uint32_t>(all);
    repeated_ = true;
}

void VertexPlaces::fill_last_group() {
    if (count_ > 0) std::fill_n(vertices_.begin() + count_, group_lanes, vertices_[count_ - 1]);
}

// What the groups of one call have in common.
struct VertexStage::Run {
    uint64_t number;  // of all runs there are
    uint32_t instance;
};

// Whether all vertices between two that are drawn may be read and shaded, too.
static bool reads_range(const Draw& draw) {
    if (draw.input.index_type != IndexType::None || draw.vertex.memory || draw.statistics) return false;
    for (size_t i = 1; i < draw.parts.size(); ++i)
        if (draw.parts[i].first != draw.parts[i - 1].first + draw.parts[i - 1].count) return false;
    return true;
}

VertexStage::VertexStage(const Draw& draw, const VertexLayout& layout, const ViewTransform& view, VertexPlaces& places)
    : draw_(draw),
      layout_(layout),
      view_(view),
      places_(places),
      takes_ranges_(reads_range(draw)),
      fetch_(draw.input, *draw.vertex.program),
      environment_(stage_environment(draw.vertex, draw.watchdog.get())) {}

// Vertices without indices mostly are a range, whose places need no looking for.
void VertexStage::find_places(std::span<AssembledPrimitive> primitives) {
    if (takes_ranges_) {
        uint32_t least = ~0u, most = 0;
        for (const AssembledPrimitive& primitive : primitives) {
            for (int i = 0; i < 3; ++i) {
                least = std::min(least, primitive.vertices[i]);
                most = std::max(most, primitive.vertices[i]);
            }
            least = std::min(least, primitive.flat);
            most = std::max(most, primitive.flat);
        }
        const uint64_t range = uint64_t{most} - least + 1;
        if (range <= primitives.size() * 3 + group_lanes) {
            places_.take_range(least, range);
            for (AssembledPrimitive& primitive : primitives) {
                for (uint32_t& vertex : primitive.vertices) vertex -= least;
                primitive.flat -= least;
            }
            return;
        }
    }
    places_.start(primitives.size() * 4);
    for (AssembledPrimitive& primitive : primitives) {
        const bool flat_is_last = primitive.flat == primitive.vertices[primitive.count - 1];
        for (int i = 0; i < primitive.count; ++i) primitive.vertices[i] = places_.place_of(primitive.vertices[i]);
        primitive.flat = flat_is_last ? primitive.vertices[primitive.count - 1] : places_.place_of(primitive.flat);
        for (int i = primitive.count; i < 3; ++i) primitive.vertices[i] = primitive.vertices[primitive.count - 1];
    }
}

ShadedVertices VertexStage::shade(std::span<AssembledPrimitive> primitives, uint32_t instance, Arena& arena) {
    find_places(primitives);
    return shade_places(instance, arena);
}

ShadedVertices VertexStage::shade_instances(std::vector<AssembledPrimitive>& primitives, uint32_t first,
                                            size_t instances, Arena& arena) {
    find_places(primitives);
    const size_t each = primitives.size();
    const auto vertices = static_cast<uint32_t>(places_.vertices().size());
    places_.repeat(first, instances);
    primitives.resize(each * instances);
    for (size_t instance = 1; instance < instances; ++instance) {
        const auto offset = static_cast<uint32_t>(instance) * vertices;
        for (size_t i = 0; i < each; ++i) {
            AssembledPrimitive& primitive = primitives[instance * each + i] = primitives[i];
            for (uint32_t& vertex : primitive.vertices) vertex += offset;
            primitive.flat += offset;
        }
    }
    return shade_places(first, arena);
}

ShadedVertices VertexStage::shade_places(uint32_t instance, Arena& arena) {
    static std::atomic<uint64_t> runs{0};
    const Run run{runs.fetch_add(1, std::memory_order_relaxed) + 1, instance};
    places_.fill_last_group();
    ShadedVertices output;
    output.count = places_.vertices().size();
    if (draw_.statistics) draw_.statistics->add(PipelineCount::VertexInvocations, output.count);
    output.stride = layout_.slot_count * 4;
    const size_t groups = (output.count + group_lanes - 1) / group_lanes;
    output.records = static_cast<float*>(arena.allocate(groups * group_lanes * output.stride * sizeof(float), 64));
    output.codes = arena.array<uint32_t>(groups * group_lanes);
    output.places = arena.array<FixedPoint>(groups * group_lanes);
    if (groups < groups_worth_threads) {
        for (size_t group = 0; group < groups; ++group) shade_group(run, group * group_lanes, output);
    } else {
        constexpr size_t groups_at_once = 8;
        const size_t pieces = (groups + groups_at_once - 1) / groups_at_once;
        runtime::WorkerPool::instance().parallel_for(static_cast<int32_t>(pieces), [&](int32_t piece) {
            const size_t first = static_cast<size_t>(piece) * groups_at_once;
            for (size_t group = first; group < std::min(groups, first + groups_at_once); ++group)
                shade_group(run, group * group_lanes, output);
        });
    }
    return output;
}

void VertexStage::shade_group(const Run& run, size_t first, const ShadedVertices& output) const {
    const arbasm::Program& program = *draw_.vertex.program;
    VertexRegisters& registers = thread_registers();
    if (registers.attributes.size() < program.attributes.size() + 1)
        registers.attributes.resize(program.attributes.size() + 1);
    if (registers.results.size() < program.results.size() + 1) registers.results.resize(program.results.size() + 1);
    if (registers.constants_of != run.number) {
        fetch_.fill_constants(run.instance, registers.attributes.data());
        registers.constants_of = run.number;
    }

    const size_t count = std::min<size_t>(group_lanes, output.count - first);
    const uint32_t* const instances = places_.instances();
    fetch_.fill(places_.vertices().data() + first, instances ? instances + first : nullptr, count,
                registers.attributes.data());
    clear_results(program, registers.results.data());
    runtime::Group group;
    group.active = runtime::first_lanes(static_cast<int>(count));
    group.attributes = registers.attributes.data();
    group.results = registers.results.data();
    draw_.vertex.routine->run(environment_, group);

    store_vertices(layout_, view_, registers.results.data(), first, count, group.timed_out, output);
}

void clear_results(const arbasm::Program& program, LaneVector* results) {
    std::memset(static_cast<void*>(results), 0, program.results.size() * sizeof(LaneVector));
    for (size_t i = 0; i < program.results.size(); ++i)
        if (begins_with_one(program, program.results[i].kind))
            std::ranges::fill(results[i].component[3].lane, std::bit_cast<uint32_t>(1.0f));
}

void store_vertices(const VertexLayout& layout, const ViewTransform& view, const LaneVector* results, size_t first,
                    size_t count, bool invalid, const ShadedVertices& output) {
    FinishedVertices finished;
    static const LaneVector unwritten = [] {
        LaneVector vector{};
        std::ranges::fill(vector.component[3].lane, std::bit_cast<uint32_t>(1.0f));
        return vector;
    }();
    const LaneVector& position = layout.position_result >= 0 ? results[layout.position_result] : unwritten;
    view.finish(position, count, finished);
    if (invalid) std::fill(std::begin(finished.codes), std::end(finished.codes), uint32_t{clip_invalid});
    for (uint32_t left = layout.clip_mask; left; left &= left - 1) {
        const int plane = std::countr_zero(left);
        const VertexSlot& slot = layout.slots[layout.clip_slots[plane] - first_varying_slot];
        const uint32_t* distances = results[slot.result].component[0].lane;
        for (size_t lane = 0; lane < count; ++lane)
            // Not "< 0": a distance that is no number clips.
            if (!(std::bit_cast<float>(distances[lane]) >= 0)) finished.codes[lane] |= 1u << (clip_user_shift + plane);
    }
    for (uint32_t left = layout.cull_mask; left; left &= left - 1) {
        const int plane = std::countr_zero(left);
        const uint32_t* distances = results[layout.cull_results[plane]].component[0].lane;
        for (size_t lane = 0; lane < count; ++lane)
            if (std::bit_cast<float>(distances[lane]) < 0) finished.codes[lane] |= 1u << (clip_cull_shift + plane);
    }
    std::copy_n(finished.codes, count, output.codes + first);
    std::copy_n(finished.places, count, output.places + first);
    float* records = output.records + first * output.stride;
    scatter_slot(position, false, false, count, records + clip_slot * 4, output.stride);
    scatter_slot(finished.window, false, false, count, records + window_slot * 4, output.stride);
    for (size_t slot = 0; slot < layout.slots.size(); ++slot)
        scatter_slot(results[layout.slots[slot].result], layout.slots[slot].clamp, layout.slots[slot].scalar, count,
                     records + (first_varying_slot + slot) * 4, output.stride);
}

}  // namespace rasterizer
