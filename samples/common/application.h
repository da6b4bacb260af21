// A window with a context, a frame loop and the command line that all samples share.
#pragma once

#include <glad/gl.h>
#include <initializer_list>
#include <string>

namespace sample {

struct Options {
    int frames = 0;  // 0: until the window is closed
    int width = 640, height = 480;
    std::string screenshot;  // PNG of the last frame
};

inline constexpr int exit_unsupported = 2;

// Whether the current context names an extension.
bool has_extension(const char* name);

class Scene {
  public:
    virtual ~Scene() = default;
    virtual void start() = 0;                                      // the context is current
    virtual void draw(double seconds, int width, int height) = 0;  // one frame; time starts at 0
};

// Runs a scene; returns the process's exit code. Extensions the scene can't do without are named first: where one is
// missing, a message says which, and the code is 2. Time advances by 1/60 s a frame with --frames, so that pictures
// can be compared.
int run(int argc, char** argv, const char* title, std::initializer_list<const char*> extensions, Scene& scene);

}  // namespace sample
