/* libGLESv1_CM.so.1: the names of OpenGL ES 1.1's commands and no more. It is a filter of libasmgl.so: the dynamic
   linker takes what they name from there, so that nothing here is ever called. */
#define ES_FACE_COMMAND(name)                               \
    __attribute__((visibility("default"))) void name(void); \
    void name(void) { __builtin_trap(); }
#include "glapi/generated/es_face.inc"
