#include "rasterizer/geometry/vertex_stage.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "ir/check.h"
#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/geometry/stage_groups.h"
#include "rasterizer/geometry/vertex_lanes.h"
#include "runtime/interpreter/workspace.h"
#include "runtime/jit/compile_service.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/simd/lane_group.h"
#include "runtime/threads/floating_point_mode.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/turn.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

using runtime::group_lanes;
using runtime::LaneVector;

// Registers of one thread's vertex groups.
struct VertexRegisters {
    std::vector<LaneVector> attributes, results;
    uint64_t constants_of = 0;  // the run whose constants `attributes` has

    void make_room(const arbasm::Program& program) {
        if (attributes.size() < program.attributes.size() + 1) attributes.resize(program.attributes.size() + 1);
        if (results.size() < program.results.size() + 1) results.resize(program.results.size() + 1);
    }
};

VertexRegisters& thread_registers() { return runtime::per_thread<VertexRegisters>(); }

// Runs in order have as many vertices as compiled functions may take at once, at least.
constexpr size_t least_in_order = group_lanes;

// Below this many groups waking the workers costs more than it brings.
constexpr size_t groups_worth_threads = 24;

}  // namespace

ViewTransform::ViewTransform(const Draw& draw, int viewport_index) {
    const Viewport& viewport = draw.viewports[static_cast<size_t>(viewport_index)];
    const bool unclamped = draw.framebuffer.unclamped_depth;
    const auto depth_of = [&](double value) {
        return static_cast<float>(unclamped ? value : std::clamp(value, 0.0, 1.0));
    };
    const float near_value = depth_of(viewport.near_value), far_value = depth_of(viewport.far_value);
    scale_x = viewport.width / 2;
    scale_y = viewport.height / 2;
    center_x = viewport.x + scale_x;
    center_y = viewport.y + scale_y;
    if (draw.raster.clip_origin_upper_left) scale_y = -scale_y;
    depth_zero_to_one = draw.raster.clip_depth_zero_to_one;
    scale_z = depth_zero_to_one ? far_value - near_value : (far_value - near_value) / 2;
    center_z = depth_zero_to_one ? near_value : (far_value + near_value) / 2;
    depth_clamp = draw.raster.depth_clamp;
    if (moves_positions(viewport)) moved_by = &viewport;

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

void DistinctVertices::start(size_t most) {
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

void DistinctVertices::take_range(uint32_t first, size_t count) {
    start(count);
    count_ = static_cast<uint32_t>(count);
    range_first_ = first;
}

void DistinctVertices::write_range() {
    std::iota(vertices_.begin(), vertices_.begin() + static_cast<ptrdiff_t>(count_), range_first_);
}

void DistinctVertices::repeat(uint32_t first, size_t instances) {
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

void DistinctVertices::fill_last_group() {
    if (count_ == 0) return;
    ASMGL_CHECK_LE(size_t{count_} + group_lanes, vertices_.size());
    std::fill_n(vertices_.begin() + count_, group_lanes, vertices_[count_ - 1]);
}

// What the groups of one call have in common.
struct VertexStage::Run {
    uint64_t number;  // of all runs there are
    uint32_t instance;
    const VertexEntry* entry;  // null: there is no code
    VertexConstants constants;
};

// Draws without indices name their vertices one after the other.
static bool is_range(const Draw& draw) {
    if (draw.input.index_type != IndexType::None) return false;
    for (size_t i = 1; i < draw.parts.size(); ++i)
        if (draw.parts[i].first != draw.parts[i - 1].first + draw.parts[i - 1].count) return false;
    return true;
}

VertexWays& vertex_ways() {
    static VertexWays ways;
    return ways;
}

VertexStage::VertexStage(const Draw& draw, const VertexLayout& layout, const ViewTransform& view,
                         DistinctVertices& distinct, VertexCodes* codes, Threads threads)
    : draw_(draw),
      layout_(layout),
      view_(view),
      distinct_(distinct),
      reads_more_(!draw.vertex.memory && !draw.statistics),
      takes_ranges_(reads_more_ && is_range(draw)),
      tries_ranges_(reads_more_),
      threads_(threads),
      fetch_(draw.input, *draw.vertex.program),
      environment_(stage_environment(draw.vertex, draw.watchdog.get())),
      codes_(codes) {
    for (const VertexFetch::Source& source : fetch_.sources())
        if (source.kind == VertexFetch::Kind::PerVertex) readable_ = std::min(readable_, source.elements.readable);
}

bool DistinctVertices::is_dense(std::span<const AssembledPrimitive> primitives, const VertexRange& range) {
    constexpr size_t word = sizeof(uint64_t);
    const auto size = static_cast<size_t>(range.size());
    seen_.assign((size + word - 1) / word * word, 0);
    for (const AssembledPrimitive& primitive : primitives)
        for (const uint32_t vertex : primitive.vertices) seen_[vertex - range.least] = 1;
    size_t count = 0;
    for (size_t at = 0; at < seen_.size(); at += word) {
        uint64_t some;
        std::memcpy(&some, seen_.data() + at, word);
        count += static_cast<size_t>(std::popcount(some));
    }
    return count * 4 >= range.size() * 3;
}

// Vertices without indices mostly are a range, whose indices need no looking up, and those of a mesh's indices often
// have most of one.
uint32_t VertexStage::find_distinct(std::span<AssembledPrimitive> primitives, const VertexRange& range) {
    in_order_ = takes_ranges_ && range.size() <= primitives.size() * 3 + group_lanes;
    if (in_order_) {
        distinct_.take_range(range.least, static_cast<size_t>(range.size()));
        return range.least;
    }
    if (!takes_ranges_ && tries_ranges_ && primitives.size() >= least_in_order) {
        const VertexRange found = vertex_lanes().range_of(primitives.data(), primitives.size());
        in_order_ = found.size() <= primitives.size() * 3 + group_lanes && distinct_.is_dense(primitives, found);
        tries_ranges_ = in_order_;
        if (in_order_) {
            distinct_.take_range(found.least, static_cast<size_t>(found.size()));
            return found.least;
        }
    }
    distinct_.start(primitives.size() * 4);
    for (AssembledPrimitive& primitive : primitives) {
        const bool flat_is_last = primitive.flat == primitive.vertices[primitive.count - 1];
        for (int i = 0; i < primitive.count; ++i) primitive.vertices[i] = distinct_.index_of(primitive.vertices[i]);
        primitive.flat = flat_is_last ? primitive.vertices[primitive.count - 1] : distinct_.index_of(primitive.flat);
        for (int i = primitive.count; i < 3; ++i) primitive.vertices[i] = primitive.vertices[primitive.count - 1];
    }
    return 0;
}

ShadedVertices VertexStage::shade(std::span<AssembledPrimitive> primitives, const VertexRange& range, uint32_t instance,
                                  Arena& arena) {
    return shade_distinct(find_distinct(primitives, range), instance, arena);
}

ShadedVertices VertexStage::shade_instances(std::vector<AssembledPrimitive>& primitives, const VertexRange& range,
                                            uint32_t first, size_t instances, Arena& arena) {
    const uint32_t first_vertex = find_distinct(primitives, range);
    const size_t each = primitives.size();
    const auto vertices = static_cast<uint32_t>(distinct_.size());
    if (in_order_) distinct_.write_range();
    in_order_ = false;
    distinct_.repeat(first, instances);
    primitives.resize(each * instances);
    for (size_t instance = 1; instance < instances; ++instance) {
        const auto offset = static_cast<uint32_t>(instance) * vertices;
        for (size_t i = 0; i < each; ++i) {
            AssembledPrimitive& primitive = primitives[instance * each + i] = primitives[i];
            for (uint32_t& vertex : primitive.vertices) vertex += offset;
            primitive.flat += offset;
        }
    }
    return shade_distinct(first_vertex, first, arena);
}

ShadedVertices VertexStage::shade_distinct(uint32_t first_vertex, uint32_t instance, Arena& arena) {
    static std::atomic<uint64_t> runs{0};
    ShadedVertices output;
    output.first = first_vertex;
    output.count = distinct_.size();
    if (draw_.statistics) draw_.statistics->add(PipelineCount::VertexInvocations, output.count);
    output.stride = layout_.slot_count * 4;
    const size_t groups = (output.count + group_lanes - 1) / group_lanes;
    output.data = static_cast<float*>(arena.allocate(groups * group_lanes * output.stride * sizeof(float), 64));
    output.codes = arena.array<uint32_t>(groups * group_lanes);
    output.grid_positions = arena.array<FixedPoint>(groups * group_lanes);
    Run run;
    run.number = runs.fetch_add(1, std::memory_order_relaxed) + 1;
    run.instance = instance;
    run.entry = find_code(output.count);
    if (in_order_ && first_vertex + uint64_t{output.count} > readable_) run.entry = nullptr;
    // Code for vertices in order looks at no numbers.
    if (!run.entry || !run.entry->in_order) {
        if (in_order_) distinct_.write_range();
        distinct_.fill_last_group();
    }
    if (run.entry) set_constants(run, output);
    if (threads_ == Threads::One || (groups < groups_worth_threads && !environment_.watchdog)) {
        shade_piece(run, 0, output.count, output);
    } else if (groups < groups_worth_threads) {
        runtime::WorkerPool::instance().parallel_for(
            1, [&](int32_t) { shade_piece(run, 0, output.count, output); }, kind_of_pieces(draw_.vertex));
    } else {
        // The last piece has what is left over.
        constexpr size_t vertices_at_once = 8 * group_lanes;
        const size_t pieces = output.count / vertices_at_once;
        runtime::WorkerPool::instance().parallel_for(
            static_cast<int32_t>(pieces),
            [&](int32_t piece) {
                const size_t first = static_cast<size_t>(piece) * vertices_at_once;
                const bool last = static_cast<size_t>(piece) + 1 == pieces;
                shade_piece(run, first, last ? output.count : first + vertices_at_once, output);
            },
            kind_of_pieces(draw_.vertex));
    }
    return output;
}

// The code for the run's vertices, if it is there.
const VertexEntry* VertexStage::find_code(size_t count) {
    if (count == 0) return nullptr;
    const auto code = code_for({in_order_ && count >= least_in_order, distinct_.instances() != nullptr});
    if (!code) return nullptr;
    const VertexEntry* const entry = code->use(draw_.vertex.program->instructions.size() * count);
    environment_.counted_shift = code->shift_for_others();
    return entry;
}

std::shared_ptr<const VertexCode> VertexStage::code_for(VertexOrder order) {
    if (!codes_ || view_.moved_by) return nullptr;
    auto& code = found_[(order.in_order ? 1 : 0) + (order.instances ? 2 : 0)];
    if (!code) code = codes_->find(draw_, layout_, fetch_, order);
    return *code;
}

void VertexStage::set_constants(Run& run, const ShadedVertices& output) const {
    VertexConstants& constants = run.constants;
    constants.parameters = environment_.parameters.data();
    constants.textures = environment_.textures.data();
    constants.vertices = distinct_.vertices().data();
    constants.first_vertex = output.first;
    constants.band_is_outside = view_.band_is_outside();
    constants.scale_x = view_.scale_x;
    constants.scale_y = view_.scale_y;
    constants.scale_z = view_.scale_z;
    constants.center_x = view_.center_x;
    constants.center_y = view_.center_y;
    constants.center_z = view_.center_z;
    constants.guard_left = view_.guard_left;
    constants.guard_right = view_.guard_right;
    constants.guard_bottom = view_.guard_bottom;
    constants.guard_top = view_.guard_top;
    constants.shaded = output.data;
    constants.codes = output.codes;
    constants.grid_positions = output.grid_positions;
    const std::vector<VertexFetch::Source>& sources = fetch_.sources();
    for (size_t i = 0; i < sources.size(); ++i) {
        constants.elements[i] = sources[i].elements.data;
        if (sources[i].kind != VertexFetch::Kind::PerVertex)
            constants.common[i] = fetch_.common(sources[i], run.instance);
    }
}

void VertexStage::shade_piece(const Run& run, size_t first, size_t end, const ShadedVertices& output) const {
    const runtime::Watchdog::Work work(environment_.watchdog);
    if (run.entry && reads_all(first, end)) return shade_compiled(run, first, end, output);
    for (size_t group = first; group < end; group += group_lanes) shade_group(run, group, output);
}

// Whether no vertex is beyond what an array has. For ranges that is known before.
bool VertexStage::reads_all(size_t first, size_t end) const {
    constexpr uint64_t all = uint64_t{1} << 32;
    if (readable_ >= all || in_order_) return true;
    uint32_t most = 0;
    for (size_t at = first; at < end; ++at) most = std::max(most, distinct_.vertices()[at]);
    return most < readable_;
}

void VertexStage::shade_compiled(const Run& run, size_t first, size_t end, const ShadedVertices& output) const {
    const VertexEntry& entry = *run.entry;
    const runtime::decoded::Code& code = *entry.code;
    VertexRegisters& registers = thread_registers();
    registers.make_room(*draw_.vertex.program);
    if (entry.filled && registers.constants_of != run.number) {
        fetch_.fill_constants(run.instance, registers.attributes.data());
        registers.constants_of = run.number;
    }
    const size_t bytes = runtime::interpreter::machine_bytes(code),
                 uniforms = code.uniforms.size() * runtime::decoded::uniform_bytes;
    std::byte* const memory = runtime::per_thread<runtime::interpreter::Workspace>().get(
        runtime::interpreter::whole_lines(bytes + uniforms + 64));
    const runtime::FloatingPointMode mode;
    runtime::interpreter::Machine machine;
    VertexJob job{&run.constants, &machine, registers.attributes.data(), 0, 0};
    const ptrdiff_t piece_bytes = 4 * runtime::jit::lanes_of(runtime::simd_level());
    const uint32_t* const instances = distinct_.instances();
    const size_t at_once = entry.by_groups ? group_lanes : end - first;
    for (; first < end; first += at_once) {
        const size_t count = std::min(at_once, end - first);
        job.first = static_cast<uint32_t>(first);
        job.end = static_cast<uint32_t>(first + count);
        ASMGL_CHECK(!entry.in_order || static_cast<ptrdiff_t>(job.end) * 4 >= piece_bytes);
        if (entry.filled)
            fetch_.fill(distinct_.vertices().data() + first, instances ? instances + first : nullptr, count,
                        registers.attributes.data(), entry.filled);
        runtime::Group group;
        group.attributes = registers.attributes.data();
        group.results = registers.results.data();
        runtime::interpreter::start(machine, code, environment_, group, memory, memory + bytes, piece_bytes);
        machine.time.groups = static_cast<int32_t>((count + group_lanes - 1) / group_lanes);
        if (!group.timed_out) entry.function(&job);
        if (group.left) throw runtime::PieceLeft();
        // Nothing of vertices is drawn whose program did not come to its end.
        if (group.timed_out) std::fill_n(output.codes + first, count, uint32_t{clip_invalid});
    }
}

void VertexStage::shade_group(const Run& run, size_t first, const ShadedVertices& output) const {
    const arbasm::Program& program = *draw_.vertex.program;
    VertexRegisters& registers = thread_registers();
    registers.make_room(program);
    if (registers.constants_of != run.number) {
        fetch_.fill_constants(run.instance, registers.attributes.data());
        registers.constants_of = run.number;
    }

    const size_t count = std::min<size_t>(group_lanes, output.count - first);
    const uint32_t* const instances = distinct_.instances();
    fetch_.fill(distinct_.vertices().data() + first, instances ? instances + first : nullptr, count,
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

// Clip coordinates as the viewport has them.
static LaneVector moved(const LaneVector& position, const Viewport& viewport) {
    LaneVector result;
    const auto at = [](const LaneVector& vector, size_t c, size_t lane) {
        return std::bit_cast<float>(vector.component[c].lane[lane]);
    };
    for (size_t lane = 0; lane < group_lanes; ++lane) {
        for (size_t c = 0; c < 4; ++c) {
            const ClipComponent component = viewport.swizzle[c];
            const float value = at(position, component.from, lane);
            result.component[c].lane[lane] = std::bit_cast<uint32_t>(component.negative ? -value : value);
        }
        const float w = viewport.w_by_x * at(result, 0, lane) + viewport.w_by_y * at(result, 1, lane);
        result.component[3].lane[lane] = std::bit_cast<uint32_t>(at(result, 3, lane) + w);
    }
    return result;
}

void store_vertices(const VertexLayout& layout, const ViewTransform& view, const LaneVector* results, size_t first,
                    size_t count, bool invalid, const ShadedVertices& output) {
    static const LaneVector unwritten = [] {
        LaneVector vector{};
        std::ranges::fill(vector.component[3].lane, std::bit_cast<uint32_t>(1.0f));
        return vector;
    }();
    const LaneVector& position = layout.position_result >= 0 ? results[layout.position_result] : unwritten;
    const VertexRows rows{output.data + first * output.stride, output.stride};
    uint32_t* const codes = output.codes + first;
    const VertexLanes& lanes = vertex_lanes();
    if (view.moved_by)
        lanes.finish(view, moved(position, *view.moved_by), count, rows, codes, output.grid_positions + first);
    else
        lanes.finish(view, position, count, rows, codes, output.grid_positions + first);
    if (invalid) std::fill_n(codes, count, uint32_t{clip_invalid});
    for (uint32_t left = layout.clip_mask; left; left &= left - 1) {
        const int plane = std::countr_zero(left);
        const VertexSlot& slot = layout.slots[layout.clip_slots[plane] - first_varying_slot];
        const uint32_t* distances = results[slot.result].component[0].lane;
        for (size_t lane = 0; lane < count; ++lane)
            // Not "< 0": a distance that is no number clips.
            if (!(std::bit_cast<float>(distances[lane]) >= 0)) codes[lane] |= 1u << (clip_user_shift + plane);
    }
    for (uint32_t left = layout.cull_mask; left; left &= left - 1) {
        const int plane = std::countr_zero(left);
        const uint32_t* distances = results[layout.cull_results[plane]].component[0].lane;
        for (size_t lane = 0; lane < count; ++lane)
            if (std::bit_cast<float>(distances[lane]) < 0) codes[lane] |= 1u << (clip_cull_shift + plane);
    }
    for (size_t slot = 0; slot < layout.slots.size(); ++slot)
        lanes.store(results[layout.slots[slot].result], layout.slots[slot].clamp, layout.slots[slot].scalar, count,
                    rows, first_varying_slot + static_cast<int>(slot));
}

}  // namespace rasterizer
