// Vertex shaders of EXT_vertex_shader: recorded call by call between BeginVertexShaderEXT and EndVertexShaderEXT, drawn
// with as generated assembly programs. Their operands are symbols.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/objects/name_table.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"

namespace glapi {

// A symbol's components: of scalars the first, of vectors the first four, of matrices all, column by column.
using SymbolValue = std::array<float, 16>;

// What one call of GenSymbolsEXT makes, or a Bind command: symbols of consecutive names.
struct SymbolBlock {
    GLenum type = GL_VECTOR_EXT, storage = GL_LOCAL_EXT;
    bool normalized = false;  // NORMALIZED_RANGE_EXT
    GLuint first = 0, count = 1;
    // For Bind commands: the state's name in assembly (vectors with three components have w = 0), the component of a
    // scalar, and whether it is the colour matrix, which has no name in assembly.
    std::string state;
    char component = 'x';
    bool three_components = false, color_matrix = false;
    std::vector<SymbolValue> values;  // of invariants, by symbol

    bool bound() const { return !state.empty() || color_matrix; }
    int rows() const { return type == GL_MATRIX_EXT ? 4 : 1; }
    int components() const { return type == GL_MATRIX_EXT ? 16 : type == GL_VECTOR_EXT ? 4 : 1; }
};

struct VertexShader {
    enum class Kind : uint8_t { Operation, Swizzle, WriteMask, Insert, Extract };
    struct Instruction {
        Kind kind = Kind::Operation;
        GLenum operation = GL_NONE;
        GLuint result = 0;
        std::array<GLuint, 3> arguments{};
        std::array<GLenum, 4> components{};  // of Swizzle and WriteMask
        GLuint number = 0;                   // of Insert and Extract
    };
    std::vector<Instruction> instructions;
    std::map<GLuint, SymbolValue> constants;  // by symbol: what SetLocalConstantEXT gave

    // Found at EndVertexShaderEXT. A row is a vector: itself, a scalar in x, or a row of a matrix.
    struct Row {
        GLuint symbol = 0;
        int row = 0;
    };
    std::vector<Row> parameters;  // where local parameters come from: invariants and local constants; behind them
                                  // are the enabled clip planes in clip coordinates
    std::vector<Row> variants;    // by variant_slot(): of matrices the columns
    struct Counts {
        int instructions = 0, variants = 0, invariants = 0, local_constants = 0, locals = 0;
    } counts;
    // Its programs by the enabled clip planes; none: the shader is undefined, and fixed function processes vertices.
    std::map<uint32_t, std::shared_ptr<ProgramObject>> objects;
};

// The vertex shaders of a share group.
struct VertexShaderGroup {
    NameTable<VertexShader> shaders;
    std::map<GLuint, SymbolBlock> blocks;  // by first symbol
    // Names of symbols lie beyond the tokens of outputs, with which they share parameters of commands.
    static constexpr GLuint first_symbol = 0x10000;
    GLuint next_symbol = first_symbol;

    const SymbolBlock* find(GLuint symbol) const;  // null: there is none
    SymbolBlock* find(GLuint symbol) { return const_cast<SymbolBlock*>(std::as_const(*this).find(symbol)); }
    // The first of `block.count` new symbols; 0: there are no more names.
    GLuint add(SymbolBlock block);
};

// The vertex shaders' state in a context.
struct VertexShaderState {
    VertexShaderState();

    std::shared_ptr<VertexShader> standard, bound;  // never null; `standard` is shader 0
    GLuint bound_name = 0;
    bool recording = false;

    // A variant symbol's current value and its array.
    struct Variant {
        SymbolValue value{0, 0, 0, 1};
        VertexArray array;
        VertexBinding binding;
    };
    std::map<GLuint, Variant> variants;

    const Variant* find_variant(GLuint symbol) const;  // null: nothing of it has been set
};

// Elements of the array that supplies a slot of the bound shader's variants; disabled where none does.
struct VariantArray {
    VertexArray array;
    const VertexBinding* binding = nullptr;
};
VariantArray supplying_variant(const VertexShaderState& state, int slot);

}  // namespace glapi
