#include "glapi/immediate/evaluators.h"

namespace glapi {

int curve_index(GLenum target) {
    if (target - GL_MAP1_COLOR_4 < GLenum{evaluator_map_count}) return static_cast<int>(target - GL_MAP1_COLOR_4);
    if (target - GL_MAP1_VERTEX_ATTRIB0_4_NV < GLenum{evaluator_attribute_count})
        return evaluator_map_count + static_cast<int>(target - GL_MAP1_VERTEX_ATTRIB0_4_NV);
    return -1;
}

int surface_index(GLenum target) {
    if (target - GL_MAP2_COLOR_4 < GLenum{evaluator_map_count}) return static_cast<int>(target - GL_MAP2_COLOR_4);
    if (target - GL_MAP2_VERTEX_ATTRIB0_4_NV < GLenum{evaluator_attribute_count})
        return evaluator_map_count + static_cast<int>(target - GL_MAP2_VERTEX_ATTRIB0_4_NV);
    return -1;
}

int evaluator_components(int map) {
    if (map >= evaluator_map_count) return 4;
    static constexpr int components[evaluator_map_count] = {4, 1, 3, 1, 2, 3, 4, 3, 4};
    return components[map];
}

float EvaluatorGrid::at(int i) const {
    // The ends are met exactly (GL 2.1 §5.1).
    if (i == 0) return first;
    if (i == segments) return last;
    return static_cast<float>(i) * ((last - first) / static_cast<float>(segments)) + first;
}

EvaluatorState::EvaluatorState() {
    // Initial values of GL 2.1 table 6.28: a map of order 1 gives its initial coefficients.
    static constexpr float initial[evaluator_map_count][4] = {
        {1, 1, 1, 1}, {1}, {0, 0, 1}, {0}, {0, 0}, {0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < evaluator_map_count; ++i) {
        const size_t at = static_cast<size_t>(i);
        curves[at].points.assign(initial[i], initial[i] + evaluator_components(i));
        surfaces[at].points = curves[at].points;
    }
    for (size_t at = evaluator_map_count; at < curves.size(); ++at)
        curves[at].points = surfaces[at].points = {0, 0, 0, 1};
}

}  // namespace glapi
