// The interface of a linked program to the application, as ARB_program_interface_query numbers and describes it.
#pragma once

#include <string>
#include <vector>

#include "glapi/generated/gl.h"

namespace glapi {

// Only those members mean anything that the resources of the interface have properties for.
struct ProgramResource {
    std::string name;  // arrays: with "[0]"
    GLenum type = GL_NONE;
    GLint array_size = 1, location = -1, location_index = -1, location_component = 0;
    GLint step = 1;  // locations from element to element
    GLint block_index = -1, offset = -1, array_stride = -1, matrix_stride = -1;
    bool row_major = false, per_patch = false;
    GLint counter_buffer = -1;
    GLint top_level_array_size = 1, top_level_array_stride = 0;
    GLint binding = 0, data_size = 0;  // of blocks and buffers
    GLint feedback_buffer = -1, feedback_stride = 0;
    unsigned stages = 0;            // bit n: the arbasm::Stage n has it
    std::vector<GLint> variables;   // of blocks and buffers: the numbers of what lies there
    std::vector<GLint> compatible;  // of subroutine uniforms: the numbers of what they may be

    bool in_stage(unsigned stage) const { return stages >> stage & 1; }
};

}  // namespace glapi
