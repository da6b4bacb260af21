// Shaders in the stages of drawing: what GLSL has that older programs don't.
#include "shaders.h"

#include "cases.h"
#include "geometry.h"
#include "texture_images.h"

namespace bench {

GLuint link_shaders(const char* header, std::initializer_list<std::pair<GLenum, std::string>> shaders) {
    const GLuint program = gl::CreateProgram();
    for (const auto& [stage, body] : shaders) {
        const std::string text = header + body;
        const char* const pointer = text.c_str();
        const GLuint shader = gl::CreateShader(stage);
        gl::ShaderSource(shader, 1, &pointer, nullptr);
        gl::CompileShader(shader);
        gl::AttachShader(program, shader);
    }
    gl::LinkProgram(program);
    GLint done = 0;
    gl::GetProgramiv(program, GL_LINK_STATUS, &done);
    if (!done) throw Skip{"shaders do not link"};
    return program;
}

Loop indexed_samplers(Client& client) {
    client.need_version(4, 2);
    for (GLenum unit = 0; unit < 4; ++unit) {
        gl::ActiveTexture(GL_TEXTURE0 + unit);
        make_texture(GL_TEXTURE_2D, GL_RGBA8);
        gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    }
    gl::UseProgram(link_shaders("#version 420 compatibility\n", {{GL_VERTEX_SHADER, R"(
out vec2 place;
void main() { gl_Position = gl_Vertex; place = gl_MultiTexCoord0.xy * 3.0; }
)"},
                                                                 {GL_FRAGMENT_SHADER, R"(
layout(binding = 0) uniform sampler2D images[4];
uniform int first;
in vec2 place;
void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; ++i) sum += texture(images[(first + i) & 3], place + 0.013 * float(i));
    gl_FragColor = 0.25 * sum;
}
)"}}));
    const Mesh mesh(full_screen(0, {255, 255, 255, 255}));
    mesh.bind();
    return {client.megapixels(), [mesh] { mesh.draw(); }};
}

Loop sprites(Client& client) {
    client.need_version(2, 1);
    const int count = 50000 * client.options().triangles;
    Geometry geometry = random_triangles((count + 2) / 3, 1);
    geometry.primitive = GL_POINTS;
    geometry.vertices.resize(size_t(count));
    gl::UseProgram(link_shaders("#version 120\n", {{GL_VERTEX_SHADER, R"(
void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }
)"},
                                                   {GL_FRAGMENT_SHADER, R"(
void main() {
    vec2 from = gl_PointCoord * 2.0 - 1.0;
    gl_FragColor = vec4(gl_Color.rgb, max(1.0 - dot(from, from), 0.0));
}
)"}}));
    gl::PointSize(8);
    gl::Enable(GL_POINT_SPRITE);
    gl::Enable(GL_BLEND);
    gl::BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    const Mesh mesh(geometry);
    mesh.bind();
    return {1e-6 * count, [mesh] { mesh.draw(); }};
}

Loop geometry_shader(Client& client) {
    client.need_version(3, 2);
    gl::UseProgram(link_shaders("#version 150 compatibility\n", {{GL_VERTEX_SHADER, R"(
out vec4 color;
void main() { gl_Position = gl_Vertex; color = gl_Color; }
)"},
                                                                 {GL_GEOMETRY_SHADER, R"(
layout(triangles) in;
layout(triangle_strip, max_vertices = 12) out;
in vec4 color[];
out vec4 shade;
void put(vec4 place, vec4 of) { gl_Position = place; shade = of; EmitVertex(); }
void main() {
    vec4 middle[3];
    for (int i = 0; i < 3; ++i) middle[i] = 0.5 * (gl_in[i].gl_Position + gl_in[(i + 1) % 3].gl_Position);
    for (int i = 0; i < 3; ++i) {
        put(middle[(i + 2) % 3], color[i]);
        put(gl_in[i].gl_Position, color[i]);
        put(middle[i], color[i]);
        EndPrimitive();
    }
    for (int i = 0; i < 3; ++i) put(middle[i], vec4(1.0));
}
)"},
                                                                 {GL_FRAGMENT_SHADER, R"(
in vec4 shade;
void main() { gl_FragColor = shade; }
)"}}));
    const Mesh mesh(grid(150));
    mesh.bind();
    return {4e-6 * mesh.count() / 3, [mesh] { mesh.draw(); }};
}

Loop patches_by_64() {
    constexpr int patches = 4;
    Geometry geometry;
    for (int i = 0; i < patches; ++i) {
        const float x = i % 2 ? 0.0f : -0.95f, y = i / 2 ? 0.0f : -0.95f;
        for (const auto& [right, up] : {std::pair{0.f, 0.f}, {0.95f, 0.f}, {0.95f, 0.95f}, {0.f, 0.95f}})
            geometry.vertices.push_back({{x + right, y + up, 0, 1}, {}, {}, {255, 255, 255, 255}});
    }
    const Mesh mesh(geometry);
    mesh.bind();
    gl::PatchParameteri(GL_PATCH_VERTICES, 4);
    return {2e-6 * 64 * 64 * patches, [] { gl::DrawArrays(GL_PATCHES, 0, 4 * patches); }};
}

Loop tessellation_shader(Client& client) {
    client.need_version(4, 0);
    gl::UseProgram(link_shaders("#version 400 compatibility\n", {{GL_VERTEX_SHADER, R"(
void main() { gl_Position = gl_Vertex; }
)"},
                                                                 {GL_TESS_CONTROL_SHADER, R"(
layout(vertices = 4) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    if (gl_InvocationID > 0) return;
    for (int i = 0; i < 4; ++i) gl_TessLevelOuter[i] = 64.0;
    for (int i = 0; i < 2; ++i) gl_TessLevelInner[i] = 64.0;
}
)"},
                                                                 {GL_TESS_EVALUATION_SHADER, R"(
layout(quads, equal_spacing, ccw) in;
out vec4 shade;
void main() {
    vec4 low = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
    vec4 high = mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x);
    vec4 place = mix(low, high, gl_TessCoord.y);
    vec2 wave = vec2(sin(place.x * 7.0), cos(place.y * 5.0));
    place.xy += 0.03 * wave;
    gl_Position = place;
    shade = vec4(wave, 0.5, 1.0) * 0.5 + 0.5;
}
)"},
                                                                 {GL_FRAGMENT_SHADER, R"(
in vec4 shade;
void main() { gl_FragColor = shade; }
)"}}));
    return patches_by_64();
}

}  // namespace bench
