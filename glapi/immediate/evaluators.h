// Evaluators: polynomial maps from one or two parameters to vertex quantities (GL 2.1 §5.1).
#pragma once

#include <array>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/state/limits.h"

namespace glapi {

inline constexpr int evaluator_map_count = 9;  // GL_MAP1_COLOR_4 … GL_MAP1_VERTEX_4, and as many for two parameters
// Behind them GL_MAP1_VERTEX_ATTRIB0_4_NV … of NV_vertex_program, and as many for two parameters.
inline constexpr int evaluator_attribute_count = limits::MAX_VERTEX_ATTRIBS;

// A Bézier curve or surface; curves have an order of 1 in v. Points lie one after another, v varying fastest.
struct EvaluatorMap {
    bool enabled = false;
    int u_order = 1, v_order = 1;
    float u1 = 0, u2 = 1, v1 = 0, v2 = 1;
    std::vector<float> points;
};

struct EvaluatorGrid {
    int segments = 1;
    float first = 0, last = 1;
    float at(int i) const;
};

// EVAL_BIT.
struct EvaluatorState {
    EvaluatorState();
    std::array<EvaluatorMap, evaluator_map_count + evaluator_attribute_count> curves, surfaces;
    EvaluatorGrid curve_grid, surface_u_grid, surface_v_grid;
    bool auto_normal = false;
};

// The index of a map's token; -1: it has none.
int curve_index(GLenum target);
int surface_index(GLenum target);

// Components of the values of the n-th map.
int evaluator_components(int map);

}  // namespace glapi
