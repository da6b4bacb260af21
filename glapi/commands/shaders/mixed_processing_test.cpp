// Shaders beside fixed function: programs with one stage only, and the state that concerns what shaders give on.
#include <array>
#include <utility>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::plain_vertex;

struct MixedProcessing : testing::ShaderFixture {
    void texture(GLubyte r, GLubyte g, GLubyte b, GLubyte a) {
        const GLubyte texel[] = {r, g, b, a};
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        Enable(*gl, GL_TEXTURE_2D);
    }
    void clear() { Clear(*gl, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT); }
    void expect_pixel(int x, int y, float r, float g, float b, float a) { expect_color(gl.pixel(x, y), r, g, b, a); }
    // Points as large as the window, with the sprite's coordinates for the second texture.
    void enable_sprites() {
        Enable(*gl, GL_POINT_SPRITE);
        ActiveTexture(*gl, GL_TEXTURE1);
        TexEnvi(*gl, GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE);
        PointSize(*gl, 64);
    }
    void draw_point() {
        Begin(*gl, GL_POINTS);
        Vertex2f(*gl, 0, 0);
        End(*gl);
    }
};

TEST_F(MixedProcessing, FixedFunctionFragmentsOfAVertexShader) {
    const GLuint program = link(
        "void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(0.5, 1.0, 0.25, 1.0);\n"
        "gl_FrontSecondaryColor = vec4(0.0, 0.0, 0.5, 0.0); gl_TexCoord[0] = vec4(0.5); gl_FogFragCoord = 0.25; }\n",
        "");
    expect_color(draw(program), 0.5f, 1, 0.25f, 1);
    texture(255, 128, 255, 255);
    expect_color(draw(program), 0.5f, 0.5f, 0.25f, 1);
    Enable(*gl, GL_COLOR_SUM);
    expect_color(draw(program), 0.5f, 0.5f, 0.75f, 1);
    Disable(*gl, GL_COLOR_SUM);
    Enable(*gl, GL_FOG);
    Fogi(*gl, GL_FOG_MODE, GL_LINEAR);
    const GLfloat red[] = {1, 0, 0, 1};
    Fogfv(*gl, GL_FOG_COLOR, red);
    expect_color(draw(program), 0.625f, 0.375f, 0.1875f, 1);
}

TEST_F(MixedProcessing, FixedFunctionVerticesOfAFragmentShader) {
    const GLuint program = link(
        "",
        "void main() { gl_FragColor = vec4(gl_Color.r, gl_TexCoord[1].s, gl_SecondaryColor.b, gl_FogFragCoord); }\n");
    Color4f(*gl, 0.25f, 1, 1, 1);
    SecondaryColor3f(*gl, 0, 0, 0.75f);
    MultiTexCoord1f(*gl, GL_TEXTURE1, 0.25f);
    ActiveTexture(*gl, GL_TEXTURE1);
    MatrixMode(*gl, GL_TEXTURE);
    Translatef(*gl, 0.25f, 0, 0);
    MatrixMode(*gl, GL_PROJECTION);
    Ortho(*gl, -1, 1, -1, 1, -1, 1);
    MatrixMode(*gl, GL_MODELVIEW);
    Translatef(*gl, 0, 0, -0.5f);
    expect_color(draw(program), 0.25f, 0.5f, 0.75f, 0.5f);
    // Lit: the material's emission and ambient light.
    Enable(*gl, GL_LIGHTING);
    const GLfloat emission[] = {0.5f, 0, 0, 1}, none[] = {0, 0, 0, 1};
    Materialfv(*gl, GL_FRONT_AND_BACK, GL_EMISSION, emission);
    Materialfv(*gl, GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, none);
    expect_color(draw(program), 0.5f, 0.5f, 0, 0.5f);
}

TEST_F(MixedProcessing, AssemblyProgramsBesideAShader) {
    const auto load = [&](GLenum target, const std::string& text) {
        GLuint name = 0;
        GenProgramsARB(*gl, 1, &name);
        BindProgramARB(*gl, target, name);
        ProgramStringARB(*gl, target, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()), text.data());
        Enable(*gl, target);
    };
    const GLuint vertices = link("void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(0.5); }\n", "");
    const GLuint fragments = link("", "void main() { gl_FragColor = gl_Color * 0.5; }\n");
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMUL result.color, fragment.color, {1, 0.5, 0, 1};\nEND\n");
    expect_color(draw(vertices), 0.5f, 0.25f, 0, 0.5f);
    Disable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    expect_color(draw(vertices), 0.5f, 0.5f, 0.5f, 0.5f);
    load(GL_VERTEX_PROGRAM_ARB,
         "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, {0, 1, 0, 1};\nEND\n");
    expect_color(draw(fragments), 0, 0.5f, 0, 0.5f);
    BindProgramARB(*gl, GL_VERTEX_PROGRAM_ARB, 0);
    UseProgram(*gl, fragments);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_INVALID_OPERATION);
}

TEST_F(MixedProcessing, TwoSidedColors) {
    const GLuint program = link(
        "void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(1, 0, 0, 1); gl_BackColor = vec4(0, 1, 0, 1); }\n",
        "void main() { gl_FragColor = gl_Color; }\n");
    FrontFace(*gl, GL_CW);
    expect_color(draw(program), 1, 0, 0, 1);
    Enable(*gl, GL_VERTEX_PROGRAM_TWO_SIDE);
    expect_color(draw(program), 0, 1, 0, 1);
    FrontFace(*gl, GL_CCW);
    expect_color(draw(program), 1, 0, 0, 1);
}

TEST_F(MixedProcessing, FlatColors) {
    const GLuint program = link("void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }\n",
                                "void main() { gl_FragColor = gl_Color; }\n");
    UseProgram(*gl, program);
    for (const bool first : {false, true}) {
        ShadeModel(*gl, GL_FLAT);
        ProvokingVertex(*gl, first ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
        Begin(*gl, GL_TRIANGLES);
        Color3f(*gl, 1, 0, 0);
        Vertex2f(*gl, -3, -1);
        Color3f(*gl, 0, 1, 0);
        Vertex2f(*gl, 3, -1);
        Color3f(*gl, 0, 0, 1);
        Vertex2f(*gl, 0, 3);
        End(*gl);
        expect_pixel(32, 32, first, 0, !first, 1);
    }
    expect(GL_NO_ERROR);
}

TEST_F(MixedProcessing, PointSizes) {
    const GLuint program = link("void main() { gl_Position = gl_Vertex; gl_PointSize = 32.0; }\n",
                                "void main() { gl_FragColor = vec4(1.0); }\n");
    UseProgram(*gl, program);
    for (const bool own : {false, true}) {
        clear();
        (own ? Enable : Disable)(*gl, GL_VERTEX_PROGRAM_POINT_SIZE);
        PointSize(*gl, 4);
        Begin(*gl, GL_POINTS);
        Vertex2f(*gl, 0, 0);
        End(*gl);
        expect_pixel(32, 32, 1, 1, 1, 1);
        EXPECT_EQ(gl.pixel(24, 24)[0], own ? 255 : 0);
        EXPECT_EQ(gl.pixel(12, 32)[0], 0);
    }
}

TEST_F(MixedProcessing, PointSprites) {
    const GLuint program =
        link(plain_vertex, "#version 120\nvoid main() { gl_FragColor = vec4(gl_PointCoord, gl_TexCoord[1].st); }\n");
    UseProgram(*gl, program);
    enable_sprites();
    draw_point();
    expect(GL_NO_ERROR);
    expect_pixel(16, 48, 16.5f / 64, 15.5f / 64, 16.5f / 64, 15.5f / 64);
    PointParameteri(*gl, GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
    draw_point();
    expect_pixel(16, 48, 16.5f / 64, 48.5f / 64, 16.5f / 64, 48.5f / 64);
}

// Though it is a constant for all other primitives, since the vertex shader does not write it.
TEST_F(MixedProcessing, PointSpritesWhoseCoordinatesNobodyWrites) {
    const GLuint program = link("#version 130\nvoid main() { gl_Position = gl_Vertex; }\n",
                                "#version 130\nvoid main() { gl_FragColor = gl_TexCoord[1]; }\n");
    UseProgram(*gl, program);
    enable_sprites();
    draw_point();
    expect(GL_NO_ERROR);
    expect_pixel(16, 48, 16.5f / 64, 15.5f / 64, 0, 1);
}

TEST_F(MixedProcessing, UserClipPlanesClipPositions) {
    const GLuint program = link("#version 130\nvoid main() { gl_Position = gl_Vertex; }\n",
                                "#version 130\nvoid main() { gl_FragColor = vec4(1.0); }\n");
    const GLdouble right[] = {1, 0, 0, 0}, top[] = {0, 1, 0, 0.5};
    ClipPlane(*gl, GL_CLIP_PLANE0, right);
    ClipPlane(*gl, GL_CLIP_PLANE3, top);
    struct Row {
        bool by_first, by_fourth;
    };
    for (const Row& row : {Row{false, false}, {true, false}, {false, true}, {true, true}}) {
        clear();
        (row.by_first ? Enable : Disable)(*gl, GL_CLIP_PLANE0);
        (row.by_fourth ? Enable : Disable)(*gl, GL_CLIP_PLANE3);
        draw(program);
        EXPECT_EQ(gl.pixel(40, 40)[0], 255);
        EXPECT_EQ(gl.pixel(20, 40)[0], row.by_first ? 0 : 255);
        EXPECT_EQ(gl.pixel(40, 10)[0], row.by_fourth ? 0 : 255);
    }
}

TEST_F(MixedProcessing, ClipVertices) {
    // Planes are kept in eye coordinates, and compared with what the shader says.
    Translatef(*gl, -0.5f, 0, 0);
    const GLdouble right[] = {1, 0, 0, 0};
    ClipPlane(*gl, GL_CLIP_PLANE1, right);
    const GLuint program = link(
        "void main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_ModelViewMatrix * (gl_Vertex + vec4(0.5, 0, 0, 0)); "
        "}\n",
        "void main() { gl_FragColor = vec4(1.0); }\n");
    clear();
    draw(program);
    EXPECT_EQ(gl.pixel(8, 32)[0], 255) << "not enabled";
    clear();
    Enable(*gl, GL_CLIP_PLANE1);
    draw(program);
    EXPECT_EQ(gl.pixel(12, 32)[0], 0);
    EXPECT_EQ(gl.pixel(20, 32)[0], 255) << "from x = -0.5 on";
}

TEST_F(MixedProcessing, AlphaTestAndDepth) {
    const GLuint program =
        link(plain_vertex, "void main() { gl_FragColor = vec4(1, 1, 1, 0.25); gl_FragDepth = 0.25; }\n");
    clear();
    Enable(*gl, GL_ALPHA_TEST);
    AlphaFunc(*gl, GL_GREATER, 0.5f);
    EXPECT_EQ(draw(program)[0], 0);
    AlphaFunc(*gl, GL_GREATER, 0.2f);
    EXPECT_EQ(draw(program)[0], 255);
    Disable(*gl, GL_ALPHA_TEST);
    Enable(*gl, GL_DEPTH_TEST);
    ClearDepth(*gl, 0.3);
    clear();
    EXPECT_EQ(draw(program)[0], 255);
    ClearDepth(*gl, 0.2);
    clear();
    EXPECT_EQ(draw(program)[0], 0);
}

TEST_F(MixedProcessing, SaturatedAlphaScalesTheDestination) {
    ClearColor(*gl, 0.8f, 0.4f, 0.2f, 0.25f);
    clear();
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_ZERO, GL_SRC_ALPHA_SATURATE);
    Color4f(*gl, 1, 1, 1, 0.5f);
    expect_color(draw(0), 0.4f, 0.2f, 0.1f, 0.25f);
}

TEST_F(MixedProcessing, OffsetsComeBeforeClampingOfNearestTexels) {
    const GLubyte texels[] = {0, 64, 128, 255};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_LUMINANCE, 4, 1, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, texels);
    for (const GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        TexParameteri(*gl, GL_TEXTURE_2D, name, GL_NEAREST);
    const GLuint program = link(plain_vertex,
                                "#version 130\nuniform sampler2D map; uniform float at;\n"
                                "void main() { gl_FragColor = textureOffset(map, vec2(at, 0.5), ivec2(1, 0)); }\n");
    UseProgram(*gl, program);
    struct Row {
        GLenum wrap;
        float at, value;
    };
    const Row rows[] = {{GL_CLAMP, -0.5f, 0},         {GL_CLAMP, 0.1f, 64.0f / 255},  {GL_CLAMP, -0.1f, 0},
                        {GL_CLAMP, 1.5f, 1},          {GL_CLAMP_TO_EDGE, -0.5f, 0},   {GL_MIRROR_CLAMP_EXT, -0.1f, 0},
                        {GL_MIRROR_CLAMP_EXT, -2, 1}, {GL_MIRROR_CLAMP_EXT, -0.4f, 0}};
    for (const Row& row : rows) {
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, static_cast<GLint>(row.wrap));
        Uniform1f(*gl, GetUniformLocation(*gl, program, "at"), row.at);
        expect_color(draw(program), row.value, row.value, row.value, 1);
    }
}

TEST_F(MixedProcessing, ColorsAreClampedAsTheStateSays) {
    GLuint framebuffer = 0, color = 0;
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    GenRenderbuffers(*gl, 1, &color);
    BindRenderbuffer(*gl, GL_RENDERBUFFER, color);
    RenderbufferStorage(*gl, GL_RENDERBUFFER, GL_RGBA32F, 64, 64);
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    const GLuint program = link("void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(2, 0, 0, 1); }\n",
                                "void main() { gl_FragColor = vec4(gl_Color.r, 3.0, -1.0, 1.0); }\n");
    struct Row {
        GLenum vertex, fragment;
        std::array<float, 3> color;
    };
    const Row rows[] = {{GL_TRUE, GL_FIXED_ONLY, {1, 3, -1}},
                        {GL_FALSE, GL_FIXED_ONLY, {2, 3, -1}},
                        {GL_FIXED_ONLY, GL_FALSE, {2, 3, -1}},
                        {GL_FALSE, GL_TRUE, {1, 1, 0}}};
    for (const Row& row : rows) {
        ClampColor(*gl, GL_CLAMP_VERTEX_COLOR, row.vertex);
        ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, row.fragment);
        draw(program);
        std::array<float, 4> pixel{};
        ReadPixels(*gl, 32, 32, 1, 1, GL_RGBA, GL_FLOAT, pixel.data());
        for (size_t n = 0; n < 3; ++n) EXPECT_EQ(pixel[n], row.color[n]) << n;
    }
    expect(GL_NO_ERROR);
}

TEST_F(MixedProcessing, MaterialsReachShadersAtEnd) {
    const GLuint program = link("void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_FrontMaterial.diffuse; }\n",
                                "void main() { gl_FragColor = gl_Color; }\n");
    UseProgram(*gl, program);
    const GLfloat green[] = {0, 1, 0, 1}, red[] = {1, 0, 0, 1};
    Materialfv(*gl, GL_FRONT, GL_DIFFUSE, green);
    for (const bool later : {false, true}) {
        Begin(*gl, GL_QUADS);
        Materialfv(*gl, GL_FRONT, GL_DIFFUSE, red);
        for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) Vertex2i(*gl, x, y);
        End(*gl);
        expect_pixel(32, 32, later, !later, 0, 1);
    }
    expect(GL_NO_ERROR);
}

TEST_F(MixedProcessing, AttributeZeroHasAConstantValue) {
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program,
                 compile(GL_VERTEX_SHADER,
                         "attribute vec4 color; attribute vec2 at; varying vec4 c;\n"
                         "void main() { gl_Position = vec4(at, 0, 1); c = color; }\n"));
    AttachShader(*gl, program, compile(GL_FRAGMENT_SHADER, "varying vec4 c; void main() { gl_FragColor = c; }\n"));
    BindAttribLocation(*gl, program, 0, "color");
    BindAttribLocation(*gl, program, 1, "at");
    LinkProgram(*gl, program);
    UseProgram(*gl, program);
    static constexpr GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    VertexAttribPointer(*gl, 1, 2, GL_FLOAT, GL_FALSE, 0, corners);
    EnableVertexAttribArray(*gl, 1);
    VertexAttrib4f(*gl, 0, 0, 1, 0.5f, 1);
    DrawArrays(*gl, GL_TRIANGLES, 0, 3);
    expect(GL_NO_ERROR);
    expect_pixel(32, 32, 0, 1, 0.5f, 1);
}

}  // namespace
}  // namespace glapi
