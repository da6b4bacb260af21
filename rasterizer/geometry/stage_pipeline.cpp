#include "rasterizer/geometry/stage_pipeline.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "rasterizer/geometry/fetch_vertices.h"
#include "rasterizer/geometry/stage_groups.h"
#include "runtime/lane_masks.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

using runtime::group_lanes;
using runtime::LaneVector;

// Primitives of one batch: bounds the memory of what geometry programs make of them.
constexpr size_t primitives_at_once = 2048;

// The vertices between two restarts.
class StripReader {
  public:
    explicit StripReader(const Draw& draw) : input_(draw.input) {}
    bool next(std::vector<uint32_t>& strip) {
        strip.clear();
        const bool indexed = input_.index_type != IndexType::None;
        if (position_ >= input_.count) return false;
        while (position_ < input_.count) {
            const uint32_t index = fetch_index(input_, position_++);
            if (indexed && input_.primitive_restart && index == input_.restart_index) break;
            strip.push_back(indexed ? index + static_cast<uint32_t>(input_.base_vertex) : index);
        }
        return true;
    }

  private:
    const VertexInput& input_;
    int64_t position_ = 0;
};

// GL 4.6, table 10.1, with the vertices in the order that geometry programs number them in.
void triangle_strip_with_adjacency(const std::vector<uint32_t>& strip, InputPrimitives& result, uint32_t& id) {
    if (strip.size() < 6) return;
    const size_t count = (strip.size() - 4) / 2;
    for (size_t i = 0; i < count; ++i) {
        const auto at = [&](size_t one_based) { return strip[one_based - 1]; };
        const size_t k = 2 * i;
        const bool last = i + 1 == count;
        const uint32_t before = i == 0 ? at(2) : at(k - 1);
        const uint32_t ahead = last ? at(k + 6) : at(k + 7);
        if (i % 2 == 0)
            result.vertices.insert(result.vertices.end(), {at(k + 1), before, at(k + 3), ahead, at(k + 5), at(k + 4)});
        else
            result.vertices.insert(result.vertices.end(), {at(k + 3), before, at(k + 1), at(k + 4), at(k + 5), ahead});
        result.ids.push_back(id++);
    }
}

}  // namespace

InputPrimitives assemble_inputs(const Draw& draw) {
    InputPrimitives result;
    switch (draw.primitive) {
        case Primitive::Patches: result.size = std::clamp(draw.patch_vertices, 1, max_patch_vertices); break;
        case Primitive::LinesAdjacency:
        case Primitive::LineStripAdjacency: result.size = 4; break;
        case Primitive::TrianglesAdjacency:
        case Primitive::TriangleStripAdjacency: result.size = 6; break;
        default: {
            PrimitiveAssembler assembler(draw);
            std::vector<AssembledPrimitive> primitives;
            while (assembler.assemble(primitives, SIZE_MAX)) {
            }
            for (const AssembledPrimitive& primitive : primitives) {
                result.size = primitive.count;
                for (int i = 0; i < primitive.count; ++i) result.vertices.push_back(primitive.vertices[i]);
                result.ids.push_back(primitive.primitive_id);
            }
            return result;
        }
    }
    StripReader reader(draw);
    std::vector<uint32_t> strip;
    uint32_t id = 0;
    const auto size = static_cast<size_t>(result.size);
    while (reader.next(strip)) {
        if (draw.primitive == Primitive::TriangleStripAdjacency) {
            triangle_strip_with_adjacency(strip, result, id);
            continue;
        }
        const size_t step = draw.primitive == Primitive::LineStripAdjacency ? 1 : size;
        for (size_t at = 0; at + size <= strip.size(); at += step) {
            result.vertices.insert(result.vertices.end(), strip.begin() + static_cast<ptrdiff_t>(at),
                                   strip.begin() + static_cast<ptrdiff_t>(at + size));
            result.ids.push_back(id++);
        }
    }
    return result;
}

void StageOutput::append(const StageOutput& other) {
    const auto base = static_cast<uint32_t>(vertices.count());
    vertices.data.insert(vertices.data.end(), other.vertices.data.begin(), other.vertices.data.end());
    for (StreamPrimitive made : other.primitives) {
        for (uint32_t& vertex : made.primitive.vertices) vertex += base;
        made.primitive.flat += base;
        primitives.push_back(made);
    }
}

bool StagePipeline::needed(const Draw& draw) {
    if (draw.geometry.program || draw.tess_evaluation.program || draw.primitive == Primitive::Patches) return true;
    if (draw.transform_feedback || draw.stream_counters) return true;
    // Layers and viewports that vertex programs choose.
    for (const arbasm::Binding& result : draw.vertex.program->results) switch (result.kind) {
            case arbasm::BindingKind::Layer:
            case arbasm::BindingKind::Viewport:
            case arbasm::BindingKind::ViewportMask:
            case arbasm::BindingKind::SecondaryPosition: return true;
            default: break;
        }
    return false;
}

void StagePipeline::shade(std::vector<uint32_t>& vertices, uint32_t instance, StageVertices& result) {
    const arbasm::Program& program = *draw_.vertex.program;
    places_.start(vertices.size());
    for (uint32_t& vertex : vertices) vertex = places_.place_of(vertex);
    result.start(program);
    const size_t count = places_.vertices().size();
    if (draw_.statistics) draw_.statistics->add(PipelineCount::VertexInvocations, count);
    result.data.resize(count * result.words);
    const size_t groups = (count + group_lanes - 1) / group_lanes;
    const auto run = [&](int32_t piece) {
        struct Registers {
            std::vector<LaneVector> attributes, results;
        };
        Registers& registers = runtime::per_thread<Registers>();
        registers.attributes.resize(std::max(registers.attributes.size(), program.attributes.size() + 1));
        registers.results.resize(std::max(registers.results.size(), program.results.size() + 1));
        const size_t first = static_cast<size_t>(piece) * group_lanes;
        const size_t lanes = std::min<size_t>(group_lanes, count - first);
        fetch_vertices(draw_.input, program, std::span(places_.vertices()).subspan(first, lanes), instance,
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
            to[result.words - 1] = places_.vertices()[first + lane];
        }
    };
    if (groups < 8)
        for (size_t i = 0; i < groups; ++i) run(static_cast<int32_t>(i));
    else
        runtime::WorkerPool::instance().parallel_for(static_cast<int32_t>(groups), run);
}

void StagePipeline::run_instance(uint32_t instance, const std::function<void(const StageOutput&)>& take) {
    const bool patches = draw_.primitive == Primitive::Patches;
    const bool tessellates = patches && draw_.tess_evaluation.program;
    if (!tessellates && !draw_.geometry.program) {
        if (patches) return;
        // Points, lines and triangles go on as they are.
        PrimitiveAssembler assembler(draw_);
        std::vector<AssembledPrimitive> primitives;
        for (bool more = true; more;) {
            primitives.clear();
            more = assembler.assemble(primitives, primitives_at_once);
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
    const InputPrimitives all = assemble_inputs(draw_);
    const auto size = static_cast<size_t>(std::max(all.size, 1));
    for (size_t at = 0; at < all.count(); at += primitives_at_once) {
        const size_t last = std::min(all.count(), at + primitives_at_once);
        InputPrimitives batch;
        batch.size = all.size;
        batch.vertices.assign(all.vertices.begin() + static_cast<ptrdiff_t>(at * size),
                              all.vertices.begin() + static_cast<ptrdiff_t>(last * size));
        batch.ids.assign(all.ids.begin() + static_cast<ptrdiff_t>(at), all.ids.begin() + static_cast<ptrdiff_t>(last));
        StageVertices shaded;
        shade(batch.vertices, instance, shaded);
        StageOutput output;
        if (tessellates) {
            run_evaluation(draw_, run_control(draw_, shaded, batch), batch.ids, output);
            if (draw_.geometry.program) {
                InputPrimitives primitives;
                for (const StreamPrimitive& made : output.primitives) {
                    primitives.size = made.primitive.count;
                    for (int i = 0; i < made.primitive.count; ++i)
                        primitives.vertices.push_back(made.primitive.vertices[i]);
                    primitives.ids.push_back(made.primitive.primitive_id);
                }
                StageOutput made;
                run_geometry(draw_, output.vertices, primitives, made);
                output = std::move(made);
            }
        } else {
            run_geometry(draw_, shaded, batch, output);
        }
        finish(output, take);
    }
}

void StagePipeline::finish(StageOutput& output, const std::function<void(const StageOutput&)>& take) {
    // What programs had not ended when the watchdog stopped them is neither captured, counted nor drawn.
    if (draw_.watchdog && draw_.watchdog->stopped()) return;
    if (draw_.stream_counters)
        for (const StreamPrimitive& made : output.primitives) ++draw_.stream_counters->generated[made.stream];
    if (draw_.transform_feedback) feed_back(output);
    const bool drawn = draw_.sink || (draw_.framebuffer.width > 0 && draw_.framebuffer.height > 0);
    if (!draw_.raster.rasterizer_discard && drawn) take(output);
}

void StagePipeline::feed_back(const StageOutput& output) {
    TransformFeedback& feedback = *draw_.transform_feedback;
    const arbasm::Program& program = *output.vertices.program;
    std::vector<int32_t> results;
    for (const FeedbackVarying& varying : feedback.varyings) {
        int32_t found = -1;
        for (size_t r = 0; r < program.results.size(); ++r)
            if (program.results[r].kind == varying.binding.kind && program.results[r].index == varying.binding.index &&
                program.results[r].secondary == varying.binding.secondary &&
                program.results[r].back == varying.binding.back)
                found = static_cast<int32_t>(r);
        results.push_back(found);
    }
    for (const StreamPrimitive& made : output.primitives) {
        const auto count = static_cast<uint64_t>(made.primitive.count);
        // A primitive that doesn't fit whole into every buffer of its stream is left out of all of them.
        bool fits = true, any = false;
        for (const FeedbackBuffer& buffer : feedback.buffers) {
            if (buffer.stride == 0 || buffer.stream != made.stream) continue;
            any = true;
            fits &= buffer.data && buffer.written + count * buffer.stride <= buffer.size;
        }
        if (!any) continue;
        StreamCounters* const counters = draw_.stream_counters;
        if (counters) ++counters->needed[made.stream];
        if (!fits) continue;
        if (counters) ++counters->written[made.stream];
        feedback.vertices[made.stream] += count;
        for (uint64_t v = 0; v < count; ++v) {
            const uint32_t* const from = output.vertices.vertex(made.primitive.vertices[v]);
            for (size_t i = 0; i < feedback.varyings.size(); ++i) {
                const FeedbackVarying& varying = feedback.varyings[i];
                const FeedbackBuffer& buffer = feedback.buffers[varying.buffer];
                if (buffer.stream != made.stream) continue;
                std::byte* const to = buffer.data + buffer.written + v * buffer.stride + varying.offset;
                uint32_t words[4] = {};
                if (varying.binding.kind == arbasm::BindingKind::PrimitiveId && results[i] < 0)
                    words[0] = made.primitive.primitive_id;
                else if (varying.binding.kind == arbasm::BindingKind::VertexId && results[i] < 0)
                    words[0] = from[output.vertices.words - 1];
                else if (results[i] >= 0)
                    std::copy_n(from + 4 * results[i], 4, words);
                else if (begins_with_one(program, varying.binding.kind))
                    words[3] = std::bit_cast<uint32_t>(1.0f);
                std::memcpy(to, words, size_t{varying.components} * 4);
            }
        }
        for (FeedbackBuffer& buffer : feedback.buffers)
            if (buffer.stride != 0 && buffer.stream == made.stream) buffer.written += count * buffer.stride;
    }
}

}  // namespace rasterizer
