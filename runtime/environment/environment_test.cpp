#include "runtime/environment/environment.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace runtime {
namespace {

std::map<std::string, std::string>& given() {
    static std::map<std::string, std::string> variables;
    return variables;
}

const char* read_given(const char* name) {
    const auto found = given().find(name);
    return found == given().end() ? nullptr : found->second.c_str();
}

struct Read {
    Environment environment;
    std::string complaints;
};

Read read(std::map<std::string, std::string> variables) {
    given() = std::move(variables);
    std::vector<std::string_view> names;
    for (const auto& [name, value] : given()) names.push_back(name);
    Read result;
    result.environment = read_environment(&read_given, names, result.complaints);
    return result;
}

// Every value that a row of words names is taken, and names the value at its index.
TEST(Environment, WordsOfTheTableAreTaken) {
    EXPECT_EQ(read({{"ASMGL_ENGINE", "auto"}}).environment.engine, EngineSetting::Auto);
    EXPECT_EQ(read({{"ASMGL_ENGINE", "interpreter"}}).environment.engine, EngineSetting::Interpreter);
    EXPECT_EQ(read({{"ASMGL_ENGINE", "jit"}}).environment.engine, EngineSetting::Jit);
    EXPECT_EQ(read({{"ASMGL_SIMD", "sse4"}}).environment.simd, SimdSetting::Sse4);
    EXPECT_EQ(read({{"ASMGL_SIMD", "avx2"}}).environment.simd, SimdSetting::Avx2);
    EXPECT_EQ(read({{"ASMGL_SIMD", "avx512"}}).environment.simd, SimdSetting::Avx512);
    EXPECT_EQ(read({{"ASMGL_PRESENT", "put"}}).environment.present, PresentSetting::Put);
    EXPECT_EQ(read({{"ASMGL_VSYNC", "on"}}).environment.vsync, VsyncSetting::On);
    EXPECT_EQ(read({{"ASMGL_VSYNC", "off"}}).environment.vsync, VsyncSetting::Off);
    for (const EnvironmentVariable& row : environment_variables()) {
        const std::string name = row.name;
        if (name != "ASMGL_ENGINE" && name != "ASMGL_SIMD" && name != "ASMGL_PRESENT" && name != "ASMGL_DEBUG" &&
            name != "ASMGL_VSYNC")
            continue;
        std::string_view words = row.values;
        while (!words.empty()) {
            const size_t end = std::min(words.find(", "), words.size());
            EXPECT_EQ(read({{name, std::string(words.substr(0, end))}}).complaints, "") << name;
            words.remove_prefix(std::min(end + 2, words.size()));
        }
    }
}

TEST(Environment, NumbersAndTexts) {
    EXPECT_EQ(read({}).environment.timeout.value, 0);
    EXPECT_EQ(read({{"ASMGL_TIMEOUT_MS", "250"}}).environment.timeout.value, 250);
    EXPECT_EQ(read({{"ASMGL_THREADS", "7"}}).environment.threads.value, 7);
    EXPECT_EQ(read({{"ASMGL_THREADS", "256"}}).environment.threads.value, 256);
    EXPECT_EQ(read({{"ASMGL_DUMP", "/a/folder"}}).environment.dump, "/a/folder");
    const DebugSubjects subjects = read({{"ASMGL_DEBUG", "api, threads"}}).environment.debug;
    EXPECT_TRUE(subjects.has(DebugSubject::Api) && subjects.has(DebugSubject::Threads));
    EXPECT_FALSE(subjects.has(DebugSubject::Driver) || subjects.has(DebugSubject::Programs));
}

TEST(Environment, Versions) {
    const VersionSetting request = read({{"ASMGL_VERSION", "3.2CORE"}}).environment.version;
    EXPECT_EQ(request.major, 3);
    EXPECT_EQ(request.minor, 2);
    EXPECT_EQ(request.profile, VersionSetting::Profile::Core);
    for (const char* text : {"1.0", "1.5", "2.1", "2.1COMPAT", "3.3", "4.6CORE", "2.1core"})
        EXPECT_EQ(read({{"ASMGL_VERSION", text}}).complaints, "") << text;
    for (const char* text : {"9.9", "1.6", "2.2", "4.7", "0.1", "5.0", "2", "2.", "2.1Core", "2.10", "x.y"}) {
        const Read refused = read({{"ASMGL_VERSION", text}});
        EXPECT_EQ(refused.complaints,
                  std::string("asmgl: ASMGL_VERSION=") + text + " is not one of: x.y, x.yCOMPAT, x.yCORE; ignored\n");
        EXPECT_EQ(refused.environment.version.major, 0) << text;
    }
}

// What is refused leaves the initial value, and is said once.
TEST(Environment, BadValuesAreReportedAndIgnored) {
    const Read bad = read({{"ASMGL_ENGINE", "turbo"},
                           {"ASMGL_SIMD", "scalar"},
                           {"ASMGL_THREADS", "257"},
                           {"ASMGL_TIMEOUT_MS", "-1"},
                           {"ASMGL_DEBUG", "api,bogus"},
                           {"ASMGL_ENGIN", "jit"}});
    EXPECT_EQ(bad.complaints,
              "asmgl: unknown environment variable ASMGL_ENGIN\n"
              "asmgl: ASMGL_DEBUG=api,bogus is not one of: api, driver, engine, programs, threads; ignored\n"
              "asmgl: ASMGL_ENGINE=turbo is not one of: auto, interpreter, jit; ignored\n"
              "asmgl: ASMGL_SIMD=scalar is not one of: auto, generic, neon, sse4, avx2, avx512; ignored\n"
              "asmgl: ASMGL_THREADS=257 is not one of: 0…256; ignored\n"
              "asmgl: ASMGL_TIMEOUT_MS=-1 is not one of: 1…86400000; ignored\n");
    EXPECT_EQ(bad.environment.engine, EngineSetting::Auto);
    EXPECT_EQ(bad.environment.threads.value, 0);
    EXPECT_EQ(bad.environment.timeout.value, 0);
    EXPECT_EQ(bad.environment.debug.bits, 0);
    EXPECT_EQ(read({{"ASMGL_ENGINE", ""}, {"ASMGL_RANDOM_PROGRAMS", "1"}}).complaints, "");
}

}  // namespace
}  // namespace runtime
