#include "rasterizer/submit/draw_submission.h"

#include <algorithm>
#include <utility>

#include "rasterizer/geometry/stage_pipeline.h"
#include "runtime/threads/signal_hold.h"

namespace rasterizer {

DrawSubmission::DrawSubmission(const PreparedDraw& prepared, DistinctVertices& distinct, VertexCodes* codes,
                               const SceneTarget& target, Renew renew)
    : prepared_(prepared),
      distinct_(distinct),
      view_(prepared.draw),
      target_(target),
      renew_(std::move(renew)),
      clipping_(prepared, view_, target),
      vertex_stage_(prepared.draw, prepared.layout, view_, distinct, codes) {
    if (prepared.staged || !prepared.draw.transform_feedback) return;
    std::vector<int32_t> offsets;
    for (const int16_t slot : prepared.layout.captured_slots) offsets.push_back(slot < 0 ? -1 : 16 * slot);
    capture_.emplace(prepared.draw, *prepared.draw.vertex.program, offsets);
}

void DrawSubmission::run() {
    const runtime::Watchdog::Work work(draw().watchdog.get());
    const int32_t instances = draw().input.instance_count;
    for (int32_t first = 0; first < instances;) {
        const int32_t done = run_instances(first, instances - first);
        if (done == 0) return;
        first += done;
    }
}

int32_t DrawSubmission::run_instances(int32_t first, int32_t most) {
    const auto instance = static_cast<uint32_t>(first);
    if (prepared_.staged) return run_staged_instance(instance);
    if (most == 1) return run_instance(instance);
    // Small ones are shaded side by side.
    primitives_.clear();
    PrimitiveAssembler assembler(draw());
    if (assembler.assemble(primitives_, primitives_at_once / 2)) return run_instance(instance);
    if (primitives_.empty()) return most;
    const auto room = static_cast<int32_t>(primitives_at_once / primitives_.size());
    const int32_t count = std::min(most, room);
    if (count < 2) return run_instance(instance);
    if (out_of_time()) return 0;
    make_room();
    const Arena::Mark before = target_.arena->mark();
    const ShadedVertices vertices = vertex_stage_.shade_instances(primitives_, assembler.range(), instance,
                                                                  static_cast<size_t>(count), *target_.arena);
    return pass_on(vertices, before) ? count : 0;
}

bool DrawSubmission::run_instance(uint32_t instance) {
    if (const size_t count = shared_count()) return run_shared(instance, count);
    PrimitiveAssembler assembler(draw());
    bool more = true;
    while (more) {
        primitives_.clear();
        more = assembler.assemble(primitives_, primitives_at_once);
        if (out_of_time()) return false;
        if (primitives_.empty()) continue;
        make_room();
        const Arena::Mark before = target_.arena->mark();
        const ShadedVertices vertices = vertex_stage_.shade(primitives_, assembler.range(), instance, *target_.arena);
        if (!pass_on(vertices, before)) return false;
    }
    return true;
}

bool DrawSubmission::pass_on(const ShadedVertices& vertices, const Arena::Mark& before) {
    // What programs had not ended when the watchdog stopped them is neither captured nor counted.
    const bool observed = capture_ || draw().stream_counters;
    if (observed && draw().watchdog && draw().watchdog->stopped()) return false;
    if (draw().stream_counters) draw().stream_counters->generated[0] += primitives_.size();
    if (capture_) {
        const CapturedVertices captured{reinterpret_cast<const std::byte*>(vertices.data),
                                        static_cast<size_t>(vertices.stride) * sizeof(float), vertices.first};
        for (const AssembledPrimitive& primitive : primitives_) capture_->take(primitive, 0, captured);
    }
    const Arena::Mark shaded = target_.arena->mark();
    if (!draw().raster.rasterizer_discard || draw().sink) clipping_.process_all(primitives_, vertices);
    // Nobody looks again at vertices that put nothing into a scene, as where all triangles face away: the next ones
    // find their memory in the caches.
    if (!target_.scene)
        target_.arena->release();
    else if (target_.arena->mark() == shaded)
        target_.arena->rewind(before);
    return true;
}

bool DrawSubmission::run_staged_instance(uint32_t instance) {
    StagePipeline(draw(), distinct_).run_instance(instance, [this](const StageOutput& output) { staged(output); });
    return !out_of_time();
}

// Asked between batches, where a signal that has waited may be handled.
bool DrawSubmission::out_of_time() const {
    runtime::SignalHold::let_through();
    return draw().watchdog && draw().watchdog->expired(draw().vertex.program);
}

void DrawSubmission::make_room() {
    if (!target_.scene || !target_.scene->full()) return;
    target_ = renew_();
    clipping_.set_target(target_);
}

}  // namespace rasterizer
