#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using testing::CurrentContext;

ContextRequest debug_request() {
    ContextRequest request;
    request.debug = true;
    return request;
}

struct Received {
    GLenum source, type;
    GLuint id;
    GLenum severity;
    std::string text;
};

void receive(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar* message,
             const void* user) {
    auto* const list = const_cast<std::vector<Received>*>(static_cast<const std::vector<Received>*>(user));
    list->push_back({source, type, id, severity, std::string(message, size_t(length))});
}

TEST(Debug, ErrorsBecomeMessages) {
    CurrentContext context(8, 8, {}, debug_request());
    std::vector<Received> received;
    commands::DebugMessageCallback(*context, receive, &received);
    commands::DepthFunc(*context, GL_TEXTURE_2D);
    ASSERT_EQ(received.size(), 1u);
    EXPECT_EQ(received[0].type, GLenum{GL_DEBUG_TYPE_ERROR});
    EXPECT_NE(received[0].text.find("GL_TEXTURE_2D"), std::string::npos) << received[0].text;
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

// Each by its own name, whichever others do its work.
TEST(Debug, MessagesBeginWithTheCommand) {
    CurrentContext context(8, 8, {}, debug_request());
    std::vector<Received> received;
    ::glDebugMessageCallback(receive, &received);
    GLuint texture = 0;
    ::glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    const auto expect = [&](const char* text) {
        ASSERT_EQ(received.size(), 1u) << text;
        EXPECT_EQ(received[0].text, text);
        received.clear();
    };
    ::glDepthFunc(GL_TEXTURE_2D);
    expect("glDepthFunc: GL_TEXTURE_2D is not a comparison");
    ::glVertexAttrib4f(99, 0, 0, 0, 0);
    expect("glVertexAttrib4f: index 99 is not below MAX_VERTEX_ATTRIBS");
    ::glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_LINEAR);
    expect("glTextureParameteri: GL_TEXTURE_WRAP_S can't be GL_LINEAR");
    ::glUniform1i(0, 0);
    expect("glUniform1i: no program is in use");
    ::glGenPathsNV(1);
    EXPECT_TRUE(received.at(0).text.starts_with("glGenPathsNV: not implemented (")) << received[0].text;
    received.clear();
    ::glBegin(GL_POINTS);
    ::glFinish();
    ::glEnd();
    expect("glFinish: not allowed between glBegin and glEnd");
}

TEST(Debug, MessagesOfListsNameTheCommandsInThem) {
    CurrentContext context(8, 8, {}, debug_request());
    std::vector<Received> received;
    ::glDebugMessageCallback(receive, &received);
    ::glNewList(1, GL_COMPILE);
    ::glDepthFunc(GL_TEXTURE_2D);
    ::glEndList();
    ::glNewList(2, GL_COMPILE);
    ::glCallList(1);
    ::glLogicOp(GL_TEXTURE_2D);
    ::glEndList();
    EXPECT_EQ(received.size(), 0u);
    ::glCallList(2);
    ASSERT_EQ(received.size(), 2u);
    EXPECT_EQ(received[0].text, "glDepthFunc: GL_TEXTURE_2D is not a comparison");
    EXPECT_EQ(received[1].text, "glLogicOp: GL_TEXTURE_2D is not an operation");
    EXPECT_STREQ((*context).gates.command, "glCallList");
}

TEST(Debug, CommandsOfTheCallbackAreOfTheirOwn) {
    CurrentContext context(8, 8, {}, debug_request());
    ::glDebugMessageCallback(
        [](GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar*, const void*) { ::glIsEnabled(GL_BLEND); }, nullptr);
    ::glDepthFunc(GL_TEXTURE_2D);
    EXPECT_STREQ((*context).gates.command, "glDepthFunc");
}

TEST(Debug, LogsWithoutCallback) {
    CurrentContext context(8, 8, {}, debug_request());
    const auto insert = [&](const char* text) {
        commands::DebugMessageInsert(*context, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 5,
                                     GL_DEBUG_SEVERITY_NOTIFICATION, -1, text);
    };
    insert("one");
    insert("three");
    GLint logged = 0, next = 0;
    commands::GetIntegerv(*context, GL_DEBUG_LOGGED_MESSAGES, &logged);
    commands::GetIntegerv(*context, GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, &next);
    EXPECT_EQ(logged, 2);
    EXPECT_EQ(next, 4);
    char text[8];
    GLsizei lengths[2];
    GLuint ids[2];
    // The second message does not fit any more and stays.
    EXPECT_EQ(commands::GetDebugMessageLog(*context, 2, sizeof text, nullptr, nullptr, ids, nullptr, lengths, text),
              1u);
    EXPECT_STREQ(text, "one");
    EXPECT_EQ(lengths[0], 4);
    EXPECT_EQ(ids[0], 5u);
    EXPECT_EQ(commands::GetDebugMessageLog(*context, 2, sizeof text, nullptr, nullptr, nullptr, nullptr, nullptr, text),
              1u);
    EXPECT_STREQ(text, "three");
    for (int i = 0; i < 2 * limits::MAX_DEBUG_LOGGED_MESSAGES; ++i) insert("x");
    commands::GetIntegerv(*context, GL_DEBUG_LOGGED_MESSAGES, &logged);
    EXPECT_EQ(logged, limits::MAX_DEBUG_LOGGED_MESSAGES);
}

TEST(Debug, ControlAndGroups) {
    CurrentContext context(8, 8, {}, debug_request());
    std::vector<Received> received;
    commands::DebugMessageCallback(*context, receive, &received);
    const auto insert = [&](GLuint id) {
        commands::DebugMessageInsert(*context, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, id,
                                     GL_DEBUG_SEVERITY_MEDIUM, -1, "m");
    };
    commands::PushDebugGroup(*context, GL_DEBUG_SOURCE_APPLICATION, 1, -1, "group");
    const GLuint id = 7;
    commands::DebugMessageControl(*context, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, GL_DONT_CARE, 1, &id,
                                  GL_FALSE);
    insert(7);
    insert(8);
    commands::PopDebugGroup(*context);
    insert(7);
    ASSERT_EQ(received.size(), 4u);
    EXPECT_EQ(received[0].type, GLenum{GL_DEBUG_TYPE_PUSH_GROUP});
    EXPECT_EQ(received[1].id, 8u);
    EXPECT_EQ(received[2].type, GLenum{GL_DEBUG_TYPE_POP_GROUP});
    EXPECT_EQ(received[2].text, "group");
    EXPECT_EQ(received[3].id, 7u) << "the filter went with its group";
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    commands::DebugMessageControl(*context, GL_DONT_CARE, GL_DEBUG_TYPE_OTHER, GL_DONT_CARE, 1, &id, GL_FALSE);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    commands::PopDebugGroup(*context);
    EXPECT_EQ(context.error(), GLenum{GL_STACK_UNDERFLOW});
    const std::string too_long(limits::MAX_DEBUG_MESSAGE_LENGTH, 'x');
    commands::DebugMessageInsert(*context, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, 1, GL_DEBUG_SEVERITY_HIGH,
                                 -1, too_long.c_str());
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
}

TEST(Debug, Labels) {
    CurrentContext context;
    GLuint buffer = 0;
    commands::GenBuffers(*context, 1, &buffer);
    commands::BindBuffer(*context, GL_ARRAY_BUFFER, buffer);
    commands::ObjectLabel(*context, GL_BUFFER, buffer, 3, "abcdef");
    char label[8] = "zzzzzzz";
    GLsizei length = 0;
    commands::GetObjectLabel(*context, GL_BUFFER, buffer, 3, &length, label);
    EXPECT_STREQ(label, "ab");
    EXPECT_EQ(length, 2);
    commands::GetObjectLabel(*context, GL_BUFFER, buffer, 0, &length, nullptr);
    EXPECT_EQ(length, 3);
    // A label goes with its object: who gets the name next has none.
    commands::DeleteBuffers(*context, 1, &buffer);
    commands::BindBuffer(*context, GL_ARRAY_BUFFER, buffer);
    commands::GetObjectLabel(*context, GL_BUFFER, buffer, 0, &length, nullptr);
    EXPECT_EQ(length, 0);
    commands::ObjectLabel(*context, GL_BUFFER, buffer + 100, 3, "abc");
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    commands::ObjectLabel(*context, GL_LIGHTING, 1, 3, "abc");
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

TEST(Debug, FeedbackObjectsHaveLabels) {
    CurrentContext context;
    GLuint name = 0;
    commands::GenTransformFeedbacks(*context, 1, &name);
    commands::BindTransformFeedback(*context, GL_TRANSFORM_FEEDBACK, name);
    commands::ObjectLabel(*context, GL_TRANSFORM_FEEDBACK, name, -1, "sparks");
    char label[16] = "";
    commands::GetObjectLabel(*context, GL_TRANSFORM_FEEDBACK, name, sizeof label, nullptr, label);
    EXPECT_STREQ(label, "sparks");
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

// By the entry points, which refuse what OpenGL ES 1.1 has not.
TEST(Debug, IsInOpenGlEs1) {
    testing::EsContext context;
    EXPECT_FALSE(::glIsEnabled(GL_DEBUG_OUTPUT_KHR));
    ::glEnable(GL_DEBUG_OUTPUT_KHR);
    ::glDebugMessageInsertKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, GL_DEBUG_TYPE_MARKER_KHR, 7, GL_DEBUG_SEVERITY_HIGH_KHR,
                              -1, "here");
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    char text[16] = "";
    EXPECT_EQ(::glGetDebugMessageLogKHR(1, sizeof text, nullptr, nullptr, nullptr, nullptr, nullptr, text), 1u);
    EXPECT_STREQ(text, "here");
    GLint flags = 0;
    ::glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
}

// EXT_debug_marker and GREMEDY_string_marker: texts are messages; length 0 is that of a string.
TEST(Debug, MarkersAreMessages) {
    CurrentContext context(8, 8, {}, debug_request());
    std::vector<Received> received;
    commands::DebugMessageCallback(*context, receive, &received);
    commands::PopGroupMarkerEXT(*context);  // there is none: ignored
    commands::InsertEventMarkerEXT(*context, 0, "event");
    commands::StringMarkerGREMEDY(*context, 3, "marker");
    commands::PushGroupMarkerEXT(*context, 0, "group");
    commands::PopGroupMarkerEXT(*context);
    commands::PushGroupMarkerEXT(*context, 0, nullptr);
    commands::PopGroupMarkerEXT(*context);
    commands::InsertEventMarkerEXT(*context, 0, std::string(5000, 'x').c_str());
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    ASSERT_EQ(received.size(), 7u);
    const std::pair<GLenum, const char*> rows[] = {
        {GL_DEBUG_TYPE_MARKER, "event"},    {GL_DEBUG_TYPE_MARKER, "mar"},  {GL_DEBUG_TYPE_PUSH_GROUP, "group"},
        {GL_DEBUG_TYPE_POP_GROUP, "group"}, {GL_DEBUG_TYPE_PUSH_GROUP, ""}, {GL_DEBUG_TYPE_POP_GROUP, ""}};
    for (size_t n = 0; n < std::size(rows); ++n) {
        EXPECT_EQ(received[n].source, GLenum{GL_DEBUG_SOURCE_APPLICATION});
        EXPECT_EQ(received[n].type, rows[n].first);
        EXPECT_EQ(received[n].text, rows[n].second);
    }
    EXPECT_EQ(received[6].text.size(), 1023u) << "MAX_DEBUG_MESSAGE_LENGTH";
    commands::StringMarkerGREMEDY(*context, -1, "marker");
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    commands::PushGroupMarkerEXT(*context, -1, "marker");
    EXPECT_EQ(received.back().text, "") << "EXT_debug_marker has no errors";
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

// What is wrong with shaders and programs is told once, to who asks first, or where the call is that caused it.
TEST(Debug, TellsWhyShadersDontCompile) {
    for (const bool synchronous : {true, false}) {
        CurrentContext context(8, 8, {}, debug_request());
        if (synchronous) commands::Enable(*context, GL_DEBUG_OUTPUT_SYNCHRONOUS);
        std::vector<Received> received;
        commands::DebugMessageCallback(*context, receive, &received);
        const auto shader = [&](GLenum type, const char* text) {
            const GLuint name = commands::CreateShader(*context, type);
            commands::ShaderSource(*context, name, 1, &text, nullptr);
            commands::CompileShader(*context, name);
            EXPECT_TRUE(synchronous || received.empty());
            GLint status = 0;
            const size_t told = received.size();
            commands::GetShaderiv(*context, name, GL_COMPILE_STATUS, &status);
            EXPECT_TRUE(!synchronous || received.size() == told);
            return name;
        };
        const GLuint wrong = shader(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = nothing; }\n");
        ASSERT_EQ(received.size(), 1u);
        EXPECT_EQ(received[0].source, GLenum{GL_DEBUG_SOURCE_SHADER_COMPILER});
        EXPECT_EQ(received[0].type, GLenum{GL_DEBUG_TYPE_ERROR});
        EXPECT_EQ(received[0].severity, GLenum{GL_DEBUG_SEVERITY_HIGH});
        const std::string begin = "the fragment shader " + std::to_string(wrong) + " doesn't compile: ";
        EXPECT_EQ(received[0].text.substr(0, begin.size()), begin);
        EXPECT_NE(received[0].text.find("nothing"), std::string::npos) << received[0].text;
        EXPECT_FALSE(received[0].text.ends_with('\n'));
        received.clear();
        shader(GL_VERTEX_SHADER, "void main() { gl_Position = gl_Vertex; }\n");
        EXPECT_TRUE(received.empty()) << received[0].text;

        const GLuint program = commands::CreateProgram(*context);
        const GLuint fragment = shader(GL_FRAGMENT_SHADER, "void f(); void main() { f(); }\n");
        commands::AttachShader(*context, program, fragment);
        received.clear();
        commands::LinkProgram(*context, program);
        EXPECT_EQ(received.size(), synchronous ? 1u : 0u);
        commands::UseProgram(*context, program);
        ASSERT_EQ(received.size(), 2u) << "the link, and that it can't be used";
        EXPECT_EQ(received[0].source, GLenum{GL_DEBUG_SOURCE_SHADER_COMPILER});
        EXPECT_EQ(received[0].type, GLenum{GL_DEBUG_TYPE_ERROR});
        EXPECT_EQ(received[0].text.find("the program " + std::to_string(program) + " doesn't link: "), 0u)
            << received[0].text;
        EXPECT_EQ(received[1].source, GLenum{GL_DEBUG_SOURCE_API});
    }
}

TEST(Debug, LongLogsAreCutAtLines) {
    CurrentContext context(8, 8, {}, debug_request());
    std::string text;
    for (int i = 0; i < 60; ++i) text += "nonsense_that_is_no_declaration_" + std::to_string(i) + " at all;\n";
    const char* const source = text.c_str();
    const GLuint name = commands::CreateShader(*context, GL_VERTEX_SHADER);
    commands::ShaderSource(*context, name, 1, &source, nullptr);
    commands::CompileShader(*context, name);
    GLint status = -1;
    commands::GetShaderiv(*context, name, GL_COMPILE_STATUS, &status);
    EXPECT_EQ(status, GL_FALSE);
    GLint length = 0, most = 0;
    commands::GetIntegerv(*context, GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, &length);
    commands::GetIntegerv(*context, GL_MAX_DEBUG_MESSAGE_LENGTH, &most);
    EXPECT_GT(length, 100);
    EXPECT_LE(length, most);
}

// Nobody who doesn't listen pays for messages: compilation goes on beside the application.
TEST(Debug, SilentContextsAreToldNothing) {
    CurrentContext context(8, 8);
    const char* const text = "nonsense\n";
    const GLuint name = commands::CreateShader(*context, GL_VERTEX_SHADER);
    commands::ShaderSource(*context, name, 1, &text, nullptr);
    commands::CompileShader(*context, name);
    GLint status = -1, logged = -1;
    commands::GetShaderiv(*context, name, GL_COMPILE_STATUS, &status);
    commands::GetIntegerv(*context, GL_DEBUG_LOGGED_MESSAGES, &logged);
    EXPECT_EQ(logged, 0);
}

}  // namespace
}  // namespace glapi
