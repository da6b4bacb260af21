/* A GLFW program; "egl" as argument makes its context with EGL. */
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <string.h>

#include "pixel_check.h"

static void* lookup(const char* name) {
    void* address;
    *(GLFWglproc*)&address = glfwGetProcAddress(name);
    return address;
}

int main(int argc, char** argv) {
    GLFWwindow* window;
    int width, height, result;
    if (!glfwInit()) return 1;
    if (argc > 1 && strcmp(argv[1], "egl") == 0) glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
    window = glfwCreateWindow(160, 120, "loading", NULL, NULL);
    if (!window) {
        const char* reason = NULL;
        glfwGetError(&reason);
        printf("no window: %s\n", reason ? reason : "?");
        glfwTerminate();
        return 1;
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    glfwGetFramebufferSize(window, &width, &height);
    result = clear_and_check(lookup, width, height);
    glfwSwapBuffers(window);
    glfwPollEvents();
    glfwDestroyWindow(window);
    glfwTerminate();
    return result;
}
