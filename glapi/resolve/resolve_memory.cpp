#include "glapi/resolve/resolve_memory.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "glapi/context.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/command_lists/command_lists.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/resolve/effective_program.h"
#include "glapi/resolve/resolve_textures.h"
#include "glapi/state/debug.h"
#include "rasterizer/rasterizer.h"
#include "runtime/environment/environment.h"

namespace glapi {
namespace {

// What is bound to the program's number n; nothing where a program names a binding point that there isn't.
const BufferRange& range_at(const BufferState& buffers, IndexedTarget target, const std::vector<int>& bindings,
                            size_t n) {
    static const BufferRange none;
    size_t binding = ProgramObject::number_in(bindings, n);
    if (binding >= ProgramObject::counters_as_storage) {
        binding -= ProgramObject::counters_as_storage;
        target = IndexedTarget::AtomicCounter;
    }
    return binding < static_cast<size_t>(indexed_binding_count(target)) ? buffers[target].ranges[binding] : none;
}

// What is resident of the block's range of addresses (NV_uniform_buffer_unified_memory).
runtime::MemoryRange addressed_uniforms(const BufferState& buffers, const std::vector<int>& bindings, size_t n) {
    const size_t binding = ProgramObject::number_in(bindings, n);
    if (binding >= buffers.uniform_addresses.size()) return {};
    const BufferState::AddressedRange& addressed = buffers.uniform_addresses[binding];
    runtime::MemoryRange range = buffers.reachable.range_at(addressed.address);
    range.size = std::min(range.size, static_cast<uint64_t>(addressed.length));
    return range;
}

// The same while commands from memory are executed (NV_command_list), which give each stage addresses of its own.
runtime::MemoryRange commanded_uniforms(const BufferState& buffers, const CommandListState& command_lists,
                                        arbasm::Stage stage, const std::vector<int>& bindings, size_t n) {
    const auto& addresses = (*command_lists.uniforms)[static_cast<size_t>(stage)];
    const size_t binding = ProgramObject::number_in(bindings, n);
    if (binding >= addresses.size()) return {};
    runtime::MemoryRange range = buffers.reachable.range_at(addresses[binding]);
    range.size = std::min(range.size, static_cast<uint64_t>(CommandListState::uniform_bytes));
    return range;
}

// Parameter buffers of assembly programs are those of their target; programs of GLSL read their uniform blocks'
// buffers.
void resolve_parameter_buffers(BufferState& buffer_state, const CommandListState& command_lists,
                               const ProgramObject& object, rasterizer::StageProgram& stage) {
    BufferState& buffers = buffer_state;
    const bool commanded = command_lists.uniforms != nullptr;
    const bool blocks = !object.uniform_bindings.empty();
    const auto target = blocks ? IndexedTarget::Uniform : static_cast<IndexedTarget>(stage.program->stage);
    const auto count = static_cast<size_t>(std::min<int32_t>(stage.facts->parameter_buffers, parameter_buffer_count));
    for (size_t i = 0; i < count; ++i) {
        if (commanded || (target == IndexedTarget::Uniform && buffers.unified_uniforms)) {
            const runtime::MemoryRange range =
                commanded
                    ? commanded_uniforms(buffer_state, command_lists, stage.program->stage, object.uniform_bindings, i)
                    : addressed_uniforms(buffers, object.uniform_bindings, i);
            stage.constant_buffers.emplace_back(range.data, static_cast<size_t>(range.size));
            if (range.data) stage.owners.push_back(range.owner);
            continue;
        }
        const BufferRange& range = range_at(buffers, target, object.uniform_bindings, i);
        const size_t bytes = range.readable();
        stage.constant_buffers.emplace_back(bytes > 0 ? range.buffer->data.get() + range.offset : nullptr, bytes);
        if (bytes > 0) stage.owners.push_back(range.buffer->data);
    }
    // Fragments read them later.
    if (count > 0) buffers.reachable.readers_pending = true;
}

std::vector<runtime::MemoryRange> numbered_buffers(const BufferState& buffers, IndexedTarget target,
                                                   const std::vector<int>& bindings, int32_t used) {
    const auto count = static_cast<size_t>(std::min<int32_t>(used, indexed_binding_count(target)));
    std::vector<runtime::MemoryRange> ranges(count);
    for (size_t i = 0; i < count; ++i) {
        const BufferRange& range = range_at(buffers, target, bindings, i);
        const size_t bytes = range.readable();
        if (bytes > 0) ranges[i] = {range.buffer->data.get() + range.offset, bytes, true, range.buffer->data};
    }
    return ranges;
}

// What is resident, and the units that samplers and images of a program name in place of handles.
std::shared_ptr<const runtime::HandleTable> resolve_handles(Context& context, const ProgramObject& object) {
    std::shared_ptr<const runtime::HandleTable> resident = context.textures.handles.table();
    if (object.handle_parameters.empty()) return resident;
    auto table = std::make_shared<runtime::HandleTable>(*resident);
    for (const uint32_t number : object.handle_parameters) {
        const runtime::Vector4& value = object.local_parameters[number];
        const uint64_t handle = value[0] | uint64_t{value[1]} << 32;
        const std::optional<UnitHandle> unit = unit_of_handle(handle);
        if (!unit) continue;
        const auto unit_number = static_cast<size_t>(unit->unit);
        if (!unit->image && unit_number < texture_unit_count) {
            table->textures.insert_or_assign(handle,
                                             resolve_texture(context, unit_number, unit->kind, unit->shadow, false));
        } else if (unit->image && unit_number < image_unit_count) {
            const ImageUnit& image = context.textures.images[unit_number];
            table->images.insert_or_assign(
                handle, image.texture ? resolve_image(*image.texture, image.view) : runtime::ImageBinding{});
        }
    }
    table->find_samplers();
    return table;
}

}  // namespace

void resolve_memory(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage) {
    stage.memory = nullptr;
    if (!program.executable || !program.object) return;
    const ProgramObject& object = *program.object;
    resolve_parameter_buffers(context.buffers, context.command_lists, object, stage);
    if (!stage.facts->reaches_beyond_buffers) return;
    tell_memory_faults(context.buffers.reachable, context.debug);
    ReachableMemory& reachable = context.buffers.reachable;
    auto memory = std::make_shared<runtime::ProgramMemory>();
    memory->table = reachable.table();
    memory->storage_buffers = numbered_buffers(context.buffers, IndexedTarget::ShaderStorage, object.storage_bindings,
                                               stage.facts->storage_buffers);
    memory->counter_buffers =
        numbered_buffers(context.buffers, IndexedTarget::AtomicCounter, {}, stage.facts->counter_buffers);
    for (size_t i = 0; i < std::min<size_t>(stage.program->image_units.size(), image_unit_count); ++i) {
        const ImageUnit& unit = context.textures.images[ProgramObject::number_in(object.image_units, i)];
        memory->images.push_back(unit.texture ? resolve_image(*unit.texture, unit.view) : runtime::ImageBinding{});
    }
    if (stage.facts->uses_handles) memory->handles = resolve_handles(context, object);
    memory->faults = std::make_shared<runtime::FaultLog>();
    std::string name =
        std::string(arbasm::stage_name(stage.program->stage)) + " program " + std::to_string(object.name);
    reachable.watched.push_back({std::move(name), memory->faults});
    reachable.programs_pending = true;
    stage.memory = std::move(memory);
}

void await_programs(rasterizer::Rasterizer& rasterizer, BufferState& buffers) {
    if (!buffers.reachable.programs_pending) return;
    rasterizer.finish();
    buffers.reachable.programs_pending = buffers.reachable.readers_pending = false;
}

void begin_change(rasterizer::Rasterizer& rasterizer, BufferState& buffers, Buffer& buffer) {
    constexpr size_t most_copied = 1 << 18;  // beyond, waiting is cheaper
    await_programs(rasterizer, buffers);
    if (!buffers.reachable.readers_pending || buffer.data.use_count() <= 1) return;
    const bool stays =
        buffer.addresses || buffer.mapped || buffer.is_external || buffer.storage_flags & GL_SPARSE_STORAGE_BIT_ARB;
    if (buffer.size > most_copied || stays) {
        rasterizer.finish();
        buffers.reachable.readers_pending = false;
        return;
    }
    auto copy = allocate_storage(buffer.size);
    std::memcpy(copy.get(), buffer.data.get(), buffer.size);
    buffer.data = std::move(copy);
}

void tell_memory_faults(ReachableMemory& reachable, Debug& debug) {
    auto& watched = reachable.watched;
    std::vector<std::string> messages;
    std::erase_if(watched, [&messages](const ReachableMemory::Watched& entry) {
        // Nobody else has it: the draw is done, and no more will come.
        const bool done = entry.faults.use_count() == 1;
        if (const std::string fault = describe(entry.faults->take()); !fault.empty())
            messages.push_back(entry.program + ", " + fault + "; it reads zero and stores nothing");
        return done;
    });
    for (std::string& message : messages) {
        if (runtime::reports(runtime::DebugSubject::Api)) std::fprintf(stderr, "asmgl: %s\n", message.c_str());
        debug.emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, GL_INVALID_OPERATION, GL_DEBUG_SEVERITY_HIGH,
                    std::move(message)});
    }
}

}  // namespace glapi
