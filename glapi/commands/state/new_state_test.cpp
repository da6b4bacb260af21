// Every entry of the tables of new state of every extension that is named: its Get command answers, with the initial
// value.
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

enum class Expectation : uint8_t { Is, AtLeast, AtMost, Answers };
struct Row {
    const char* extension;
    const char* name;
    GLenum token;
    std::string_view query;
    Expectation expectation;
    double value;
};
const Row rows[] = {
#define NEW_STATE(extension, token, query, expectation, value) \
    {"GL_" #extension, #token, token, #query, Expectation::expectation, double(value)},
#include "glapi/testing/new_state_tables.inc"
#undef NEW_STATE
};

template <typename T>
using Getter = void (*)(GLenum, T*);
template <typename T>
double first(Getter<T> get, GLenum token) {
    T values[256] = {};
    get(token, values);
    return double(values[0]);
}
template <typename T>
double first_indexed(void (*get)(GLenum, GLuint, T*), GLenum token) {
    T values[16] = {};
    get(token, 0, values);
    return double(values[0]);
}

GLuint new_buffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name);
    return name;
}
// Bound; with a texture attached if asked for.
void new_framebuffer(bool attach) {
    GLuint names[2] = {};
    glGenFramebuffers(1, &names[0]);
    glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
    if (!attach) return;
    glGenTextures(1, &names[1]);
    glBindTexture(GL_TEXTURE_2D, names[1]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, names[1], 0);
}
GLuint new_sampler() {
    GLuint name = 0;
    glGenSamplers(1, &name);
    return name;
}
GLuint new_query() {
    GLuint name = 0;
    glGenQueries(1, &name);
    glBeginQuery(GL_SAMPLES_PASSED, name);
    glEndQuery(GL_SAMPLES_PASSED);
    glFinish();
    return name;
}
void new_renderbuffer() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
}

GLenum program_target(const Row& row) {
    const std::string_view extension = row.extension;
    return extension.find("fragment_program") != extension.npos ? GL_FRAGMENT_PROGRAM_ARB : GL_VERTEX_PROGRAM_ARB;
}
// A loaded program of NV_vertex_program or NV_fragment_program.
GLuint new_nv_program(const Row& row) {
    const bool fragment = program_target(row) == GL_FRAGMENT_PROGRAM_ARB;
    const std::string_view text = fragment ? "!!FP1.0 MOV o[COLR], f[COL0]; END" : "!!VP1.0 MOV o[HPOS], v[OPOS]; END";
    glLoadProgramNV(fragment ? GL_FRAGMENT_PROGRAM_NV : GL_VERTEX_PROGRAM_NV, 7, GLsizei(text.size()),
                    reinterpret_cast<const GLubyte*>(text.data()));
    return 7;
}

// Those that take nothing but the token, or an index beside it.
const std::map<std::string_view, std::function<double(GLenum)>>& plain_queries() {
    static const std::map<std::string_view, std::function<double(GLenum)>> queries{
        {"GetIntegerv", [](GLenum t) { return first(glGetIntegerv, t); }},
        {"GetFloatv", [](GLenum t) { return first(glGetFloatv, t); }},
        {"GetBooleanv", [](GLenum t) { return first(glGetBooleanv, t); }},
        {"GetInteger64v", [](GLenum t) { return first(glGetInteger64v, t); }},
        {"GetIntegerui64vNV", [](GLenum t) { return first(glGetIntegerui64vNV, t); }},
        {"GetIntegeri_v", [](GLenum t) { return first_indexed(glGetIntegeri_v, t); }},
        {"GetBooleani_v", [](GLenum t) { return first_indexed(glGetBooleani_v, t); }},
        {"GetFloati_v", [](GLenum t) { return first_indexed(glGetFloati_v, t); }},
        {"GetDoublei_v", [](GLenum t) { return first_indexed(glGetDoublei_v, t); }},
        {"GetInteger64i_v", [](GLenum t) { return first_indexed(glGetInteger64i_v, t); }},
        {"GetIntegerui64i_vNV", [](GLenum t) { return first_indexed(glGetIntegerui64i_vNV, t); }},
        {"IsEnabled", [](GLenum t) { return double(glIsEnabled(t)); }},
        {"IsEnabledi", [](GLenum t) { return double(glIsEnabledi(t, 0)); }}};
    return queries;
}

// Asks in the application's way; errors stay for the caller to see.
double ask(const Row& row) {
    const GLenum token = row.token;
    const std::string_view query = row.query;
    GLint value = 0;
    GLfloat real = 0;
    GLuint64EXT wide = 0;
    void* pointer = nullptr;
    if (token == GL_TRANSFORM_FEEDBACK_RECORD_NV) {  // there must be one
        const GLint record[] = {GL_POSITION, 4, 0};
        glTransformFeedbackAttribsNV(1, record, GL_INTERLEAVED_ATTRIBS);
    }
    if (const auto found = plain_queries().find(query); found != plain_queries().end()) return found->second(token);
    if (query == "GetPointerv") {
        glGetPointerv(token, &pointer);
        return double(reinterpret_cast<uintptr_t>(pointer));
    }
    if (query == "GetString") {
        EXPECT_NE(glGetString(token), nullptr);
    } else if (query == "GetProgramivARB") {
        glGetProgramivARB(program_target(row), token, &value);
    } else if (query == "GetProgramStringARB") {
        char text[1] = {};
        glGetProgramStringARB(program_target(row), token, text);
    } else if (query == "GetProgramivNV") {
        glGetProgramivNV(new_nv_program(row), token, &value);
    } else if (query == "GetProgramStringNV") {
        GLubyte text[64] = {};
        glGetProgramStringNV(new_nv_program(row), token, text);
        EXPECT_NE(text[0], 0);
    } else if (query == "GetTrackMatrixivNV") {
        glGetTrackMatrixivNV(GL_VERTEX_PROGRAM_NV, 0, token, &value);
    } else if (query == "GetTexParameter") {
        GLfloat reals[4] = {};
        glGetTexParameterfv(GL_TEXTURE_2D, token, reals);
        real = reals[0];
    } else if (query == "GetTexParameterIivEXT") {
        GLint values[4] = {};
        glGetTexParameterIivEXT(GL_TEXTURE_2D, token, values);
    } else if (query == "GetTexLevelParameter") {
        const bool buffer = token == GL_TEXTURE_BUFFER_OFFSET || token == GL_TEXTURE_BUFFER_SIZE;
        glGetTexLevelParameteriv(buffer ? GL_TEXTURE_BUFFER : GL_TEXTURE_2D, 0, token, &value);
    } else if (query == "GetTexEnv") {
        const GLenum target = token == GL_COORD_REPLACE      ? GL_POINT_SPRITE
                              : token == GL_TEXTURE_LOD_BIAS ? GL_TEXTURE_FILTER_CONTROL
                                                             : GL_TEXTURE_ENV;
        glGetTexEnvfv(target, token, &real);
    } else if (query == "GetSamplerParameter") {
        GLfloat reals[4] = {};
        glGetSamplerParameterfv(new_sampler(), token, reals);
        real = reals[0];
    } else if (query == "GetVertexAttrib") {
        GLfloat reals[4] = {};
        if (token == GL_VERTEX_ATTRIB_ARRAY_POINTER) {
            glGetVertexAttribPointerv(1, token, &pointer);
        } else {
            glGetVertexAttribfv(1, token, reals);
        }
        real = reals[0];
    } else if (query == "GetQueryiv") {
        glGetQueryiv(GL_SAMPLES_PASSED, token, &value);
    } else if (query == "GetQueryObject") {
        glGetQueryObjectiv(new_query(), token, &value);
    } else if (query == "GetBufferParameteriv") {
        new_buffer();
        glGetBufferParameteriv(GL_ARRAY_BUFFER, token, &value);
    } else if (query == "GetBufferParameterui64vNV") {
        new_buffer();
        glBufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);  // without a data store the question is an error
        glGetBufferParameterui64vNV(GL_ARRAY_BUFFER, token, &wide);
    } else if (query == "GetBufferPointerv") {
        new_buffer();
        glGetBufferPointerv(GL_ARRAY_BUFFER, token, &pointer);
    } else if (query == "GetFramebufferAttachmentParameteriv") {
        // Without an attachment there is nothing but its type and name to ask for.
        new_framebuffer(token != GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE &&
                        token != GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, token, &value);
    } else if (query == "GetFramebufferParameteriv") {
        new_framebuffer(false);
        glGetFramebufferParameteriv(GL_FRAMEBUFFER, token, &value);
    } else if (query == "GetRenderbufferParameteriv") {
        new_renderbuffer();
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, token, &value);
    } else if (query == "GetMultisamplefv") {
        GLfloat position[2] = {};
        new_framebuffer(false);
        new_renderbuffer();
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 4, 4);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  GLuint(first(glGetIntegerv, GL_RENDERBUFFER_BINDING)));
        glGetMultisamplefv(token, 0, position);
    } else {
        ADD_FAILURE() << "nobody asks with " << query;
    }
    return value + double(real) + double(wide) + double(reinterpret_cast<uintptr_t>(pointer));
}

TEST(NewState, OfEveryExtensionAnswers) {
    for (const Row& row : rows) {
        SCOPED_TRACE(std::string(row.extension) + ": " + row.name + " by gl" + std::string(row.query));
        CurrentContext gl(8, 8);
        const double value = ask(row);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        switch (row.expectation) {
            case Expectation::Is: EXPECT_EQ(value, row.value); break;
            case Expectation::AtLeast: EXPECT_GE(value, row.value); break;
            case Expectation::AtMost: EXPECT_LE(value, row.value); break;
            case Expectation::Answers: break;
        }
    }
}

TEST(NewState, TableIsOfExtensionsThatAreNamed) {
    CurrentContext gl(8, 8);
    std::set<std::string_view> named;
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i)
        named.insert(reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i))));
    for (const Row& row : rows) EXPECT_TRUE(named.contains(row.extension)) << row.extension;
    EXPECT_GT(std::size(rows), 600u) << "rows have gone";
}

// The state of NV_parameter_buffer_object's cousin for GLSL: applications that link against both bind it.
TEST(NewState, UniformBuffersAreBoundAndReported) {
    CurrentContext gl(8, 8);
    EXPECT_GE(first(glGetIntegerv, GL_MAX_UNIFORM_BUFFER_BINDINGS), 36);
    const GLint alignment = GLint(first(glGetIntegerv, GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT));
    EXPECT_GE(alignment, 1);
    EXPECT_LE(alignment, 256);
    GLuint names[2] = {};
    glGenBuffers(2, names);
    glBindBuffer(GL_UNIFORM_BUFFER, names[0]);
    EXPECT_EQ(first(glGetIntegerv, GL_UNIFORM_BUFFER_BINDING), names[0]);
    const GLint data[64] = {1, 2, 3, 4};
    glBufferData(GL_UNIFORM_BUFFER, sizeof data, data, GL_DYNAMIC_DRAW);
    GLint read[4] = {};
    glGetBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof read, read);
    EXPECT_EQ(read[3], 4);
    const auto indexed = [](GLenum token, GLuint index) {
        GLint64 value = -1;
        glGetInteger64i_v(token, index, &value);
        return value;
    };
    glBindBufferRange(GL_UNIFORM_BUFFER, 3, names[0], alignment, 32);
    glBindBufferBase(GL_UNIFORM_BUFFER, 5, names[1]);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(first(glGetIntegerv, GL_UNIFORM_BUFFER_BINDING), names[1]) << "indexed bindings bind the target, too";
    EXPECT_EQ(indexed(GL_UNIFORM_BUFFER_BINDING, 3), names[0]);
    EXPECT_EQ(indexed(GL_UNIFORM_BUFFER_START, 3), alignment);
    EXPECT_EQ(indexed(GL_UNIFORM_BUFFER_SIZE, 3), 32);
    EXPECT_EQ(indexed(GL_UNIFORM_BUFFER_BINDING, 5), names[1]);
    EXPECT_EQ(indexed(GL_UNIFORM_BUFFER_SIZE, 5), 0);
    glDeleteBuffers(1, &names[0]);
    EXPECT_EQ(indexed(GL_UNIFORM_BUFFER_BINDING, 3), 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    glBindBufferRange(GL_UNIFORM_BUFFER, 0, names[1], alignment + 1, 32);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    glBindBufferBase(GL_UNIFORM_BUFFER, 1000, names[1]);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

}  // namespace
}  // namespace glapi
