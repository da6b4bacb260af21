// Vertices, and meshes of them in buffers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gl.h"

namespace bench {

struct Vertex {
    std::array<float, 4> position, texcoord;
    std::array<float, 3> normal;
    std::array<uint8_t, 4> color;
};

struct Geometry {
    GLenum primitive = GL_TRIANGLES;
    std::vector<Vertex> vertices;
    std::vector<uint32_t> indices;  // none: vertices in their order
};

using Color = std::array<uint8_t, 4>;

// The whole viewport at this depth (clip coordinates), in one colour.
Geometry full_screen(float depth, Color color);
// An upright rectangle between these corners.
Geometry rectangle(float left, float bottom, float right, float top, float depth, Color color);
// cells × cells squares, two triangles each, over the whole viewport: indexed, rows after another.
Geometry grid(int cells);
// A sphere of this radius: rings × 2 rings squares.
Geometry sphere(int rings, float radius);
// Triangles about as large as `size` (clip coordinates) anywhere, at any depth, the same at each run.
Geometry random_triangles(int count, float size);
// The same triangles without sharing vertices.
Geometry without_reuse(const Geometry& geometry);

// Points the fixed-function arrays at vertices, in client memory or (as an offset) in the bound buffer.
void set_arrays(const void* base);

class Mesh {
  public:
    // index_type: GL_UNSIGNED_SHORT or GL_UNSIGNED_INT, where the geometry has indices.
    explicit Mesh(const Geometry& geometry, GLenum index_type = GL_UNSIGNED_INT);
    void bind() const;
    void draw() const;  // of bound ones
    GLsizei count() const { return count_; }
    GLuint vertex_buffer() const { return vertices_; }

  private:
    GLuint vertices_ = 0, indices_ = 0;
    GLenum primitive_, index_type_;
    GLsizei count_ = 0;
};

// A projection with the eye at the origin, and the model moved and turned (degrees) in front of it.
void look(float aspect, float distance, float turn_x, float turn_y);

}  // namespace bench
