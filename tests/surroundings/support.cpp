#include "support.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <poll.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace surroundings {

std::string describe(const Outcome& outcome) {
    const std::string end = outcome.hung     ? "hung"
                            : outcome.signal ? "signal " + std::to_string(outcome.signal)
                                             : "exit code " + std::to_string(outcome.code);
    return end + "; it said:\n" + outcome.said;
}

namespace {

std::map<std::string, void (*)(const Arguments&)>& clients() {
    static std::map<std::string, void (*)(const Arguments&)> rows;
    return rows;
}

}  // namespace

ClientRow::ClientRow(const char* name, void (*function)(const Arguments& arguments)) { clients()[name] = function; }

bool is_client(int count, char** words) {
    if (count < 3 || std::string_view(words[1]) != "--client") return false;
    setvbuf(stdout, nullptr, _IONBF, 0);
    clients().at(words[2])(Arguments(words + 3, words + count));
    return true;
}

Outcome run_client(const std::string& name, const Arguments& arguments, const Variables& variables, int seconds) {
    int ends[2];
    if (pipe(ends) != 0) return {};
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        for (const auto& [variable, value] : variables)
            if (value)
                setenv(variable.c_str(), value->c_str(), 1);
            else
                unsetenv(variable.c_str());
        std::vector<const char*> words{"surroundings_test", "--client", name.c_str()};
        for (const std::string& argument : arguments) words.push_back(argument.c_str());
        words.push_back(nullptr);
        execv("/proc/self/exe", const_cast<char**>(words.data()));
        _exit(4);
    }
    close(ends[1]);
    Outcome outcome;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    for (char text[4096];;) {
        pollfd watched{ends[0], POLLIN, 0};
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left.count() <= 0 || poll(&watched, 1, static_cast<int>(left.count())) == 0) {
            outcome.hung = true;
            kill(child, SIGKILL);
            break;
        }
        const ssize_t count = read(ends[0], text, sizeof text);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        outcome.said.append(text, static_cast<size_t>(count));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    return outcome;
}

void require(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "not so: %s\n", what);
    _exit(3);
}

Client make_client() {
    Client client;
    client.display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    require(eglInitialize(client.display, nullptr, nullptr), "EGL begins");
    require(eglBindAPI(EGL_OPENGL_API), "EGL has OpenGL");
    const EGLint requests[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    require(eglChooseConfig(client.display, requests, &config, 1, &count) && count == 1, "a config");
    const EGLint sizes[] = {EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE};
    client.surface = eglCreatePbufferSurface(client.display, config, sizes);
    client.context = eglCreateContext(client.display, config, EGL_NO_CONTEXT, nullptr);
    require(client.surface && client.context, "surface and context");
    require(eglMakeCurrent(client.display, client.surface, client.surface, client.context), "it is made current");
    return client;
}

namespace {

GLuint make_shader(GLenum stage, const std::string& text) {
    const GLuint shader = glCreateShader(stage);
    const char* const source = text.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    return shader;
}

}  // namespace

GLuint make_program(const std::string& vertex, const std::string& fragment) {
    const GLuint program = glCreateProgram();
    glAttachShader(program, make_shader(GL_VERTEX_SHADER, vertex));
    glAttachShader(program, make_shader(GL_FRAGMENT_SHADER, fragment));
    glLinkProgram(program);
    return program;
}

GLuint make_compute_program(const std::string& text) {
    const GLuint program = glCreateProgram();
    glAttachShader(program, make_shader(GL_COMPUTE_SHADER, text));
    glLinkProgram(program);
    return program;
}

Scene::Scene(int number) {
    std::string text =
        "#version 330\nin vec2 at; uniform sampler2D image; out vec4 color;\nvoid main() {\n    vec4 sum = vec4(" +
        std::to_string(number) + ".5);\n";
    for (int step = 1; step <= 6; ++step)
        text += "    sum += sin(texture(image, at * " + std::to_string(step) +
                ".0 + sum.xy * 0.01)) * 0.02;\n    if (sum.x > " + std::to_string(step % 3) + ".0) sum = fract(sum);\n";
    text += "    color = vec4(sum.rgb * 1e-6 + vec3(0.2, 0.4, 0.6), 1.0);\n}\n";
    program_ = make_program(
        "#version 330\nlayout(location = 0) in vec2 place; out vec2 at;\n"
        "void main() { at = place; gl_Position = vec4(place, 0.0, 1.0); }\n",
        text);
    GLuint buffer = 0, texture = 0;
    const float corners[] = {-1, -1, 3, -1, -1, 3};
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    std::vector<uint8_t> texels(size_t{64} * 64 * 4);
    for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<uint8_t>(i * 7);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
}

void Scene::draw() const {
    glUseProgram(program_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

uint64_t Scene::picture() {
    std::vector<uint8_t> pixels(size_t{size} * size * 4);
    glReadPixels(0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    uint64_t hash = 14695981039346656037u;
    for (const uint8_t byte : pixels) hash = (hash ^ byte) * 1099511628211u;
    return hash;
}

bool Scene::is_right() {
    std::vector<uint8_t> pixels(size_t{size} * size * 4);
    glReadPixels(0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    for (size_t i = 0; i < pixels.size(); i += 4)
        if (pixels[i] != 51 || pixels[i + 1] != 102 || pixels[i + 2] != 153) return false;
    return true;
}

Folder::Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "surroundings_XXXXXX").string();
    if (mkdtemp(pattern.data())) path_ = pattern;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace surroundings
