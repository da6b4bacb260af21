// What lowering a stage is given: its shaders, and its interface to the rest of the program, as link/ has decided it.
#pragma once

#include <unordered_map>
#include <vector>

#include "glsl/tree/shader.h"

#include "ir/limits.h"

namespace glsl {

// Where a leaf's first instance is: attrib[number], from a component on. The others follow in the next registers.
struct Slot {
    int number = -1;
    uint8_t component = 0;
};

struct StageInput {
    const std::vector<const Shader*>* shaders = nullptr;    // of one stage
    const std::vector<const Variable*>* globals = nullptr;  // each variable once, as it stands for all in `same`
    arbasm::Stage stage{};
    StageLayout layout;   // of all shaders together
    int vertices_in = 0;  // of geometry shaders: those of the primitive
    // Geometry shaders that emit nothing: each vertex leaves as it came, with the inputs of layout(passthrough), and
    // all have the same outputs.
    bool passes_through = false;
    // The first register that the leaves take, one behind the other: of attrib[n] for vertex attributes, of color[n]
    // for fragment outputs.
    std::unordered_map<const Variable*, int> slots;
    // Inputs and outputs between stages: where each leaf is. Without an entry: nobody else reads it.
    std::unordered_map<const Variable*, std::vector<Slot>> varyings;
    // gl_ClipVertex has no binding between stages: the attrib[n] that stands for it; -1: nobody hands it on.
    int clip_vertex_in = -1, clip_vertex_out = -1;
    bool clips_vertices = true;  // false: the stage behind reads gl_ClipVertex
    // Fragment outputs: layout(index).
    std::unordered_map<const Variable*, int> indices;
    // Uniforms, for each leaf: the first of its program.local[n] or, of samplers, texture[n]; and of its registers with
    // z and w, if its vectors have 64-bit components.
    struct UniformLeaf {
        int first = 0, high = -1;
    };
    std::unordered_map<const Variable*, std::vector<UniformLeaf>> uniform_leaves;
    int uniform_registers = 0, samplers = 0, images = 0;
    // Uniform and storage blocks: program.buffer[n] or program.storage[n]; of arrays: the first.
    std::unordered_map<const Block*, int> blocks;
    // By binding, where a stage does more with atomic counters than ATOMCTR can: their buffers as program.storage[n].
    std::unordered_map<int, int> counter_storage;
    // Whether samplers and images are handles, as they are in all stages if one of the program's shaders wants it:
    // values of 64 bits. Uniforms of the default block, too, which the API may give numbers of units that look like
    // handles.
    bool handles = false;
    // Shared variables: where they begin in the work group's memory, and what all take. In bytes.
    std::unordered_map<const Variable*, int64_t> shared_offsets;
    int64_t shared_bytes = 0;
    // For variables that several shaders of the stage declare, the one that stands for all.
    std::unordered_map<const Variable*, const Variable*> same;
    std::unordered_map<const Function*, const Function*> bodies;
    const Function* main = nullptr;
    std::vector<const Function*> subroutines;  // by index; null: no function has it
    arbasm::Limits limits;                     // of the stage's program
};

// Whether a uniform of this subroutine type may mean the function. By names: the shaders of a stage have types of their
// own.
inline bool is_of(const Function& function, const Type& subroutine) {
    for (const Type* type : function.subroutine_types)
        if (type->name == subroutine.name) return true;
    return false;
}

}  // namespace glsl
