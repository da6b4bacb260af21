// EXT_direct_state_access: textures by name and target, texture units by number.
#include "glapi/commands/direct_state/direct_state.h"
#include "glapi/generated/commands.h"

namespace glapi {
namespace {

// `target` may be that of an image: a face of a cube, a proxy.
template <typename... Parameters, typename... Arguments>
void with_texture(Context& context, GLuint texture, GLenum target, const char* command,
                  void (*run)(Context&, GLenum, Parameters...), Arguments... arguments) {
    const TargetInfo info = target_info(target);
    if (!info.valid) return context.error(GL_INVALID_ENUM, "%s: %s is no texture target", command, enum_name(target));
    auto& binding = context.textures.active().textures[static_cast<size_t>(info.kind)];
    const Swapped bound(binding, binding);
    if (!info.proxy) {
        commands::BindTexture(context, target_of_kind(info.kind), texture);
        if (binding->name != texture) return;
    }
    run(context, target, arguments...);
}

template <typename... Parameters, typename... Arguments>
void with_unit(Context& context, GLenum unit, const char* command, void (*run)(Context&, Parameters...),
               Arguments... arguments) {
    if (unit - GL_TEXTURE0 >= GLenum{texture_unit_count})
        return context.error(GL_INVALID_ENUM, "%s: %s is not among the %d units", command, enum_name(unit),
                             texture_unit_count);
    const Swapped active(context.textures.active_unit, static_cast<int32_t>(unit - GL_TEXTURE0));
    run(context, arguments...);
}

}  // namespace

namespace commands {

void TextureParameterfEXT(Context& context, GLuint texture, GLenum target, GLenum pname, GLfloat param) {
    with_texture(context, texture, target, "glTextureParameterfEXT", TexParameterf, pname, param);
}
void TextureParameterfvEXT(Context& context, GLuint texture, GLenum target, GLenum pname, const GLfloat* params) {
    with_texture(context, texture, target, "glTextureParameterfvEXT", TexParameterfv, pname, params);
}
void TextureParameteriEXT(Context& context, GLuint texture, GLenum target, GLenum pname, GLint param) {
    with_texture(context, texture, target, "glTextureParameteriEXT", TexParameteri, pname, param);
}
void TextureParameterivEXT(Context& context, GLuint texture, GLenum target, GLenum pname, const GLint* params) {
    with_texture(context, texture, target, "glTextureParameterivEXT", TexParameteriv, pname, params);
}
void TextureImage1DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint internalformat,
                       GLsizei width, GLint border, GLenum format, GLenum type, const void* pixels) {
    with_texture(context, texture, target, "glTextureImage1DEXT", TexImage1D, level, internalformat, width, border,
                 format, type, pixels);
}
void TextureImage2DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint internalformat,
                       GLsizei width, GLsizei height, GLint border, GLenum format, GLenum type, const void* pixels) {
    with_texture(context, texture, target, "glTextureImage2DEXT", TexImage2D, level, internalformat, width, height,
                 border, format, type, pixels);
}
void TextureSubImage1DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset, GLsizei width,
                          GLenum format, GLenum type, const void* pixels) {
    with_texture(context, texture, target, "glTextureSubImage1DEXT", TexSubImage1D, level, xoffset, width, format, type,
                 pixels);
}
void TextureSubImage2DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                          GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
    with_texture(context, texture, target, "glTextureSubImage2DEXT", TexSubImage2D, level, xoffset, yoffset, width,
                 height, format, type, pixels);
}
void CopyTextureImage1DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum internalformat, GLint x,
                           GLint y, GLsizei width, GLint border) {
    with_texture(context, texture, target, "glCopyTextureImage1DEXT", CopyTexImage1D, level, internalformat, x, y,
                 width, border);
}
void CopyTextureImage2DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum internalformat, GLint x,
                           GLint y, GLsizei width, GLsizei height, GLint border) {
    with_texture(context, texture, target, "glCopyTextureImage2DEXT", CopyTexImage2D, level, internalformat, x, y,
                 width, height, border);
}
void CopyTextureSubImage1DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset, GLint x,
                              GLint y, GLsizei width) {
    with_texture(context, texture, target, "glCopyTextureSubImage1DEXT", CopyTexSubImage1D, level, xoffset, x, y,
                 width);
}
void CopyTextureSubImage2DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset,
                              GLint yoffset, GLint x, GLint y, GLsizei width, GLsizei height) {
    with_texture(context, texture, target, "glCopyTextureSubImage2DEXT", CopyTexSubImage2D, level, xoffset, yoffset, x,
                 y, width, height);
}
void GetTextureImageEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum format, GLenum type,
                        void* pixels) {
    with_texture(context, texture, target, "glGetTextureImageEXT", GetTexImage, level, format, type, pixels);
}
void GetTextureParameterfvEXT(Context& context, GLuint texture, GLenum target, GLenum pname, GLfloat* params) {
    with_texture(context, texture, target, "glGetTextureParameterfvEXT", GetTexParameterfv, pname, params);
}
void GetTextureParameterivEXT(Context& context, GLuint texture, GLenum target, GLenum pname, GLint* params) {
    with_texture(context, texture, target, "glGetTextureParameterivEXT", GetTexParameteriv, pname, params);
}
void GetTextureLevelParameterfvEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum pname,
                                   GLfloat* params) {
    with_texture(context, texture, target, "glGetTextureLevelParameterfvEXT", GetTexLevelParameterfv, level, pname,
                 params);
}
void GetTextureLevelParameterivEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum pname,
                                   GLint* params) {
    with_texture(context, texture, target, "glGetTextureLevelParameterivEXT", GetTexLevelParameteriv, level, pname,
                 params);
}
void TextureImage3DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint internalformat,
                       GLsizei width, GLsizei height, GLsizei depth, GLint border, GLenum format, GLenum type,
                       const void* pixels) {
    with_texture(context, texture, target, "glTextureImage3DEXT", TexImage3D, level, internalformat, width, height,
                 depth, border, format, type, pixels);
}
void TextureSubImage3DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                          GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                          const void* pixels) {
    with_texture(context, texture, target, "glTextureSubImage3DEXT", TexSubImage3D, level, xoffset, yoffset, zoffset,
                 width, height, depth, format, type, pixels);
}
void CopyTextureSubImage3DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset,
                              GLint yoffset, GLint zoffset, GLint x, GLint y, GLsizei width, GLsizei height) {
    with_texture(context, texture, target, "glCopyTextureSubImage3DEXT", CopyTexSubImage3D, level, xoffset, yoffset,
                 zoffset, x, y, width, height);
}
void CompressedTextureImage3DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum internalformat,
                                 GLsizei width, GLsizei height, GLsizei depth, GLint border, GLsizei imageSize,
                                 const void* bits) {
    with_texture(context, texture, target, "glCompressedTextureImage3DEXT", CompressedTexImage3D, level, internalformat,
                 width, height, depth, border, imageSize, bits);
}
void CompressedTextureImage2DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum internalformat,
                                 GLsizei width, GLsizei height, GLint border, GLsizei imageSize, const void* bits) {
    with_texture(context, texture, target, "glCompressedTextureImage2DEXT", CompressedTexImage2D, level, internalformat,
                 width, height, border, imageSize, bits);
}
void CompressedTextureImage1DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLenum internalformat,
                                 GLsizei width, GLint border, GLsizei imageSize, const void* bits) {
    with_texture(context, texture, target, "glCompressedTextureImage1DEXT", CompressedTexImage1D, level, internalformat,
                 width, border, imageSize, bits);
}
void CompressedTextureSubImage3DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset,
                                    GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, GLsizei depth,
                                    GLenum format, GLsizei imageSize, const void* bits) {
    with_texture(context, texture, target, "glCompressedTextureSubImage3DEXT", CompressedTexSubImage3D, level, xoffset,
                 yoffset, zoffset, width, height, depth, format, imageSize, bits);
}
void CompressedTextureSubImage2DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset,
                                    GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLsizei imageSize,
                                    const void* bits) {
    with_texture(context, texture, target, "glCompressedTextureSubImage2DEXT", CompressedTexSubImage2D, level, xoffset,
                 yoffset, width, height, format, imageSize, bits);
}
void CompressedTextureSubImage1DEXT(Context& context, GLuint texture, GLenum target, GLint level, GLint xoffset,
                                    GLsizei width, GLenum format, GLsizei imageSize, const void* bits) {
    with_texture(context, texture, target, "glCompressedTextureSubImage1DEXT", CompressedTexSubImage1D, level, xoffset,
                 width, format, imageSize, bits);
}
void GetCompressedTextureImageEXT(Context& context, GLuint texture, GLenum target, GLint lod, void* img) {
    with_texture(context, texture, target, "glGetCompressedTextureImageEXT", GetCompressedTexImage, lod, img);
}
void TextureBufferEXT(Context& context, GLuint texture, GLenum target, GLenum internalformat, GLuint buffer) {
    with_texture(context, texture, target, "glTextureBufferEXT", TexBuffer, internalformat, buffer);
}
void TextureParameterIivEXT(Context& context, GLuint texture, GLenum target, GLenum pname, const GLint* params) {
    with_texture(context, texture, target, "glTextureParameterIivEXT", TexParameterIiv, pname, params);
}
void TextureParameterIuivEXT(Context& context, GLuint texture, GLenum target, GLenum pname, const GLuint* params) {
    with_texture(context, texture, target, "glTextureParameterIuivEXT", TexParameterIuiv, pname, params);
}
void GetTextureParameterIivEXT(Context& context, GLuint texture, GLenum target, GLenum pname, GLint* params) {
    with_texture(context, texture, target, "glGetTextureParameterIivEXT", GetTexParameterIiv, pname, params);
}
void GetTextureParameterIuivEXT(Context& context, GLuint texture, GLenum target, GLenum pname, GLuint* params) {
    with_texture(context, texture, target, "glGetTextureParameterIuivEXT", GetTexParameterIuiv, pname, params);
}
void GenerateTextureMipmapEXT(Context& context, GLuint texture, GLenum target) {
    with_texture(context, texture, target, "glGenerateTextureMipmapEXT", GenerateMipmap);
}
void TextureRenderbufferEXT(Context& context, GLuint texture, GLenum target, GLuint renderbuffer) {
    with_texture(context, texture, target, "glTextureRenderbufferEXT", TexRenderbufferNV, renderbuffer);
}
void TextureBufferRangeEXT(Context& context, GLuint texture, GLenum target, GLenum internalformat, GLuint buffer,
                           GLintptr offset, GLsizeiptr size) {
    with_texture(context, texture, target, "glTextureBufferRangeEXT", TexBufferRange, internalformat, buffer, offset,
                 size);
}
void TextureStorage1DEXT(Context& context, GLuint texture, GLenum target, GLsizei levels, GLenum internalformat,
                         GLsizei width) {
    with_texture(context, texture, target, "glTextureStorage1DEXT", TexStorage1D, levels, internalformat, width);
}
void TextureStorage2DEXT(Context& context, GLuint texture, GLenum target, GLsizei levels, GLenum internalformat,
                         GLsizei width, GLsizei height) {
    with_texture(context, texture, target, "glTextureStorage2DEXT", TexStorage2D, levels, internalformat, width,
                 height);
}
void TextureStorage3DEXT(Context& context, GLuint texture, GLenum target, GLsizei levels, GLenum internalformat,
                         GLsizei width, GLsizei height, GLsizei depth) {
    with_texture(context, texture, target, "glTextureStorage3DEXT", TexStorage3D, levels, internalformat, width, height,
                 depth);
}
void TextureStorage2DMultisampleEXT(Context& context, GLuint texture, GLenum target, GLsizei samples,
                                    GLenum internalformat, GLsizei width, GLsizei height,
                                    GLboolean fixedsamplelocations) {
    with_texture(context, texture, target, "glTextureStorage2DMultisampleEXT", TexStorage2DMultisample, samples,
                 internalformat, width, height, fixedsamplelocations);
}
void TextureStorage3DMultisampleEXT(Context& context, GLuint texture, GLenum target, GLsizei samples,
                                    GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth,
                                    GLboolean fixedsamplelocations) {
    with_texture(context, texture, target, "glTextureStorage3DMultisampleEXT", TexStorage3DMultisample, samples,
                 internalformat, width, height, depth, fixedsamplelocations);
}

// ---- units ----

void BindMultiTextureEXT(Context& context, GLenum texunit, GLenum target, GLuint texture) {
    with_unit(context, texunit, "glBindMultiTextureEXT", BindTexture, target, texture);
}
void MultiTexEnvfEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLfloat param) {
    with_unit(context, texunit, "glMultiTexEnvfEXT", TexEnvf, target, pname, param);
}
void MultiTexEnvfvEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, const GLfloat* params) {
    with_unit(context, texunit, "glMultiTexEnvfvEXT", TexEnvfv, target, pname, params);
}
void MultiTexEnviEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLint param) {
    with_unit(context, texunit, "glMultiTexEnviEXT", TexEnvi, target, pname, param);
}
void MultiTexEnvivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, const GLint* params) {
    with_unit(context, texunit, "glMultiTexEnvivEXT", TexEnviv, target, pname, params);
}
void MultiTexGendEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, GLdouble param) {
    with_unit(context, texunit, "glMultiTexGendEXT", TexGend, coord, pname, param);
}
void MultiTexGendvEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, const GLdouble* params) {
    with_unit(context, texunit, "glMultiTexGendvEXT", TexGendv, coord, pname, params);
}
void MultiTexGenfEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, GLfloat param) {
    with_unit(context, texunit, "glMultiTexGenfEXT", TexGenf, coord, pname, param);
}
void MultiTexGenfvEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, const GLfloat* params) {
    with_unit(context, texunit, "glMultiTexGenfvEXT", TexGenfv, coord, pname, params);
}
void MultiTexGeniEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, GLint param) {
    with_unit(context, texunit, "glMultiTexGeniEXT", TexGeni, coord, pname, param);
}
void MultiTexGenivEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, const GLint* params) {
    with_unit(context, texunit, "glMultiTexGenivEXT", TexGeniv, coord, pname, params);
}
void GetMultiTexEnvfvEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLfloat* params) {
    with_unit(context, texunit, "glGetMultiTexEnvfvEXT", GetTexEnvfv, target, pname, params);
}
void GetMultiTexEnvivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLint* params) {
    with_unit(context, texunit, "glGetMultiTexEnvivEXT", GetTexEnviv, target, pname, params);
}
void GetMultiTexGendvEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, GLdouble* params) {
    with_unit(context, texunit, "glGetMultiTexGendvEXT", GetTexGendv, coord, pname, params);
}
void GetMultiTexGenfvEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, GLfloat* params) {
    with_unit(context, texunit, "glGetMultiTexGenfvEXT", GetTexGenfv, coord, pname, params);
}
void GetMultiTexGenivEXT(Context& context, GLenum texunit, GLenum coord, GLenum pname, GLint* params) {
    with_unit(context, texunit, "glGetMultiTexGenivEXT", GetTexGeniv, coord, pname, params);
}
void MultiTexParameteriEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLint param) {
    with_unit(context, texunit, "glMultiTexParameteriEXT", TexParameteri, target, pname, param);
}
void MultiTexParameterivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, const GLint* params) {
    with_unit(context, texunit, "glMultiTexParameterivEXT", TexParameteriv, target, pname, params);
}
void MultiTexParameterfEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLfloat param) {
    with_unit(context, texunit, "glMultiTexParameterfEXT", TexParameterf, target, pname, param);
}
void MultiTexParameterfvEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, const GLfloat* params) {
    with_unit(context, texunit, "glMultiTexParameterfvEXT", TexParameterfv, target, pname, params);
}
void MultiTexImage1DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint internalformat,
                        GLsizei width, GLint border, GLenum format, GLenum type, const void* pixels) {
    with_unit(context, texunit, "glMultiTexImage1DEXT", TexImage1D, target, level, internalformat, width, border,
              format, type, pixels);
}
void MultiTexImage2DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint internalformat,
                        GLsizei width, GLsizei height, GLint border, GLenum format, GLenum type, const void* pixels) {
    with_unit(context, texunit, "glMultiTexImage2DEXT", TexImage2D, target, level, internalformat, width, height,
              border, format, type, pixels);
}
void MultiTexSubImage1DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset, GLsizei width,
                           GLenum format, GLenum type, const void* pixels) {
    with_unit(context, texunit, "glMultiTexSubImage1DEXT", TexSubImage1D, target, level, xoffset, width, format, type,
              pixels);
}
void MultiTexSubImage2DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                           GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
    with_unit(context, texunit, "glMultiTexSubImage2DEXT", TexSubImage2D, target, level, xoffset, yoffset, width,
              height, format, type, pixels);
}
void CopyMultiTexImage1DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum internalformat,
                            GLint x, GLint y, GLsizei width, GLint border) {
    with_unit(context, texunit, "glCopyMultiTexImage1DEXT", CopyTexImage1D, target, level, internalformat, x, y, width,
              border);
}
void CopyMultiTexImage2DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum internalformat,
                            GLint x, GLint y, GLsizei width, GLsizei height, GLint border) {
    with_unit(context, texunit, "glCopyMultiTexImage2DEXT", CopyTexImage2D, target, level, internalformat, x, y, width,
              height, border);
}
void CopyMultiTexSubImage1DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset, GLint x,
                               GLint y, GLsizei width) {
    with_unit(context, texunit, "glCopyMultiTexSubImage1DEXT", CopyTexSubImage1D, target, level, xoffset, x, y, width);
}
void CopyMultiTexSubImage2DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset,
                               GLint yoffset, GLint x, GLint y, GLsizei width, GLsizei height) {
    with_unit(context, texunit, "glCopyMultiTexSubImage2DEXT", CopyTexSubImage2D, target, level, xoffset, yoffset, x, y,
              width, height);
}
void GetMultiTexImageEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum format, GLenum type,
                         void* pixels) {
    with_unit(context, texunit, "glGetMultiTexImageEXT", GetTexImage, target, level, format, type, pixels);
}
void GetMultiTexParameterfvEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLfloat* params) {
    with_unit(context, texunit, "glGetMultiTexParameterfvEXT", GetTexParameterfv, target, pname, params);
}
void GetMultiTexParameterivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLint* params) {
    with_unit(context, texunit, "glGetMultiTexParameterivEXT", GetTexParameteriv, target, pname, params);
}
void GetMultiTexLevelParameterfvEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum pname,
                                    GLfloat* params) {
    with_unit(context, texunit, "glGetMultiTexLevelParameterfvEXT", GetTexLevelParameterfv, target, level, pname,
              params);
}
void GetMultiTexLevelParameterivEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum pname,
                                    GLint* params) {
    with_unit(context, texunit, "glGetMultiTexLevelParameterivEXT", GetTexLevelParameteriv, target, level, pname,
              params);
}
void MultiTexImage3DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint internalformat,
                        GLsizei width, GLsizei height, GLsizei depth, GLint border, GLenum format, GLenum type,
                        const void* pixels) {
    with_unit(context, texunit, "glMultiTexImage3DEXT", TexImage3D, target, level, internalformat, width, height, depth,
              border, format, type, pixels);
}
void MultiTexSubImage3DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                           GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                           const void* pixels) {
    with_unit(context, texunit, "glMultiTexSubImage3DEXT", TexSubImage3D, target, level, xoffset, yoffset, zoffset,
              width, height, depth, format, type, pixels);
}
void CopyMultiTexSubImage3DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset,
                               GLint yoffset, GLint zoffset, GLint x, GLint y, GLsizei width, GLsizei height) {
    with_unit(context, texunit, "glCopyMultiTexSubImage3DEXT", CopyTexSubImage3D, target, level, xoffset, yoffset,
              zoffset, x, y, width, height);
}
void CompressedMultiTexImage3DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum internalformat,
                                  GLsizei width, GLsizei height, GLsizei depth, GLint border, GLsizei imageSize,
                                  const void* bits) {
    with_unit(context, texunit, "glCompressedMultiTexImage3DEXT", CompressedTexImage3D, target, level, internalformat,
              width, height, depth, border, imageSize, bits);
}
void CompressedMultiTexImage2DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum internalformat,
                                  GLsizei width, GLsizei height, GLint border, GLsizei imageSize, const void* bits) {
    with_unit(context, texunit, "glCompressedMultiTexImage2DEXT", CompressedTexImage2D, target, level, internalformat,
              width, height, border, imageSize, bits);
}
void CompressedMultiTexImage1DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLenum internalformat,
                                  GLsizei width, GLint border, GLsizei imageSize, const void* bits) {
    with_unit(context, texunit, "glCompressedMultiTexImage1DEXT", CompressedTexImage1D, target, level, internalformat,
              width, border, imageSize, bits);
}
void CompressedMultiTexSubImage3DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset,
                                     GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, GLsizei depth,
                                     GLenum format, GLsizei imageSize, const void* bits) {
    with_unit(context, texunit, "glCompressedMultiTexSubImage3DEXT", CompressedTexSubImage3D, target, level, xoffset,
              yoffset, zoffset, width, height, depth, format, imageSize, bits);
}
void CompressedMultiTexSubImage2DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset,
                                     GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLsizei imageSize,
                                     const void* bits) {
    with_unit(context, texunit, "glCompressedMultiTexSubImage2DEXT", CompressedTexSubImage2D, target, level, xoffset,
              yoffset, width, height, format, imageSize, bits);
}
void CompressedMultiTexSubImage1DEXT(Context& context, GLenum texunit, GLenum target, GLint level, GLint xoffset,
                                     GLsizei width, GLenum format, GLsizei imageSize, const void* bits) {
    with_unit(context, texunit, "glCompressedMultiTexSubImage1DEXT", CompressedTexSubImage1D, target, level, xoffset,
              width, format, imageSize, bits);
}
void GetCompressedMultiTexImageEXT(Context& context, GLenum texunit, GLenum target, GLint lod, void* img) {
    with_unit(context, texunit, "glGetCompressedMultiTexImageEXT", GetCompressedTexImage, target, lod, img);
}
void MultiTexBufferEXT(Context& context, GLenum texunit, GLenum target, GLenum internalformat, GLuint buffer) {
    with_unit(context, texunit, "glMultiTexBufferEXT", TexBuffer, target, internalformat, buffer);
}
void MultiTexParameterIivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, const GLint* params) {
    with_unit(context, texunit, "glMultiTexParameterIivEXT", TexParameterIiv, target, pname, params);
}
void MultiTexParameterIuivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, const GLuint* params) {
    with_unit(context, texunit, "glMultiTexParameterIuivEXT", TexParameterIuiv, target, pname, params);
}
void GetMultiTexParameterIivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLint* params) {
    with_unit(context, texunit, "glGetMultiTexParameterIivEXT", GetTexParameterIiv, target, pname, params);
}
void GetMultiTexParameterIuivEXT(Context& context, GLenum texunit, GLenum target, GLenum pname, GLuint* params) {
    with_unit(context, texunit, "glGetMultiTexParameterIuivEXT", GetTexParameterIuiv, target, pname, params);
}
void GenerateMultiTexMipmapEXT(Context& context, GLenum texunit, GLenum target) {
    with_unit(context, texunit, "glGenerateMultiTexMipmapEXT", GenerateMipmap, target);
}
void MultiTexRenderbufferEXT(Context& context, GLenum texunit, GLenum target, GLuint renderbuffer) {
    with_unit(context, texunit, "glMultiTexRenderbufferEXT", TexRenderbufferNV, target, renderbuffer);
}

}  // namespace commands
}  // namespace glapi
