#include "common/mesh.h"

#include <cmath>
#include <functional>

namespace sample {
namespace {

using Vector = std::array<float, 3>;
constexpr float pi = 3.14159265358979f;

Vector subtract(Vector a, Vector b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector cross(Vector a, Vector b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector unit(Vector a) {
    const float length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    return length > 0 ? Vector{a[0] / length, a[1] / length, a[2] / length} : a;
}

// A grid of (columns + 1) × (rows + 1) vertices, counter-clockwise seen from outside.
Mesh make_grid(int columns, int rows, const std::function<Vertex(float u, float v)>& vertex) {
    Mesh mesh;
    for (int row = 0; row <= rows; ++row)
        for (int column = 0; column <= columns; ++column)
            mesh.vertices.push_back(vertex(float(column) / float(columns), float(row) / float(rows)));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int a = row * (columns + 1) + column, b = a + 1, c = a + columns + 1, d = c + 1;
            for (int index : {a, b, d, a, d, c}) mesh.indices.push_back(static_cast<unsigned short>(index));
        }
    }
    return mesh;
}

// A tube around a closed curve.
Mesh make_tube(float tube, int rings, int sides, const std::function<Vector(float)>& curve) {
    return make_grid(rings, sides, [&](float u, float v) {
        const float step = 1e-3f;
        const Vector centre = curve(u);
        const Vector tangent = unit(subtract(curve(u + step), curve(u - step)));
        const Vector side = unit(cross(tangent, unit(centre)));
        const Vector up = cross(side, tangent);
        const float angle = 2 * pi * v, c = std::cos(angle), s = std::sin(angle);
        Vertex vertex{};
        for (int i = 0; i < 3; ++i) {
            vertex.normal[i] = up[i] * c - side[i] * s;
            vertex.position[i] = centre[i] + tube * vertex.normal[i];
        }
        vertex.texture_coordinate = {u * 12, v * 2};
        return vertex;
    });
}

}  // namespace

Mesh make_torus(float radius, float tube, int rings, int sides) {
    return make_tube(tube, rings, sides, [radius](float u) {
        return Vector{radius * std::cos(2 * pi * u), 0, -radius * std::sin(2 * pi * u)};
    });
}

Mesh make_knot(float radius, float tube, int rings, int sides) {
    return make_tube(tube, rings, sides, [radius](float u) {
        const float angle = 2 * pi * u, r = radius * (2 + std::cos(3 * angle)) / 3;
        return Vector{r * std::cos(2 * angle), radius * std::sin(3 * angle) / 2, -r * std::sin(2 * angle)};
    });
}

Mesh make_sphere(float radius, int slices, int stacks) {
    return make_grid(slices, stacks, [radius](float u, float v) {
        const float longitude = 2 * pi * u, latitude = pi * (v - 0.5f);
        Vertex vertex{};
        vertex.normal = {std::cos(latitude) * std::sin(longitude), std::sin(latitude),
                         std::cos(latitude) * std::cos(longitude)};
        for (int i = 0; i < 3; ++i) vertex.position[i] = radius * vertex.normal[i];
        vertex.texture_coordinate = {u * 2, v};
        return vertex;
    });
}

Mesh make_cube(float half) {
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis) {
        for (float sign : {-1.0f, 1.0f}) {
            const int first = static_cast<int>(mesh.vertices.size());
            for (int corner = 0; corner < 4; ++corner) {
                const float u = corner & 1 ? 1 : -1, v = corner & 2 ? 1 : -1;
                Vertex vertex{};
                vertex.normal[axis] = sign;
                vertex.position[axis] = sign * half;
                vertex.position[(axis + 1) % 3] = u * half * sign;
                vertex.position[(axis + 2) % 3] = v * half;
                vertex.texture_coordinate = {(u + 1) / 2, (v + 1) / 2};
                mesh.vertices.push_back(vertex);
            }
            for (int index : {0, 1, 3, 0, 3, 2}) mesh.indices.push_back(static_cast<unsigned short>(first + index));
        }
    }
    return mesh;
}

Mesh make_floor(float half, int cells, float repeats) {
    return make_grid(cells, cells, [=](float u, float v) {
        Vertex vertex{};
        vertex.position = {(u * 2 - 1) * half, 0, (1 - v * 2) * half};
        vertex.normal = {0, 1, 0};
        vertex.texture_coordinate = {u * repeats, v * repeats};
        return vertex;
    });
}

}  // namespace sample
