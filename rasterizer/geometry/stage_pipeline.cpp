#include "rasterizer/geometry/stage_pipeline.h"

#include <algorithm>

#include "rasterizer/geometry/feedback_capture.h"
#include "rasterizer/geometry/fetch_vertices.h"
#include "rasterizer/geometry/stage_groups.h"
#include "runtime/simd/lane_group.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

using runtime::group_lanes;
using runtime::LaneVector;

// Primitives of one batch.
constexpr size_t most_primitives_at_once = 2048;

// Vertices that are read before primitives are made of them.
constexpr size_t vertices_at_once = 3 * most_primitives_at_once;

// So few that what geometry programs make of them stays in a processor's caches, as far as all threads have some.
size_t primitives_of_a_batch(const Draw& draw) {
    if (!draw.geometry.program) return most_primitives_at_once;
    constexpr size_t vertices = 8192;
    const auto made = static_cast<size_t>(std::max(draw.geometry.program->vertices_out, 1));
    const auto threads = static_cast<size_t>(runtime::WorkerPool::instance().thread_count());
    return std::clamp(vertices / made, std::min(2 * group_lanes * threads, most_primitives_at_once),
                      most_primitives_at_once);
}

}  // namespace

InputAssembler::InputAssembler(const Draw& draw)
    : draw_(draw), primitives_at_once_(primitives_of_a_batch(draw)), plain_(draw) {
    switch (draw.primitive) {
        case Primitive::Patches: size_ = std::clamp(draw.patch_vertices, 1, max_patch_vertices); break;
        case Primitive::LinesAdjacency:
        case Primitive::LineStripAdjacency: size_ = 4; break;
        case Primitive::TrianglesAdjacency:
        case Primitive::TriangleStripAdjacency: size_ = 6; break;
        case Primitive::Points:
        case Primitive::Lines:
        case Primitive::LineLoop:
        case Primitive::LineStrip:
        case Primitive::Triangles:
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan:
        case Primitive::Quads:
        case Primitive::QuadStrip:
        case Primitive::Polygon: break;
    }
}

bool InputAssembler::assemble(InputPrimitives& result) {
    result = {};
    if (size_ == 0) {
        std::vector<AssembledPrimitive> primitives;
        const bool more = plain_.assemble(primitives, primitives_at_once_);
        for (const AssembledPrimitive& primitive : primitives) {
            result.size = primitive.count;
            for (int i = 0; i < primitive.count; ++i) result.vertices.push_back(primitive.vertices[i]);
            result.ids.push_back(primitive.primitive_id);
        }
        return more;
    }
    result.size = size_;
    const VertexInput& input = draw_.input;
    const bool indexed = input.index_type != IndexType::None;
    constexpr int most_read = 1 << 20;  // restarts make no primitives; the caller looks at the clock now and then
    for (int read = 0; read < most_read && result.count() < primitives_at_once_ && position_ < input.count; ++read) {
        const uint32_t index = fetch_index(input, position_++);
        if (indexed && input.primitive_restart && index == input.restart_index) {
            take(result, true);
            continue;
        }
        strip_.push_back(indexed ? index + static_cast<uint32_t>(input.base_vertex) : index);
        if (strip_.size() >= vertices_at_once) take(result, false);
    }
    take(result, position_ >= input.count);
    return position_ < input.count;
}

void InputAssembler::take(InputPrimitives& result, bool ended) {
    if (draw_.primitive == Primitive::TriangleStripAdjacency)
        strip_triangles(result, ended);
    else
        take_each(result, draw_.primitive == Primitive::LineStripAdjacency ? 1 : static_cast<size_t>(size_));
    if (!ended) return;
    strip_.clear();
    dropped_ = triangles_ = 0;
}

// Primitives that begin `step` vertices apart.
void InputAssembler::take_each(InputPrimitives& result, size_t step) {
    const auto size = static_cast<size_t>(size_);
    size_t at = 0;
    for (; at + size <= strip_.size(); at += step) {
        result.vertices.insert(result.vertices.end(), strip_.begin() + static_cast<ptrdiff_t>(at),
                               strip_.begin() + static_cast<ptrdiff_t>(at + size));
        result.ids.push_back(id_++);
    }
    strip_.erase(strip_.begin(), strip_.begin() + static_cast<ptrdiff_t>(at));
}

// GL 4.6, table 10.1, with the vertices in the order that geometry programs number them in. The last triangle of a
// strip is adjacent to another vertex than it would be if the strip went on.
void InputAssembler::strip_triangles(InputPrimitives& result, bool ended) {
    const uint64_t read = dropped_ + strip_.size();
    const uint64_t count = read < 6 ? 0 : (read - 4) / 2;
    const auto at = [&](uint64_t one_based) { return strip_[static_cast<size_t>(one_based - 1 - dropped_)]; };
    for (; triangles_ + (ended ? 0 : 1) < count; ++triangles_) {
        const uint64_t i = triangles_, k = 2 * i;
        const uint32_t before = i == 0 ? at(2) : at(k - 1);
        const uint32_t ahead = i + 1 == count ? at(k + 6) : at(k + 7);
        if (i % 2 == 0)
            result.vertices.insert(result.vertices.end(), {at(k + 1), before, at(k + 3), ahead, at(k + 5), at(k + 4)});
        else
            result.vertices.insert(result.vertices.end(), {at(k + 3), before, at(k + 1), at(k + 4), at(k + 5), ahead});
        result.ids.push_back(id_++);
    }
    if (triangles_ == 0) return;
    const uint64_t needed = 2 * triangles_ - 2;
    strip_.erase(strip_.begin(), strip_.begin() + static_cast<ptrdiff_t>(needed - dropped_));
    dropped_ = needed;
}

void StageOutput::append(std::span<const StageOutput> others) {
    struct Offset {
        size_t word, primitive;
    };
    std::vector<Offset> offsets;
    size_t words = vertices.data.size(), count = primitives.size();
    for (const StageOutput& other : others) {
        offsets.push_back({words, count});
        words += other.vertices.data.size();
        count += other.primitives.size();
    }
    vertices.data.resize(words);
    primitives.resize(count);
    const auto copy = [&](size_t i) {
        const StageOutput& other = others[i];
        std::ranges::copy(other.vertices.data, vertices.data.begin() + static_cast<ptrdiff_t>(offsets[i].word));
        const auto base = static_cast<uint32_t>(vertices.words ? offsets[i].word / vertices.words : 0);
        StreamPrimitive* to = primitives.data() + offsets[i].primitive;
        for (StreamPrimitive made : other.primitives) {
            for (uint32_t& vertex : made.primitive.vertices) vertex += base;
            made.primitive.flat += base;
            *to++ = made;
        }
    };
    constexpr size_t at_once = 16;
    runtime::WorkerPool::instance().parallel_for(
        static_cast<int32_t>((others.size() + at_once - 1) / at_once), [&](int32_t piece) {
            const size_t first = static_cast<size_t>(piece) * at_once;
            for (size_t i = first; i < std::min(others.size(), first + at_once); ++i) copy(i);
        });
}

void StagePipeline::shade(std::vector<uint32_t>& vertices, uint32_t instance, StageVertices& result) {
    const arbasm::Program& program = *draw_.vertex.program;
    distinct_.start(vertices.size());
    for (uint32_t& vertex : vertices) vertex = distinct_.index_of(vertex);
    result.start(program);
    const size_t count = distinct_.vertices().size();
    if (draw_.statistics) draw_.statistics->add(PipelineCount::VertexInvocations, count);
    result.data.resize(count * result.words);
    const size_t groups = (count + group_lanes - 1) / group_lanes;
    const auto run = [&](int32_t piece) {
        const runtime::Watchdog::Work work(draw_.watchdog.get());
        struct Registers {
            std::vector<LaneVector> attributes, results;
        };
        Registers& registers = runtime::per_thread<Registers>();
        registers.attributes.resize(std::max(registers.attributes.size(), program.attributes.size() + 1));
        registers.results.resize(std::max(registers.results.size(), program.results.size() + 1));
        const size_t first = static_cast<size_t>(piece) * group_lanes;
        const size_t lanes = std::min<size_t>(group_lanes, count - first);
        fetch_vertices(draw_.input, program, distinct_.vertices().subspan(first, lanes), instance,
                       registers.attributes.data());
        clear_results(program, registers.results.data());
        runtime::Group group;
        group.active = runtime::first_lanes(static_cast<int>(lanes));
        group.attributes = registers.attributes.data();
        group.results = registers.results.data();
        draw_.vertex.routine->run(stage_environment(draw_.vertex, draw_.watchdog.get()), group);
        for (size_t lane = 0; lane < lanes; ++lane) {
            uint32_t* const to = result.vertex(first + lane);
            for (size_t r = 0; r < program.results.size(); ++r)
                for (size_t c = 0; c < 4; ++c) to[4 * r + c] = registers.results[r].component[c].lane[lane];
            to[result.words - 1] = distinct_.vertices()[first + lane];
        }
    };
    const runtime::WorkerPool::Pieces kind = kind_of_pieces(draw_.vertex);
    if (groups < 8 && kind == runtime::WorkerPool::Pieces::Short)
        for (size_t i = 0; i < groups; ++i) run(static_cast<int32_t>(i));
    else
        runtime::WorkerPool::instance().parallel_for(static_cast<int32_t>(groups), run, kind);
}

void StagePipeline::run_instance(uint32_t instance, const Take& take) {
    const bool patches = draw_.primitive == Primitive::Patches;
    if (!patches && !draw_.geometry.program) {
        // Points, lines and triangles go on as they are.
        PrimitiveAssembler assembler(draw_);
        std::vector<AssembledPrimitive> primitives;
        for (bool more = true; more;) {
            primitives.clear();
            more = assembler.assemble(primitives, most_primitives_at_once);
            if (out_of_time()) return;
            std::vector<uint32_t> vertices;
            for (const AssembledPrimitive& primitive : primitives) {
                for (int i = 0; i < 3; ++i)
                    vertices.push_back(primitive.vertices[std::min<int>(i, primitive.count - 1)]);
                vertices.push_back(primitive.flat);
            }
            StageOutput output;
            shade(vertices, instance, output.vertices);
            for (size_t p = 0; p < primitives.size(); ++p) {
                StreamPrimitive made{primitives[p], 0};
                for (size_t i = 0; i < 3; ++i) made.primitive.vertices[i] = vertices[4 * p + i];
                made.primitive.flat = vertices[4 * p + 3];
                output.primitives.push_back(made);
            }
            finish(output, take);
        }
        return;
    }
    InputAssembler assembler(draw_);
    InputPrimitives batch;
    StageVertices shaded;
    StageOutput output;
    for (bool more = true; more;) {
        more = assembler.assemble(batch);
        if (out_of_time()) return;
        if (batch.count() == 0) continue;
        shade(batch.vertices, instance, shaded);
        if (patches) {
            run_patches(shaded, batch, take);
            continue;
        }
        run_geometry(draw_, shaded, batch, nullptr, pieces_, output);
        finish(output, take);
    }
}

// Without an evaluation program patches go on to the geometry program or, as points, to rasterization (NV_gpu_shader5).
void StagePipeline::run_patches(const StageVertices& shaded, const InputPrimitives& batch, const Take& take) {
    PatchOutput patches = run_control(draw_, shaded, batch);
    if (draw_.tess_evaluation.program) return evaluate_patches(patches, batch.ids, take);
    const auto count = static_cast<uint32_t>(patches.vertices.count());
    StageOutput output;
    if (draw_.geometry.program) {
        InputPrimitives primitives{.size = patches.size, .vertices = {}, .ids = batch.ids};
        for (uint32_t i = 0; i < count; ++i) primitives.vertices.push_back(i);
        run_geometry(draw_, patches.vertices, primitives, &patches, pieces_, output);
        return finish(output, take);
    }
    output.vertices = std::move(patches.vertices);
    output.patch_size = patches.size;
    for (uint32_t i = 0; i < count; ++i)
        output.primitives.push_back({{{i, i, i}, i, batch.ids[i / static_cast<uint32_t>(patches.size)], 1, 7, false}});
    finish(output, take);
}

// Some patches at a time: a patch becomes as many as 4,225 vertices and 8,192 primitives.
void StagePipeline::evaluate_patches(const PatchOutput& patches, std::span<const uint32_t> ids, const Take& take) {
    constexpr size_t most_points_at_once = 1 << 17;
    const TessellationDomain domain = tessellation_domain(*draw_.tess_evaluation.program);
    StageOutput evaluated;
    for (size_t first = 0; first < ids.size();) {
        if (out_of_time()) return;
        size_t last = first, points = 0;
        do {
            points += most_points(domain, patches.outer[last], patches.inner[last]);
            ++last;
        } while (last < ids.size() && points < most_points_at_once);
        run_evaluation(draw_, patches, ids, {first, last, points}, pieces_, evaluated);
        if (draw_.geometry.program)
            run_geometry_of(evaluated, take);
        else
            finish(evaluated, take);
        first = last;
    }
}

// What tessellation made, as many primitives at a time as a batch has.
void StagePipeline::run_geometry_of(const StageOutput& evaluated, const Take& take) {
    const size_t at_once = primitives_of_a_batch(draw_);
    const std::span<const StreamPrimitive> all = evaluated.primitives;
    StageOutput output;
    for (size_t first = 0; first < all.size(); first += at_once) {
        if (out_of_time()) return;
        InputPrimitives primitives;
        for (const StreamPrimitive& made : all.subspan(first, std::min(at_once, all.size() - first))) {
            primitives.size = made.primitive.count;
            for (int i = 0; i < made.primitive.count; ++i) primitives.vertices.push_back(made.primitive.vertices[i]);
            primitives.ids.push_back(made.primitive.primitive_id);
        }
        run_geometry(draw_, evaluated.vertices, primitives, nullptr, pieces_, output);
        finish(output, take);
    }
}

bool StagePipeline::out_of_time() const { return draw_.watchdog && draw_.watchdog->expired(draw_.vertex.program); }

void StagePipeline::finish(StageOutput& output, const Take& take) {
    // What programs had not ended when the watchdog stopped them is neither captured, counted nor drawn.
    if (draw_.watchdog && draw_.watchdog->stopped()) return;
    if (draw_.stream_counters)
        for (size_t i = 0; i < output.primitives.size(); i += static_cast<size_t>(std::max(output.patch_size, 1)))
            ++draw_.stream_counters->generated[output.primitives[i].stream];
    if (draw_.transform_feedback) feed_back(output);
    const bool drawn = draw_.sink || (draw_.framebuffer.width > 0 && draw_.framebuffer.height > 0);
    if (!draw_.raster.rasterizer_discard && drawn) take(output);
}

void StagePipeline::feed_back(const StageOutput& output) {
    const StageVertices& vertices = output.vertices;
    std::vector<int32_t> offsets;
    for (const FeedbackVarying& varying : draw_.transform_feedback->varyings) {
        const int result = captured_result(*vertices.program, varying);
        offsets.push_back(result < 0 ? -1 : 16 * result);
    }
    FeedbackCapture capture(draw_, *vertices.program, offsets, static_cast<int32_t>(vertices.words - 1) * 4);
    const CapturedVertices captured{reinterpret_cast<const std::byte*>(vertices.data.data()), vertices.words * 4};
    if (output.patch_size) {
        std::vector<uint32_t> patch(static_cast<size_t>(output.patch_size));
        for (size_t i = 0; i < output.primitives.size(); i += patch.size()) {
            for (size_t v = 0; v < patch.size(); ++v) patch[v] = output.primitives[i + v].primitive.flat;
            capture.take(patch, output.primitives[i].primitive.primitive_id, 0, captured);
        }
        return;
    }
    for (const StreamPrimitive& made : output.primitives) capture.take(made.primitive, made.stream, captured);
}

}  // namespace rasterizer
