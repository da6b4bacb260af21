/* A face of libasmgl.so: see driver/CMakeLists.txt. */
typedef int asmgl_face_has_no_code;
