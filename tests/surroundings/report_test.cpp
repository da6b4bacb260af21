// What ASMGL_DEBUG tells on the standard error, and that the process ends as it would have without.
#include <csignal>
#include <gtest/gtest.h>
#include <unistd.h>

#include "support.h"

namespace surroundings {
namespace {

constexpr const char* totals = "functions compiled";

bool says(const Outcome& outcome, std::string_view text) { return outcome.said.find(text) != std::string::npos; }

CLIENT(ends_by_signal) {
    make_client();
    Scene(1).draw();
    glFinish();
    raise(std::stoi(arguments.at(0)));
}

void leave(int) { _exit(7); }

CLIENT(has_a_handler) {
    std::signal(SIGTERM, &leave);
    std::signal(SIGINT, SIG_IGN);
    make_client();
    Scene(1).draw();
    raise(SIGINT);
    raise(SIGTERM);
}

CLIENT(sets_a_handler_later) {
    make_client();
    Scene(1).draw();
    std::signal(SIGTERM, &leave);
    raise(SIGTERM);
}

TEST(Reports, OfTheEngineAreToldWhenASignalEndsTheProcess) {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        const Outcome outcome = run_client("ends_by_signal", {std::to_string(signal)}, {{"ASMGL_DEBUG", "engine"}});
        EXPECT_EQ(outcome.signal, signal) << describe(outcome);
        EXPECT_TRUE(says(outcome, totals)) << describe(outcome);
        EXPECT_EQ(outcome.said.find(totals), outcome.said.rfind(totals)) << "once\n" << describe(outcome);
    }
    const Outcome silent = run_client("ends_by_signal", {std::to_string(SIGTERM)});
    EXPECT_EQ(silent.signal, SIGTERM) << describe(silent);
    EXPECT_FALSE(says(silent, totals)) << describe(silent);
}

TEST(Reports, LeaveHandlersOfTheApplicationAlone) {
    for (const char* const client : {"has_a_handler", "sets_a_handler_later"}) {
        const Outcome outcome = run_client(client, {}, {{"ASMGL_DEBUG", "engine"}});
        EXPECT_EQ(outcome.code, 7) << client << ": " << describe(outcome);
    }
}

CLIENT(asks_what_handles_signals) {
    make_client();
    Scene(1).draw();
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        require(now.sa_handler == SIG_DFL, "the signal's action is the default one");
    }
}

TEST(Reports, InstallNoHandlerUnasked) {
    const Outcome outcome = run_client("asks_what_handles_signals");
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

GLuint compiled(GLenum stage, const char* text) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    return shader;
}

CLIENT(draws_with_a_vote) {
    make_client();
    const GLuint program = glCreateProgram();
    glAttachShader(program, compiled(GL_VERTEX_SHADER,
                                     "#version 460 compatibility\n"
                                     "void main() { gl_Position = vec4(gl_VertexID & 1, gl_VertexID >> 1, 0, 1); }\n"));
    glAttachShader(program, compiled(GL_FRAGMENT_SHADER,
                                     "#version 460 compatibility\n"
                                     "void main() { gl_FragColor = vec4(anyInvocation(gl_FragCoord.x > 3.0)); }\n"));
    glLinkProgram(program);
    GLint status = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    require(status, "the program links");
    glUseProgram(program);
    for (int n = 0; n < 2; ++n) glDrawArrays(GL_TRIANGLES, 0, 3);
    glFinish();
}

TEST(Reports, OfTheEngineSayWhyThereIsNoCode) {
    const std::string reason = "asmgl: engine: fragments of a draw get no code of their own: lanes together\n";
    const Outcome outcome = run_client("draws_with_a_vote", {}, {{"ASMGL_DEBUG", "engine"}, {"ASMGL_ENGINE", "jit"}});
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
    const bool has_jit = !says(outcome, "this build makes no machine code");
    EXPECT_EQ(says(outcome, reason), has_jit) << describe(outcome);
    EXPECT_EQ(outcome.said.find(reason), outcome.said.rfind(reason)) << "once\n" << describe(outcome);
}

// ---- ASMGL_DEBUG=programs

CLIENT(makes_wrong_programs) {
    make_client();
    GLint status = GL_TRUE;
    const GLuint wrong = compiled(GL_FRAGMENT_SHADER, "#version 330\nvoid main() { nothing = 1; }\n");
    glGetShaderiv(wrong, GL_COMPILE_STATUS, &status);
    require(!status, "the shader doesn't compile");
    const GLuint program = glCreateProgram();
    glAttachShader(program, compiled(GL_VERTEX_SHADER, "#version 330\nvoid other() {}\n"));
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    require(!status, "the program doesn't link");
    const uint32_t no_module[] = {0x07230203, 0x00010000, 0, 1, 0, 0x12345678};
    const GLuint module = glCreateShader(GL_VERTEX_SHADER);
    glShaderBinary(1, &module, GL_SHADER_BINARY_FORMAT_SPIR_V, no_module, sizeof no_module);
    glSpecializeShader(module, "main", 0, nullptr, nullptr);
    const char* const text = "!!ARBfp1.0\nMUUL result.color, 1;\nEND";
    const auto load = reinterpret_cast<PFNGLPROGRAMSTRINGARBPROC>(eglGetProcAddress("glProgramStringARB"));
    load(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(std::string_view(text).size()),
         text);
}

CLIENT(draws_by_fixed_function) {
    make_client();
    glBegin(GL_TRIANGLES);
    for (int n = 0; n < 3; ++n) glVertex2f(static_cast<float>(n & 1), static_cast<float>(n & 2));
    glEnd();
    glFinish();
}

TEST(Reports, OfProgramsTellWhatIsWrong) {
    const Outcome outcome = run_client("makes_wrong_programs", {}, {{"ASMGL_DEBUG", "programs"}});
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
    for (const char* const text : {"asmgl: the fragment shader 1 doesn't compile:", "nothing is declared as nothing",
                                   "asmgl: the program 2 doesn't link:", "main()", "MUUL", "does not load"})
        EXPECT_TRUE(says(outcome, text)) << text << "\n" << describe(outcome);
    const Outcome silent = run_client("makes_wrong_programs");
    EXPECT_FALSE(says(silent, "asmgl:")) << describe(silent);
}

TEST(Reports, OfProgramsHaveGeneratedOnes) {
    const Outcome outcome = run_client("draws_by_fixed_function", {}, {{"ASMGL_DEBUG", "programs"}});
    for (const char* const text :
         {"asmgl: generated fixed-vertex program:\n!!", "asmgl: generated fixed-fragment program:\n!!", "\nEND\n"})
        EXPECT_TRUE(says(outcome, text)) << text << "\n" << describe(outcome);
    const Outcome silent = run_client("draws_by_fixed_function");
    EXPECT_FALSE(says(silent, "generated")) << describe(silent);
}

}  // namespace
}  // namespace surroundings
