// Many draws of 16 pixels each: what a draw costs, and what changes between draws cost.
#include <memory>

#include "cases.h"
#include "geometry.h"
#include "texture_images.h"

namespace bench {
namespace {

constexpr int draws_per_frame = 4000, columns = 80;

// Squares of 4 × 4 pixels in rows, 4 vertices each.
Geometry squares(const Client& client, int count) {
    Geometry result;
    const float width = 8.0f / float(client.width()), height = 8.0f / float(client.height());
    for (int i = 0; i < count; ++i) {
        const float x = -1 + 1.5f * width * float(i % columns), y = -1 + 1.5f * height * float(i / columns % 100);
        const Geometry one = rectangle(x, y, x + width, y + height, 0, {uint8_t(i), uint8_t(255 - i), 90, 200});
        result.vertices.insert(result.vertices.end(), one.vertices.begin(), one.vertices.end());
    }
    return result;
}

struct Objects {
    std::vector<GLuint> programs, textures;
    GLuint moving = 0;  // a buffer
};

Objects prepare(Client& client, Change change) {
    Objects objects;
    switch (change) {
        case Change::None:
        case Change::State: break;
        case Change::Uniform:
            client.need("GL_ARB_fragment_program");
            client.program(GL_FRAGMENT_PROGRAM_ARB,
                           "!!ARBfp1.0\nMUL result.color, fragment.color, program.local[0];\nEND\n");
            break;
        case Change::Program:
            client.need("GL_ARB_fragment_program");
            objects.programs = {
                client.program(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n"),
                client.program(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, fragment.color.yxzw;\nEND\n"),
                client.program(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nSUB result.color, 1, fragment.color;\nEND\n")};
            break;
        case Change::Texture:
            for (int i = 0; i < 3; ++i) objects.textures.push_back(make_texture(GL_TEXTURE_2D, GL_RGBA8));
            gl::Enable(GL_TEXTURE_2D);
            break;
        case Change::Buffer: break;
    }
    return objects;
}

void apply(Change change, int number, const Objects& objects) {
    const auto turn = size_t(number % 3);
    switch (change) {
        case Change::None: break;
        case Change::State:
            if (number % 2 == 0)
                gl::Enable(GL_BLEND);
            else
                gl::Disable(GL_BLEND);
            gl::BlendFunc(GL_SRC_ALPHA, turn == 0 ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
            gl::DepthMask(turn == 1 ? GL_FALSE : GL_TRUE);
            break;
        case Change::Program: gl::BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, objects.programs[turn]); break;
        case Change::Uniform:
            gl::ProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 1, float(turn) * 0.5f, 1, 1);
            break;
        case Change::Texture: gl::BindTexture(GL_TEXTURE_2D, objects.textures[turn]); break;
        case Change::Buffer: {
            const Geometry one =
                rectangle(-0.5f + 0.01f * float(turn), 0, -0.4f, 0.1f, 0, {uint8_t(number), 90, 20, 255});
            gl::BufferSubData(GL_ARRAY_BUFFER, GLintptr(number) * 4 * GLintptr(sizeof(Vertex)),
                              GLsizeiptr(one.vertices.size() * sizeof(Vertex)), one.vertices.data());
            break;
        }
    }
}

}  // namespace

Loop draws(Client& client, Change change) {
    const int count = draws_per_frame * client.options().draws;
    Geometry geometry = squares(client, count);
    geometry.primitive = GL_TRIANGLE_STRIP;
    const Objects objects = prepare(client, change);
    const Mesh mesh(geometry);
    mesh.bind();
    return {1e-3 * count, [=] {
                for (int i = 0; i < count; ++i) {
                    apply(change, i, objects);
                    gl::DrawArrays(GL_TRIANGLE_STRIP, 4 * i, 4);
                }
            }};
}

Loop multi_draw(Client& client) {
    client.need_version(1, 4);
    const int count = draws_per_frame * client.options().draws;
    const Mesh mesh(squares(client, count));
    mesh.bind();
    std::vector<GLint> firsts;
    for (int i = 0; i < count; ++i) firsts.push_back(4 * i);
    return {1e-3 * count, [firsts, counts = std::vector<GLsizei>(size_t(count), 4)] {
                gl::MultiDrawArrays(GL_TRIANGLE_STRIP, firsts.data(), counts.data(), GLsizei(firsts.size()));
            }};
}

Loop instanced(Client& client) {
    client.need("GL_ARB_instanced_arrays");
    client.need("GL_ARB_draw_instanced");
    const int count = draws_per_frame * client.options().draws;
    client.program(GL_VERTEX_PROGRAM_ARB,
                   "!!ARBvp1.0\nADD result.position, vertex.position, vertex.attrib[6];\n"
                   "MOV result.color, vertex.color;\nEND\n");
    const Geometry all = squares(client, count);
    std::vector<std::array<float, 2>> places;
    for (int i = 0; i < count; ++i) {
        const Vertex& corner = all.vertices[size_t(i) * 4];
        places.push_back(
            {corner.position[0] - all.vertices[0].position[0], corner.position[1] - all.vertices[0].position[1]});
    }
    Geometry one = squares(client, 1);
    one.primitive = GL_TRIANGLE_STRIP;
    const Mesh mesh(one);
    mesh.bind();
    GLuint buffer = 0;
    gl::GenBuffers(1, &buffer);
    gl::BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl::BufferData(GL_ARRAY_BUFFER, GLsizeiptr(places.size() * 8), places.data(), GL_STATIC_DRAW);
    gl::EnableVertexAttribArray(6);
    gl::VertexAttribPointer(6, 2, GL_FLOAT, GL_FALSE, 8, nullptr);
    gl::VertexAttribDivisorARB(6, 1);
    return {1e-3 * count, [count] { gl::DrawArraysInstancedARB(GL_TRIANGLE_STRIP, 0, 4, count); }};
}

}  // namespace bench
