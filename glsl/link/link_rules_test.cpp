// What the linker asks of the shaders of a program, beyond each of them alone.
#include <algorithm>

#include "glsl/testing/rule_rows.h"

namespace glsl::rules {
namespace {

LinkOptions separable(bool es = false) {
    LinkOptions options;
    options.separable = true;
    options.es = es;
    return options;
}

TEST(LinkRules, VariablesThatShareALocationAreAlike) {
    const auto log = [](std::string_view outputs) {
        const std::string source = std::string(outputs) + " void main() { gl_Position = vec4(0.0); }";
        return link_log({{vertex, "440", source, ""}}, separable());
    };
    const std::string kind = "error: b has a type of another kind or size than a, with which it shares a location\n";
    EXPECT_EQ(log("layout(location = 0) out float a; layout(location = 0, component = 1) flat out int b;"), kind);
    EXPECT_EQ(log("layout(location = 0) flat out uvec2 a; layout(location = 0, component = 2) out float b;"), kind);
    EXPECT_EQ(log("layout(location = 0) flat out double a; layout(location = 0, component = 2) flat out uint b;"),
              kind);
    EXPECT_EQ(log("layout(location = 0) flat out dvec3 a; layout(location = 1, component = 2) flat out float b;"),
              kind);
    EXPECT_EQ(log("layout(location = 0) flat out int a; layout(location = 0, component = 1) flat out uint b;"), "");
    EXPECT_EQ(log("layout(location = 0) flat out dvec3 a; layout(location = 1, component = 2) flat out double b;"), "");
    EXPECT_EQ(log("layout(location = 0) out float a[3]; layout(location = 2, component = 1) flat out int b;"), kind);
    EXPECT_EQ(log("layout(location = 0) out float a[2]; layout(location = 2, component = 1) flat out int b;"), "");
    EXPECT_EQ(log("layout(location = 0) out float a; layout(location = 0, component = 1) flat out float b;"),
              "error: b has another interpolation than a, with which it shares a location\n");
    EXPECT_EQ(log("layout(location = 0) out float a; layout(location = 0, component = 1) smooth out float b;"), "");
    EXPECT_EQ(log("layout(location = 0) out float a; layout(location = 0, component = 1) centroid out float b;"),
              "error: b has other auxiliary storage than a, with which it shares a location\n");
    EXPECT_EQ(log("layout(location = 0) sample out float a; layout(location = 0, component = 1) sample out float b;"),
              "");
    EXPECT_EQ(log("out A { layout(location = 0) float a; layout(location = 0, component = 1) flat int b; };"), kind);
}

TEST(LinkRules, SubroutinesAreEachStagesOwn) {
    const std::string types = "subroutine vec4 a_t(); subroutine uniform a_t a; ";
    const std::string one = types + "subroutine(a_t) vec4 f() { return vec4(1); } void main() { gl_Position = a(); }",
                      other =
                          "out vec4 color; subroutine float a_t(float b); subroutine uniform a_t a;\n"
                          "subroutine(a_t) float f(float b) { return b; } void main() { color = vec4(a(1.0)); }";
    EXPECT_EQ(link_log({{vertex, "400", one, ""}, {fragment, "400", other, ""}}), "");
}

TEST(LinkRules, LocationsOfUnusedSubroutineUniformsAreTaken) {
    const auto log = [](const std::string& declarations) {
        return link_log({{vertex, "430",
                          "subroutine vec4 a_t(); subroutine(a_t) vec4 f() { return vec4(1); } " + declarations +
                              " void main() { gl_Position = a(); }",
                          ""}});
    };
    const std::string all = "layout(location = 0) subroutine uniform a_t unused[1024]; ",
                      most = "layout(location = 0) subroutine uniform a_t unused[1023]; ";
    EXPECT_EQ(log(most + "subroutine uniform a_t a;"), "");
    EXPECT_EQ(log(all + "subroutine uniform a_t a;"), "error: there is no room for the subroutine uniform a\n");
    EXPECT_EQ(log(most + "layout(location = 1023) subroutine uniform a_t a;"), "");
    EXPECT_EQ(log(all + "layout(location = 1023) subroutine uniform a_t a;"),
              "error: the subroutine uniform a has the location of another one\n");
    EXPECT_EQ(log("layout(location = 1024) subroutine uniform a_t a;"),
              "error: there is no room for the subroutine uniform a\n");
}

TEST(LinkRules, EsEvaluatesWhatAControlShaderMakes) {
    LinkOptions es;
    es.es = true;
    const std::string nothing = "void main() { gl_Position = vec4(0.0); }",
                      three = "layout(vertices = 3) out; void main() {}",
                      made = "layout(triangles) in; void main() { gl_Position = vec4(0.0); }",
                      color = "precision highp float; out vec4 c; void main() { c = vec4(1.0); }",
                      refused = "error: there is no tessellation control shader\n";
    const Row first{vertex, "320 es", nothing, ""}, patches{control, "320 es", three, ""},
        triangles{evaluation, "320 es", made, ""}, last{fragment, "320 es", color, ""};
    EXPECT_EQ(link_log({first, patches, triangles, last}, es), "");
    EXPECT_EQ(link_log({first, patches, last}, es), "") << "NV_gpu_shader5";
    EXPECT_EQ(link_log({first, triangles, last}, es), refused);
    EXPECT_EQ(link_log({first, triangles, last}, separable(true)), "");
}

TEST(LinkRules, CountersThatAreTooMany) {
    const auto log = [](int count) {
        return link_log({{vertex, "430",
                          "layout(binding = 0) uniform atomic_uint a[2][" + std::to_string(count / 2) +
                              "]; void main() { gl_Position = vec4(atomicCounterIncrement(a[1][0])); }",
                          ""}});
    };
    const int most = LinkOptions{}.atomic_counters;
    EXPECT_EQ(log(most), "");
    EXPECT_EQ(log(most + 2), "error: the atomic counter a is beyond those there are\n");
}

TEST(LinkRules, MembersWithoutSizeThatNobodyUses) {
    const std::string open = "uniform B { float b[][2]; vec4 c; }; void main() { gl_Position = c; }",
                      other = "uniform B { float b[][2]; vec4 c; }; vec4 f() { return c + b[2][1]; }";
    EXPECT_EQ(link_log({{vertex, "430", open, ""}}), "");
    EXPECT_EQ(link_log({{vertex, "430", open, ""}, {vertex, "430", other, ""}}), "");
}

// The buffer sizes the last one only; of the others constant indices say the size, or nothing does.
TEST(LinkRules, MembersWithoutSizeOfStorageBlocks) {
    const auto log = [](std::string_view read) {
        return link_log({{vertex, "430",
                          "buffer B { vec4 a[]; vec4 b[]; }; uniform int i; void main() { gl_Position = " +
                              std::string(read) + "; }",
                          ""}});
    };
    const std::string unsized = "error: the block B: nothing says the size of a\n";
    EXPECT_EQ(log("a[0]"), "");
    EXPECT_EQ(log("a[i]"), unsized);
    EXPECT_EQ(log("b[0]"), unsized);
    EXPECT_EQ(log("b[i]"), unsized);
}

TEST(LinkRules, TheProgramsVersionIsTheHighest) {
    const std::string nothing = "in vec4 a; out vec4 b; void main() { b = a; }",
                      points =
                          "layout(points) in; layout(points, max_vertices = 1) out; in vec4 b[];\n"
                          "void main() { gl_Position = b[0]; EmitVertex(); }";
    EXPECT_EQ(link_log({{vertex, "130", nothing, ""}, {geometry, "150", points, ""}}), "");
    EXPECT_EQ(link_log({{vertex, "130", nothing, ""}}), "error: the vertex shader doesn't write gl_Position\n");
}

TEST(LinkRules, EsComparesThePrecisionOfMembers) {
    const auto shader = [](const char* precision, const char* rest) {
        return std::string("precision highp float; struct B { ") + precision + " vec4 b; }; struct A { B c[2]; };\n" +
               "uniform A a; " + rest;
    };
    const std::string vs = shader("mediump", "void main() { gl_Position = a.c[0].b; }"),
                      fs = "void main() { color = a.c[1].b; }";
    const std::string alike = shader("mediump", ("out vec4 color; " + fs).c_str()),
                      different = shader("lowp", ("out vec4 color; " + fs).c_str());
    EXPECT_EQ(link_log({{vertex, "300 es", vs, ""}, {fragment, "300 es", alike, ""}}), "");
    EXPECT_EQ(link_log({{vertex, "300 es", vs, ""}, {fragment, "300 es", different, ""}}),
              "error: the uniform a is declared with different precisions\n");
    EXPECT_EQ(link_log({{vertex, "330", vs, ""}, {fragment, "330", different, ""}}), "");
}

TEST(LinkRules, EsComparesInterpolationInAllVersions) {
    const std::string vs = "out vec4 a; void main() { a = vec4(1); gl_Position = a; }";
    const auto gs = [](const char* word) {
        return "layout(points) in; layout(points, max_vertices = 1) out; " + std::string(word) + " in vec4 a[];\n" +
               "void main() { gl_Position = a[0]; EmitVertex(); }";
    };
    const std::string flat = gs("flat"), smooth = gs("smooth"), plain = gs("");
    const std::string refused =
        "error: a is interpolated in different ways in the vertex shader and the geometry shader\n";
    EXPECT_EQ(link_log({{vertex, "320 es", vs, ""}, {geometry, "320 es", flat, ""}}), refused);
    EXPECT_EQ(link_log({{vertex, "320 es", vs, ""}, {geometry, "320 es", smooth, ""}}), "");
    EXPECT_EQ(link_log({{vertex, "320 es", vs, ""}, {geometry, "320 es", plain, ""}}), "");
    EXPECT_EQ(link_log({{vertex, "460", vs, ""}, {geometry, "460", flat, ""}}), "");
}

TEST(LinkRules, EsStagesNeedNotDeclareGlPerVertexAgain) {
    const std::string tcs =
                          "layout(vertices = 1) out; void main() { gl_out[gl_InvocationID].gl_Position = "
                          "gl_in[0].gl_Position; }",
                      tes = "layout(triangles) in; void main() { gl_Position = gl_in[0].gl_Position; }";
    EXPECT_EQ(link_log({{control, "320 es", tcs, ""}, {evaluation, "320 es", tes, ""}}, separable(true)), "");
    EXPECT_EQ(link_log({{control, "450", tcs, ""}, {evaluation, "450", tes, ""}}, separable()),
              "error: shaders of separable programs declare gl_PerVertex again before they use it\n");
}

TEST(LinkRules, NamesOfStorageBlocksMembersAreUnique) {
    const auto log = [](const char* version, std::string_view other) {
        const std::string vs = "layout(binding = 0) buffer A { float a; }; void main() { gl_Position = vec4(a); }",
                          fs = "precision highp float; out vec4 color; layout(binding = 1) buffer " +
                               std::string(other) + " void main() { color = vec4(a); }";
        return link_log({{vertex, version, vs, ""}, {fragment, version, fs, ""}});
    };
    for (const char* version : {"310 es", "430"}) {
        EXPECT_EQ(log(version, "B { float a; };"), "error: a is a member of a block and something else as well\n");
    }
    const std::string vs = "layout(binding = 0) buffer A { float a; }; void main() { gl_Position = vec4(a); }",
                      fs = "precision highp float; out vec4 color; layout(binding = 1) buffer B { float a; } b; "
                           "void main() { color = vec4(b.a); }";
    EXPECT_EQ(link_log({{vertex, "310 es", vs, ""}, {fragment, "310 es", fs, ""}}), "");
}

TEST(LinkRules, CoverageBehindTheDepthTestTestsEarly) {
    const std::string source =
        "layout(post_depth_coverage) in; out vec4 color;\n"
        "void main() { color = vec4(gl_SampleMaskIn[0]); }";
    EXPECT_EQ(link_log({{fragment, "450\n#extension GL_ARB_post_depth_coverage : require", source, ""}}), "");
}

std::shared_ptr<const Shader> right(const Row& row) {
    auto shader = compiled(row);
    EXPECT_EQ(log_of(*shader), "") << row.source;
    return shader;
}

TEST(LinkRules, StagesReferToTheBlocksThatTheyUse) {
    const std::string blocks =
        "layout(std140) uniform A { vec4 a; }; layout(std430, binding = 1) buffer B { vec4 b; };\n";
    const std::string vs = blocks + "void main() { gl_Position = a + b; }",
                      gs = blocks +
                           "layout(points) in; layout(points, max_vertices = 1) out;\n"
                           "void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }";
    const std::shared_ptr<const Shader> shaders[] = {right({vertex, "450", vs, ""}), right({geometry, "450", gs, ""})};
    const LinkedProgram program = link(shaders, {});
    ASSERT_EQ(program.log, "");
    EXPECT_EQ(program.uniform_blocks[0].stages, 1u);
    EXPECT_EQ(program.storage_blocks[0].stages, 1u);
    EXPECT_EQ(program.buffer_variables[0].stages, 1u);
}

TEST(LinkRules, StagesReferToTheElementsOfBlocksThatTheyUse) {
    // By number of the block: which of the stages (1: vertex, 2: fragment) refer to it.
    const auto references = [](std::string_view size, std::string_view in_vertex, std::string_view in_fragment) {
        const std::string blocks = "uniform A { vec4 a; } u[" + std::string(size) + "; buffer B { vec4 a; } s[" +
                                   std::string(size) + "; uniform int i; ";
        const std::string first = blocks + "void main() { gl_Position = u[" + std::string(in_vertex) + ".a + s[" +
                                  std::string(in_vertex) + ".a; }",
                          last = blocks + "out vec4 c; void main() { c = u[" + std::string(in_fragment) + ".a + s[" +
                                 std::string(in_fragment) + ".a; }";
        const std::shared_ptr<const Shader> shaders[] = {compiled({vertex, "450", first, ""}),
                                                         compiled({fragment, "450", last, ""})};
        const LinkedProgram program = link(shaders, {});
        EXPECT_EQ(program.log, "");
        std::string text;
        for (const auto* list : {&program.uniform_blocks, &program.storage_blocks})
            for (const BufferBlock& block : *list)
                text += std::to_string((block.stages >> static_cast<int>(vertex) & 1) +
                                       2 * (block.stages >> static_cast<int>(fragment) & 1));
        return text;
    };
    EXPECT_EQ(references("3]", "0]", "2]"), "102102");
    EXPECT_EQ(references("3]", "1]", "i]"), "232232");
    EXPECT_EQ(references("2][2]", "1][0]", "0][i]"), "22102210");
    EXPECT_EQ(references("2][3]", "i][1]", "1][2]"), "010012010012");
}

TEST(LinkRules, ImagesHaveOneFormatInAllStages) {
    const auto log = [](std::string_view in_vertex, std::string_view in_fragment) {
        const std::string first = std::string(in_vertex) + " void main() { gl_Position = vec4(0); }",
                          last = std::string(in_fragment) + " out vec4 c; void main() { c = vec4(0); }";
        return link_log({{vertex, "450", first, ""}, {fragment, "450", last, ""}});
    };
    EXPECT_EQ(log("layout(rgba32f) uniform image1D a;", "layout(rg32f) uniform image1D a;"),
              "error: the uniform a is declared with the formats rgba32f and rg32f\n");
    EXPECT_EQ(log("layout(rgba32f) uniform image1D a[2];", "layout(rg32f) uniform image1D a[2];"),
              "error: the uniform a is declared with the formats rgba32f and rg32f\n");
    EXPECT_EQ(log("layout(rgba32f) uniform image1D a;", "layout(RGBA32F) uniform image1D a;"), "");
    EXPECT_EQ(log("layout(rgba32f) uniform image1D a;", "writeonly uniform image1D a;"), "");
    EXPECT_EQ(log("layout(rgba32f) uniform image1D a;", "layout(rg32f) uniform image1D b;"), "");
}

TEST(LinkRules, MembersOfBlocksHaveLocations) {
    const std::string source =
        "struct S { vec4 x; mat2 y; }; out A { layout(location = 2) vec4 a[2]; layout(location = "
        "5) S b; layout(location = 9) vec4 c; }; layout(location = 10) out B { dvec3 d; vec2 e; } f;\n"
        "void main() { a[0] = c = vec4(1); b.x = c; f.e = vec2(0); }";
    const std::shared_ptr<const Shader> shaders[] = {right({vertex, "450", source, ""})};
    const LinkedProgram program = link(shaders, separable());
    ASSERT_EQ(program.log, "");
    const auto location = [&](std::string_view name) {
        const auto found = std::ranges::find(program.results, name, &InterfaceVariable::full_name);
        return found == program.results.end() ? -2 : found->location;
    };
    EXPECT_EQ(location("a[0]"), 2);
    EXPECT_EQ(location("b.x"), 5);
    EXPECT_EQ(location("b.y"), 6);
    EXPECT_EQ(location("c"), 9);
    EXPECT_EQ(location("B.d"), 10);
    EXPECT_EQ(location("B.e"), 12);
}

TEST(LinkRules, DoublesAreCapturedAtMultiplesOfEight) {
    const auto feedback_of = [](std::string_view outputs) {
        const std::string source = "struct S { float x; double y; float z; };\n" + std::string(outputs) +
                                   " void main() { gl_Position = vec4(0); }";
        const std::shared_ptr<const Shader> shaders[] = {right({vertex, "450", source, ""})};
        const LinkedProgram program = link(shaders, separable());
        EXPECT_EQ(program.log, "");
        std::vector<uint32_t> offsets;
        for (const FeedbackVarying& varying : program.feedback.varyings) offsets.push_back(varying.offset);
        for (const FeedbackCapture& capture : program.feedback.captures) offsets.push_back(capture.offset);
        offsets.push_back(program.feedback.strides[0]);
        return offsets;
    };
    EXPECT_EQ(feedback_of("layout(location = 0, xfb_offset = 8) flat out S a;"),
              (std::vector<uint32_t>{8, 16, 24, 8, 16, 24, 32}));
    EXPECT_EQ(feedback_of("layout(location = 0, xfb_offset = 0) flat out S a[2];"),
              (std::vector<uint32_t>{0, 8, 16, 24, 32, 40, 0, 8, 16, 24, 32, 40, 48}));
    EXPECT_EQ(feedback_of("layout(xfb_offset = 0) flat out double a; layout(xfb_offset = 8) out float b;"),
              (std::vector<uint32_t>{0, 8, 0, 8, 16}));
    const std::string source =
        "layout(xfb_stride = 20) out; layout(xfb_offset = 0) flat out double a;\n"
        "void main() { a = 1.0; gl_Position = vec4(0); }";
    EXPECT_EQ(link_log({{vertex, "450", source, ""}}, separable()),
              "error: xfb_stride of buffer 0 is no multiple of 8, and doubles are captured there\n");
}

TEST(LinkRules, BuffersTakeOneStream) {
    const auto log = [](std::string_view buffers) {
        return link_log({{geometry, "450",
                          "layout(points) in; layout(points, max_vertices = 1) out;\n" + std::string(buffers) +
                              "void main() { a = b = 1.0; EmitStreamVertex(0); }",
                          ""}},
                        separable());
    };
    EXPECT_EQ(log("layout(stream = 0, xfb_buffer = 1, xfb_offset = 0) out float a;\n"
                  "layout(stream = 1, xfb_buffer = 1, xfb_offset = 4) out float b;\n"),
              "error: transform feedback is to capture outputs of two streams in buffer 1\n");
    EXPECT_EQ(log("layout(stream = 0, xfb_buffer = 1, xfb_offset = 0) out float a;\n"
                  "layout(stream = 1, xfb_buffer = 2, xfb_offset = 4) out float b;\n"),
              "");
}

// In each buffer.
TEST(LinkRules, NamesCaptureNoMoreThanABufferTakes) {
    const std::string source = "flat out dmat4 a[2], b[2]; void main() { a[0] = a[1] = b[0] = b[1] = dmat4(1); }";
    const std::shared_ptr<const Shader> shaders[] = {right({vertex, "450", source, ""})};
    LinkOptions options;
    const auto log = [&](std::vector<std::string> varyings) {
        options.feedback_varyings = std::move(varyings);
        return link(shaders, options).log;
    };
    EXPECT_EQ(log({"a", "b"}), "");
    EXPECT_EQ(log({"a", "b", "gl_SkipComponents1"}),
              "error: transform feedback is to capture 129 components in a buffer, more than 128\n");
    EXPECT_EQ(log({"a", "gl_NextBuffer", "b", "gl_SkipComponents4"}), "");
}

// 128 components: MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS.
TEST(LinkRules, CapturesEndAtTheLimit) {
    const auto source = [](int matrices) {
        return "layout(location = 0, xfb_offset = 0) flat out dmat4 a[" + std::to_string(matrices) +
               "];\nvoid main() { a[0] = dmat4(1); gl_Position = vec4(0); }\n";
    };
    const std::shared_ptr<const Shader> shaders[] = {compiled({vertex, "450", source(4), ""})};
    EXPECT_EQ(log_of(*shaders[0]), "");
    EXPECT_EQ(link(shaders, separable()).log, "");
    EXPECT_EQ(first_error(*compiled({vertex, "450", source(5), ""})),
              "byte 640 of buffer 0 is beyond what can be captured");
}

TEST(LinkRules, ArraysWhoseLengthAloneIsAskedForTakeNoRegisters) {
    const std::string source =
        "out vec4 a; void main() { mat3 b[3][101][88]; a = vec4(b.length(), b[0].length(), "
        "b[0][0].length(), 1); gl_Position = a; }";
    EXPECT_EQ(link_log({{vertex, "430", source, ""}}), "");
}

// What two separable programs are compared by: the same text for two sides that match exactly.
std::string side(const Row& row, bool outputs) {
    const std::shared_ptr<const Shader> shaders[] = {right(row)};
    const LinkedProgram program = link(shaders, separable(true));
    EXPECT_EQ(program.log, "");
    const LinkedStage& stage = program.stages[static_cast<size_t>(row.stage)];
    return outputs ? stage.outputs_text : stage.inputs_text;
}

TEST(LinkRules, SeparableProgramsOfEsMatchExactly) {
    const auto match = [](std::string_view outputs, std::string_view inputs) {
        const std::string vs = std::string(outputs) + " void main() { gl_Position = vec4(0.0); }",
                          fs = "precision highp float; " + std::string(inputs) + " void main() {}";
        return side({vertex, "320 es", vs, ""}, true) == side({fragment, "320 es", fs, ""}, false);
    };
    EXPECT_TRUE(match("out vec4 a; out vec2 b;", "in vec2 b; in vec4 a;"));
    EXPECT_TRUE(match("smooth out vec4 a;", "in highp vec4 a;"));
    EXPECT_TRUE(match("centroid out vec4 a;", "in vec4 a;"));
    EXPECT_TRUE(match("layout(location = 1) out vec4 a;", "layout(location = 1) in vec4 b;"));
    EXPECT_TRUE(match("out A { vec4 a; flat int b; } c;", "in A { vec4 a; flat highp int b; } d;"));
    EXPECT_TRUE(match("struct S { vec4 x; }; out S a;", "struct S { vec4 x; }; in S a;"));
    EXPECT_FALSE(match("out vec4 a;", "in vec3 a;"));
    EXPECT_FALSE(match("out vec4 a[2];", "in vec4 a[3];"));
    EXPECT_FALSE(match("out vec4 a;", "in mediump vec4 a;"));
    EXPECT_FALSE(match("flat out vec4 a;", "in vec4 a;"));
    EXPECT_FALSE(match("out vec4 a; out vec4 b;", "in vec4 a;"));
    EXPECT_FALSE(match("out vec4 a;", "in vec4 a; in vec4 b;"));
    EXPECT_FALSE(match("layout(location = 1) out vec4 a;", "in vec4 a;"));
    EXPECT_FALSE(match("layout(location = 1) out vec4 a;", "layout(location = 2) in vec4 a;"));
    EXPECT_FALSE(match("struct S { vec4 x; vec4 y; }; out S a;", "struct S { vec4 y; vec4 x; }; in S a;"));
    EXPECT_FALSE(match("struct S { vec4 x; }; out S a;", "struct S { mediump vec4 x; }; in S a;"));
    EXPECT_FALSE(match("struct S { vec4 x; }; out S a;", "struct T { vec4 x; }; in T a;"));
    EXPECT_TRUE(match("struct S { vec4 x; }; layout(location = 1) out S a;",
                      "struct T { vec4 x; }; layout(location = 1) in T a;"));
    EXPECT_FALSE(match("out A { vec4 a; } c;", "in B { vec4 a; } c;"));
    EXPECT_FALSE(match("out A { vec4 a; vec4 b; };", "in A { vec4 b; vec4 a; };"));
    EXPECT_FALSE(match("out A { vec4 a; };", "in vec4 a;"));
    EXPECT_FALSE(match("out A { vec4 a; };", "in A { mediump vec4 a; };"));
}

}  // namespace
}  // namespace glsl::rules
