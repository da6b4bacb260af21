// Queries of EXT_convolution, EXT_histogram and SGI_color_table, whose GLX protocol made commands of their own of them.
#include "glapi/context.h"
#include "glapi/generated/commands.h"

namespace glapi::commands {

void GetColorTableSGI(Context& context, GLenum target, GLenum format, GLenum type, void* table) {
    GetColorTable(context, target, format, type, table);
}
void GetColorTableParameterfvSGI(Context& context, GLenum target, GLenum pname, GLfloat* params) {
    GetColorTableParameterfv(context, target, pname, params);
}
void GetColorTableParameterivSGI(Context& context, GLenum target, GLenum pname, GLint* params) {
    GetColorTableParameteriv(context, target, pname, params);
}
void GetConvolutionFilterEXT(Context& context, GLenum target, GLenum format, GLenum type, void* image) {
    GetConvolutionFilter(context, target, format, type, image);
}
void GetConvolutionParameterfvEXT(Context& context, GLenum target, GLenum pname, GLfloat* params) {
    GetConvolutionParameterfv(context, target, pname, params);
}
void GetConvolutionParameterivEXT(Context& context, GLenum target, GLenum pname, GLint* params) {
    GetConvolutionParameteriv(context, target, pname, params);
}
void GetSeparableFilterEXT(Context& context, GLenum target, GLenum format, GLenum type, void* row, void* column,
                           void* span) {
    GetSeparableFilter(context, target, format, type, row, column, span);
}
void GetHistogramEXT(Context& context, GLenum target, GLboolean reset, GLenum format, GLenum type, void* values) {
    GetHistogram(context, target, reset, format, type, values);
}
void GetHistogramParameterfvEXT(Context& context, GLenum target, GLenum pname, GLfloat* params) {
    GetHistogramParameterfv(context, target, pname, params);
}
void GetHistogramParameterivEXT(Context& context, GLenum target, GLenum pname, GLint* params) {
    GetHistogramParameteriv(context, target, pname, params);
}
void GetMinmaxEXT(Context& context, GLenum target, GLboolean reset, GLenum format, GLenum type, void* values) {
    GetMinmax(context, target, reset, format, type, values);
}
void GetMinmaxParameterfvEXT(Context& context, GLenum target, GLenum pname, GLfloat* params) {
    GetMinmaxParameterfv(context, target, pname, params);
}
void GetMinmaxParameterivEXT(Context& context, GLenum target, GLenum pname, GLint* params) {
    GetMinmaxParameteriv(context, target, pname, params);
}

}  // namespace glapi::commands
