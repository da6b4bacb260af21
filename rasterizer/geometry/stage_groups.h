// Runs a stage's program over groups of lanes; its inputs are the results of the stage before.
#pragma once

#include <vector>

#include "ir/limits.h"
#include "rasterizer/geometry/stage_pipeline.h"
#include "rasterizer/geometry/tessellator.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {

inline constexpr int max_patch_vertices = arbasm::limits::MAX_PATCH_VERTICES;

// Where each attribute of a program comes from.
struct StageLinks {
    StageLinks(const arbasm::Program& to, const arbasm::Program& from);
    std::vector<int32_t> results;  // of `from`; -1: it has none such
    int32_t position = -1;         // where `from` has it
};

// The value of attributes without a vertex.
struct PrimitiveValues {
    uint32_t id = 0, invocation = 0, vertex_count = 0;
    std::array<float, 3> coordinate{};
    std::array<float, 4> outer{};
    std::array<float, 2> inner{};
    const uint32_t* patch = nullptr;  // results of a control program, a vector per result
};

// Registers of one group of a stage; one per thread.
class StageGroup {
  public:
    void start(const Draw& draw, const StageProgram& stage, int vertices, const StageLinks& links,
               const StageVertices& from);
    // Attributes of one vertex of a lane's primitive.
    void set_vertex(int lane, int vertex, const uint32_t* words);
    // Attributes that are the primitive's, of one lane.
    void set_primitive(int lane, const PrimitiveValues& values);
    void run(runtime::LaneMask active, int vertex_count, int patch_threads, runtime::EmittedVertices* emitted);
    // A lane's results.
    void read(int lane, uint32_t* to) const;
    bool timed_out() const { return group_.timed_out; }

  private:
    const Draw* draw_ = nullptr;
    const StageProgram* stage_ = nullptr;
    const StageLinks* links_ = nullptr;
    const StageVertices* from_ = nullptr;
    std::vector<runtime::LaneVector> attributes_, results_;
    runtime::Group group_;
};

struct PatchOutput {
    StageVertices vertices;  // of the patches, `size` each
    int size = 0;
    std::vector<uint32_t> patches;  // `patch_words` each: the control program's results of its first thread
    size_t patch_words = 0;
    std::vector<std::array<float, 4>> outer;
    std::vector<std::array<float, 2>> inner;
};

// The control program, or the default levels where there is none.
PatchOutput run_control(const Draw& draw, const StageVertices& from, const InputPrimitives& patches);
TessellationDomain tessellation_domain(const arbasm::Program& evaluation);
struct PatchRange {
    size_t first = 0, last = 0;  // last: behind it
    size_t points = 0;           // at most, of them all
};
// Tessellation and the evaluation program for some of the patches: points, lines or triangles. `pieces`: memory that is
// used from batch to batch.
void run_evaluation(const Draw& draw, const PatchOutput& patches, std::span<const uint32_t> ids, PatchRange range,
                    std::vector<StageOutput>& pieces, StageOutput& result);
// `patches`: what the primitives are, if they are patches; else null.
void run_geometry(const Draw& draw, const StageVertices& from, const InputPrimitives& primitives,
                  const PatchOutput* patches, std::vector<StageOutput>& pieces, StageOutput& result);

runtime::ProgramEnvironment stage_environment(const StageProgram& stage, runtime::Watchdog* watchdog);
// How a thread of the application treats pieces of the stage's groups.
runtime::WorkerPool::Pieces kind_of_pieces(const StageProgram& stage);

}  // namespace rasterizer
