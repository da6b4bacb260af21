// Batches of a display list draw and leave what the commands one by one do.
#include "glapi/commands/lists/batch.h"

#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "glapi/draw/draw.h"
#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using testing::CurrentContext;
using testing::Pixel;

constexpr int size = 48;

std::vector<Pixel> picture(const CurrentContext& gl) {
    std::vector<Pixel> pixels;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) pixels.push_back(gl.pixel(x, y));
    return pixels;
}

// Current values and materials.
std::vector<float> values() {
    std::vector<float> all;
    const auto take = [&](int count, const auto& get) {
        all.resize(all.size() + static_cast<size_t>(count));
        get(all.data() + all.size() - count);
    };
    for (const GLenum token : {GL_CURRENT_COLOR, GL_CURRENT_TEXTURE_COORDS, GL_CURRENT_SECONDARY_COLOR})
        take(4, [&](float* to) { ::glGetFloatv(token, to); });
    take(3, [](float* to) { ::glGetFloatv(GL_CURRENT_NORMAL, to); });
    for (const GLenum face : {GL_FRONT, GL_BACK}) {
        for (const GLenum property : {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION})
            take(4, [&](float* to) { ::glGetMaterialfv(face, property, to); });
        take(1, [&](float* to) { ::glGetMaterialfv(face, GL_SHININESS, to); });
    }
    return all;
}

// Random commands, the same for the same seed.
class Commands {
  public:
    explicit Commands(uint32_t seed) : random_(seed) {}

    void set_state() {
        const auto maybe = [&](GLenum capability) { (number(2) ? ::glEnable : ::glDisable)(capability); };
        ::glShadeModel(number(2) ? GL_FLAT : GL_SMOOTH);
        ::glProvokingVertex(number(3) ? GL_LAST_VERTEX_CONVENTION : GL_FIRST_VERTEX_CONVENTION);
        maybe(GL_LIGHTING);
        ::glEnable(GL_LIGHT0);
        ::glEnable(GL_NORMALIZE);
        const float position[] = {0.3f, 0.4f, 1, 0}, ambient[] = {0.3f, 0.5f, 0.4f, 1};
        ::glLightfv(GL_LIGHT0, GL_POSITION, position);
        ::glLightfv(GL_LIGHT0, GL_AMBIENT, ambient);
        ::glLightfv(GL_LIGHT0, GL_SPECULAR, ambient);
        ::glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, static_cast<GLint>(number(2)));
        ::glColorMaterial(number(2) ? GL_FRONT : GL_FRONT_AND_BACK, number(2) ? GL_DIFFUSE : GL_SPECULAR);
        maybe(GL_COLOR_MATERIAL);
        maybe(GL_LINE_STIPPLE);
        ::glLineStipple(1, 0x3f35);
        ::glPolygonMode(GL_FRONT, number(3) ? GL_FILL : GL_LINE);
        ::glPolygonMode(GL_BACK, number(4) ? GL_FILL : GL_POINT);
        ::glColor3f(0.9f, 0.2f, 0.6f);
        ::glNormal3f(0.1f, 0.1f, 1);
    }

    void draw(int pairs) {
        for (int pair = 0; pair < pairs; ++pair) {
            for (uint32_t n = number(3); n > 0; --n) set_value();
            if (number(5) == 0) {
                draw_arrays();
                continue;
            }
            ::glBegin(static_cast<GLenum>(number(10)));
            for (uint32_t n = number(9); n > 0; --n) {
                if (number(2)) set_value();
                vertex();
            }
            if (number(3) == 0) set_value();
            ::glEnd();
        }
    }

  private:
    uint32_t number(uint32_t below) { return static_cast<uint32_t>(random_()) % below; }
    float unit() { return static_cast<float>(number(1001)) / 1000; }
    void vertex() {
        const float x = unit() * 2 - 1, y = unit() * 2 - 1;  // in this order
        ::glVertex2f(x, y);
    }
    void set_value() {
        const float v[4] = {unit(), unit(), unit(), 1};
        switch (number(8)) {
            case 0:
            case 1: ::glColor4fv(v); break;
            case 2: ::glNormal3f(v[0] - 0.5f, v[1] - 0.5f, v[2] + 0.1f); break;
            case 3: ::glTexCoord2fv(v); break;
            case 4: ::glEdgeFlag(static_cast<GLboolean>(number(2))); break;
            case 5: ::glMaterialf(GL_FRONT, GL_SHININESS, v[0] * 60); break;
            default: {
                constexpr GLenum faces[] = {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK};
                constexpr GLenum properties[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION,
                                                 GL_AMBIENT_AND_DIFFUSE};
                const uint32_t face = number(3), property = number(5);
                ::glMaterialfv(faces[face], properties[property], v);
            }
        }
    }
    void draw_arrays() {
        float positions[16], colors[24];
        for (float& value : positions) value = unit() * 2 - 1;
        for (float& value : colors) value = unit();
        ::glVertexPointer(2, GL_FLOAT, 0, positions);
        ::glColorPointer(3, GL_FLOAT, 0, colors);
        ::glEnableClientState(GL_VERTEX_ARRAY);
        if (number(2)) ::glEnableClientState(GL_COLOR_ARRAY);
        const GLenum mode = number(10);
        ::glDrawArrays(mode, 0, static_cast<GLsizei>(number(9)));
        ::glDisableClientState(GL_COLOR_ARRAY);
        ::glDisableClientState(GL_VERTEX_ARRAY);
    }

    std::minstd_rand random_;
};

int largest_difference(const std::vector<Pixel>& a, const std::vector<Pixel>& b) {
    int most = 0;
    for (size_t i = 0; i < a.size(); ++i)
        for (size_t c = 0; c < 4; ++c) most = std::max(most, std::abs(a[i][c] - b[i][c]));
    return most;
}

TEST(ListBatch, DrawsWhatTheCommandsOneByOneDraw) {
    for (uint32_t seed = 1; seed <= 150; ++seed) {
        CurrentContext gl(size, size);
        Commands state(seed);
        state.set_state();
        const std::vector<float> before = values();
        const Commands commands = state;
        const auto run = [&](bool list) {
            ::glPushAttrib(GL_ALL_ATTRIB_BITS);
            ::glClear(GL_COLOR_BUFFER_BIT);
            Commands copy = commands;
            if (list) ::glNewList(1, GL_COMPILE);
            copy.draw(12);
            if (list) {
                ::glEndList();
                EXPECT_EQ(values(), before) << seed;
                ::glCallList(1);
            }
            std::pair result{picture(gl), values()};
            ::glPopAttrib();
            return result;
        };
        const auto wanted = run(false), drawn = run(true);
        // A product that one multiplication of the processor makes, and the other of a program.
        ASSERT_LE(largest_difference(wanted.first, drawn.first), 1) << seed;
        ASSERT_EQ(wanted.second, drawn.second) << seed;
        ASSERT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << seed;
    }
}

// A pair that begins in the list and one that the list is called in are two things.
TEST(ListBatch, CalledBetweenBeginAndEnd) {
    CurrentContext gl(size, size);
    ::glNewList(1, GL_COMPILE);
    ::glColor3f(0, 1, 0);
    ::glBegin(GL_TRIANGLES);
    ::glVertex2f(-1, -1);
    ::glVertex2f(3, -1);
    ::glEnd();
    ::glEndList();
    ::glBegin(GL_TRIANGLES);
    ::glCallList(1);  // a Begin in error, two vertices, and the end of the primitive
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    ::glVertex2f(-1, 3);
    ::glEnd();
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(gl.pixel(5, 5), (Pixel{0, 0, 0, 0}));
    ::glCallList(1);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(ListBatch, ErrorsAmongThePairsStay) {
    CurrentContext gl(size, size);
    ::glNewList(1, GL_COMPILE);
    ::glBegin(GL_TRIANGLES);
    ::glMultiTexCoord2f(GL_TEXTURE31, 0, 0);
    for (const float x : {-1.0f, 3.0f}) ::glVertex2f(x, -1);
    ::glVertex2f(-1, 3);
    ::glEnd();
    ::glEndList();
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    for (int i = 0; i < 2; ++i) {
        ::glCallList(1);
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
        EXPECT_EQ(gl.pixel(20, 20), (Pixel{255, 255, 255, 255}));
    }
}

TEST(ListBatch, SelectionNamesEachPair) {
    CurrentContext gl(size, size);
    ::glNewList(1, GL_COMPILE);
    for (int i = 0; i < 3; ++i) {
        ::glLoadName(static_cast<GLuint>(i + 1));
        for (int pair = 0; pair < 2; ++pair) {
            ::glBegin(GL_POINTS);
            ::glVertex3f(0, 0, 0.1f * static_cast<float>(i));
            ::glEnd();
        }
    }
    ::glEndList();
    GLuint hits[64];
    ::glSelectBuffer(64, hits);
    ::glRenderMode(GL_SELECT);
    ::glInitNames();
    ::glPushName(0);
    ::glCallList(1);
    EXPECT_EQ(::glRenderMode(GL_RENDER), 3);
    EXPECT_EQ(hits[3], 1u);
    EXPECT_EQ(hits[11], 3u);
    GLfloat floats[256];
    ::glFeedbackBuffer(256, GL_2D, floats);
    ::glRenderMode(GL_FEEDBACK);
    ::glCallList(1);
    EXPECT_EQ(::glRenderMode(GL_RENDER), 6 * 3);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

// The same in and outside of lists: arrays supply vertices, and nothing that is current behind the draw.
TEST(ListBatch, ArraysLeaveCurrentValues) {
    CurrentContext gl(size, size);
    const float positions[] = {-1, -1, 1, -1, -1, 1}, normals[] = {1, 0, 0, 1, 0, 0, 1, 0, 0};
    ::glVertexPointer(2, GL_FLOAT, 0, positions);
    ::glNormalPointer(GL_FLOAT, 0, normals);
    for (const bool list : {false, true}) {
        ::glNormal3f(0, 0, 1);
        if (list) ::glNewList(1, GL_COMPILE);
        ::glEnableClientState(GL_VERTEX_ARRAY);
        ::glEnableClientState(GL_NORMAL_ARRAY);
        ::glDrawArrays(GL_TRIANGLES, 0, 3);
        ::glDisableClientState(GL_NORMAL_ARRAY);
        ::glDisableClientState(GL_VERTEX_ARRAY);
        if (list) {
            ::glEndList();
            ::glCallList(1);
        }
        float normal[3];
        ::glGetFloatv(GL_CURRENT_NORMAL, normal);
        EXPECT_EQ(normal[2], 1) << list;
    }
    // Where each pair is executed by itself, too.
    GLfloat floats[64];
    ::glFeedbackBuffer(64, GL_2D, floats);
    ::glRenderMode(GL_FEEDBACK);
    ::glCallList(1);
    float normal[3];
    ::glGetFloatv(GL_CURRENT_NORMAL, normal);
    EXPECT_EQ(normal[2], 1);
    EXPECT_EQ(::glRenderMode(GL_RENDER), 2 + 3 * 2);
}

// What of a list becomes one batch.
TEST(ListBatch, EndsWhereSomethingElseComes) {
    using lists::NodeKind;
    std::vector<lists::Node> storage(400);
    const auto end = [&](const std::vector<NodeKind>& kinds, GLenum mode = GL_QUADS) {
        std::vector<lists::Node*> nodes;
        for (size_t i = 0; i < kinds.size(); ++i) {
            storage[i].kind = kinds[i];
            storage[i].mode = mode;
            nodes.push_back(&storage[i]);
        }
        return lists::Batch::end_of(nodes, 0);
    };
    using enum NodeKind;
    EXPECT_EQ(end({Begin, Attribute, Attribute, End}), 4u);
    EXPECT_EQ(end({Begin, Attribute, End, Attribute, Begin, Attribute, End, Attribute}), 7u);
    EXPECT_EQ(end({Begin, Attribute, End, Outside, Begin, Attribute, End}), 3u);
    EXPECT_EQ(end({Begin, Attribute, Inside, End}), 0u);
    EXPECT_EQ(end({Begin, Attribute}), 0u);
    EXPECT_EQ(end({Attribute, Begin, End}), 0u);
    EXPECT_EQ(end({BeginArrays, Attribute, EndArrays, Material, Begin, Material, End}), 7u);
    EXPECT_EQ(end({Begin, End}, GL_PATCHES), 0u);
    // A material for many vertices is a parameter of a batch of its own.
    std::vector<NodeKind> long_pairs{Begin};
    long_pairs.resize(300, Attribute);
    long_pairs.insert(long_pairs.end(), {End, Material, Begin, Attribute, End});
    EXPECT_EQ(end(long_pairs), 301u);
}

// glMaterial between Begin and End is the vertices' own, in and outside of lists.
TEST(ListBatch, MaterialsBetweenVertices) {
    for (const bool list : {false, true}) {
        CurrentContext gl(size, size);
        ::glEnable(GL_LIGHTING);
        const float black[] = {0, 0, 0, 1}, colors[3][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
        ::glLightModelfv(GL_LIGHT_MODEL_AMBIENT, black);
        if (list) ::glNewList(1, GL_COMPILE);
        ::glBegin(GL_TRIANGLES);
        ::glMaterialfv(GL_FRONT, GL_EMISSION, colors[0]);
        ::glVertex2f(-1, -1);
        ::glMaterialfv(GL_FRONT, GL_EMISSION, colors[1]);
        ::glVertex2f(3, -1);
        ::glMaterialfv(GL_FRONT, GL_EMISSION, colors[2]);
        ::glVertex2f(-1, 3);
        ::glEnd();
        if (list) {
            ::glEndList();
            ::glCallList(1);
        }
        const Pixel corner = gl.pixel(0, 0), right = gl.pixel(size - 1, 0), top = gl.pixel(0, size - 1);
        EXPECT_GT(corner[0], 245) << list;
        EXPECT_NEAR(right[1], 127, 4) << list;
        EXPECT_NEAR(top[2], 127, 4) << list;
        float emission[4];
        ::glGetMaterialfv(GL_FRONT, GL_EMISSION, emission);
        EXPECT_EQ(emission[2], 1) << list;
        // One material again.
        ::glMaterialfv(GL_FRONT, GL_EMISSION, colors[1]);
        ::glRectf(-1, -1, 1, 1);
        EXPECT_EQ(gl.pixel(9, 9), (Pixel{0, 255, 0, 255})) << list;
    }
}

}  // namespace
}  // namespace glapi
