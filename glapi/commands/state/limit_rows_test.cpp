// Every row of the specifications' tables of limits and new state: glGet answers, with at least the specified minimum,
// or the specified initial value; a few are errors (refused_limits.inc).
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <ostream>
#include <string_view>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/limits.h"
#include "glapi/testing/test_window.h"

namespace glapi {

enum class LimitQuery : uint8_t { Integer, Float, Integer64, Indexed, IndexedExt, Enabled, String, Program, Special };
enum class LimitExpectation : uint8_t { AtLeast, AtMost, Is, Answers };

struct LimitRow {
    const char* id;
    GLenum token;
    LimitQuery query;
    std::string_view target;
    LimitExpectation expectation;
    std::vector<double> values;
};

void PrintTo(const LimitRow& row, std::ostream* out);
void PrintTo(const LimitRow& row, std::ostream* out) { *out << row.id; }

namespace {

using testing::CurrentContext;

const LimitRow rows[] = {
#define LIMIT_ROW(id, token, query, target, expectation, ...) \
    {#id, token, LimitQuery::query, target, LimitExpectation::expectation, __VA_ARGS__},
#include "glapi/testing/limit_rows.inc"
#undef LIMIT_ROW
};

// The error that a row's question is; GL_NO_ERROR where it has an answer.
GLenum refusal(std::string_view id) {
    static constexpr struct {
        std::string_view id;
        GLenum error;
    } refused[] = {
#define REFUSED(id, error, why) {#id, error},
#include "glapi/testing/refused_limits.inc"
#undef REFUSED
    };
    for (const auto& row : refused)
        if (row.id == id) return row.error;
    return GL_NO_ERROR;
}

std::vector<GLenum> targets_of(std::string_view name) {
    if (name == "vertex") return {GL_VERTEX_PROGRAM_ARB};
    if (name == "fragment") return {GL_FRAGMENT_PROGRAM_ARB};
    if (name == "geometry") return {GL_GEOMETRY_PROGRAM_NV};
    if (name == "patches") return {GL_TESS_CONTROL_PROGRAM_NV, GL_TESS_EVALUATION_PROGRAM_NV, GL_GEOMETRY_PROGRAM_NV};
    return {GL_VERTEX_PROGRAM_ARB,      GL_FRAGMENT_PROGRAM_ARB,       GL_GEOMETRY_PROGRAM_NV,
            GL_TESS_CONTROL_PROGRAM_NV, GL_TESS_EVALUATION_PROGRAM_NV, GL_COMPUTE_PROGRAM_NV};
}

class LimitRows : public ::testing::TestWithParam<LimitRow> {
  protected:
    // What the row's command says, as numbers; its error where it says nothing.
    GLenum ask(CurrentContext& gl, const LimitRow& row, GLenum target, std::vector<double>& values) {
        const size_t count = std::max<size_t>(row.values.size(), 1);
        GLint integers[16] = {};
        GLint64 longs[16] = {};
        GLfloat floats[16] = {};
        switch (row.query) {
            case LimitQuery::Integer: commands::GetIntegerv(*gl, row.token, integers); break;
            case LimitQuery::Float: commands::GetFloatv(*gl, row.token, floats); break;
            case LimitQuery::Integer64: commands::GetInteger64v(*gl, row.token, longs); break;
            case LimitQuery::Enabled: integers[0] = commands::IsEnabled(*gl, row.token); break;
            case LimitQuery::Program: commands::GetProgramivARB(*gl, target, row.token, integers); break;
            case LimitQuery::Indexed:
                for (size_t n = 0; n < count; ++n) {
                    commands::GetIntegeri_v(*gl, row.token, static_cast<GLuint>(n), integers + n);
                }
                break;
            case LimitQuery::IndexedExt:
                if (row.token == GL_TRANSFORM_FEEDBACK_RECORD_NV) {  // there must be one
                    const GLint record[] = {GL_POSITION, 4, 0};
                    commands::TransformFeedbackAttribsNV(*gl, 1, record, GL_INTERLEAVED_ATTRIBS);
                }
                commands::GetIntegeri_v(*gl, row.token, 0, integers);
                break;
            case LimitQuery::String: EXPECT_NE(commands::GetString(*gl, row.token), nullptr); break;
            case LimitQuery::Special: return special(gl, row, values);
        }
        if (const GLenum error = gl.error()) return error;
        for (size_t n = 0; n < count; ++n) {
            values.push_back(row.query == LimitQuery::Float       ? floats[n]
                             : row.query == LimitQuery::Integer64 ? double(longs[n])
                                                                  : integers[n]);
        }
        return GL_NO_ERROR;
    }

    // Entry points: commands that nobody has defined yet are there, too, and say so.
    GLenum special(CurrentContext& gl, const LimitRow& row, std::vector<double>& values) {
        const std::string_view command = row.target;
        GLint value = 0;
        if (command == "GetVertexAttribiv") {
            commands::GetVertexAttribiv(*gl, 1, row.token, &value);
        } else if (command == "GetIntegerui64vNV") {
            GLuint64EXT wide = 0;
            commands::GetIntegerui64vNV(*gl, row.token, &wide);
            if (const GLenum error = gl.error()) return error;
            values.push_back(double(wide));
            return GL_NO_ERROR;
        } else if (command == "GetQueryiv") {
            commands::GetQueryiv(*gl, GL_SAMPLES_PASSED, row.token, &value);
        } else if (command == "GetTexLevelParameteriv") {
            commands::GetTexLevelParameteriv(*gl, GL_TEXTURE_2D_MULTISAMPLE, 0, row.token, &value);
        } else if (command == "GetTrackMatrixivNV") {
            glGetTrackMatrixivNV(GL_VERTEX_PROGRAM_NV, 0, row.token, &value);
        } else if (command == "GetProgramivNV") {
            GLuint name = 0;
            commands::GenProgramsARB(*gl, 1, &name);
            commands::BindProgramARB(*gl, GL_VERTEX_PROGRAM_ARB, name);
            commands::GetProgramivNV(*gl, name, row.token, &value);
        } else if (command == "GetProgramStringNV") {
            const std::string_view text = "!!VP1.0 MOV o[HPOS], v[OPOS]; END";
            GLubyte read[64] = {};
            commands::LoadProgramNV(*gl, GL_VERTEX_PROGRAM_NV, 7, GLsizei(text.size()),
                                    reinterpret_cast<const GLubyte*>(text.data()));
            commands::GetProgramStringNV(*gl, 7, row.token, read);
            EXPECT_EQ(reinterpret_cast<const char*>(read), text);
        } else if (command == "GetProgramParameter[df]vNV") {
            GLfloat floats[4] = {1, 1, 1, 1};
            glGetProgramParameterfvNV(GL_VERTEX_PROGRAM_NV, 3, row.token, floats);
            if (const GLenum error = gl.error()) return error;
            values.assign(floats, floats + 4);
            return GL_NO_ERROR;
        } else if (command == "GetMultisamplefvNV") {
            // The framebuffer must have samples.
            GLuint names[2];
            commands::GenRenderbuffers(*gl, 1, &names[0]);
            commands::BindRenderbuffer(*gl, GL_RENDERBUFFER, names[0]);
            commands::RenderbufferStorageMultisample(*gl, GL_RENDERBUFFER, 4, GL_RGBA8, 4, 4);
            commands::GenFramebuffers(*gl, 1, &names[1]);
            commands::BindFramebuffer(*gl, GL_FRAMEBUFFER, names[1]);
            commands::FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[0]);
            GLfloat position[2] = {-1, -1};
            glGetMultisamplefv(row.token, 0, position);
            if (const GLenum error = gl.error()) return error;
            values.assign(position, position + 2);
            return GL_NO_ERROR;
        } else if (command == "GetBufferParameterui64vNV") {
            GLuint name = 0;
            GLuint64EXT address = 1;
            commands::GenBuffers(*gl, 1, &name);
            commands::BindBuffer(*gl, GL_ARRAY_BUFFER, name);
            glGetBufferParameterui64vNV(GL_ARRAY_BUFFER, row.token, &address);
            if (const GLenum error = gl.error()) return error;
            values.push_back(double(address));
            return GL_NO_ERROR;
        } else if (command == "GetProgramiv") {
            glGetProgramiv(1, row.token, &value);
        } else {
            ADD_FAILURE() << "nobody asks with " << command;
        }
        if (const GLenum error = gl.error()) return error;
        values.push_back(value);
        return GL_NO_ERROR;
    }
};

TEST_P(LimitRows, AreAnsweredOrRefused) {
    const LimitRow& row = GetParam();
    GLenum error = GL_NO_ERROR;
    bool answered = false;
    const std::vector<GLenum> targets =
        row.query == LimitQuery::Program ? targets_of(row.target) : std::vector<GLenum>{0};
    for (GLenum target : targets) {
        CurrentContext gl;
        std::vector<double> values;
        if (const GLenum refused = ask(gl, row, target, values)) {
            error = refused;
            continue;
        }
        answered = true;
        for (size_t n = 0; n < row.values.size() && n < values.size(); ++n) {
            switch (row.expectation) {
                case LimitExpectation::AtLeast: EXPECT_GE(values[n], row.values[n]) << "target " << target; break;
                case LimitExpectation::AtMost: EXPECT_LE(values[n], row.values[n]) << "target " << target; break;
                case LimitExpectation::Is: EXPECT_EQ(values[n], row.values[n]) << "target " << target; break;
                case LimitExpectation::Answers: break;
            }
        }
    }
    EXPECT_EQ(answered ? GLenum{GL_NO_ERROR} : error, refusal(row.id));
}

INSTANTIATE_TEST_SUITE_P(Tables, LimitRows, ::testing::ValuesIn(rows),
                         [](const auto& parameter) { return std::string(parameter.param.id); });

// Limits of ir/limits.def.
template <typename T>
void expect_answer(CurrentContext& gl, GLenum token, T limit) {
    GLdouble value = -1;
    commands::GetDoublev(*gl, token, &value);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << enum_name(token);
    EXPECT_EQ(value, double(limit)) << enum_name(token);
}
template <typename T>
void expect_answer(CurrentContext& gl, GLenum token, std::array<T, 2> limit) {
    GLdouble values[2] = {-1, -1};
    commands::GetDoublev(*gl, token, values);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << enum_name(token);
    for (size_t n = 0; n < 2; ++n) EXPECT_EQ(values[n], double(limit[n])) << enum_name(token);
}
void expect_answer(CurrentContext& gl, GLenum token, std::array<int, 3> limit) {
    for (GLuint n = 0; n < 3; ++n) {
        GLint value = -1;
        commands::GetIntegeri_v(*gl, token, n, &value);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << enum_name(token);
        EXPECT_EQ(value, limit[n]) << enum_name(token);
    }
}

TEST(LimitTable, IsWhatGetReturns) {
    CurrentContext gl;
#define ASMGL_LIMIT(token, ...) expect_answer(gl, GL_##token, limits::token);
#include "ir/limits.def"
}

TEST(LimitCoverage, EveryLimitHasARow) { EXPECT_EQ(std::size(rows), 271u); }

}  // namespace
}  // namespace glapi
