// Which words of registers each kind of step reads and writes.
#pragma once

#include <type_traits>

#include "runtime/decode/code.h"

namespace runtime::jit {

using namespace decoded;

namespace detail {

template <class Visit>
void visit_vector(RegisterAddress address, Visit visit, uint32_t words = 4) {
    for (uint32_t word = 0; word < words; word++)
        visit(RegisterAddress{address.base, address.offset + word * word_bytes});
}
template <class Visit>
void visit_source(const Source& source, uint8_t components, bool wide, Visit visit) {
    for (int c = 0; c < 4; c++) {
        if (!(components >> c & 1)) continue;
        visit(source.component(c));
        if (wide && source.base[c] != Base::Constants)
            visit(RegisterAddress{source.base[c], source.offset[c] + vector_bytes});
    }
}
template <class Visit>
void visit_index(const LaneIndex& index, Visit visit) {
    if (index.varies) visit(index.lanes.component(0));
}
template <class Visit>
void visit_unit(const UnitAccess& unit, Visit visit) {
    if (unit.is_array) visit_index(unit.element, visit);
    if (unit.by_handle) visit_source(unit.handle, 1, true, visit);
}
template <class Visit>
void visit_buffer(const BufferElement& buffer, Visit visit) {
    visit_index(buffer.number, visit);
    visit_index(buffer.element, visit);
}
template <class Visit>
void visit_result(const Result& result, bool wide, Visit visit) {
    for (uint32_t c = 0; c < 4; c++) {
        if (!(result.write_mask >> c & 1)) continue;
        visit(RegisterAddress{result.destination.base, result.destination.offset + c * word_bytes});
        if (wide)
            visit(RegisterAddress{result.destination.base, result.destination.offset + c * word_bytes + vector_bytes});
    }
}

}  // namespace detail

// Steps that decide which lanes go on, and where.
inline bool is_of_flow(StepKind kind) {
    switch (kind) {
        case StepKind::End:
        case StepKind::If:
        case StepKind::Else:
        case StepKind::EndIf:
        case StepKind::Repeat:
        case StepKind::EndRepeat:
        case StepKind::Break:
        case StepKind::Continue:
        case StepKind::Call:
        case StepKind::CallIndirect:
        case StepKind::Return:
        case StepKind::SubroutineEnd:
        case StepKind::Jump:
        case StepKind::Join:
        case StepKind::JumpCall:
        case StepKind::JumpReturn:
        case StepKind::JumpEnd:
        case StepKind::PushAddress:
        case StepKind::PopAddress:
        case StepKind::KillNegative:
        case StepKind::KillPassing:
        case StepKind::Barrier: return true;
        case StepKind::Compute:
        case StepKind::Convert:
        case StepKind::GatherParameters:
        case StepKind::GatherRegisters:
        case StepKind::ScatterRegisters:
        case StepKind::LoadBuffer:
        case StepKind::AccessMemory:
        case StepKind::MemoryBarrier:
        case StepKind::Sample:
        case StepKind::AccessImage:
        case StepKind::QueryImage:
        case StepKind::Interpolate:
        case StepKind::Vote:
        case StepKind::QuadSum:
        case StepKind::Shuffle:
        case StepKind::ReadVertex:
        case StepKind::ReadOutput:
        case StepKind::ShareResult:
        case StepKind::EmitVertex:
        case StepKind::EndPrimitive:
        case StepKind::ReadClock: return false;
    }
    return false;
}

// The components of an operand that an operation reads; see the decoder's note_reads().
inline uint8_t components_of(const ComputeStep& step, int operand) {
    const arbasm::OperationInfo& info = arbasm::operation_info(step.operation);
    if (step.wide || info.form == arbasm::ResultForm::Each) return step.result.write_mask;
    return info.operand_is_vector(operand) ? 0xf : 1;
}

// Registers that a step reads, except for indexed arrays and memory of the group.
template <class Visit>
void visit_reads(const Step& any_step, Visit visit) {
    using namespace detail;
    decoded::visit(any_step, [&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, ComputeStep>) {
            const int count = arbasm::operation_info(step.operation).operand_count();
            for (int i = 0; i < count; i++) visit_source(step.sources[i], components_of(step, i), step.wide, visit);
        } else if constexpr (std::is_same_v<T, ConvertStep>) {
            visit_source(step.source, step.result.write_mask, step.wide_source, visit);
        } else if constexpr (std::is_same_v<T, RepeatStep>) {
            if (step.counted) visit_source(step.count, 1, false, visit);
        } else if constexpr (std::is_same_v<T, SampleStep>) {
            visit_unit(step.unit, visit);
            for (const SampleStep::Argument* const vector :
                 {&step.coordinates, &step.gradient_x, &step.gradient_y, &step.offsets, &step.offsets_y})
                if (vector->is_given) visit_vector(vector->address, visit);
            for (const SampleStep::Argument* const word : {&step.reference, &step.lod, &step.lod_clamp})
                if (word->is_given) visit(word->address);
        } else if constexpr (std::is_same_v<T, AccessMemoryStep>) {
            if (step.space == AccessMemoryStep::Space::Address)
                visit_source(step.address, 1, true, visit);
            else
                visit_buffer(step.buffer, visit);
            if (step.action != AccessMemoryStep::Action::Load && step.space != AccessMemoryStep::Space::Counter)
                visit_source(step.data, 0xf, step.wide, visit);
        } else if constexpr (std::is_same_v<T, AccessImageStep>) {
            visit_unit(step.unit, visit);
            visit_source(step.coordinates, step.components_used, false, visit);
            if (step.action != AccessImageStep::Action::Load) visit_source(step.data, 0xf, false, visit);
        } else if constexpr (std::is_same_v<T, QueryImageStep>) {
            visit_unit(step.unit, visit);
        } else if constexpr (std::is_same_v<T, LoadBufferStep>) {
            visit_buffer(step.from, visit);
        } else if constexpr (std::is_same_v<T, InterpolateStep>) {
            visit_index(step.element, visit);
            if (step.where != InterpolateAt::Centroid) visit_source(step.source, 3, false, visit);
        } else if constexpr (std::is_same_v<T, QuadSumStep>) {
            visit_source(step.other, 0xf, false, visit);
            visit_source(step.own, 0xf, false, visit);
        } else if constexpr (std::is_same_v<T, ShuffleStep>) {
            for (const Source* const one : {&step.source, &step.index, &step.mask}) visit_source(*one, 1, false, visit);
        } else if constexpr (std::is_same_v<T, EmitVertexStep>) {
            if (step.has_stream) visit_source(step.stream, 1, false, visit);
        } else if constexpr (std::is_same_v<T, ShareResultStep>) {
            visit_vector(step.destination, visit);
        } else if constexpr (std::is_same_v<T, ScatterRegistersStep>) {
            visit_index(step.element, visit);
            visit_vector(step.source, visit, 4 * step.registers_each);
        } else {
            if constexpr (requires { step.source.negate; }) visit_source(step.source, 0xf, false, visit);
            if constexpr (requires { step.element; }) visit_index(step.element, visit);
            if constexpr (requires { step.vertex; }) visit_index(step.vertex, visit);
        }
    });
}

// Registers that a step writes, except for indexed arrays.
template <class Visit>
void visit_writes(const Step& any_step, Visit visit) {
    using namespace detail;
    decoded::visit(any_step, [&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, ComputeStep>) {
            visit_result(step.result, step.wide, visit);
        } else if constexpr (std::is_same_v<T, ConvertStep>) {
            visit_result(step.result, step.wide_result, visit);
        } else if constexpr (std::is_same_v<T, AccessMemoryStep>) {
            if (step.action != AccessMemoryStep::Action::Store)
                visit_vector(step.destination, visit, step.wide ? 8 : 4);
        } else if constexpr (std::is_same_v<T, AccessImageStep>) {
            if (step.action != AccessImageStep::Action::Store) visit_vector(step.destination, visit);
        } else if constexpr (std::is_same_v<T, GatherRegistersStep>) {
            visit_vector(step.destination, visit, 4 * step.registers_each);
        } else if constexpr (requires { step.destination; }) {
            visit_vector(step.destination, visit);
        }
    });
}

// The array of registers that a step indexes at run time: its first one, and their count. No base: none.
struct IndexedArray {
    bool is_there = false;
    RegisterAddress first;
    uint32_t registers = 0;
};
inline IndexedArray indexed_array(const Step& any_step) {
    return decoded::visit(any_step, [&]<class T>(const T& step) -> IndexedArray {
        if constexpr (std::is_same_v<T, GatherRegistersStep> || std::is_same_v<T, ScatterRegistersStep>)
            return {true, step.first, static_cast<uint32_t>(step.size) * step.registers_each};
        else
            return {};
    });
}

}  // namespace runtime::jit
