// Sends a prepared draw's vertices down to setup: assembles primitives, runs the stages before fragments, begins new
// scenes where one is full.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "rasterizer/geometry/feedback_capture.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/prepare/prepared_draw.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/setup/primitive_clipping.h"

namespace rasterizer {

struct StageOutput;
struct StageVertices;

class DrawSubmission {
  public:
    // Makes a new scene that the draw's TileDraw is in, once the present one is full.
    using Renew = std::function<SceneTarget()>;

    // `distinct` is reused from draw to draw.
    DrawSubmission(const PreparedDraw& prepared, DistinctVertices& distinct, VertexCodes* codes,
                   const SceneTarget& target, Renew renew);

    // All instances, until the watchdog stops them.
    void run();

  private:
    static constexpr size_t primitives_at_once = 4096;

    const Draw& draw() const { return prepared_.draw; }
    // Where vertices go straight to primitives. False: time was up.
    bool run_instance(uint32_t instance);
    // The same of independent primitives, so many of them, by all threads.
    bool run_shared(uint32_t instance, size_t count);
    size_t shared_count() const;
    // Primitives that are made of shaded vertices, by all threads where they are many.
    void set_up(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices);
    std::span<const BinEntry> set_up_piece(const PrimitivePiece& piece, uint32_t instance, VertexCodes& codes) const;
    // The same for one instance or for several small ones, `most` at most, from `first` on. How many that were; 0: time
    // was up.
    int32_t run_instances(int32_t first, int32_t most);
    // One instance of draws that have stages between vertices and primitives.
    bool run_staged_instance(uint32_t instance);
    bool out_of_time() const;
    void make_room();
    // Captures and counts shaded primitives, and passes them to setup. False: time was up. `before`: where the arena
    // was before its vertices.
    bool pass_on(const ShadedVertices& vertices, const Arena::Mark& before);

    // Sets up the output of the last stage: each primitive goes to its layer and its viewports.
    void staged(const StageOutput& output);
    // The results of the last stage as shaded vertices, seen through one viewport. `secondary`: the result that has the
    // x coordinates of the second view; -1: the first view.
    ShadedVertices finished(const StageVertices& vertices, const ViewTransform& view, int secondary) const;

    const PreparedDraw& prepared_;
    DistinctVertices& distinct_;
    ViewTransform view_;
    SceneTarget target_;
    Renew renew_;
    PrimitiveClipping clipping_;
    VertexStage vertex_stage_;
    std::vector<AssembledPrimitive> primitives_;
    std::optional<FeedbackCapture> capture_;
    std::vector<std::span<const BinEntry>> entries_;  // of the pieces that threads share
};

}  // namespace rasterizer
