// Objects that hold data: textures, framebuffers, buffers, and what moves data among them.
#include <array>
#include <cstring>

#include "sensible_steps.h"

#include "glapi/generated/entry_points.h"

namespace {

constexpr GLenum sized_formats[] = {GL_RGBA8,
                                    GL_RGBA8,
                                    GL_RGB8,
                                    GL_R8,
                                    GL_RG16F,
                                    GL_RGBA16F,
                                    GL_RGBA32F,
                                    GL_R32UI,
                                    GL_RGBA8I,
                                    GL_RGB10_A2,
                                    GL_SRGB8_ALPHA8,
                                    GL_R11F_G11F_B10F,
                                    GL_RGB9_E5,
                                    GL_RGB565,
                                    GL_RGBA16,
                                    GL_RGB32F,
                                    GL_RG32I,
                                    GL_DEPTH_COMPONENT16,
                                    GL_DEPTH24_STENCIL8,
                                    GL_DEPTH32F_STENCIL8,
                                    GL_DEPTH_COMPONENT32F,
                                    GL_STENCIL_INDEX8,
                                    GL_LUMINANCE8_ALPHA8,
                                    GL_INTENSITY16,
                                    GL_ALPHA8,
                                    GL_RGBA8_SNORM,
                                    GL_RGB5_A1,
                                    GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,
                                    GL_COMPRESSED_RGBA_BPTC_UNORM,
                                    GL_COMPRESSED_RGB_FXT1_3DFX,
                                    GL_COMPRESSED_RGBA8_ETC2_EAC,
                                    GL_COMPRESSED_RG_RGTC2,
                                    GL_COMPRESSED_RGBA_ASTC_5x4_KHR};
constexpr GLenum texture_targets[] = {GL_TEXTURE_2D,
                                      GL_TEXTURE_2D,
                                      GL_TEXTURE_3D,
                                      GL_TEXTURE_1D,
                                      GL_TEXTURE_2D_ARRAY,
                                      GL_TEXTURE_1D_ARRAY,
                                      GL_TEXTURE_CUBE_MAP,
                                      GL_TEXTURE_CUBE_MAP_ARRAY,
                                      GL_TEXTURE_RECTANGLE,
                                      GL_TEXTURE_2D_MULTISAMPLE,
                                      GL_TEXTURE_2D_MULTISAMPLE_ARRAY};
constexpr GLenum pixel_formats[] = {GL_RGBA,          GL_RGBA,
                                    GL_BGRA,          GL_RGB,
                                    GL_RED,           GL_RG,
                                    GL_LUMINANCE,     GL_DEPTH_COMPONENT,
                                    GL_DEPTH_STENCIL, GL_STENCIL_INDEX,
                                    GL_RGBA_INTEGER,  GL_COLOR_INDEX,
                                    GL_ABGR_EXT};
constexpr GLenum pixel_types[] = {GL_UNSIGNED_BYTE,
                                  GL_UNSIGNED_BYTE,
                                  GL_FLOAT,
                                  GL_SHORT,
                                  GL_HALF_FLOAT,
                                  GL_INT,
                                  GL_UNSIGNED_SHORT_5_6_5,
                                  GL_UNSIGNED_INT_8_8_8_8_REV,
                                  GL_UNSIGNED_INT_10F_11F_11F_REV,
                                  GL_UNSIGNED_INT_24_8,
                                  GL_BITMAP,
                                  GL_FLOAT_32_UNSIGNED_INT_24_8_REV};
constexpr GLenum buffer_targets[] = {GL_ARRAY_BUFFER,          GL_ELEMENT_ARRAY_BUFFER, GL_PIXEL_UNPACK_BUFFER,
                                     GL_PIXEL_PACK_BUFFER,     GL_UNIFORM_BUFFER,       GL_DRAW_INDIRECT_BUFFER,
                                     GL_COPY_READ_BUFFER,      GL_QUERY_BUFFER,         GL_TEXTURE_BUFFER,
                                     GL_SHADER_STORAGE_BUFFER, GL_PARAMETER_BUFFER};

GLsizei edge(Arguments& arguments) { return GLsizei(arguments.number(1, 33)); }
GLuint texture_name(Arguments& arguments) { return GLuint(arguments.number(0, 5)); }

void make_image(Arguments& arguments) {
    ::glBindTexture(GL_TEXTURE_2D, texture_name(arguments));
    const GLsizei size = GLsizei(1) << arguments.number(0, 5);
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   arguments.memory(true, false, arguments.binding("TexImage2D")));
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    ::glEnable(GL_TEXTURE_2D);
    if (arguments.chance(40)) {
        static constexpr GLenum formats[] = {GL_RGBA8, GL_R32UI, GL_RG16F, GL_RGBA32F};
        ::glBindImageTextureEXT(GLuint(arguments.number(0, 2)), GLuint(arguments.number(1, 5)),
                                GLint(arguments.number(0, 1)), GL_TRUE, 0, GL_READ_WRITE,
                                GLint(one_of(arguments, formats)));
    }
}

void store(Arguments& arguments, GLenum target, GLenum format) {
    const GLsizei levels = GLsizei(arguments.number(1, 4));
    const GLsizei width = edge(arguments), height = edge(arguments);
    switch (target) {
        case GL_TEXTURE_1D: ::glTexStorage1D(target, levels, format, width); break;
        case GL_TEXTURE_2D:
        case GL_TEXTURE_1D_ARRAY: ::glTexStorage2D(target, levels, format, width, height); break;
        case GL_TEXTURE_CUBE_MAP: ::glTexStorage2D(target, levels, format, width, width); break;
        case GL_TEXTURE_RECTANGLE: ::glTexStorage2D(target, 1, format, width, height); break;
        case GL_TEXTURE_CUBE_MAP_ARRAY: ::glTexStorage3D(target, levels, format, width, width, 6); break;
        case GL_TEXTURE_2D_MULTISAMPLE:
            ::glTexStorage2DMultisample(target, GLsizei(1 << arguments.number(0, 4)), format, width, height, GL_TRUE);
            break;
        case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
            ::glTexStorage3DMultisample(target, GLsizei(1 << arguments.number(0, 4)), format, width, height, 3,
                                        GL_TRUE);
            break;
        default: ::glTexStorage3D(target, levels, format, width, height, GLsizei(arguments.number(1, 5))); break;
    }
}

void make_storage(Arguments& arguments) {
    const GLenum target = one_of(arguments, texture_targets);
    ::glActiveTexture(GLenum(GL_TEXTURE0 + arguments.number(0, 3)));
    GLuint name = texture_name(arguments);
    if (arguments.chance(30)) ::glDeleteTextures(1, &name);
    ::glBindTexture(target, name);
    if (arguments.chance(8)) ::glTexParameteri(target, GL_TEXTURE_SPARSE_ARB, GL_TRUE);
    store(arguments, target, one_of(arguments, sized_formats));
    if (arguments.chance(40)) ::glGenerateMipmap(target);
    if (arguments.chance(50)) {
        static constexpr GLenum wraps[] = {GL_REPEAT,          GL_CLAMP,           GL_CLAMP_TO_EDGE,
                                           GL_CLAMP_TO_BORDER, GL_MIRRORED_REPEAT, GL_MIRROR_CLAMP_TO_EDGE};
        static constexpr GLenum filters[] = {GL_NEAREST, GL_LINEAR, GL_LINEAR_MIPMAP_LINEAR, GL_NEAREST_MIPMAP_LINEAR};
        ::glTexParameteri(target, GL_TEXTURE_WRAP_S, GLint(one_of(arguments, wraps)));
        ::glTexParameteri(target, GL_TEXTURE_WRAP_T, GLint(one_of(arguments, wraps)));
        ::glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GLint(one_of(arguments, filters)));
        ::glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        if (arguments.chance(30)) ::glTexParameterf(target, GL_TEXTURE_MAX_ANISOTROPY_EXT, 8);
        if (arguments.chance(30)) ::glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    }
    ::glEnable(target);
    if (arguments.chance(20)) {
        const GLuint view = ::glIsTexture(5) ? 4 : 5;
        GLuint fresh = 0;
        ::glGenTextures(1, &fresh);
        ::glTextureView(arguments.chance(50) ? fresh : view, target, name, one_of(arguments, sized_formats), 0,
                        GLuint(arguments.number(1, 3)), 0, GLuint(arguments.number(1, 6)));
    }
}

// Texels in and out, with whatever the pixel store says; at most 33³ of 16 bytes.
void move_pixels(Arguments& arguments) {
    const GLenum target = one_of(arguments, texture_targets), format = one_of(arguments, pixel_formats),
                 type = one_of(arguments, pixel_types);
    const GLsizei width = edge(arguments), height = edge(arguments);
    void* const from = arguments.memory(true, false, arguments.binding("TexSubImage2D"));
    void* const to = arguments.memory(false, false, arguments.binding("ReadPixels"));
    const GLint x = GLint(arguments.number(-3, 40)), y = GLint(arguments.number(-3, 40));
    const GLint level = GLint(arguments.number(0, 2));
    switch (arguments.number(0, 11)) {
        case 0:
            ::glTexImage2D(GL_TEXTURE_2D, level, GLint(one_of(arguments, sized_formats)), width, height, 0, format,
                           type, from);
            break;
        case 1: ::glTexSubImage2D(target, level, x, y, width / 2, height / 2, format, type, from); break;
        case 2: ::glTexSubImage3D(target, level, 0, 0, 0, width / 2, height / 2, 2, format, type, from); break;
        case 3: ::glGetTexImage(target, level, format, type, to); break;
        case 4: ::glReadPixels(x, y, width, height, format, type, to); break;
        case 5: ::glDrawPixels(width, height, format, type, from); break;
        case 6: ::glCopyPixels(x, y, width, height, GLenum(GL_COLOR + arguments.number(0, 2))); break;
        case 7:
            ::glCopyTexImage2D(GL_TEXTURE_2D, level, one_of(arguments, sized_formats), x, y, width, height, 0);
            break;
        case 8: ::glCopyTexSubImage2D(target, level, x, y, x, y, width, height); break;
        case 9:
            ::glCopyImageSubData(texture_name(arguments), target, level, 0, 0, 0, texture_name(arguments),
                                 one_of(arguments, texture_targets), 0, 0, 0, 0, width / 2, height / 2, 1);
            break;
        case 10: ::glClearTexImage(texture_name(arguments), level, format, type, from); break;
        default: ::glPixelZoom(float(arguments.real()), float(arguments.real())); break;
    }
}

void make_framebuffer(Arguments& arguments) {
    ::glBindFramebuffer(GL_FRAMEBUFFER, GLuint(arguments.number(0, 3)));
    for (GLenum n = 0; n < GLenum(arguments.number(1, 3)); ++n) {
        const GLenum attachment = GL_COLOR_ATTACHMENT0 + n;
        if (arguments.chance(60)) {
            ::glFramebufferTexture(GL_FRAMEBUFFER, attachment, texture_name(arguments), GLint(arguments.number(0, 2)));
            continue;
        }
        const GLuint buffer = GLuint(arguments.number(1, 4));
        ::glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        ::glRenderbufferStorageMultisample(GL_RENDERBUFFER, GLsizei(arguments.number(0, 8)),
                                           one_of(arguments, sized_formats), edge(arguments), edge(arguments));
        ::glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    }
    if (arguments.chance(40))
        ::glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, texture_name(arguments), 0);
    static constexpr GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
    ::glDrawBuffers(GLsizei(arguments.number(1, 3)), buffers);
    ::glClear(GL_COLOR_BUFFER_BIT | (arguments.chance(50) ? GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT : 0));
    draw_something(arguments);
    if (arguments.chance(40)) {
        ::glBindFramebuffer(GL_DRAW_FRAMEBUFFER, GLuint(arguments.number(0, 3)));
        ::glBlitFramebuffer(0, 0, edge(arguments), edge(arguments), GLint(arguments.number(-9, 40)), 0, edge(arguments),
                            edge(arguments), GL_COLOR_BUFFER_BIT | (arguments.chance(30) ? GL_DEPTH_BUFFER_BIT : 0),
                            arguments.chance(50) ? GL_LINEAR : GL_NEAREST);
    }
    if (arguments.chance(25)) {
        GLuint name = texture_name(arguments);
        ::glDeleteTextures(1, &name);
        draw_something(arguments);
    }
}

void attach_texture(Arguments& arguments) {
    ::glBindFramebuffer(GL_FRAMEBUFFER, GLuint(arguments.number(0, 3)));
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_name(arguments), 0);
}

void make_buffer(Arguments& arguments) {
    const GLenum target = one_of(arguments, buffer_targets);
    const GLuint name = GLuint(arguments.number(0, 4));
    if (arguments.chance(15)) ::glDeleteBuffers(1, &name);
    ::glBindBuffer(target, name);
    void* const data = arguments.chance(80) ? arguments.memory(true, arguments.chance(50), false) : nullptr;
    if (arguments.chance(75))
        ::glBufferData(target, GLsizeiptr(arguments.number(0, 5000)), data, GL_STATIC_DRAW);
    else
        ::glBufferStorage(target, GLsizeiptr(arguments.number(0, 5000)), data,
                          GLbitfield(arguments.number(0, 0x3ff)) | GL_MAP_WRITE_BIT);
    if (arguments.chance(20)) {
        ::glBindTexture(GL_TEXTURE_BUFFER, texture_name(arguments));
        ::glTexBuffer(GL_TEXTURE_BUFFER, one_of(arguments, sized_formats), name);
    }
}

// Mappings may last longer than the step.
void map_buffer(Arguments& arguments) {
    const GLenum target = one_of(arguments, buffer_targets);
    ::glBindBuffer(target, GLuint(arguments.number(1, 4)));
    const GLsizeiptr length = arguments.number(1, 200);
    const GLintptr offset = arguments.number(0, 99);
    if (void* const memory = ::glMapBufferRange(target, offset, length, GLbitfield(arguments.number(0, 0xff)))) {
        GLint access = 0;
        ::glGetBufferParameteriv(target, GL_BUFFER_ACCESS_FLAGS, &access);
        if (access & GL_MAP_WRITE_BIT) std::memset(memory, int(arguments.number(0, 3)), size_t(length));
        if (arguments.chance(30)) ::glFlushMappedBufferRange(target, 0, arguments.number(0, length));
    }
    if (arguments.chance(30)) draw_something(arguments);
    if (arguments.chance(85)) ::glUnmapBuffer(target);
    if (arguments.chance(20))
        ::glCopyBufferSubData(target, one_of(arguments, buffer_targets), arguments.number(0, 99),
                              arguments.number(0, 999), arguments.number(0, 999));
    if (arguments.chance(20))
        ::glClearBufferSubData(target, GL_R32UI, 4 * arguments.number(0, 9), 4 * arguments.number(0, 99),
                               GL_RED_INTEGER, GL_UNSIGNED_INT, arguments.memory(true, false, false));
}

// Memory by its address, of buffers that may have gone meanwhile.
void use_addresses(Arguments& arguments) {
    const GLuint name = GLuint(arguments.number(1, 4));
    ::glBindBuffer(GL_ARRAY_BUFFER, name);
    ::glMakeBufferResidentNV(GL_ARRAY_BUFFER, GL_READ_WRITE);
    GLuint64 address = 0;
    ::glGetBufferParameterui64vNV(GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
    ::glEnableClientState(GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV);
    if (arguments.chance(60)) ::glEnableClientState(GL_ELEMENT_ARRAY_UNIFIED_NV);
    address += GLuint64(arguments.number(-4, 64));
    ::glBufferAddressRangeNV(GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV, GLuint(arguments.number(0, 2)), address,
                             arguments.number(0, 6000));
    ::glBufferAddressRangeNV(GL_VERTEX_ARRAY_ADDRESS_NV, 0, address, arguments.number(0, 6000));
    ::glBufferAddressRangeNV(GL_ELEMENT_ARRAY_ADDRESS_NV, 0, address, arguments.number(0, 6000));
    if (arguments.chance(25)) ::glDeleteBuffers(1, &name);
    // Without buffers, so that indices are offsets from the address.
    ::glDrawElements(GL_TRIANGLES, GLsizei(arguments.number(0, 30)), GL_UNSIGNED_SHORT, nullptr);
    if (arguments.chance(70)) ::glDisableClientState(GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV);
    if (arguments.chance(70)) ::glDisableClientState(GL_ELEMENT_ARRAY_UNIFIED_NV);
}

// Commands in a buffer; one may be damaged.
void draw_commands(Arguments& arguments) {
    struct Row {
        GLenum token;
        GLuint words;
    };
    static constexpr Row rows[] = {{GL_DRAW_ARRAYS_COMMAND_NV, 3},       {GL_DRAW_ELEMENTS_COMMAND_NV, 4},
                                   {GL_DRAW_ARRAYS_STRIP_COMMAND_NV, 3}, {GL_DRAW_ARRAYS_INSTANCED_COMMAND_NV, 6},
                                   {GL_VIEWPORT_COMMAND_NV, 5},          {GL_SCISSOR_COMMAND_NV, 5},
                                   {GL_LINE_WIDTH_COMMAND_NV, 2},        {GL_STENCIL_REF_COMMAND_NV, 3},
                                   {GL_FRONT_FACE_COMMAND_NV, 2},        {GL_ATTRIBUTE_ADDRESS_COMMAND_NV, 4},
                                   {GL_UNIFORM_ADDRESS_COMMAND_NV, 4},   {GL_ELEMENT_ADDRESS_COMMAND_NV, 4}};
    std::array<GLuint, 48> words{};  // allocates nothing: that is for the calls to do
    size_t count = 0;
    for (int64_t n = arguments.number(1, 6); n > 0; --n) {
        const Row& row = one_of(arguments, rows);
        words[count++] = ::glGetCommandHeaderNV(row.token, 4 * row.words);
        for (GLuint word = 1; word < row.words; ++word) words[count++] = GLuint(arguments.number(0, 9));
    }
    if (arguments.chance(20)) words[size_t(arguments.number(0, int64_t(count) - 1))] = GLuint(arguments.integer());
    const GLsizei bytes = GLsizei(4 * count);
    const GLuint name = GLuint(arguments.number(1, 4)), state = GLuint(arguments.number(1, 3));
    ::glBindBuffer(GL_ARRAY_BUFFER, name);
    ::glBufferData(GL_ARRAY_BUFFER, bytes, words.data(), GL_STATIC_DRAW);
    ::glBindBuffer(GL_ARRAY_BUFFER, 0);
    const GLintptr offset = 0;
    ::glDrawCommandsNV(GL_TRIANGLES, name, &offset, &bytes, 1);
    if (!::glIsStateNV(state)) {
        GLuint made = 0;
        ::glCreateStatesNV(1, &made);
        ::glCreateCommandListsNV(1, &made);
    }
    ::glStateCaptureNV(state, GL_TRIANGLES);
    const GLuint framebuffer = GLuint(arguments.number(0, 3));
    ::glDrawCommandsStatesNV(name, &offset, &bytes, &state, &framebuffer, 1);
    const void* memory = words.data();
    ::glListDrawCommandsStatesClientNV(state, 0, &memory, &bytes, &state, &framebuffer, 1);
    if (arguments.chance(50)) ::glCompileCommandListNV(state);
    ::glCallCommandListNV(state);
}

// Handles stay with their textures; pages come and go.
void use_handles(Arguments& arguments) {
    const GLuint64 handle = ::glGetTextureHandleARB(texture_name(arguments));
    ::glMakeTextureHandleResidentARB(handle);
    const GLuint64 image = ::glGetImageHandleARB(texture_name(arguments), 0, GL_FALSE, 0, GL_RGBA8);
    ::glMakeImageHandleResidentARB(image, GL_READ_WRITE);
    const GLfloat words[4] = {};
    ::glProgramLocalParameter4fvARB(GL_FRAGMENT_PROGRAM_ARB, 7, words);
    if (handle) ::glProgramLocalParameterI4uiNV(GL_FRAGMENT_PROGRAM_ARB, 7, GLuint(handle), GLuint(handle >> 32), 0, 0);
    draw_something(arguments);
    if (arguments.chance(50)) ::glMakeTextureHandleNonResidentARB(handle);
}

void use_pages(Arguments& arguments) {
    const GLenum target = one_of(arguments, texture_targets);
    GLuint name = texture_name(arguments);
    ::glDeleteTextures(1, &name);
    ::glBindTexture(target, name);
    ::glTexParameteri(target, GL_TEXTURE_SPARSE_ARB, GL_TRUE);
    ::glTexParameteri(target, GL_VIRTUAL_PAGE_SIZE_INDEX_ARB, GLint(arguments.number(0, 1)));
    static constexpr GLenum formats[] = {GL_RGBA8, GL_R8, GL_RGBA32F, GL_DEPTH_COMPONENT16, GL_RG32I};
    const GLenum format = one_of(arguments, formats);
    if (target == GL_TEXTURE_3D)
        ::glTexStorage3D(target, 2, format, 128, 64, 32);
    else if (target == GL_TEXTURE_2D_ARRAY)
        ::glTexStorage3D(target, 3, format, 512, 256, 3);
    else
        ::glTexStorage2D(target, 3, format, 512, 512);
    for (int n = 0; n < 2; ++n)
        ::glTexPageCommitmentARB(target, GLint(arguments.number(0, 2)), GLint(64 * arguments.number(0, 8)), 0, 0,
                                 GLsizei(128 * arguments.number(0, 5)), 256, GLsizei(arguments.number(0, 32)),
                                 GLboolean(arguments.chance(70)));
    ::glTexSubImage2D(target, 0, GLint(arguments.number(0, 500)), GLint(arguments.number(0, 500)), 30, 30, GL_RGBA,
                      GL_UNSIGNED_BYTE, arguments.memory(true, false, arguments.binding("TexSubImage2D")));
    draw_something(arguments);
    const GLuint buffer = GLuint(arguments.number(1, 4));
    ::glDeleteBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    ::glBufferStorage(GL_ARRAY_BUFFER, 65536 * 2, nullptr, GL_SPARSE_STORAGE_BIT_ARB | GL_DYNAMIC_STORAGE_BIT);
    ::glBufferPageCommitmentARB(GL_ARRAY_BUFFER, 0, 65536, GLboolean(arguments.chance(70)));
    ::glBufferSubData(GL_ARRAY_BUFFER, arguments.number(0, 130000), arguments.number(0, 999),
                      arguments.memory(true, false, false));
}

void change_pixel_store(Arguments& arguments) {
    static constexpr GLenum names[] = {GL_UNPACK_ALIGNMENT,  GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_PIXELS,
                                       GL_UNPACK_SKIP_ROWS,  GL_PACK_ALIGNMENT,    GL_PACK_ROW_LENGTH,
                                       GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST,  GL_UNPACK_IMAGE_HEIGHT};
    ::glPixelStorei(one_of(arguments, names), GLint(arguments.number(0, 8)));
}

void use_fences(Arguments& arguments) {
    if (GLsync sync = ::glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)) arguments.syncs.push_back(sync);
    if (arguments.chance(30)) ::glClientWaitSync(arguments.sync(), 0, 0);
    if (arguments.chance(30)) ::glDeleteSync(arguments.sync());
    if (arguments.chance(30)) ::glSetFenceNV(arguments.name(), GL_ALL_COMPLETED_NV);
    if (arguments.chance(30)) ::glFinishFenceNV(arguments.name());
}

constexpr SensibleStep steps[] = {make_image,     make_image,  make_storage, make_storage,       make_storage,
                                  move_pixels,    move_pixels, move_pixels,  make_framebuffer,   make_framebuffer,
                                  attach_texture, make_buffer, make_buffer,  map_buffer,         use_addresses,
                                  draw_commands,  use_handles, use_pages,    change_pixel_store, use_fences};

}  // namespace

std::span<const SensibleStep> object_steps() { return steps; }
