/* OSMesa: OpenGL into the caller's memory, without a window system. The interface that programs know from Mesa, which
   had it until version 25.1; libOSMesa.so.8 of asmgl implements it.

   A context draws to the buffer that OSMesaMakeCurrent names. What has been drawn is there after glFinish or glFlush;
   what the buffer held when it was made current stays where nothing is drawn. */
#ifndef OSMESA_H
#define OSMESA_H

#include <GL/gl.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OSMESA_MAJOR_VERSION 11
#define OSMESA_MINOR_VERSION 2
#define OSMESA_PATCH_VERSION 0

/* Formats: the order of a pixel's components in memory. */
#define OSMESA_COLOR_INDEX GL_COLOR_INDEX /* not supported */
#define OSMESA_RGBA GL_RGBA
#define OSMESA_BGRA 0x1
#define OSMESA_ARGB 0x2
#define OSMESA_RGB GL_RGB
#define OSMESA_BGR 0x4
#define OSMESA_RGB_565 0x5 /* with GL_UNSIGNED_SHORT_5_6_5 only */

/* OSMesaPixelStore */
#define OSMESA_ROW_LENGTH 0x10 /* pixels from row to row; 0 (initially): the width */
#define OSMESA_Y_UP 0x11       /* whether the first row in memory is the lowest: 1 (initially) or 0 */

/* OSMesaGetIntegerv, which takes those above, too */
#define OSMESA_WIDTH 0x20
#define OSMESA_HEIGHT 0x21
#define OSMESA_FORMAT 0x22
#define OSMESA_TYPE 0x23
#define OSMESA_MAX_WIDTH 0x24
#define OSMESA_MAX_HEIGHT 0x25

/* OSMesaCreateContextAttribs, besides OSMESA_FORMAT: pairs of name and value, ended by 0 */
#define OSMESA_DEPTH_BITS 0x30   /* 0 (default), 16, 24, 32: there are 24 where more than none are asked for */
#define OSMESA_STENCIL_BITS 0x31 /* 0 (default), 8 */
#define OSMESA_ACCUM_BITS 0x32   /* 0 (default), 16, of each component */
#define OSMESA_PROFILE 0x33
#define OSMESA_CORE_PROFILE 0x34
#define OSMESA_COMPAT_PROFILE 0x35        /* default */
#define OSMESA_CONTEXT_MAJOR_VERSION 0x36 /* the least version, 1.0 by default */
#define OSMESA_CONTEXT_MINOR_VERSION 0x37

typedef struct osmesa_context* OSMesaContext;
typedef void (*OSMESAproc)();

/* Null where the format, the version or the other context is not known, or memory is short. With 24 bits of depth, 8 of
   stencil and no accumulation buffer. Contexts share objects with `sharelist`, if that is not null. */
GLAPI OSMesaContext GLAPIENTRY OSMesaCreateContext(GLenum format, OSMesaContext sharelist);
GLAPI OSMesaContext GLAPIENTRY OSMesaCreateContextExt(GLenum format, GLint depthBits, GLint stencilBits,
                                                      GLint accumBits, OSMesaContext sharelist);
GLAPI OSMesaContext GLAPIENTRY OSMesaCreateContextAttribs(const int* attribList, OSMesaContext sharelist);

/* Nothing is written to the buffer any more. Where the context is current to another thread, it ends with that. */
GLAPI void GLAPIENTRY OSMesaDestroyContext(OSMesaContext ctx);

/* Makes the context current to this thread with a buffer of height rows, which stays the caller's. `type`:
   GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT or GL_FLOAT, or GL_UNSIGNED_SHORT_5_6_5 with OSMESA_RGB_565. GL_FALSE, and
   nothing changes, for other types, sizes below 1 or above OSMESA_MAX_WIDTH and _HEIGHT, contexts that are current to
   another thread, and where one of context and buffer is null. Both null: no context is current any more. What was
   drawn to the buffer before and not finished does not get there any more: it may have been freed. */
GLAPI GLboolean GLAPIENTRY OSMesaMakeCurrent(OSMesaContext ctx, void* buffer, GLenum type, GLsizei width,
                                             GLsizei height);
GLAPI OSMesaContext GLAPIENTRY OSMesaGetCurrentContext(void);

/* Of the current context; effective from the next glFinish on. Other names and negative lengths are ignored. */
GLAPI void GLAPIENTRY OSMesaPixelStore(GLint pname, GLint value);
/* Of the current context; 0 without one, or without a buffer. */
GLAPI void GLAPIENTRY OSMesaGetIntegerv(GLint pname, GLint* value);

/* The depth buffer: integers of bytesPerValue bytes (4), rows of width from the lowest to the highest, 0 to 0xffffff.
   They are those of this moment, and then of every glFinish and glFlush, as long as the context has a buffer of this
   size and format. GL_FALSE, and zeros, without a depth buffer. */
GLAPI GLboolean GLAPIENTRY OSMesaGetDepthBuffer(OSMesaContext c, GLint* width, GLint* height, GLint* bytesPerValue,
                                                void** buffer);
/* The buffer that the context was last made current with; GL_FALSE, and zeros, where it never was. */
GLAPI GLboolean GLAPIENTRY OSMesaGetColorBuffer(OSMesaContext c, GLint* width, GLint* height, GLint* format,
                                                void** buffer);

/* A function of OpenGL or of OSMesa by its name; null for others. */
GLAPI OSMESAproc GLAPIENTRY OSMesaGetProcAddress(const char* funcName);

/* Whether colours of fragments are clamped whatever the buffer holds, in the current context (glClampColor). */
GLAPI void GLAPIENTRY OSMesaColorClamp(GLboolean enable);
/* Post-processing: asmgl has no filters, so that nothing changes. */
GLAPI void GLAPIENTRY OSMesaPostprocess(OSMesaContext osmesa, const char* filter, unsigned enable_value);

#ifdef __cplusplus
}
#endif

#endif
