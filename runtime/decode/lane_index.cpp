#include "runtime/decode/lane_index.h"

#include "runtime/decode/sources.h"

namespace runtime::decoded {

namespace {

Source index_source(const Program& program, RegisterLayout& registers, const RelativeIndex& index) {
    const Variable& variable = variable_at(program, index.variable);
    // A0 of fragment programs.
    if (variable.implicit && program.stage == Stage::Fragment && index.file == RegisterFile::Address)
        return component_of(registers.innermost_loop(), 0);
    const int32_t number = register_number(program, index.variable, index.element);
    if (index.file != RegisterFile::Parameter)
        return component_of(registers.address(index.file, number), index.component);
    return component_of(registers.uniform(number, index.component), 0);
}

}  // namespace

LaneIndex lane_index(DecodeContext& context, int32_t constant, const RelativeIndex& index) {
    LaneIndex result;
    result.constant = constant;
    if (index.file == RegisterFile::None) return result;
    result.varies = true;
    result.lanes = index_source(context.program, context.registers, index);
    context.contents.note_read(result.lanes.component(0));
    return result;
}

}  // namespace runtime::decoded
