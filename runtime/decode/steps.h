// What the interpreter runs: a flat list of steps with every operand resolved to an address, and the state they act on.
//
// decode() turns a Program into Code, once. Steps that compute are in kernels.h, compiled per instruction set; flow
// control, texture access and indexed registers are in control_flow.cpp and access.cpp, the same for all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arbasm/ir/operations.h"
#include "runtime/execution/routine.h"
#include "runtime/sampling/sampler.h"

namespace runtime::interpreter {

// Registers are addressed by a file's base and an offset in bytes. A uniform value fills one register of the CPU only
// and is read again and again: its stride is 0.
enum class Base : uint8_t { Scratch, Attributes, Results, Uniforms, Constants, Threads };
inline constexpr int base_count = 6;

inline constexpr uint32_t word_bytes = sizeof(LaneWord);
inline constexpr uint32_t vector_bytes = sizeof(LaneVector);
inline constexpr uint32_t uniform_bytes = 64;
// A 64-bit register (an element of a LONG variable) is two registers: the low words, then the high words.

struct Source {
    uint32_t offset[4] = {};  // of each component, swizzled
    Base base[4] = {};        // the file of each component
    uint8_t negate = 0;       // one bit per component
    bool absolute = false;
    bool modified() const { return negate != 0 || absolute; }
};

enum class Step : uint8_t {
    Compute,
    End,
    Kill,
    If,
    Else,
    EndIf,
    Repeat,
    EndRepeat,
    Break,
    Continue,
    Call,
    Return,
    SubroutineEnd,
    Sample,
    GatherRegisters,
    ScatterRegisters,
    LoadBuffer,
    Jump,
    Join,
    JumpCall,
    JumpReturn,
    JumpEnd,
    PushAddress,
    PopAddress,
    Convert,
    Group,
    CallIndirect,
    Interpolate,
    ReadStageInput,
    ShareResult,
    EmitVertex,
    EndPrimitive,
    Barrier,
    AccessMemory,
    AccessImage,
    MemoryBarrier,
};

// What the threads of a group do together; the order is group_operations.cpp's.
enum class GroupOperation : uint8_t {
    None,
    All,
    Any,
    Equal,
    Ballot,
    Quad0,
    Quad1,
    Quad2,
    Quad3,
    QuadAcross,
    QuadAlong,
    ShuffleIndex,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
};

struct Machine;
struct MicroOperation;
// Does the step and returns the next one, null at the end.
using Handler = const MicroOperation* (*)(Machine&, const MicroOperation*);

struct MicroOperation {
    Handler handler = nullptr;
    uint32_t destination = 0;  // of component x
    Base destination_base = Base::Scratch;
    uint8_t write_mask = 0xf;
    Step step = Step::Compute;
    arbasm::Operation operation{};
    arbasm::LaneKind kind{};
    bool wide = false;    // Compute: 64-bit numbers; operands and result take two registers each
    bool masked = false;  // lanes may have parted here: write only where they run
    arbasm::Saturation saturation{};
    arbasm::ConditionUpdate condition_update{};
    arbasm::CarryRule carry_rule{};
    arbasm::ConditionTest test = arbasm::ConditionTest::True;
    uint8_t test_register = 0;
    uint8_t test_swizzle[4] = {0, 1, 2, 3};
    GroupOperation group_operation{};
    bool condition_operand = false;  // Kill: by condition codes
    bool counted = false;            // Repeat
    int32_t target = -1;             // flow: index of another step; accesses: index into their list
    uint32_t line = 0;
    Source sources[3];

    bool has_side_conditions() const {
        return masked || saturation != arbasm::Saturation::None || condition_update != arbasm::ConditionUpdate::None ||
               test != arbasm::ConditionTest::True;
    }
};

// Which texture or image an instruction means.
struct UnitAccess {
    int32_t unit = 0;
    int32_t unit_element = 0;  // constant part of an index
    bool indexed_unit = false;
    int32_t unit_count = 1;
    Source unit_index;       // component x
    bool by_handle = false;  // instead of a unit
    Source handle;           // component x, 64 bits
};

// A texture instruction; operands were moved to registers of their own where they were not plain.
struct SampleAccess : UnitAccess {
    SampleInstruction instruction;
    struct Address {
        Base base = Base::Scratch;
        int64_t offset = -1;  // none if negative
    };
    Address coordinates, reference, lod, lod_clamp, gradient_x, gradient_y, offsets, offsets_y;
};

// CVT, and registers of one size used with the other.
struct Conversion {
    arbasm::DataType from{}, to{};
    arbasm::Rounding rounding{};
    bool wide_source = false, wide_result = false;  // the registers have 64 bits
    bool of_kept = false;  // writes the lanes that the step before kept, instead of asking its own conditions
};

// Reads or writes of base + index per lane, the index clamped to the variable.
struct IndexedAccess {
    arbasm::RegisterFile file{};
    Base base = Base::Scratch;
    // Offset of the variable's first register; of parameters its number; of subroutine parameters the variable.
    uint32_t first = 0;
    int32_t size = 1;  // elements
    int32_t element = 0;
    uint32_t registers = 1;     // of each element
    Source index;               // component x, signed
    bool shared = false;        // writes: a per-patch result, for all lanes of the patch
    bool zero_outside = false;  // reads (0,0,0,0) beyond the variable instead of its last register
};

// Loads from a constant buffer.
struct BufferAccess {
    int32_t buffer = 0;
    int32_t first = 0;  // element of the buffer that the variable begins with
    int32_t size = 1;   // elements
    int32_t element = 0;
    bool indexed = false;
    Source index;
    bool buffer_indexed = false;
    int32_t buffer_count = 1;
    int32_t buffer_element = 0;
    Source buffer_index;
    uint8_t element_words = 4;                              // 0: bytes (LDC)
    arbasm::DataType storage = arbasm::DataType::Typeless;  // LDC
    uint8_t storage_components = 1;
};

// IPAC, IPAO, IPAS.
struct InterpolationAccess {
    InterpolationPlace place{};
    int32_t first = 0;  // attribute register of the variable's first element
    int32_t size = 1;
    int32_t element = 0;
    bool indexed = false;
    Source index;  // component x, signed
};

// What lanes know of themselves (fragment.threadid and its kin), in this order in the file Base::Threads.
enum class ThreadWord : uint8_t {
    Zero,
    Id,
    EqualMask,
    LessMask,
    LessOrEqualMask,
    GreaterMask,
    GreaterOrEqualMask,
    Helper,
    Count
};

// An attribute of one of several vertices, or of what the output patch holds so far.
struct StageAccess {
    int32_t first = 0;  // register
    int32_t size = 1;
    int32_t element = 0;
    int32_t vertex = -1;  // -1: of the patch
    bool of_output = false;
    std::vector<int32_t> outputs;  // of_output: the result of each element; -1: nobody writes it
    bool indexed = false, vertex_indexed = false;
    Source index, vertex_index;
};

// LOAD, STORE, ATOM and their kin.
struct MemoryAccess {
    enum class Space : uint8_t { Address, Constant, Storage, Counter, Shared } space{};
    enum class Action : uint8_t { Load, Store, Atomic } action{};
    arbasm::AtomicOperation atomic{};
    arbasm::DataType storage{};
    uint8_t components = 1;  // in memory
    bool wide = false;       // data and result have 64 bits
    Source data;             // Store, Atomic
    Source address;          // Space::Address: component x, 64 bits
    BufferAccess place;      // the others; elements are bytes
};

// LOADIM, STOREIM, ATOMIM, IMQ, IMQS.
struct ImageAccess : UnitAccess {
    enum class Action : uint8_t { Load, Store, Atomic, Size, Samples } action{};
    bool formatted = false;         // texels are converted, else their bits are taken as they are
    uint8_t components_used = 0xf;  // of the coordinates, as the target has them: the others are zero
    arbasm::AtomicOperation atomic{};
    arbasm::DataType type{};     // in registers
    arbasm::DataType storage{};  // in memory, unless formatted
    uint8_t components = 1;
    Source data;  // Store, Atomic
    Source coordinates;
};

// A component of a parameter that is spread over a CPU register before a run.
struct UniformSlot {
    int32_t parameter = 0;
    uint8_t component = 0;
};

struct Code {
    std::shared_ptr<const arbasm::Program> program;
    std::vector<MicroOperation> steps;  // ends with End
    std::vector<SampleAccess> samples;
    std::vector<IndexedAccess> indexed;
    std::vector<BufferAccess> buffers;
    std::vector<Conversion> conversions;
    std::vector<InterpolationAccess> interpolations;
    std::vector<StageAccess> stage_accesses;
    std::vector<MemoryAccess> memory;
    std::vector<ImageAccess> images;
    std::vector<UniformSlot> uniforms;
    std::vector<int32_t> subroutines;  // the step where the one of each SUBROUTINENUM begins; -1: there is none
    std::vector<uint32_t> cleared;     // offsets of registers that may be read before they are written
    uint32_t scratch_bytes = 0;
    uint32_t entry = 0;        // first step to run
    uint32_t max_nesting = 0;  // IF and REP around any instruction
    uint32_t max_frames = 0;
    bool uses_threads = false;
    bool straight = true;     // only Compute steps, none masked
    bool jumps = false;       // BRA: lanes find each other by the steps they are at, not by frames
    uint32_t call_depth = 0;  // with jumps
};

// ---- run-time state ----------------------------------------------------------------------------------------------

// One bit per lane for each flag of each component.
struct ConditionCode {
    LaneMask sign[4] = {}, zero[4] = {all_lanes, all_lanes, all_lanes, all_lanes}, carry[4] = {}, overflow[4] = {};
};

enum class FrameKind : uint8_t { If, Repeat, Call };

struct Frame {
    FrameKind kind;
    bool counted;
    const MicroOperation* exit;  // where to go when no lane is left inside; Call: where to return
    LaneMask outer;              // lanes that came
    LaneMask waiting;            // If: lanes for ELSE. Repeat: lanes that wait for the next turn. Call: lanes that
                                 // are to call another subroutine, whose steps are in `turns`
    LaneMask left;               // Repeat, Call: lanes that are done
    int32_t turns[group_lanes];  // Repeat: still to go
};

inline constexpr uint32_t max_call_depth = 32;

// Flow without structure: lanes that do not run wait, each at a step of its own. The lanes at the lowest step run;
// whoever they catch up with at a Join runs on with them.
struct Jumps {
    LaneMask waiting;
    int32_t next[group_lanes];  // step at which a waiting lane goes on
    uint32_t depth[group_lanes];
    struct Entry {
        bool is_address;   // PUSHA; else a call
        int32_t value[4];  // of the address register, or in x the step to return to
    };
    Entry stack[max_call_depth][group_lanes];
};

struct Machine {
    std::byte* base[base_count];
    ptrdiff_t stride[base_count];  // bytes from one piece of a register to the next
    LaneMask running;              // lanes that execute
    LaneMask live;                 // lanes that are not parked behind a BRK, CONT or RET
    LaneMask keep[4];              // which lanes the last masked step wrote
    ConditionCode code[2];
    const Code* program;
    const ProgramEnvironment* environment;
    Group* group;
    Frame* frames;
    uint32_t depth;
    uint32_t max_frames;
    int64_t budget;
    Jumps* jumps;
    bool together;                 // BAR waits for other groups
    const MicroOperation* resume;  // where to go on behind it
};

// Lanes of component `component` that pass a test.
inline LaneMask tested(const ConditionCode& code, arbasm::ConditionTest test, int component) {
    return arbasm::condition_passes(test, code.sign[component], code.zero[component], code.carry[component],
                                    code.overflow[component]);
}

// The lanes' values of one component of a source, modifiers applied.
uint32_t read_lane(const Machine& machine, const Source& source, int component, int lane, arbasm::LaneKind kind);

// The same of a 64-bit register.
uint64_t read_wide_lane(const Machine& machine, const Source& source, int component, int lane, arbasm::LaneKind kind);

// The functions that do a step which is the same on every CPU.
Handler common_handler(Step step);
// Those that compute, for a CPU.
Handler compute_handler_sse4(const MicroOperation& operation);
Handler compute_handler_avx2(const MicroOperation& operation);
Handler compute_handler_avx512(const MicroOperation& operation);
Handler wide_handler_sse4(const MicroOperation& operation);
Handler convert_handler_sse4(const Conversion& conversion);
Handler wide_handler_avx2(const MicroOperation& operation);
Handler convert_handler_avx2(const Conversion& conversion);
Handler wide_handler_avx512(const MicroOperation& operation);
Handler convert_handler_avx512(const Conversion& conversion);

}  // namespace runtime::interpreter
