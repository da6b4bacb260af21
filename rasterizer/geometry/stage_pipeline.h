// The stages between vertices and primitives: vertex → tessellation control → tessellator → evaluation → geometry →
// transform feedback. Draws that have none of these stages take the shorter way of vertex_stage.h.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/geometry/vertex_stage.h"

namespace rasterizer {

// Results of one stage for some vertices: a vector of four words per result of its program, then the vertex number.
struct StageVertices {
    const arbasm::Program* program = nullptr;
    size_t words = 0;  // of each vertex
    std::vector<uint32_t> data;

    void start(const arbasm::Program& from) {
        program = &from;
        words = from.results.size() * 4 + 1;
        data.clear();
    }
    size_t count() const { return words ? data.size() / words : 0; }
    uint32_t* vertex(size_t i) { return data.data() + i * words; }
    const uint32_t* vertex(size_t i) const { return data.data() + i * words; }
    uint32_t add() {
        data.resize(data.size() + words);
        return static_cast<uint32_t>(count()) - 1;
    }
};

// Primitives of any number of vertices, `size` each: what geometry and control programs take.
struct InputPrimitives {
    int size = 0;
    std::vector<uint32_t> vertices;
    std::vector<uint32_t> ids;
    size_t count() const { return ids.size(); }
};

// Makes a draw's primitives with their adjacent vertices, or its patches, of vertices that are index plus base vertex.
class InputAssembler {
  public:
    explicit InputAssembler(const Draw& draw);
    // The next of them, perhaps none; false once the draw is used up.
    bool assemble(InputPrimitives& result);

  private:
    void take(InputPrimitives& result, bool ended);
    void take_each(InputPrimitives& result, size_t step);
    void strip_triangles(InputPrimitives& result, bool ended);

    const Draw& draw_;
    const size_t primitives_at_once_;
    PrimitiveAssembler plain_;  // where no vertex is adjacent
    int size_ = 0;              // of a primitive, else
    int64_t position_ = 0;
    uint32_t id_ = 0;
    std::vector<uint32_t> strip_;           // read since the last restart, without what is no longer needed
    uint64_t dropped_ = 0, triangles_ = 0;  // of a strip of triangles: vertices dropped, triangles made
};

// A point, line or triangle behind the last stage, numbering its vertices.
struct StreamPrimitive {
    AssembledPrimitive primitive;
    uint8_t stream = 0;
};

struct StageOutput {
    StageVertices vertices;
    std::vector<StreamPrimitive> primitives;
    // Not 0: patches of so many vertices came this far, and each of their vertices is one of the points above.
    int patch_size = 0;
    void start(const arbasm::Program& from) {
        vertices.start(from);
        primitives.clear();
        patch_size = 0;
    }
    // One behind the other.
    void append(std::span<const StageOutput> others);
};

struct PatchOutput;

class StagePipeline {
  public:
    using Take = std::function<void(const StageOutput&)>;
    StagePipeline(const Draw& draw, DistinctVertices& distinct) : draw_(draw), distinct_(distinct) {}

    // Runs all stages for one instance; calls `take` with what reaches rasterization, in order.
    void run_instance(uint32_t instance, const Take& take);

  private:
    void shade(std::vector<uint32_t>& vertices, uint32_t instance, StageVertices& result);
    void run_patches(const StageVertices& shaded, const InputPrimitives& batch, const Take& take);
    void evaluate_patches(const PatchOutput& patches, std::span<const uint32_t> ids, const Take& take);
    void run_geometry_of(const StageOutput& evaluated, const Take& take);
    void finish(StageOutput& output, const Take& take);
    void feed_back(const StageOutput& output);
    bool out_of_time() const;

    const Draw& draw_;
    DistinctVertices& distinct_;
    std::vector<StageOutput> pieces_;  // from batch to batch
};

}  // namespace rasterizer
