// A decoded Program: steps with every operand resolved to an address.
//
// One type per kind of step (steps.def). The interpreter runs them in order; the compiling engine reads the same ones.
// Steps are plain data; parts without a fixed size are in Code.
#pragma once

#include <cstdint>
#include <utility>

#include "ir/semantics/operations.h"
#include "runtime/decode/operands.h"
#include "runtime/decode/step_list.h"
#include "runtime/execution/group.h"
#include "runtime/sampling/sample_instruction.h"

namespace runtime::decoded {

// ---- arithmetic --------------------------------------------------------------------------------------------------

// An operation of ir/semantics/operations.def.
struct ComputeStep : StepOf<StepKind::Compute> {
    Result result;
    arbasm::Operation operation{};
    arbasm::LaneKind lanes{};
    bool wide = false;  // 64-bit numbers; operands and result take two registers each
    arbasm::CarryRule carry_rule{};
    Source sources[3];
    Handler kernel = nullptr;  // the interpreter's, where `handler` finds the lanes that write first

    [[gnu::always_inline]] bool has_modifiers() const {
        return sources[0].modified() || sources[1].modified() || sources[2].modified();
    }
};

// CVT, and registers of one size used with the other.
struct ConvertStep : StepOf<StepKind::Convert> {
    Result result;
    arbasm::DataType from{}, to{};
    arbasm::Rounding rounding{};
    bool wide_source = false, wide_result = false;  // the registers have 64 bits
    bool of_kept = false;  // writes the lanes that the step before kept, instead of asking its own condition
    Source source;
};

// ---- structured flow: lanes wait in frames -----------------------------------------------------------------------

struct EndStep : StepOf<StepKind::End> {};

struct IfStep : StepOf<StepKind::If> {
    Condition condition;
    StepOffset otherwise = 0;  // ELSE or ENDIF
};
struct ElseStep : StepOf<StepKind::Else> {
    StepOffset end = 0;
};
struct EndIfStep : StepOf<StepKind::EndIf> {};

struct RepeatStep : StepOf<StepKind::Repeat> {
    StepOffset end = 0;    // ENDREP
    bool counted = false;  // else until BRK
    arbasm::LaneKind count_lanes{};
    Source count;  // component x
};
struct EndRepeatStep : StepOf<StepKind::EndRepeat> {
    StepOffset body = 0;  // the step behind REP
    uint32_t length = 0;  // steps of one turn
    uint32_t origin = 0;
};
struct BreakStep : StepOf<StepKind::Break> {
    Condition condition;
};
struct ContinueStep : StepOf<StepKind::Continue> {
    Condition condition;
};

struct CallStep : StepOf<StepKind::Call> {
    Condition condition;
    StepOffset target = 0;
    uint32_t origin = 0;
};
// CALI: the API chose a label by its number for each subroutine parameter.
struct CallIndirectStep : StepOf<StepKind::CallIndirect> {
    Condition condition;
    int32_t variable = 0;  // of Program::variables
    int32_t size = 1;      // elements
    LaneIndex element;
    uint32_t origin = 0;
};
struct ReturnStep : StepOf<StepKind::Return> {
    Condition condition;
};
// A label, or the program's end: execution that arrives here from above returns from its subroutine.
struct SubroutineEndStep : StepOf<StepKind::SubroutineEnd> {};

// ---- flow by labels: lanes wait at steps (vertex programs before NV_gpu_program4) --------------------------------

struct JumpStep : StepOf<StepKind::Jump> {
    Condition condition;
    StepOffset target = 0;
    uint32_t length = 1;  // backwards: steps from the target to here
    uint32_t origin = 0;
};
// A label: lanes that wait here continue together with lanes that arrive.
struct JoinStep : StepOf<StepKind::Join> {};
struct JumpCallStep : StepOf<StepKind::JumpCall> {
    Condition condition;
    StepOffset target = 0;
    uint32_t origin = 0;
};
struct JumpReturnStep : StepOf<StepKind::JumpReturn> {
    Condition condition;
};
struct JumpEndStep : StepOf<StepKind::JumpEnd> {};
struct PushAddressStep : StepOf<StepKind::PushAddress> {
    Source source;
};
struct PopAddressStep : StepOf<StepKind::PopAddress> {
    RegisterAddress destination;
};

// ---- registers by index: the index is clamped to the variable ----------------------------------------------------

struct GatherParametersStep : StepOf<StepKind::GatherParameters> {
    RegisterAddress destination;
    int32_t first = 0;  // of Program::parameters
    int32_t size = 1;   // elements
    LaneIndex element;
    bool zero_outside = false;   // reads (0,0,0,0) beyond the variable instead of its last register
    bool for_all_lanes = false;  // also of lanes that do not run: other lanes read them
};
struct GatherRegistersStep : StepOf<StepKind::GatherRegisters> {
    RegisterAddress destination;
    RegisterAddress first;
    int32_t size = 1;             // elements
    uint32_t registers_each = 1;  // 2: of 64 bits
    LaneIndex element;
    bool zero_outside = false;
    bool for_all_lanes = false;  // also of lanes that do not run: other lanes read them
};
// Writes the lanes and components that the step before kept.
struct ScatterRegistersStep : StepOf<StepKind::ScatterRegisters> {
    RegisterAddress source;
    RegisterAddress first;
    int32_t size = 1;
    uint32_t registers_each = 1;
    LaneIndex element;
    bool shared = false;  // a per-patch result, for all lanes of the patch
};

// ---- buffers and memory ------------------------------------------------------------------------------------------

// An element of a variable in one of several buffers.
struct BufferElement {
    int32_t buffer = 0;  // the variable's first
    int32_t buffer_count = 1;
    LaneIndex number;   // of the buffer, from the first
    int32_t first = 0;  // element of the buffer that the variable begins with
    int32_t size = 1;   // elements
    LaneIndex element;
};

// From constant buffers, and LDC.
struct LoadBufferStep : StepOf<StepKind::LoadBuffer> {
    RegisterAddress destination;
    BufferElement from;
    uint8_t element_words = 4;  // 0: LDC, elements are bytes
    arbasm::DataType storage = arbasm::DataType::Typeless;
    uint8_t components = 1;      // LDC: in memory, up to the last that anything takes
    bool for_all_lanes = false;  // also of lanes that do not run: other lanes read them
};

// LOAD, STORE, ATOM and their relatives for buffers, counters and shared memory.
struct AccessMemoryStep : StepOf<StepKind::AccessMemory> {
    enum class Space : uint8_t { Address, Constant, Storage, Counter, Shared } space{};
    enum class Action : uint8_t { Load, Store, Atomic } action{};
    arbasm::AtomicOperation atomic{};
    arbasm::DataType storage{};
    uint8_t components = 1;  // in memory; the address is a multiple of their size
    uint8_t needed = 1;      // of these from the first on; a load's others may lie beyond the buffer's end
    bool wide = false;       // data and result have 64 bits
    uint32_t origin = 0;
    RegisterAddress destination;  // Load, Atomic
    Source data;                  // Store, Atomic
    Source address;               // Space::Address: component x, 64 bits
    BufferElement buffer;         // the others; elements are bytes
};
struct MemoryBarrierStep : StepOf<StepKind::MemoryBarrier> {};

// ---- textures and images -----------------------------------------------------------------------------------------

// The texture or image that an instruction means.
struct UnitAccess {
    int32_t first = 0;       // unit, or first unit of an array
    bool is_array = false;   // indexed at run time
    int32_t count = 1;       // units of the array
    LaneIndex element;       // is_array
    bool by_handle = false;  // instead of a unit
    Source handle;           // component x, 64 bits
    bool varies() const { return is_array || by_handle; }
};

// Operands were moved to registers of their own where they were not plain.
struct SampleStep : StepOf<StepKind::Sample> {
    struct Argument {
        bool is_given = false;
        RegisterAddress address;
    };
    bool sparse = false;  // sets the sparse code
    RegisterAddress destination;
    uint32_t origin = 0;
    UnitAccess unit;
    SampleInstruction instruction;
    Argument coordinates, reference, lod, lod_clamp, gradient_x, gradient_y, offsets, offsets_y;
};

// LOADIM, STOREIM, ATOMIM.
struct AccessImageStep : StepOf<StepKind::AccessImage> {
    enum class Action : uint8_t { Load, Store, Atomic } action{};
    bool formatted = false;         // texels are converted, else their bits are taken as they are
    bool sparse = false;            // sets the sparse code
    uint8_t components_used = 0xf;  // of the coordinates, as the target has them: the others are zero
    arbasm::AtomicOperation atomic{};
    arbasm::DataType type{};     // in registers
    arbasm::DataType storage{};  // in memory, unless formatted
    uint8_t components = 1;
    uint32_t origin = 0;
    UnitAccess unit;
    RegisterAddress destination;  // Load, Atomic
    Source data;                  // Store, Atomic
    Source coordinates;
};
// IMQ, IMQS.
struct QueryImageStep : StepOf<StepKind::QueryImage> {
    enum class Question : uint8_t { Size, Samples } question{};
    uint32_t origin = 0;
    UnitAccess unit;
    RegisterAddress destination;
};

// ---- fragments, and lanes together -------------------------------------------------------------------------------

// KIL of a vector: lanes where any component is below zero.
struct KillNegativeStep : StepOf<StepKind::KillNegative> {
    arbasm::LaneKind lanes{};
    Source source;
};
struct KillPassingStep : StepOf<StepKind::KillPassing> {
    Condition condition;
};

// IPAC, IPAO, IPAS.
struct InterpolateStep : StepOf<StepKind::Interpolate> {
    InterpolateAt where{};
    RegisterAddress destination;
    Source source;      // Offset: x and y; Sample: x
    int32_t first = 0;  // attribute register of the variable's first element
    int32_t size = 1;
    LaneIndex element;
};

// TGALL, TGANY, TGEQ, TGBALLOT.
struct VoteStep : StepOf<StepKind::Vote> {
    enum class Vote : uint8_t { All, Any, Equal, Ballot } vote{};
    arbasm::LaneKind lanes{};
    uint8_t components = 15;  // that are read afterwards
    RegisterAddress destination;
    Source source;
};
// QSWZ*: another fragment's value of the quad, plus the fragment's own.
struct QuadSumStep : StepOf<StepKind::QuadSum> {
    enum class From : uint8_t { Lane0, Lane1, Lane2, Lane3, Across, Along } from{};
    RegisterAddress destination;
    Source other, own;
};
// SHF*.
struct ShuffleStep : StepOf<StepKind::Shuffle> {
    enum class From : uint8_t { Index, Up, Down, Xor } from{};
    arbasm::LaneKind lanes{};
    uint8_t components = 15;  // that are read afterwards
    RegisterAddress destination;
    Source source, index, mask;
};

// ---- stages before fragments, work groups ------------------------------------------------------------------------

// vertex[i].…: an attribute of one of several vertices.
struct ReadVertexStep : StepOf<StepKind::ReadVertex> {
    RegisterAddress destination;
    int32_t first = 0;  // attribute register
    int32_t size = 1;
    LaneIndex element, vertex;
    bool for_all_lanes = false;  // also of lanes that do not run: other lanes read them
};
// vertex.out[i].…: what the output patch holds so far.
struct ReadOutputStep : StepOf<StepKind::ReadOutput> {
    RegisterAddress destination;
    uint32_t outputs = 0;  // first of Code::output_numbers
    int32_t size = 1;
    LaneIndex element;
    bool of_vertex = false;  // else of the patch
    LaneIndex vertex;
    bool for_all_lanes = false;  // also of lanes that do not run: other lanes read them
};
// Gives the lanes of a patch what some of them wrote in the step before.
struct ShareResultStep : StepOf<StepKind::ShareResult> {
    RegisterAddress destination;
    uint8_t write_mask = 0xf;
};
struct EmitVertexStep : StepOf<StepKind::EmitVertex> {
    bool has_stream = false;
    Source stream;  // component x
};
struct EndPrimitiveStep : StepOf<StepKind::EndPrimitive> {};
struct BarrierStep : StepOf<StepKind::Barrier> {};

// CLOCK.
struct ReadClockStep : StepOf<StepKind::ReadClock> {
    RegisterAddress destination;
};

// ---- visiting ----------------------------------------------------------------------------------------------------

// Calls `visitor` with the step in its own type.
template <class Visitor>
auto visit(const Step& step, Visitor visitor) {
    switch (step.kind) {
#define STEP(name)       \
    case StepKind::name: \
        return visitor(static_cast<const name##Step&>(step));
#define STEP_PER_CPU(name) STEP(name)
#include "runtime/decode/steps.def"
#undef STEP
#undef STEP_PER_CPU
    }
    __builtin_unreachable();
}

template <class Visitor>
void StepList::visit(Visitor visitor) const {
    for (StepOffset offset = 0; offset < size();)
        offset += decoded::visit(*at(offset), [&](const auto& step) {
            visitor(step);
            return static_cast<StepOffset>(sizeof step);
        });
}
template <class Visitor>
void StepList::visit(Visitor visitor) {
    std::as_const(*this).visit([&]<class T>(const T& step) { visitor(const_cast<T&>(step)); });
}
template <class Visitor>
void StepList::visit_one(StepOffset at, Visitor visitor) {
    decoded::visit(get<Step>(at), [&]<class T>(const T& step) { visitor(const_cast<T&>(step)); });
}

}  // namespace runtime::decoded
