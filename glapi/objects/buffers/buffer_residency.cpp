#include "glapi/objects/buffers/buffer_residency.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <new>
#include <utility>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {
namespace {

// Addresses are the process's: a buffer of another share group is as far away as none. Nothing is at 0 and shortly
// behind it.
struct Addresses {
    static constexpr uint64_t granule = 1 << 16, low_begin = granule, low_end = uint64_t{1} << 32;
    runtime::SignalSafeMutex mutex;
    std::map<uint64_t, uint64_t> low;  // where ranges begin and end
    uint64_t next_low = low_begin;     // where to look first
    std::vector<uint32_t> free_slots;
    uint32_t next_slot = 1;

    // 0: there is no room.
    uint64_t find_low(uint64_t bytes, uint64_t from, uint64_t to) const {
        auto range = low.lower_bound(from);
        if (range != low.begin()) from = std::max(from, std::prev(range)->second);
        for (; from + bytes <= to; from = range->second, ++range)
            if (range == low.end() || from + bytes <= range->first) return from;
        return 0;
    }
    uint64_t take_low(uint64_t bytes) {
        uint64_t first = find_low(bytes, next_low, low_end);
        if (first == 0) first = find_low(bytes, low_begin, low_end);
        if (first == 0) return 0;
        low.emplace(first, first + bytes);
        next_low = first + bytes;
        return first;
    }
    uint32_t take_slot() {
        if (!free_slots.empty()) {
            const uint32_t slot = free_slots.back();
            free_slots.pop_back();
            return slot;
        }
        if (next_slot > runtime::MemoryTable::max_slot) throw std::bad_alloc();
        free_slots.reserve(next_slot);  // so that giving it back needs no memory
        return next_slot++;
    }
};
Addresses& addresses() {
    static auto* const instance = new Addresses;  // buffers may die after static objects
    return *instance;
}

}  // namespace

AddressRange::AddressRange(size_t bytes) {
    Addresses& all = addresses();
    const std::lock_guard lock(all.mutex);
    // One byte more at least: the address behind the last belongs to no other buffer.
    reserved_ = (bytes / Addresses::granule + 1) * Addresses::granule;
    first_ = reserved_ < Addresses::low_end ? all.take_low(reserved_) : 0;
    if (first_ != 0) return;
    first_ = runtime::MemoryTable::address_of(all.take_slot());
    reserved_ = uint64_t{1} << runtime::MemoryTable::offset_bits;
}

AddressRange::~AddressRange() {
    Addresses& all = addresses();
    const std::lock_guard lock(all.mutex);
    if (is_low())
        all.low.erase(first_);
    else
        all.free_slots.push_back(static_cast<uint32_t>(first_ >> runtime::MemoryTable::offset_bits));
}

uint64_t gpu_address(Buffer& buffer) {
    if (!buffer.addresses) buffer.addresses = std::make_shared<const AddressRange>(buffer.size);
    return buffer.addresses->first();
}

bool ReachableMemory::is_resident(const Buffer& buffer) const {
    if (!buffer.addresses) return false;
    const auto found = residents_.find(buffer.addresses->first());
    // Another context may have given the buffer other memory, which is not resident here.
    return found != residents_.end() && found->second.range.data == buffer.data.get();
}

void ReachableMemory::make_resident(Buffer& buffer, bool writable) {
    const uint64_t address = gpu_address(buffer);
    residents_[address] = {buffer.addresses, {buffer.data.get(), buffer.size, writable, buffer.data}};
    table_ = nullptr;
}

void ReachableMemory::make_non_resident(const Buffer& buffer) {
    if (buffer.addresses && residents_.erase(buffer.addresses->first()) > 0) table_ = nullptr;
}

std::shared_ptr<const runtime::MemoryTable> ReachableMemory::table() {
    if (!table_) {
        auto table = std::make_shared<runtime::MemoryTable>();
        for (const auto& [address, resident] : residents_) {
            if (resident.addresses->is_low())
                table->add_low(address, resident.addresses->reserved(), resident.range);
            else
                table->set(static_cast<uint32_t>(address >> runtime::MemoryTable::offset_bits), resident.range);
        }
        table_ = std::move(table);
    }
    return table_;
}

std::span<const std::byte> ReachableMemory::bytes_at(uint64_t address) const {
    auto found = residents_.upper_bound(address);
    if (found == residents_.begin()) return {};
    const auto& [first, resident] = *--found;
    const runtime::MemoryRange& range = resident.range;
    if (address - first >= range.size) return {};
    return {range.data + (address - first), static_cast<size_t>(range.size - (address - first))};
}

namespace {

void resolve_parameter_buffers(Context& context, rasterizer::StageProgram& stage) {
    const auto target = static_cast<IndexedTarget>(stage.program->stage);
    const auto count = static_cast<size_t>(std::min<int32_t>(stage.facts->parameter_buffers, parameter_buffer_count));
    for (size_t i = 0; i < count; ++i) {
        const BufferRange& range = context.buffers[target].ranges[i];
        const size_t bytes = range.readable();
        stage.constant_buffers.emplace_back(bytes > 0 ? range.buffer->data.get() + range.offset : nullptr, bytes);
        if (bytes > 0) stage.owners.push_back(range.buffer->data);
    }
    // Fragments read them later.
    if (count > 0) context.buffers.reachable.programs_pending = true;
}

std::vector<runtime::MemoryRange> numbered_buffers(const Context& context, IndexedTarget target, int32_t used) {
    const auto count = static_cast<size_t>(std::min<int32_t>(used, indexed_binding_count(target)));
    std::vector<runtime::MemoryRange> ranges(count);
    for (size_t i = 0; i < count; ++i) {
        const BufferRange& range = context.buffers[target].ranges[i];
        const size_t bytes = range.readable();
        if (bytes > 0) ranges[i] = {range.buffer->data.get() + range.offset, bytes, true, range.buffer->data};
    }
    return ranges;
}

}  // namespace

void resolve_memory(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage) {
    stage.memory = nullptr;
    if (!program.executable || !program.object) return;
    resolve_parameter_buffers(context, stage);
    if (!stage.facts->reaches_beyond_buffers) return;
    tell_memory_faults(context);
    ReachableMemory& reachable = context.buffers.reachable;
    auto memory = std::make_shared<runtime::ProgramMemory>();
    memory->table = reachable.table();
    memory->storage_buffers = numbered_buffers(context, IndexedTarget::ShaderStorage, stage.facts->storage_buffers);
    memory->counter_buffers = numbered_buffers(context, IndexedTarget::AtomicCounter, stage.facts->counter_buffers);
    for (size_t i = 0; i < std::min<size_t>(stage.program->image_units.size(), image_unit_count); ++i) {
        const ImageUnit& unit = context.textures.images[i];
        memory->images.push_back(unit.texture ? resolve_image(*unit.texture, unit.view) : runtime::ImageBinding{});
    }
    if (stage.facts->uses_handles) memory->handles = context.textures.handles.table(context);
    memory->faults = std::make_shared<runtime::FaultLog>();
    std::string name =
        std::string(arbasm::stage_name(stage.program->stage)) + " program " + std::to_string(program.object->name);
    reachable.watched.push_back({std::move(name), memory->faults});
    reachable.programs_pending = true;
    stage.memory = std::move(memory);
}

void await_programs(Context& context) {
    if (!context.buffers.reachable.programs_pending) return;
    context.rasterizer.finish();
    context.buffers.reachable.programs_pending = false;
}

void tell_memory_faults(Context& context) {
    auto& watched = context.buffers.reachable.watched;
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
        context.debug.emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, GL_INVALID_OPERATION,
                            GL_DEBUG_SEVERITY_HIGH, std::move(message)});
    }
}

// ---- commands ------------------------------------------------------------------------------------------------------

namespace {

Buffer* buffer_of_target(Context& context, GLenum target, const char* command) {
    auto* const point = buffer_binding(context, target, command);
    if (point && !*point) context.error(GL_INVALID_OPERATION, "%s: no buffer is bound to the target", command);
    return point ? point->get() : nullptr;
}

// A name without an object becomes one.
Buffer* buffer_of_name(Context& context, GLuint name, const char* command) {
    if (name == 0) {
        context.error(GL_INVALID_OPERATION, "%s: buffer 0 is none", command);
        return nullptr;
    }
    auto& names = context.shared->buffers;
    if (!names.get(name)) names.insert(name, std::make_shared<Buffer>(name));
    return names.get(name);
}

void make_resident(Context& context, Buffer* buffer, GLenum access, const char* command) {
    if (!buffer) return;
    if (access != GL_READ_ONLY && access != GL_READ_WRITE && access != GL_WRITE_ONLY)
        return context.error(GL_INVALID_ENUM, "%s: %s is not an access", command, enum_name(access));
    if (!buffer->data)
        return context.error(GL_INVALID_OPERATION, "%s: buffer %u has no data store", command, buffer->name);
    if (context.buffers.reachable.is_resident(*buffer))
        return context.error(GL_INVALID_OPERATION, "%s: buffer %u is resident already", command, buffer->name);
    context.buffers.reachable.make_resident(*buffer, access != GL_READ_ONLY);
}

void make_non_resident(Context& context, const Buffer* buffer, const char* command) {
    if (!buffer) return;
    if (!context.buffers.reachable.is_resident(*buffer))
        return context.error(GL_INVALID_OPERATION, "%s: buffer %u is not resident", command, buffer->name);
    context.buffers.reachable.make_non_resident(*buffer);
}

void get_parameter(Context& context, Buffer* buffer, GLenum pname, GLuint64EXT* params, const char* command) {
    if (!buffer) return;
    if (pname != GL_BUFFER_GPU_ADDRESS_NV)
        return context.error(GL_INVALID_ENUM, "%s: %s is not BUFFER_GPU_ADDRESS_NV", command, enum_name(pname));
    if (!buffer->data)
        return context.error(GL_INVALID_OPERATION, "%s: buffer %u has no data store", command, buffer->name);
    *params = gpu_address(*buffer);
}

}  // namespace

namespace commands {

void MakeBufferResidentNV(Context& context, GLenum target, GLenum access) {
    static constexpr const char* command = "glMakeBufferResidentNV";
    make_resident(context, buffer_of_target(context, target, command), access, command);
}
void MakeNamedBufferResidentNV(Context& context, GLuint buffer, GLenum access) {
    static constexpr const char* command = "glMakeNamedBufferResidentNV";
    make_resident(context, buffer_of_name(context, buffer, command), access, command);
}
void MakeBufferNonResidentNV(Context& context, GLenum target) {
    static constexpr const char* command = "glMakeBufferNonResidentNV";
    make_non_resident(context, buffer_of_target(context, target, command), command);
}
void MakeNamedBufferNonResidentNV(Context& context, GLuint buffer) {
    static constexpr const char* command = "glMakeNamedBufferNonResidentNV";
    make_non_resident(context, buffer_of_name(context, buffer, command), command);
}
GLboolean IsBufferResidentNV(Context& context, GLenum target) {
    const Buffer* const buffer = buffer_of_target(context, target, "glIsBufferResidentNV");
    return buffer && context.buffers.reachable.is_resident(*buffer);
}
GLboolean IsNamedBufferResidentNV(Context& context, GLuint name) {
    const Buffer* const buffer = buffer_of_name(context, name, "glIsNamedBufferResidentNV");
    return buffer && context.buffers.reachable.is_resident(*buffer);
}
void GetBufferParameterui64vNV(Context& context, GLenum target, GLenum pname, GLuint64EXT* params) {
    static constexpr const char* command = "glGetBufferParameterui64vNV";
    get_parameter(context, buffer_of_target(context, target, command), pname, params, command);
}
void GetNamedBufferParameterui64vNV(Context& context, GLuint buffer, GLenum pname, GLuint64EXT* params) {
    static constexpr const char* command = "glGetNamedBufferParameterui64vNV";
    get_parameter(context, buffer_of_name(context, buffer, command), pname, params, command);
}

// Nothing that programs write waits in a cache: once they are done, everything sees it.
void MemoryBarrier(Context& context, GLbitfield barriers) {
    constexpr GLbitfield known =
        GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_ELEMENT_ARRAY_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT |
        GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_GLOBAL_ACCESS_BARRIER_BIT_NV | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
        GL_COMMAND_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
        GL_BUFFER_UPDATE_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT | GL_TRANSFORM_FEEDBACK_BARRIER_BIT |
        GL_ATOMIC_COUNTER_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT | GL_QUERY_BUFFER_BARRIER_BIT;
    if (barriers != GL_ALL_BARRIER_BITS && (barriers & ~known))
        return context.error(GL_INVALID_VALUE, "glMemoryBarrier: 0x%x has unknown bits", barriers);
    await_programs(context);
}

}  // namespace commands
}  // namespace glapi
