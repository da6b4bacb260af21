// What a program without anything but the C library draws on the libraries that it finds by name: scripts/test-package.
//   client egl VENDOR     a red surface of memory, on the EGL of that vendor
//   client osmesa VENDOR  the same by OSMesa
//   client gbm BACKEND    the name of the backend that libgbm takes
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* library;

static void* find(const char* name) {
    void* function = dlsym(library, name);
    if (!function) {
        printf("there is no %s\n", name);
        exit(1);
    }
    return function;
}

static void open_library(const char* name) {
    library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        puts(dlerror());
        exit(1);
    }
}

static int clear_to_red(void* (*get_address)(const char*), const char* vendor) {
    const char* (*get_string)(unsigned) = get_address("glGetString");
    void (*clear_color)(float, float, float, float) = get_address("glClearColor");
    void (*clear)(unsigned) = get_address("glClear");
    void (*read_pixels)(int, int, int, int, unsigned, unsigned, void*) = get_address("glReadPixels");
    unsigned char pixel[4] = {0, 0, 0, 0};
    clear_color(1, 0, 0, 1);
    clear(0x4000);
    read_pixels(4, 4, 1, 1, 0x1908, 0x1401, pixel);
    printf("%s: %d %d %d\n", get_string(0x1F00), pixel[0], pixel[1], pixel[2]);
    return strstr(get_string(0x1F00), vendor) && pixel[0] == 255 && pixel[1] == 0 ? 0 : 1;
}

static int draw(const char* vendor) {
    open_library("libEGL.so.1");
    void* (*get_platform_display)(unsigned, void*, const long*) = find("eglGetPlatformDisplay");
    unsigned (*initialize)(void*, int*, int*) = find("eglInitialize");
    unsigned (*bind_api)(unsigned) = find("eglBindAPI");
    unsigned (*choose_config)(void*, const int*, void**, int, int*) = find("eglChooseConfig");
    void* (*create_context)(void*, void*, void*, const int*) = find("eglCreateContext");
    void* (*create_surface)(void*, void*, const int*) = find("eglCreatePbufferSurface");
    unsigned (*make_current)(void*, void*, void*, void*) = find("eglMakeCurrent");

    void* const display = get_platform_display(0x31DD, NULL, NULL);  // PLATFORM_SURFACELESS_MESA
    void* config = NULL;
    int count = 0;
    const int any[] = {0x3033, 1, 0x3040, 8, 0x3038}, size[] = {0x3057, 8, 0x3056, 8, 0x3038};
    if (!initialize(display, NULL, NULL) || !bind_api(0x30A2) || !choose_config(display, any, &config, 1, &count))
        return 1;
    void* const surface = create_surface(display, config, size);
    void* const context = create_context(display, config, NULL, NULL);
    if (!make_current(display, surface, surface, context)) return 1;
    return clear_to_red(find("eglGetProcAddress"), vendor);
}

static int draw_into_memory(const char* vendor) {
    static unsigned char memory[8 * 8 * 4];
    open_library("libOSMesa.so.8");
    void* (*create_context)(unsigned, int, int, int, void*) = find("OSMesaCreateContextExt");
    unsigned char (*make_current)(void*, void*, unsigned, int, int) = find("OSMesaMakeCurrent");
    void* const context = create_context(0x1908, 0, 0, 0, NULL);
    if (!make_current(context, memory, 0x1401, 8, 8)) return 1;
    return clear_to_red(find("OSMesaGetProcAddress"), vendor);
}

static int name_backend(const char* wanted) {
    open_library("libgbm.so.1");
    void* (*create_device)(int) = find("gbm_create_device");
    const char* (*get_name)(void*) = find("gbm_device_get_backend_name");
    void* const device = create_device(open("/dev/null", O_RDWR));
    const char* const name = device ? get_name(device) : "none";
    printf("GBM's backend: %s\n", name);
    return strcmp(name, wanted) != 0;
}

int main(int count, char** words) {
    if (count != 3) return 2;
    if (strcmp(words[1], "egl") == 0) return draw(words[2]);
    if (strcmp(words[1], "osmesa") == 0) return draw_into_memory(words[2]);
    if (strcmp(words[1], "gbm") == 0) return name_backend(words[2]);
    return 2;
}
