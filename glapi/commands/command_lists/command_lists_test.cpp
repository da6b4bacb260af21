// NV_command_list: commands in buffers, state objects, command lists.
#include <bit>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "glapi/testing/shader_fixture.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;
using testing::blue;
using testing::green;
using testing::nothing;
using testing::Pixel;
using testing::red;

constexpr GLuint command_words[] = {1, 1, 4, 3, 4, 3, 7, 6, 4, 4, 4, 5, 3, 2, 3, 2, 5, 5, 2};

// Writes commands as an application does.
class Stream {
  public:
    explicit Stream(Context& context) : context_(&context) {}
    template <typename... Words>
    Stream& operator()(GLenum token, Words... words) {
        put(GetCommandHeaderNV(*context_, token, command_words[token] * 4));
        (put(words), ...);
        return *this;
    }
    Stream& address(GLenum token, GLuint index, GLuint64 at) {
        return (*this)(token, index, static_cast<GLuint>(at), static_cast<GLuint>(at >> 32));
    }
    Stream& elements(GLuint64 at, GLuint bytes) {
        return (*this)(GL_ELEMENT_ADDRESS_COMMAND_NV, static_cast<GLuint>(at), static_cast<GLuint>(at >> 32), bytes);
    }
    Stream& attribute(GLuint index, GLuint64 at) { return address(GL_ATTRIBUTE_ADDRESS_COMMAND_NV, index, at); }
    Stream& uniform(GLenum shader, GLuint index, GLuint64 at) {
        return address(GL_UNIFORM_ADDRESS_COMMAND_NV, index | GLuint{GetStageIndexNV(*context_, shader)} << 16, at);
    }
    GLsizei bytes() const { return static_cast<GLsizei>(words.size() * sizeof(GLuint)); }

    std::vector<GLuint> words;

  private:
    void put(GLuint word) { words.push_back(word); }
    void put(int word) { words.push_back(static_cast<GLuint>(word)); }
    void put(float number) { words.push_back(std::bit_cast<GLuint>(number)); }
    Context* context_;
};

struct CommandLists : testing::ShaderFixture {
    static constexpr const char* vertex =
        "#version 420\n#extension GL_NV_command_list : require\nlayout(commandBindableNV) uniform;\n"
        "layout(location = 0) in vec2 at;\nlayout(std140, binding = 1) uniform Move { vec4 by; };\n"
        "void main() { gl_Position = vec4(at + by.xy, 0, 1); }\n";
    static constexpr const char* fragment =
        "#version 420\n#extension GL_NV_command_list : require\nlayout(commandBindableNV) uniform;\n"
        "layout(std140, binding = 1) uniform Paint { vec4 paint; };\nout vec4 color;\n"
        "void main() { color = paint; }\n";

    void SetUp() override {
        program = link(vertex, fragment);
        UseProgram(*gl, program);
        framebuffer = make_framebuffer();
        EnableVertexAttribArray(*gl, 0);
        VertexAttribFormat(*gl, 0, 2, GL_FLOAT, GL_FALSE, 0);
        VertexAttribBinding(*gl, 0, 0);
        BindVertexBuffer(*gl, 0, 0, 0, 8);
        // A triangle strip over the left half of the framebuffer.
        quad = resident(std::vector<float>{-1, -1, 0, -1, -1, 1, 0, 1});
        indices = resident(std::vector<GLushort>{9, 0, 1, 2, 2, 1, 3});
        stay = resident(std::vector<float>{0, 0, 0, 0});
        move = resident(std::vector<float>{1, 0, 0, 0});
        paint_green = resident(std::vector<float>{0, 1, 0, 1});
        paint_blue = resident(std::vector<float>{0, 0, 1, 1});
        expect(GL_NO_ERROR);
    }
    GLuint make_framebuffer(GLenum format = GL_RGBA8, GLsizei size = 64) {
        GLuint name = 0, texture = 0;
        CreateTextures(*gl, GL_TEXTURE_2D, 1, &texture);
        TextureStorage2D(*gl, texture, 1, format, size, size);
        CreateFramebuffers(*gl, 1, &name);
        NamedFramebufferTexture(*gl, name, GL_COLOR_ATTACHMENT0, texture, 0);
        BindFramebuffer(*gl, GL_FRAMEBUFFER, name);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        return name;
    }
    template <class T>
    GLuint64 resident(const std::vector<T>& contents) {
        buffer(GL_ARRAY_BUFFER, contents);
        GLuint64 address = 0;
        MakeBufferResidentNV(*gl, GL_ARRAY_BUFFER, GL_READ_ONLY);
        GetBufferParameterui64vNV(*gl, GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
        BindBuffer(*gl, GL_ARRAY_BUFFER, 0);
        return address;
    }
    Pixel at(GLint x, GLint y = 32) {
        Pixel pixel{};
        ReadPixels(*gl, x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        return pixel;
    }
    // The left half, and the right half; then both are black.
    void expect_halves(const Pixel& left, const Pixel& right) {
        expect(GL_NO_ERROR);
        EXPECT_EQ(at(16), left);
        EXPECT_EQ(at(48), right);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
    }
    Stream stream() { return Stream(*gl); }
    // Everything that the program reads, for the left half.
    Stream bound() {
        Stream commands = stream();
        commands.attribute(0, quad).uniform(GL_VERTEX_SHADER, 1, stay).uniform(GL_FRAGMENT_SHADER, 1, paint_green);
        return commands;
    }
    Stream drawing(GLuint64 paint, GLuint64 by) {
        Stream commands = stream();
        commands.attribute(0, quad).uniform(GL_VERTEX_SHADER, 1, by).uniform(GL_FRAGMENT_SHADER, 1, paint);
        commands(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0);
        return commands;
    }
    void draw(const Stream& commands, GLenum mode = GL_TRIANGLES) {
        const GLuint name = buffer(GL_DRAW_INDIRECT_BUFFER, commands.words);
        const GLintptr offset = 0;
        const GLsizei size = commands.bytes();
        DrawCommandsNV(*gl, mode, name, &offset, &size, 1);
        DeleteBuffers(*gl, 1, &name);
    }
    void draw_state(GLuint state, const Stream& commands, GLuint fbo = 0) {
        const GLuint name = buffer(GL_DRAW_INDIRECT_BUFFER, commands.words);
        const GLintptr offset = 0;
        const GLsizei size = commands.bytes();
        DrawCommandsStatesNV(*gl, name, &offset, &size, &state, &fbo, 1);
        DeleteBuffers(*gl, 1, &name);
    }
    GLuint capture(GLenum mode = GL_TRIANGLES) {
        GLuint state = 0;
        CreateStatesNV(*gl, 1, &state);
        StateCaptureNV(*gl, state, mode);
        return state;
    }

    GLuint program = 0, framebuffer = 0;
    GLuint64 quad = 0, indices = 0, stay = 0, move = 0, paint_green = 0, paint_blue = 0;
};

TEST_F(CommandLists, CommandsDrawWithWhatTheyBind) {
    // What is bound in the context counts for nothing.
    BindBufferBase(*gl, GL_UNIFORM_BUFFER, 1, buffer(GL_UNIFORM_BUFFER, std::vector<float>{1, 0, 0, 1}));
    Stream commands = bound();
    commands(GL_NOP_COMMAND_NV)(GL_DRAW_ARRAYS_COMMAND_NV, 3, 0)(GL_DRAW_ARRAYS_COMMAND_NV, 3, 1);
    commands.uniform(GL_VERTEX_SHADER, 1, move).uniform(GL_FRAGMENT_SHADER, 1, paint_blue);
    commands(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0);
    draw(commands);
    expect_halves(green, blue);
    // Nothing that commands have bound is bound for others, nor for later commands.
    draw(stream()(GL_DRAW_ARRAYS_COMMAND_NV, 3, 0));
    expect_halves(nothing, nothing);
    GLuint64 address = 1;
    GetIntegerui64i_vNV(*gl, GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV, 0, &address);
    EXPECT_EQ(address, 0u);
    EXPECT_FALSE(IsEnabled(*gl, GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV));
}

TEST_F(CommandLists, CommandsDrawElementsAndInstances) {
    Stream commands = bound();
    commands.elements(indices, 2)(GL_DRAW_ELEMENTS_COMMAND_NV, 6, 1, 0);
    draw(commands);
    expect_halves(green, nothing);
    commands = bound().elements(resident(std::vector<GLubyte>{5, 6, 7, 8}), 1);
    draw(commands(GL_DRAW_ELEMENTS_STRIP_COMMAND_NV, 4, 0, -5));
    expect_halves(green, nothing);
    commands = bound().elements(resident(std::vector<GLuint>{0, 1, 3, 2}), 4);
    draw(commands(GL_DRAW_ELEMENTS_INSTANCED_COMMAND_NV, GL_TRIANGLE_FAN, 4, 2, 0, 0, 0));
    expect_halves(green, nothing);
    draw(bound()(GL_DRAW_ARRAYS_INSTANCED_COMMAND_NV, GL_TRIANGLE_STRIP, 4, 1, 0, 0));
    expect_halves(green, nothing);
    draw(bound()(GL_DRAW_ARRAYS_INSTANCED_COMMAND_NV, GL_TRIANGLE_STRIP, 4, 0, 0, 0));
    expect_halves(nothing, nothing);
    draw(bound()(GL_TERMINATE_SEQUENCE_COMMAND_NV)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0));
    expect_halves(nothing, nothing);
}

// What one sequence sets holds for the next; with the command it is over.
TEST_F(CommandLists, SequencesFollowEachOther) {
    Stream first = bound();
    first.elements(indices, 2);
    const size_t second_at = first.words.size() * 4;
    first(GL_DRAW_ELEMENTS_COMMAND_NV, 6, 1, 0);
    const GLuint name = buffer(GL_DRAW_INDIRECT_BUFFER, first.words);
    const GLintptr offsets[] = {0, static_cast<GLintptr>(second_at)};
    const GLsizei sizes[] = {static_cast<GLsizei>(second_at), first.bytes() - static_cast<GLsizei>(second_at)};
    DrawCommandsNV(*gl, GL_TRIANGLES, name, offsets, sizes, 2);
    expect_halves(green, nothing);
    GLuint64 address = 0;
    MakeNamedBufferResidentNV(*gl, name, GL_READ_ONLY);
    GetNamedBufferParameterui64vNV(*gl, name, GL_BUFFER_GPU_ADDRESS_NV, &address);
    const GLuint64 addresses[] = {address, address + second_at};
    DrawCommandsAddressNV(*gl, GL_TRIANGLES, addresses, sizes, 2);
    expect_halves(green, nothing);
}

TEST_F(CommandLists, CommandsSetState) {
    BlendColor(*gl, 0, 0, 0, 0);
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_CONSTANT_COLOR, GL_ZERO);
    draw(drawing(paint_green, stay));
    expect_halves(nothing, nothing);
    Stream commands = bound();
    commands(GL_BLEND_COLOR_COMMAND_NV, 1.0f, 1.0f, 1.0f, 1.0f)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0);
    draw(commands);
    expect_halves(green, nothing);
    Disable(*gl, GL_BLEND);

    // The first viewport moves the left half to the right.
    Viewport(*gl, 0, 0, 64, 64);
    draw(bound()(GL_VIEWPORT_COMMAND_NV, 32, 0, 64, 64)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0));
    expect_halves(nothing, green);
    Enable(*gl, GL_SCISSOR_TEST);
    draw(bound()(GL_SCISSOR_COMMAND_NV, 0, 0, 64, 8)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0));
    EXPECT_EQ(at(16, 4), green);
    EXPECT_EQ(at(16, 32), nothing);
    Disable(*gl, GL_SCISSOR_TEST);
    Clear(*gl, GL_COLOR_BUFFER_BIT);

    Enable(*gl, GL_CULL_FACE);
    draw(bound()(GL_FRONT_FACE_COMMAND_NV, 1)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0));
    expect_halves(nothing, nothing);
    draw(bound()(GL_FRONT_FACE_COMMAND_NV, 0)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0));
    expect_halves(green, nothing);
    Disable(*gl, GL_CULL_FACE);

    Enable(*gl, GL_ALPHA_TEST);
    AlphaFunc(*gl, GL_LESS, 1);
    draw(drawing(paint_green, stay));
    expect_halves(nothing, nothing);
    AlphaFunc(*gl, GL_GEQUAL, 2);
    draw(bound()(GL_ALPHA_REF_COMMAND_NV, 0.5f)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0));
    expect_halves(green, nothing);
    Disable(*gl, GL_ALPHA_TEST);

    draw(bound()(GL_LINE_WIDTH_COMMAND_NV, 5.0f)(GL_POLYGON_OFFSET_COMMAND_NV, 1.0f, 2.0f)(GL_STENCIL_REF_COMMAND_NV, 3,
                                                                                           4));
    expect(GL_NO_ERROR);
    GLfloat width = 0, factor = 9;
    GLint reference = 9;
    GetFloatv(*gl, GL_LINE_WIDTH, &width);
    GetFloatv(*gl, GL_POLYGON_OFFSET_FACTOR, &factor);
    GetIntegerv(*gl, GL_STENCIL_REF, &reference);
    EXPECT_EQ(width, 1);
    EXPECT_EQ(factor, 0);
    EXPECT_EQ(reference, 0);
}

TEST_F(CommandLists, ParameterBuffersOfAssemblyPrograms) {
    UseProgram(*gl, 0);
    const std::string text =
        "!!NVfp4.0\nBUFFER paint[] = { program.buffer[3] };\nMOV result.color, {0, 0, 0, 1};\n"
        "MOV result.color.x, paint[0].x;\nMOV result.color.y, paint[1].x;\nEND\n";
    GLuint name = 0;
    GenProgramsARB(*gl, 1, &name);
    BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, name);
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                     text.data());
    Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    expect(GL_NO_ERROR);
    Stream commands = stream();
    commands.attribute(0, quad).uniform(GL_FRAGMENT_SHADER, 3, paint_green).uniform(GL_VERTEX_SHADER, 3, paint_blue);
    draw(commands(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0));
    expect_halves(green, nothing);
}

TEST_F(CommandLists, StateObjectsKeepWhatTheyCaptured) {
    const GLuint state = capture();
    expect(GL_NO_ERROR);
    EXPECT_TRUE(IsStateNV(*gl, state));
    // None of this reaches the state object.
    Enable(*gl, GL_CULL_FACE);
    CullFace(*gl, GL_FRONT_AND_BACK);
    ColorMask(*gl, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    DisableVertexAttribArray(*gl, 0);
    UniformBlockBinding(*gl, program, 0, 7);
    AttachShader(*gl, program,
                 compile(GL_GEOMETRY_SHADER,
                         "#version 420\nlayout(points) in;\n"
                         "layout(points, max_vertices = 1) out;\nvoid main() {}\n"));
    LinkProgram(*gl, program);
    DeleteProgram(*gl, program);
    UseProgram(*gl, 0);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, 0);
    draw_state(state, drawing(paint_green, stay));
    expect(GL_NO_ERROR);
    GLint bound_framebuffer = 9, used = 9;
    GetIntegerv(*gl, GL_FRAMEBUFFER_BINDING, &bound_framebuffer);
    GetIntegerv(*gl, GL_CURRENT_PROGRAM, &used);
    EXPECT_EQ(bound_framebuffer, 0);
    EXPECT_EQ(used, 0);
    EXPECT_TRUE(IsEnabled(*gl, GL_CULL_FACE));
    ColorMask(*gl, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    expect_halves(green, nothing);

    // Another framebuffer object that is as the captured one, of another size.
    const GLuint other = make_framebuffer(GL_RGBA8, 96);
    draw_state(state, drawing(paint_blue, move), other);
    expect_halves(nothing, blue);
    const GLuint unlike = make_framebuffer(GL_RGBA16F);
    draw_state(state, drawing(paint_blue, move), unlike);
    expect(GL_INVALID_OPERATION);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    expect_halves(nothing, nothing);

    DeleteStatesNV(*gl, 1, &state);
    EXPECT_FALSE(IsStateNV(*gl, state));
    draw_state(state, drawing(paint_blue, move));
    expect(GL_INVALID_OPERATION);
    draw_state(0, drawing(paint_blue, move));
    expect(GL_INVALID_VALUE);
}

// What commands set, and current values that they don't, come from the context and not from the object.
TEST_F(CommandLists, StateObjectsLeaveOutWhatCommandsSet) {
    Viewport(*gl, 32, 0, 64, 64);
    const GLuint state = capture();
    Viewport(*gl, 0, 0, 64, 64);
    draw_state(state, drawing(paint_green, stay));
    expect_halves(green, nothing);
    // One after the other: what was set before the second stays.
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_ONE, GL_ONE);
    const GLuint adding = capture();
    Disable(*gl, GL_BLEND);
    Stream commands = drawing(paint_green, stay);
    const auto second_at = static_cast<GLintptr>(commands.bytes());
    commands.uniform(GL_FRAGMENT_SHADER, 1, paint_blue)(GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 4, 0);
    const GLuint name = buffer(GL_DRAW_INDIRECT_BUFFER, commands.words);
    const GLintptr offsets[] = {0, second_at};
    const GLsizei sizes[] = {static_cast<GLsizei>(second_at), commands.bytes() - static_cast<GLsizei>(second_at)};
    const GLuint states[] = {state, adding}, fbos[] = {0, 0};
    DrawCommandsStatesNV(*gl, name, offsets, sizes, states, fbos, 2);
    expect_halves({0, 255, 255, 255}, nothing);
}

TEST_F(CommandLists, WhatCanNotBeCaptured) {
    const GLuint state = capture();
    expect(GL_NO_ERROR);
    const auto refused = [&](GLenum error, GLenum mode = GL_TRIANGLES) {
        StateCaptureNV(*gl, state, mode);
        expect(error);
    };
    refused(GL_INVALID_ENUM, GL_TRIANGLE_STRIP);
    StateCaptureNV(*gl, state + 1, GL_TRIANGLES);
    expect(GL_INVALID_OPERATION);
    BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, 0);
    refused(GL_INVALID_OPERATION);
    BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, framebuffer);
    BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, 0);
    refused(GL_INVALID_OPERATION);
    BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, framebuffer);
    GLuint query = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_ANY_SAMPLES_PASSED, query);
    refused(GL_INVALID_OPERATION);
    EndQuery(*gl, GL_ANY_SAMPLES_PASSED);
    UseProgram(*gl, 0);
    refused(GL_INVALID_OPERATION);
    const std::string plain = "#version 430\nout vec4 color;\n";
    for (const char* const body : {"uniform vec4 a; void main() { color = a; }",
                                   "layout(binding = 0) uniform A { vec4 a; }; void main() { color = a; }",
                                   "buffer A { vec4 a; }; void main() { color = a; }",
                                   "layout(binding = 0) uniform atomic_uint a;\n"
                                   "void main() { color = vec4(atomicCounter(a)); }"}) {
        UseProgram(*gl, link("#version 430\nvoid main() { gl_Position = vec4(0); }\n", plain + body));
        refused(GL_INVALID_OPERATION);
    }
    UseProgram(*gl, link("#version 120\nvoid main() { gl_Position = gl_ModelViewMatrix * gl_Vertex; }\n", ""));
    refused(GL_INVALID_OPERATION);
    // What was captured first is still there.
    draw_state(state, drawing(paint_green, stay));
    expect_halves(green, nothing);
}

TEST_F(CommandLists, ListsPlayTheirSegmentsInOrder) {
    GLuint state = capture(), list = 0;
    CreateCommandListsNV(*gl, 1, &list);
    EXPECT_TRUE(IsCommandListNV(*gl, list));
    CommandListSegmentsNV(*gl, list, 2);
    const GLuint none = 0;
    const auto add = [&](GLuint segment, Stream commands, GLuint fbo = 0) {
        const void* at = commands.words.data();
        const GLsizei size = commands.bytes();
        ListDrawCommandsStatesClientNV(*gl, list, segment, &at, &size, &state, fbo ? &fbo : &none, 1);
    };
    add(1, drawing(paint_blue, stay));
    add(0, drawing(paint_green, stay));
    add(0, drawing(paint_green, move));
    expect(GL_NO_ERROR);
    add(2, drawing(paint_green, move));
    expect(GL_INVALID_VALUE);
    CommandListSegmentsNV(*gl, list, 3);
    expect(GL_INVALID_OPERATION);
    CallCommandListNV(*gl, list);
    expect(GL_INVALID_OPERATION);
    CompileCommandListNV(*gl, list);
    expect(GL_NO_ERROR);
    DeleteStatesNV(*gl, 1, &state);
    CallCommandListNV(*gl, list);
    expect_halves(blue, green);
    add(0, drawing(paint_green, move));
    expect(GL_INVALID_OPERATION);
    CompileCommandListNV(*gl, list);
    expect(GL_INVALID_OPERATION);
    CallCommandListNV(*gl, list);
    expect_halves(blue, green);
    DeleteCommandListsNV(*gl, 1, &list);
    EXPECT_FALSE(IsCommandListNV(*gl, list));
    CallCommandListNV(*gl, list);
    expect(GL_INVALID_OPERATION);
}

TEST_F(CommandLists, ErrorsOfDraws) {
    const Stream commands = drawing(paint_green, stay);
    const GLuint name = buffer(GL_DRAW_INDIRECT_BUFFER, commands.words);
    const auto refused = [&](GLenum error, GLenum mode, GLuint from, GLintptr offset, GLsizei size) {
        DrawCommandsNV(*gl, mode, from, &offset, &size, 1);
        expect(error);
    };
    const GLsizei all = commands.bytes();
    refused(GL_NO_ERROR, GL_TRIANGLES, name, 0, all);
    refused(GL_INVALID_ENUM, 99, name, 0, all);
    refused(GL_INVALID_VALUE, GL_TRIANGLES, 0, 0, all);
    refused(GL_INVALID_VALUE, GL_TRIANGLES, 4711, 0, all);
    refused(GL_INVALID_VALUE, GL_TRIANGLES, name, -4, all);
    refused(GL_INVALID_VALUE, GL_TRIANGLES, name, 0, -4);
    refused(GL_INVALID_OPERATION, GL_TRIANGLES, name, 0, all + 4);
    refused(GL_INVALID_OPERATION, GL_TRIANGLES, name, all + 4, 0);
    refused(GL_INVALID_OPERATION, GL_TRIANGLES, name, 0, all - 4);
    refused(GL_INVALID_OPERATION, GL_TRIANGLES, name, 4, all - 4);
    MapBuffer(*gl, GL_DRAW_INDIRECT_BUFFER, GL_READ_ONLY);
    refused(GL_INVALID_OPERATION, GL_TRIANGLES, name, 0, all);
    UnmapBuffer(*gl, GL_DRAW_INDIRECT_BUFFER);
    const GLuint64 nowhere = 4711;
    DrawCommandsAddressNV(*gl, GL_TRIANGLES, &nowhere, &all, 1);
    expect(GL_INVALID_OPERATION);
    draw(bound()(GL_DRAW_ARRAYS_INSTANCED_COMMAND_NV, GL_POINTS, 4, 1, 0, 0));
    expect(GL_INVALID_OPERATION);
    draw(bound()(GL_DRAW_ARRAYS_COMMAND_NV, 0x80000000u, 0));
    expect(GL_INVALID_OPERATION);
    draw(bound().elements(indices, 3));
    expect(GL_INVALID_OPERATION);
    draw(bound().attribute(16, quad));
    expect(GL_INVALID_OPERATION);
    draw(bound().uniform(GL_VERTEX_SHADER, 14, stay));
    expect(GL_INVALID_OPERATION);
    draw(bound().uniform(GL_VERTEX_SHADER, 1, stay + 4));
    expect(GL_INVALID_OPERATION);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, 0);
    refused(GL_INVALID_OPERATION, GL_TRIANGLES, name, 0, all);
}

TEST_F(CommandLists, HeadersTellTheSize) {
    for (GLenum token = 0; token < std::size(command_words); ++token) {
        EXPECT_NE(GetCommandHeaderNV(*gl, token, command_words[token] * 4), 0u);
        expect(GL_NO_ERROR);
        GetCommandHeaderNV(*gl, token, command_words[token] * 4 + 4);
        expect(GL_INVALID_VALUE);
    }
    GetCommandHeaderNV(*gl, std::size(command_words), 4);
    expect(GL_INVALID_ENUM);
    GetStageIndexNV(*gl, GL_COMPUTE_SHADER);
    expect(GL_INVALID_ENUM);
}

TEST(CommandListsOfCore, HaveNoAlphaTest) {
    const testing::CoreContext gl(45);
    GetCommandHeaderNV(*gl, GL_ALPHA_REF_COMMAND_NV, 8);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

// Commands of right headers and any words: they draw, or there is an error, and the context goes on.
TEST_F(CommandLists, HostileCommands) {
    std::mt19937 random(17);
    const auto below = [&](GLuint limit) { return std::uniform_int_distribution<GLuint>(0, limit - 1)(random); };
    const GLuint64 addresses[] = {quad, indices, stay, paint_green, quad + 3, indices + 12, 0, ~GLuint64{0} >> 8};
    const GLuint state = capture();
    for (int round = 0; round < 400; ++round) {
        Stream commands = bound();
        for (GLuint n = below(12); n > 0; --n) {
            const GLenum token = below(std::size(command_words));
            commands.words.push_back(GetCommandHeaderNV(*gl, token, command_words[token] * 4));
            for (GLuint word = 1; word < command_words[token]; ++word)
                commands.words.push_back(static_cast<GLuint>(below(4)   ? below(9)
                                                             : below(8) ? random() & 0xffu
                                                                        : random() | 0x80000000u));
            if (token < GL_ELEMENT_ADDRESS_COMMAND_NV || token > GL_UNIFORM_ADDRESS_COMMAND_NV) continue;
            const GLuint64 address = addresses[below(std::size(addresses))];
            const size_t at = commands.words.size() - (token == GL_ELEMENT_ADDRESS_COMMAND_NV ? 3 : 2);
            commands.words[at] = static_cast<GLuint>(address);
            commands.words[at + 1] = static_cast<GLuint>(address >> 32);
        }
        if (below(4) == 0) commands.words[below(static_cast<GLuint>(commands.words.size()))] ^= 1u << below(32);
        const GLenum modes[] = {GL_POINTS, GL_LINES,           GL_TRIANGLES,
                                GL_QUADS,  GL_LINES_ADJACENCY, GL_TRIANGLES_ADJACENCY};
        if (below(2))
            draw(commands, modes[below(std::size(modes))]);
        else
            draw_state(state, commands);
        while (gl.error() != GL_NO_ERROR) {
        }
    }
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    draw(drawing(paint_green, stay));
    expect_halves(green, nothing);
}

}  // namespace
}  // namespace glapi
