// Threads with small stacks, and limits that make all of them small.
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>

#include "support.h"

#if defined(__i386__)
using AnyCommand = void (*)(uint32_t, uint32_t, uint32_t);
extern "C" void call_with_old_stack(int words, AnyCommand command, uint32_t a, uint32_t b, uint32_t c);
#endif

namespace surroundings {
namespace {

std::string deep_assembly_program(int depth) {
    std::string text = "!!NVfp4.0\nTEMP t;\nMOV t, fragment.position;\n";
    for (int i = 0; i < depth; ++i) text += "SLT.CC t.x, t.x, 1e9;\nIF NE.x;\n";
    text += "MUL t, t, 0.5;\n";
    for (int i = 0; i < depth; ++i) text += "ENDIF;\n";
    return text + "MOV result.color, {0.2, 0.4, 0.6, 1};\nEND\n";
}

void draw_all() {
    make_client();
    const Scene scene;
    for (int i = 0; i < 60; ++i) scene.draw();
    require(Scene::is_right(), "the picture");
    glUseProgram(0);
    const std::string text = deep_assembly_program(60);
    GLuint program = 0;
    glGenProgramsARB(1, &program);
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                       text.data());
    require(glGetError() == GL_NO_ERROR, "the assembly program is taken");
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glBegin(GL_TRIANGLES);
    glVertex2f(-1, -1);
    glVertex2f(3, -1);
    glVertex2f(-1, 3);
    glEnd();
    require(Scene::is_right(), "the assembly program's picture");
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    const GLuint compute = make_compute_program(
        "#version 450\nlayout(local_size_x = 256) in; layout(std430, binding = 0) buffer B { uint v[]; };\n"
        "shared uint x[256];\nvoid main() { x[gl_LocalInvocationIndex] = gl_GlobalInvocationID.x; barrier();\n"
        "v[gl_GlobalInvocationID.x] = x[255u - gl_LocalInvocationIndex]; }\n");
    glUseProgram(compute);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, 4096, nullptr, GL_DYNAMIC_COPY);
    glDispatchCompute(4, 1, 1);
    GLuint word = 0;
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, 4, &word);
    require(word == 255, "what the dispatch wrote");
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &word);
    eglReleaseThread();
}

void in_small_thread(size_t bytes) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    require(pthread_attr_setstacksize(&attributes, bytes) == 0, "the stack's size is taken");
    pthread_t thread;
    const auto main = [](void*) -> void* {
        draw_all();
        return nullptr;
    };
    require(pthread_create(&thread, &attributes, main, nullptr) == 0, "the thread begins");
    pthread_join(thread, nullptr);
}

// KiB
CLIENT(draws_in_a_small_thread) { in_small_thread(std::stoul(arguments.at(0)) * 1024); }

void draw_with_stack(const char* engine, const char* threads, size_t kilobytes) {
    const Outcome outcome =
        run_client("draws_in_a_small_thread", {std::to_string(kilobytes)},
                   {{"ASMGL_ENGINE", engine}, {"ASMGL_CACHE_DIR", "off"}, {"ASMGL_THREADS", threads}});
    EXPECT_EQ(outcome.code, 0) << engine << ", " << threads << " threads, " << kilobytes
                               << " KiB: " << describe(outcome);
}

// With one thread, all that workers do is done on the application's.
TEST(Stacks, DrawingTakes64KilobytesInTheInterpreter) {
    for (const char* const threads : {"1", "3"}) draw_with_stack("interpreter", threads, 64);
}
TEST(Stacks, DrawingTakes64KilobytesByDefault) {
    for (const char* const threads : {"1", "3"}) draw_with_stack("auto", threads, 64);
}
TEST(Stacks, CompilingTakes128Kilobytes) {
    for (const char* const threads : {"1", "3"}) draw_with_stack("jit", threads, 128);
}

CLIENT(draws_with_small_stacks_by_default) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::max<size_t>(32768, static_cast<size_t>(PTHREAD_STACK_MIN)));
    require(pthread_setattr_default_np(&attributes) == 0, "the default is set");
    draw_all();
}
// What the application says of stacks concerns its own threads.
TEST(Stacks, TheLibrarysThreadsHaveTheirOwn) {
    for (const char* const engine : {"auto", "jit", "interpreter"}) {
        const Outcome outcome =
            run_client("draws_with_small_stacks_by_default", {},
                       {{"ASMGL_ENGINE", engine}, {"ASMGL_CACHE_DIR", "off"}, {"ASMGL_THREADS", "3"}});
        EXPECT_EQ(outcome.code, 0) << engine << ": " << describe(outcome);
    }
}

#if defined(__i386__)
template <typename Command>
AnyCommand plain(Command* command) {
    return reinterpret_cast<AnyCommand>(reinterpret_cast<void*>(command));
}

CLIENT(draws_with_a_stack_of_old_programs) {
    const int words = std::stoi(arguments.at(0));
    make_client();
    const Scene scene;
    scene.draw();
    for (int frame = 0; frame < 20; ++frame) {
        call_with_old_stack(words, plain(glClear), GL_COLOR_BUFFER_BIT, 0, 0);
        for (int i = 0; i < 4; ++i) call_with_old_stack(words, plain(glDrawArrays), GL_TRIANGLES, 0, 3);
        call_with_old_stack(words, plain(glGenerateMipmap), GL_TEXTURE_2D, 0, 0);
        call_with_old_stack(words, plain(glFinish), 0, 0, 0);
    }
    require(Scene::is_right(), "the picture");
    call_with_old_stack(words, plain(eglReleaseThread), 0, 0, 0);
}
// Compilers of long ago aligned no stack of i386 to 16 bytes, as the instructions of SSE want it.
TEST(Stacks, MayBeThoseOfOldPrograms) {
    for (const char* const words : {"1", "2", "3", "4"}) {
        const Outcome outcome = run_client("draws_with_a_stack_of_old_programs", {words}, {{"ASMGL_CACHE_DIR", "off"}});
        EXPECT_EQ(outcome.code, 0) << words << ": " << describe(outcome);
    }
}
#endif

}  // namespace
}  // namespace surroundings
