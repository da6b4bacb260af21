// Shaders that would take time, memory or stack without end: each is refused, at once, or costs what it should.
#include <chrono>
#include <gtest/gtest.h>
#include <pthread.h>
#include <string>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/tree/shader.h"

#include "arbasm/assembler.h"

namespace glsl {
namespace {

using arbasm::Stage;

std::string repeated(std::string_view text, int times) {
    std::string result;
    for (int n = 0; n < times; n++) result += text;
    return result;
}

// The log of compiling and linking; the program's text where there are no errors.
std::string outcome(Stage stage, const std::string& source, const LinkOptions& given = {}) {
    const std::string text = "#version 460\n" + source;
    const std::string_view strings[] = {text};
    const std::shared_ptr<const Shader> shader = compile(stage, strings);
    if (has_errors(*shader)) return log_of(*shader);
    const std::shared_ptr<const Shader> shaders[] = {shader};
    LinkOptions options = given;
    options.separable = true;
    const LinkedProgram program = link(shaders, options);
    return program.linked ? arbasm::print(*program.stages[static_cast<size_t>(stage)].program) : program.log;
}

void expect_refused(Stage stage, const std::string& source, std::string_view message, const LinkOptions& options = {}) {
    const std::string log = outcome(stage, source, options);
    EXPECT_NE(log.find(message), std::string::npos) << source.substr(0, 200) << "\n" << log.substr(0, 500);
}

size_t count(std::string_view text, std::string_view word) {
    size_t result = 0;
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) result++;
    return result;
}

// Each line doubles what the one before it declares.
std::string doubling_structures(int lines, std::string_view member) {
    std::string text = "struct S0 { float x" + std::string(member) + "; };\n";
    for (int n = 1; n < lines; n++) {
        const std::string before = "S" + std::to_string(n - 1);
        text += "struct S" + std::to_string(n) + " { " + before + " a, b; };\n";
    }
    return text;
}

TEST(Hostile, TypesWithoutEnd) {
    expect_refused(Stage::Vertex, doubling_structures(200, "") + "uniform S199 u; void main() {}",
                   "a type consists of more than 4096 parts");
    expect_refused(Stage::Vertex, doubling_structures(11, "[16777216]"), "a structure is too large");
    expect_refused(Stage::Vertex, "uniform float a" + repeated("[1]", 100000) + ";", "types are more than 60 deep");
    expect_refused(Stage::Vertex,
                   "#extension GL_NV_shader_buffer_load : enable\nuniform float" + repeated("*", 100000) + " a;",
                   "types are more than 60 deep");
    std::string nested = "struct S0 { float x; };\n";
    for (int n = 1; n < 500; n++)
        nested += "struct S" + std::to_string(n) + " { S" + std::to_string(n - 1) + " a; };\n";
    expect_refused(Stage::Vertex, nested, "types are more than 60 deep");
}

TEST(Hostile, BlocksWithoutEnd) {
    expect_refused(Stage::Vertex, "uniform B { float a; } b[16777216][16777216]; void main() {}",
                   "B stands for too many blocks");
    expect_refused(Stage::Vertex, "uniform B { float a; } b[16777216]; void main() {}", "stands for 16777216 blocks");
    expect_refused(Stage::Vertex, "buffer B { float a[16777216][16]; float b[16777216][16]; }; void main() {}",
                   "a structure is too large");
    // The sum of locations is beyond any number of 32 bits.
    const std::string block = "layout(location = 2147483647) out B { vec4 a, b, c; }; void main() { a = vec4(0.0); }";
    expect_refused(Stage::Vertex, block, "there is no room for B.a");
}

TEST(Hostile, InterfacesWithoutEnd) {
    const std::string uses = "void main() { gl_Position = vec4(u[1].x, u[16777215].x, 0.0, 0.0); }";
    expect_refused(Stage::Vertex, "struct S { float x; }; uniform S u[16777216]; " + uses, "uniforms take 16777216");
    expect_refused(Stage::Vertex, "uniform float a[16384][16384]; void main() { gl_Position.x = a[3][4]; }",
                   "uniforms take 268435456");
    expect_refused(Stage::Vertex,
                   "layout(location = 2147483647) uniform float a[2]; void main() { gl_Position.x = a[1]; }",
                   "is beyond the 32768");
    expect_refused(Stage::Vertex, "layout(location = 1) uniform float a[16384][16384]; void main() {}",
                   "is beyond the 32768");
    expect_refused(Stage::Vertex, "layout(location = 3) out dvec4 a[16777216]; void main() { a[1] = dvec4(0.0); }",
                   "there is no room for a");
    LinkOptions options;
    options.feedback_varyings = {"a"};
    expect_refused(Stage::Vertex, "out float a[16777216]; void main() { a[1] = 0.0; gl_Position = vec4(0.0); }",
                   "transform feedback is to capture 16777216 components", options);
    // What glTransformFeedbackVaryings refuses a program binary may say.
    options.feedback_separate = true;
    options.feedback_varyings = {"gl_Position", "a", "b", "c", "d", "e"};
    expect_refused(Stage::Vertex,
                   "out float a, b, c, d, e; void main() { a = b = c = d = e = 0.0; gl_Position = vec4(0.0); }",
                   "in one buffer more than there are", options);
    options.feedback_varyings = {"gl_NextBuffer", "gl_NextBuffer", "gl_NextBuffer", "gl_NextBuffer", "a"};
    options.feedback_separate = false;
    expect_refused(Stage::Vertex, "out float a; void main() { a = 0.0; gl_Position = vec4(0.0); }",
                   "in one buffer more than there are", options);
    expect_refused(Stage::Vertex,
                   "subroutine float F(); subroutine(F) float f() { return 0.0; } subroutine uniform F u[16777216]; "
                   "void main() { gl_Position.x = u[1](); }",
                   "uniforms take 16777216");
}

// What is listed for the application has an entry for each member of each element.
TEST(Hostile, NamesWithoutEnd) {
    const std::string structure = "struct S { vec4 a, b; };\n";
    const auto linked = [&](Stage stage, const std::string& source, std::string_view message) {
        const std::string text = "#version 460\n" + structure + source;
        const std::string_view strings[] = {text};
        const std::shared_ptr<const Shader> shaders[] = {compile(stage, strings)};
        const LinkedProgram program = link(shaders, {});
        EXPECT_NE(program.log.find(message), std::string::npos) << program.log;
        EXPECT_LT(program.inputs.size() + program.results.size(), 65536u);
    };
    linked(Stage::Fragment, "in S s[4194307]; out vec4 c; void main() { c = s[1].a; }", "there is no room for s");
    linked(Stage::Vertex, "out S s[4194307]; void main() { s[1].a = vec4(1.0); }", "there is no room for s");
    // Which takes no registers.
    linked(Stage::Vertex, "out S s[4194307]; void main() { gl_Position = vec4(0.0); }",
           "s has too many members: 8388614");
}

TEST(Hostile, ValuesThatAreTooLarge) {
    expect_refused(Stage::Vertex, "void main() { float a[16777216], b[16777216]; b[gl_VertexID] = 1.0; a = b; }",
                   "a value takes 16777216 registers");
    expect_refused(
        Stage::Vertex,
        "struct S { float a[16777216]; }; S f() { S s; return s; } void main() { gl_Position.x = f().a[3]; }",
        "a value takes 16777216 registers");
    expect_refused(Stage::Vertex, "void main() { float a[16777216], b[16777216]; gl_Position.x = float(a == b); }",
                   "a value takes 16777216 registers");
    expect_refused(Stage::Vertex, "void f(inout float a[16777216]) {} void main() { float a[16777216]; f(a); f(a); }",
                   "a value takes 16777216 registers");
    // Each assignment is thousands of moves.
    expect_refused(Stage::Vertex,
                   "void main() { float a[4096], b[4096]; b[gl_VertexID] = 1.0; " + repeated("a = b; b = a; ", 2000) +
                       " gl_Position.x = a[gl_VertexID]; }",
                   "the program is too long");
    expect_refused(Stage::Vertex,
                   "void main() { float a[4096], b[4096]; b[gl_VertexID] = 1.0; " + repeated("a = b, b = a, ", 400) +
                       "b = a; gl_Position.x = a[gl_VertexID]; }",
                   "the program is too long");
}

TEST(Hostile, ConstantsThatDouble) {
    std::string text = "const float c0[2] = float[2](1.0, 2.0);\n", sizes = "[2]";
    for (int n = 1; n < 28; n++) {
        const std::string before = "c" + std::to_string(n - 1);
        sizes += "[2]";
        text +=
            "const float c" + std::to_string(n) + sizes + " = float" + sizes + "(" + before + ", " + before + ");\n";
    }
    expect_refused(Stage::Vertex, text, "the shader's constants have more than 8388608 numbers");
    // Parts of constants are no constants of their own.
    std::string parts = "const float c[2][64] = float[2][64](float[64](" + repeated("1.0,", 63) + "1.0), float[64](" +
                        repeated("2.0,", 63) + "2.0)); void main() { float x = 0.0;\n";
    parts += repeated("x += c[1][3];", 500) + " gl_Position = vec4(x); }";
    EXPECT_NE(outcome(Stage::Vertex, parts).find("END"), std::string::npos);
}

TEST(Hostile, LongChains) {
    const std::string begin = "uniform float a; uniform vec4 v; void main() { gl_Position.x = ";
    // As long as may be.
    EXPECT_NE(outcome(Stage::Vertex, begin + "a" + repeated(" + a", 990) + "; }").find("END"), std::string::npos);
    constexpr std::string_view message = "an expression has more than 1000 operators in each other";
    expect_refused(Stage::Vertex, begin + "a" + repeated(" + a", 200000) + "; }", message);
    expect_refused(Stage::Vertex, begin + "(a" + repeated(", a", 200000) + "); }", message);
    expect_refused(Stage::Vertex, begin + "v" + repeated(".xyzw", 200000) + ".x; }", "more than 150 operators");
    EXPECT_NE(outcome(Stage::Vertex, begin + "(a" + repeated(", a", 990) + "); }").find("END"), std::string::npos);
    // Chains within chains.
    std::string nested = "a";
    for (int n = 0; n < 20; n++) nested = "(" + nested + repeated(" + a", 100) + ")";
    expect_refused(Stage::Vertex, begin + nested + "; }", message);
    // And one behind the other, by way of functions that are expanded in each other.
    std::string functions = "uniform float a; float f0() { return a; }\n";
    for (int n = 1; n < 150; n++)
        functions += "float f" + std::to_string(n) + "() { return " + repeated("sin(", 6) + "f" +
                     std::to_string(n - 1) + "()" + repeated(")", 6) + "; }\n";
    expect_refused(Stage::Vertex, functions + "void main() { gl_Position.x = f149(); }", "deep in each other");
}

// A matrix that gives its components to a vector is evaluated once.
TEST(Hostile, MatricesInConstructors) {
    std::string nested = "v";
    for (int n = 0; n < 40; n++) nested = "vec4(mat2(" + nested + "))";
    const std::string text = outcome(Stage::Vertex, "uniform vec4 v; void main() { gl_Position = " + nested + "; }");
    EXPECT_NE(text.find("END"), std::string::npos) << text.substr(0, 500);
    EXPECT_LT(text.size(), 10000u);
    nested = "i";
    for (int n = 0; n < 40; n++) nested = "ivec4(mat2(" + nested + "))";
    const std::string integers =
        outcome(Stage::Vertex, "uniform ivec4 i; void main() { gl_Position = vec4(" + nested + "); }");
    EXPECT_NE(integers.find("END"), std::string::npos) << integers.substr(0, 500);
    EXPECT_LT(integers.size(), 30000u);
    for (const std::string_view type : {"vec4", "ivec4", "bvec4", "dvec4", "uvec3", "vec2", "int"}) {
        const std::string called =
            outcome(Stage::Vertex, "uniform mat2 m; int n = 7; mat2 f() { n += 12345; return m; } void main() { " +
                                       std::string(type) + " x = " + std::string(type) + "(f()); gl_Position = vec4(x" +
                                       (type == "int" ? "" : ".x") + ", n, 0, 0); }");
        EXPECT_EQ(count(called, "12345"), 1u) << type << "\n" << called;
    }
}

std::string calling_functions(int functions) {
    std::string text = "uniform float a; float f0() { return a; }\n";
    for (int n = 1; n < functions; n++)
        text += "float f" + std::to_string(n) + "() { return f" + std::to_string(n - 1) + "() + 1.0; }\n";
    return text + "void main() { gl_Position.x = f" + std::to_string(functions - 1) + "(); }";
}

TEST(Hostile, CallsWithoutEnd) {
    EXPECT_NE(outcome(Stage::Vertex, calling_functions(198)).find("END"), std::string::npos);
    expect_refused(Stage::Vertex, calling_functions(300), "calls nest more than 200 levels deep");
    expect_refused(Stage::Vertex, calling_functions(40000), "calls nest more than 200 levels deep");
    // What nothing calls costs nothing.
    const std::string text = calling_functions(40000);
    const std::string unused = text.substr(0, text.find("void main")) + "void main() { gl_Position.x = f3(); }";
    EXPECT_NE(outcome(Stage::Vertex, unused).find("END"), std::string::npos);
}

TEST(Hostile, MembersWithoutEnd) {
    std::string members;
    for (int n = 0; n < 200000; n++) members += "float m" + std::to_string(n) + ";";
    const auto begin = std::chrono::steady_clock::now();
    expect_refused(Stage::Vertex, "struct S { " + members + " };", "a type consists of more than 4096 parts");
    expect_refused(Stage::Vertex, "uniform S { " + members + " };", "a type consists of more than 4096 parts");
    // A second where time is proportional to the members, minutes where it is to their square.
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// Shaders that are as deep as they may be.
std::vector<std::string> deep_shaders() {
    std::string ifs = "uniform float a; void main() { float b = a; " + repeated("if (b > 0.5) { b -= 0.01; ", 60) +
                      repeated("}", 60) + " gl_Position.x = b; }";
    return {
        calling_functions(198), ifs,
        "uniform float a; void main() { gl_Position.x = " + repeated("(", 180) + "a" + repeated(" + 1.0)", 180) + "; }",
        "uniform float a; void main() { gl_Position.x = a" + repeated(" + a", 990) + "; }"};
}

void compile_deep_shaders() {
    for (const std::string& shader : deep_shaders())
        EXPECT_NE(outcome(Stage::Vertex, shader).find("END"), std::string::npos) << shader.substr(0, 200);
    expect_refused(Stage::Vertex, "void main() { " + repeated("{", 100000), "nests more than 400 levels deep");
    expect_refused(Stage::Vertex, "float a = " + repeated("(", 100000), "nests more than 400 levels deep");
    expect_refused(Stage::Vertex, calling_functions(20000), "calls nest more than 200 levels deep");
}

// Applications' threads that compile may have small stacks, and do where the driver has no threads.
TEST(Hostile, SmallStacks) {
    compile_deep_shaders();
    for (const size_t kibibytes : {64, 256, 512}) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        ASSERT_EQ(pthread_attr_setstacksize(&attributes, kibibytes * 1024), 0);
        pthread_t thread;
        const auto run = [](void*) -> void* {
            compile_deep_shaders();
            return nullptr;
        };
        ASSERT_EQ(pthread_create(&thread, &attributes, run, nullptr), 0);
        pthread_join(thread, nullptr);
        pthread_attr_destroy(&attributes);
    }
}

}  // namespace
}  // namespace glsl
