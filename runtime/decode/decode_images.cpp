#include <string_view>

#include "runtime/decode/decoder.h"

namespace runtime::decoded {

UnitAccess Decoder::unit_access(const TextureAccess& texture) {
    UnitAccess access;
    access.first = texture.unit;
    if (texture.handle) {
        access.by_handle = true;
        access.handle = source(*texture.handle, true, 1, DataType::U64);
        note_reads(access.handle, 1, true);
        return access;
    }
    if (texture.variable < 0) return access;
    const Variable& variable = program_.variables[static_cast<size_t>(texture.variable)];
    access.count = variable.size;
    access.is_array = texture.relative.file != RegisterFile::None;
    access.first = access.is_array ? variable.base : variable.base + texture.unit;
    if (access.is_array) access.element = lane_index(texture.unit, texture.relative);
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

void Decoder::decode_image(const Instruction& instruction, AccessImageStep::Action action) {
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
        step.data = source(data, data.scalar, needed, instruction.type);
        note_reads(step.data, needed);
    }
    const Operand& coordinates = instruction.operands[next];
    step.components_used = coordinates_used(instruction.texture.target);
    step.coordinates = source(coordinates, coordinates.scalar, step.components_used, DataType::S32);
    note_reads(step.coordinates, step.components_used);
    step.unit = unit_access(instruction.texture);
    step.place = {Base::Scratch, new_scratch()};
    step.sparse = (instruction.modifiers & modifier_sparse) != 0;
    emit(step);
    if (action == Store) return;
    compute(Operation::Mov, instruction.type, {register_source(step.place, identity_swizzle, false)}, instruction);
}

void Decoder::decode_image_query(const Instruction& instruction, QueryImageStep::Question question) {
    QueryImageStep step;
    step.question = question;
    step.unit = unit_access(instruction.texture);
    step.place = {Base::Scratch, new_scratch()};
    emit(step);
    const bool scalar = question == QueryImageStep::Question::Samples;
    compute(Operation::Mov, DataType::S32, {register_source(step.place, identity_swizzle, scalar)}, instruction);
}

}  // namespace runtime::decoded
