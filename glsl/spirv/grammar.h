// The tables of SPIR-V: instructions, extended instructions, capabilities, built-in variables; and the numbers that
// operands have.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "glsl/tree/tree.h"

namespace glsl::spirv {

enum class Op : uint16_t {
#define SPIRV_OPCODE(number, name, operands, meaning) name = number,
#include "glsl/spirv/opcodes.def"
};

// The signedness that integer operands are converted to.
enum class Signs : uint8_t { Own, Signed, Unsigned, Result };

enum class MeaningKind : uint8_t { Special, Unary, Binary, Call, Compare, Convert, Subgroup };

struct InstructionMeaning {
    MeaningKind kind = MeaningKind::Special;
    Signs signs = Signs::Own;
    UnaryOperator unary{};
    BinaryOperator binary{};      // Binary; Compare of scalars
    std::string_view function{};  // Call; Compare of vectors; Subgroup
    bool opposite = false;        // Compare: the result is negated
    bool scope = false;           // Subgroup: the first operand is one
};

struct OpcodeRow {
    Op opcode{};
    std::string_view name{};
    std::string_view operands{};  // opcodes.def
    InstructionMeaning meaning{};
};
// null: it is not known.
const OpcodeRow* find_opcode(uint32_t number);

struct ExtendedRow {
    uint32_t number = 0;
    std::string_view name{}, function{};
    Signs signs = Signs::Own;
    size_t operands = 0;
};
const ExtendedRow* find_extended(uint32_t number);

struct CapabilityRow {
    uint32_t number = 0;
    std::string_view name{}, extension{};
};
const CapabilityRow* find_capability(uint32_t number);

struct BuiltinRow {
    uint32_t number = 0;
    std::string_view name{}, input{}, output{};
};
const BuiltinRow* find_builtin(uint32_t number);

// Those that modules may use.
std::span<const char* const> all_extensions();

// layout(…) of an image format; empty: there is none.
std::string_view image_format(uint32_t number);

enum class StorageClass : uint32_t {
    UniformConstant = 0,
    Input = 1,
    Uniform = 2,
    Output = 3,
    Workgroup = 4,
    Private = 6,
    Function = 7,
    AtomicCounter = 10,
    Image = 11,
    StorageBuffer = 12,
};

enum class Decoration : uint32_t {
    SpecId = 1,
    Block = 2,
    BufferBlock = 3,
    RowMajor = 4,
    ColMajor = 5,
    ArrayStride = 6,
    MatrixStride = 7,
    GlslShared = 8,
    GlslPacked = 9,
    BuiltIn = 11,
    NoPerspective = 13,
    Flat = 14,
    Patch = 15,
    Centroid = 16,
    Sample = 17,
    Invariant = 18,
    Restrict = 19,
    Volatile = 21,
    Coherent = 23,
    NonWritable = 24,
    NonReadable = 25,
    Stream = 29,
    Location = 30,
    Component = 31,
    Index = 32,
    Binding = 33,
    DescriptorSet = 34,
    Offset = 35,
    XfbBuffer = 36,
    XfbStride = 37,
    NoContraction = 42,
};

}  // namespace glsl::spirv
