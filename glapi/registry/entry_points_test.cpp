#include "glapi/generated/entry_points.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <thread>

#include "glapi/registry/entry_point_table.h"
#include "glapi/registry/enum_names.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

TEST(EntryPoints, AreFoundByNameAndAlias) {
    EXPECT_EQ(procedure_address("glEnable"), reinterpret_cast<void*>(&::glEnable));
    EXPECT_EQ(procedure_address("glBindBufferARB"), procedure_address("glBindBuffer"));
    EXPECT_EQ(procedure_address("glNoSuchCommand"), nullptr);
    EXPECT_EQ(procedure_address("Enable"), nullptr);
    EXPECT_GT(entry_points().size(), 3000u);
    std::string last;
    for (const EntryPoint& entry : entry_point_table()) {
        EXPECT_LT(last, entry.name);
        last = entry.name;
    }
}

TEST(EntryPoints, NamedExtensionsHaveTheirCommands) {
    struct Row {
        std::string_view extension, command;
    };
    static constexpr Row rows[] = {
#define EXTENSION_COMMAND(extension, command) {extension, command},
#include "glapi/generated/extension_commands.inc"
#undef EXTENSION_COMMAND
    };
    std::map<std::string_view, std::string_view> missing;
#define ASMGL_REASON(key, text)
#define ASMGL_MISSING(command, reason) missing["gl" #command] = #reason;
#include "glapi/registry/missing_commands.def"
#undef ASMGL_MISSING
#undef ASMGL_REASON
    CurrentContext context;
    const std::string all = std::string(reinterpret_cast<const char*>(::glGetString(GL_EXTENSIONS))) + ' ';
    for (const Row& row : rows) {
        if (all.find(std::string(row.extension) + ' ') == std::string::npos) continue;
        const auto found = missing.find(row.command);
        EXPECT_TRUE(found == missing.end()) << row.extension << ": " << row.command << ", " << found->second;
    }
}

TEST(EntryPoints, DoNothingWithoutContext) {
    ::glEnable(GL_BLEND);
    EXPECT_EQ(::glGetError(), 0u);
    EXPECT_EQ(::glGetString(GL_VERSION), nullptr);
}

TEST(EntryPoints, ReportWhatIsNotImplemented) {
    ContextRequest request;
    request.debug = true;
    CurrentContext context(8, 8, {}, request);
    const EntryPoint* missing = nullptr;
    for (const EntryPoint& entry : entry_point_table()) {
        if (std::string_view(entry.name) == "glGlobalAlphaFactorbSUN") missing = &entry;
    }
    ASSERT_NE(missing, nullptr);
    ASSERT_NE(missing->missing, nullptr);
    ::glGlobalAlphaFactorbSUN(1);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    ::glGlobalAlphaFactorbSUN(1);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    GLint messages = 0;
    ::glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &messages);
    EXPECT_EQ(messages, 1) << "said once";
}

TEST(EntryPoints, RefuseCommandsBetweenBeginAndEnd) {
    CurrentContext context;
    ::glBegin(GL_TRIANGLES);
    ::glEnable(GL_BLEND);
    ::glBegin(GL_POINTS);
    ::glVertex2f(0, 0);
    ::glColor3ub(1, 2, 3);
    ::glEnd();
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    EXPECT_FALSE(::glIsEnabled(GL_BLEND));
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    ::glEnd();
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

TEST(EntryPoints, KeepTheFirstError) {
    CurrentContext context;
    ::glDepthFunc(GL_BLEND);
    ::glLineWidth(-1);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(Contexts, AreCurrentToOneThread) {
    CurrentContext context;
    bool elsewhere = true;
    std::thread([&] { elsewhere = make_current(context.context, nullptr, nullptr); }).join();
    EXPECT_FALSE(elsewhere);
    EXPECT_TRUE(make_current(context.context, context.window, context.window));
}

TEST(Contexts, ShareObjectsAcrossThreads) {
    CurrentContext context;
    ContextRequest request;
    request.share = context.context;
    Context* const second = create_context(request).context;
    ASSERT_NE(second, nullptr);
    const auto work = [] {
        for (int i = 0; i < 500; ++i) {
            GLuint name = 0;
            ::glGenBuffers(1, &name);
            ::glBindBuffer(GL_ARRAY_BUFFER, name);
            ::glBufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
            ::glDeleteBuffers(1, &name);
        }
    };
    GLuint kept = 0;
    std::thread other([&] {
        make_current(second, nullptr, nullptr);
        ::glGenBuffers(1, &kept);
        ::glBindBuffer(GL_ARRAY_BUFFER, kept);
        work();
        make_current(nullptr, nullptr, nullptr);
    });
    work();
    other.join();
    EXPECT_TRUE(::glIsBuffer(kept));
    destroy_context(second);
    EXPECT_TRUE(::glIsBuffer(kept)) << "objects live as long as the group";
}

TEST(Contexts, DestructionWaitsForRelease) {
    CurrentContext context;
    Context* const second = create_context({}).context;
    make_current(second, nullptr, nullptr);
    destroy_context(second);
    ::glDepthFunc(GL_ALWAYS);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    make_current(context.context, context.window, context.window);
}

TEST(Contexts, FailWhereTheRequestCannotBeMet) {
    ContextRequest request;
    request.major = 9;
    EXPECT_EQ(create_context(request).error, ContextError::VersionNotAvailable);
}

TEST(EnumNames, PreferTheOldestCoreName) {
    EXPECT_STREQ(enum_name(GL_CLAMP_TO_EDGE), "GL_CLAMP_TO_EDGE");
    EXPECT_STREQ(enum_name(GL_BGRA), "GL_BGRA");
    EXPECT_STREQ(enum_name(0xFFFFFF), "0xFFFFFF");
}

}  // namespace
}  // namespace glapi
