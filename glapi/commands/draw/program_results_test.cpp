// What programs leave to the stages behind them: results written in part or not at all, vertices that clipping makes,
// geometry programs without vertices; and state that they read.
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::green;
using testing::nothing;
using testing::Pixel;

struct ProgramResults : testing::ProgramFixture {
    // VP1.0 to VP2.0 are loaded by a command of their own.
    void load_vertices(const std::string& text) {
        if (!text.starts_with("!!VP")) return load(GL_VERTEX_PROGRAM_ARB, text);
        constexpr GLuint name = 77;
        LoadProgramNV(context(), GL_VERTEX_PROGRAM_NV, name, static_cast<GLsizei>(text.size()),
                      reinterpret_cast<const GLubyte*>(text.data()));
        BindProgramARB(context(), GL_VERTEX_PROGRAM_NV, name);
        Enable(context(), GL_VERTEX_PROGRAM_NV);
        expect(GL_NO_ERROR);
    }
    // Position and colour of one vertex as transform feedback captures them.
    std::vector<float> captured(const std::string& vertex, const std::string& geometry = "") {
        load_vertices(vertex);
        if (!geometry.empty()) load(GL_GEOMETRY_PROGRAM_NV, geometry);
        GLuint buffer = 0;
        GenBuffers(context(), 1, &buffer);
        BindBuffer(context(), GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
        std::vector<float> values(8, -9);
        BufferData(context(), GL_TRANSFORM_FEEDBACK_BUFFER, 32, values.data(), GL_DYNAMIC_READ);
        const GLint attribs[] = {GL_POSITION, 4, 0, GL_PRIMARY_COLOR, 4, 0};
        TransformFeedbackAttribsNV(context(), 2, attribs, GL_INTERLEAVED_ATTRIBS);
        BindBufferBase(context(), GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        BeginTransformFeedback(context(), GL_POINTS);
        point();
        EndTransformFeedback(context());
        GetBufferSubData(context(), GL_TRANSFORM_FEEDBACK_BUFFER, 0, 32, values.data());
        Disable(context(), GL_GEOMETRY_PROGRAM_NV);
        expect(GL_NO_ERROR);
        return values;
    }
    void point() {
        Begin(context(), GL_POINTS);
        Vertex2f(context(), 0.5f, 0.25f);
        End(context());
    }
};

TEST_F(ProgramResults, UnwrittenComponentsOfPositionsAreZeroAndOne) {
    const std::vector<float> expected{0.5f, 0.25f, 0, 1};
    const auto position = [](const std::vector<float>& values) {
        return std::vector<float>(values.begin(), values.begin() + 4);
    };
    for (const char* const text :
         {"!!ARBvp1.0\nMOV result.position.xy, vertex.position;\nEND",
          "!!NVvp4.0\nMOV result.position.xy, vertex.position;\nEND", "!!VP1.0\nMOV o[HPOS].xy, v[OPOS];\nEND",
          "!!VP2.0\nMOV o[HPOS].xy, v[OPOS];\nEND"}) {
        EXPECT_EQ(position(captured(text)), expected) << text;
        Disable(context(), GL_RASTERIZER_DISCARD);
        load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND");
        Clear(context(), GL_COLOR_BUFFER_BIT);
        square();
        EXPECT_EQ(gl_->pixel(1, 1), green) << text;
        EXPECT_EQ(gl_->pixel(62, 62), green) << text;
    }
    EXPECT_EQ(position(captured("!!NVvp4.0\nMOV result.position, vertex.position;\nEND",
                                "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n"
                                "MOV result.position.xy, vertex[0].position;\nEMIT;\nEND")),
              expected);
}

TEST_F(ProgramResults, OfTheOldestProgramsBeginWithZeroAndOne) {
    for (const char* const header : {"!!VP1.0", "!!VP1.1", "!!VP2.0"}) {
        const std::string text = std::string(header) + "\nMOV o[HPOS], v[OPOS];\n";
        EXPECT_EQ(captured(text + "END"), (std::vector<float>{0.5f, 0.25f, 0, 1, 0, 0, 0, 1})) << header;
        EXPECT_EQ(captured(text + "MOV o[COL0].y, v[OPOS].x;\nEND"),
                  (std::vector<float>{0.5f, 0.25f, 0, 1, 0, 0.5f, 0, 1}))
            << header;
        // Feedback of the old kind, and the raster position.
        load_vertices(text + "END");
        float values[16] = {};
        FeedbackBuffer(context(), 16, GL_3D_COLOR, values);
        RenderMode(context(), GL_FEEDBACK);
        point();
        EXPECT_EQ(RenderMode(context(), GL_RENDER), 8) << header;
        EXPECT_EQ((std::vector<float>{values[4], values[5], values[6], values[7]}), (std::vector<float>{0, 0, 0, 1}))
            << header;
        RasterPos2f(context(), 0, 0);
        GetFloatv(context(), GL_CURRENT_RASTER_COLOR, values);
        EXPECT_EQ(std::vector<float>(values, values + 4), (std::vector<float>{0, 0, 0, 1})) << header;
    }
    // A position in part.
    load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nMOV result.position.xy, vertex.position;\nEND");
    RasterPos2f(context(), 0.5f, 0);
    float position[4] = {};
    GetFloatv(context(), GL_CURRENT_RASTER_POSITION, position);
    EXPECT_EQ(std::vector<float>(position, position + 2), (std::vector<float>{48, 32}));
}

TEST_F(ProgramResults, GeometryProgramsMayHaveNoVertices) {
    std::string text = "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 0;\n";
    for (const char* const vertex : {"vertex[0]", "vertex[1]", "vertex[2]"})
        text += std::string("MOV result.position, ") + vertex + ".position;\nMOV result.color, 1;\nEMIT;\n";
    text += "END";
    load(GL_GEOMETRY_PROGRAM_NV, text);
    const auto triangle = [&] {
        Begin(context(), GL_TRIANGLES);
        for (const auto& [x, y] : {std::pair{-1, -1}, {3, -1}, {-1, 3}}) Vertex2i(context(), x, y);
        End(context());
        expect(GL_NO_ERROR);
    };
    triangle();
    EXPECT_EQ(gl_->pixel(32, 32), nothing);
    ProgramVertexLimitNV(context(), GL_GEOMETRY_PROGRAM_NV, 3);
    triangle();
    EXPECT_EQ(gl_->pixel(32, 32), (Pixel{255, 255, 255, 255}));
}

// ---- clipping (NV_fragment_program4 2.14.8)

TEST_F(ProgramResults, WhatHasNoPerspectiveIsLinearBehindClipping) {
    load(GL_VERTEX_PROGRAM_ARB,
         "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.attrib[0], vertex.texcoord[0];\n"
         "MOV result.attrib[1], vertex.texcoord[0];\nMOV result.clip[0].x, vertex.texcoord[1].x;\nEND");
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp4.0\nNOPERSPECTIVE ATTRIB linear = fragment.attrib[0];\n"
         "MOV result.color.xy, linear;\nMOV result.color.z, fragment.attrib[1].x;\nMOV result.color.w, 1;\nEND");
    // Corners of the window at different depths. The window's coordinates are what is interpolated; the clip distance
    // cuts off a corner.
    const auto draw = [&](GLenum mode, bool clipped) {
        Clear(context(), GL_COLOR_BUFFER_BIT);
        (clipped ? Enable : Disable)(context(), GL_CLIP_DISTANCE0);
        Begin(context(), mode);
        const float corners[3][3] = {{-1, -1, 1}, {1, -1, 4}, {-1, 1, 9}};
        for (const auto& [x, y, w] : corners) {
            if (mode == GL_LINES && y > 0) break;
            MultiTexCoord2f(context(), GL_TEXTURE0, (x + 1) / 2, (y + 1) / 2);
            MultiTexCoord1f(context(), GL_TEXTURE1, x > 0 ? -1.0f : 1.0f);
            Vertex4f(context(), x * w, y * w + (mode == GL_LINES ? w : 0), 0, w);
        }
        End(context());
        expect(GL_NO_ERROR);
    };
    for (const GLenum mode : {GLenum{GL_TRIANGLES}, GLenum{GL_LINES}}) {
        std::vector<Pixel> whole(64 * 64);
        draw(mode, false);
        for (int i = 0; i < 64 * 64; ++i) whole[size_t(i)] = gl_->pixel(i % 64, i / 64);
        draw(mode, true);
        int drawn = 0, cut = 0;
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x) {
                const Pixel pixel = gl_->pixel(x, y), before = whole[size_t(y * 64 + x)];
                cut += before[3] != 0 && pixel[3] == 0;
                if (pixel[3] == 0) continue;
                ++drawn;
                EXPECT_NEAR(pixel[0], 255 * (x + 0.5) / 64, 1.0) << x << " " << y;
                if (mode == GL_TRIANGLES) {
                    EXPECT_NEAR(pixel[1], 255 * (y + 0.5) / 64, 1.0) << x << " " << y;
                }
                for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(pixel[c], before[c], 1.0) << x << " " << y << " " << c;
            }
        EXPECT_GT(drawn, mode == GL_LINES ? 20 : 400);
        EXPECT_GT(cut, mode == GL_LINES ? 5 : 50);
    }
}

// ---- state

TEST_F(ProgramResults, ReadTheAngleOfASpotLight) {
    Lightf(context(), GL_LIGHT2, GL_SPOT_CUTOFF, 51);
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!ARBfp1.0\nPARAM angle = state.light[2].spot.cutoff;\nMUL result.color, angle, {0.00392156863, 1, 1, "
         "1};\nEND");
    square();
    EXPECT_EQ(gl_->pixel(5, 5), (Pixel{51, 0, 0, 255}));
}

TEST_F(ProgramResults, ReadTheLengthOfStorageBuffers) {
    GLuint buffer = 0;
    GenBuffers(context(), 1, &buffer);
    BindBuffer(context(), GL_SHADER_STORAGE_BUFFER, buffer);
    BufferData(context(), GL_SHADER_STORAGE_BUFFER, 96, nullptr, GL_STATIC_DRAW);
    BindBufferBase(context(), GL_SHADER_STORAGE_BUFFER, 3, buffer);
    BindBufferRange(context(), GL_SHADER_STORAGE_BUFFER, 4, buffer, 16, 20);
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp5.0\nOPTION NV_shader_storage_buffer;\nPARAM length[] = { program.storagelen[2..4] };\nTEMP t;\n"
         "I2F t.x, length[0].x;\nI2F t.y, length[1].x;\nI2F t.z, length[2].x;\nMOV t.w, 255;\n"
         "MUL result.color, t, 0.00392156863;\nEND");
    square();
    expect(GL_NO_ERROR);
    EXPECT_EQ(gl_->pixel(5, 5), (Pixel{0, 96, 20, 255}));
    BufferData(context(), GL_SHADER_STORAGE_BUFFER, 32, nullptr, GL_STATIC_DRAW);
    square();
    EXPECT_EQ(gl_->pixel(5, 5), (Pixel{0, 32, 16, 255}));
}

}  // namespace
}  // namespace glapi
