#include "common/program.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "common/application.h"

namespace sample {

GLuint load_program(GLenum target, const char* text, const char* extension) {
    GLuint program = 0;
    glGenProgramsARB(1, &program);
    glBindProgramARB(target, program);
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(std::strlen(text)), text);
    GLint position = -1;
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position >= 0) {
        std::fprintf(stderr, "program refused at byte %d:\n%s\n", position,
                     reinterpret_cast<const char*>(glGetString(GL_PROGRAM_ERROR_STRING_ARB)));
        if (!extension || has_extension(extension)) std::exit(1);
        std::fprintf(stderr, "this scene needs %s, which this driver does not have\n", extension);
        std::exit(exit_unsupported);
    }
    return program;
}

}  // namespace sample
