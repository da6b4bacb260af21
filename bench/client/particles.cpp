// Particles that live in buffers: transform feedback of a GLSL program moves them from one to the other.
#include <array>
#include <random>

#include "cases.h"
#include "geometry.h"

namespace bench {
namespace {

constexpr int particle_count = 50000;

GLuint link_program(const char* vertex, const char* fragment, bool captured) {
    const GLuint program = gl::CreateProgram();
    for (const auto& [stage, text] : {std::pair{GL_VERTEX_SHADER, vertex}, std::pair{GL_FRAGMENT_SHADER, fragment}}) {
        const GLuint shader = gl::CreateShader(GLenum(stage));
        gl::ShaderSource(shader, 1, &text, nullptr);
        gl::CompileShader(shader);
        gl::AttachShader(program, shader);
    }
    gl::BindAttribLocation(program, 0, "place");
    gl::BindAttribLocation(program, 1, "speed");
    if (captured) {
        const std::array<const char*, 2> names = {"next_place", "next_speed"};
        gl::TransformFeedbackVaryings(program, 2, names.data(), GL_INTERLEAVED_ATTRIBS);
    }
    gl::LinkProgram(program);
    GLint linked = 0;
    gl::GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) throw Skip{"shaders do not link"};
    return program;
}

constexpr const char* moving = R"(#version 130
in vec4 place;
in vec4 speed;
out vec4 next_place;
out vec4 next_speed;
void main() {
    vec4 at = place + 0.01 * speed;
    vec4 way = speed;
    way.xy += 0.002 * vec2(-at.y, at.x) - 0.004 * at.xy;
    if (abs(at.x) > 1.0) { at.x = -at.x * 0.99; way.x *= 0.9; }
    if (abs(at.y) > 1.0) { at.y = -at.y * 0.99; way.y *= 0.9; }
    next_place = at;
    next_speed = way;
    gl_Position = at;
}
)";

constexpr const char* drawing = R"(#version 130
in vec4 place;
in vec4 speed;
out vec4 color;
void main() {
    gl_Position = vec4(place.xy, 0.0, 1.0);
    color = vec4(0.3 + abs(speed.x), 0.4, 0.3 + abs(speed.y), 0.3);
}
)";

constexpr const char* colored = R"(#version 130
in vec4 color;
out vec4 result;
void main() { result = color; }
)";

constexpr const char* nothing = "#version 130\nvoid main() {}\n";

void source(GLuint buffer) {
    gl::BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl::VertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 32, nullptr);
    gl::VertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 32, reinterpret_cast<void*>(16));
}

}  // namespace

Loop particles(Client& client) {
    client.need_version(3, 0);
    const int count = particle_count * client.options().triangles;
    std::mt19937 random(7);
    std::vector<float> start(size_t(count) * 8);
    for (float& number : start) number = 2 * float(random() >> 8) / float(1 << 24) - 1;
    for (size_t i = 0; i < start.size(); i += 8) start[i + 2] = 0, start[i + 3] = 1, start[i + 6] = start[i + 7] = 0;
    std::array<GLuint, 2> buffers{};
    gl::GenBuffers(2, buffers.data());
    for (const GLuint buffer : buffers) {
        gl::BindBuffer(GL_ARRAY_BUFFER, buffer);
        gl::BufferData(GL_ARRAY_BUFFER, GLsizeiptr(start.size() * 4), start.data(), GL_DYNAMIC_COPY);
    }
    const GLuint move = link_program(moving, nothing, true), draw = link_program(drawing, colored, false);
    gl::EnableVertexAttribArray(0);
    gl::EnableVertexAttribArray(1);
    gl::Enable(GL_BLEND);
    gl::BlendFunc(GL_SRC_ALPHA, GL_ONE);
    gl::PointSize(2);
    return {1e-6 * count, [=, from = size_t{0}]() mutable {
                gl::Clear(GL_COLOR_BUFFER_BIT);
                source(buffers[from]);
                gl::UseProgram(move);
                gl::Enable(GL_RASTERIZER_DISCARD);
                gl::BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1 - from]);
                gl::BeginTransformFeedback(GL_POINTS);
                gl::DrawArrays(GL_POINTS, 0, count);
                gl::EndTransformFeedback();
                gl::Disable(GL_RASTERIZER_DISCARD);
                gl::BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
                from = 1 - from;
                source(buffers[from]);
                gl::UseProgram(draw);
                gl::DrawArrays(GL_POINTS, 0, count);
            }};
}

}  // namespace bench
