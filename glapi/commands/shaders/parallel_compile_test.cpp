// Compiling and linking on worker threads (KHR_parallel_shader_compile).
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "glapi/testing/shader_fixture.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using testing::plain_vertex;

// A shader that takes a while: `size` functions of their own.
std::string long_fragment(int size,
                          const std::string& end = "gl_FragColor = vec4(0.0, sum > 0.0 ? 1.0 : 0.0, 0.0, 1.0);") {
    std::string text = "#version 130\nuniform float one = 1.0;\n";
    std::string calls = "float sum = 0.0;\n";
    for (int n = 0; n < size; n++) {
        const std::string name = "f" + std::to_string(n);
        text += "float " + name + "(float x) { return x * x + " + std::to_string(n) + ".0 * sin(x); }\n";
        calls += "sum += " + name + "(one);\n";
    }
    return text + "void main() {\n" + calls + end + "\n}\n";
}

struct ParallelCompile : testing::ShaderFixture {
    ParallelCompile() : threads(runtime::WorkerPool::instance().thread_count()) { set_threads(3); }
    ~ParallelCompile() override { set_threads(threads); }
    static void set_threads(int count) { runtime::WorkerPool::instance().set_thread_count(count); }

    GLuint begin(GLenum type, const std::string& source) {
        const GLuint shader = CreateShader(*gl, type);
        const GLchar* const text = source.c_str();
        ShaderSource(*gl, shader, 1, &text, nullptr);
        CompileShader(*gl, shader);
        return shader;
    }
    // Vertex and fragment shader, compiled and linked without a question in between.
    GLuint begin_program(const std::string& fragment) {
        const GLuint program = CreateProgram(*gl);
        for (const GLuint shader : {begin(GL_VERTEX_SHADER, plain_vertex), begin(GL_FRAGMENT_SHADER, fragment)}) {
            AttachShader(*gl, program, shader);
            DeleteShader(*gl, shader);
        }
        LinkProgram(*gl, program);
        return program;
    }
    bool shader_is_complete(GLuint shader) {
        GLint value = -1;
        GetShaderiv(*gl, shader, GL_COMPLETION_STATUS_KHR, &value);
        return value == GL_TRUE;
    }
    bool is_complete(GLuint program) { return property(program, GL_COMPLETION_STATUS_KHR) == GL_TRUE; }

    const int threads;
};

TEST_F(ParallelCompile, ProgramsAreThereWhenTheyAreAskedFor) {
    std::vector<GLuint> programs;
    for (int n = 0; n < 20; n++) programs.push_back(begin_program(long_fragment(20 + n)));
    for (const GLuint program : programs) expect_color(draw(program), 0, 1, 0, 1);
    EXPECT_EQ(property(programs[0], GL_LINK_STATUS), GL_TRUE);
}

// Whoever only asks whether it is complete is told so in the end, and nothing waits by then.
TEST_F(ParallelCompile, CompletionComesWithoutAskingForMore) {
    const GLuint program = begin_program(long_fragment(300));
    while (!is_complete(program)) std::this_thread::yield();
    EXPECT_EQ(property(program, GL_LINK_STATUS), GL_TRUE);
    const GLuint shader = begin(GL_FRAGMENT_SHADER, long_fragment(300));
    while (!shader_is_complete(shader)) std::this_thread::yield();
    EXPECT_EQ(shader_log(shader), "");
}

TEST_F(ParallelCompile, MistakesAreToldLater) {
    const GLuint shader = begin(GL_FRAGMENT_SHADER, long_fragment(50, "gl_FragColor = nothing;"));
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, shader);
    LinkProgram(*gl, program);
    UseProgram(*gl, program);
    expect(GL_INVALID_OPERATION);
    EXPECT_NE(program_log(program).find("is not compiled"), std::string::npos);
    EXPECT_NE(shader_log(shader).find("nothing"), std::string::npos);
    // The source that counts is that of CompileShader.
    const GLchar* const other = "#version 130\nvoid main() { gl_FragColor = vec4(1.0); }\n";
    ShaderSource(*gl, shader, 1, &other, nullptr);
    EXPECT_NE(shader_log(shader).find("nothing"), std::string::npos);
    CompileShader(*gl, shader);
    CompileShader(*gl, shader);
    EXPECT_EQ(shader_log(shader), "");
}

// With no threads, few or none that are allowed, or when their objects go.
TEST_F(ParallelCompile, ThreadsMayBeFew) {
    for (const int count : {1, 2}) {
        set_threads(count);
        for (const GLuint limit : {0u, 1u, 2u, 0xffffffffu}) {
            MaxShaderCompilerThreadsKHR(*gl, limit);
            std::vector<GLuint> programs;
            for (int n = 0; n < 5; n++) programs.push_back(begin_program(long_fragment(30 + n)));
            if (!limit || count == 1) {
                EXPECT_TRUE(is_complete(programs[4]));
            }
            for (const GLuint program : programs) expect_color(draw(program), 0, 1, 0, 1);
            UseProgram(*gl, 0);
            for (int n = 0; n < 5; n++) DeleteProgram(*gl, begin_program(long_fragment(60 + n)));
        }
    }
}

// A program in use is drawn with as it is after the link.
TEST_F(ParallelCompile, ProgramsInUseAreReplaced) {
    const GLuint program = begin_program(long_fragment(20));
    expect_color(draw(program), 0, 1, 0, 1);
    GLuint shaders[2];
    GetAttachedShaders(*gl, program, 2, nullptr, shaders);
    const std::string other = long_fragment(200, "gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0);");
    const GLchar* const text = other.c_str();
    ShaderSource(*gl, shaders[1], 1, &text, nullptr);
    CompileShader(*gl, shaders[1]);
    LinkProgram(*gl, program);
    Rectf(*gl, -1, -1, 1, 1);
    expect_color(gl.pixel(32, 32), 0, 0, 1, 1);
}

// A process that forks while shaders are compiled has them in both.
TEST_F(ParallelCompile, ForkedProcessesGoOn) {
    std::vector<GLuint> programs;
    for (int n = 0; n < 10; n++) programs.push_back(begin_program(long_fragment(100 + n)));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    bool right = true;
    for (const GLuint program : programs) {
        while (!is_complete(program)) std::this_thread::yield();
        right &= property(program, GL_LINK_STATUS) == GL_TRUE;
    }
    if (child == 0) _exit(right ? 0 : 1);
    EXPECT_TRUE(right);
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace glapi
