// A draw's vertices as one machine-code function: its arguments, and the interface that finds it.
//
// The function takes vertices from memory to shaded vertices: attributes, program, clip codes, window position, layout.
// rasterizer/blocks compiles it for a VertexKey (docs/engine.md).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "rasterizer/draw/vertex_input.h"
#include "rasterizer/prepare/keyed_code.h"
#include "rasterizer/scene/edge_function.h"
#include "runtime/environment/environment.h"
#include "runtime/interpreter/machine.h"

namespace rasterizer {

struct Draw;
struct VertexLayout;
class VertexFetch;

// Values that the vertices of one run share.
struct VertexConstants {
    const runtime::Vector4* parameters;       // one for each of Program::parameters
    const runtime::TextureBinding* textures;  // by unit
    const uint32_t* vertices;                 // their numbers, by index
    uint32_t first_vertex;                    // of those in order: the number of the one at index 0
    uint32_t band_is_outside;                 // ViewTransform's
    float scale_x, scale_y, scale_z, center_x, center_y, center_z;
    float guard_left, guard_right, guard_bottom, guard_top;
    float* shaded;
    uint32_t* codes;
    FixedPoint* grid_positions;
    const std::byte* elements[max_vertex_attributes];  // of attributes that are read here: element 0
    runtime::Vector4 common[max_vertex_attributes];    // of attributes that all vertices have in common
};

// The vertices at indices first … end - 1. If they are in order, there are at least as many as values have lanes.
// Otherwise the function goes on to the end of its last piece, with numbers and room for so many.
struct VertexJob {
    const VertexConstants* constants;
    runtime::interpreter::Machine* machine;
    const runtime::LaneVector* attributes;  // registers of those that are read before, of indices modulo group_lanes
    uint32_t first, end;
};
using VertexFunction = void (*)(VertexJob* job);

struct VertexEntry {
    VertexFunction function = nullptr;
    const runtime::decoded::Code* code = nullptr;
    bool in_order = false;    // it reads no numbers of vertices: they are in order
    AttributeSet filled = 0;  // attributes that are read before
    bool by_groups = false;   // a call for each group: registers in memory have room for no more
};
using VertexCode = KeyedCode<VertexEntry>;

// How the vertices of a run lie.
struct VertexOrder {
    bool in_order = false;   // numbers are consecutive
    bool instances = false;  // of several instances
};

// Finds code for draws: null where vertices go another way.
class VertexCodes {
  public:
    virtual ~VertexCodes() = default;
    virtual std::shared_ptr<const VertexCode> find(const Draw& draw, const VertexLayout& layout,
                                                   const VertexFetch& fetch, VertexOrder order) = 0;
};

// Whether vertices take compiled functions where there are any; tests close the way to compare. As FragmentWays.
struct VertexWays {
    std::atomic<bool> compiled{runtime::environment().engine != runtime::EngineSetting::Interpreter};
    std::atomic<bool> synchronous{runtime::environment().engine == runtime::EngineSetting::Jit};
};
VertexWays& vertex_ways();

}  // namespace rasterizer
