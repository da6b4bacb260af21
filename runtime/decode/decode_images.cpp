#include "runtime/decode/decode_images.h"

#include <string_view>

#include "runtime/decode/lane_index.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

UnitAccess unit_access(DecodeContext& context, const TextureAccess& texture) {
    UnitAccess access;
    access.first = texture.unit;
    if (texture.handle) {
        access.by_handle = true;
        access.handle = source(context, *texture.handle, true, 1, DataType::U64);
        context.contents.note_reads(access.handle, 1, true);
        return access;
    }
    if (texture.variable < 0) return access;
    const Variable& variable = variable_at(context.program, texture.variable);
    access.count = variable.size;
    access.is_array = texture.relative.file != RegisterFile::None;
    access.first = access.is_array ? variable.base : variable.base + texture.unit;
    if (access.is_array) access.element = lane_index(context, texture.unit, texture.relative);
    return access;
}

namespace {

// "if (target == 1D || target == BUFFER) coords.y = 0" and so on: the components that count, whatever is bound.
uint8_t coordinates_used(TextureTarget target) {
    struct Row {
        int coordinates;
        bool layered;
        std::string_view features;
    };
    static constexpr Row rows[] = {
        {0, false, ""},
#define ARBASM_TEXTURE_TARGET(name, spelling, texture, first, coordinates, layered, shadow, features) \
    {coordinates, layered, features},
#include "ir/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
    };
    const Row& row = rows[static_cast<size_t>(target)];
    const int texel = ((1 << row.coordinates) - 1) | (row.layered ? 4 : 0);  // layers are z, of one dimension too
    return static_cast<uint8_t>(texel | (row.features.find('m') != std::string_view::npos ? 8 : 0));
}

}  // namespace

void decode_image(DecodeContext& context, const Instruction& instruction, AccessImageStep::Action action) {
    using enum AccessImageStep::Action;
    AccessImageStep step;
    step.action = action;
    step.formatted = instruction.storage == DataType::Typeless;
    step.atomic = instruction.atomic;
    step.type = instruction.type;
    step.storage = instruction.storage;
    step.components = instruction.storage_components;
    size_t next = 0;
    if (action != Load) {
        uint8_t needed = step.formatted ? 0xf : static_cast<uint8_t>((1u << step.components) - 1);
        if (step.atomic == AtomicOperation::CompareSwap) needed |= 3;
        const Operand& data = instruction.operands[next++];
        step.data = source(context, data, data.scalar, needed, instruction.type);
        context.contents.note_reads(step.data, needed);
    }
    const Operand& coordinates = instruction.operands[next];
    step.components_used = coordinates_used(instruction.texture.target);
    step.coordinates = source(context, coordinates, coordinates.scalar, step.components_used, DataType::S32);
    context.contents.note_reads(step.coordinates, step.components_used);
    step.unit = unit_access(context, instruction.texture);
    step.destination = context.registers.new_scratch();
    step.sparse = (instruction.modifiers & modifier_sparse) != 0;
    context.steps.emit(step);
    if (action == Store) return;
    move_result(context, step.destination, instruction.type, instruction);
}

void decode_image_query(DecodeContext& context, const Instruction& instruction, QueryImageStep::Question question) {
    QueryImageStep step;
    step.question = question;
    step.unit = unit_access(context, instruction.texture);
    step.destination = context.registers.new_scratch();
    context.steps.emit(step);
    const bool scalar = question == QueryImageStep::Question::Samples;
    compute(context, Operation::Mov, DataType::S32, {register_source(step.destination, identity_swizzle, scalar)},
            instruction);
}

}  // namespace runtime::decoded
