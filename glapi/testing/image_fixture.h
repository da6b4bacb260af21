// For tests of images: textures with storage, bound to image units, and fragment programs that know their pixel.
#pragma once

#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi::testing {

struct Images : ProgramFixture {
    static void plain_filters(Context& context, GLenum target) {
        commands::TexParameteri(context, target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        commands::TexParameteri(context, target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    // One level, of zeros.
    GLuint make_texture(GLenum target, GLenum format, int width, int height = 1, int depth = 1) {
        GLuint name = 0;
        commands::GenTextures(context(), 1, &name);
        commands::BindTexture(context(), target, name);
        switch (target) {
            case GL_TEXTURE_1D: commands::TexStorage1D(context(), target, 1, format, width); break;
            case GL_TEXTURE_2D:
            case GL_TEXTURE_RECTANGLE:
            case GL_TEXTURE_CUBE_MAP:
            case GL_TEXTURE_1D_ARRAY: commands::TexStorage2D(context(), target, 1, format, width, height); break;
            case GL_TEXTURE_2D_MULTISAMPLE:
                commands::TexStorage2DMultisample(context(), target, 4, format, width, height, GL_TRUE);
                return expect(GL_NO_ERROR), name;
            case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
                commands::TexStorage3DMultisample(context(), target, 4, format, width, height, depth, GL_TRUE);
                return expect(GL_NO_ERROR), name;
            case GL_TEXTURE_BUFFER: {
                GLuint buffer = 0;
                commands::GenBuffers(context(), 1, &buffer);
                commands::BindBuffer(context(), GL_TEXTURE_BUFFER, buffer);
                commands::BufferData(context(), GL_TEXTURE_BUFFER, width * 16, nullptr, GL_DYNAMIC_COPY);
                commands::TexBuffer(context(), target, format, buffer);
                return expect(GL_NO_ERROR), name;
            }
            default: commands::TexStorage3D(context(), target, 1, format, width, height, depth); break;
        }
        plain_filters(context(), target);
        expect(GL_NO_ERROR);
        return name;
    }
    void bind(GLuint unit, GLuint texture, GLenum format, GLenum access = GL_READ_WRITE, bool layered = true,
              GLint layer = 0, GLint level = 0) {
        commands::BindImageTextureEXT(context(), unit, texture, level, layered, layer, access,
                                      static_cast<GLint>(format));
        expect(GL_NO_ERROR);
    }
    std::vector<uint32_t> words_of(GLenum target, size_t count) {
        std::vector<uint32_t> words(count);
        commands::GetTexImage(context(), target, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, words.data());
        expect(GL_NO_ERROR);
        return words;
    }
    // `p` is the pixel.
    void load_fragments(const std::string& body) {
        load(GL_FRAGMENT_PROGRAM_ARB,
             "!!NVfp5.0\nOPTION EXT_shader_image_load_formatted;\nTEMP t, p, n;\n"
             "CVT.S32.F32.TRUNC p, fragment.position;\nMOV.S p.zw, 0;\n" +
                 body + "END\n");
    }
};

}  // namespace glapi::testing
