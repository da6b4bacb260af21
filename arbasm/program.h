// The one program representation: what every source of programs becomes and every engine and target reads.
//
// A Program is a checked assembly program. print() (arbasm/assembler.h) writes it as text that parse() turns into an
// equal Program. Engines read only the flattened parts: `attributes`, `results`, `parameters`, `temporary_count`,
// `instructions`; names and declarations are there for the printer and for messages.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbasm/opcode.h"

namespace arbasm {

struct SourceLocation {
    uint32_t offset = 0;  // bytes from the start of the program string
    uint32_t line = 1;    // from 1
    uint32_t column = 1;  // from 1, in bytes
};

// ---- bindings: what an attribute, result or parameter register stands for --------------------------------------

// One value for a vertex-to-fragment quantity whether it is written as "result.x", read as "fragment.x" or as
// "vertex[m].x": the printer adds the prefix from the stage and the side.
enum class BindingKind : uint8_t {
    None,
#define ARBASM_BINDING(name, ...) name,
#include "arbasm/bindings.def"
#undef ARBASM_BINDING
};

enum class MatrixForm : uint8_t { Plain, Inverse, Transpose, InverseTranspose };

struct Binding {
    BindingKind kind = BindingKind::None;
    int16_t index = 0;       // texcoord[n], attrib[n], light[n], env[n], texture unit, matrix number, …
    int16_t row = 0;         // row of a matrix; 0 otherwise
    int16_t vertex = -1;     // vertex[m] of geometry and tessellation inputs; -1: none
    bool back = false;       // back colours and back material
    bool secondary = false;  // secondary colour
    MatrixForm form = MatrixForm::Plain;
    std::array<uint32_t, 4> constant{};  // kind Constant: the bits
    bool operator==(const Binding&) const = default;
};

// ---- variables -----------------------------------------------------------------------------------------------

enum class RegisterFile : uint8_t {
    None,
    Attribute,  // Program::attributes
    Result,     // Program::results
    Parameter,  // Program::parameters
    Temporary,
    Address,  // ARBvp1.0, VP1.x, VP2.0: signed integers, four components
    Buffer,   // BUFFER, BUFFER4, CBUFFER: constant buffer contents
    Texture,  // TEXTURE variables (unit numbers)
    Image,
    Storage,
    Counter,
    Shared,
    Subroutine,
};

// What a variable or an operation holds per component.
enum class DataType : uint8_t { F32, S32, U32, F64, S64, U64, F16, S8, S16, U8, U16, Typeless };

enum class Interpolation : uint8_t { Perspective, Flat, NoPerspective };
enum class SampleLocation : uint8_t { Pixel, Centroid, Sample };

struct Variable {
    RegisterFile file = RegisterFile::None;
    std::string name;                    // empty: an inline binding such as "fragment.color", printed in place
    bool array = false;                  // declared with brackets
    bool implicit = false;               // the language's own register (R0, c, fragment.texcoord): nothing declares it
    int32_t base = 0;                    // first register in its file; Buffer: first element; Texture: first unit
    int32_t size = 1;                    // elements; a LONG temporary takes two registers per element
    DataType type = DataType::Typeless;  // INT, UINT, FLOAT; Typeless without
    bool is_long = false;
    bool is_short = false;
    Interpolation interpolation = Interpolation::Perspective;  // fragment attributes
    SampleLocation sample_location = SampleLocation::Pixel;
    int32_t buffer = 0;  // Buffer/Storage/Counter: first binding point
    int32_t buffer_count = 1;
    uint8_t element_words = 0;     // Buffer: 1 BUFFER, 4 BUFFER4, 0 CBUFFER (bytes)
    bool is_buffer_range = false;  // Buffer: declared as b[][]; Operand::vertex then selects the buffer
    bool operator==(const Variable&) const = default;
};

// A register of the attribute file. Arrays occupy consecutive registers, so two registers may have one binding.
struct Attribute {
    Binding binding;
    Interpolation interpolation = Interpolation::Perspective;
    SampleLocation sample_location = SampleLocation::Pixel;
    DataType type = DataType::Typeless;
    bool operator==(const Attribute&) const = default;
};

// ---- instructions ----------------------------------------------------------------------------------------------

inline constexpr uint8_t swizzle_zero = 4;  // selectors of SWZ beside the components 0…3
inline constexpr uint8_t swizzle_one = 5;
using Swizzle = std::array<uint8_t, 4>;
inline constexpr Swizzle identity_swizzle{0, 1, 2, 3};

// A run-time index: component `component` of register (file, base of variable + element), plus the operand's element.
struct RelativeIndex {
    RegisterFile file = RegisterFile::None;  // None: the index is constant
    int32_t variable = -1;
    int32_t element = 0;
    uint8_t component = 0;
    bool operator==(const RelativeIndex&) const = default;
};

struct Operand {
    RegisterFile file = RegisterFile::None;
    int32_t variable = -1;  // into Program::variables
    int32_t element = 0;    // constant part of the index into the variable; register = base + element
    RelativeIndex relative;
    int32_t vertex = -1;  // vertex[m] prefix given at use, or the buffer of a range of buffers; -1: none
    RelativeIndex vertex_relative;
    Swizzle swizzle = identity_swizzle;
    bool scalar = false;         // written with one selector where the instruction wants a scalar
    uint8_t negate = 0;          // one bit per component (SWZ negates them singly, others all or none)
    bool absolute = false;       // |x|, applied before negation
    bool negate_inside = false;  // |-x|: no effect on the value, kept for the printer
    bool operator==(const Operand&) const = default;
};

enum class ConditionTest : uint8_t {
    True,
    False,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    NaN,
    NotNaN /* LEG */,
    Carry,
    NotCarry,
    Overflow,
    NotOverflow,
    Above,
    BelowOrEqual,
    Sign,
    NotSign,
    Resident,
    NonResident,
};

// (NE.xyzw) behind a result, or the operand of IF, BRK, KIL …
struct ConditionMask {
    ConditionTest test = ConditionTest::True;
    uint8_t code_register = 0;  // CC0 or CC1
    Swizzle swizzle = identity_swizzle;
    bool operator==(const ConditionMask&) const = default;
};

struct Destination {
    RegisterFile file = RegisterFile::None;  // None: no result, or a write-only pseudo register (RC, HC)
    int32_t variable = -1;
    int32_t element = 0;
    RelativeIndex relative;
    uint8_t write_mask = 0xf;
    ConditionMask condition;
    bool operator==(const Destination&) const = default;
};

enum class Saturation : uint8_t { None, Unsigned /* [0,1] */, Signed /* [-1,1] */ };
enum class ConditionUpdate : uint8_t { None, Code0, Code1 };
enum class Precision : uint8_t { Full, Half, Fixed12 };  // R, H, X suffixes of FP1.0 and NV_fragment_program
enum class Rounding : uint8_t { Default, Round, Ceil, Floor, Trunc };
enum class AtomicOperation : uint8_t {
    None,
    Add,
    Min,
    Max,
    IncrementWrap,
    DecrementWrap,
    And,
    Or,
    Xor,
    Exchange,
    CompareSwap,
    CounterIncrement,
    CounterDecrement,
    CounterGet
};

enum class TextureTarget : uint8_t {
    None,
#define ARBASM_TEXTURE_TARGET(name, ...) name,
#include "arbasm/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

struct TextureAccess {
    TextureTarget target = TextureTarget::None;
    int32_t variable = -1;   // TEXTURE or IMAGE variable, -1: the literal unit
    int32_t unit = 0;        // literal unit, or constant index into the variable
    RelativeIndex relative;  // run-time index into the variable
    uint8_t gather_component = 0;
    bool explicit_component = false;
    bool has_offset = false;
    std::array<int8_t, 3> offset{};         // constant texel offset
    std::optional<Operand> offset_operand;  // offset(v)
    std::optional<Operand> handle;          // handle(v.x): bindless
    bool operator==(const TextureAccess&) const = default;
};

struct Instruction {
    Opcode opcode{};
    DataType type = DataType::F32;          // the operation's type, default filled in
    DataType storage = DataType::Typeless;  // storage modifier of memory operations; CVT: the source type
    uint8_t storage_components = 1;         // X2, X4
    ConditionUpdate condition_update = ConditionUpdate::None;
    Saturation saturation = Saturation::None;
    Precision precision = Precision::Full;
    Rounding rounding = Rounding::Default;
    AtomicOperation atomic = AtomicOperation::None;
    uint32_t modifiers = 0;  // InstructionModifier bits
    Destination result;
    std::array<Operand, 4> operands{};  // operand_count(opcode) of them are used
    uint8_t operand_count = 0;
    TextureAccess texture;           // texture and image instructions
    ConditionMask condition;         // flow control and KIL (cc)
    bool condition_operand = false;  // KIL and the like: `condition` is given instead of an operand
    int32_t target = -1;             // instruction index: CAL/BRA: label; IF: its ELSE or ENDIF; ELSE: ENDIF;
                                     // REP/LOOP: its end; ENDREP/ENDLOOP: its REP; BRK/CONT: the ENDREP
    SourceLocation where;            // not part of equality
    bool operator==(const Instruction& other) const;
};

enum InstructionModifier : uint32_t {
    modifier_ntc = 1u << 0,   // no type check
    modifier_prec = 1u << 1,  // PREC
    modifier_high = 1u << 2,  // MUL.HI
    modifier_s24 = 1u << 3,
    modifier_u24 = 1u << 4,
    modifier_coherent = 1u << 5,
    modifier_volatile = 1u << 6,
    modifier_cta = 1u << 7,
    modifier_sparse = 1u << 8,
    modifier_lodclamp = 1u << 9,
    modifier_fine = 1u << 10,
    modifier_coarse = 1u << 11,
};

struct Label {
    std::string name;
    int32_t instruction = 0;  // index of the instruction it stands before; may equal instructions.size()
    int32_t subroutine_number = -1;
    bool operator==(const Label&) const = default;
};

// Numbers that GL reports and limits (PROGRAM_INSTRUCTIONS_ARB and its kin).
struct ResourceUse {
    int instructions = 0, alu_instructions = 0, tex_instructions = 0, tex_indirections = 0;
    int temporaries = 0, parameters = 0, attributes = 0, address_registers = 0;
    bool operator==(const ResourceUse&) const = default;
};

struct Program {
    Stage stage = Stage::Vertex;
    InstructionSet instruction_set = InstructionSet::Arb10;
    uint64_t options = 0;             // bit n: Option n
    std::vector<Variable> variables;  // in declaration order; inline bindings where first used
    std::vector<Instruction> instructions;
    std::vector<Label> labels;

    // The flattened register files; Variable::base indexes them.
    std::vector<Attribute> attributes;
    std::vector<Binding> results;
    std::vector<Binding> parameters;
    int32_t temporary_count = 0;  // four-component 32-bit registers; a LONG temporary takes two
    int32_t address_count = 0;

    // Which units a program samples, and as what: one target per unit (TextureTarget::None: unused).
    std::vector<TextureTarget> texture_units;

    // Stage declarations.
    int32_t vertices_out = 0, invocations = 1;
    uint8_t primitive_in = 0, primitive_out = 0;                     // geometry
    uint8_t tess_mode = 0, tess_spacing = 0, tess_vertex_order = 0;  // tessellation evaluation
    bool tess_point_mode = false;
    std::array<int32_t, 3> group_size{1, 1, 1};  // compute
    int32_t shared_memory = 0;                   // bytes

    ResourceUse resources;  // as parsed, before any lowering; not part of equality
    std::string source;     // the text it was parsed from; not part of equality

    bool has(Option option) const { return options >> static_cast<int>(option) & 1; }
    bool operator==(const Program& other) const;
};

// The instruction where execution begins: the one labelled "main", else the first (2.X.5 of NV_gpu_program4).
int32_t entry_point(const Program& program);

}  // namespace arbasm
