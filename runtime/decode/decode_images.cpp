#include <string_view>

#include "runtime/decode/decoder.h"

namespace runtime::interpreter {

using Action = ImageAccess::Action;

void Decoder::decode_unit(const TextureAccess& texture, UnitAccess& access) {
    access.unit = texture.unit;
    if (texture.handle) {
        access.by_handle = true;
        access.handle = source(*texture.handle, true, 1, DataType::U64);
        note_memory_read(access.handle, 1, true);
        return;
    }
    if (texture.variable < 0) return;
    const Variable& variable = program_.variables[static_cast<size_t>(texture.variable)];
    access.unit_count = variable.size;
    if (texture.relative.file == RegisterFile::None) {
        access.unit = variable.base + texture.unit;
        return;
    }
    access.indexed_unit = true;
    access.unit = variable.base;
    access.unit_element = texture.unit;
    access.unit_index = index_source(texture.relative);
    note_read({access.unit_index.base[0], access.unit_index.offset[0]});
}

namespace {

Action image_action(Opcode opcode) {
    switch (opcode) {
        case Opcode::Storeim: return Action::Store;
        case Opcode::Atomim: return Action::Atomic;
        case Opcode::Imq: return Action::Size;
        case Opcode::Imqs: return Action::Samples;
        default: return Action::Load;
    }
}

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
#include "arbasm/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
    };
    const Row& row = rows[static_cast<size_t>(target)];
    const int texel = row.layered ? 7 : (1 << row.coordinates) - 1;
    return static_cast<uint8_t>(texel | (row.features.find('m') != std::string_view::npos ? 8 : 0));
}

}  // namespace

void Decoder::decode_image(const Instruction& instruction) {
    ImageAccess access;
    access.action = image_action(instruction.opcode);
    access.formatted = instruction.storage == DataType::Typeless;
    access.atomic = instruction.atomic;
    access.type = instruction.type;
    access.storage = instruction.storage;
    access.components = instruction.storage_components;
    size_t next = 0;
    if (access.action == Action::Store || access.action == Action::Atomic) {
        uint8_t needed = access.formatted ? 0xf : static_cast<uint8_t>((1u << access.components) - 1);
        if (access.atomic == AtomicOperation::CompareSwap) needed |= 3;
        const Operand& data = instruction.operands[next++];
        access.data = source(data, data.scalar, needed, instruction.type);
        note_memory_read(access.data, needed, false);
    }
    if (next < instruction.operand_count) {
        access.components_used = coordinates_used(instruction.texture.target);
        const Operand& coordinates = instruction.operands[next];
        access.coordinates = source(coordinates, coordinates.scalar, access.components_used, DataType::S32);
        note_memory_read(access.coordinates, access.components_used, false);
    }
    decode_unit(instruction.texture, access);
    code_.images.push_back(access);
    const uint32_t values = new_scratch();
    MicroOperation& step = emit(Step::AccessImage);
    step.destination = values;
    step.target = static_cast<int32_t>(code_.images.size()) - 1;
    if (access.action == Action::Store) return;
    const bool query = access.action == Action::Size || access.action == Action::Samples;
    compute(Operation::Mov, query ? DataType::S32 : instruction.type,
            {register_source({Base::Scratch, values}, identity_swizzle, access.action == Action::Samples)},
            instruction);
}

}  // namespace runtime::interpreter
