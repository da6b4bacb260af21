// Members of blocks that are arrays without a size, in several shaders of a stage.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glsl/compile.h"
#include "glsl/link.h"

namespace glsl {
namespace {

using arbasm::Stage;

struct Source {
    Stage stage;
    std::string text;
};

LinkedProgram linked(const std::vector<Source>& sources) {
    std::vector<std::shared_ptr<const Shader>> shaders;
    for (const Source& source : sources) {
        const std::string text = "#version 150\n#extension GL_ARB_uniform_buffer_object : enable\n" + source.text;
        const std::string_view strings[] = {text};
        shaders.push_back(compile(source.stage, strings));
        EXPECT_EQ(log_of(*shaders.back()), "");
    }
    return link(shaders);
}

const std::string read_back =
    "in Data { float weights[3]; } data; out vec4 color;"
    "void main() { color = vec4(data.weights[0], data.weights[1], data.weights[2], 1.0); }";

// The largest index that any of them uses counts, with an instance or without, and whichever comes first.
TEST(BlockSizes, AreThoseOfAllShadersTogether) {
    for (const bool instance : {true, false}) {
        const std::string block = std::string("out Data { float weights[]; }") + (instance ? " o" : "") + ";";
        const std::string of = instance ? "o.weights" : "weights";
        const Source main{Stage::Vertex,
                          block + "void more(); void main() { gl_Position = vec4(0.0); " + of + "[0] = 1.0; more(); }"};
        const Source more{Stage::Vertex, block + "void more() { " + of + "[2] = 1.0; " + of + "[1] = 2.0; }"};
        EXPECT_EQ(linked({main, more, {Stage::Fragment, read_back}}).log, "");
        EXPECT_EQ(linked({more, main, {Stage::Fragment, read_back}}).log, "");
    }
}

// One that says the size says it for the others.
TEST(BlockSizes, AreWhatAShaderSays) {
    const Source main{Stage::Vertex,
                      "out Data { float weights[]; } o; void more();"
                      "void main() { gl_Position = vec4(0.0); o.weights[0] = 1.0; more(); }"};
    const auto more = [](const std::string& size) {
        return Source{Stage::Vertex,
                      "out Data { float weights[" + size + "]; } o; void more() { o.weights[0] = 2.0; }"};
    };
    EXPECT_EQ(linked({main, more("3"), {Stage::Fragment, read_back}}).log, "");
    EXPECT_EQ(linked({main, more("2"), {Stage::Fragment, read_back}}).log,
              "error: the block Data has other members in the vertex shader than in the fragment shader\n"
              "error: Data.weights is float[2] in the vertex shader and float[3] in the fragment shader\n");
}

// Smaller than what another shader uses, or different ones: no size suits all.
TEST(BlockSizes, MustSuitAllShaders) {
    const auto shader = [](const std::string& size, const std::string& body) {
        return Source{Stage::Vertex, "out Data { float weights[" + size + "]; } o; void more();" + body};
    };
    const std::string main = "void main() { gl_Position = vec4(0.0); o.weights[0] = 1.0; more(); }";
    const std::string log = "error: the block Data has other members in another vertex shader\n";
    EXPECT_EQ(linked({shader("2", main), shader("", "void more() { o.weights[2] = 1.0; }")}).log, log);
    EXPECT_EQ(linked({shader("2", main), shader("3", "void more() { o.weights[2] = 1.0; }")}).log, log);
}

// So it is with uniform blocks, whose size the application sees.
TEST(BlockSizes, OfUniformBlocks) {
    const std::string block = "layout(std140) uniform Weights { vec4 first; float weights[]; float last; };";
    const LinkedProgram program = linked(
        {{Stage::Vertex, block + "float more(); void main() { gl_Position = vec4(weights[1] + more() + last); }"},
         {Stage::Vertex, block + "float more() { return weights[4]; }"}});
    EXPECT_EQ(program.log, "");
    ASSERT_EQ(program.uniform_blocks.size(), 1u);
    EXPECT_EQ(program.uniform_blocks[0].size, 16 + 5 * 16 + 16);
    for (const Uniform& uniform : program.uniforms) {
        if (uniform.name == "weights") {
            EXPECT_EQ(uniform.array_size, 5);
        } else if (uniform.name == "last") {
            EXPECT_EQ(uniform.offset, 96);
        }
    }
}

}  // namespace
}  // namespace glsl
