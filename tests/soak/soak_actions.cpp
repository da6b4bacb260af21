#include "soak_actions.h"

#include <cstdlib>
#include <cstring>

#include "glapi/generated/entry_points.h"

namespace {

constexpr int window_size = 96;

constexpr const char* vertex_text =
    "#version 330 compatibility\nvoid main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }\n";

GLuint shader(GLenum type, const std::string& text) {
    const GLuint name = ::glCreateShader(type);
    const char* const source = text.c_str();
    ::glShaderSource(name, 1, &source, nullptr);
    ::glCompileShader(name);
    return name;
}

GLuint program(std::initializer_list<GLuint> shaders) {
    const GLuint name = ::glCreateProgram();
    for (const GLuint shader : shaders) ::glAttachShader(name, shader);
    ::glLinkProgram(name);
    for (const GLuint shader : shaders) ::glDeleteShader(shader);
    return name;
}

}  // namespace

Soaker::Color Soaker::color() {
    return {uint8_t(number(0, 255)), uint8_t(number(0, 255)), uint8_t(number(0, 255)), 255};
}

std::string Soaker::expect(const char* what, const Color& wanted, int tolerance, int x, int y) {
    Color got{};
    ::glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
    bool near = true;
    for (size_t c = 0; c < 3; ++c) near &= std::abs(got[c] - wanted[c]) <= tolerance;
    if (near) return {};
    std::string text = std::string(what) + " at " + std::to_string(x) + " " + std::to_string(y) + ":";
    for (size_t c = 0; c < 3; ++c) text += " " + std::to_string(got[c]) + "/" + std::to_string(wanted[c]);
    return text;
}

void Soaker::quad() {
    ::glBegin(GL_QUADS);
    for (int corner = 0; corner < 4; ++corner) {
        const float x = corner == 1 || corner == 2 ? 1 : 0, y = corner >= 2 ? 1 : 0;
        ::glTexCoord2f(x, y);
        ::glVertex2f(2 * x - 1, 2 * y - 1);
    }
    ::glEnd();
}

// A texture of one colour, drawn to the window or to a texture that is copied to it.
std::string Soaker::draw_textures() {
    const Color wanted = color();
    const int width = number(1, 300), height = number(1, 300);
    std::vector<Color> texels(size_t(width) * size_t(height), wanted);
    GLuint textures[2];
    ::glGenTextures(2, textures);
    ::glBindTexture(GL_TEXTURE_2D, textures[0]);
    GLuint buffer = 0;
    const void* pixels = texels.data();
    if (one_in(3)) {
        ::glGenBuffers(1, &buffer);
        ::glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
        ::glBufferData(GL_PIXEL_UNPACK_BUFFER, GLsizeiptr(texels.size() * sizeof(Color)), texels.data(),
                       GL_STREAM_DRAW);
        pixels = nullptr;
    }
    if (one_in(2)) {
        ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
        ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    } else {
        static constexpr GLint formats[] = {GL_RGBA8, GL_RGB16F, GL_RGBA32F, GL_RGB10_A2};
        ::glTexImage2D(GL_TEXTURE_2D, 0, formats[number(0, 3)], width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        ::glGenerateMipmap(GL_TEXTURE_2D);
    }
    ::glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    ::glDeleteBuffers(1, &buffer);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, one_in(2) ? GL_LINEAR : GL_NEAREST);
    if (one_in(4)) ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, one_in(2) ? GL_MIN : GL_MAX);
    ::glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    ::glEnable(GL_TEXTURE_2D);
    GLuint framebuffer = 0;
    if (one_in(2)) {
        ::glBindTexture(GL_TEXTURE_2D, textures[1]);
        ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, window_size, window_size, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        ::glGenFramebuffers(1, &framebuffer);
        ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[1], 0);
        ::glBindTexture(GL_TEXTURE_2D, textures[0]);
    }
    quad();
    ::glDisable(GL_TEXTURE_2D);
    // RGB10_A2 and filters round.
    const std::string wrong = expect("texture", wanted, 2, number(0, window_size - 1), number(0, window_size - 1));
    ::glBindFramebuffer(GL_FRAMEBUFFER, 0);
    ::glDeleteFramebuffers(1, &framebuffer);
    ::glDeleteTextures(2, textures);
    return wrong;
}

std::string Soaker::draw_samples() {
    static constexpr GLsizei counts[] = {0, 2, 4, 8, 16};
    const Color wanted = color();
    const int size = number(1, 200);
    GLuint renderbuffers[2], framebuffer = 0;
    ::glGenRenderbuffers(2, renderbuffers);
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const GLsizei samples = counts[number(0, 4)];
    for (int i = 0; i < 2; ++i) {
        ::glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[i]);
        ::glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, i ? GL_DEPTH24_STENCIL8 : GL_RGBA8, size, size);
        ::glFramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0,
                                    GL_RENDERBUFFER, renderbuffers[i]);
    }
    ::glViewport(0, 0, size, size);
    ::glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    ::glEnable(GL_DEPTH_TEST);
    ::glColor3ub(wanted[0], wanted[1], wanted[2]);
    quad();
    ::glDisable(GL_DEPTH_TEST);
    ::glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    const int shown = std::min(size, window_size);
    ::glBlitFramebuffer(0, 0, shown, shown, 0, 0, shown, shown, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    ::glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    ::glViewport(0, 0, window_size, window_size);
    const std::string wrong = expect("samples", wanted, 1, number(0, shown - 1), number(0, shown - 1));
    ::glDeleteFramebuffers(1, &framebuffer);
    ::glDeleteRenderbuffers(2, renderbuffers);
    return wrong;
}

// Random triangles below one that covers all.
std::string Soaker::draw_buffers() {
    struct Vertex {
        float x, y, z;
        Color color;
    };
    const Color wanted = color();
    const int triangles = number(1, 2000);
    std::vector<Vertex> vertices;
    const auto place = [&] { return float(number(-1500, 1500)) / 1000; };
    for (int i = 0; i < 3 * triangles; ++i) vertices.push_back({place(), place(), 0.5f, color()});
    vertices.push_back({-1, -1, 0, wanted});
    vertices.push_back({3, -1, 0, wanted});
    vertices.push_back({-1, 3, 0, wanted});
    std::vector<GLuint> indices(vertices.size());
    for (size_t i = 0; i < indices.size(); ++i) indices[i] = GLuint(indices.size() - 1 - i);
    GLuint buffers[2], array = 0;
    ::glGenVertexArrays(1, &array);
    ::glBindVertexArray(array);
    ::glGenBuffers(2, buffers);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    const auto bytes = GLsizeiptr(vertices.size() * sizeof(Vertex));
    if (one_in(2)) {
        ::glBufferStorage(GL_ARRAY_BUFFER, bytes, nullptr, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
        void* const memory = ::glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes,
                                                GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
        if (!memory) return "a persistent mapping";
        std::memcpy(memory, vertices.data(), size_t(bytes));
        ::glFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, bytes);
    } else {
        ::glBufferData(GL_ARRAY_BUFFER, bytes, vertices.data(), GL_STATIC_DRAW);
    }
    ::glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    ::glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(indices.size() * sizeof(GLuint)), indices.data(),
                   GL_STATIC_DRAW);
    ::glVertexPointer(3, GL_FLOAT, sizeof(Vertex), nullptr);
    ::glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(Vertex), reinterpret_cast<const void*>(offsetof(Vertex, color)));
    ::glEnableClientState(GL_VERTEX_ARRAY);
    ::glEnableClientState(GL_COLOR_ARRAY);
    ::glClear(GL_DEPTH_BUFFER_BIT);
    ::glEnable(GL_DEPTH_TEST);
    if (one_in(2))
        ::glDrawElements(GL_TRIANGLES, GLsizei(indices.size()), GL_UNSIGNED_INT, nullptr);
    else
        ::glDrawArrays(GL_TRIANGLES, 0, GLsizei(vertices.size()));
    ::glDisable(GL_DEPTH_TEST);
    ::glBindVertexArray(0);
    ::glDeleteVertexArrays(1, &array);
    ::glDeleteBuffers(2, buffers);
    return expect("buffers", wanted, 1, number(0, window_size - 1), number(0, window_size - 1));
}

// A new program each time: nothing may be kept of those that are gone.
std::string Soaker::draw_shaders() {
    const Color wanted = color();
    std::string text =
        "#version 330 compatibility\nuniform vec4 c[2];\nvoid main() {\n  vec4 sum = vec4(0.0);\n  for (int i = 0; i "
        "< ";
    text += std::to_string(number(2, 40)) + "; ++i) sum += c[i & 1] * float(i < 2);\n  gl_FragColor = sum + vec4(" +
            std::to_string(number(0, 1000000)) + ".0) * 0.0;\n}\n";
    const GLuint name = program({shader(GL_VERTEX_SHADER, vertex_text), shader(GL_FRAGMENT_SHADER, text)});
    GLint linked = 0;
    ::glGetProgramiv(name, GL_LINK_STATUS, &linked);
    if (!linked) return "a program does not link";
    ::glUseProgram(name);
    float values[8] = {};
    for (int c = 0; c < 4; ++c) {
        values[c] = float(wanted[size_t(c)]) / 510;
        values[4 + c] = values[c];
    }
    ::glUniform4fv(::glGetUniformLocation(name, "c"), 2, values);
    quad();
    ::glUseProgram(0);
    ::glDeleteProgram(name);
    return expect("shaders", wanted, 1, number(0, window_size - 1), number(0, window_size - 1));
}

std::string Soaker::draw_assembly() {
    const Color wanted = color();
    const std::string text = "!!ARBfp1.0\nPARAM c = program.local[0];\nPARAM n = {" +
                             std::to_string(number(1, 1000000)) +
                             ".0, 0, 0, 0};\nTEMP t;\nMUL t, n.x, 0;\nADD result.color, t, c;\nEND\n";
    GLuint name = 0;
    ::glGenProgramsARB(1, &name);
    ::glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, name);
    ::glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, GLsizei(text.size()), text.data());
    ::glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, float(wanted[0]) / 255, float(wanted[1]) / 255,
                                   float(wanted[2]) / 255, 1);
    ::glEnable(GL_FRAGMENT_PROGRAM_ARB);
    quad();
    ::glDisable(GL_FRAGMENT_PROGRAM_ARB);
    ::glDeleteProgramsARB(1, &name);
    return expect("assembly", wanted, 1, number(0, window_size - 1), number(0, window_size - 1));
}

std::string Soaker::draw_lists() {
    const Color wanted = color();
    const GLuint list = ::glGenLists(1);
    ::glNewList(list, GL_COMPILE);
    for (int i = number(0, 20); i > 0; --i) {
        ::glColor3ub(uint8_t(number(0, 255)), 0, 0);
        ::glRectf(-1, -1, 0, float(number(-10, 10)) / 10);
    }
    ::glColor3ub(wanted[0], wanted[1], wanted[2]);
    quad();
    ::glEndList();
    ::glCallList(list);
    ::glDeleteLists(list, 1);
    return expect("lists", wanted, 1, number(0, window_size - 1), number(0, window_size - 1));
}

std::string Soaker::compute() {
    const GLuint count = 64 * GLuint(number(1, 16)), added = GLuint(number(0, 100000));
    const std::string text =
        "#version 430\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 1) buffer B { uint b[]; };\n"
        "void main() { b[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x + " +
        std::to_string(added) + "u; }\n";
    const GLuint name = program({shader(GL_COMPUTE_SHADER, text)});
    GLuint buffer = 0;
    ::glGenBuffers(1, &buffer);
    ::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffer);
    ::glBufferData(GL_SHADER_STORAGE_BUFFER, GLsizeiptr{4} * count, nullptr, GL_DYNAMIC_COPY);
    ::glUseProgram(name);
    ::glDispatchCompute(count / 64, 1, 1);
    ::glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    ::glUseProgram(0);
    std::vector<GLuint> values(count);
    ::glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, GLsizeiptr{4} * count, values.data());
    ::glDeleteBuffers(1, &buffer);
    ::glDeleteProgram(name);
    for (GLuint i = 0; i < count; ++i)
        if (values[i] != i + added) return "compute: " + std::to_string(values[i]) + " at " + std::to_string(i);
    return {};
}

std::string Soaker::wait_and_count() {
    GLuint query = 0, passed = 0;
    ::glGenQueries(1, &query);
    ::glBeginQuery(GL_SAMPLES_PASSED, query);
    ::glRectf(-1, -1, 0, 0);
    ::glEndQuery(GL_SAMPLES_PASSED);
    const GLsync sync = ::glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    ::glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000);
    ::glDeleteSync(sync);
    ::glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
    ::glDeleteQueries(1, &query);
    if (passed == window_size * window_size / 4) return {};
    return "a query counts " + std::to_string(passed);
}

std::string Soaker::act() {
    static constexpr std::string (Soaker::*actions[])() = {
        &Soaker::draw_textures, &Soaker::draw_samples, &Soaker::draw_buffers, &Soaker::draw_shaders,
        &Soaker::draw_assembly, &Soaker::draw_lists,   &Soaker::compute,      &Soaker::wait_and_count};
    const auto chosen = size_t(number(0, int(std::size(actions)) - 1));
    std::string wrong = (this->*actions[chosen])();
    if (const GLenum error = ::glGetError(); wrong.empty() && error != GL_NO_ERROR)
        wrong = "GL error " + std::to_string(error) + " in action " + std::to_string(chosen);
    return wrong;
}
