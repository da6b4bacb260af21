// Program pipeline objects: a program for each stage. Containers, not shared between contexts.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "glapi/objects/programs/shaders.h"

namespace glapi {

struct ProgramPipeline {
    explicit ProgramPipeline(GLuint object_name) : name(object_name) {}

    GLuint name;
    std::array<std::shared_ptr<GlslProgram>, arbasm::stage_count> programs;
    std::shared_ptr<GlslProgram> active;  // what glUniform* sets
    bool validate_status = false;
    std::string log;

    bool any() const;  // of its stages has a program
    // A texture unit that samplers of two types name; -1: there is none.
    int contested_unit() const;
    // Why it can't be drawn with; empty: it can. `exact`: interfaces between programs match exactly, as in OpenGL ES.
    std::string problem(bool exact) const;
};

}  // namespace glapi
