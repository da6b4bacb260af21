// Generated models: position, normal and texture coordinates, as indexed triangles.
#pragma once

#include <array>
#include <vector>

namespace sample {

struct Vertex {
    std::array<float, 3> position, normal;
    std::array<float, 2> texture_coordinate;
};

struct Mesh {
    std::vector<Vertex> vertices;
    std::vector<unsigned short> indices;
};

Mesh make_torus(float radius, float tube, int rings, int sides);
// A (2,3) torus knot.
Mesh make_knot(float radius, float tube, int rings, int sides);
Mesh make_sphere(float radius, int slices, int stacks);
Mesh make_cube(float half);
// A square in the xz plane, facing up; the texture repeats `repeats` times.
Mesh make_floor(float half, int cells, float repeats);

}  // namespace sample
