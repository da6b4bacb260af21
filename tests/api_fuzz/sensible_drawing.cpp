// Programs, and what draws with them.
#include <cstring>

#include "sensible_steps.h"

#include "glapi/generated/entry_points.h"

namespace {

struct Text {
    GLenum stage;
    const char* text;
};

constexpr Text shader_texts[] = {
    {GL_VERTEX_SHADER,
     "#version 150 compatibility\nvoid main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color;\n"
     "gl_TexCoord[0] = gl_MultiTexCoord0; gl_PointSize = 3.0; gl_ClipDistance[0] = gl_Vertex.x; }\n"},
    {GL_VERTEX_SHADER,
     "#version 450\nlayout(location = 0) in vec4 p; layout(location = 1) in ivec4 i;\n"
     "layout(location = 2) in dvec3 d; out vec4 color; out flat int which;\n"
     "layout(std140, binding = 1) uniform U { mat4 m; vec4 v[9]; };\n"
     "void main() { gl_Position = p * 0.5 + vec4(d, 0) * m; color = v[i.x & 15]; which = i.y +\n"
     "gl_InstanceID; }\n"},
    {GL_VERTEX_SHADER,
     "#version 330\nin vec4 p; out vec4 color; uniform samplerBuffer b; uniform vec4 u[3];\n"
     "void main() { gl_Position = p; color = texelFetch(b, gl_VertexID) + u[gl_InstanceID]; }\n"},
    {GL_FRAGMENT_SHADER,
     "#version 150 compatibility\nuniform sampler2D s; uniform vec4 u[3];\n"
     "void main() { gl_FragData[0] = texture(s, gl_TexCoord[0].xy) * gl_Color + u[1];\n"
     "gl_FragData[1] = dFdx(gl_Color); if (gl_Color.x > 0.7) discard; }\n"},
    {GL_FRAGMENT_SHADER,
     "#version 450\nin vec4 color; out vec4 c; layout(rgba8, binding = 1) uniform image2D i;\n"
     "layout(std430, binding = 2) buffer B { uint n; uint words[]; };\n"
     "void main() { c = color + imageLoad(i, ivec2(gl_FragCoord.xy)) * float(gl_SampleID);\n"
     "imageStore(i, ivec2(gl_FragCoord.yx) - 4, c); words[atomicAdd(n, 1u) - 3u] = 7u; }\n"},
    {GL_FRAGMENT_SHADER,
     "#version 450\nin vec4 color; out vec4 c; uniform sampler2DArray a; uniform samplerCube e;\n"
     "uniform sampler3D t; uniform sampler2DShadow s; uniform usampler2D u; uniform int level;\n"
     "uniform sampler2DMS m;\n"
     "void main() { c = texture(a, color.xyz) + textureLod(e, color.yzx, color.w) +\n"
     "textureGather(s, color.xy, color.z) + vec4(texelFetch(u, ivec2(color.xy * 99.0), level)) +\n"
     "textureGrad(t, color.xyz, color.yzx, color.zxy) + texelFetch(m, ivec2(color.xy), level);\n"
     "gl_FragDepth = color.z; gl_SampleMask[0] = int(color.w * 9.0); }\n"},
    {GL_GEOMETRY_SHADER,
     "#version 150 compatibility\nlayout(triangles) in; layout(triangle_strip, max_vertices = 6)\n"
     "out; in vec4 color[]; void main() { for (int n = 0; n < 6; ++n) { gl_Position =\n"
     "gl_in[n % 3].gl_Position * float(n) * 0.4; gl_Layer = n / 3; gl_PrimitiveID = n;\n"
     "gl_FrontColor = gl_in[n % 3].gl_Position; EmitVertex(); if (n == 2) EndPrimitive(); } }\n"},
    {GL_TESS_CONTROL_SHADER,
     "#version 400\nlayout(vertices = 3) out; void main() { gl_out[gl_InvocationID].gl_Position\n"
     "= gl_in[gl_InvocationID].gl_Position; gl_TessLevelOuter[gl_InvocationID] = 3.0;\n"
     "gl_TessLevelInner[0] = gl_in[0].gl_Position.x * 9.0; }\n"},
    {GL_TESS_EVALUATION_SHADER,
     "#version 400\nlayout(triangles, fractional_odd_spacing, cw) in; out vec4 color;\n"
     "void main() { gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_TessCoord.y *\n"
     "gl_in[1].gl_Position + gl_in[2].gl_Position * gl_TessCoord.z; color = gl_Position; }\n"},
    {GL_COMPUTE_SHADER,
     "#version 450\nlayout(local_size_x = 4, local_size_y = 3) in; shared int s[12];\n"
     "layout(std430, binding = 2) buffer B { uint n; uint words[]; }; uniform sampler2D t;\n"
     "layout(r32ui, binding = 0) uniform uimage2D i;\n"
     "void main() { s[gl_LocalInvocationIndex] = int(gl_GlobalInvocationID.x); barrier();\n"
     "words[s[11u - gl_LocalInvocationIndex] - 2] += atomicAdd(n, 1u) + uint(texture(t, vec2(.3)).x);\n"
     "imageAtomicMax(i, ivec2(gl_GlobalInvocationID.xy), n); }\n"},
    {GL_FRAGMENT_SHADER, "#version 450\nvoid main() { undeclared = 1; }\n"},
    {GL_FRAGMENT_SHADER,
     "#version 320 es\nprecision mediump float; in vec4 color; out vec4 c; void main() { c = color; }\n"},
    {GL_VERTEX_SHADER,
     "#version 100\nattribute vec4 p; varying vec4 color; void main() { gl_Position = p; color = p; }\n"},
    {GL_FRAGMENT_SHADER,
     "#version 100\nprecision mediump float; varying vec4 color; uniform sampler2D s;\n"
     "void main() { gl_FragColor = color + texture2D(s, color.xy); }\n"},
};

constexpr GLenum modes[] = {
    GL_POINTS,     GL_LINES,           GL_LINE_LOOP,           GL_LINE_STRIP, GL_TRIANGLES,
    GL_TRIANGLES,  GL_TRIANGLE_STRIP,  GL_TRIANGLE_FAN,        GL_QUADS,      GL_POLYGON,
    GL_QUAD_STRIP, GL_LINES_ADJACENCY, GL_TRIANGLES_ADJACENCY, GL_PATCHES,    GL_TRIANGLE_STRIP_ADJACENCY};

// Shaders and programs share names.
void make_shader(Arguments& arguments) {
    const Text& text = one_of(arguments, shader_texts);
    const GLuint shader = ::glCreateShader(text.stage);
    const char* const source = text.text;
    ::glShaderSource(shader, 1, &source, nullptr);
    if (arguments.chance(95)) ::glCompileShader(shader);
    ::glAttachShader(arguments.name(), shader);
    if (arguments.chance(50)) ::glDeleteShader(shader);
}

// The texts whose numbers are given, or random ones.
void make_program(Arguments& arguments) {
    static constexpr int8_t combinations[][4] = {{0, 3, -1, -1},   {1, 4, -1, -1},  {1, 5, -1, -1}, {2, 4, -1, -1},
                                                 {2, 5, -1, -1},   {0, 3, 6, -1},   {1, 7, 8, 4},   {9, -1, -1, -1},
                                                 {12, 13, -1, -1}, {0, -1, -1, -1}, {2, 11, -1, -1}};
    const GLuint program = ::glCreateProgram();
    for (const int8_t number : one_of(arguments, combinations)) {
        if (number < 0) continue;
        const Text& text = arguments.chance(96) ? shader_texts[number] : one_of(arguments, shader_texts);
        const GLuint shader = ::glCreateShader(text.stage);
        const char* const source = text.text;
        ::glShaderSource(shader, 1, &source, nullptr);
        ::glCompileShader(shader);
        ::glAttachShader(program, shader);
        ::glDeleteShader(shader);
    }
    if (arguments.chance(25)) {
        static constexpr const char* varyings[] = {"gl_Position", "color", "gl_SkipComponents2", "gl_NextBuffer",
                                                   "which"};
        ::glTransformFeedbackVaryings(program, GLsizei(arguments.number(1, 5)), varyings,
                                      arguments.chance(60) ? GL_INTERLEAVED_ATTRIBS : GL_SEPARATE_ATTRIBS);
    }
    if (arguments.chance(20)) ::glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
    ::glLinkProgram(program);
    if (arguments.chance(85)) ::glUseProgram(program);
    for (int64_t n = arguments.number(0, 5); n > 0; --n) {
        ::glUniform1i(GLint(arguments.number(0, 7)), GLint(arguments.number(-1, 5)));
        ::glUniform4f(GLint(arguments.number(0, 7)), float(arguments.real()), 1, float(arguments.real()), 0.5f);
    }
    if (arguments.chance(15)) ::glDeleteProgram(program);
}

void make_pipeline(Arguments& arguments) {
    const GLuint pipeline = GLuint(arguments.number(1, 3));
    for (int n = 0; n < 2; ++n) {
        const Text& text = one_of(arguments, shader_texts);
        const char* const source = text.text;
        const GLuint program = ::glCreateShaderProgramv(text.stage, 1, &source);
        ::glUseProgramStages(pipeline, GL_ALL_SHADER_BITS, program);
        if (arguments.chance(30)) ::glDeleteProgram(program);
    }
    ::glUseProgram(0);
    ::glBindProgramPipeline(pipeline);
}

void set_arrays(Arguments& arguments) {
    static constexpr GLenum types[] = {
        GL_FLOAT, GL_FLOAT, GL_SHORT, GL_UNSIGNED_BYTE, GL_HALF_FLOAT, GL_INT_2_10_10_10_REV, GL_DOUBLE, GL_FIXED};
    if (arguments.chance(50)) {
        ::glBindBuffer(GL_ARRAY_BUFFER, GLuint(arguments.number(0, 4)));
        ::glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, GLuint(arguments.number(0, 4)));
    }
    for (GLuint index = 0; index < 3; ++index) {
        if (arguments.chance(30)) continue;
        const GLsizei stride = GLsizei(4 * arguments.number(0, 9));
        void* const pointer = arguments.vertex_array("VertexAttribPointer");
        switch (arguments.number(0, 3)) {
            case 0: ::glVertexAttribIPointer(index, 4, GL_INT, stride, pointer); break;
            case 1: ::glVertexAttribLPointer(index, 3, GL_DOUBLE, stride, pointer); break;
            default: {
                const GLenum type = one_of(arguments, types);
                ::glVertexAttribPointer(index, GLint(arguments.number(1, 4)), type, GLboolean(arguments.chance(50)),
                                        stride, pointer);
            }
        }
        ::glEnableVertexAttribArray(index);
        ::glVertexAttribDivisor(index, GLuint(arguments.chance(80) ? 0 : arguments.number(1, 3)));
    }
    if (arguments.chance(50)) {
        ::glVertexPointer(GLint(arguments.number(2, 4)), GL_FLOAT, 16, arguments.vertex_array("VertexPointer"));
        ::glEnableClientState(GL_VERTEX_ARRAY);
        ::glColorPointer(4, GL_UNSIGNED_BYTE, 0, arguments.vertex_array("ColorPointer"));
        ::glEnableClientState(GL_COLOR_ARRAY);
    }
}

void capture(Arguments& arguments) {
    ::glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, GLuint(arguments.number(1, 4)));
    if (arguments.chance(50))
        ::glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 1, GLuint(arguments.number(1, 4)), 4 * arguments.number(0, 9),
                            4 * arguments.number(1, 99));
    ::glBeginTransformFeedback(one_of(arguments, {GLenum{GL_POINTS}, GLenum{GL_LINES}, GLenum{GL_TRIANGLES}}));
    draw_something(arguments);
    if (arguments.chance(30)) ::glPauseTransformFeedback();
    if (arguments.chance(80)) ::glEndTransformFeedback();
    if (arguments.chance(30)) ::glDrawTransformFeedback(GL_POINTS, GLuint(arguments.number(0, 3)));
}

void compute(Arguments& arguments) {
    ::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, GLuint(arguments.number(0, 4)));
    ::glDispatchCompute(GLuint(arguments.number(0, 4)), GLuint(arguments.number(0, 4)), 1);
    if (arguments.chance(30)) ::glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

void bind_blocks(Arguments& arguments) {
    ::glBindBufferBase(GL_UNIFORM_BUFFER, 1, GLuint(arguments.number(0, 4)));
    ::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, GLuint(arguments.number(0, 4)));
    if (arguments.chance(50))
        ::glBindBufferRange(GL_UNIFORM_BUFFER, 1, GLuint(arguments.number(1, 4)), 256 * arguments.number(0, 2),
                            arguments.number(1, 700));
}

void count(Arguments& arguments) {
    static constexpr GLenum targets[] = {
        GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED,        GL_PRIMITIVES_GENERATED,
        GL_TIME_ELAPSED,   GL_VERTEX_SHADER_INVOCATIONS, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN};
    const GLenum target = one_of(arguments, targets);
    const GLuint query = GLuint(arguments.number(1, 5));
    ::glBeginQuery(target, query);
    draw_something(arguments);
    if (arguments.chance(85)) ::glEndQuery(target);
    if (arguments.chance(30)) {
        ::glBeginConditionalRender(query, GL_QUERY_WAIT + GLenum(arguments.number(0, 7)));
        draw_something(arguments);
        if (arguments.chance(90)) ::glEndConditionalRender();
    }
    if (arguments.chance(20)) ::glDeleteQueries(1, &query);
}

void list(Arguments& arguments) {
    const GLuint name = GLuint(arguments.number(1, 4));
    ::glNewList(name, arguments.chance(70) ? GL_COMPILE : GL_COMPILE_AND_EXECUTE);
    for (int64_t n = arguments.number(0, 4); n > 0; --n) {
        ::glColor3f(1, float(arguments.real()), 0);
        draw_something(arguments);
        // Not itself, twice: that would be 2^64 lists.
        if (arguments.chance(20)) ::glCallList(GLuint(arguments.number(name + 1, 5)));
        if (arguments.chance(20)) ::glMaterialf(GL_FRONT, GL_SHININESS, float(arguments.number(0, 128)));
    }
    ::glEndList();
    ::glCallList(arguments.chance(80) ? name : GLuint(arguments.number(1, 4)));
}

// Combiners as applications set them up, and anything else that replaces stages of fixed function.
void combine(Arguments& arguments) {
    static constexpr GLenum registers[] = {
        GL_ZERO,      GL_CONSTANT_COLOR0_NV, GL_FOG,      GL_PRIMARY_COLOR_NV,  GL_SPARE0_NV,
        GL_SPARE1_NV, GL_TEXTURE0,           GL_TEXTURE1, GL_SECONDARY_COLOR_NV};
    ::glEnable(GL_REGISTER_COMBINERS_NV);
    ::glCombinerParameteriNV(GL_NUM_GENERAL_COMBINERS_NV, GLint(arguments.number(1, 8)));
    for (int64_t n = arguments.number(1, 8); n > 0; --n) {
        const GLenum stage = GLenum(GL_COMBINER0_NV + arguments.number(0, 7));
        const GLenum portion = arguments.chance(50) ? GL_RGB : GL_ALPHA;
        ::glCombinerInputNV(stage, portion, GLenum(GL_VARIABLE_A_NV + arguments.number(0, 3)),
                            one_of(arguments, registers), GLenum(GL_UNSIGNED_IDENTITY_NV + arguments.number(0, 7)),
                            portion);
        ::glCombinerOutputNV(stage, portion, one_of(arguments, registers), GL_DISCARD_NV, GL_SPARE0_NV, GL_NONE,
                             GL_NONE, GLboolean(portion == GL_RGB && arguments.chance(30)), GL_FALSE,
                             GLboolean(arguments.chance(30)));
        ::glFinalCombinerInputNV(GLenum(GL_VARIABLE_A_NV + arguments.number(0, 6)), one_of(arguments, registers),
                                 GL_UNSIGNED_INVERT_NV, GL_RGB);
    }
    draw_something(arguments);
    if (arguments.chance(50)) ::glDisable(GL_REGISTER_COMBINERS_NV);
}

void change_rasterization(Arguments& arguments) {
    static constexpr GLenum capabilities[] = {GL_CONSERVATIVE_RASTERIZATION_NV,
                                              GL_CONSERVATIVE_RASTERIZATION_INTEL,
                                              GL_SAMPLE_SHADING,
                                              GL_SAMPLE_MASK,
                                              GL_DEPTH_TEST,
                                              GL_STENCIL_TEST,
                                              GL_BLEND,
                                              GL_CULL_FACE,
                                              GL_LIGHTING,
                                              GL_FOG,
                                              GL_POLYGON_OFFSET_FILL,
                                              GL_POINT_SPRITE,
                                              GL_POINT_SMOOTH,
                                              GL_LINE_SMOOTH,
                                              GL_POLYGON_SMOOTH,
                                              GL_LINE_STIPPLE,
                                              GL_POLYGON_STIPPLE,
                                              GL_COLOR_LOGIC_OP,
                                              GL_PRIMITIVE_RESTART_FIXED_INDEX,
                                              GL_DEPTH_CLAMP,
                                              GL_DEPTH_BOUNDS_TEST_EXT,
                                              GL_PROGRAM_POINT_SIZE,
                                              GL_VERTEX_PROGRAM_TWO_SIDE,
                                              GL_STENCIL_TEST_TWO_SIDE_EXT,
                                              GL_SAMPLE_ALPHA_TO_COVERAGE,
                                              GL_FRAGMENT_COVERAGE_TO_COLOR_NV,
                                              GL_SCISSOR_TEST,
                                              GL_CLIP_DISTANCE0,
                                              GL_ALPHA_TEST,
                                              GL_NORMALIZE};
    for (int64_t n = arguments.number(1, 4); n > 0; --n) {
        const GLenum capability = one_of(arguments, capabilities);
        if (arguments.chance(70))
            ::glEnable(capability);
        else
            ::glDisable(capability);
    }
    if (arguments.chance(30)) ::glPolygonMode(GL_FRONT_AND_BACK, GLenum(arguments.number(GL_POINT, GL_FILL)));
    if (arguments.chance(20)) ::glMinSampleShading(float(arguments.real()));
    if (arguments.chance(20)) ::glPointSize(float(arguments.real()));
    if (arguments.chance(20)) ::glLineWidth(float(arguments.real()));
    if (arguments.chance(20))
        ::glConservativeRasterParameterfNV(GL_CONSERVATIVE_RASTER_DILATE_NV, float(arguments.real()));
    if (arguments.chance(20))
        ::glSubpixelPrecisionBiasNV(GLuint(arguments.number(0, 9)), GLuint(arguments.number(0, 9)));
    draw_something(arguments);
}

void draw(Arguments& arguments) { draw_something(arguments); }

constexpr SensibleStep steps[] = {
    make_shader, make_program, make_program, make_program, make_pipeline, set_arrays, set_arrays,
    capture,     compute,      bind_blocks,  count,        list,          combine,    change_rasterization,
    draw,        draw,         draw};

}  // namespace

std::span<const SensibleStep> drawing_steps() { return steps; }

// Indices are small or wild: the application's arrays lie where any is good.
void draw_something(Arguments& arguments) {
    static constexpr GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
    const GLenum mode = one_of(arguments, modes), type = one_of(arguments, types);
    const GLsizei count = GLsizei(arguments.number(0, 40));
    const GLsizei instances = GLsizei(arguments.number(0, 3));
    const auto indices = [&] { return arguments.memory(true, false, arguments.binding("DrawElements")); };
    switch (arguments.number(0, 9)) {
        case 0: ::glDrawArrays(mode, GLint(arguments.number(0, 9)), count); break;
        case 1: ::glDrawElements(mode, count, type, indices()); break;
        case 2: ::glDrawElementsBaseVertex(mode, count, type, indices(), GLint(arguments.number(-9, 9))); break;
        case 3: ::glDrawArraysInstancedBaseInstance(mode, 0, count, instances, GLuint(arguments.number(0, 9))); break;
        case 4: ::glDrawElementsInstanced(mode, count, type, indices(), instances); break;
        case 5: ::glDrawRangeElements(mode, 0, GLuint(arguments.number(0, 99)), count, type, indices()); break;
        case 6: {
            const GLint firsts[] = {0, 3, GLint(arguments.number(0, 99))};
            const GLsizei counts[] = {count, 3, GLsizei(arguments.number(0, 9))};
            ::glMultiDrawArrays(mode, firsts, counts, 3);
            break;
        }
        case 7: {
            // Draws from a buffer, which may hold anything small, or from memory.
            GLint bound = 0;
            ::glGetIntegerv(GL_DRAW_INDIRECT_BUFFER_BINDING, &bound);
            const GLuint words[] = {GLuint(count), GLuint(instances), 0, 0, GLuint(arguments.number(0, 3))};
            const void* const from = bound ? reinterpret_cast<void*>(uintptr_t(4 * arguments.number(0, 9))) : words;
            if (arguments.chance(50))
                ::glDrawArraysIndirect(mode, from);
            else
                ::glDrawElementsIndirect(mode, type, from);
            break;
        }
        case 8:
            ::glBegin(mode);
            for (GLsizei n = 0; n < count / 2; ++n) {
                if (arguments.chance(30)) ::glColor4f(float(arguments.real()), 1, 0, float(arguments.real()));
                if (arguments.chance(30))
                    ::glVertexAttrib4f(GLuint(arguments.number(1, 15)), 1, 0, float(arguments.real()), 1);
                ::glVertex4f(float(arguments.real()), float(arguments.real()), float(arguments.real()), 1);
            }
            ::glEnd();
            break;
        default: ::glRectf(-1, float(arguments.real()), float(arguments.real()), 1); break;
    }
}
