/* libasmgl.so consists of the rooms' objects; CMake wants a source of its own. */
typedef int asmgl_library_has_no_code_of_its_own;
