/* An SDL2 program. */
#include <SDL.h>

#include "pixel_check.h"

int main(int argc, char** argv) {
    SDL_Window* window;
    SDL_GLContext context;
    int result;
    (void)argc;
    (void)argv;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        printf("SDL_Init: %s\n", SDL_GetError());
        return 1;
    }
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    window = SDL_CreateWindow("loading", 0, 0, 160, 120, SDL_WINDOW_OPENGL);
    context = window ? SDL_GL_CreateContext(window) : NULL;
    if (!context) {
        printf("no context: %s\n", SDL_GetError());
        SDL_Quit();
        return 1;
    }
    SDL_GL_SetSwapInterval(1);
    result = clear_and_check(SDL_GL_GetProcAddress, 160, 120);
    SDL_GL_SwapWindow(window);
    SDL_GL_DeleteContext(context);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return result;
}
