#include "glapi/registry/versions.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>

#include "glapi/generated/entry_points.h"
#include "glapi/registry/context_strings.h"
#include "glapi/registry/entry_point_table.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;
using testing::VersionContext;

constexpr auto core = Profile::Core, compatibility = Profile::Compatibility;
constexpr SupportedVersions both{33, 33}, old{21, 0}, core_only{15, 33}, compatibility_only{33, 0};

TEST(Versions, AnswerRequests) {
    struct Row {
        SupportedVersions supported;
        int asked;
        Profile profile;
        bool forward_compatible;
        ContextError error;
        int given;
        Profile given_profile;
    };
    constexpr auto none = ContextError::None, no_version = ContextError::VersionNotAvailable,
                   no_profile = ContextError::ProfileNotAvailable;
    static constexpr Row rows[] = {
        {old, 10, core, false, none, 21, compatibility},
        {old, 21, core, false, none, 21, compatibility},
        {old, 30, core, false, no_version, 0, compatibility},
        {old, 31, core, true, no_version, 0, compatibility},
        {old, 32, core, false, no_version, 0, compatibility},
        // Up to 3.1 the profile is not heeded. Who asks for 3.1 gets that, with ARB_compatibility.
        {both, 10, core, false, none, 33, compatibility},
        {both, 30, core, false, none, 33, compatibility},
        {both, 31, core, false, none, 31, compatibility},
        {both, 31, compatibility, false, none, 31, compatibility},
        {both, 32, core, false, none, 33, core},
        {both, 32, compatibility, false, none, 33, compatibility},
        {both, 33, core, false, none, 33, core},
        {both, 40, core, false, no_version, 0, core},
        {both, 40, compatibility, false, no_version, 0, core},
        // Forward-compatible contexts are, before profiles, what the core profile is.
        {both, 30, core, true, none, 33, core},
        {both, 31, compatibility, true, none, 33, core},
        {both, 32, core, true, none, 33, core},
        {both, 32, compatibility, true, none, 33, compatibility},
        // One profile alone.
        {core_only, 10, core, false, none, 15, compatibility},
        {core_only, 20, core, false, no_version, 0, compatibility},
        {core_only, 31, core, false, none, 33, core},
        {core_only, 33, compatibility, false, no_profile, 0, compatibility},
        {compatibility_only, 31, core, false, none, 31, compatibility},
        {compatibility_only, 33, core, false, no_profile, 0, core},
        {compatibility_only, 40, core, false, no_version, 0, core},
    };
    for (const Row& row : rows) {
        ContextRequest request;
        request.major = row.asked / 10;
        request.minor = row.asked % 10;
        request.profile = row.profile;
        request.forward_compatible = row.forward_compatible;
        Version version;
        const std::string what = std::to_string(row.supported.compatibility) + '/' +
                                 std::to_string(row.supported.core) + ": " + std::to_string(row.asked);
        EXPECT_EQ(choose_version(request, row.supported, version), row.error) << what;
        if (row.error != none) continue;
        EXPECT_EQ(version.number(), row.given) << what;
        EXPECT_EQ(version.profile, row.given_profile) << what;
    }
}

TEST(Versions, AreDefinedByTheRegistry) {
    struct Row {
        int number;
        std::string_view command;
    };
    static constexpr Row rows[] = {
#define VERSION_COMMAND(number, command) {number, command},
#include "glapi/generated/version_commands.inc"
#undef VERSION_COMMAND
    };
    std::map<std::string_view, const char*> missing;
    for (const EntryPoint& entry : entry_point_table()) missing[entry.name] = entry.missing;
    for (const Row& row : rows) {
        EXPECT_TRUE(std::ranges::any_of(version_rows(), [&](const VersionRow& v) { return v.number == row.number; }))
            << row.number;
        if (row.number > whole_version) continue;
        const char* const reason = missing[row.command];
        // OpenGL leaves the imaging subset to the driver.
        if (reason && std::string_view(reason).find("imaging subset") != std::string_view::npos) continue;
        EXPECT_EQ(reason, nullptr) << row.command;
    }
    EXPECT_TRUE(version_defined(Api::OpenGl, 4, 6));
    EXPECT_FALSE(version_defined(Api::OpenGl, 4, 7));
    EXPECT_FALSE(version_defined(Api::OpenGl, 1, 6));
    EXPECT_FALSE(version_defined(Api::OpenGl, 0, 0));
    EXPECT_FALSE(version_defined(Api::OpenGl, 2, 11)) << "not 3.1";
    EXPECT_TRUE(version_defined(Api::OpenGlEs, 3, 2));
    EXPECT_FALSE(version_defined(Api::OpenGlEs, 2, 1));
}

std::string text(const GLubyte* string) { return string ? reinterpret_cast<const char*>(string) : "(none)"; }

GLint integer(GLenum token) {
    GLint value = -1;
    ::glGetIntegerv(token, &value);
    return value;
}

TEST(Versions, AreReported) {
    struct Row {
        int number;
        Profile profile;
        const char *version, *language, *best_language;
    };
    static constexpr Row rows[] = {
        {20, compatibility, "2.0 asmgl", "1.10", ""},
        {21, compatibility, "2.1 asmgl", "1.20", "120"},
        {30, compatibility, "3.0 asmgl", "1.30", "130"},
        {31, compatibility, "3.1 asmgl", "1.40", "140"},
        {32, core, "3.2 (Core Profile) asmgl", "1.50", "150 core"},
        {33, compatibility, "3.3 (Compatibility Profile) asmgl", "3.30", "330 compatibility"},
        {46, core, "4.6 (Core Profile) asmgl", "4.60", "460 core"},
    };
    for (const Row& row : rows) {
        VersionContext context(row.number, row.profile);
        EXPECT_EQ(text(::glGetString(GL_VERSION)), row.version);
        EXPECT_EQ(text(::glGetString(GL_SHADING_LANGUAGE_VERSION)), row.language);
        EXPECT_EQ(text(::glGetStringi(GL_SHADING_LANGUAGE_VERSION, 0)), row.best_language);
        EXPECT_EQ(integer(GL_MAJOR_VERSION), row.number / 10);
        EXPECT_EQ(integer(GL_MINOR_VERSION), row.number % 10);
        const int mask = row.profile == core ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT;
        EXPECT_EQ(integer(GL_CONTEXT_PROFILE_MASK), row.number < 32 ? 0 : mask);
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
        ::glGetStringi(GL_SHADING_LANGUAGE_VERSION, GLuint(integer(GL_NUM_SHADING_LANGUAGE_VERSIONS)));
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    }
    // What 3.1 has beside what later versions have.
    ContextRequest request;
    request.major = 3;
    request.minor = 1;
    const testing::CurrentContext named(64, 64, {}, request, {46, 46});
    EXPECT_EQ(text(::glGetString(GL_VERSION)), "3.1 asmgl");
    EXPECT_EQ(text(::glGetString(GL_SHADING_LANGUAGE_VERSION)), "4.60");
    EXPECT_NE(text(::glGetString(GL_EXTENSIONS)).find("GL_ARB_compatibility "), std::string::npos);
    EXPECT_NE(text(::glGetString(GL_EXTENSIONS)).find("GL_ARB_gl_spirv "), std::string::npos);
    VersionContext forward(31, core, true);
    EXPECT_EQ(integer(GL_CONTEXT_FLAGS), GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT);
}

TEST(Versions, BringExtensions) {
    struct Row {
        const char* name;
        int first;
        bool in_core;
    };
    static constexpr Row rows[] = {
        {"GL_ARB_vertex_program", 0, true},
        {"GL_EXT_fog_coord", 0, false},
        {"GL_ATI_fragment_shader", 0, false},
        {"GL_ARB_shader_objects", 20, true},
        {"GL_EXT_transform_feedback", 30, true},
        {"GL_ARB_compatibility", 31, false},
        {"GL_ARB_explicit_attrib_location", 33, true},
        {"GL_ARB_gpu_shader5", 40, true},
    };
    for (const VersionRow& version : version_rows()) {
        for (const Profile profile : {compatibility, core}) {
            if (profile == core && version.number < 31) continue;
            const auto& names =
                context_strings(Api::OpenGl, {version.number / 10, version.number % 10, profile}).extensions;
            for (const Row& row : rows) {
                const bool named =
                    std::ranges::any_of(names, [&](const char* name) { return std::string_view(name) == row.name; });
                EXPECT_EQ(named, version.number >= row.first && (row.in_core || profile != core))
                    << row.name << " in " << version.number;
            }
        }
    }
}

TEST(Versions, SharingContextsAgree) {
    CoreContext context;
    const auto attempt = [&](bool no_error, bool lose) {
        ContextRequest request;
        request.share = context.context;
        request.no_error = no_error;
        request.lose_context_on_reset = lose;
        const ContextResult made = create_context(request);
        destroy_context(made.context);
        return made.error;
    };
    EXPECT_EQ(attempt(false, false), ContextError::None);
    EXPECT_EQ(attempt(true, false), ContextError::ShareMismatch);
    EXPECT_EQ(attempt(false, true), ContextError::ShareMismatch);
}

TEST(Versions, ContextsWithoutErrorsReportNone) {
    ContextRequest request;
    request.no_error = true;
    testing::CurrentContext context(8, 8, {}, request);
    ::glEnable(GL_FLOAT);
    ::glBegin(77);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(integer(GL_CONTEXT_FLAGS), GL_CONTEXT_FLAG_NO_ERROR_BIT);
}

TEST(Versions, ContextsSayWhatReleasingThemDoes) {
    for (const bool flush : {true, false}) {
        ContextRequest request;
        request.flush_on_release = flush;
        testing::CurrentContext context(8, 8, {}, request);
        EXPECT_EQ(integer(GL_CONTEXT_RELEASE_BEHAVIOR), flush ? GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH : GL_NONE);
    }
}

}  // namespace
}  // namespace glapi
