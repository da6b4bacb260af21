#include "glsl/lower/memories.h"

#include <algorithm>
#include <limits>

namespace glsl {

namespace {

// All of a buffer, or as many elements as the largest has.
constexpr int32_t whole_storage = std::numeric_limits<int32_t>::max();

arbasm::Variable buffer_variable(arbasm::RegisterFile file, std::string name, int buffer) {
    arbasm::Variable variable;
    variable.file = file;
    variable.name = std::move(name);
    variable.array = true;
    variable.size = whole_storage;
    variable.buffer = buffer;
    return variable;
}

}  // namespace

bool is_in_memory(const Variable& variable) {
    const Storage storage = variable.qualifiers.storage;
    if (storage == Storage::Uniform) return variable.block || innermost(variable.type)->kind == TypeKind::AtomicCounter;
    return storage == Storage::Buffer || storage == Storage::Shared;
}

void Memories::use(Memory& memory, arbasm::Variable variable) {
    memory.at = assembly_.add_shared(std::move(variable));
    assembly_.declare(memory.at);
    if (const arbasm::Option option = row_of(memory.space).option; option != arbasm::Option::Count)
        assembly_.option(option);
}

const Memory& Memories::of_block(const Block& block) {
    const auto [entry, is_new] = memories_.try_emplace({&block, 0});
    Memory& memory = entry->second;
    if (!is_new) return memory;
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    if (const auto number = input_.blocks.find(&block); number != input_.blocks.end()) memory.number = number->second;
    memory.space = storage ? MemorySpace::Storage : MemorySpace::Uniform;
    memory.block = &block;
    memory.layout = block_layout(block);
    memory.is_array = block.array_size >= 0;
    memory.count = std::max(block.array_size, 1);
    arbasm::Variable variable = buffer_variable(storage ? arbasm::RegisterFile::Storage : arbasm::RegisterFile::Buffer,
                                                (storage ? "sb" : "cb") + std::to_string(memory.number), memory.number);
    if (!storage) variable.size = 4 * input_.limits.parameter_buffer_words;
    variable.buffer_count = memory.count;
    variable.is_buffer_range = memory.is_array;
    use(memory, std::move(variable));
    return memory;
}

const Memory& Memories::of_counters(int binding) {
    const auto [entry, is_new] = memories_.try_emplace({nullptr, binding});
    Memory& memory = entry->second;
    if (!is_new) return memory;
    const auto storage = input_.counter_storage.find(binding);
    const bool is_storage = storage != input_.counter_storage.end();
    memory.space = is_storage ? MemorySpace::Storage : MemorySpace::Counter;
    memory.number = is_storage ? storage->second : binding;
    arbasm::Variable variable =
        buffer_variable(is_storage ? arbasm::RegisterFile::Storage : arbasm::RegisterFile::Counter,
                        "ct" + std::to_string(binding), memory.number);
    if (!is_storage) {
        variable.size = input_.limits.counter_buffer_words;
        variable.element_words = 1;
    }
    use(memory, std::move(variable));
    return memory;
}

const Memory& Memories::shared() {
    const auto [entry, is_new] = memories_.try_emplace({nullptr, -1});
    Memory& memory = entry->second;
    if (!is_new) return memory;
    memory.space = MemorySpace::Shared;
    arbasm::Variable variable = buffer_variable(arbasm::RegisterFile::Shared, "sh", 0);
    variable.size = static_cast<int32_t>(input_.shared_bytes);
    assembly_.program().shared_memory = variable.size;
    use(memory, std::move(variable));
    return memory;
}

LValue Memories::lvalue_of(const Variable* variable) {
    if (const auto same = input_.same.find(variable); same != input_.same.end()) variable = same->second;
    LValue lvalue;
    lvalue.type = variable->type;
    const Qualifiers& own = variable->qualifiers;
    lvalue.is_coherent = own.coherent;
    lvalue.is_volatile = own.is_volatile;
    if (variable->block) {
        lvalue.memory = &of_block(*variable->block);
        if (variable->member < 0) return lvalue;
        lvalue.type = variable->block->type;
        return memory_member(assembly_, lvalue, variable->member);
    }
    if (own.storage == Storage::Shared) {
        lvalue.memory = &shared();
        lvalue.rules.std430 = true;
        const auto offset = input_.shared_offsets.find(variable);
        if (offset != input_.shared_offsets.end()) lvalue.offset = offset->second;
        return lvalue;
    }
    lvalue.memory = &of_counters(std::max(own.layout.binding, 0));
    lvalue.rules.std430 = true;
    lvalue.offset = std::max(own.layout.offset, 0);
    return lvalue;
}

const Memory& Memories::global() {
    Memory& memory = memories_.try_emplace({nullptr, -2}).first->second;
    memory.space = MemorySpace::Global;
    return memory;
}

}  // namespace glsl
