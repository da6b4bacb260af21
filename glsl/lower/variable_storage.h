// Where variables are while a stage is lowered: in registers, or in memory.
//
// A variable's home is a list of leaves in the same order of members as a value's parts, but each leaf is a register
// array: element i of member m of a structure's array is register i of leaf m (docs/glsl.md, "Values in registers").
#pragma once

#include <vector>

#include "glsl/lower/assembly.h"
#include "glsl/tree/memory_layout.h"
#include "glsl/tree/tree.h"

#include "ir/language.h"

namespace glsl {

// The registers of one scalar, vector or column in every instance that a variable has of it.
struct Leaf {
    const Type* type = nullptr;  // scalar or vector
    Register at;                 // the register, or the array; none: there is no such leaf
    int64_t base = 0;            // first element of the array
    int64_t count = 1;
    bool array = false;     // element base + n of it; else the register itself
    uint8_t component = 0;  // of the register, where the value begins
    // 64-bit components as pairs of 32-bit ones: x and y in the register; z and w in another one, if there are more
    // than two: `high` counts its elements as `base` does.
    bool halves = false;
    int64_t high = 0;
    int64_t stride = 1;           // elements of the array from instance to instance
    Operand offset;               // elements to add that are known at run time; a number: none
    Register written;             // what is written instead, where results can't be read: outputs of control shaders
    Scalar typed = Scalar::None;  // what the declaration says that alone may read it
    bool narrows = false;         // it holds any 32 bits, to be narrowed to 8 or 16 when read
    bool lazy = false;            // declared when it is used first
};

void add_leaves(std::vector<Leaf>& leaves, const Type* type, int64_t count, bool array);
// The number of leaves of a type: an array has as many as its element.
size_t leaf_count(const Type* type);
std::vector<Qualifiers> leaf_qualifiers(const Variable& variable, arbasm::Stage stage);
// Interpolation and sample location of an input, as its qualifiers say.
void set_interpolation(arbasm::Variable& variable, const Qualifiers& qualifiers);

struct Home {
    std::vector<Leaf> leaves;
    bool per_vertex = false;  // every vertex has one
};

// Memory that is accessed by loads and stores, at byte offsets.
enum class MemorySpace : uint8_t { Uniform, Storage, Shared, Counter, Global };

// A variable of the program that is memory: a block (or an array of blocks), the shared variables, a counter buffer.
struct Memory {
    MemorySpace space{};
    Register at;
    const Block* block = nullptr;  // Uniform, Storage
    BlockLayout layout;            // of one block
    int number = 0, count = 1;     // program.buffer[n], program.storage[n], program.counter[n]; of an array: the first
    bool is_array = false;         // of blocks
};

// An l-value: a variable or a part of one. In registers: instance `index` (+ `relative`) of `type`; its leaves begin at
// `leaf`. In memory: `offset` (+ `relative`) bytes from the beginning of a block; in an array of blocks, of block
// `block` (+ `block_relative`).
struct LValue {
    const Home* home = nullptr;
    const Memory* memory = nullptr;  // one of these two
    const Type* type = nullptr;
    size_t leaf = 0;
    int64_t index = 0;
    Operand relative;  // an int in component x; numbers: none
    int64_t offset = 0;
    MemoryRules rules;
    int64_t component_stride = 0;  // bytes from component to component of a row-major matrix's column; 0: none between
    int64_t block = 0;
    Operand block_relative;
    Operand address;  // of what a pointer points to: 64 bits in component x
    bool is_coherent = false, is_volatile = false;
    // A home that every vertex has, when one is chosen: number `vertex` (+ `vertex_relative`).
    bool of_vertex = false;
    int64_t vertex = 0;
    Operand vertex_relative;
    // Components of a vector that are meant, if not all.
    bool swizzled = false;
    std::array<uint8_t, 4> components{0, 1, 2, 3};
    int count = 0;
    // A component that a run-time index chooses: an int in component x.
    Operand component;
};

// The type of what is stored to an l-value: its own, or that of the components it chooses.
const Type* written_type(const LValue& lvalue);

// Registers for a value; `global`: for the whole program.
Home make_home(Assembly& assembly, const Type* type, bool global);
void name_leaf(Assembly& assembly, Leaf& leaf, bool global);

}  // namespace glsl
