// What the conformance tests ask of single shaders, mostly of OpenGL ES: what is refused there, and what must not be.
#include "glsl/testing/rule_rows.h"

namespace glsl::rules {
namespace {

TEST(EsRules, MatricesAreMadeOfMatrices) {
    const std::string source =
        "uniform mat2 a; uniform mat3 b; uniform mat4 c;\n"
        "void main() { gl_Position = vec4(mat2(b)[0], mat2(c)[1]) + vec4(mat3(a)[2] + mat3(b)[0] "
        "+ mat3(c)[1], 1.0) + mat4(a)[3] + mat4(b)[2] + mat4(c)[0]; }";
    const std::string refused = "matrices are made of matrices from version 120 on";
    const Row rows[] = {
        {vertex, "100", source, ""},
        {vertex, "300 es", source, ""},
        {vertex, "110", source, refused},
        {vertex, "120", source, ""},
    };
    expect_messages(rows);
}

TEST(EsRules, LabelsStandInTheSwitchItself) {
    const std::string begin = "int a; void main() { switch (a) { case 0: ", end = " a++; } }";
    const std::string refused = "case and default can't stand in another statement of the switch";
    for (const std::string_view version : {"130", "460", "300 es", "320 es"}) {
        const std::string sources[] = {
            begin + "if (a > 1) { case 1: a++; }" + end,
            begin + "if (a > 1) default: a++;" + end,
            begin + "for (;;) { case 1: break; }" + end,
            begin + "while (true) { default: break; }" + end,
            begin + "{ case 1: a++; }" + end,
            begin + "do { case 1: a++; } while (false);" + end,
            begin + "switch (a) { default: break; }" + end,
            begin + "{ a++; } case 1: { a--; } default:" + end,
            begin + "if (a > 1) a--; else a = 3; case 1:" + end,
        };
        for (size_t n = 0; n < std::size(sources); n++) {
            const Row row{vertex, version, sources[n], n < 6 ? std::string_view(refused) : std::string_view()};
            expect_messages({&row, 1});
        }
    }
}

TEST(EsRules, ADefinitionHasTheConstOfItsPrototype) {
    const std::string a = "void f(vec3 a); void f(const vec3 a) {} void main() {}",
                      b = "void f(const vec3 a[2]); void f(vec3 a[2]) {} void main() {}",
                      c = "void f(const vec3 a, vec3 b); void f(const vec3 c, vec3 b) {} void main() {}";
    const std::string refused = "const differs from the declaration before";
    const Row rows[] = {
        {vertex, "100", a, refused},    {vertex, "300 es", a, refused}, {vertex, "300 es", b, refused},
        {vertex, "320 es", b, refused}, {vertex, "300 es", c, ""},      {vertex, "330", a, ""},
    };
    expect_messages(rows);
}

TEST(EsRules, GlFragDepthIsDeclaredAgainWhereAnExtensionLetsIt) {
    const std::string source = "out highp float gl_FragDepth; void main() { gl_FragDepth = 0.5; }";
    const std::string refused = "gl_FragDepth is a built-in variable that can't be declared again";
    const Row rows[] = {
        {fragment, "300 es", source, refused},
        {fragment, "320 es", source, refused},
        {fragment, "300 es\n#extension GL_EXT_conservative_depth : enable", source, ""},
        {fragment, "420", "out float gl_FragDepth; void main() {}", ""},
    };
    expect_messages(rows);
}

TEST(EsRules, TheAndroidExtensionPackHasBoundingBoxes) {
    const Row rows[] = {
        {control, "310 es\n#extension GL_ANDROID_extension_pack_es31a : require",
         "layout(vertices = 3) out; void main() { gl_BoundingBoxEXT[0] = vec4(0.0); }", ""},
    };
    expect_messages(rows);
}

TEST(EsRules, ComputeShadersBeginWith310) {
    const Row rows[] = {
        {compute, "300 es", "void main() {}", "compute shaders begin with version 310 es"},
        {compute, "310 es", "void main() {}", ""},
        {compute, "430", "void main() {}", ""},
    };
    expect_messages(rows);
}

TEST(EsRules, InterpolationFunctionsTakeWholeInputs) {
    const auto source = [](const char* argument, const char* block = "") {
        return std::string("precision highp float; struct S { vec4 d; }; in vec4 a; in vec4 c[2]; in S s;\n") + block +
               " out vec4 b;\nvoid main() { b = vec4(interpolateAtSample(" + argument + ", 0).x); }";
    };
    const std::string refused = "interpolateAtSample() wants an input";
    const std::string part = source("a.xy"), whole = source("a"), element = source("c[1]"), letter = source("c[1].x"),
                      inner = source("s.d"), member = source("i.e", "in B { vec4 e; } i;");
    const std::string extension = "310 es\n#extension GL_OES_shader_multisample_interpolation : enable";
    const Row rows[] = {
        {fragment, "320 es", part, refused},  {fragment, "320 es", letter, refused},
        {fragment, "320 es", whole, ""},      {fragment, "320 es", element, ""},
        {fragment, extension, part, refused}, {fragment, extension, whole, ""},
        {fragment, "430", part, refused},     {fragment, "440", part, ""},
        {fragment, "320 es", inner, refused}, {fragment, "320 es", member, ""},
        {fragment, "440", inner, ""},
    };
    expect_messages(rows);
}

TEST(EsRules, CountersAreHighpAndHaveNoLocation) {
    const std::string lowp = "layout(binding = 0) uniform lowp atomic_uint a; void main() {}",
                      mediump = "precision mediump atomic_uint; void main() {}",
                      highp =
                          "precision highp atomic_uint; layout(binding = 0) uniform highp atomic_uint a; "
                          "void main() {}",
                      located = "layout(location = 2, binding = 0) uniform atomic_uint a; void main() {}";
    const Row rows[] = {
        {compute, "310 es", lowp, "a: the precision of atomic_uint is highp"},
        {compute, "320 es", mediump, "the precision of atomic_uint is highp"},
        {compute, "310 es", highp, ""},
        {compute, "430", lowp, ""},
        {compute, "310 es", located, "a is a counter and has no location"},
        {compute, "430", located, "a is a counter and has no location"},
    };
    expect_messages(rows);
}

TEST(EsRules, IntegersOfVerticesAreFlatWhereOnlyFragmentsReadThem) {
    const std::string variable = "out int a; void main() { a = 1; }", flat = "flat out ivec2 a; void main() {}",
                      block = "out A { int a; }; void main() { a = 1; }";
    const std::string refused = "a is not of float type and must be flat";
    const Row rows[] = {
        {vertex, "300 es", variable, refused},
        {vertex, "310 es", variable, refused},
        {vertex, "300 es", flat, ""},
        {vertex, "310 es\n#extension GL_EXT_tessellation_shader : require", variable, ""},
        {vertex, "310 es\n#extension GL_EXT_shader_io_blocks : require", block, ""},
        {vertex, "320 es", variable, ""},
        {vertex, "320 es", block, ""},
        {vertex, "330", variable, ""},
        {fragment, "320 es", "in int a; void main() {}", "a is not of float type and must be flat"},
    };
    expect_messages(rows);
}

TEST(EsRules, AtomicsWorkOnMemory) {
    const std::string begin = "layout(local_size_x = 1) in; buffer A { int a; ivec4 b[2]; }; shared uint c; int d;\n";
    const auto source = [&](const char* call) { return begin + "void main() { " + call + "; }"; };
    const std::string global = source("atomicAdd(d, 1)"), member = source("atomicAdd(a, 1)"),
                      component = source("atomicMax(b[1].y, 1)"), shared = source("atomicOr(c, 1u)"),
                      local = source("uint e = 1u; atomicCompSwap(e, 1u, 2u)");
    for (const std::string_view version : {"310 es", "430"}) {
        const Row rows[] = {
            {compute, version, global, "atomicAdd() works on a member of a storage block or a shared variable"},
            {compute, version, local, "atomicCompSwap() works on a member of a storage block or a shared variable"},
            {compute, version, member, ""},
            {compute, version, component, ""},
            {compute, version, shared, ""},
        };
        expect_messages(rows);
    }
}

TEST(EsRules, ArraysOfMembersAndBlocksHaveTheirSizes) {
    const std::string inner = "a: only the outermost size of an array may be left out",
                      outer = "a: only the last member of a storage block may have no size",
                      blocks = "b: an array of blocks needs a size";
    const std::string head = "layout(local_size_x = 1) in; ", tail = " void main() {}";
    const auto source = [&](const char* declaration) { return head + declaration + tail; };
    const std::string uniform = source("uniform A { float a[]; };"),
                      uniform_inner = source("uniform A { float a[2][]; };"),
                      open = source("buffer A { float b; float a[]; };"),
                      open_inner = source("buffer A { float a[][2]; };"), both = source("buffer A { float a[][]; };"),
                      early = source("buffer A { float a[]; float b; };"),
                      many = source("uniform A { float a; } b[2][2];"), some = source("uniform A { float a; } b[2][];"),
                      none = source("buffer A { float a; } b[][2];"), unsized_uniform = source("uniform int u[];"),
                      unsized_uniforms = source("uniform int u[][2];"),
                      open_structure = source("struct S { float a[]; int b; } s;"),
                      closed_structure = source("struct S { float a[2]; int b; } s;"),
                      open_arrays = source("struct S { float a[][2]; int b; } s;");
    const Row rows[] = {
        {compute, "310 es", unsized_uniform, "u needs a size"},
        {compute, "310 es", unsized_uniforms, "u needs a size"},
        {compute, "430", unsized_uniform, ""},
        {compute, "310 es", open_structure, "a needs a size"},
        {compute, "310 es", closed_structure, ""},
        {compute, "430", open_arrays, "a needs a size"},
        {compute, "310 es", uniform, outer},
        {compute, "430", uniform, ""},
        {compute, "310 es", uniform_inner, inner},
        {compute, "430", uniform_inner, inner},
        {compute, "310 es", open, ""},
        {compute, "430", open, ""},
        {compute, "310 es", open_inner, ""},
        {compute, "430", open_inner, ""},
        {compute, "310 es", both, inner},
        {compute, "430", both, inner},
        {compute, "310 es", early, outer},
        {compute, "430", early, ""},
        {compute, "310 es", many, "b: there are no arrays of arrays of blocks in OpenGL ES"},
        {compute, "430", many, ""},
        {compute, "310 es", some, blocks},
        {compute, "430", some, blocks},
        {compute, "310 es", none, blocks},
        {compute, "430", none, blocks},
        {geometry, "320 es", "layout(points) in; layout(points, max_vertices = 1) out; in A { float a; } b[];", ""},
        {geometry, "450", "layout(points) in; layout(points, max_vertices = 1) out; in A { float a; } b[][];", blocks},
        {vertex, "450", "out A { float a; } b[];", blocks},
    };
    expect_messages(rows);
}

TEST(EsRules, DirectivesEndWithTheirLine) {
    const std::string_view sources[] = {
        "#ifdef A b\n#endif\n", "#ifndef A b\n#endif\n",   "#if 0\n#else b\n#endif\n",
        "#if 1\n#endif b\n",    "#define A\n#undef A b\n", "#undef a.b\n",
    };
    const std::string_view messages[] = {"more after #ifdef", "more after #ifndef", "more after #else",
                                         "more after #endif", "more after #undef",  "more after #undef"};
    for (size_t n = 0; n < std::size(sources); n++) {
        const Row rows[] = {
            {vertex, "100", sources[n], messages[n]},
            {vertex, "320 es", sources[n], messages[n]},
            {vertex, "330", sources[n], messages[n]},
            {vertex, "460", sources[n], messages[n]},
            {vertex, "150", sources[n], ""},  // older programs have this, and drivers take it
            {vertex, "300 es", "#ifdef A // b\n#else /* b */\n#endif // b\n#undef A /* b */\n", ""},
        };
        expect_messages(rows);
    }
}

TEST(EsRules, MembersOfPatchBlocksAreNoArraysOfVertices) {
    const auto source = [](const char* block, const char* statement) {
        return "layout(vertices = 3) out; patch out A { " + std::string(block) + " };\n" + "void main() { " +
               statement + " gl_out[gl_InvocationID].gl_Position = vec4(0); }";
    };
    const std::string array = source("vec4 a[2]; float b;", "a[0] = vec4(1); a[1].x = 2.0; b = a[0].y;"),
                      whole = source("vec4 a[2];", "a = vec4[2](vec4(0), vec4(1));"),
                      by_vertex =
                          "layout(vertices = 3) out; out A { vec4 a[2]; } b[];\n"
                          "void main() { b[0].a[0] = vec4(1); }";
    for (const std::string_view version : {"320 es", "450"}) {
        const Row rows[] = {
            {control, version, array, ""},
            {control, version, whole, ""},
            {control, version, by_vertex, "an assignment can't write to it: an invocation writes b[gl_InvocationID]"},
        };
        expect_messages(rows);
    }
}

TEST(EsRules, InputsAndOutputsAreNotNested) {
    const std::string types = "struct S { vec4 x; }; struct T { S s; }; struct U { float y[2]; };\n";
    const auto source = [&](const char* declaration) {
        return "precision highp float; " + types + declaration + " void main() {}";
    };
    const std::string plain_out = source("out S a;"), array_out = source("out vec4 a[2];"),
                      nested_out = source("out T a;"), arrays_out = source("out S a[2];"),
                      with_array_out = source("out U a;"), nested_in = source("in T a;"),
                      block_out = source("out A { T a; };");
    const std::string arrays = "a: inputs and outputs can't be arrays of arrays or structures",
                      nested = "a: structures that go in or out can't contain arrays and structures";
    const Row rows[] = {
        {vertex, "300 es", plain_out, ""},
        {vertex, "300 es", array_out, ""},
        {vertex, "300 es", nested_out, nested},
        {vertex, "320 es", nested_out, nested},
        {vertex, "300 es", arrays_out, arrays},
        {vertex, "310 es", with_array_out, nested},
        {fragment, "300 es", nested_in, nested},
        {vertex, "320 es", block_out, ""},
        {vertex, "450", nested_out, ""},
        {vertex, "450", arrays_out, ""},
        {geometry, "320 es", "layout(points) in; layout(points, max_vertices = 1) out; struct S { vec4 x; }; in S a[];",
         ""},
        {geometry, "320 es", "layout(points) in; layout(points, max_vertices = 1) out; in vec4 a[][2];", ""},
    };
    expect_messages(rows);
}

TEST(EsRules, MembersOfBlocksAreNested) {
    const std::string types = "precision highp float; struct S { vec4 x; float y[2]; }; struct T { S s[2]; };\n";
    const std::string_view members[] = {"S a;", "S a[2];", "T a;", "T a[2];", "vec4 a[2][3];", "T a[2][3];"};
    struct Frame {
        arbasm::Stage stage;
        std::string_view before, after;
    };
    const Frame frames[] = {
        {vertex, "out A { ", " } b;"},
        {vertex, "out A { ", " };"},
        {fragment, "in A { ", " } b;"},
        {fragment, "uniform A { ", " } b[2];"},
        {fragment, "buffer A { ", " } b;"},
        {control, "layout(vertices = 1) out; out A { ", " } b[];"},
        {control, "layout(vertices = 1) out; patch out A { ", " } b[2];"},
        {evaluation, "layout(triangles) in; in A { ", " } b[];"},
        {evaluation, "layout(triangles) in; patch in A { ", " };"},
        {geometry, "layout(points) in; layout(points, max_vertices = 1) out; in A { ", " } b[];"},
        {geometry, "layout(points) in; layout(points, max_vertices = 1) out; out A { ", " } b;"},
    };
    for (const Frame& frame : frames)
        for (const std::string_view member : members) {
            const std::string source =
                types + std::string(frame.before) + std::string(member) + std::string(frame.after) + " void main() {}";
            const Row rows[] = {{frame.stage, "320 es", source, ""}, {frame.stage, "450", source, ""}};
            expect_messages(rows);
        }
}

TEST(EsRules, StorageBlocksAsTheirTextHasThem) {
    const auto source = [](std::string_view text) { return "layout(local_size_x = 1) in; " + std::string(text); };
    const std::string chosen = source(
                          "buffer A { float a; } b[4]; void main() { for (int i = 0; i < 4; i++) b[i].a = 1.0; }"),
                      asked = source("buffer A { float a; } b[4]; uniform int i; void main() { b[i].a = 1.0; }"),
                      constant = source("buffer A { float a; } b[4]; void main() { b[3].a = 1.0; }");
    const std::string refused = "arrays of blocks want constant indices before version 400";
    const Row rows[] = {
        {compute, "310 es", chosen, refused},
        {compute, "310 es", asked, refused},
        {compute, "310 es", constant, ""},
        {compute, "320 es", asked, ""},
        {compute, "310 es\n#extension GL_EXT_gpu_shader5 : enable", asked, ""},
    };
    expect_messages(rows);
}

TEST(EsRules, CountersLieInTheLargestBuffer) {
    const std::string end = std::to_string(arbasm::Limits{}.counter_buffer_words * 4),
                      last = std::to_string(arbasm::Limits{}.counter_buffer_words * 4 - 4);
    const auto counter = [](const std::string& offset, const char* name) {
        return "layout(binding = 0, offset = " + offset + ") uniform atomic_uint " + name + ";";
    };
    const std::string beyond = counter(end, "a"), inside = counter(last, "a"), array = counter(last, "a[2]"),
                      refused = "a lies behind the end of any buffer of atomic counters";
    const Row rows[] = {
        {compute, "450", beyond, refused}, {compute, "310 es", beyond, refused}, {compute, "450", array, ""},
        {compute, "450", inside, ""},      {compute, "310 es", inside, ""},
    };
    expect_messages(rows);
}

TEST(EsRules, UndefOfTheLanguagesMacros) {
    const std::string source =
        "#undef __VERSION__\n#undef __LINE__\n#if defined(__VERSION__) || defined(__LINE__)\n#error there\n#endif\n";
    const std::string refused = "\"__VERSION__\" is a macro of the language, which cannot be changed";
    const Row rows[] = {
        {vertex, "330", source, ""},
        {vertex, "100", source, refused},
        {vertex, "320 es", source, refused},
        {vertex, "330", "#define __VERSION__ 1\n", refused},
    };
    expect_messages(rows);
}

TEST(EsRules, AnImageHasOneFormat) {
    const std::string refused = "an image has one format, and r32f stands before rgba8";
    const Row rows[] = {
        {compute, "450", "layout(r32f, rgba8) uniform image2D a;", refused},
        {compute, "450", "layout(r32f) layout(rgba8) uniform image2D a;", refused},
        {compute, "310 es", "layout(r32f, rgba8) uniform readonly highp image2D a;", refused},
        {compute, "450", "layout(r32f, r32f) uniform image2D a;", ""},
        {compute, "450", "layout(r32f) uniform image2D a, b; layout(rgba8) uniform image2D c;", ""},
    };
    expect_messages(rows);
}

TEST(EsRules, FunctionsOfTheFirstVersionGiveNoArrays) {
    const std::string within = "struct S { float a; float b[2]; }; S f() { S s; s.a = 1.0; return s; } void main() {}",
                      deeper = "struct S { float b[2]; }; struct T { S s; }; T f(); void main() {}",
                      parameter = "struct S { float b[2]; }; void f(S s); void main() {}",
                      refused = "functions give structures with arrays from version 300 es on";
    const Row rows[] = {
        {vertex, "100", within, refused}, {vertex, "100", deeper, refused}, {vertex, "100", parameter, ""},
        {vertex, "300 es", within, ""},   {vertex, "110", within, ""},
    };
    expect_messages(rows);
}

TEST(EsRules, WordsOfLayoutsAreReservedInSomeVersions) {
    const std::string_view versions[] = {"140", "150", "330", "400", "410", "420", "430"};
    const std::string layouts = "layout(packed, row_major) uniform A { layout(row_major) mat4 a; };";
    for (const std::string_view version : versions) {
        const Row rows[] = {
            {vertex, version, "vec4 packed;", "expected a name before \"packed\""},
            {vertex, version, "uniform A { mat4 row_major; };", "expected the name of a member before \"row_major\""},
            {vertex, version, layouts, ""},
            {vertex, version, "layout(PACKED, Row_Major) uniform A { mat4 a; };", ""},
        };
        expect_messages(rows);
    }
    const std::string_view extension = "130\n#extension GL_ARB_uniform_buffer_object : enable";
    const Row rows[] = {
        {vertex, "120", "vec4 packed;", "\"packed\" is a reserved word in this version of the language"},
        {vertex, "120", "float row_major;", ""},
        {vertex, extension, "layout(packed, row_major) uniform A { mat4 a; };", ""},
        {vertex, "440", "vec4 packed, row_major;", ""},
        {vertex, "300 es", "vec4 packed, row_major;", ""},
        {vertex, "460", layouts, ""},
        {vertex, "460", "buffer struct { vec4 a; };", "buffer stands with a block"},
        {vertex, "460", "buffer int;", "buffer stands with a block"},
    };
    expect_messages(rows);
}

TEST(EsRules, TheFirstDeclaratorMayBeEmpty) {
    const Row rows[] = {
        {vertex, "100", "int, a; void main() { a = 1; }", ""},
        {vertex, "460", "int, a = 3, b[2]; void main() { const float[2], c = float[2](1.0, 2.0); b[1] = a; }", ""},
        {vertex, "460", "struct S { int a; }, b; uniform vec4, c, d; void main() { b.a = int(c.x + d.x); }", ""},
        {vertex, "460", "void main() { for (int, i = 0; i < 3; i++) {} }", ""},
        {vertex, "460", "int, ;", "expected a name before \",\""},
        {vertex, "460", "int, f();", "expected ; behind the declaration before \"(\""},
        {vertex, "460", "int, , a;", "expected a name before \",\""},
    };
    expect_messages(rows);
}

TEST(EsRules, InputsAreNotInvariant) {
    const std::string refused = "a can't be invariant: it is not an output";
    const std::string head = "precision highp float; ";
    const std::string declared = head + "invariant in vec4 a;", later = head + "in vec4 a; invariant a;",
                      old = head + "invariant varying vec4 a;";
    const Row rows[] = {
        {fragment, "300 es", declared, refused}, {fragment, "320 es", declared, refused},
        {fragment, "310 es", later, refused},    {fragment, "100", old, ""},
        {fragment, "330", declared, ""},         {vertex, "300 es", "invariant out vec4 a;", ""},
    };
    expect_messages(rows);
}

TEST(EsRules, BlocksHaveMembersAndNoVariance) {
    const Row rows[] = {
        {vertex, "300 es", "invariant uniform A { vec4 a; };", "A can't be invariant: it is not an output"},
        {vertex, "450", "invariant uniform A { vec4 a; };", "A can't be invariant: it is not an output"},
        {vertex, "450", "flat uniform A { vec4 a; };", "A is neither an input nor an output"},
        {vertex, "450", "flat out A { vec4 a; };", ""},
        {vertex, "450", "invariant out A { vec4 a; };", ""},
        {vertex, "300 es", "uniform A { } a;", "A: a block has at least one member"},
        {vertex, "450", "out A { };", "A: a block has at least one member"},
    };
    expect_messages(rows);
}

TEST(EsRules, WordsAndNumbers) {
    const Row rows[] = {
        {vertex, "300 es", "float atomic_uint;", "\"atomic_uint\" is a reserved word in this version of the language"},
        {vertex, "330", "float atomic_uint;", ""},
        {vertex, "300 es", "float a = 1f;", "a whole number with the suffix of a float: the language wants 1.0f"},
        {vertex, "330", "float a = 1f;", ""},
        {vertex, "300 es", "float a = 1.f + 1e1f;", ""},
        {vertex, "300 es", "void main() { int[]; }", "an array needs a size"},
        {vertex, "300 es", "int[];", "an array needs a size"},
        {vertex, "410", "attribute vec4 a; varying vec4 b;", ""},
        {vertex, "420 compatibility", "attribute vec4 a; varying vec4 b;", ""},
        {vertex, "420", "attribute vec4 a;", "\"attribute\" is a reserved word in this version of the language"},
        {fragment, "450 core", "varying vec4 a;", "\"varying\" is a reserved word in this version of the language"},
    };
    expect_messages(rows);
}

TEST(EsRules, MessagesNameConstantsAndSayReservedWordsOnce) {
    const Row rows[] = {
        {vertex, "330", "const float k = 1.0; void main() { k = 2.0; }", "an assignment can't write to it: k is const"},
        {vertex, "330", "const vec4 k = vec4(1); void main() { k.x += 2.0; }",
         "an assignment can't write to it: k is const"},
        {vertex, "330", "const vec4 k = vec4(1); void main() { k[1]++; }", "++ can't write to it: k is const"},
        {vertex, "330", "const float k[2] = float[2](1.0, 2.0); void main() { k[1] = 2.0; }",
         "an assignment can't write to it: k is const"},
        {vertex, "330", "void main() { 1.0 = 2.0; }", "an assignment needs a variable to write to"},
    };
    expect_messages(rows);
    const auto shader = compiled({vertex, "330", "float input = 1.0; void main() { input = input + 1.0; }", ""});
    EXPECT_EQ(shader->messages.errors(), 1u) << log_of(*shader);
    const auto keyword =
        compiled({vertex, "330",
                  "float packed = 1.0; void main() { float a = packed * 2.0; if (packed > 1.0) a = 0.0;\n"
                  "packed = 3.0; gl_Position = vec4(packed, packed, 0, a); }",
                  ""});
    EXPECT_EQ(keyword->messages.errors(), 1u) << log_of(*keyword);
}

TEST(EsRules, Warnings) {
    const Row rows[] = {
        {vertex, "330", "attribute vec4 a; void main() { gl_Position = a; }", "attribute is deprecated"},
        {fragment, "150", "varying vec4 a; out vec4 b; void main() { b = a; }", "varying is deprecated"},
        {vertex, "330 compatibility", "attribute vec4 a; void main() { gl_Position = a; }", ""},
        {vertex, "120", "attribute vec4 a; void main() { gl_Position = a; }", ""},
        {vertex, "100", "attribute vec4 a; void main() { gl_Position = a; }", ""},
        {vertex, "330", "void main() { vec4 a; gl_Position = a; }", "a is read, but nothing is written to it"},
        {vertex, "330", "void f(out vec4 b) { b = vec4(1); } void main() { vec4 a; f(a); gl_Position = a; }", ""},
        {vertex, "330", "void main() { vec4 a; a.x = 1.0; gl_Position = a; }", ""},
        {vertex, "330", "void main() { float a, b; for (a = 0.0; a < 2.0; a++) {} gl_Position.x = a; }", ""},
    };
    const std::string frame =
        "uniform int n; void f(float b, out float c) { c = b; } void g(inout float b) { b++; }\n"
        "void main() { ";
    const std::pair<std::string, bool> bodies[] = {
        {"float a, b; b = a; a = b; gl_Position.x = a;", true},
        {"float a; a = a + 1.0;", true},
        {"float a; a += 1.0;", true},
        {"float a; a++;", true},
        {"vec4 a; gl_Position = a.xxxx; a = vec4(1);", true},
        {"float a; f(a, a);", true},
        {"float a; g(a);", true},
        {"float a; { gl_Position.x = sin(a); } a = 1.0;", true},
        {"float a; if (a > 0.0) a = 1.0;", true},
        {"for (int i = 0; i < n; i++) { float a; a *= 2.0; }", true},
        {"float a; switch (n) { case 0: a = 1.0; break; default: a = 2.0; } gl_Position.x = a;", false},
        {"float a; f(1.0, a); gl_Position.x = a;", false},
        {"float a; gl_Position.x = modf(1.5, a) + a;", false},
        {"float a; if (n > 0) gl_Position.x = a; a = 1.0;", false},
        {"float a; for (int i = 0; i < n; i++) { if (i > 0) gl_Position.x = a; a = 1.0; }", false},
        {"float a; while (n > 0) { a += 1.0; }", false},
        {"float a; bool b = n > 0 && a > 1.0; a = float(b);", false},
        {"float a; gl_Position.x = n > 0 ? a : 0.0; a = 1.0;", false},
        {"float a; if (n > 0) a = 1.0; gl_Position.x = a;", false},
        {"float a; a = 1.0; gl_Position.x = a;", false},
        {"float a; switch (n) { case 0: return; case 1: gl_Position.x = a; } a = 1.0;", false},
        {"float a; return; gl_Position.x = a; a = 1.0;", false},
        {"vec4 a; a.x = 1.0; gl_Position = a;", false},
        {"float a[2]; gl_Position.x = a[n]; a[0] = 1.0;", false},
    };
    std::vector<Row> all(std::begin(rows), std::end(rows));
    std::vector<std::string> sources;
    sources.reserve(std::size(bodies));
    for (const auto& [body, warns] : bodies) {
        sources.push_back(frame + body + " }");
        all.push_back({vertex, "330", sources.back(), warns ? "a is read before anything is written to it" : ""});
    }
    for (const Row& row : all) {
        SCOPED_TRACE(std::string(row.source));
        const auto shader = compiled(row);
        EXPECT_FALSE(has_errors(*shader));
        EXPECT_EQ(shader->messages.all().empty() ? "" : shader->messages.all()[0].text, row.message);
    }
}

}  // namespace
}  // namespace glsl::rules
