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

// A uniform, or a variable of a storage block, as the application sees it: structures and arrays of structures are
// taken apart, an array of scalars, vectors, matrices or samplers is one.
struct Uniform {
    std::string name;            // "lights[1].colour", "Block.member"; arrays without "[0]"
    const Type* type = nullptr;  // of an element: basic, sampler, image or atomic counter
    int array_size = 1;          // 0: the buffer sizes it
    bool is_array = false;
    uint8_t stages = 0;  // bit n: the arbasm::Stage n has it
    int location = -1;   // of the first element; the others follow. -1: in a block, or an atomic counter
    // For each stage where its values are: the first register of program.local, one for each column of each element; of
    // samplers: the first of texture[n]. -1: the stage does not read it.
    std::array<int, arbasm::stage_count> first{-1, -1, -1, -1, -1, -1};
    std::vector<uint64_t> initial;  // components, where the declaration gives them; else empty
    int binding = -1;               // layout(binding) of samplers and images: units of the first element

    // Of blocks and atomic counters; -1: it lies in no buffer. Bytes.
    int block = -1;  // into uniform_blocks, storage_blocks or counter_buffers; of an array of blocks: the first
    int offset = -1;
    int array_stride = -1, matrix_stride = -1;  // 0: no array, no matrix
    bool row_major = false;
    // Of storage blocks: the outermost member it is part of, if that is an array of structures or arrays.
    int top_level_array_size = 1, top_level_array_stride = 0;
};

// A block of uniforms or storage, of an array of blocks each of its own; or what lies at a binding of atomic counters.
struct BufferBlock {
    std::string name;            // "Lights", "Lights[1]"; of counters: empty
    int binding = 0;             // as declared
    int64_t size = 0;            // bytes
    std::vector<int> variables;  // into uniforms or, of storage blocks, buffer_variables
    uint8_t stages = 0;          // bit n: the arbasm::Stage n has it
    // For each stage its number there: program.buffer[n], program.storage[n]. -1: none.
    std::array<int, arbasm::stage_count> number{-1, -1, -1, -1, -1, -1};
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
    std::vector<Uniform> uniforms;          // of the default block, of blocks, atomic counters
    std::vector<Uniform> buffer_variables;  // of storage blocks
    std::vector<BufferBlock> uniform_blocks, storage_blocks, counter_buffers;
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
