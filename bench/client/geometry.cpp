#include "geometry.h"

#include <cmath>
#include <cstddef>
#include <random>

namespace bench {
namespace {

constexpr float pi = 3.14159265f;

Vertex vertex(float x, float y, float z, float s, float t, Color color) {
    return {{x, y, z, 1}, {s, t, 0, 1}, {0, 0, 1}, color};
}

uint8_t unit_to_byte(float value) { return static_cast<uint8_t>(std::lround(255 * value)); }

// Two triangles for each square of a lattice of columns + 1 by rows + 1 vertices.
std::vector<uint32_t> lattice_indices(int columns, int rows) {
    std::vector<uint32_t> indices;
    indices.reserve(size_t(columns) * size_t(rows) * 6);
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const auto at = static_cast<uint32_t>(y * (columns + 1) + x);
            const auto up = at + static_cast<uint32_t>(columns) + 1;
            for (const uint32_t index : {at, at + 1, up, up, at + 1, up + 1}) indices.push_back(index);
        }
    }
    return indices;
}

}  // namespace

Geometry rectangle(float left, float bottom, float right, float top, float depth, Color color) {
    return {GL_TRIANGLE_STRIP,
            {vertex(left, bottom, depth, 0, 0, color), vertex(right, bottom, depth, 1, 0, color),
             vertex(left, top, depth, 0, 1, color), vertex(right, top, depth, 1, 1, color)},
            {}};
}

Geometry full_screen(float depth, Color color) { return rectangle(-1, -1, 1, 1, depth, color); }

Geometry grid(int cells) {
    Geometry result;
    for (int y = 0; y <= cells; ++y) {
        for (int x = 0; x <= cells; ++x) {
            const float u = float(x) / float(cells), v = float(y) / float(cells);
            result.vertices.push_back(
                vertex(2 * u - 1, 2 * v - 1, 0, u, v, {unit_to_byte(u), unit_to_byte(v), 128, 255}));
        }
    }
    result.indices = lattice_indices(cells, cells);
    return result;
}

Geometry sphere(int rings, float radius) {
    Geometry result;
    for (int y = 0; y <= rings; ++y) {
        for (int x = 0; x <= 2 * rings; ++x) {
            const float u = float(x) / float(2 * rings), v = float(y) / float(rings);
            const float around = 2 * pi * u, up = pi * (v - 0.5f);
            const std::array<float, 3> normal = {std::cos(up) * std::sin(around), std::sin(up),
                                                 std::cos(up) * std::cos(around)};
            Vertex made = vertex(radius * normal[0], radius * normal[1], radius * normal[2], 4 * u, 2 * v,
                                 {unit_to_byte(u), unit_to_byte(v), 200, 255});
            made.normal = normal;
            result.vertices.push_back(made);
        }
    }
    result.indices = lattice_indices(2 * rings, rings);
    return result;
}

Geometry random_triangles(int count, float size) {
    std::mt19937 random(1);
    // Not a distribution of the library: those differ from one to another.
    const auto next = [&] { return 2 * float(random() >> 8) / float(1 << 24) - 1; };
    Geometry result;
    for (int i = 0; i < count; ++i) {
        const float x = next(), y = next(), z = next();
        for (int corner = 0; corner < 3; ++corner) {
            const float dx = size * next(), dy = size * next();
            const Color color = {uint8_t(random() >> 24), uint8_t(random() >> 24), uint8_t(random() >> 24), 255};
            result.vertices.push_back(vertex(x + dx, y + dy, z, x, y, color));
        }
    }
    return result;
}

Geometry without_reuse(const Geometry& geometry) {
    Geometry result{geometry.primitive, {}, {}};
    for (const uint32_t index : geometry.indices) result.vertices.push_back(geometry.vertices[index]);
    return result;
}

void set_arrays(const void* base) {
    const char* bytes = static_cast<const char*>(base);
    gl::EnableClientState(GL_VERTEX_ARRAY);
    gl::EnableClientState(GL_TEXTURE_COORD_ARRAY);
    gl::EnableClientState(GL_NORMAL_ARRAY);
    gl::EnableClientState(GL_COLOR_ARRAY);
    gl::VertexPointer(4, GL_FLOAT, sizeof(Vertex), bytes + offsetof(Vertex, position));
    gl::TexCoordPointer(4, GL_FLOAT, sizeof(Vertex), bytes + offsetof(Vertex, texcoord));
    gl::NormalPointer(GL_FLOAT, sizeof(Vertex), bytes + offsetof(Vertex, normal));
    gl::ColorPointer(4, GL_UNSIGNED_BYTE, sizeof(Vertex), bytes + offsetof(Vertex, color));
}

Mesh::Mesh(const Geometry& geometry, GLenum index_type) : primitive_(geometry.primitive), index_type_(index_type) {
    gl::GenBuffers(1, &vertices_);
    gl::BindBuffer(GL_ARRAY_BUFFER, vertices_);
    gl::BufferData(GL_ARRAY_BUFFER, GLsizeiptr(geometry.vertices.size() * sizeof(Vertex)), geometry.vertices.data(),
                   GL_STATIC_DRAW);
    count_ = GLsizei(geometry.vertices.size());
    if (geometry.indices.empty()) return;
    count_ = GLsizei(geometry.indices.size());
    gl::GenBuffers(1, &indices_);
    gl::BindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    if (index_type == GL_UNSIGNED_SHORT) {
        const std::vector<uint16_t> narrow(geometry.indices.begin(), geometry.indices.end());
        gl::BufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(narrow.size() * 2), narrow.data(), GL_STATIC_DRAW);
    } else {
        gl::BufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(geometry.indices.size() * 4), geometry.indices.data(),
                       GL_STATIC_DRAW);
    }
}

void Mesh::bind() const {
    gl::BindBuffer(GL_ARRAY_BUFFER, vertices_);
    gl::BindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    set_arrays(nullptr);
}

void Mesh::draw() const {
    if (indices_ != 0)
        gl::DrawElements(primitive_, count_, index_type_, nullptr);
    else
        gl::DrawArrays(primitive_, 0, count_);
}

void look(float aspect, float distance, float turn_x, float turn_y) {
    gl::MatrixMode(GL_PROJECTION);
    gl::LoadIdentity();
    gl::Frustum(-0.5 * aspect, 0.5 * aspect, -0.5, 0.5, 1, 100);
    gl::MatrixMode(GL_MODELVIEW);
    gl::LoadIdentity();
    gl::Translatef(0, 0, -distance);
    gl::Rotatef(turn_x, 1, 0, 0);
    gl::Rotatef(turn_y, 0, 1, 0);
}

}  // namespace bench
