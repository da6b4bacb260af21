#include "runtime/jit/step_calls.h"

#include "runtime/interpreter/execute.h"
#include "runtime/jit/image_window.h"
#include "runtime/memory/memory.h"
#include "runtime/sampling/sampler.h"

namespace runtime::jit {
namespace {

using namespace decoded;
using interpreter::Machine;
using Space = AccessMemoryStep::Space;

MemoryWindow window_of(const MemoryRange& range, uint64_t first, bool writes) {
    const bool aligned = reinterpret_cast<uintptr_t>(range.data) % 8 == 0;
    if (!range.data || !aligned || (writes && !range.writable)) return {};
    return {range.data, first, range.size};
}

const ImageBinding& image_of_unit(const ProgramEnvironment& environment, uint32_t unit) {
    static const ImageBinding none;
    const ProgramMemory* const memory = environment.memory;
    return memory && unit < memory->images.size() ? memory->images[unit] : none;
}

extern "C" {

void asmgl_jit_step(Machine* machine, uint32_t offset) {
    const Step* const step = machine->code->steps.at(offset);
    step->handler(*machine, step);
}

uint32_t asmgl_jit_flow(Machine* machine, uint32_t offset) {
    const Step* const step = machine->code->steps.at(offset);
    const Step* const next = step->handler(*machine, step);
    return next ? machine->code->steps.offset_of(next) : no_step;
}

void asmgl_jit_texture_query(Machine* machine, uint32_t offset, uint32_t level, Vector4* answer) {
    static const TextureBinding none;
    const auto& step = static_cast<const SampleStep&>(*machine->code->steps.at(offset));
    const auto textures = machine->environment->textures;
    const auto unit = static_cast<size_t>(step.unit.first);
    LaneWord levels;
    levels.lane[0] = level;
    SampleOperands operands;
    operands.lod = &levels;
    LaneVector result;
    sample(unit < textures.size() ? textures[unit] : none, step.instruction, operands, 1, result);
    for (size_t c = 0; c < 4; c++) (*answer)[c] = result.component[c].lane[0];
}

const PreparedSampler* asmgl_jit_sampler_of_handle(Machine* machine, uint64_t handle) {
    static const PreparedSampler none;
    const ProgramMemory* const memory = machine->environment->memory;
    if (!memory || !memory->handles) return &none;
    const auto found = memory->handles->textures.find(handle);
    return found == memory->handles->textures.end() ? &none : &found->second.prepared();
}

uint32_t asmgl_jit_lacks_pages(Machine* machine, uint32_t unit) {
    const auto textures = machine->environment->textures;
    return unit < textures.size() && lacks_pages(textures[unit]) ? 1 : 0;
}

uint32_t asmgl_jit_expired(Machine* machine, uint32_t origin) {
    machine->budget = -1;
    return interpreter::charge(*machine, origin, 0) ? 0 : 1;
}

void asmgl_jit_address_window(Machine* machine, uint64_t address, uint32_t writes, MemoryWindow* window) {
    *window = {};
    const ProgramMemory* const memory = machine->environment->memory;
    if (!memory || !memory->table) return;
    uint64_t first = 0;
    const MemoryRange* const range = memory->table->range_of(address, first);
    if (range) *window = window_of(*range, first, writes != 0);
}

void asmgl_jit_bound_window(Machine* machine, uint32_t space, uint32_t number, uint32_t writes, MemoryWindow* window) {
    if (static_cast<Space>(space) == Space::Shared) {
        MemoryRange range;
        range.data = machine->group->shared.data();
        range.size = machine->group->shared.size();
        *window = window_of(range, 0, true);
        return;
    }
    *window = open_memory_window(*machine->environment,
                                 {static_cast<Space>(space), static_cast<int32_t>(number), writes != 0});
}

void asmgl_jit_image_window(Machine* machine, uint32_t unit, uint32_t request, ImageWindow* window) {
    *window = open_image_window(*machine->environment, unit, request);
}

void asmgl_jit_image_handle_window(Machine* machine, uint64_t handle, uint32_t request, ImageWindow* window) {
    *window = {};
    window->name = handle;
    const ProgramMemory* const memory = machine->environment->memory;
    if (!memory || !memory->handles) return;
    const auto found = memory->handles->images.find(handle);
    if (found == memory->handles->images.end()) return;
    *window = open_window(found->second, ImageRequest::of_word(request));
    window->name = handle;
}

void asmgl_jit_image_query(Machine* machine, uint32_t unit, uint32_t* answers) {
    const ImageBinding& image = image_of_unit(*machine->environment, unit);
    const std::array<uint32_t, 4> size = image_size(image);
    std::copy(size.begin(), size.end(), answers);
    answers[4] = image ? static_cast<uint32_t>(image.samples()) : 0;
}

}  // extern "C"

template <class F>
ExternalFunction external(std::string_view name, F* function) {
    return {name, reinterpret_cast<const void*>(function)};
}

}  // namespace

ImageWindow open_image_window(const ProgramEnvironment& environment, uint32_t unit, uint32_t request) {
    ImageWindow window = open_window(image_of_unit(environment, unit), ImageRequest::of_word(request));
    window.name = unit;
    return window;
}

const std::vector<SamplerKey>& samplers_of_handles(const ProgramEnvironment& environment) {
    static const std::vector<SamplerKey> none;
    const ProgramMemory* const memory = environment.memory;
    return memory && memory->handles ? memory->handles->samplers : none;
}

Format format_of_image(const ProgramEnvironment& environment, int32_t unit) {
    return image_of_unit(environment, static_cast<uint32_t>(unit)).format;
}
Format format_served(const ProgramEnvironment& environment, const WantedWindows::OfImage& wanted) {
    const Format format = format_of_image(environment, wanted.unit);
    if (!find_conversions(format, ImageRequest::of_word(wanted.request))) return Format::None;
    const ImageWindow window = open_image_window(environment, static_cast<uint32_t>(wanted.unit), wanted.request);
    return window.words ? format : Format::None;
}

MemoryWindow open_memory_window(const ProgramEnvironment& environment, const WantedWindows::OfMemory& wanted) {
    const ProgramMemory* const memory = environment.memory;
    const auto number = static_cast<size_t>(wanted.number);
    switch (wanted.space) {
        case Space::Address:
        case Space::Shared: break;
        case Space::Constant: {
            if (number >= environment.constant_buffers.size()) break;
            const std::span<const std::byte> buffer = environment.constant_buffers[number];
            MemoryRange range;
            range.data = const_cast<std::byte*>(buffer.data());  // loads only
            range.size = buffer.size();
            return window_of(range, 0, false);
        }
        case Space::Storage:
            if (memory && number < memory->storage_buffers.size())
                return window_of(memory->storage_buffers[number], 0, wanted.writes);
            break;
        case Space::Counter:
            if (memory && number < memory->counter_buffers.size())
                return window_of(memory->counter_buffers[number], 0, wanted.writes);
            break;
    }
    return {};
}

ExternalFunction step_function() { return external("asmgl_jit_step", asmgl_jit_step); }
ExternalFunction flow_function() { return external("asmgl_jit_flow", asmgl_jit_flow); }
ExternalFunction address_window_function() { return external("asmgl_jit_address_window", asmgl_jit_address_window); }
ExternalFunction bound_window_function() { return external("asmgl_jit_bound_window", asmgl_jit_bound_window); }
ExternalFunction image_window_function() { return external("asmgl_jit_image_window", asmgl_jit_image_window); }
ExternalFunction image_handle_window_function() {
    return external("asmgl_jit_image_handle_window", asmgl_jit_image_handle_window);
}
ExternalFunction image_query_function() { return external("asmgl_jit_image_query", asmgl_jit_image_query); }
ExternalFunction texture_query_function() { return external("asmgl_jit_texture_query", asmgl_jit_texture_query); }
ExternalFunction sampler_of_handle_function() {
    return external("asmgl_jit_sampler_of_handle", asmgl_jit_sampler_of_handle);
}
ExternalFunction lacks_pages_function() { return external("asmgl_jit_lacks_pages", asmgl_jit_lacks_pages); }
ExternalFunction expired_function() { return external("asmgl_jit_expired", asmgl_jit_expired); }

}  // namespace runtime::jit
