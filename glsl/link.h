// Checked shaders to programs: one arbasm::Program for each stage, and what they have in common with the application.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glsl/language/types.h"

#include "arbasm/assembler.h"

namespace glsl {

struct Shader;

// A uniform of the default block, as the application sees it: structures and arrays of structures are taken apart, an
// array of scalars, vectors, matrices or samplers is one.
struct Uniform {
    std::string name;            // "lights[1].colour"; arrays without "[0]"
    const Type* type = nullptr;  // of an element: basic, sampler, image or atomic counter
    int array_size = 1;
    bool is_array = false;
    int location = -1;  // of the first element; the others follow
    // For each stage where its values are: the first register of program.local, one for each column of each element; of
    // samplers: the first of texture[n]. -1: the stage does not read it.
    std::array<int, arbasm::stage_count> first{-1, -1, -1, -1, -1, -1};
    std::vector<uint64_t> initial;  // components, where the declaration gives them; else empty
};

struct Attribute {
    std::string name;
    const Type* type = nullptr;
    int array_size = 1;
    int location = -1;
    bool builtin = false;
};

struct FragmentOutput {
    std::string name;
    const Type* type = nullptr;
    int array_size = 1;
    int location = -1, index = 0;
};

struct LinkedStage {
    std::shared_ptr<const arbasm::Program> program;
    std::string text;
};

struct LinkedProgram {
    std::string log;      // messages, one a line
    bool linked = false;  // false: the log says why, and nothing else is meant
    std::array<LinkedStage, arbasm::stage_count> stages;
    std::vector<Uniform> uniforms;
    std::vector<Attribute> attributes;
    std::vector<FragmentOutput> outputs;
};

struct LinkOptions {
    std::map<std::string, int, std::less<>> attribute_locations;  // glBindAttribLocation
    std::map<std::string, int, std::less<>> output_locations;     // glBindFragDataLocation
    bool separable = false;
    arbasm::Limits limits;
};

LinkedProgram link(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options = {});

}  // namespace glsl
