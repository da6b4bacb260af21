#include "glsl/link/counters.h"

#include <algorithm>
#include <map>

#include "glsl/link/member_list.h"
#include "glsl/tree/memory_layout.h"

namespace glsl {

namespace {

BufferBlock& counter_buffer(LinkContext& context, StageUnit& own, int binding) {
    std::vector<BufferBlock>& buffers = context.program().counter_buffers;
    auto found = std::find_if(buffers.begin(), buffers.end(),
                              [&](const BufferBlock& other) { return other.binding == binding; });
    if (found == buffers.end()) {
        buffers.emplace_back().binding = binding;
        found = buffers.end() - 1;
    }
    const auto stage = static_cast<size_t>(own.stage);
    found->stages |= bit_of(own.stage);
    found->number[stage] = binding;
    if (own.operates_on_counters && found->storage_number[stage] < 0) {
        int next = 0;
        for (const BufferBlock& other : context.program().storage_blocks)
            next = std::max(next, other.number[stage] + 1);
        for (const BufferBlock& other : buffers) next = std::max(next, other.storage_number[stage] + 1);
        found->storage_number[stage] = next;
        own.input.counter_storage[binding] = next;
    }
    return *found;
}

}  // namespace

void assign_counters(LinkContext& context, StageUnit& own) {
    std::map<std::string, size_t> known;
    for (size_t n = 0; n < context.program().uniforms.size(); n++)
        if (context.program().uniforms[n].type->kind == TypeKind::AtomicCounter)
            known[context.program().uniforms[n].name] = n;
    int64_t count = 0;
    for (const Variable* variable : own.active) {
        if (innermost(variable->type)->kind != TypeKind::AtomicCounter) continue;
        count += register_count(variable->type);
        BufferBlock& buffer = counter_buffer(context, own, std::max(variable->qualifiers.layout.binding, 0));
        const int64_t offset = std::max(variable->qualifiers.layout.offset, 0);
        const int64_t end = offset + memory_size(variable->type, {true, false});
        buffer.size = std::max(buffer.size, end);
        if (end > context.options().limits.counter_buffer_words * int64_t{4} ||
            buffer.binding >= context.options().limits.counter_buffers || count > context.options().atomic_counters) {
            context.error("the atomic counter " + std::string(variable->name) + " is beyond those there are");
            return;
        }
        Uniform common;
        common.block = static_cast<int>(&buffer - context.program().counter_buffers.data());
        std::vector<Uniform> list;
        MemberList(list, common, false).add(std::string(variable->name), variable->type, offset, {true, false}, true);
        for (Uniform& added : list) {
            const auto [entry, is_new] = known.try_emplace(added.name, context.program().uniforms.size());
            if (is_new) {
                added.stages = bit_of(own.stage);
                buffer.variables.push_back(static_cast<int>(context.program().uniforms.size()));
                context.program().uniforms.push_back(std::move(added));
                continue;
            }
            Uniform& found = context.program().uniforms[entry->second];
            if (found.offset != added.offset || found.block != added.block || found.array_size != added.array_size)
                context.error("the atomic counter " + added.name + " is declared differently in two stages");
            found.stages |= bit_of(own.stage);
        }
    }
}

void check_counters(LinkContext& context) {
    for (const BufferBlock& buffer : context.program().counter_buffers) {
        std::map<int, const Uniform*> taken;
        for (const int number : buffer.variables) {
            const Uniform& counter = context.program().uniforms[static_cast<size_t>(number)];
            taken.try_emplace(counter.offset, &counter);
        }
        int end = 0;
        for (const auto& [offset, counter] : taken) {
            if (offset < end) context.error("the atomic counter " + counter->name + " overlaps another one");
            end = std::max(end, offset + 4 * counter->array_size);
        }
        if (taken.size() < buffer.variables.size())
            context.error("two atomic counters begin at the same place of binding " + std::to_string(buffer.binding));
    }
}

}  // namespace glsl
