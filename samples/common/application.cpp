#include "common/application.h"

// glad comes before GLFW, which would include GL headers of its own.
#include <GLFW/glfw3.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "common/image.h"

namespace sample {

bool has_extension(const char* name) {
    const char* all = reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS));
    const size_t length = std::strlen(name);
    for (const char* at = all; at && (at = std::strstr(at, name)); at += length)
        if ((at == all || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
    return false;
}

namespace {

void usage(const char* program) {
    std::printf("usage: %s [--frames N] [--size WIDTHxHEIGHT] [--screenshot FILE.png]\n", program);
}

bool parse(int argc, char** argv, Options& options) {
    for (int i = 1; i < argc; i += 2) {
        const std::string argument = argv[i];
        const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (argument == "--help" || !value) return false;
        if (argument == "--frames")
            options.frames = std::atoi(value);
        else if (argument == "--screenshot")
            options.screenshot = value;
        else if (argument == "--size") {
            if (std::sscanf(value, "%dx%d", &options.width, &options.height) != 2) return false;
        } else
            return false;
    }
    if (!options.screenshot.empty() && options.frames == 0) options.frames = 1;
    return options.frames >= 0 && options.width > 0 && options.height > 0;
}

int run_in(GLFWwindow* window, const Options& options, std::initializer_list<const char*> extensions, Scene& scene) {
    glfwMakeContextCurrent(window);
    if (!gladLoadGL(glfwGetProcAddress)) {
        std::fprintf(stderr, "no usable OpenGL\n");
        return 1;
    }
    std::printf("%s, OpenGL %s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
                reinterpret_cast<const char*>(glGetString(GL_VERSION)));
    for (const char* extension : extensions) {
        if (has_extension(extension)) continue;
        std::fprintf(stderr, "this scene needs %s, which this driver does not have\n", extension);
        return exit_unsupported;
    }

    scene.start();
    glfwSwapInterval(options.frames ? 0 : 1);
    const double start = glfwGetTime();
    int width = 0, height = 0;
    for (int frame = 0; !glfwWindowShouldClose(window) && (!options.frames || frame < options.frames); ++frame) {
        glfwGetFramebufferSize(window, &width, &height);
        if (width <= 0 || height <= 0) {  // minimised
            glfwWaitEvents();
            continue;
        }
        scene.draw(options.frames ? frame / 60.0 : glfwGetTime() - start, width, height);
        if (options.frames && frame == options.frames - 1 && !options.screenshot.empty()) {
            std::vector<unsigned char> pixels(size_t(width) * height * 3);
            glPixelStorei(GL_PACK_ALIGNMENT, 1);
            glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
            if (!write_png(options.screenshot, width, height, pixels)) {
                std::fprintf(stderr, "can't write %s\n", options.screenshot.c_str());
                return 1;
            }
        }
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    if (options.frames) std::printf("%d frames in %.3f s\n", options.frames, glfwGetTime() - start);
    int result = 0;
    for (GLenum error; (error = glGetError()) != GL_NO_ERROR; result = 1)
        std::fprintf(stderr, "GL error 0x%04x\n", error);
    return result;
}

}  // namespace

int run(int argc, char** argv, const char* title, std::initializer_list<const char*> extensions, Scene& scene) {
    Options options;
    if (!parse(argc, argv, options)) {
        usage(argv[0]);
        return argc == 2 && !std::strcmp(argv[1], "--help") ? 0 : 1;
    }
    if (!glfwInit()) {
        std::fprintf(stderr, "GLFW can't start: is there a display?\n");
        return 1;
    }
    glfwWindowHint(GLFW_DEPTH_BITS, 24);
    glfwWindowHint(GLFW_STENCIL_BITS, 8);
    GLFWwindow* window = glfwCreateWindow(options.width, options.height, title, nullptr, nullptr);
    if (!window) {
        const char* reason = nullptr;
        glfwGetError(&reason);
        std::fprintf(stderr, "no window: %s\n", reason ? reason : "unknown");
        glfwTerminate();
        return 1;
    }
    const int result = run_in(window, options, extensions, scene);
    glfwTerminate();
    return result;
}

}  // namespace sample
