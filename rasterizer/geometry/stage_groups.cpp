#include "rasterizer/geometry/stage_groups.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ir/switches.h"
#include "runtime/simd/lane_group.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

using arbasm::BindingKind;
using arbasm::find_result;
using runtime::group_lanes;
using runtime::LaneVector;

constexpr uint32_t one_bits = std::bit_cast<uint32_t>(1.0f);

void put(LaneVector& to, int lane, uint32_t x, uint32_t y = 0, uint32_t z = 0, uint32_t w = 0) {
    to.component[0].lane[lane] = x;
    to.component[1].lane[lane] = y;
    to.component[2].lane[lane] = z;
    to.component[3].lane[lane] = w;
}

// Work cut into pieces whose outputs are joined in order. `outputs`: memory that is used again.
template <class Piece>
void in_pieces(const Draw& draw, const StageProgram& stage, size_t count, size_t at_once,
               std::vector<StageOutput>& outputs, StageOutput& result, Piece piece) {
    const size_t pieces = (count + at_once - 1) / at_once;
    if (outputs.size() < pieces) outputs.resize(pieces);
    const auto run = [&](int32_t i) {
        const size_t first = static_cast<size_t>(i) * at_once;
        StageOutput& output = outputs[static_cast<size_t>(i)];
        output.start(*result.vertices.program);
        const runtime::Watchdog::Work work(draw.watchdog.get());
        if (!draw.watchdog || !draw.watchdog->expired(stage.program))
            piece(first, std::min(count, first + at_once), output);
    };
    runtime::WorkerPool::instance().parallel_for(static_cast<int32_t>(pieces), run, kind_of_pieces(stage));
    result.append(std::span(outputs).first(pieces));
}

struct StageScratch {
    StageGroup group;
    Tessellation tessellation;
    runtime::EmittedVertices emitted;
};
StageScratch& thread_scratch() { return runtime::per_thread<StageScratch>(); }

}  // namespace

runtime::ProgramEnvironment stage_environment(const StageProgram& stage, runtime::Watchdog* watchdog) {
    runtime::ProgramEnvironment environment;
    environment.parameters = stage.parameters;
    environment.textures = stage.textures;
    environment.constant_buffers = stage.constant_buffers;
    environment.subroutines = stage.subroutines;
    // What has an end is looked after between groups.
    environment.watchdog = stage.facts && stage.facts->may_run_long ? watchdog : nullptr;
    environment.memory = stage.memory.get();
    return environment;
}

runtime::WorkerPool::Pieces kind_of_pieces(const StageProgram& stage) {
    using Pieces = runtime::WorkerPool::Pieces;
    if (!stage.facts || !stage.facts->may_run_long) return Pieces::Short;
    // What has been stored can't be stored anew.
    return stage.facts->changes_images || stage.facts->changes_buffers ? Pieces::Long : Pieces::Restartable;
}

StageLinks::StageLinks(const arbasm::Program& to, const arbasm::Program& from)
    : position(find_result(from, {.kind = BindingKind::Position})) {
    for (const arbasm::Attribute& attribute : to.attributes)
        results.push_back(attribute.binding.of_output ? -1 : find_result(from, attribute.binding));
}

void StageGroup::start(const Draw& draw, const StageProgram& stage, int vertices, const StageLinks& links,
                       const StageVertices& from) {
    draw_ = &draw;
    stage_ = &stage;
    links_ = &links;
    from_ = &from;
    const size_t attributes = stage.program->attributes.size() * static_cast<size_t>(vertices) + 1;
    if (attributes_.size() < attributes) attributes_.resize(attributes);
    if (results_.size() < stage.program->results.size() + 1) results_.resize(stage.program->results.size() + 1);
}

void StageGroup::set_vertex(int lane, int vertex, const uint32_t* words) {
    const auto& attributes = stage_->program->attributes;
    LaneVector* to = attributes_.data() + static_cast<size_t>(vertex) * attributes.size();
    for (size_t i = 0; i < attributes.size(); ++i) {
        if (!attributes[i].per_vertex) continue;
        if (links_->results[i] >= 0) {
            const uint32_t* from = words + 4 * links_->results[i];
            // The two views differ in x only (NV_stereo_view_rendering).
            const bool secondary = attributes[i].binding.kind == BindingKind::SecondaryPosition;
            const uint32_t* rest = secondary && links_->position >= 0 ? words + 4 * links_->position : from;
            put(to[i], lane, from[0], rest[1], rest[2], rest[3]);
        } else if (attributes[i].binding.kind == BindingKind::VertexId) {
            put(to[i], lane, words[from_->words - 1]);
        } else {
            put(to[i], lane, 0, 0, 0, one_bits);
        }
    }
}

void StageGroup::set_primitive(int lane, const PrimitiveValues& values) {
    const auto& attributes = stage_->program->attributes;
    for (size_t i = 0; i < attributes.size(); ++i) {
        if (attributes[i].per_vertex || attributes[i].binding.of_output) continue;
        LaneVector& to = attributes_[i];
        const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
        const auto index = static_cast<size_t>(attributes[i].binding.index);
        ASMGL_SOME_CASES
        switch (attributes[i].binding.kind) {
            case BindingKind::PrimitiveId: put(to, lane, values.id); break;
            case BindingKind::Invocation: put(to, lane, values.invocation); break;
            case BindingKind::VertexCount: put(to, lane, values.vertex_count); break;
            case BindingKind::TessCoord:
                put(to, lane, bits(values.coordinate[0]), bits(values.coordinate[1]), bits(values.coordinate[2]),
                    one_bits);
                break;
            case BindingKind::TessOuter: put(to, lane, bits(values.outer[index & 3]), 0, 0, one_bits); break;
            case BindingKind::TessInner: put(to, lane, bits(values.inner[index & 1]), 0, 0, one_bits); break;
            case BindingKind::PatchAttrib:
                if (values.patch && links_->results[i] >= 0) {
                    const uint32_t* from = values.patch + 4 * links_->results[i];
                    put(to, lane, from[0], from[1], from[2], from[3]);
                } else {
                    put(to, lane, 0, 0, 0, one_bits);
                }
                break;
            default: put(to, lane, 0, 0, 0, 0); break;
        }
        ASMGL_END_SOME_CASES
    }
}

void StageGroup::run(runtime::LaneMask active, int vertex_count, int patch_threads, runtime::EmittedVertices* emitted) {
    // What a lane doesn't write never comes from the group before.
    clear_results(*stage_->program, results_.data());
    group_ = {};
    group_.active = active;
    group_.attributes = attributes_.data();
    group_.results = results_.data();
    group_.vertex_count = vertex_count;
    group_.patch_threads = patch_threads;
    group_.emitted = emitted;
    stage_->routine->run(stage_environment(*stage_, draw_->watchdog.get()), group_);
}

void StageGroup::read(int lane, uint32_t* to) const {
    const size_t results = stage_->program->results.size();
    for (size_t r = 0; r < results; ++r)
        for (size_t c = 0; c < 4; ++c) to[4 * r + c] = results_[r].component[c].lane[lane];
}

PatchOutput run_control(const Draw& draw, const StageVertices& from, const InputPrimitives& patches) {
    PatchOutput output;
    const size_t count = patches.count();
    output.outer.assign(count, draw.default_outer_levels);
    output.inner.assign(count, draw.default_inner_levels);
    if (!draw.tess_control.program) {
        output.size = patches.size;
        output.vertices.start(*from.program);
        output.vertices.data.resize(patches.vertices.size() * from.words);
        for (size_t i = 0; i < patches.vertices.size(); ++i)
            std::copy_n(from.vertex(patches.vertices[i]), from.words, output.vertices.vertex(i));
        return output;
    }
    const arbasm::Program& program = *draw.tess_control.program;
    if (draw.statistics) draw.statistics->add(PipelineCount::ControlPatches, count);
    const int threads = std::clamp(program.vertices_out, 1, max_patch_vertices);
    const StageLinks links(program, *from.program);
    output.size = threads;
    output.vertices.start(program);
    output.vertices.data.resize(count * static_cast<size_t>(threads) * output.vertices.words);
    output.patch_words = program.results.size() * 4;
    output.patches.resize(count * output.patch_words);
    const size_t at_once = static_cast<size_t>(group_lanes / threads);
    const size_t groups = (count + at_once - 1) / at_once;
    const auto run = [&](int32_t piece) {
        const runtime::Watchdog::Work work(draw.watchdog.get());
        if (draw.watchdog && draw.watchdog->expired(draw.tess_control.program)) return;
        const size_t first = static_cast<size_t>(piece) * at_once, last = std::min(count, first + at_once);
        StageGroup& group = thread_scratch().group;
        group.start(draw, draw.tess_control, max_patch_vertices, links, from);
        for (size_t p = first; p < last; ++p)
            for (int t = 0; t < threads; ++t) {
                const int lane = static_cast<int>(p - first) * threads + t;
                for (int v = 0; v < patches.size; ++v)
                    group.set_vertex(
                        lane, v,
                        from.vertex(patches.vertices[p * static_cast<size_t>(patches.size) + static_cast<size_t>(v)]));
                PrimitiveValues values;
                values.id = patches.ids[p];
                values.invocation = static_cast<uint32_t>(t);
                values.vertex_count = static_cast<uint32_t>(patches.size);
                values.outer = draw.default_outer_levels;
                values.inner = draw.default_inner_levels;
                group.set_primitive(lane, values);
            }
        const int lanes = static_cast<int>(last - first) * threads;
        group.run(runtime::first_lanes(lanes), patches.size, threads, nullptr);
        for (size_t p = first; p < last; ++p) {
            for (int t = 0; t < threads; ++t) {
                uint32_t* const to = output.vertices.vertex(p * static_cast<size_t>(threads) + static_cast<size_t>(t));
                group.read(static_cast<int>(p - first) * threads + t, to);
                to[output.vertices.words - 1] = static_cast<uint32_t>(t);
            }
            uint32_t* const patch = output.patches.data() + p * output.patch_words;
            group.read(static_cast<int>(p - first) * threads, patch);
            for (size_t r = 0; r < program.results.size(); ++r) {
                const arbasm::Binding& result = program.results[r];
                const float level = std::bit_cast<float>(patch[4 * r]);
                if (result.kind == BindingKind::TessOuter)
                    output.outer[p][static_cast<size_t>(result.index & 3)] = level;
                if (result.kind == BindingKind::TessInner)
                    output.inner[p][static_cast<size_t>(result.index & 1)] = level;
            }
            if (group.timed_out()) output.outer[p] = {};
        }
    };
    runtime::WorkerPool::instance().parallel_for(static_cast<int32_t>(groups), run, kind_of_pieces(draw.tess_control));
    return output;
}

TessellationDomain tessellation_domain(const arbasm::Program& evaluation) {
    return {evaluation.tess_mode, evaluation.tess_spacing, evaluation.tess_vertex_order, evaluation.tess_point_mode};
}

namespace {

// Runs the evaluation program over the points of some patches, in order. Points of several small patches share a group.
class PointEvaluator {
  public:
    PointEvaluator(const Draw& draw, const PatchOutput& patches, const StageLinks& links, StageGroup& group,
                   StageOutput& output)
        : patches_(patches), group_(group), output_(output) {
        loaded_.fill(no_patch);
        group_.start(draw, draw.tess_evaluation, max_patch_vertices, links, patches.vertices);
    }

    // Adds the points of patch `p`, whose primitive id is `id`. Returns the number of the first one's vertex.
    uint32_t add(size_t p, uint32_t id, std::span<const std::array<float, 3>> points) {
        PrimitiveValues values;
        values.id = id;
        values.vertex_count = static_cast<uint32_t>(patches_.size);
        values.outer = patches_.outer[p];
        values.inner = patches_.inner[p];
        if (patches_.patch_words) values.patch = patches_.patches.data() + p * patches_.patch_words;
        const auto first = static_cast<uint32_t>(output_.vertices.count()) + static_cast<uint32_t>(lanes_);
        for (uint32_t n = 0; n < points.size(); ++n) {
            load_patch(p);
            values.coordinate = points[n];
            group_.set_primitive(lanes_, values);
            ids_[static_cast<size_t>(lanes_)] = n;
            if (++lanes_ == group_lanes) flush();
        }
        return first;
    }

    void flush() {
        if (lanes_ == 0) return;
        group_.run(runtime::first_lanes(lanes_), patches_.size, 1, nullptr);
        failed_ |= group_.timed_out();
        invocations_ += static_cast<uint64_t>(lanes_);
        for (int lane = 0; lane < lanes_; ++lane) {
            uint32_t* const vertex = output_.vertices.vertex(output_.vertices.add());
            group_.read(lane, vertex);
            vertex[output_.vertices.words - 1] = ids_[static_cast<size_t>(lane)];
        }
        lanes_ = 0;
    }

    uint64_t invocations() const { return invocations_; }
    bool failed() const { return failed_; }

  private:
    static constexpr size_t no_patch = ~size_t{0};

    // The vertices of patch `p` into the registers of the next lane.
    void load_patch(size_t p) {
        size_t& loaded = loaded_[static_cast<size_t>(lanes_)];
        if (loaded == p) return;
        loaded = p;
        const auto size = static_cast<size_t>(patches_.size);
        for (size_t v = 0; v < size; ++v)
            group_.set_vertex(lanes_, static_cast<int>(v), patches_.vertices.vertex(p * size + v));
    }

    const PatchOutput& patches_;
    StageGroup& group_;
    StageOutput& output_;
    int lanes_ = 0;                             // that have their point
    std::array<size_t, group_lanes> loaded_{};  // the patch whose vertices a lane has
    std::array<uint32_t, group_lanes> ids_{};   // number of the lane's point in its patch
    uint64_t invocations_ = 0;
    bool failed_ = false;
};

// How many patches make a piece of work: their points fill several groups, if there are as many patches.
size_t patches_at_once(PatchRange range) {
    constexpr size_t points_at_once = 128, least = 4, most = 64;
    return std::clamp(points_at_once * (range.last - range.first) / (range.points + 1), least, most);
}

}  // namespace

void run_evaluation(const Draw& draw, const PatchOutput& patches, std::span<const uint32_t> ids, PatchRange range,
                    std::vector<StageOutput>& pieces, StageOutput& result) {
    const arbasm::Program& program = *draw.tess_evaluation.program;
    result.start(program);
    const StageLinks links(program, *patches.vertices.program);
    const TessellationDomain domain = tessellation_domain(program);
    const bool first_provokes = draw.raster.provoking_first;
    const auto add_primitives = [&](const Tessellation& tessellation, uint32_t base, uint32_t id, StageOutput& output) {
        const auto n = static_cast<size_t>(tessellation.vertices_per_primitive);
        for (size_t i = 0; i + n <= tessellation.indices.size(); i += n) {
            StreamPrimitive made;
            AssembledPrimitive& primitive = made.primitive;
            for (size_t k = 0; k < 3; ++k) primitive.vertices[k] = base + tessellation.indices[i + std::min(k, n - 1)];
            primitive.count = static_cast<uint8_t>(n);
            primitive.flat = first_provokes ? primitive.vertices[0] : primitive.vertices[n - 1];
            primitive.primitive_id = id;
            primitive.edges = 7;
            primitive.restarts_stipple = n == 2;
            output.primitives.push_back(made);
        }
    };
    in_pieces(draw, draw.tess_evaluation, range.last - range.first, patches_at_once(range), pieces, result,
              [&](size_t first, size_t last, StageOutput& output) {
                  StageScratch& scratch = thread_scratch();
                  PointEvaluator evaluator(draw, patches, links, scratch.group, output);
                  for (size_t p = range.first + first; p < range.first + last; ++p) {
                      tessellate(domain, patches.outer[p], patches.inner[p], scratch.tessellation);
                      if (scratch.tessellation.points.empty()) continue;
                      if (draw.watchdog && draw.watchdog->expired(draw.tess_evaluation.program))
                          return output.primitives.clear();
                      const uint32_t base = evaluator.add(p, ids[p], scratch.tessellation.points);
                      add_primitives(scratch.tessellation, base, ids[p], output);
                  }
                  evaluator.flush();
                  if (evaluator.failed()) output.primitives.clear();
                  // Counted once, even if the piece is begun anew.
                  if (draw.statistics)
                      draw.statistics->add(PipelineCount::EvaluationInvocations, evaluator.invocations());
              });
}

namespace {

// Strips that one lane emitted to one stream, as primitives.
class StripAssembler {
  public:
    StripAssembler(const Draw& draw, StageOutput& output)
        : kind_(draw.geometry.program->primitive_out), first_provokes_(draw.raster.provoking_first), output_(output) {}

    void vertex(uint32_t vertex, uint8_t stream, uint32_t id) {
        latest_[2] = latest_[1];
        latest_[1] = latest_[0];
        latest_[0] = vertex;
        ++seen_;
        const uint32_t newest = latest_[0], before = latest_[1], oldest = latest_[2];
        switch (kind_) {
            case arbasm::PrimitiveOut::LineStrip:
                if (seen_ >= 2) add({before, newest, newest}, first_provokes_ ? before : newest, 2, stream, id);
                break;
            case arbasm::PrimitiveOut::TriangleStrip:
                if (seen_ < 3) break;
                if (seen_ % 2)
                    add({oldest, before, newest}, first_provokes_ ? oldest : newest, 3, stream, id);
                else
                    add({before, oldest, newest}, first_provokes_ ? oldest : newest, 3, stream, id);
                break;
            case arbasm::PrimitiveOut::None:
            case arbasm::PrimitiveOut::Points: add({newest, newest, newest}, newest, 1, stream, id); break;
        }
    }
    void end() { seen_ = 0; }

  private:
    void add(std::array<uint32_t, 3> vertices, uint32_t flat, uint8_t count, uint8_t stream, uint32_t id) {
        output_.primitives.push_back({{vertices, flat, id, count, 7, count == 2 && seen_ == 2}, stream});
    }
    const arbasm::PrimitiveOut kind_;
    const bool first_provokes_;
    StageOutput& output_;
    std::array<uint32_t, 3> latest_{};
    uint64_t seen_ = 0;
};

}  // namespace

namespace {

// What a passing-through program makes of primitive `p`: the vertices as they came, with what the program wrote in all
// of them.
class PassthroughCopier {
  public:
    PassthroughCopier(const arbasm::Program& program, const StageVertices& from, bool first_provokes)
        : from_(from), first_provokes_(first_provokes) {
        for (const arbasm::Passthrough& passed : program.passthroughs)
            passed_.push_back(
                {find_result(program, passed.result), find_result(*from.program, passed.result), passed.write_mask});
    }
    void pass(const StageGroup& group, int lane, std::span<const uint32_t> vertices, uint32_t id,
              StageOutput& output) const {
        StreamPrimitive made;
        made.primitive.count = static_cast<uint8_t>(vertices.size());
        made.primitive.primitive_id = id;
        made.primitive.restarts_stipple = vertices.size() == 2;
        for (size_t v = 0; v < 3; ++v) {
            if (v >= vertices.size()) {
                made.primitive.vertices[v] = made.primitive.vertices[v - 1];
                continue;
            }
            const uint32_t vertex = output.vertices.add();
            made.primitive.vertices[v] = vertex;
            uint32_t* const to = output.vertices.vertex(vertex);
            group.read(lane, to);
            to[output.vertices.words - 1] = vertex;
            const uint32_t* const words = from_.vertex(vertices[v]);
            for (const Passed& passed : passed_)
                for (size_t c = 0; c < 4; ++c)
                    if (passed.write_mask >> c & 1)
                        to[4 * static_cast<size_t>(passed.to) + c] =
                            passed.from >= 0 ? words[4 * static_cast<size_t>(passed.from) + c]
                            : c == 3         ? one_bits
                                             : 0;
        }
        made.primitive.flat = made.primitive.vertices[first_provokes_ ? 0 : vertices.size() - 1];
        output.primitives.push_back(made);
    }

  private:
    struct Passed {
        int32_t to, from;
        uint8_t write_mask;
    };
    const StageVertices& from_;
    const bool first_provokes_;
    std::vector<Passed> passed_;
};

}  // namespace

void run_geometry(const Draw& draw, const StageVertices& from, const InputPrimitives& primitives,
                  const PatchOutput* patches, std::vector<StageOutput>& pieces, StageOutput& result) {
    const arbasm::Program& program = *draw.geometry.program;
    result.start(program);
    const StageLinks links(program, *from.program);
    const auto invocations = static_cast<size_t>(std::max(program.invocations, 1));
    const int32_t id_result = find_result(program, {.kind = BindingKind::PrimitiveId});
    const auto size = static_cast<size_t>(primitives.size);
    const bool passes = program.has(arbasm::Option::NvGeometryProgramPassthrough);
    const PassthroughCopier copier(program, from, draw.raster.provoking_first);
    if (draw.statistics) draw.statistics->add(PipelineCount::GeometryInvocations, primitives.count() * invocations);
    in_pieces(draw, draw.geometry, primitives.count() * invocations, group_lanes, pieces, result,
              [&](size_t first, size_t last, StageOutput& output) {
                  StageScratch& scratch = thread_scratch();
                  StageGroup& group = scratch.group;
                  group.start(draw, draw.geometry,
                              program.primitive_in == arbasm::PrimitiveIn::Patches ? max_patch_vertices
                                                                                   : std::max(primitives.size, 6),
                              links, from);
                  for (size_t i = first; i < last; ++i) {
                      const size_t p = i / invocations;
                      const int lane = static_cast<int>(i - first);
                      for (size_t v = 0; v < size; ++v)
                          group.set_vertex(lane, static_cast<int>(v), from.vertex(primitives.vertices[p * size + v]));
                      PrimitiveValues values;
                      values.id = primitives.ids[p];
                      values.invocation = static_cast<uint32_t>(i % invocations);
                      values.vertex_count = static_cast<uint32_t>(size);
                      values.outer = patches ? patches->outer[p] : draw.default_outer_levels;
                      values.inner = patches ? patches->inner[p] : draw.default_inner_levels;
                      if (patches && patches->patch_words)
                          values.patch = patches->patches.data() + p * patches->patch_words;
                      group.set_primitive(lane, values);
                  }
                  scratch.emitted.start(
                      static_cast<uint32_t>(draw.geometry_vertices > 0 ? draw.geometry_vertices : program.vertices_out),
                      static_cast<uint32_t>(program.results.size() * 4));
                  group.run(runtime::first_lanes(static_cast<int>(last - first)), primitives.size, 1, &scratch.emitted);
                  if (group.timed_out()) return;
                  for (size_t i = first; i < last && passes; ++i)
                      copier.pass(group, static_cast<int>(i - first),
                                  std::span(primitives.vertices).subspan(i * size, size), primitives.ids[i], output);
                  size_t emitted = 0;
                  for (int lane = 0; lane < static_cast<int>(last - first); ++lane)
                      emitted += scratch.emitted.count(lane);
                  const size_t words = program.results.size() * 4;
                  uint32_t vertex = 0;
                  uint32_t* to = nullptr;
                  if (!passes) {
                      output.vertices.data.resize(emitted * output.vertices.words);
                      output.primitives.reserve(emitted);
                      to = output.vertices.data.data();
                  }
                  for (size_t i = first; i < last && !passes; ++i) {
                      const int lane = static_cast<int>(i - first);
                      std::array<StripAssembler, runtime::max_vertex_streams> strips{
                          StripAssembler(draw, output), StripAssembler(draw, output), StripAssembler(draw, output),
                          StripAssembler(draw, output)};
                      for (uint32_t v = 0; v < scratch.emitted.count(lane); ++v) {
                          to = std::copy_n(scratch.emitted.vertex(lane, v), words, to);
                          *to++ = vertex;
                          const uint8_t stream = scratch.emitted.stream(lane, v);
                          strips[stream].vertex(vertex++, stream, primitives.ids[i / invocations]);
                          if (scratch.emitted.ends_strip(lane, v))
                              for (StripAssembler& strip : strips) strip.end();
                      }
                  }
                  // "result.primid": the provoking vertex's.
                  if (id_result >= 0)
                      for (StreamPrimitive& made : output.primitives)
                          made.primitive.primitive_id = output.vertices.vertex(made.primitive.flat)[4 * id_result];
              });
    if (draw.statistics) draw.statistics->add(PipelineCount::GeometryPrimitives, result.primitives.size());
}

}  // namespace rasterizer
