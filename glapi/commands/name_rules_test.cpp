// What becomes of names that no Gen* command returned, by command and profile.
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CurrentContext;

enum class Kind : uint8_t { Compatibility, Core, Es1, Es2 };

std::unique_ptr<CurrentContext> make(Kind kind) {
    switch (kind) {
        case Kind::Compatibility: return std::make_unique<CurrentContext>();
        case Kind::Core: return std::make_unique<testing::CoreContext>(46);
        case Kind::Es1: return std::make_unique<testing::EsContext>();
        case Kind::Es2: break;
    }
    return std::make_unique<testing::Es2Context>();
}

constexpr GLuint name = 4711;

// A command that binds `name`, whether the object is there then, and the error that each kind of context has.
struct Row {
    const char* command;
    std::function<void()> bind;
    std::function<bool()> is_there;
    GLenum compatibility, core, es1, es2;
};
constexpr GLenum good = GL_NO_ERROR, bad = GL_INVALID_OPERATION, value = GL_INVALID_VALUE;
constexpr GLenum missing = GL_INVALID_OPERATION;  // the context has no such command
// The entry points of EXT and OES are those of one command, which contexts of OpenGL and of ES 1.1 have under both
// names.

std::vector<Row> rows() {
    const auto buffer = [] { return ::glIsBuffer(name) == GL_TRUE; };
    const auto framebuffer = [] { return ::glIsFramebuffer(name) == GL_TRUE; };
    const auto renderbuffer = [] { return ::glIsRenderbuffer(name) == GL_TRUE; };
    const auto texture = [] { return ::glIsTexture(name) == GL_TRUE; };
    const auto array = [] { return ::glIsVertexArray(name) == GL_TRUE; };
    return {
        {"BindBuffer", [] { ::glBindBuffer(GL_ARRAY_BUFFER, name); }, buffer, good, bad, good, good},
        {"BindBuffer, a target of ES 3.1", [] { ::glBindBuffer(GL_SHADER_STORAGE_BUFFER, name); }, buffer, good, bad,
         GL_INVALID_ENUM, good},
        {"BindBufferBase", [] { ::glBindBufferBase(GL_UNIFORM_BUFFER, 0, name); }, buffer, good, bad, missing, good},
        {"BindBufferBase, feedback", [] { ::glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name); }, buffer, good,
         bad, missing, good},
        {"BindBufferRange", [] { ::glBindBufferRange(GL_UNIFORM_BUFFER, 0, name, 0, 64); }, buffer, good, bad, missing,
         good},
        {"BindVertexBuffer", [] { ::glBindVertexBuffer(1, name, 0, 16); }, buffer, good, bad, missing, bad},
        {"BindTexture", [] { ::glBindTexture(GL_TEXTURE_2D, name); }, texture, good, bad, good, good},
        {"BindImageTexture", [] { ::glBindImageTexture(0, name, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8); }, texture,
         value, value, missing, value},
        {"BindSampler", [] { ::glBindSampler(0, name); }, [] { return ::glIsSampler(name) == GL_TRUE; }, bad, bad,
         missing, bad},
        {"BindFramebuffer", [] { ::glBindFramebuffer(GL_FRAMEBUFFER, name); }, framebuffer, bad, bad, missing, good},
        {"BindFramebuffer, READ", [] { ::glBindFramebuffer(GL_READ_FRAMEBUFFER, name); }, framebuffer, bad, bad,
         missing, good},
        {"BindFramebufferEXT", [] { ::glBindFramebufferEXT(GL_FRAMEBUFFER, name); }, framebuffer, good, good, good,
         missing},
        {"BindFramebufferOES", [] { ::glBindFramebufferOES(GL_FRAMEBUFFER, name); },
         [] { return ::glIsFramebufferOES(name) == GL_TRUE; }, good, good, good, missing},
        {"BindRenderbuffer", [] { ::glBindRenderbuffer(GL_RENDERBUFFER, name); }, renderbuffer, bad, bad, missing,
         good},
        {"BindRenderbufferEXT", [] { ::glBindRenderbufferEXT(GL_RENDERBUFFER, name); }, renderbuffer, good, good, good,
         missing},
        {"BindRenderbufferOES", [] { ::glBindRenderbufferOES(GL_RENDERBUFFER, name); },
         [] { return ::glIsRenderbufferOES(name) == GL_TRUE; }, good, good, good, missing},
        {"BindVertexArray", [] { ::glBindVertexArray(name); }, array, bad, bad, missing, bad},
        {"BindVertexArrayOES", [] { ::glBindVertexArrayOES(name); }, array, missing, missing, bad, bad},
        {"BindTransformFeedback", [] { ::glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, name); },
         [] { return ::glIsTransformFeedback(name) == GL_TRUE; }, bad, bad, missing, bad},
        {"BindProgramPipeline", [] { ::glBindProgramPipeline(name); },
         [] { return ::glIsProgramPipeline(name) == GL_TRUE; }, bad, bad, missing, bad},
        {"BeginQuery", [] { ::glBeginQuery(GL_ANY_SAMPLES_PASSED, name); }, [] { return ::glIsQuery(name) == GL_TRUE; },
         good, bad, missing, bad},
    };
}

TEST(NameRules, EachCommandTakesWhatItsProfileSays) {
    for (const Row& row : rows()) {
        const std::pair<Kind, GLenum> wanted[] = {{Kind::Compatibility, row.compatibility},
                                                  {Kind::Core, row.core},
                                                  {Kind::Es1, row.es1},
                                                  {Kind::Es2, row.es2}};
        for (const auto& [kind, error] : wanted) {
            const auto context = make(kind);
            SCOPED_TRACE(std::string(row.command) + " in a context of kind " + std::to_string(int(kind)));
            row.bind();
            EXPECT_EQ(::glGetError(), error);
            // Where the name was refused nothing has it afterwards.
            const bool there = row.is_there();
            while (::glGetError() != GL_NO_ERROR) {
            }
            EXPECT_EQ(there, error == good);
        }
    }
}

// Names that were chosen are not generated again, and come free when they are deleted.
TEST(NameRules, ChosenNamesAreNotGeneratedAgain) {
    const testing::Es2Context context;
    ::glBindFramebuffer(GL_FRAMEBUFFER, 1);
    ::glBindRenderbuffer(GL_RENDERBUFFER, 1);
    GLuint framebuffer = 0, renderbuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glGenRenderbuffers(1, &renderbuffer);
    EXPECT_NE(framebuffer, 1u);
    EXPECT_NE(renderbuffer, 1u);
    ::glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
    ::glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1);
    EXPECT_EQ(::glCheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    const GLuint first = 1;
    ::glDeleteFramebuffers(1, &first);
    EXPECT_FALSE(::glIsFramebuffer(1));
    ::glBindFramebuffer(GL_FRAMEBUFFER, 1);
    EXPECT_EQ(::glCheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT})
        << "a new object";
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
