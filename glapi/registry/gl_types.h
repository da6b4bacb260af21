// OpenGL's basic types, as the registry defines them.
#pragma once

#include <cstddef>
#include <cstdint>

using GLenum = unsigned int;
using GLboolean = unsigned char;
using GLbitfield = unsigned int;
using GLvoid = void;
using GLbyte = int8_t;
using GLubyte = uint8_t;
using GLshort = int16_t;
using GLushort = uint16_t;
using GLint = int;
using GLuint = unsigned int;
using GLclampx = int32_t;
using GLsizei = int;
using GLfloat = float;
using GLclampf = float;
using GLdouble = double;
using GLclampd = double;
using GLeglClientBufferEXT = void*;
using GLeglImageOES = void*;
using GLchar = char;
using GLcharARB = char;
using GLhandleARB = unsigned int;
using GLhalf = uint16_t;
using GLhalfARB = uint16_t;
using GLfixed = int32_t;
using GLintptr = ptrdiff_t;
using GLintptrARB = ptrdiff_t;
using GLsizeiptr = ptrdiff_t;
using GLsizeiptrARB = ptrdiff_t;
using GLint64 = int64_t;
using GLint64EXT = int64_t;
using GLuint64 = uint64_t;
using GLuint64EXT = uint64_t;
using GLsync = struct __GLsync*;
struct _cl_context;
struct _cl_event;
using GLDEBUGPROC = void (*)(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                             const GLchar* message, const void* user);
using GLDEBUGPROCARB = GLDEBUGPROC;
using GLDEBUGPROCKHR = GLDEBUGPROC;
using GLDEBUGPROCAMD = void (*)(GLuint id, GLenum category, GLenum severity, GLsizei length, const GLchar* message,
                                void* user);
using GLhalfNV = uint16_t;
using GLvdpauSurfaceNV = GLintptr;
using GLVULKANPROCNV = void (*)();
