// The one program representation: all front ends produce it, all engines and targets read it.
//
// A Program is a checked assembly program. print() (arbasm/assembler.h) writes it as text that parse() turns into an
// equal Program. Engines read the flattened parts: `attributes`, `results`, `parameters`, `temporary_count`,
// `instructions`, the stage declarations, and of `variables` where each begins in its file and how large it is; names
// are there for the printer and for messages.
//
// 64-bit numbers. An element of a LONG variable (temporaries, vertex attributes) and a 64-bit literal take two
// registers of their file: register base + 2n holds the low words of all four components of element n, register base +
// 2n + 1 the high words. Every other variable has 32-bit components. operand_type() and result_type() give the types
// that an instruction reads and writes. If that type has 64 bits and the variable is not LONG, or the other way round,
// the engine converts: floats by rounding, integers by extension and truncation.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/opcode.h"

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
#include "ir/bindings.def"
#undef ARBASM_BINDING
};

enum class MatrixForm : uint8_t { Plain, Inverse, Transpose, InverseTranspose };

struct Binding {
    BindingKind kind = BindingKind::None;
    int16_t index = 0;       // texcoord[n], attrib[n], light[n], env[n], texture unit, matrix number, …
    int16_t row = 0;         // row of a matrix; 0 otherwise
    int16_t vertex = -1;     // while parsing: vertex[m] of geometry and tessellation inputs. Register files have -1
                             // here: the vertex is Operand::vertex
    bool back = false;       // back colours and back material
    bool secondary = false;  // secondary colour
    bool of_output = false;  // attributes of control programs: what the output patch holds so far (vertex.out[m].…,
                             // primitive.out.…)
    bool high = false;       // the high words of a 64-bit literal or attribute; the register before has the low ones
    MatrixForm form = MatrixForm::Plain;
    std::array<uint32_t, 4> constant{};  // kind Constant: the bits of the four components, or half of them: see high
    bool operator==(const Binding&) const = default;
};

// ---- variables -----------------------------------------------------------------------------------------------

// The type of a component of a variable or an operation.
enum class DataType : uint8_t { F32, S32, U32, F64, S64, U64, F16, S8, S16, U8, U16, Typeless };

inline constexpr bool is_64_bit(DataType type) {
    return type == DataType::F64 || type == DataType::S64 || type == DataType::U64;
}

// The register type of a component in memory: halves and small integers take 32 bits in registers.
DataType register_type(DataType type);

// Smooth: with perspective, whatever the shade model says of colours.
enum class Interpolation : uint8_t { Perspective, Flat, NoPerspective, Smooth };
enum class SampleLocation : uint8_t { Pixel, Centroid, Sample };

// The units of `base` and `size`:
//   registers            of the file: Attribute, Result, Parameter, Temporary, Address. `size` counts elements; an
//                        element takes registers_per_element() of them
//   Buffer               `buffer`, `buffer_count`: parameter buffer bindings. base, size: elements of `element_words`
//                        32-bit words, bytes for CBUFFER
//   Storage              `buffer`, `buffer_count`: shader storage bindings. base, size: bytes; size is int32 max for a
//                        whole buffer
//   Counter              `buffer`: atomic counter binding. base, size: counters (32-bit words)
//   Shared               base, size: bytes of the work group's memory
//   Texture, Image       base, size: units
//   Subroutine           base, size: subroutine parameters
struct Variable {
    RegisterFile file = RegisterFile::None;
    std::string name;                    // empty: an inline binding such as "fragment.color", printed in place
    bool array = false;                  // declared with brackets; uses have an index into the elements
    bool implicit = false;               // the language's own register (R0, c, fragment.texcoord): nothing declares it
    int32_t base = 0;                    // first register (or element, byte, unit: see above)
    int32_t size = 1;                    // elements (or bytes, units)
    DataType type = DataType::Typeless;  // INT, UINT, FLOAT; Typeless without
    bool is_long = false;                // 64-bit components: LONG temporaries and attributes, 64-bit literals
    bool is_short = false;
    Interpolation interpolation = Interpolation::Perspective;  // fragment attributes
    SampleLocation sample_location = SampleLocation::Pixel;
    // Geometry and tessellation inputs. per_vertex: declared without a vertex ("vertex.position", "vertex.in.…",
    // "vertex.out.…"), so that uses have an index that chooses it. Else `vertex` is the one it was declared with, or -1
    // where the quantity has none (primitive.…, vertex.tesscoord). Engines need neither: see Operand::vertex.
    bool per_vertex = false;
    int32_t vertex = -1;
    int32_t buffer = 0;  // Buffer, Storage, Counter: first binding point
    int32_t buffer_count = 1;
    uint8_t element_words = 0;     // Buffer: 1 BUFFER, 4 BUFFER4, 0 CBUFFER (bytes)
    bool is_buffer_range = false;  // Buffer, Storage: declared as b[][]; Operand::vertex then selects the buffer
    int32_t subroutine_type = -1;  // Subroutine: into Program::subroutine_types
    // Subroutine: the parameter of each element of an array, if parameters are not consecutive from `base`.
    std::vector<int32_t> subroutine_parameters;
    bool operator==(const Variable&) const = default;

    bool is_wide() const { return is_long && file != RegisterFile::Result; }  // older results may be LONG: 32 bits
    int32_t registers_per_element() const { return is_wide() ? 2 : 1; }
    int32_t subroutine_parameter(int32_t element) const {
        return subroutine_parameters.empty() ? base + element : subroutine_parameters[static_cast<size_t>(element)];
    }
    int32_t register_of(int32_t element) const { return base + element * registers_per_element(); }
};

// A register of the attribute file. Arrays occupy consecutive registers, so two registers may have one binding.
struct Attribute {
    Binding binding;
    Interpolation interpolation = Interpolation::Perspective;
    SampleLocation sample_location = SampleLocation::Pixel;
    DataType type = DataType::Typeless;
    bool is_long = false;     // one of the two registers of a 64-bit vertex attribute; Binding::high says which
    bool per_vertex = false;  // one value for each vertex of the input primitive or patch (or the output patch, if
                              // Binding::of_output); which one is Operand::vertex
    bool operator==(const Attribute&) const = default;
};

// ---- instructions ----------------------------------------------------------------------------------------------

inline constexpr uint8_t swizzle_zero = 4;  // selectors of SWZ beside the components 0…3
inline constexpr uint8_t swizzle_one = 5;
using Swizzle = std::array<uint8_t, 4>;
inline constexpr Swizzle identity_swizzle{0, 1, 2, 3};

// A run-time index: component `component` of register (file, register_of(element) of variable), a signed 32-bit
// integer. It adds to the constant part that stands beside it.
struct RelativeIndex {
    int32_t variable = -1;
    int32_t element = 0;
    RegisterFile file = RegisterFile::None;  // None: the index is constant
    uint8_t component = 0;
    bool operator==(const RelativeIndex&) const = default;
};

struct Operand {
    int32_t variable = -1;  // into Program::variables
    int32_t element = 0;    // constant part of the index into the variable, in its own units (bytes for CBUFFER,
                            // STORAGE, SHARED; words for COUNTER). Registers: Variable::register_of(element)
    // Attributes with Attribute::per_vertex: constant part of the vertex number, always there. Buffer ranges: which
    // buffer of the range. -1: neither.
    int32_t vertex = -1;
    RelativeIndex relative;         // run-time part of the index of the element
    RelativeIndex vertex_relative;  // run-time part of the vertex or buffer number
    RegisterFile file = RegisterFile::None;
    Swizzle swizzle = identity_swizzle;
    bool scalar = false;         // written with one selector where the instruction wants a scalar
    uint8_t negate = 0;          // one bit per component (SWZ negates them singly, others all or none)
    bool absolute = false;       // |x|, applied before negation
    bool negate_inside = false;  // |-x|: matters to unsigned operands only, see unsigned_negate()
    bool operator==(const Operand&) const = default;

    // The signs of unsigned operands: the absolute value does nothing to them, so the sign within it stays.
    uint8_t unsigned_negate() const { return negate_inside ? negate ^ 0xf : negate; }
};

// An operand that few instructions have; kept apart so that the others stay small. Used like std::optional.
class RareOperand {
  public:
    RareOperand() = default;
    RareOperand(const Operand& operand) : value_(std::make_unique<Operand>(operand)) {}
    RareOperand(const RareOperand& other) : value_(other ? std::make_unique<Operand>(*other) : nullptr) {}
    RareOperand(RareOperand&&) noexcept = default;
    RareOperand& operator=(RareOperand other) noexcept {
        value_ = std::move(other.value_);
        return *this;
    }
    ~RareOperand() = default;

    bool has_value() const { return value_ != nullptr; }
    explicit operator bool() const { return has_value(); }
    Operand& operator*() { return *value_; }
    const Operand& operator*() const { return *value_; }
    Operand* operator->() { return value_.get(); }
    const Operand* operator->() const { return value_.get(); }
    bool operator==(const RareOperand& other) const {
        return has_value() == other.has_value() && (!has_value() || **this == *other);
    }

  private:
    std::unique_ptr<Operand> value_;
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
    Resident,  // of the last .SPARSE access: see modifier_sparse
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
    int32_t variable = -1;
    int32_t element = 0;
    RelativeIndex relative;
    RegisterFile file = RegisterFile::None;  // None: no result, or a write-only pseudo register (RC, HC)
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
    CompareSwap,       // compare with operand x, store operand y
    CounterIncrement,  // ATOMCTR.INCR: gives the value before
    CounterDecrement,  // ATOMCTR.DECR: gives the value after
    CounterGet
};

enum class TextureTarget : uint8_t {
    None,
#define ARBASM_TEXTURE_TARGET(name, ...) name,
#include "ir/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

// The texture or image that an instruction names, and how it looks at it.
//
// Texture coordinates are operand 0, for most targets together with layer, reference value and level of detail (Table
// X.17 of NV_gpu_program4). TEX, TXB, TXL, TXG and LOD have a second vector, operand 1, where they don't all fit:
//   TXB, TXL with ARRAYCUBE           operand 1 x: bias or level of detail
//   TXB, TXL with SHADOWCUBE or SHADOWARRAY2D (OPTION NV_internal) operand 1 x: bias or level of detail
//   SHADOWARRAYCUBE                   operand 1 x: reference value; y: bias or level of detail (OPTION NV_internal)
//   .LODCLAMP                         the clamp follows all of these: operand 1 x where nothing else is in it, else y.
//                                     TXD.LODCLAMP: w of operand 2
// TXD: operands 1 and 2 are the derivatives in x and y. TXGO: operands 1 and 2 are the four x and y offsets; the
// reference value of shadow targets is in operand 0. Image coordinates: Table X.5 of EXT_shader_image_load_store (the
// layer of ARRAY1D is z, the sample of multisample targets w).
struct TextureAccess {
    int32_t variable = -1;   // TEXTURE or IMAGE variable, -1: the literal unit, or the handle
    int32_t unit = 0;        // literal unit, or constant index into the variable (unit = base + this)
    RelativeIndex relative;  // run-time index into the variable
    TextureTarget target = TextureTarget::None;
    uint8_t gather_component = 0;  // TXG, TXGO
    bool explicit_component = false;
    bool has_offset = false;
    std::array<int8_t, 3> offset{};  // constant texel offset
    RareOperand offset_operand;      // offset(v): run-time texel offsets, signed integers
    RareOperand handle;              // handle(v.x): a scalar U64, instead of a unit
    bool operator==(const TextureAccess&) const = default;
};

// Operands of memory instructions, by the order they are written in:
//   LOAD a           a: scalar U64 address           ATOM d, a      d: data vector (x, and y for CSWAP)
//   STORE d, a                                       ATOMB, ATOMS d, m
//   LDC, LDB, LDS m  m: an Operand of file Buffer,   ATOMCTR m      m of file Counter
//   STB, STS d, m    Storage or Shared               ATOMIM d, c    c: image coordinates; texture is the image
//   LOADIM c         STOREIM d, c                    IMQ, IMQS, TXQS: texture only
// `storage` and `storage_components` describe the data in memory; `type` is the type in registers: F32, S32, U32, F64,
// S64 or U64 (F16 in memory is F32 in registers, small integers are 32 bits). Formatted image access (LOADIM.F,
// STOREIM.U): storage Typeless, `type` F32, S32 or U32. Atomics on F16X2 and F16X4: storage F16, 2 or 4 components.
// CALI: operand 0 is of file Subroutine. EMITS: operand 0 is the stream, a scalar S32.
struct Instruction {
    Opcode opcode{};
    DataType type = DataType::F32;          // the operation's type, default filled in. CVT: the result's type
    DataType storage = DataType::Typeless;  // what memory holds; CVT: the operand's type
    uint8_t storage_components = 1;         // X2, X4
    ConditionUpdate condition_update = ConditionUpdate::None;
    Saturation saturation = Saturation::None;
    Precision precision = Precision::Full;
    Rounding rounding = Rounding::Default;
    AtomicOperation atomic = AtomicOperation::None;
    uint8_t operand_count = 0;
    bool condition_operand = false;  // KIL and the like: `condition` is given instead of an operand
    ConditionMask condition;         // flow control and KIL (cc)
    uint32_t modifiers = 0;          // InstructionModifier bits
    int32_t target = -1;             // CAL/BRA: index into Program::labels. Else an instruction's: IF: its ELSE or
                                     // ENDIF; ELSE: ENDIF; REP/LOOP: its end; ENDREP/ENDLOOP: its REP; BRK/CONT: the
                                     // ENDREP
    Destination result;
    std::array<Operand, 4> operands{};  // the first operand_count of them
    TextureAccess texture;              // texture and image instructions
    SourceLocation where;               // not part of equality
    bool operator==(const Instruction& other) const;
};

enum InstructionModifier : uint32_t {
    modifier_ntc = 1u << 0,   // no type check
    modifier_prec = 1u << 1,  // PREC
    modifier_high = 1u << 2,  // MUL.HI
    modifier_s24 = 1u << 3,   // MUL.S24, MUL.U24
    modifier_u24 = 1u << 4,
    modifier_coherent = 1u << 5,  // COH
    modifier_volatile = 1u << 6,  // VOL
    modifier_cta = 1u << 7,       // MEMBAR.CTA
    modifier_sparse = 1u << 8,    // sets what RESIDENT and NONRESIDENT test: whether all texels were there
    modifier_lodclamp = 1u << 9,  // see TextureAccess
    modifier_fine = 1u << 10,     // DDX.FINE: own row or column of the quad
    modifier_coarse = 1u << 11,   // DDX.COARSE: one value for the quad
};

// The component type of operand n and of the result: fixed by the opcode's row, or the instruction's type. Addresses
// and handles are U64; CVT's operand has the type that it converts from, widened to 32 bits.
DataType default_type(Opcode opcode);  // of an instruction that names none
DataType shape_type(const Instruction& instruction, OperandShape shape);
DataType operand_type(const Instruction& instruction, int n);
DataType result_type(const Instruction& instruction);

struct Label {
    std::string name;
    int32_t instruction = 0;         // index of the instruction it stands before; may equal instructions.size()
    int32_t subroutine_number = -1;  // SUBROUTINENUM(n): what CALI and the API know it by; -1: none
    bool operator==(const Label&) const = default;
};

// SUBROUTINETYPE: the subroutines that a SUBROUTINE variable of this type may call. The state of subroutine parameter i
// is a SUBROUTINENUM; CALI calls the label that has it.
struct SubroutineType {
    std::string name;
    std::vector<int32_t> labels;  // into Program::labels, as listed
    bool operator==(const SubroutineType&) const = default;
};

// PASSTHROUGH: an input that geometry programs hand on to their results for each vertex.
struct Passthrough {
    Binding result;
    uint8_t write_mask = 0xf;
    bool operator==(const Passthrough&) const = default;
};

enum class PrimitiveIn : uint8_t { None, Points, Lines, LinesAdjacency, Triangles, TrianglesAdjacency, Patches };
enum class PrimitiveOut : uint8_t { None, Points, LineStrip, TriangleStrip };
enum class TessMode : uint8_t { None, Triangles, Quads, Isolines };
enum class TessSpacing : uint8_t { Equal, FractionalOdd, FractionalEven };
enum class TessVertexOrder : uint8_t { Ccw, Cw };

// Vertices of an input primitive; 0 for patches: their size is API state.
int primitive_vertices(PrimitiveIn primitive);

class OptionSet {
  public:
    bool has(Option option) const { return bits_[static_cast<size_t>(option)]; }
    void add(Option option) { bits_.set(static_cast<size_t>(option)); }
    void remove(Option option) { bits_.reset(static_cast<size_t>(option)); }
    bool operator==(const OptionSet&) const = default;

  private:
    std::bitset<static_cast<size_t>(Option::Count)> bits_;
};

// Numbers that GL reports and limits (PROGRAM_INSTRUCTIONS_ARB and the other counts of programs).
struct ResourceUse {
    int instructions = 0, alu_instructions = 0, tex_instructions = 0, tex_indirections = 0;
    int temporaries = 0, parameters = 0, attributes = 0, address_registers = 0;
    int attribute_components = 0, result_components = 0;  // PROGRAM_ATTRIB_COMPONENTS_NV, PROGRAM_RESULT_COMPONENTS_NV
    int written_components = 0;                           // with the position and all else that a vertex has
    bool operator==(const ResourceUse&) const = default;
};

struct Program {
    Stage stage = Stage::Vertex;
    InstructionSet instruction_set = InstructionSet::Arb10;
    OptionSet options;
    std::vector<Variable> variables;  // in declaration order; inline bindings where first used
    std::vector<Instruction> instructions;
    std::vector<Label> labels;  // in the order of the text: several may stand before one instruction
    std::vector<SubroutineType> subroutine_types;
    int32_t subroutine_parameters = 0;  // one past the largest program.subroutine[i] that is declared

    // The flattened register files; Variable::base indexes them.
    std::vector<Attribute> attributes;
    std::vector<Binding> results;
    std::vector<Binding> parameters;
    int32_t temporary_count = 0;  // four-component 32-bit registers; a LONG temporary takes two
    int32_t address_count = 0;

    // Which units a program samples or accesses, and as what: one target per texture unit (None: unused; units reached
    // through handles are not here).
    std::vector<TextureTarget> texture_units;
    std::vector<TextureTarget> image_units;

    // Stage declarations.
    PrimitiveIn primitive_in = PrimitiveIn::None;  // geometry
    PrimitiveOut primitive_out = PrimitiveOut::None;
    int32_t vertices_out = 0;  // geometry: most vertices emitted; control: vertices of the output patch, and threads
    int32_t invocations = 1;   // geometry
    std::vector<Passthrough> passthroughs;
    int32_t secondary_view_layer_offset = 0;  // SECONDARY_VIEW_LAYER_OFFSET
    TessMode tess_mode = TessMode::None;      // evaluation
    TessSpacing tess_spacing = TessSpacing::Equal;
    TessVertexOrder tess_vertex_order = TessVertexOrder::Ccw;
    bool tess_point_mode = false;
    std::array<int32_t, 3> group_size{0, 0, 0};  // compute; zeros: variable, chosen by the dispatch
    int32_t shared_memory = 0;                   // bytes

    ResourceUse resources;  // as parsed, before any lowering; not part of equality
    std::string source;     // the text it was parsed from; not part of equality

    bool has(Option option) const { return options.has(option); }
    bool operator==(const Program& other) const;
};

// IF, REP and LOOP, and what ends their blocks.
inline bool opens_block(Opcode opcode) {
    return flow_role(opcode) == FlowRole::If || flow_role(opcode) == FlowRole::Loop;
}
inline bool closes_block(Opcode opcode) {
    return flow_role(opcode) == FlowRole::Endif || flow_role(opcode) == FlowRole::Endloop;
}

// The instruction where execution begins: the one labelled "main", else the first (2.X.5 of NV_gpu_program4).
int32_t entry_point(const Program& program);

// The instruction that CAL or BRA names: behind its label, which another label may follow at once.
int32_t called_instruction(const Program& program, const Instruction& instruction);
// Whether the label of this index has another behind it at once, so that a call of it returns at once.
bool is_empty_routine(const Program& program, int32_t label);

}  // namespace arbasm
