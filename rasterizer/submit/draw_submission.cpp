#include "rasterizer/submit/draw_submission.h"

#include <algorithm>
#include <utility>

#include "rasterizer/geometry/stage_pipeline.h"
#include "runtime/threads/signal_hold.h"

namespace rasterizer {

DrawSubmission::DrawSubmission(const PreparedDraw& prepared, VertexPlaces& places, VertexCodes* codes,
                               const SceneTarget& target, Renew renew)
    : prepared_(prepared),
      places_(places),
      view_(prepared.draw),
      target_(target),
      renew_(std::move(renew)),
      clipping_(prepared, view_, target),
      vertex_stage_(prepared.draw, prepared.layout, view_, places, codes) {}

void DrawSubmission::run() {
    if (draw().watchdog) draw().watchdog->begin();
    const int32_t instances = draw().input.instance_count;
    for (int32_t first = 0; first < instances;) {
        const int32_t done = run_instances(first, instances - first);
        if (done == 0) return;
        first += done;
    }
    if (draw().watchdog) draw().watchdog->count();
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
    const ShadedVertices vertices = vertex_stage_.shade_instances(primitives_, assembler.range(), instance,
                                                                  static_cast<size_t>(count), *target_.arena);
    clipping_.process_all(primitives_, vertices);
    return count;
}

bool DrawSubmission::run_instance(uint32_t instance) {
    PrimitiveAssembler assembler(draw());
    bool more = true;
    while (more) {
        primitives_.clear();
        more = assembler.assemble(primitives_, primitives_at_once);
        if (out_of_time()) return false;
        if (primitives_.empty()) continue;
        make_room();
        const ShadedVertices vertices = vertex_stage_.shade(primitives_, assembler.range(), instance, *target_.arena);
        clipping_.process_all(primitives_, vertices);
    }
    return true;
}

bool DrawSubmission::run_staged_instance(uint32_t instance) {
    StagePipeline(draw(), places_).run_instance(instance, [this](const StageOutput& output) { staged(output); });
    return !out_of_time();
}

// Asked between batches, where a signal that has waited may be handled.
bool DrawSubmission::out_of_time() const {
    runtime::SignalHold::let_through();
    return draw().watchdog && draw().watchdog->expired(draw().vertex.program, 0);
}

void DrawSubmission::make_room() {
    if (!target_.scene || !target_.scene->full()) return;
    target_ = renew_();
    // Waiting for scenes of earlier draws is not this one's work.
    if (draw().watchdog) draw().watchdog->begin();
    clipping_.set_target(target_);
}

}  // namespace rasterizer
