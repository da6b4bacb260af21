// What a shader is given: the same numbers for the evaluator's variables and for the registers and bytes of the
// engines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "evaluator.h"
#include "generator.h"
#include "glsl/link.h"
#include "glsl/tree/shader.h"
#include "memory.h"

#include "runtime/execution/routine.h"

namespace random_glsl {

// A block's variables: one for each member, or one with them all.
struct BlockMemory {
    const glsl::Block* block = nullptr;
    BlockOffsets offsets;
    std::vector<const glsl::Variable*> members;  // by member; null: `instance` has it
    const glsl::Variable* instance = nullptr;
    size_t first = 0;  // of the instance's numbers: where this one of an array of blocks begins
    int number = -1;   // program.buffer[n] or program.storage[n]
    bool storage = false;
    std::vector<std::byte> bytes;
};

// The registers of a variable, one for each scalar, vector and column: where its numbers begin, and the 32-bit
// components that they take. As `pairs` numbers of 64 bits take two each, and the third and fourth one are in a
// register behind.
struct Column {
    size_t first = 0;
    int components = 1;
    bool pairs = false;

    size_t number(int component) const { return first + static_cast<size_t>(pairs ? component / 2 : component); }
    uint32_t word(uint64_t bits, int component) const {
        return static_cast<uint32_t>(pairs && component % 2 ? bits >> 32 : bits);
    }
};
std::vector<Column> columns_of(const Type* type, bool pairs);

class Inputs {
  public:
    // `constants`: values of uniforms by name, where they are not random.
    Inputs(const glsl::Shader& shader, const glsl::LinkedProgram& linked, uint64_t seed,
           std::map<std::string, Numbers> constants);

    // Sets a thread's variables.
    void give(Evaluator& evaluator, int thread) const;

    // program.local[n].
    const std::vector<runtime::Vector4>& locals() const { return locals_; }
    std::vector<BlockMemory>& blocks() { return blocks_; }
    // The registers of an input: of a location, or of a built-in variable; `vertex` of what comes in for each vertex.
    uint32_t attribute(const arbasm::Attribute& attribute, int component, int thread, int vertex) const;

  private:
    // An input variable: the registers of one vertex, and its numbers by patch.
    struct Input {
        const glsl::Variable* variable;
        const Type* type;
        std::vector<Column> columns;
        std::vector<Numbers> numbers;
    };

    Numbers numbers_for(const glsl::Variable* variable, uint64_t salt) const;
    void add_input(const glsl::Variable* variable);
    const Numbers& numbers_of(const Input& input, int thread) const;
    float position(int thread, int vertex, int component) const;
    void set_locals(const glsl::Shader& shader, const glsl::LinkedProgram& linked);
    void find_blocks(const glsl::Shader& shader, const glsl::LinkedProgram& linked);

    const glsl::Shader& shader_;
    uint64_t seed_;
    std::map<std::string, Numbers> constants_;
    std::map<const glsl::Variable*, Numbers> common_;  // uniforms and blocks
    std::vector<Input> inputs_;
    std::vector<runtime::Vector4> locals_;
    std::vector<BlockMemory> blocks_;
};

// Threads of a patch look at the same inputs.
int patch_of(arbasm::Stage stage, int thread);
// Whether a stage's inputs are arrays with an element for each vertex.
bool has_vertices(arbasm::Stage stage);

}  // namespace random_glsl
