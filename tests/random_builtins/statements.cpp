// How shaders begin, and statements that no table of the language has.
#include "shader_writer.h"

namespace random_builtins {

// The first of a stage is the usual one.
const std::vector<Frame> all_frames = {
    {'v', 460, "", "layout(location = 0) in vec4 i0;\nlayout(location = 1) in ivec4 i1;\n",
     "v = clamp(i0, -2.0, 3.0);\nn = i1 & 7;\n", Results::Outputs},
    {'v', 120, "", "attribute vec4 i0, i1;\n",
     "v = clamp(i0, -2.0, 3.0);\nn = ivec4(clamp(i1, 0.0, 7.0));\ngl_Position = gl_Vertex;\ngl_ClipVertex = v;\n",
     Results::TexCoords},
    {'c', 460, "",
     "layout(vertices = 4) out;\nlayout(location = 0) in vec4 i0[];\nlayout(location = 1) in ivec4 i1[];\n",
     "v = clamp(i0[gl_InvocationID], -2.0, 3.0);\nn = i1[gl_InvocationID] & 7;\n", Results::Patch},
    {'e', 460, "",
     "layout(quads, fractional_odd_spacing, cw, point_mode) in;\nlayout(location = 0) in vec4 i0[];\n"
     "layout(location = 1) in ivec4 i1[];\n",
     "v = clamp(i0[0], -2.0, 3.0);\nn = i1[1] & 7;\n", Results::Outputs},
    {'g', 460, "",
     "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 6) out;\nlayout(location = 0) in vec4 i0[];\n"
     "layout(location = 1) in ivec4 i1[];\n",
     "v = clamp(i0[0], -2.0, 3.0);\nn = i1[2] & 7;\n", Results::Emitted},
    {'g', 460, "",
     "layout(triangles, invocations = 2) in;\nlayout(points, max_vertices = 6) out;\nlayout(location = 0) in vec4 "
     "i0[];\n"
     "layout(location = 1) in ivec4 i1[];\nlayout(stream = 1, location = 9) out vec4 second;\n",
     "v = clamp(i0[0], -2.0, 3.0);\nn = i1[2] & 7;\nsecond = v;\nif (n.x > 1) EmitStreamVertex(1);\n"
     "EndStreamPrimitive(1);\nEndPrimitive();\n",
     Results::Emitted},
    {'g', 460, "NV_geometry_shader_passthrough",
     "layout(triangles) in;\nlayout(passthrough) in gl_PerVertex {\nvec4 gl_Position;\nfloat gl_PointSize;\n"
     "float gl_ClipDistance[2];\nfloat gl_CullDistance[1];\n} gl_in[];\nlayout(location = 0, passthrough) in vec4 "
     "i0[];\n"
     "layout(location = 1) in ivec4 i1[];\nlayout(location = 3, passthrough) in Passed {\nvec2 a;\ndvec3 b;\n} "
     "passed[];\n",
     "v = clamp(i0[0], -2.0, 3.0);\nn = i1[2] & 7;\ngl_Layer = 0;\n", Results::Layer},
    {'g', 460, "NV_gpu_shader5",
     "layout(patches) in;\nlayout(triangle_strip, max_vertices = 6) out;\nlayout(location = 0) in vec4 i0[];\n"
     "layout(location = 1) in ivec4 i1[];\npatch in vec3 shade[2];\n",
     "v = clamp(i0[0], -1.0, 2.0) + clamp(shade[1].xyzx, -1.0, 1.0);\nn = i1[2] & gl_PatchVerticesIn & 7;\n",
     Results::Emitted},
    {'g', 120, "ARB_geometry_shader4", "varying in vec4 i0[gl_VerticesIn], i1[gl_VerticesIn];\n",
     "v = clamp(i0[0], -2.0, 3.0);\nn = ivec4(clamp(i1[gl_VerticesIn - 1], 0.0, 7.0));\ngl_Position = "
     "gl_PositionIn[1];\n",
     Results::TexCoords},
    {'f', 460, "", "layout(location = 0) in vec4 i0;\nlayout(location = 1) flat in ivec4 i1;\n",
     "v = clamp(i0, -2.0, 3.0);\nn = i1 & 7;\n", Results::Outputs},
    {'f', 120, "", "varying vec4 i0, i1;\n", "v = clamp(i0, -2.0, 3.0);\nn = ivec4(clamp(i1, 0.0, 7.0));\n",
     Results::FragData},
    {'f', 100, "EXT_shader_framebuffer_fetch EXT_blend_func_extended",
     "precision mediump float;\nprecision highp int;\nvarying vec4 i0, i1;\n#define color gl_FragColor\n",
     "v = clamp(i0, -2.0, 2.0) + clamp(gl_LastFragData[0], 0.0, 1.0);\nn = ivec4(clamp(i1, 0.0, 7.0));\ncolor = "
     "v.yxzw;\n"
     "gl_SecondaryFragColorEXT = v;\n",
     Results::OneColor},
    {'f', 460, "",
     "layout(location = 0) in vec4 i0;\nlayout(location = 1) flat in ivec4 i1;\nlayout(location = 0, index = 0) out "
     "vec4 "
     "color;\nlayout(location = 0, index = 1) out vec4 second;\n",
     "v = clamp(i0, -2.0, 3.0);\nn = i1 & 7;\nsecond = v.wzyx;\ncolor = v;\n", Results::OneColor},
    {'k', 460, "",
     "layout(local_size_x = 32) in;\nlayout(std430) buffer Floats { vec4 floats[]; };\nlayout(std430) buffer Uints { "
     "uvec4 "
     "uints[]; };\nuniform vec4 i0;\n",
     "n = ivec4(gl_LocalInvocationIndex * uvec4(1u, 3u, 5u, 7u) >> uvec4(0u, 1u, 2u, 3u)) & 7;\n"
     "v = clamp(i0, -1.0, 2.0) * vec4(n.wzyx) * 0.3;\n",
     Results::Buffers},
    {'k', 460, "ARB_compute_variable_group_size",
     "layout(local_size_variable) in;\nlayout(std430) buffer Floats { vec4 floats[]; };\nlayout(std430) buffer Uints { "
     "uvec4 uints[]; };\n",
     "n = ivec4(gl_LocalInvocationID.xy, gl_LocalGroupSizeARB.xy) & 7;\nv = vec4(n.yxxy) * 0.4;\n", Results::Buffers},
    {'k', 460, "NV_compute_shader_derivatives",
     "layout(local_size_x = 8, local_size_y = 4, derivative_group_quadsNV) in;\nlayout(std430) buffer Floats { vec4 "
     "floats[]; };\nlayout(std430) buffer Uints { uvec4 uints[]; };\n",
     "n = ivec4(gl_LocalInvocationID.xyx, gl_GlobalInvocationID.y) & 7;\nv = vec4(gl_LocalInvocationID.yx, n.zw) * "
     "0.4;\n",
     Results::Buffers},
};

const std::vector<StatementRow> all_statements = {
    // Subroutines, which are left in several ways.
    {"vcegfk", "",
     "subroutine vec4 Way$(vec4 a);\nsubroutine(Way$) vec4 one$(vec4 a) { return a + 1.0; }\n"
     "subroutine(Way$) vec4 two$(vec4 a) {\nfor (int c = 0; c < n.x; c++) {\nif (c > #a) return a.yxwz;\na *= "
     "0.5;\n}\nreturn "
     "a;\n}\nsubroutine uniform Way$ chosen$[2];\n",
     "for (int c = 0; c < (n.x & 3); c++) @f += chosen$[#b & 1](v);\n"},
    {"vcegfk", "",
     "vec4 told$ = vec4(0.0);\nsubroutine void Act$(float a);\nsubroutine(Act$) void one$(float a) { told$.x = a; }\n"
     "subroutine(Act$) void two$(float a) {\nif (n.y > #a) return;\ntold$.y = a;\n}\nsubroutine uniform Act$ "
     "chosen$;\n",
     "chosen$(v.x);\n@f = told$;\n"},
    // Samplers that parameters bring.
    {"vcegfk", "",
     "struct Layer$ {\nfloat weight;\nsampler2D map;\nsampler2D more[2];\n};\nuniform Layer$ one$, several$[3];\n"
     "uniform int x$;\nvec4 inner$(sampler2D map, vec2 at) { return textureLod(map, at, 0.0); }\n"
     "vec4 early$(in Layer$ given, vec2 at) {\nif (n.x > #a) return vec4(given.weight);\nreturn inner$(given.more[1], "
     "at);\n}\n"
     "vec4 look$(in Layer$ given, vec2 at) {\ngiven.weight += 1.0;\nfor (int c = 0; c < n.y; c++) if (c > #b) return "
     "textureLod(given.more[x$ & 1], at, 0.0);\nreturn textureLod(given.map, at, 0.0) * given.weight;\n}\n"
     "vec4 any$(sampler2D maps[2], vec2 at) { return textureLod(maps[x$ & 1], at, 0.0); }\n",
     "@f = look$(one$, v.xy) + look$(several$[1], v.yz) + early$(several$[2], v.xy) + early$(one$, v.zw) + "
     "any$(several$[2].more, "
     "v.xy) + look$(several$[(x$ & 7) % 3], v.xy);\n"},
    {"vcegfk", "",
     "uniform sampler2D map$[3];\nuniform int x$;\nvec4 look$(sampler2D maps[3], vec2 at) {\nwhile (at.x < 4.0) {\nif "
     "(n.z > #a) "
     "return texelFetch(maps[(x$ & 7) % 3], ivec2(0), 0);\nat.x += 1.0;\n}\nreturn textureLod(maps[#a % 3], at, "
     "0.0);\n}\n",
     "@f = look$(map$, v.xy) - look$(map$, v.zw);\n"},
    // Handles.
    {"vcegfk", "ARB_bindless_texture ARB_gpu_shader_int64",
     "layout(bindless_sampler) uniform sampler2D own$[2];\nuniform samplerCube cube$;\nlayout(rgba8, bindless_image) "
     "uniform "
     "writeonly image2D target$;\nvec4 look$(sampler2D map, vec2 at) {\nif (n.x > #a) return vec4(0.5);\nreturn "
     "textureLod(map, at, 0.0);\n}\n",
     "{\nsampler2D map = n.x > #a ? own$[n.y & 1] : sampler2D(uvec2(#b, 5u));\n@f = look$(map, v.xy) + "
     "textureLod(cube$, v.xyz, "
     "0.0);\n@u.xy = uvec2(map);\n@f += textureLod(sampler2D(packUint2x32(uvec2(#c, 5u))), v.xy, "
     "0.0);\nimageStore(target$, n.xy, v);\n}\n",
     true},
    // Buffers that are as long as they are, arrays of blocks.
    {"vcegfk", "",
     "layout(std430) buffer Part$ {\nuint count;\nvec4 more[];\n} parts$[2];\nlayout(std430) buffer Plain$ { float "
     "plain$[]; };\n"
     "uniform int x$;\n",
     "@u = uvec4(parts$[x$ & 1].more.length(), parts$[1].more.length(), plain$.length(), parts$[x$ & 1].count);\n"},
    {"vcegfk", "", "layout(std140) uniform Small$ { vec4 a; mat2 b; } small$[2][2];\nuniform int x$;\n",
     "@f = small$[x$ & 1][#a & 1].a + small$[x$ >> 1 & 1][x$ & 1].b[n.x & 1].xyxy;\n"},
    {"vcegfk", "", "uniform float a$[];\nuniform float a$[3];\n", "@f.x = float(a$.length()) + a$[(n.x & 7) % 3];\n"},
    // Pointers; the buffer lies at slot 3.
    {"vcegfk", "NV_shader_buffer_load NV_shader_buffer_store NV_gpu_shader5",
     "struct Node$ {\nvec3 place;\nfloat weight;\nfloat more[4];\n};\nvoid move$(inout vec3 place) {\nif (n.x > #a) "
     "return;\nplace += "
     "v.xyz;\n}\n",
     "{\nNode$ *node = (Node$ *) packUint2x32(uvec2(#a * 16u, 768u)) + n.x;\nmove$(node[n.z].place);\nnode->more[n.y & "
     "3] = v.w;\n@f = vec4(node->place, node[n.y].weight);\nnode->weight "
     "= v.x;\nuint *count = (uint *) packUint2x32(uvec2(256u, 768u));\n@u.x = atomicAdd(count + n.z, 1u) + "
     "count[n.w];\n}\n"},
    // Counters, by what only memory can do, and by parameters.
    {"vcegfk", "", "layout(binding = 1) uniform atomic_uint c$;\n",
     "@u = uvec4(atomicCounterAdd(c$, uint(n.x)), atomicCounterIncrement(c$), atomicCounterDecrement(c$), "
     "atomicCounterSubtract(c$, 2u)) + atomicCounter(c$);\n"},
    {"vcegfk", "",
     "layout(binding = 1) uniform atomic_uint c$[2];\nuint count$(atomic_uint c) {\nif (n.x > #a) return 0u;\nreturn "
     "atomicCounterIncrement(c);\n}\n",
     "@u.x = count$(c$[0]) + count$(c$[1]);\n"},
    {"vcegfk", "", "layout(std430, row_major) buffer Part$ {\nvec4 a$;\nmat3 b$;\ndvec3 c$;\n};\n",
     "a$[n.x & 3] = v.x;\na$.wzy[n.z % 3] = v.w;\nb$[n.y % 3][n.x % 3] = v.y;\nb$[1] = v.xyz;\n@f = a$ + b$[n.z % "
     "3].xyzx + float(c$[n.x % "
     "3]);\n"},
    // Clocks go on; bits of them don't.
    {"vcegfk", "ARB_shader_clock", "", "@u.xy = clock2x32ARB() & uvec2(0u);\n"},
    {"k", "KHR_shader_subgroup_basic", "", "@u.xy = uvec2(gl_NumSubgroups, gl_SubgroupID);\n"},
    {"k", "NV_compute_shader_derivatives", "", "@f = dFdx(v) + dFdyFine(v.yxwz);\n"},
    // Threads wait for each other.
    {"k", "", "shared vec4 told$[32];\n",
     "told$[gl_LocalInvocationIndex] = v;\nmemoryBarrierShared();\nbarrier();\n@f = told$[gl_LocalInvocationIndex + "
     "uint(n.x) & "
     "31u];\ngroupMemoryBarrier();\nbarrier();\n"},
    {"c", "", "layout(location = 11) out vec4 told$[];\nlayout(location = 13) patch out vec3 common$[2];\n",
     "told$[gl_InvocationID] = v;\nmemoryBarrier();\nbarrier();\n@f = told$[n.x & 3];\nif (gl_InvocationID == #a) "
     "common$[n.y & 1].yz = v.xy;\n@f.x += common$[0].y;\n",
     true},
    {"c", "", "layout(location = 15) patch out dvec4 wide$[2];\n",
     "wide$[gl_InvocationID & 1][n.x & 3] = double(v.y);\nbarrier();\n@f.x = float(wide$[1].x);\n", true},
    {"c", "", "",
     "gl_out[gl_InvocationID].gl_Position = gl_in[n.x & 3].gl_Position;\nbarrier();\nif (n.x > #a) "
     "{\ngl_TessLevelOuter = "
     "float[4](v.x, v.y, v.z, 1.0);\ngl_TessLevelInner[0] = gl_TessLevelOuter[#b];\n}\n@f = gl_out[n.y & "
     "3].gl_Position;\n",
     true},
    {"c", "ARB_ES3_2_compatibility", "", "gl_BoundingBox[n.x & 1] = v;\n", true},
    {"e", "", "layout(location = 13) patch in mat2 turn$;\n",
     "@f.xy = turn$ * gl_TessCoord.xy * gl_TessLevelInner[n.x & 1];\n", true},
    // Fragments.
    {"f", "", "layout(location = 10) in vec2 low$[3];\nlayout(location = 11, component = 2) in vec2 high$[4];\n",
     "@f = vec4(low$[n.x % 3], high$[n.y & 3]);\n", true},
    {"f", "", "uniform sampler2D map$;\n", "@f.xy = textureQueryLod(map$, v.xy);\n"},
    {"f", "", "smooth in vec4 gl_Color;\nnoperspective in vec4 gl_SecondaryColor;\n",
     "@f = gl_Color + gl_SecondaryColor;\n", true},
    {"f", "EXT_demote_to_helper_invocation", "",
     "for (int c = 0; c < n.x; c++) if (c + n.y > #a + 4) demote;\n@f.x = helperInvocationEXT() ? 1.0 : v.x;\n"},
    {"f", "ARB_fragment_shader_interlock", "layout(pixel_interlock_ordered) in;\n",
     "beginInvocationInterlockARB();\n@f = v;\nendInvocationInterlockARB();\n", true},
    {"f", "NV_fragment_shader_interlock", "", "beginInvocationInterlockNV();\n@f = v;\nendInvocationInterlockNV();\n",
     true},
    {"f", "INTEL_fragment_shader_ordering", "", "if (n.x > #a) {\nbeginFragmentShaderOrderingINTEL();\n@f = v;\n}\n",
     true},
    {"f", "INTEL_conservative_rasterization", "layout(inner_coverage) in;\n", "@u.x = uint(gl_SampleMaskIn[0]);\n",
     true},
    {"f", "EXT_shader_framebuffer_fetch", "layout(location = 7) inout vec4 held$;\n", "held$ = held$ * 0.5 + v;\n",
     true},
    {"f", "",
     "layout(location = 4) in Given$ {\ncentroid vec4 a;\nnoperspective vec2 b[2];\nlayout(location = 9) flat uint "
     "c;\nsample vec3 "
     "d;\n} given$;\n",
     "@f = given$.a + given$.b[n.x & 1].xyxy + given$.d.xyzx * float(given$.c & 3u) + "
     "interpolateAtCentroid(given$.a);\n"
     "@f.x += interpolateAtSample(given$.b[1], n.y).x + interpolateAtOffset(given$.a[n.x & 3], v.xy * 0.1);\n",
     true},
    {"f", "", "",
     "gl_FragDepth = v.x;\nif (n.x > #a) gl_SampleMask[0] = n.y;\n@u.x = uint(gl_SampleMaskIn[0] + gl_SampleID);\n",
     true},
    // What goes on to other stages: locations that are shared, and members that say themselves where they are.
    {"veg", "", "layout(location = 10) out Block$ {\nvec4 a;\nlayout(location = 14) float b;\nvec2 c[2];\n} block$;\n",
     "block$.a = v;\nblock$.c[n.x & 1] = v.yx;\nif (n.y > #a) block$.b = v.z;\n", true},
    {"veg", "", "layout(location = 10) out vec4 idle$;\nvec4 told$() { return idle$; }\n",
     "if (n.x > 7) @f = told$();\n", true},
    {"veg", "", "layout(location = 10) out Plain$ {\nvec3 p$;\nflat ivec2 q$[2];\n};\n",
     "p$.zx = v.xy;\nq$[n.x & 1] = n.yz;\n", true},
    {"veg", "", "layout(location = 10) out vec2 low$[3];\nlayout(location = 11, component = 2) out vec2 high$[4];\n",
     "low$[n.x & 1] = v.xy;\nhigh$[n.y & 3] = v.zw;\n", true},
    {"veg", "", "layout(location = 10) out dvec3 wide$[2];\nlayout(location = 14, component = 1) out vec3 rest$;\n",
     "wide$[n.x & 1].yz = dvec2(v.xy);\nrest$.zx = v.xy;\n", true},
    {"veg", "", "", "gl_ClipVertex = v;\ngl_PointSize = v.x;\n", true},
    {"veg", "", "", "gl_ClipDistance[#a] = v.y;\ngl_ClipDistance[3] = v.z;\ngl_CullDistance[1] = v.x;\n", true},
    {"vcegfk", "", "", "@f = gl_NormalScale * v + gl_ModelViewMatrix[n.x & 3] + gl_LightSource[n.y].position;\n"},
};

}  // namespace random_builtins
