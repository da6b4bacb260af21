// Draws that follow each other fill the pixels that they would fill one by one.
#include "glapi/draw/draw_sequence.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

constexpr int size = 48;

struct Vertex {
    float position[2];
    uint8_t color[4];
};

// The same random commands on a context with sequences and on one without.
class RandomCommands {
  public:
    RandomCommands(uint32_t seed, bool sequences) : random_(seed), gl_(size, size) {
        gl_.context->draw_sequence->enabled = sequences;
    }

    std::vector<uint8_t> run() {
        prepare();
        for (int i = 0; i < 60; ++i) command();
        std::vector<uint8_t> pixels(size_t{size} * size * 4);
        glReadPixels(0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
        return pixels;
    }

  private:
    static constexpr uint32_t vertex_count = 64, index_count = 96;

    uint32_t number(uint32_t below) { return std::uniform_int_distribution<uint32_t>(0, below - 1)(random_); }
    bool one_in(uint32_t many) { return number(many) == 0; }

    void prepare() {
        vertices_.resize(vertex_count);
        for (Vertex& vertex : vertices_) vertex = any_vertex();
        for (uint32_t i = 0; i < index_count; ++i) indices_.push_back(static_cast<GLushort>(number(vertex_count - 8)));
        GLuint names[2];
        glGenBuffers(2, names);
        buffers_ = !one_in(4);
        const std::byte* base = nullptr;
        if (buffers_) {
            glBindBuffer(GL_ARRAY_BUFFER, names[0]);
            glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(vertex_count * sizeof(Vertex)), vertices_.data(), GL_STATIC_DRAW);
        } else {
            base = reinterpret_cast<const std::byte*>(vertices_.data());
        }
        element_buffer_ = !one_in(3);
        if (element_buffer_) {
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, names[1]);
            glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(index_count * sizeof(GLushort)), indices_.data(),
                         GL_STATIC_DRAW);
        }
        glEnableClientState(GL_VERTEX_ARRAY);
        glVertexPointer(2, GL_FLOAT, sizeof(Vertex), base);
        if (!one_in(3)) {
            glEnableClientState(GL_COLOR_ARRAY);
            glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(Vertex), base + offsetof(Vertex, color));
        }
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glPointSize(3);
    }

    Vertex any_vertex() {
        const auto place = [this] { return static_cast<float>(number(2400)) / 1000 - 1.2f; };
        const auto byte = [this] { return static_cast<uint8_t>(number(256)); };
        return {{place(), place()}, {byte(), byte(), byte(), byte()}};
    }

    const void* place_of_indices(uint32_t first) const {
        const size_t offset = first * sizeof(GLushort);
        return element_buffer_ ? reinterpret_cast<const void*>(offset)
                               : reinterpret_cast<const std::byte*>(indices_.data()) + offset;
    }

    void command() {
        const GLenum mode = number(GL_POLYGON + 1);
        const auto first = static_cast<GLint>(number(vertex_count - 10)), count = static_cast<GLint>(number(10));
        const uint32_t index = number(index_count - 10);
        switch (number(17)) {
            case 0:
            case 1:
            case 2:
            case 3: glDrawArrays(mode, first, count); break;
            case 4:
            case 5:
            case 6: glDrawElements(mode, count, GL_UNSIGNED_SHORT, place_of_indices(index)); break;
            case 7:
                glDrawElementsBaseVertex(mode, count, GL_UNSIGNED_SHORT, place_of_indices(index), GLint(number(8)));
                break;
            case 8: {
                const GLint firsts[3] = {first, GLint(number(vertex_count - 10)), 3};
                const GLsizei counts[3] = {count, GLsizei(number(10)), 4};
                glMultiDrawArrays(mode, firsts, counts, 3);
                break;
            }
            case 9: {
                const void* places[2] = {place_of_indices(index), place_of_indices(number(index_count - 10))};
                const GLsizei counts[2] = {count, GLsizei(number(10))};
                glMultiDrawElements(mode, counts, GL_UNSIGNED_SHORT, places, 2);
                break;
            }
            case 10: glDrawArraysInstanced(mode, first, count, GLsizei(1 + number(3))); break;
            case 11: change(); break;
            case 12:
                if (one_in(2)) change();
                break;
            case 13:
            case 14:
            case 15: pair(mode, count); break;
            default: EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR}); break;
        }
    }

    void pair(GLenum mode, GLint count) {
        if (one_in(4)) glColor4ub(GLubyte(number(256)), 30, GLubyte(number(256)), 100);
        glBegin(mode);
        const bool colored = one_in(3);
        for (GLint i = 0; i < count; ++i) {
            const Vertex vertex = any_vertex();
            if (colored) glColor4ubv(vertex.color);
            glVertex2fv(vertex.position);
        }
        glEnd();
        if (one_in(2)) pair(mode, count);
    }

    void change() {
        switch (number(6)) {
            case 0: glColor4ub(GLubyte(number(256)), GLubyte(number(256)), 40, 200); break;
            case 1: one_in(2) ? glEnable(GL_CULL_FACE) : glDisable(GL_CULL_FACE); break;
            case 2: {
                const uint32_t place = number(vertex_count);
                vertices_[place] = any_vertex();
                if (buffers_)
                    glBufferSubData(GL_ARRAY_BUFFER, GLintptr(place * sizeof(Vertex)), sizeof(Vertex),
                                    &vertices_[place]);
                break;
            }
            case 3: {
                const uint32_t place = number(index_count);
                indices_[place] = static_cast<GLushort>(number(vertex_count - 8));
                if (element_buffer_)
                    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, GLintptr(place * sizeof(GLushort)), sizeof(GLushort),
                                    &indices_[place]);
                break;
            }
            case 4: glPolygonMode(GL_FRONT_AND_BACK, one_in(2) ? GL_LINE : GL_FILL); break;
            default: glScissor(0, 0, GLsizei(number(size)), size), glEnable(GL_SCISSOR_TEST); break;
        }
    }

    std::mt19937 random_;
    CurrentContext gl_;
    std::vector<Vertex> vertices_;
    std::vector<GLushort> indices_;
    bool buffers_ = false, element_buffer_ = false;
};

TEST(DrawSequence, FillsWhatSingleDrawsFill) {
    for (uint32_t seed = 0; seed < 200; ++seed) {
        const std::vector<uint8_t> joined = RandomCommands(seed, true).run();
        ASSERT_EQ(joined, RandomCommands(seed, false).run()) << seed;
    }
}

TEST(DrawSequence, WaitsAndEnds) {
    CurrentContext gl(size, size);
    DrawSequence& sequence = *gl.context->draw_sequence;
    sequence.enabled = true;
    const float corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FLOAT, 0, nullptr);
    for (int i = 0; i < 3; ++i) glDrawArrays(GL_QUADS, 0, 4);
    EXPECT_TRUE(sequence.open);
    EXPECT_EQ(sequence.parts.size(), 2u);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(sequence.parts.size(), 2u);
    // What is refused changes nothing.
    glDrawArrays(GL_QUADS, 0, -1);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_VALUE});
    glDrawArrays(GL_QUADS + 100, 0, 4);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_ENUM});
    EXPECT_FALSE(sequence.open);
    for (int i = 0; i < 3; ++i) glDrawArrays(GL_QUADS, 0, 4);
    glColor3f(1, 0, 0);
    EXPECT_FALSE(sequence.open);
    EXPECT_TRUE(sequence.parts.empty());
    // The application's memory is read at once.
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexPointer(2, GL_FLOAT, 0, corners);
    for (int i = 0; i < 3; ++i) glDrawArrays(GL_QUADS, 0, 4);
    EXPECT_TRUE(sequence.parts.empty());
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
