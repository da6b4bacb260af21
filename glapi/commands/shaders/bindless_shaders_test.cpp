// Handles of textures and images in GLSL (ARB_bindless_texture, NV_bindless_texture), and pointers to buffers
// (NV_shader_buffer_load, NV_shader_buffer_store), drawn with.
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::blue;
using testing::green;
using testing::Pixel;
using testing::plain_vertex;
using testing::red;

const std::string bindless = "#version 330 compatibility\n#extension GL_ARB_bindless_texture : require\n";

struct BindlessShaders : testing::ShaderFixture {
    // 2 by 2 texels of one colour.
    GLuint make_texture(Pixel color) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, GL_TEXTURE_2D, name);
        TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2);
        const Pixel texels[4] = {color, color, color, color};
        TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        BindTexture(*gl, GL_TEXTURE_2D, 0);
        return name;
    }
    GLuint64 resident(GLuint name) {
        const GLuint64 handle = GetTextureHandleARB(*gl, name);
        MakeTextureHandleResidentARB(*gl, handle);
        expect(GL_NO_ERROR);
        return handle;
    }
    GLint location(GLuint program, const char* name) { return GetUniformLocation(*gl, program, name); }
    template <class T>
    GLuint64EXT address_of(const std::vector<T>& contents, GLenum access = GL_READ_ONLY) {
        buffer(GL_ARRAY_BUFFER, contents);
        MakeBufferResidentNV(*gl, GL_ARRAY_BUFFER, access);
        GLuint64EXT address = 0;
        GetBufferParameterui64vNV(*gl, GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
        expect(GL_NO_ERROR);
        return address;
    }
};

TEST_F(BindlessShaders, UniformsTakeHandlesAndUnits) {
    const GLuint64 first = resident(make_texture(red)), second = resident(make_texture(green));
    const GLuint program = link(plain_vertex, bindless +
                                                  "layout(bindless_sampler) uniform sampler2D map;\n"
                                                  "void main() { gl_FragColor = texture(map, vec2(0.5)); }\n");
    UseProgram(*gl, program);
    UniformHandleui64ARB(*gl, location(program, "map"), first);
    EXPECT_EQ(draw(program), red);
    ProgramUniformHandleui64ARB(*gl, program, location(program, "map"), second);
    EXPECT_EQ(draw(program), green);
    GLuint64 value = 0;
    GetUniformui64vNV(*gl, program, location(program, "map"), &value);
    EXPECT_EQ(value, second);
    // Numbers that nobody gave out read as no texture.
    for (const GLuint64 wrong : {GLuint64{0}, GLuint64{0x117}, GLuint64{0xffffffffffff0117}, GLuint64{0xff00000117}}) {
        UniformHandleui64ARB(*gl, location(program, "map"), wrong);
        draw(program);
    }
    // A unit's number, again and again.
    ActiveTexture(*gl, GL_TEXTURE3);
    BindTexture(*gl, GL_TEXTURE_2D, make_texture(blue));
    const GLuint other = make_texture(blue);
    BindTexture(*gl, GL_TEXTURE_2D, other);
    Uniform1i(*gl, location(program, "map"), 3);
    EXPECT_EQ(draw(program), blue);
    GLint unit = -1;
    GetUniformiv(*gl, program, location(program, "map"), &unit);
    EXPECT_EQ(unit, 3);
    expect(GL_NO_ERROR);
}

TEST_F(BindlessShaders, BoundUniformsTakeNoHandles) {
    const GLuint64 handle = resident(make_texture(red));
    const GLuint program = link(plain_vertex, bindless +
                                                  "uniform sampler2D map;\nuniform float number;\n"
                                                  "void main() { gl_FragColor = texture(map, vec2(number)); }\n");
    UseProgram(*gl, program);
    UniformHandleui64ARB(*gl, location(program, "map"), handle);
    expect(GL_INVALID_OPERATION);
    UniformHandleui64ARB(*gl, location(program, "number"), handle);
    expect(GL_INVALID_OPERATION);
    // They are units as ever, the first to begin with.
    BindTexture(*gl, GL_TEXTURE_2D, make_texture(blue));
    const GLuint texture = make_texture(green);
    BindTexture(*gl, GL_TEXTURE_2D, texture);
    EXPECT_EQ(draw(program), green);
    // NV_bindless_texture has no layouts: all uniforms take handles.
    const GLuint free = link(plain_vertex,
                             "#version 330 compatibility\n#extension GL_NV_bindless_texture : require\n"
                             "uniform sampler2D map;\nvoid main() { gl_FragColor = texture(map, vec2(0.5)); }\n");
    UseProgram(*gl, free);
    UniformHandleui64NV(*gl, location(free, "map"), handle);
    EXPECT_EQ(draw(free), red);
}

TEST_F(BindlessShaders, HandlesAreValues) {
    const GLuint64 handles[] = {resident(make_texture(red)), resident(make_texture(green)),
                                resident(make_texture(blue))};
    const GLuint program = link(
        plain_vertex, bindless +
                          "struct Pair { sampler2D a, b; };\n"
                          "layout(std140) uniform Maps { vec4 pad; sampler2D map; Pair pairs[2]; };\n"
                          "uniform uvec2 number;\nuniform int which;\n"
                          "sampler2D chosen(int n) {\n  if (n == 3) return sampler2D(number);\n  return n == 0 ? map : "
                          "pairs[n - 1].b;\n}\n"
                          "void give(out sampler2D s) { s = pairs[which].a; }\n"
                          "void main() {\n  sampler2D s = chosen(which);\n  if (which == 2) give(s);\n"
                          "  gl_FragColor = texture(sampler2D(uvec2(s)), vec2(0.5));\n}\n");
    // pad 0, map 16, pairs[0] 32 and 40, pairs[1] 48 and 56, pairs[2] is beyond the array and clamped.
    std::vector<GLuint64> data(8);
    data[2] = handles[0];
    data[5] = handles[1];
    data[6] = handles[2];
    data[7] = handles[0];
    const GLuint name = buffer(GL_UNIFORM_BUFFER, data);
    BindBufferBase(*gl, GL_UNIFORM_BUFFER, 0, name);
    UseProgram(*gl, program);
    const Pixel wanted[] = {red, green};
    for (int n = 0; n < 2; n++) {
        Uniform1i(*gl, location(program, "which"), n);
        EXPECT_EQ(draw(program), wanted[n]) << n;
    }
    Uniform1i(*gl, location(program, "which"), 3);
    Uniform2ui(*gl, location(program, "number"), static_cast<GLuint>(handles[2]),
               static_cast<GLuint>(handles[2] >> 32));
    EXPECT_EQ(draw(program), blue);
}

TEST_F(BindlessShaders, HandlesAsAttributesAndVaryings) {
    const GLuint64 handle = resident(make_texture(green));
    const GLuint program =
        link(bindless +
                 "in sampler2D given;\nflat out sampler2D map;\n"
                 "void main() { map = given; gl_Position = gl_Vertex; }\n",
             bindless + "flat in sampler2D map;\nvoid main() { gl_FragColor = texture(map, vec2(0.5)); }\n");
    const GLint attribute = GetAttribLocation(*gl, program, "given");
    ASSERT_GE(attribute, 0);
    VertexAttribL1ui64ARB(*gl, static_cast<GLuint>(attribute), handle);
    EXPECT_EQ(draw(program), green);
    GLuint64EXT values[4] = {};
    if (attribute > 0) {
        GetVertexAttribLui64vARB(*gl, static_cast<GLuint>(attribute), GL_CURRENT_VERTEX_ATTRIB, values);
        EXPECT_EQ(values[0], handle);
    }
    expect(GL_NO_ERROR);
}

TEST_F(BindlessShaders, ImagesByHandle) {
    const GLuint texture = make_texture(red);
    const GLuint64 handle = GetImageHandleARB(*gl, texture, 0, GL_FALSE, 0, GL_RGBA8);
    MakeImageHandleResidentARB(*gl, handle, GL_READ_WRITE);
    const GLuint program =
        link(plain_vertex,
             "#version 430 compatibility\n#extension GL_ARB_bindless_texture : require\n"
             "layout(rgba8, bindless_image) uniform image2D map;\n"
             "void main() {\n  vec4 before = imageLoad(map, ivec2(1, 0));\n"
             "  imageStore(map, ivec2(0, 1), vec4(0.0, 0.0, 1.0, 1.0));\n"
             "  gl_FragColor = before.rgba + vec4(0.0, float(imageSize(map).x) / 2.0, 0.0, 0.0);\n}\n");
    UseProgram(*gl, program);
    UniformHandleui64ARB(*gl, location(program, "map"), handle);
    expect_color(draw(program), 1, 1, 0, 1);
    MemoryBarrier(*gl, GL_TEXTURE_UPDATE_BARRIER_BIT);
    BindTexture(*gl, GL_TEXTURE_2D, texture);
    Pixel texels[4];
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_EQ(texels[2], blue);
    EXPECT_EQ(texels[3], red);
    expect(GL_NO_ERROR);
}

TEST_F(BindlessShaders, LayoutsThatContradictEachOther) {
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program,
                 compile(GL_VERTEX_SHADER, bindless + "layout(bindless_sampler) uniform;\n"
                                                      "void main() { gl_Position = gl_Vertex; }\n"));
    AttachShader(*gl, program,
                 compile(GL_FRAGMENT_SHADER, bindless + "layout(bound_sampler) uniform;\n"
                                                        "void main() { gl_FragColor = vec4(1); }\n"));
    relink(program, false);
    EXPECT_NE(program_log(program).find("contradict"), std::string::npos);
}

// ---- pointers

const std::string pointers =
    "#version 330 compatibility\n#extension GL_NV_shader_buffer_load : require\n"
    "#extension GL_NV_shader_buffer_store : require\n#extension GL_ARB_gpu_shader_int64 : require\n";

TEST_F(BindlessShaders, PointersReadStructuresAndArrays) {
    // Laid out by the rules of the extension: a 0, b 8, c 16, next 32, h 40 and 44.
    struct Node {
        float a, pad, b[2], c[3], pad2;
        GLuint64EXT next;
        float h[2];
    };
    static_assert(sizeof(Node) == 48);
    std::vector<Node> nodes(2);
    nodes[1].c[1] = 0.5f;
    nodes[1].h[1] = 0.25f;
    nodes[1].b[0] = 0.125f;
    const GLuint64EXT second = address_of(nodes);
    nodes[0].a = 0.75f;
    nodes[0].next = second + sizeof(Node);
    const GLuint64EXT first = address_of(nodes);
    const GLuint program =
        link(plain_vertex, pointers +
                               "struct Node { float a; vec2 b; vec3 c; float *next; float h[2]; };\n"
                               "uniform Node *list;\nuniform int n;\n"
                               "void main() {\n"
                               "  Node *other = (Node *) list->next;\n"
                               "  vec3 c = other->c;\n"
                               "  Node *p = list;\n  p += 1;\n  p--;\n"
                               "  bool same = p == list && p + 1 != list && (list + 2) - p == 2;\n"
                               "  gl_FragColor = vec4(list->a, c.y, (*other).h[n], same ? other->b.x : 0.0);\n}\n");
    UseProgram(*gl, program);
    Uniformui64NV(*gl, location(program, "list"), first);
    Uniform1i(*gl, location(program, "n"), 1);
    expect_color(draw(program), 0.75f, 0.5f, 0.25f, 0.125f);
    GLint size = 0;
    GLenum type = 0;
    const char* name = "list";
    GLuint index = 0;
    GetUniformIndices(*gl, program, 1, &name, &index);
    GetActiveUniform(*gl, program, index, 0, nullptr, &size, &type, nullptr);
    EXPECT_EQ(type, GLenum{GL_GPU_ADDRESS_NV});
    GLuint64EXT value = 0;
    GetUniformui64vNV(*gl, program, location(program, "list"), &value);
    EXPECT_EQ(value, first);
}

TEST_F(BindlessShaders, PointersWriteAndChangeAtomically) {
    const GLuint64EXT address = address_of(std::vector<uint32_t>(12), GL_READ_WRITE);
    const GLuint program = link(
        plain_vertex, pointers +
                          "#extension GL_NV_shader_atomic_float : require\nuniform uint *words;\n"
                          "void main() {\n"
                          "  atomicAdd(words, 1u);\n  atomicMax(words + 1, uint(gl_FragCoord.x));\n"
                          "  words[2] = 5u;\n  *(words + 3) = words[2] + 4u;\n"
                          "  vec3 *v = (vec3 *) (words + 4);\n  *v = vec3(1.0, 2.0, 3.0);\n  v->y += 0.5;\n"
                          "  float *f = (float *) ((uintptr_t) words + 32ul);\n  atomicAdd(f, 0.25);\n"
                          "  uvec2 bits = unpackPtr(words);\n"
                          "  gl_FragColor = (uint *) packPtr(bits) == words ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1);\n"
                          "}\n");
    UseProgram(*gl, program);
    Uniformui64NV(*gl, location(program, "words"), address);
    EXPECT_EQ(draw(program), green);
    std::vector<uint32_t> words(12);
    GetBufferSubData(*gl, GL_ARRAY_BUFFER, 0, 48, words.data());
    const auto number = [&](size_t n) {
        float value = 0;
        std::memcpy(&value, &words[n], 4);
        return value;
    };
    EXPECT_EQ(words[0], 64u * 64u);
    EXPECT_EQ(words[1], 63u);
    EXPECT_EQ(words[2], 5u);
    EXPECT_EQ(words[3], 9u);
    EXPECT_EQ(number(4), 1.0f);
    EXPECT_EQ(number(6), 3.0f);
    EXPECT_EQ(number(8), 1024.0f);
    expect(GL_NO_ERROR);
}

TEST_F(BindlessShaders, WhatPointersRefuse) {
    const auto refused = [&](const std::string& body, const char* message, const std::string& head = pointers) {
        const GLuint shader = compile(
            GL_FRAGMENT_SHADER,
            head + "uniform vec4 *p;\nuniform void *q;\nvoid main() {\n" + body + "\n  gl_FragColor = vec4(1.0);\n}\n",
            false);
        EXPECT_NE(shader_log(shader).find(message), std::string::npos) << shader_log(shader);
    };
    refused("float *f = p;", "wants float*, not vec4*");
    refused("vec4 v = *q;", "a pointer to what can be read");
    refused("void *r = q;\n  r += 1;", "a pointer to void has no next element");
    refused("vec4 v = p * 2;", "no * for vec4* and int");
    refused("vec4 *r = (vec4 *) 1.0;", "can't be cast");
    refused("*p = vec4(1.0);", "can't write by a pointer",
            "#version 330 compatibility\n#extension GL_NV_shader_buffer_load : require\n");
}

}  // namespace
}  // namespace glapi
