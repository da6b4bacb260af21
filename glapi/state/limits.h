// Limits of the state in this folder. Limits of objects are in their headers.
#pragma once

namespace glapi::limits {

inline constexpr int lights = 8;
inline constexpr int clip_planes = 8;
inline constexpr int cull_distances = 8, combined_distances = 8;  // clip and cull distances together
inline constexpr int es_clip_planes = 6;                          // OpenGL ES 1.1 has no tokens for more
inline constexpr int texture_coordinates = 8;                     // coordinate sets, and fixed-function units
inline constexpr int modelview_stack_depth = 32, projection_stack_depth = 32, texture_stack_depth = 10,
                     color_stack_depth = 10;
inline constexpr int program_matrices = 8, program_stack_depth = 4;
inline constexpr int palette_matrices = 32, vertex_units = 4;  // OES_matrix_palette, ARB_vertex_blend
inline constexpr int attribute_stack_depth = 16, client_attribute_stack_depth = 16;
inline constexpr int list_nesting = 64;
inline constexpr int viewports = 16;
inline constexpr int window_rectangles = 8;
inline constexpr int draw_buffers = 8;
inline constexpr int dual_source_draw_buffers = 1;
inline constexpr int patch_vertices = 32;
inline constexpr int work_groups = 65535;  // along each dimension of a dispatch
inline constexpr int viewport_size = 16384;
inline constexpr float viewport_bounds[] = {-32768, 32767};
inline constexpr float line_width = 64, point_size = 256;
inline constexpr float conservative_dilation = 0.75f, dilation_step = 0.25f;
inline constexpr float line_width_granularity = 0.125f, point_size_granularity = 0.125f;

}  // namespace glapi::limits
