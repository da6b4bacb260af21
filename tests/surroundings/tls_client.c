/* Loads a library late, after others have used some of the C library's surplus of static thread-local storage.
 * tls_client LIBRARY PADDING: PADDING is a library that takes some of it. */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char** arguments) {
    if (count < 3) return 2;
    if (!dlopen(arguments[2], RTLD_NOW)) {
        printf("%s\n", dlerror());
        return 77; /* less of it than elsewhere: nothing can be said */
    }
    void* const library = dlopen(arguments[1], RTLD_NOW);
    if (!library) {
        printf("%s\n", dlerror());
        return 1;
    }
    const unsigned char* (*get_string)(unsigned) = (const unsigned char* (*)(unsigned))dlsym(library, "glGetString");
    return get_string && !get_string(0x1F00) ? 0 : 1; /* no context */
}
