// Fragment programs that compute.
#include <string>

#include "cases.h"
#include "geometry.h"
#include "shaders.h"
#include "texture_images.h"

namespace bench {
namespace {

Geometry gouraud_screen() {
    Geometry geometry = full_screen(0, {255, 40, 90, 255});
    geometry.vertices[1].color = {30, 200, 120, 80};
    geometry.vertices[2].color = {100, 90, 255, 160};
    geometry.vertices[3].color = {220, 160, 20, 240};
    return geometry;
}

Loop screen(Client& client, const std::string& text) {
    client.need("GL_ARB_fragment_program");
    client.program(GL_FRAGMENT_PROGRAM_ARB, text);
    const Mesh mesh(gouraud_screen());
    mesh.bind();
    return {client.megapixels(), [mesh] { mesh.draw(); }};
}

}  // namespace

// Values stay between 0 and 1, and every instruction matters to the result.
Loop arithmetic(Client& client) {
    std::string text =
        "!!ARBfp1.0\nTEMP a, b, c, d, tint;\nPARAM half = {0.5, 0.5, 0.5, 0.5};\nPARAM one = {1, 1, 1, 1};\n";
    text += "MOV a, fragment.color;\nSUB b, one, a.yzwx;\nMUL c, a, b;\n";
    for (int i = 0; i < 24; ++i) text += "MUL a, c, b;\nSUB b, one, a;\nMAD c, c, half, d;\nMUL d, b, tint;\n";
    const size_t first = text.find("MUL a, c, b;");
    text.insert(first, "MUL tint, fragment.color, half;\nMUL d, a, half;\n");
    return screen(client, text + "MAD result.color, a, half, c;\nEND\n");
}

// As written programs are: dot products, selections, comparisons, swizzles and single components among the arithmetic.
Loop mixed(Client& client) {
    std::string text =
        "!!ARBfp1.0\nTEMP a, b, c, d;\nMOV a, fragment.color;\nSUB b, 1, a.yzwx;\nMUL c, a, b;\nMOV d, a.wzyx;\n";
    for (int i = 0; i < 8; ++i)
        text +=
            "DP3_SAT d.x, a, b;\nMAD a, b, d.x, c.yzxw;\nMUL_SAT a, a, 0.6;\nSLT c, a, b.wxyz;\nLRP b, c, a, d;\n"
            "CMP c, -a, b.zwxy, d;\nMAX d.yz, b, c;\nMIN d.w, a.x, c.z;\nABS a.z, -b;\nADD b, a, d;\nMUL_SAT b, b, "
            "0.5;\n"
            "DP4 c.y, b, {0.2, 0.3, 0.1, 0.4};\n";
    return screen(client, text + "MAD result.color, a, 0.5, c;\nEND\n");
}

Loop transcendentals(Client& client) {
    std::string text = "!!ARBfp1.0\nTEMP a, b;\nMAD a, fragment.color, 0.5, 0.5;\nMOV b, a;\n";
    for (int i = 0; i < 4; ++i)
        text +=
            "SIN b.x, a.x;\nCOS b.y, a.y;\nEX2 b.z, a.z;\nRSQ b.w, a.w;\nMAD a, b, 0.25, 0.5;\n"
            "LG2 b.x, a.x;\nPOW b.y, a.y, a.w;\nRCP b.z, a.z;\nSIN b.w, a.x;\nMAD a, b, 0.125, 0.5;\n";
    return screen(client, text + "MOV result.color, a;\nEND\n");
}

Loop kill(Client& client) {
    return screen(client,
                  "!!ARBfp1.0\nTEMP a;\nMUL a, fragment.position, 0.125;\nADD a.x, a.x, a.y;\nFRC a.x, a.x;\n"
                  "SUB a, a.x, 0.5;\nKIL a;\nMOV result.color, fragment.color;\nEND\n");
}

Loop lighting(Client& client) {
    client.need("GL_ARB_fragment_program");
    gl::ActiveTexture(GL_TEXTURE1);
    make_texture(GL_TEXTURE_2D, GL_RGBA8);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    gl::ActiveTexture(GL_TEXTURE0);
    make_texture(GL_TEXTURE_2D, GL_RGBA8);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    return screen(
        client,
        "!!ARBfp1.0\nTEMP normal, surface, light, eye, half, sum;\nPARAM lamp = {0.4, 0.6, 0.7, 0};\n"
        "PARAM shine = {0, 0, 0, 24};\n"
        "TEX surface, fragment.texcoord[0], texture[0], 2D;\nTEX normal, fragment.texcoord[0], texture[1], 2D;\n"
        "MAD normal, normal, 2, -1;\nMAD normal.z, normal.z, 0.1, 1;\n"
        "DP3 normal.w, normal, normal;\nRSQ normal.w, normal.w;\nMUL normal.xyz, normal, normal.w;\n"
        "SUB light, lamp, fragment.texcoord[0];\nDP3 light.w, light, light;\nRSQ light.w, light.w;\n"
        "MUL light.xyz, light, light.w;\n"
        "MAD eye, fragment.texcoord[0], -1, {0.5, 0.5, 2, 0};\nDP3 eye.w, eye, eye;\nRSQ eye.w, eye.w;\n"
        "MUL eye.xyz, eye, eye.w;\n"
        "ADD half, eye, light;\nDP3 half.w, half, half;\nRSQ half.w, half.w;\nMUL half.xyz, half, half.w;\n"
        "DP3 sum.x, normal, light;\nDP3 sum.y, normal, half;\nMOV sum.w, shine.w;\nLIT sum, sum;\n"
        "MAD surface, surface, sum.y, fragment.color;\nMAD result.color, sum.z, 0.5, surface;\nEND\n");
}

Loop glsl(Client& client) {
    client.need_version(2, 1);
    const GLuint program = link_shaders("#version 120\nvarying vec2 place;\n", {{GL_VERTEX_SHADER, R"(
void main() { gl_Position = gl_Vertex; place = gl_MultiTexCoord0.xy * 16.0; }
)"},
                                                                                {GL_FRAGMENT_SHADER, R"(
uniform float strength;
float lattice(vec2 at) { return fract(at.x * at.y * 0.137 + at.x * 0.371 + at.y * 0.713); }
float noise(vec2 at) {
    vec2 corner = floor(at), part = fract(at);
    vec2 soft = part * part * (3.0 - 2.0 * part);
    float below = mix(lattice(corner), lattice(corner + vec2(1, 0)), soft.x);
    float above = mix(lattice(corner + vec2(0, 1)), lattice(corner + vec2(1, 1)), soft.x);
    return mix(below, above, soft.y);
}
void main() {
    float sum = 0.0, weight = strength;
    vec2 at = place;
    for (int octave = 0; octave < 4; ++octave) {
        sum += weight * noise(at);
        weight *= 0.5;
        at = at * 2.0 + 1.7;
    }
    gl_FragColor = vec4(sum, sum * sum, 1.0 - sum, 1.0);
}
)"}});
    gl::UseProgram(program);
    gl::Uniform1f(gl::GetUniformLocation(program, "strength"), 0.5f);
    const Mesh mesh(full_screen(0, {255, 255, 255, 255}));
    mesh.bind();
    return {client.megapixels(), [mesh] { mesh.draw(); }};
}

}  // namespace bench
