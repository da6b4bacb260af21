// What the language forbids: a shader each, and what the compiler says of it. And what it must not forbid.
#include <gtest/gtest.h>
#include <string>

#include "glsl/testing/rule_rows.h"

namespace glsl::rules {
namespace {

TEST(Rules, LayoutsStandWhereTheTableLetsThem) {
    const Row rows[] = {
        {vertex, "330", "layout(location = 1) in vec4 a;", ""},
        {vertex, "140", "layout(location = 1) in vec4 a;",
         "the layout location is not in this version of the language"},
        {vertex, "330", "layout(points) in;", "the layout points is not for vertex shaders"},
        {vertex, "330", "layout(lokation = 1) in vec4 a;", "there is no layout lokation"},
        {vertex, "330", "layout(location) in vec4 a;", "the layout location wants a number"},
        {geometry, "150", "layout(points = 1) in;", "the layout points has no number"},
        {geometry, "150", "layout(max_vertices = 3) in;", "the layout max_vertices can't stand at a default of in"},
        {geometry, "150", "layout(TRIANGLES) in;", ""},
        {geometry, "320 es", "layout(TRIANGLES) in;", "there is no layout TRIANGLES"},
        {fragment, "420", "layout(R32F) uniform image2D a;", ""},
        {fragment, "310 es", "layout(R32F) uniform highp image2D a;", "there is no layout R32F"},
        {geometry, "150", "layout(points, points) in;", "the layout points is given twice"},
        {geometry, "420", "layout(points, points) in;", ""},
        {compute, "430", "layout(std430, column_major, std140, std430, row_major, shared) buffer;", ""},
        {compute, "310 es", "layout(std430, column_major, std140, std430, row_major, shared) buffer;", ""},
        {vertex, "300 es", "layout(std140, row_major, std140, shared) uniform;", ""},
        {vertex, "330", "layout(std140, std140) uniform;", "the layout std140 is given twice"},
        {geometry, "150", "layout(points, lines) in;", "the layout lines contradicts points before"},
        {geometry, "150", "layout(points) layout(points) in;", "a declaration has one layout before version 420"},
        {geometry, "150", "layout(lines) in; layout(points) in;", "the layout points contradicts lines before"},
        {geometry, "150", "layout(max_vertices = 1025) out;", "max_vertices is 1025, which has to be from 0 to 1024"},
        {vertex, "330", "const int n = 1; layout(location = n) in vec4 a;",
         "numbers of layouts are plain ones before version 440"},
        {vertex, "410", "layout(location = (1)) in vec4 a;", "numbers of layouts are plain ones before version 440"},
        {vertex, "420", "layout(location = (1)) in vec4 a;", ""},
        {vertex, "440", "const int n = 1; layout(location = n) in vec4 a;", ""},
        {fragment, "150", "layout(pixel_center_integer) in vec4 gl_FragCoord;", ""},
        {fragment, "150", "layout(pixel_center_integer) in vec4 a;",
         "the layout pixel_center_integer can't stand at a variable of in"},
        {fragment, "140", "layout(std140) vec4 a;",
         "the layout std140 can't stand at a variable that is neither in, out, uniform nor buffer"},
        {fragment, "140", "uniform A { layout(std140) vec4 a; };",
         "the layout std140 can't stand at a member of a block of uniform"},
        {fragment, "430", "layout(std430) uniform A { vec4 a; };",
         "the layout std430 is not in this version of the language"},
        {fragment, "330", "layout(location = 0, index = 2) out vec4 a;", "a: an index is 0 or 1"},
        {fragment, "330", "layout(index = 1) out vec4 a;", "a has an index and no location"},
        {fragment, "420", "layout(binding = 1) uniform vec4 a;",
         "a is neither a sampler, an image nor a counter, and has no binding"},
        {compute, "430", "layout(local_size_x = 2) in; layout(local_size_x = 3) in;",
         "local_size_x is 3 here and was 2 before"},
        {compute, "450\n#extension GL_NV_compute_shader_derivatives : enable", "layout(derivative_group_quadsNV) in;",
         ""},
        {compute, "450\n#extension GL_NV_compute_shader_derivatives : enable",
         "layout(derivative_group_quadsNV, local_size_x = 3) in;",
         "derivative_group_quadsNV wants work groups whose width and height are even"},
        {vertex, "440", "layout(xfb_stride = 516) out;", "an xfb_stride is a multiple of 4 and at most 512"},
        {compute, "430", "layout(local_size_x = 26, local_size_y = 26, local_size_z = 2) in;",
         "the work group has 1352 invocations, more than 1024"},
        {control, "110\n#extension GL_ARB_tessellation_shader : enable", "layout(vertices = 1) out;", ""},
        {vertex, "110", "out vec4 a;", "in and out of variables need version 130 or 300 es"},
        {geometry, "130\n#extension GL_ARB_geometry_shader4 : enable",
         "uniform sampler2D a[7]; in float b[gl_VerticesIn]; const int c = gl_VerticesIn; float d[c];\n"
         "void main() { d[gl_VerticesIn - 1] = texture(a[gl_VerticesIn], vec2(0)).x; }",
         ""},
        {compute, "430", "layout(local_size_x = 0) in;", "local_size_x is 0, which has to be from 1 to 1024"},
    };
    expect_messages(rows);
}

TEST(Rules, ComponentsAndCapturesLieWithinTheirBounds) {
    const Row rows[] = {
        {vertex, "440", "layout(location = 0, component = 2) out vec2 a;", ""},
        {vertex, "440", "layout(location = 0, component = 3) out vec2 a;", "a would go beyond component 3"},
        {vertex, "440", "layout(component = 3) in float a;", "a has a component and no location"},
        {vertex, "440", "layout(location = 0, component = 1) out mat3 a;", "a: mat3 can't begin at a component"},
        {vertex, "440", "layout(location = 0, component = 1) out double a;", "a: double can't begin at component 1"},
        {vertex, "440", "layout(xfb_offset = 2) out vec4 a;", "the xfb_offset of vec4 is a multiple of 4"},
        {vertex, "440", "layout(xfb_offset = 4) out dvec2 a;", "the xfb_offset of dvec2 is a multiple of 8"},
        {vertex, "440", "layout(xfb_buffer = 4) out vec4 a;", "there is no xfb_buffer 4: there are 4"},
        {vertex, "440", "layout(xfb_buffer = 83647) out; layout(xfb_stride = 16) out A { vec4 a; };",
         "there is no xfb_buffer 83647: there are 4"},
        {vertex, "440", "layout(xfb_offset = 0) out vec4 a; layout(xfb_offset = 12) out vec4 b;",
         "two outputs are captured to the same bytes of a buffer"},
        {vertex, "440", "layout(xfb_offset = 0) flat out dmat3x4 a[2];", ""},
        {vertex, "440", "layout(xfb_offset = 0) flat out dmat3x4 a[6];",
         "byte 576 of buffer 0 is beyond what can be captured"},
        {vertex, "440", "layout(xfb_stride = 16) out; layout(xfb_offset = 4) out vec4 a;",
         "byte 20 of buffer 0 is beyond its xfb_stride"},
        {vertex, "440", "layout(xfb_stride = 16) out; layout(xfb_stride = 20) out vec4 a;",
         "the xfb_stride of buffer 0 is 20 here and was 16 before"},
        {vertex, "440", "layout(xfb_buffer = 1) out A { layout(xfb_buffer = 2) vec4 a; };",
         "a: the xfb_buffer of a member is that of the block"},
        {fragment, "420",
         "layout(binding = 0, offset = 4) uniform atomic_uint a; layout(binding = 0) uniform atomic_uint b;", ""},
        {fragment, "420",
         "layout(binding = 0, offset = 4) uniform atomic_uint a; layout(binding = 0, offset = 4) uniform atomic_uint "
         "b;",
         "b overlaps another counter"},
    };
    expect_messages(rows);
}

TEST(Rules, MembersOfBlocksLieWhereTheyMay) {
    const Row rows[] = {
        {vertex, "440",
         "layout(std140) uniform A { layout(offset = 16) vec4 a; layout(offset = 32, align = 64) float b; };", ""},
        {vertex, "440", "uniform A { layout(offset = 16) vec4 a; };", "a: offset wants std140 or std430"},
        {vertex, "440", "layout(align = 16) uniform A { vec4 a; };", "A: align wants std140 or std430"},
        {vertex, "440", "layout(std140, align = 24) uniform A { vec4 a; };", "A: an align is a power of two"},
        {vertex, "440", "layout(std140) uniform A { layout(align = 0) vec4 a; };", "a: an align is a power of two"},
        {vertex, "440", "layout(std430) buffer A { layout(offset = 8) vec4 a; };",
         "a: the offset of vec4 is a multiple of 16"},
        {vertex, "440", "layout(std430) buffer A { vec4 a; layout(offset = 8) float b; };",
         "b would lie within the members before it"},
        {vertex, "440",
         "layout(std430) buffer A { layout(offset = 8, align = 16) vec2 a; layout(offset = 20) float b; };",
         "b would lie within the members before it"},
    };
    expect_messages(rows);
}

TEST(Rules, BlocksForCommandsHaveBindings) {
    const std::string version = "420\n#extension GL_NV_command_list : enable";
    const Row rows[] = {
        {vertex, "420", "layout(commandBindableNV, binding = 1) uniform A { vec4 a; };",
         "the layout commandBindableNV is not in this version of the language"},
        {vertex, version, "layout(commandBindableNV, binding = 1) uniform A { vec4 a; };", ""},
        {vertex, version, "layout(commandBindableNV) uniform; layout(std140, binding = 1) uniform A { vec4 a; };", ""},
        {vertex, version, "layout(commandBindableNV) uniform; uniform A { vec4 a; };",
         "A is commandBindableNV and has no binding"},
        {vertex, version, "layout(commandBindableNV) uniform vec4 a;",
         "the layout commandBindableNV can't stand at a variable of uniform"},
    };
    expect_messages(rows);
    const auto log_of_linking = [&](std::string_view binding) {
        const std::string source = "layout(commandBindableNV, binding = " + std::string(binding) +
                                   ") uniform A { vec4 a; } b[2]; void main() { gl_Position = b[0].a + b[1].a; }";
        const std::shared_ptr<const Shader> shaders[] = {compiled({vertex, version, source, ""})};
        EXPECT_EQ(log_of(*shaders[0]), "");
        const LinkedProgram program = link(shaders, {});
        for (const BufferBlock& block : program.uniform_blocks) EXPECT_TRUE(block.command_bindable);
        return program.log;
    };
    EXPECT_EQ(log_of_linking("12"), "");
    EXPECT_EQ(log_of_linking("13"), "error: the block A is commandBindableNV and has binding 14; there are 14\n");
}

TEST(Rules, LocationsOfOneInterfaceAreDifferent) {
    const auto log_of_linking = [](std::string_view outputs) {
        const std::string source = std::string(outputs) + " void main() { gl_Position = vec4(0.0); }";
        const std::shared_ptr<const Shader> shaders[] = {compiled({vertex, "440", source, ""})};
        EXPECT_EQ(log_of(*shaders[0]), "");
        LinkOptions options;
        options.separable = true;
        return link(shaders, options).log;
    };
    EXPECT_EQ(log_of_linking("layout(location = 0) out mat2 a; layout(location = 1) out vec4 b;"),
              "error: b has a location that a has, too\n");
    EXPECT_EQ(log_of_linking("layout(location = 1) out float a; layout(location = 0) out A { vec4 b; vec4 c; };"),
              "error: c has a location that a has, too\n");
    EXPECT_EQ(log_of_linking("layout(location = 0) out vec2 a; layout(location = 0, component = 2) out vec2 b;"), "");
}

TEST(Rules, SizesOfImages) {
    const std::string version = "150\n#extension GL_EXT_shader_image_load_store : enable";
    const auto atomic = [](const char* size) {
        return "layout(" + std::string(size) + ") uniform uimage1D a; void main() { imageAtomicAdd(a, 0, 1u); }";
    };
    const Row rows[] = {
        {fragment, version, "layout(size1x8) uniform iimage1D a;", ""},
        {fragment, version, "layout(size1x16) uniform image1D a;", ""},
        {fragment, version, "layout(size1x8) uniform image1D a;", "the format size1x8 is not for image1D"},
    };
    expect_messages(rows);
    const std::string right = atomic("size1x32"), wrong = atomic("size2x32");
    const Row calls[] = {
        {fragment, version, right, ""},
        {fragment, version, wrong, "imageAtomicAdd() wants an image of the format size1x32, not size2x32"},
    };
    expect_messages(calls);
}

TEST(Rules, QualifiersStandInTheirOrder) {
    const Row rows[] = {
        {vertex, "130", "invariant smooth centroid out highp float a;", ""},
        {vertex, "130", "smooth invariant out float a;", "invariant stands behind a qualifier that it has to precede"},
        {vertex, "130", "out smooth float a;", "smooth stands behind a qualifier that it has to precede"},
        {vertex, "420", "out smooth float a;", ""},
        {vertex, "130", "float f(highp in float a) { return a; }",
         "in stands behind a qualifier that it has to precede"},
    };
    expect_messages(rows);
}

TEST(Rules, QualifiersFitWhatTheyQualify) {
    const Row rows[] = {
        {vertex, "130", "smooth in float a;", "a: a vertex input is not interpolated"},
        {fragment, "130", "flat out float a;", "a: a fragment output is not interpolated"},
        {fragment, "130", "void main() { smooth float a = 0.0; }", "a is neither an input nor an output"},
        {fragment, "130", "smooth varying float a;",
         "smooth, flat and noperspective don't stand with attribute and varying"},
        {vertex, "130", "centroid in float a;", "a: a vertex input is not interpolated"},
        {fragment, "400", "sample centroid in vec4 a;", "a is centroid or sample, not both"},
        {vertex, "400", "patch out vec4 a;", "a can't be patch"},
        {vertex, "120", "invariant uniform vec4 a;", "a can't be invariant: it is not an output"},
        {vertex, "120", "void main() { invariant gl_Position; }", "invariant is said outside of functions"},
        {vertex, "120", "void main() { gl_Position = vec4(0.0); } invariant gl_Position;",
         "gl_Position was used before it is made invariant"},
        {vertex, "400", "float a; void main() { precise a; }", "a is declared in another scope"},
        {vertex, "130", "void main() { lowp bool a; }", "a is of the type bool, which has no precision"},
        {vertex, "130", "lowp struct A { float a; };", "a structure has no precision"},
        {vertex, "130", "struct A { centroid float a; };", "members of a structure have no qualifiers but a precision"},
        {fragment, "420", "readonly uniform sampler2D a;", "a is neither an image nor in a buffer"},
        {fragment, "430", "buffer vec4 a;", "a stands in no block"},
        {vertex, "430", "shared vec4 a;", "a: shared variables are for compute shaders"},
    };
    expect_messages(rows);
}

TEST(Rules, InputsAndOutputsHaveTheTypesThatTheirStageAllows) {
    const Row rows[] = {
        {vertex, "110", "attribute int a;", "a: inputs and outputs of integers need version 130 or 300 es"},
        {vertex, "130", "attribute vec4 a[2];", "a: a vertex input can't be an array before version 150"},
        {vertex, "400", "in double a;", "a: vertex inputs of doubles need version 410"},
        {vertex, "410", "in double a;", ""},
        {fragment, "400", "out double a;", "a: a fragment output is of float, int or uint"},
        {fragment, "130", "in int a;", "a is not of float type and must be flat"},
        {fragment, "150", "struct S { int a; }; in A { smooth S s; };", "s is not of float type and must be flat"},
        {fragment, "150", "flat in A { int a; };", ""},
        {vertex, "300 es", "out int a;", "a is not of float type and must be flat"},
        {vertex, "130", "struct S { vec4 a; }; out S s;",
         "s: inputs and outputs that are structures need version 150 or 300 es"},
        {geometry, "150", "in vec4 a;", "a has to be an array with an element for each vertex"},
        {geometry, "150", "in A { vec4 a; };", "A has to be an array with an element for each vertex"},
        {geometry, "150", "in vec4 a[2]; in vec4 b[3];", "there are 3 vertices here, and were 2 before"},
        {geometry, "150", "in vec4 a[3]; layout(lines) in;", "there are 2 vertices here, and were 3 before"},
        {geometry, "150", "in vec4 a[]; vec4 f() { return a[2]; } layout(lines) in;",
         "a[2] was used, but there are 2 vertices"},
        {control, "400", "layout(vertices = 3) out; out vec4 a[4];", "a has 4 elements, but patches have 3 vertices"},
        {control, "400", "layout(vertices = 3) out; out vec4 a[]; void main() { a[0] = vec4(0.0); }",
         "an assignment can't write to it: an invocation writes a[gl_InvocationID]"},
        {evaluation, "400", "in vec4 a;", "a has to be an array with an element for each vertex"},
        {evaluation, "400", "patch in vec4 a;", ""},
        {fragment, "130", "out vec4 a; void main() { gl_FragColor = vec4(1.0); a = vec4(1.0); }",
         "a and gl_FragColor are both written"},
        {fragment, "100",
         "#extension GL_EXT_blend_func_extended : require\n"
         "void main() { gl_FragData[0] = vec4(1.0); gl_SecondaryFragColorEXT = vec4(1.0); }",
         "gl_SecondaryFragColorEXT and gl_FragData are both written"},
        {fragment, "100",
         "#extension GL_EXT_blend_func_extended : require\n"
         "void main() { gl_FragColor = vec4(1.0); gl_SecondaryFragColorEXT = vec4(1.0); }",
         ""},
    };
    expect_messages(rows);
}

TEST(Rules, ImagesHaveFormatsThatFit) {
    const Row rows[] = {
        {fragment, "420", "writeonly uniform image2D a;", ""},
        {fragment, "420", "uniform image2D a;", "a has no format, so it has to be writeonly"},
        {fragment, "420", "layout(rgba8i) uniform image2D a;", "the format rgba8i is not for image2D"},
        {fragment, "420", "layout(rgba8) uniform sampler2D a;", "the format rgba8 is for images"},
        {fragment, "310 es", "layout(rg8) uniform readonly highp image2D a;",
         "the format rg8 is not in this version of the language"},
        {fragment, "310 es", "layout(rgba8) uniform highp image2D a;",
         "a is read and written: only r32f, r32i and r32ui may be"},
        {fragment, "420", "layout(rgba8) readonly uniform image2D a; void main() { imageStore(a, ivec2(0), vec4(0)); }",
         "a is readonly, but the function's parameter is not"},
        {fragment, "420", "layout(rgba8) coherent uniform image2D a; void f(layout image2D i) {} ",
         "expected ( behind layout before \"image2D\""},
        {fragment, "420", "layout(rgba8) coherent uniform image2D a; void f(image2D i) {} void main() { f(a); }",
         "a is coherent, but the function's parameter is not"},
    };
    expect_messages(rows);
}

TEST(Rules, BlocksAreWhatTheyMayBe) {
    const Row rows[] = {
        {vertex, "150", "in A { vec4 a; };", "A: vertex shaders have no input blocks"},
        {fragment, "150", "out A { vec4 a; };", "A: fragment shaders have no output blocks"},
        {vertex, "150", "out A { uniform vec4 a; };", "the storage of a block's member is that of the block"},
        {vertex, "150", "out A { vec4 gl_Mine; };", "names that begin with \"gl_\" are the language's own: gl_Mine"},
        {vertex, "150", "vec4 A; out A { vec4 a; };", "A is declared already, and can't be the name of a block"},
        {vertex, "150", "out A { vec4 a; } b; float A() { return 1.0; }", "A is declared already"},
        {vertex, "150", "out A { struct S { int a; } s; } b;", "a block can't define a structure"},
        {vertex, "150", "uniform A { vec4 a; } b[];", "b: an array of blocks needs a size"},
        {vertex, "150", "uniform A { vec4 a; } b[2]; uniform int n; void main() { gl_Position = b[n].a; }",
         "arrays of blocks want constant indices before version 400"},
        {compute, "310 es", "buffer A { float a[]; vec4 b; };",
         "a: only the last member of a storage block may have no size"},
        {fragment, "430", "buffer A { readonly float a; } b; void main() { b.a = 1.0; }",
         "an assignment can't write to it: it is readonly"},
        {fragment, "430", "buffer A { writeonly float a; } b; void main() { float c = b.a; }",
         "what is writeonly can't be read"},
        {geometry, "150", "layout(triangles) in; in gl_PerVertex { vec4 gl_Position; } gl_in[];", ""},
        {vertex, "320 es", "layout(location = 4) out A { vec4 a; vec4 b; layout(location = 4) vec4 c; };",
         "c has a location that a has, too"},
        {vertex, "320 es", "layout(location = 4) out A { vec4 a; mat2 b; layout(location = 0) vec4 c; };", ""},
        {vertex, "440", "layout(location = 4) out A { vec4 a; vec4 b; layout(location = 4) vec4 c; };", ""},
        {vertex, "150", "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };", ""},
        {vertex, "150", "out gl_PerVertex { vec4 gl_Mine; };", "gl_PerVertex has no member gl_Mine"},
        {vertex, "150", "out gl_PerVertex { vec4 gl_Position; }; void main() { gl_PointSize = 1.0; }",
         "gl_PointSize is not in gl_PerVertex as the shader declares it"},
        {vertex, "150", "void f() { gl_PointSize = 1.0; } out gl_PerVertex { vec4 gl_Position; };",
         "gl_PointSize was used before gl_PerVertex is declared again"},
        {geometry, "450", "void f() { gl_Layer = 1; gl_ViewportIndex = 1; } out gl_PerVertex { vec4 gl_Position; };",
         ""},
        {geometry, "150", "float f() { return gl_in[0].gl_PointSize; } in gl_PerVertex { vec4 gl_Position; } gl_in[];",
         "gl_in was used before gl_PerVertex is declared again"},
        {geometry, "150", "in gl_PerVertex { vec4 gl_Position; } gl_in[]; float f() { return gl_in[0].gl_PointSize; }",
         "gl_PointSize is not in gl_PerVertex as the shader declares it"},
        {geometry, "150",
         "in gl_PerVertex { vec4 gl_Position; } gl_in[]; in gl_PerVertex { vec4 gl_Position; } gl_in[];",
         "gl_PerVertex is declared again twice"},
        {geometry, "150", "in gl_PerVertex { float gl_ClipDistance[9]; } gl_in[];",
         "gl_ClipDistance has at most gl_MaxClipDistances elements"},
        {vertex, "440", "out A { layout(location = 1) vec4 a; } b[2];",
         "members of an array of blocks have no locations"},
    };
    expect_messages(rows);
}

// What follows the first name behind a type that there isn't.
TEST(Rules, UnknownTypesOfSeveralNames) {
    const Row rows[] = {
        {fragment, "330", "Number a, b;", "Number is no type"},
        {fragment, "330", "Number a[2], b[3] = {1, 2, 3}, c;", "Number is no type"},
        {fragment, "330", "struct S { Number a, b; };", "Number is no type"},
        {fragment, "330", "uniform B { Number a, b[2]; };", "Number is no type"},
        {fragment, "330", "void f() { Number a, b = 1; }", "nothing is declared as Number"},
    };
    expect_messages(rows);
}

TEST(Rules, DeclarationsAreMadeOnce) {
    const Row rows[] = {
        {vertex, "130", "void main() { int vec4; }", "vec4 is the name of a type"},
        {vertex, "110", "void main() { int uint; }", ""},
        {vertex, "130", "void main() { int void; }", "void is the name of a type"},
        {vertex, "120", "uniform float a[] = int[](1, 2);", "the initialiser wants float[], not int[2]"},
        {vertex, "430",
         "const float a[2] = float[2](1.0, 2.0); const float b[2] = a, c[2][2] = float[2][2](a, b);"
         "const bool same = a == b; const float d[2] = same ? a : c[1]; float e[same ? int(d[1]) : 0];",
         ""},
        {vertex, "430", "float a[][2] = float[][](float[](1.0, 2.0), float[](3.0, 4.0));", ""},
        {vertex, "120", "float a[]; float a[3];", ""},
        {vertex, "120", "float a[3]; float a[3];", "a is declared already"},
        {vertex, "120", "float a[]; void f() { a[3] = 1.0; } float a[2];", "a[3] was used: the size 2 is too small"},
        {vertex, "430", "uniform vec4 a[2][];", "a: only the outermost size of an array may be left out"},
        {vertex, "110", "float f; float f() { return f; }", ""},
        {vertex, "120", "float f; float f() { return 1.0; }", "f is declared already"},
        {vertex, "130", "float gl_ClipDistance[2];", "gl_ClipDistance has to keep its storage"},
        {vertex, "130", "out float gl_ClipDistance[9];", "gl_ClipDistance has at most gl_MaxClipDistances elements"},
        {fragment, "150", "vec4 a = gl_FragCoord; in vec4 gl_FragCoord;",
         "gl_FragCoord was used before this declaration"},
        {fragment, "150", "in vec4 gl_FragCoord; layout(origin_upper_left) in vec4 gl_FragCoord;",
         "gl_FragCoord was declared again with another layout"},
        {geometry, "130\n#extension GL_ARB_geometry_shader4 : enable",
         "varying in vec4 gl_TexCoordIn[][2]; in float gl_ClipDistanceIn[][3];", ""},
        {geometry, "130\n#extension GL_ARB_geometry_shader4 : enable", "in float gl_ClipDistanceIn[][9];",
         "gl_ClipDistanceIn has at most gl_MaxClipDistances elements"},
        {geometry, "150", "uniform int n; void main() { float a = gl_in[0].gl_ClipDistance[n]; }",
         "an array without a size wants constant indices"},
        {geometry, "150", "int n = gl_in[0].gl_ClipDistance.length();", "the array has no size yet"},
        {geometry, "150",
         "in gl_PerVertex { float gl_ClipDistance[2]; } gl_in[]; uniform int n;\n"
         "void main() { float a = gl_in[n].gl_ClipDistance[n]; }",
         ""},
        {geometry, "150", "out int gl_Layer;", "gl_Layer is a built-in variable that can't be declared again"},
        {vertex, "120", "struct A { struct { float a; } b; };", "a structure can't define another"},
        {vertex, "100", "int f(int a); int f(int a);", "f is declared already"},
        {fragment, "100", "float f() { return 1.0; }", "the value of f: float has no precision here"},
        {fragment, "100", "void f() { precision lowp float; float a; } float b;", "b: float has no precision here"},
    };
    expect_messages(rows);
}

TEST(Rules, CallsAndStatementsKeepTheirRules) {
    const Row rows[] = {
        {vertex, "120", "float f(int a) { return a; }", "return wants float, not int"},
        {vertex, "420", "float f(int a) { return a; }", ""},
        {vertex, "110", "vec4 f(float a) { vec4 b; }", "f gives a vec4 and has no return"},
        {vertex, "110", "const float a = abs(-1.0);", "the initialiser of a constant is not constant"},
        {vertex, "110", "void f(out float a[2]) {}", "arrays are out parameters from version 120 on"},
        {vertex, "120", "float exp(float a, float b) { return a; } void main() { float a = exp(1.0); }",
         "no exp() takes these arguments: exp(float)"},
        {fragment, "300 es", "precision mediump float; int sqrt(int a) { return a; }",
         "sqrt is a built-in function and can't be declared again"},
        {vertex, "130", "void f(float a) {} void f(uint a) {} void g() { f(1); }", ""},
        {vertex, "400", "void f(float a) {} void f(uint a) {} void g() { f(1); }", "several functions fit f(int)"},
        {vertex, "400", "void f(float a) {} void f(double a) {} void g() { f(1); }", ""},
        {vertex, "130", "void main() { switch (1) { case 0: } }", "a switch can't end with a label"},
        {vertex, "110", "void main() { while (bool a = true) float a = 1.0; }", "a is declared already"},
        {fragment, "130", "uniform sampler2D a; uniform ivec2 b; void main() { texelFetchOffset(a, b, 0, b); }",
         "texelFetchOffset() wants a constant here"},
        {fragment, "400", "uniform vec4 a; void main() { interpolateAtCentroid(a); }",
         "interpolateAtCentroid() wants an input"},
        {fragment, "420\n#extension GL_ARB_fragment_shader_interlock : enable",
         "void main() { if (true) beginInvocationInterlockARB(); }",
         "beginInvocationInterlockARB() can't stand in a branch or loop"},
        {fragment, "420\n#extension GL_ARB_fragment_shader_interlock : enable",
         "void main() { beginInvocationInterlockARB(); endInvocationInterlockARB(); }", ""},
        // What built-in functions are made of returns from them alone.
        {fragment, "420\n#extension GL_ARB_fragment_shader_interlock : enable",
         "in float a; void main() { cosh(a); beginInvocationInterlockARB(); endInvocationInterlockARB(); }", ""},
        {control, "400",
         "layout(vertices = 3) out; void main() { gl_TessLevelInner[0] = tanh(0.1 * gl_InvocationID); barrier(); }",
         ""},
        {control, "400", "layout(vertices = 3) out; void main() { if (gl_InvocationID > 1) return; barrier(); }",
         "barrier() can't stand behind a return"},
        {vertex, "110", "void main() {\n#pragma debug(on)\n}", "#pragma debug stands outside of functions"},
        {fragment, "300 es", "#pragma STDGL invariant(all)",
         "#pragma STDGL invariant(all) is not for fragment shaders"},
    };
    expect_messages(rows);
}

// packPtr() is made of packUint2x32(), which the shader itself may call where its version has 64-bit integers only.
TEST(Rules, FunctionsThatPointersAreMadeOfAreNotTheShaders) {
    constexpr std::string_view pointers = "430\n#extension GL_NV_shader_buffer_load : enable";
    const Row rows[] = {
        {vertex, pointers, "void f() { float* a = (float*)(packPtr(uvec2(1))); }", ""},
        {vertex, pointers, "void f() { float* a = (float*)(packPtr(uvec2(1))); uintptr_t b = packUint2x32(uvec2(1)); }",
         "there is no function packUint2x32"},
        {vertex, "430\n#extension GL_NV_shader_buffer_load : enable\n#extension GL_ARB_gpu_shader_int64 : enable",
         "void f() { float* a = (float*)(packPtr(uvec2(1))); uintptr_t b = packUint2x32(uvec2(1)); }", ""},
    };
    expect_messages(rows);
}

TEST(Rules, SubroutinesAndRecursion) {
    const std::string_view type = "subroutine float T(float a); ";
    const struct {
        std::string_view source, message;
    } rows[] = {
        {"subroutine(T) float f(float a) { return a; } subroutine uniform T s; float g() { return s(1.0); }", ""},
        {"subroutine uniform T s[2]; uniform int n; float g() { return s[n](1.0); }", ""},
        {"subroutine(T) float f(int a) { return 1.0; }", "f is float(int), but T is float(float)"},
        {"subroutine(U) float f(float a) { return a; }", "U is no type of subroutines"},
        {"subroutine(T) float f(float a);", "a subroutine has a body where it names its types"},
        {"subroutine(T) float f(float a) { return a; } void f() {}", "f is a subroutine, and can't have several forms"},
        {"subroutine int n;", "int is no type of subroutines"},
        {"uniform T s;", "T is a type of subroutines"},
        {"subroutine uniform T s; float g() { return s(); }", "no T() takes these arguments: T()"},
        {"subroutine uniform T s; subroutine(T) float f(float a) { return s(a); }", "f calls itself"},
        {"float g(float a) { return g(a); }", "g calls itself"},
        {"float h(float a); float g(float a) { return h(a); } float h(float a) { return g(a); }", "h calls itself"},
    };
    for (const auto& row : rows) {
        const std::string source = std::string(type) + std::string(row.source);
        const Row whole[] = {{vertex, "400", source, row.message}};
        expect_messages(whole);
    }
}

TEST(Rules, Patches) {
    constexpr std::string_view nv = "400\n#extension GL_NV_gpu_shader5 : enable";
    const Row rows[] = {
        {geometry, "400", "layout(patches) in;", "the layout patches is not in this version of the language"},
        {geometry, nv, "layout(patches) in; in float a[32]; patch in vec2 b; float f() { return a[31] + b.x; }", ""},
        {geometry, nv, "layout(patches) in; in float a[3];", "there are 3 vertices here, and were 32 before"},
        {geometry, "400", "patch in vec2 b;", "b can't be patch"},
        {geometry, nv, "int f() { return gl_PatchVerticesIn + int(gl_TessLevelOuter[3] + gl_TessLevelInner[1]); }", ""},
        {geometry, "400", "int f() { return gl_PatchVerticesIn; }", "nothing is declared as gl_PatchVerticesIn"},
        {vertex, "150\n#extension GL_NV_gpu_shader5 : enable", "in float64_t d; in u64vec4 u;", ""},
        {fragment, nv, "uniform sampler2D s; uniform ivec2 o; vec4 f() { return textureOffset(s, vec2(0.5), o); }", ""},
        {fragment, "400", "uniform sampler2D s; uniform ivec2 o; vec4 f() { return textureOffset(s, vec2(0.5), o); }",
         "textureOffset() wants a constant here"},
        {fragment, nv,
         "uniform sampler2D s; uniform ivec2 o; vec4 f() { return textureGradOffset(s, vec2(0.5), vec2(1), vec2(1), "
         "o); }",
         "textureGradOffset() wants a constant here"},
        {fragment, nv,
         "uniform sampler2D s; uniform ivec2 o[4]; uniform int c;"
         "vec4 f() { return textureGatherOffsets(s, vec2(0.5), o, 1); }",
         ""},
        {fragment, nv,
         "uniform sampler2D s; uniform int c; vec4 f() { return textureGatherOffset(s, vec2(0.5), ivec2(1), c); }",
         "textureGatherOffset() wants a constant here"},
        {fragment, nv, "int64_t a = doubleBitsToInt64(1.0LF); double b = uint64BitsToDouble(1UL);", ""},
        {control, "450\n#extension GL_ARB_ES3_2_compatibility : enable",
         "layout(vertices = 1) out; void main() { gl_BoundingBox[1] = vec4(1); }", ""},
        {control, "450", "layout(vertices = 1) out; void main() { gl_BoundingBox[1] = vec4(1); }",
         "nothing is declared as gl_BoundingBox"},
        {geometry, "310 es\n#extension GL_NV_gpu_shader5 : enable\n#extension GL_EXT_geometry_shader : enable",
         "layout(patches) in; uniform int n; int64_t a; void f() { a = int64_t(n); }", ""},
    };
    expect_messages(rows);
}

TEST(Rules, NumbersOf8And16Bits) {
    constexpr std::string_view all = "460\n#extension GL_EXT_shader_explicit_arithmetic_types : enable",
                               nv = "460\n#extension GL_NV_gpu_shader5 : enable",
                               bytes = "460\n#extension GL_EXT_shader_8bit_storage : enable",
                               amd = "460\n#extension GL_AMD_gpu_shader_int16 : enable";
    const auto in_main = [](std::string_view text) { return "void main() { " + std::string(text) + " }"; };
    const std::string sources[] = {
        in_main("int8_t a = int8_t(1); a = a + a;"),
        in_main("int8_t a = int8_t(1); a += 1;"),
        in_main("int8_t a = 1;"),
        in_main("int8_t a = int8_t(1); a <<= 1; a = a << 2; a++;"),
        in_main("int16_t a = 1s; uint16_t b = 65535us; b = a ^ b;"),
        in_main("int16_t a = 1s; uint16_t b = 1us; a = a ^ b;"),
        in_main("float16_t a = 1.0hf; a = a * 2.0;"),
        in_main("float16_t a = 1.0hf; a += int16_t(1); float b = a * 2.0;"),
        in_main("int64_t a = 1l; float16_t b = 1.0hf; b = a + b;"),
        in_main("const int8_t a = int8_t(-128) - int8_t(1); float b[a == int8_t(127) ? 1 : -1];"),
        in_main("const uint b = packHalf2x16(vec2(1.0)); float c[b == 0x3c003c00u ? 1 : -1];"),
        in_main("int a[3]; int8_t n = int8_t(1); a[n] = 2;"),
        in_main("f16mat2x3 a = f16mat2x3(1.0hf); f16vec3 b = a * f16vec2(1.0hf); mat2x3 c = a; double d = b.x;"),
        in_main("uint16_t a = 65536us;"),
        "highp float16_t a;",
        "int8_t f(int8_t a) { return a; } int f(int a) { return a; } void main() { int b = f(int16_t(1)); }",
        "int f(int a) { return a; } float f(float a) { return a; } void main() { f(int8_t(1)); }",
    };
    const std::string_view messages[] = {
        "",
        "no += for int8_t and int",
        "the initialiser wants int8_t, not int",
        "",
        "",
        "the assignment wants int16_t, not uint16_t",
        "the assignment wants float16_t, not float",
        "",
        "no + for int64_t and float16_t",
        "",
        "",
        "",
        "",
        "number is larger than 16 bits",
        "a is of the type float16_t, which has no precision",
        "",
        "",
    };
    std::vector<Row> rows;
    for (size_t n = 0; n < std::size(sources); n++) rows.push_back({compute, all, sources[n], messages[n]});
    expect_messages(rows);
    // Without operators of their own they become int.
    const std::string promoted = in_main("int8_t a = int8_t(1); int8_t b = int8_t(2); a = a + b;"),
                      summed = in_main("int8_t a = int8_t(1); uint16_t b = uint16_t(2); uint c = a + b; float d = a;"),
                      halved = in_main("float16_t a = 1.0hf; a = a + a; float b = a + 1;"),
                      shorts = in_main("int16_t a = 1s; a = a + a; int b = abs(a);"), none = in_main("int8_t a;"),
                      plain = in_main("int a = 1s;");
    const Row others[] = {
        {compute, nv, promoted, "the assignment wants int8_t, not int"},
        {compute, nv, summed, ""},
        {compute, nv, halved, ""},
        {compute, amd, shorts, ""},
        {compute, amd, none, "nothing is declared as int8_t"},
        {compute, "460", plain, "\"s\" behind a number"},
        {compute, bytes,
         "buffer B { uint8_t a; i8vec4 b; }; void main() { a = uint8_t(uint(a) + 1u); b = i8vec4(ivec4(b)); }", ""},
        {compute, bytes, "buffer B { i8vec4 b; }; void main() { b.x = int8_t(int(b.y)); }", ""},
        {compute, bytes, "uint8_t a;", "a: uint8_t is for members of blocks and constructors only"},
        {compute, bytes, "void f(uint8_t a) {}", "a: uint8_t is for members of blocks and constructors only"},
        {compute, bytes, "buffer B { uint8_t a; }; void main() { a = a + a; }", "no + for uint8_t and uint8_t"},
        {compute, bytes, "buffer B { uint8_t a; }; void main() { a++; }",
         "++: uint8_t is for members of blocks and constructors only"},
        {compute, bytes, "buffer B { u8vec4 a; }; void main() { a.xy = a.zw; }",
         ".xy: u8vec4 is for members of blocks and constructors only"},
        {compute, bytes, "buffer B { uint8_t a; }; void main() { float b = float(a); }",
         "float() can't take that: numbers of 8 and 16 bits are made of int, uint and float alone"},
    };
    expect_messages(others);
}

}  // namespace
}  // namespace glsl::rules
