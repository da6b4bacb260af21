#include "sensible_steps.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "glapi/context.h"
#include "glapi/driver_interface.h"
#include "glapi/generated/entry_points.h"
#include "glapi/immediate/immediate.h"
#include "glapi/lists/display_list.h"

namespace {

void draw_vertices(Arguments& arguments) {
    ::glBegin(GLenum(arguments.number(GL_POINTS, GL_POLYGON)));
    const int64_t vertices = arguments.number(0, 9);
    for (int64_t i = 0; i < vertices; ++i) {
        ::glColor3f(float(arguments.real()), 1, 0);
        ::glTexCoord2f(float(arguments.real()), float(arguments.real()));
        ::glVertex3f(float(arguments.real()), float(arguments.real()), float(arguments.real()));
    }
    ::glEnd();
    // Even if there was too little memory to draw.
    const glapi::Context& context = *glapi::current_context();
    if (context.immediate.inside && !context.lists.compiling) {
        std::fprintf(stderr, "api_fuzz: glEnd does not end\n");
        std::abort();
    }
}

void load_assembly(Arguments& arguments) {
    const GLenum target = arguments.chance(50) ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB;
    const char* const text = arguments.text();
    ::glBindProgramARB(target, GLuint(arguments.number(1, 6)));
    ::glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, GLsizei(std::strlen(text)), text);
    if (arguments.chance(70)) ::glEnable(target);
}

void draw_array(Arguments& arguments) {
    ::glVertexPointer(2, GL_FLOAT, 0, arguments.vertex_array("VertexPointer"));
    ::glEnableClientState(GL_VERTEX_ARRAY);
    ::glDrawArrays(GLenum(arguments.number(GL_POINTS, GL_POLYGON)), 0, GLsizei(arguments.number(0, 30)));
}

// A list that other calls go to.
void begin_list(Arguments& arguments) {
    ::glNewList(GLuint(arguments.number(1, 4)), arguments.chance(50) ? GL_COMPILE : GL_COMPILE_AND_EXECUTE);
}
void end_list(Arguments&) { ::glEndList(); }

constexpr SensibleStep simple_steps[] = {draw_vertices, load_assembly, draw_array, begin_list, end_list, end_list};

}  // namespace

void reserve_names() {
    GLuint names[6];
    ::glGenTextures(6, names);
    ::glGenBuffers(6, names);
    ::glGenFramebuffers(6, names);
    ::glGenRenderbuffers(6, names);
    ::glGenQueries(6, names);
    ::glGenProgramPipelines(6, names);
    ::glGenTransformFeedbacks(6, names);
    ::glGenVertexArrays(6, names);
    ::glBindVertexArray(1);
}

void sensible_step(Arguments& arguments) {
    const std::span<const SensibleStep> tables[] = {simple_steps, drawing_steps(), object_steps()};
    const auto& table = one_of(arguments, tables);
    table[size_t(arguments.number(0, int64_t(table.size()) - 1))](arguments);
}
