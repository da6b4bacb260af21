// What tests of surroundings share: a client in a process of its own, and what it draws.
#pragma once

#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace surroundings {

struct Outcome {
    int code = -1;   // of exit()
    int signal = 0;  // that ended it
    bool hung = false;
    std::string said;  // on standard output and standard error
};
std::string describe(const Outcome& outcome);

using Arguments = std::vector<std::string>;
// Environment variables; without a value: it is not set.
using Variables = std::vector<std::pair<std::string, std::optional<std::string>>>;

// A program that draws, found by its name. It ends by exit(0) when the function returns.
struct ClientRow {
    ClientRow(const char* name, void (*function)(const Arguments& arguments));
};
#define CLIENT(name)                            \
    void name(const Arguments& arguments);      \
    const ClientRow row_of_##name(#name, name); \
    void name([[maybe_unused]] const Arguments& arguments)

// Runs a client in a process of its own. The environment is read when the library is loaded.
Outcome run_client(const std::string& name, const Arguments& arguments = {}, const Variables& variables = {},
                   int seconds = 60);
// What main() does where this program is to be a client.
bool is_client(int count, char** words);

// Ends the client with a message if that isn't so.
void require(bool condition, const char* what);

// A context of OpenGL 4.6, compatibility profile, with a surface of memory: current to the calling thread.
struct Client {
    EGLDisplay display = nullptr;
    EGLContext context = nullptr;
    EGLSurface surface = nullptr;
};
Client make_client();
constexpr int size = 128;  // of the surface

GLuint make_program(const std::string& vertex, const std::string& fragment);
GLuint make_compute_program(const std::string& text);

// Draws that become hot soon, with shaders, a texture and a buffer. Each number gives shaders of its own.
class Scene {
  public:
    explicit Scene(int number = 0);
    void draw() const;
    // A hash of the surface's pixels.
    static uint64_t picture();
    // Whether they are what the scene should look like (a colour that is known beforehand).
    static bool is_right();

  private:
    GLuint program_ = 0;
};

// An empty folder that is removed when the test's process ends the scope.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace surroundings
