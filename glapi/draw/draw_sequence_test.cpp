// Draws that follow each other fill the pixels that they would fill one by one.
#include "glapi/draw/draw_sequence.h"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <string>
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
        prepare_programs();
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glPointSize(3);
    }

    // Fixed-function processing, assembly programs or shaders, with textures of formats that they treat in several
    // ways.
    void prepare_programs() {
        const GLenum formats[] = {GL_RGBA, GL_LUMINANCE, GL_RGBA, GL_ALPHA};
        glGenTextures(4, textures_);
        for (int i = 0; i < 4; ++i) {
            std::array<uint8_t, 64> texels;
            for (uint8_t& texel : texels) texel = static_cast<uint8_t>(number(256));
            glBindTexture(GL_TEXTURE_2D, textures_[i]);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, i == 2 ? GL_LINEAR : GL_NEAREST);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, i == 2 ? GL_LINEAR : GL_NEAREST);
            glTexImage2D(GL_TEXTURE_2D, 0, GLint(formats[i]), 4, 4, 0, formats[i], GL_UNSIGNED_BYTE, texels.data());
        }
        glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
        glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
        glEnable(GL_TEXTURE_GEN_S);
        glEnable(GL_TEXTURE_GEN_T);
        switch (number(4)) {
            case 0: break;
            case 1: glEnable(GL_TEXTURE_2D); break;
            case 2: {
                const auto load = [](GLenum target, const std::string& text) {
                    glEnable(target);
                    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, GLsizei(text.size()), text.data());
                };
                load(
                    GL_VERTEX_PROGRAM_ARB,
                    "!!ARBvp1.0\nADD result.position, vertex.position, program.local[1];\n"
                    "MUL result.color, vertex.color, program.env[2];\nMOV result.texcoord[0], vertex.position;\nEND\n");
                load(GL_FRAGMENT_PROGRAM_ARB,
                     "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                     "MAD result.color, t, program.local[0], fragment.color;\nEND\n");
                glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 2, 1, 1, 1, 1);
                break;
            }
            default: {
                const char* const texts[] = {
                    "#version 120\nuniform vec4 moved;\nvarying vec2 at;\nvoid main() {\n"
                    "    at = gl_Vertex.xy;\n    gl_Position = gl_Vertex + moved;\n"
                    "    gl_FrontColor = gl_Color;\n}\n",
                    "#version 120\nuniform sampler2D one, other;\nuniform vec4 tint;\n"
                    "varying vec2 at;\nvoid main() {\n    gl_FragColor = tint * "
                    "texture2D(one, at) + gl_Color * texture2D(other, at);\n}\n"};
                program_ = glCreateProgram();
                for (int i = 0; i < 2; ++i) {
                    const GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
                    glShaderSource(shader, 1, &texts[i], nullptr);
                    glCompileShader(shader);
                    glAttachShader(program_, shader);
                }
                glLinkProgram(program_);
                glUseProgram(program_);
            }
        }
    }

    // What a sequence goes on behind.
    void change_values() {
        const auto value = [this] { return static_cast<float>(number(1000)) / 1000; };
        switch (number(4)) {
            case 0:
                glActiveTexture(GL_TEXTURE0 + number(2));
                glBindTexture(GL_TEXTURE_2D, one_in(6) ? 0 : textures_[number(4)]);
                break;
            case 1:
                if (program_) {
                    glUniform4f(glGetUniformLocation(program_, "tint"), value(), value(), value(), 1);
                    if (one_in(3)) glUniform4f(glGetUniformLocation(program_, "moved"), value() - 0.5f, 0, 0, 0);
                } else {
                    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, value(), value(), value(), 1);
                }
                break;
            case 2:
                if (program_)
                    glUniform1i(glGetUniformLocation(program_, one_in(2) ? "one" : "other"), GLint(number(3)));
                else
                    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, value() - 0.5f, 0, 0, 0);
                break;
            default: glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 2, value(), 1, value(), 1); break;
        }
    }

    Vertex any_vertex() {
        const auto coordinate = [this] { return static_cast<float>(number(2400)) / 1000 - 1.2f; };
        const auto byte = [this] { return static_cast<uint8_t>(number(256)); };
        return {{coordinate(), coordinate()}, {byte(), byte(), byte(), byte()}};
    }

    const void* pointer_to_indices(uint32_t first) const {
        const size_t offset = first * sizeof(GLushort);
        return element_buffer_ ? reinterpret_cast<const void*>(offset)
                               : reinterpret_cast<const std::byte*>(indices_.data()) + offset;
    }

    void command() {
        const GLenum mode = number(GL_POLYGON + 1);
        const auto first = static_cast<GLint>(number(vertex_count - 10)), count = static_cast<GLint>(number(10));
        const uint32_t index = number(index_count - 10);
        switch (number(21)) {
            case 0:
            case 1:
            case 2:
            case 3: glDrawArrays(mode, first, count); break;
            case 4:
            case 5:
            case 6: glDrawElements(mode, count, GL_UNSIGNED_SHORT, pointer_to_indices(index)); break;
            case 7:
                glDrawElementsBaseVertex(mode, count, GL_UNSIGNED_SHORT, pointer_to_indices(index), GLint(number(8)));
                break;
            case 8: {
                const GLint firsts[3] = {first, GLint(number(vertex_count - 10)), 3};
                const GLsizei counts[3] = {count, GLsizei(number(10)), 4};
                glMultiDrawArrays(mode, firsts, counts, 3);
                break;
            }
            case 9: {
                const void* pointers[2] = {pointer_to_indices(index), pointer_to_indices(number(index_count - 10))};
                const GLsizei counts[2] = {count, GLsizei(number(10))};
                glMultiDrawElements(mode, counts, GL_UNSIGNED_SHORT, pointers, 2);
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
            case 16:
            case 17:
            case 18:
            case 19: change_values(); break;
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
                const uint32_t changed = number(vertex_count);
                vertices_[changed] = any_vertex();
                if (buffers_)
                    glBufferSubData(GL_ARRAY_BUFFER, GLintptr(changed * sizeof(Vertex)), sizeof(Vertex),
                                    &vertices_[changed]);
                break;
            }
            case 3: {
                const uint32_t changed = number(index_count);
                indices_[changed] = static_cast<GLushort>(number(vertex_count - 8));
                if (element_buffer_)
                    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, GLintptr(changed * sizeof(GLushort)), sizeof(GLushort),
                                    &indices_[changed]);
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
    GLuint textures_[4] = {}, program_ = 0;
};

TEST(DrawSequence, FillsWhatSingleDrawsFill) {
    for (uint32_t seed = 0; seed < 200; ++seed) {
        const std::vector<uint8_t> joined = RandomCommands(seed, true).run();
        ASSERT_EQ(joined, RandomCommands(seed, false).run()) << seed;
    }
}

// Every state is reached and left; nothing that waits is lost.
TEST(SequenceStates, AreReachedAndLeft) {
    for (const SequencePhase phase : {SequencePhase::Closed, SequencePhase::Open, SequencePhase::Waiting}) {
        EXPECT_TRUE(std::ranges::any_of(sequence_transitions, [&](const auto& row) { return row.to == phase; }));
        EXPECT_TRUE(std::ranges::any_of(sequence_transitions,
                                        [&](const auto& row) { return row.from == phase && row.to != phase; }));
    }
    EXPECT_EQ(next_state(SequencePhase::Waiting, SequenceEvent::End), std::nullopt);
    EXPECT_EQ(next_state(SequencePhase::Closed, SequenceEvent::Join), std::nullopt);
    for (size_t n = 0; n < std::size(sequence_transitions); ++n)
        for (size_t m = 0; m < n; ++m)
            EXPECT_FALSE(sequence_transitions[n].from == sequence_transitions[m].from &&
                         sequence_transitions[n].event == sequence_transitions[m].event);
    EXPECT_EQ(next_state(SequenceUser::Drawing, SequenceUserEvent::AskToEnd), SequenceUser::Ending);
    EXPECT_EQ(next_state(SequenceUser::Ending, SequenceUserEvent::Leave), SequenceUser::Free);
    EXPECT_EQ(next_state(SequenceUser::Drawing, SequenceUserEvent::Enter), std::nullopt);
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
    EXPECT_TRUE(sequence.is_open());
    EXPECT_EQ(sequence.parts.size(), 2u);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(sequence.parts.size(), 2u);
    // What is refused changes nothing.
    glDrawArrays(GL_QUADS, 0, -1);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_VALUE});
    glDrawArrays(GL_QUADS + 100, 0, 4);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_ENUM});
    EXPECT_FALSE(sequence.is_open());
    for (int i = 0; i < 3; ++i) glDrawArrays(GL_QUADS, 0, 4);
    glColor3f(1, 0, 0);
    EXPECT_FALSE(sequence.is_open());
    EXPECT_TRUE(sequence.parts.empty());
    // Parameters and textures interrupt it.
    const std::string text = "!!ARBfp1.0\nMOV result.color, program.local[0];\nEND\n";
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, GLsizei(text.size()), text.data());
    for (int i = 0; i < 3; ++i) glDrawArrays(GL_QUADS, 0, 4);
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0, 1, 0, 1);
    EXPECT_TRUE(sequence.is_open());
    EXPECT_TRUE(sequence.parts.empty());
    glDrawArrays(GL_QUADS, 0, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    glDrawArrays(GL_QUADS, 0, 4);
    EXPECT_TRUE(sequence.is_open());
    EXPECT_EQ(sequence.draws, 5u);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    EXPECT_FALSE(sequence.is_open());
    // The application's memory is read at once.
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexPointer(2, GL_FLOAT, 0, corners);
    for (int i = 0; i < 3; ++i) glDrawArrays(GL_QUADS, 0, 4);
    EXPECT_TRUE(sequence.parts.empty());
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
