/* libGLESv2.so.2: the names of OpenGL ES 2.0 to 3.1's commands and no more. It is a filter of libasmgl.so: the dynamic
   linker takes what they name from there, so that nothing here is ever called. */
#define ES_FACE_COMMAND(name)                               \
    __attribute__((visibility("default"))) void name(void); \
    void name(void) { __builtin_trap(); }
#include "glapi/generated/es2_face.inc"
