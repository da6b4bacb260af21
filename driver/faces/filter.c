/* A library that defines names for the linker and has no code of its own: a filter of libasmgl.so. The dynamic linker
   takes what these names mean from there, so that nothing here is ever called. FACE_NAMES is a list of
   FACE_COMMAND(name). */
void face_command(void);
__attribute__((visibility("hidden"))) void face_command(void) { __builtin_trap(); }
#define FACE_COMMAND(name) __attribute__((visibility("default"), alias("face_command"))) void name(void);
#include FACE_NAMES
