#include "runtime/jit/buffer_windows.h"

#include <algorithm>

#include "runtime/jit/read_operands.h"
#include "runtime/jit/step_calls.h"
#include "runtime/memory/memory.h"

namespace runtime::jit {

using namespace arbasm;
using MemorySpace = AccessMemoryStep::Space;
using MemoryAction = AccessMemoryStep::Action;
using WindowKey = WantedWindows::OfMemory;

ScalarWideUnsigned OpenWindow::size() const {
    return lasts ? pointer.load_constant(&MemoryWindow::size) : pointer.load(&MemoryWindow::size);
}
Pointer OpenWindow::data() const {
    return lasts ? pointer.load_constant(&MemoryWindow::data) : pointer.load(&MemoryWindow::data);
}

bool writes_memory(const AccessMemoryStep& step) {
    return step.action != MemoryAction::Load && step.atomic != AtomicOperation::CounterGet;
}

std::optional<WindowKey> window_of(const AccessMemoryStep& step) {
    const bool writes = writes_memory(step);
    if (step.space == MemorySpace::Address) return WindowKey{MemorySpace::Address, 0, writes};
    if (step.space == MemorySpace::Shared) return WindowKey{MemorySpace::Shared, 0, true};
    if (step.buffer.number.varies) return std::nullopt;
    return WindowKey{step.space,
                     step.buffer.buffer + std::min(step.buffer.number.constant, step.buffer.buffer_count - 1), writes};
}
std::optional<WindowKey> window_of(const LoadBufferStep& step) {
    if (step.from.number.varies) return std::nullopt;
    return WindowKey{MemorySpace::Constant, step.from.buffer + step.from.number.constant, false};
}

BufferWindows::BufferWindows(const std::vector<WindowKey>& wanted, std::optional<PointerTo<MemoryWindow>> open,
                             const Piece& piece, const Registers& registers, const UniformValues& uniform)
    : are_open_(open.has_value()), piece_(piece), registers_(registers), uniform_(uniform) {
    for (size_t i = 0; i < wanted.size(); i++) {
        const WindowKey& key = wanted[i];
        if (open) {
            windows_.emplace(key, (*open)[static_cast<int64_t>(i)]);
            continue;
        }
        const auto window = stack_object<MemoryWindow>();
        windows_.emplace(key, window);
        if (key.space == MemorySpace::Address)
            store(window.at(&MemoryWindow::size), ScalarWideUnsigned(uint64_t{0}));
        else
            call(bound_window_function(), piece.machine, ScalarUnsigned(static_cast<uint32_t>(key.space)),
                 ScalarUnsigned(static_cast<uint32_t>(key.number)), ScalarUnsigned(key.writes ? 1u : 0u), window);
    }
}

// Windows that the function opens are no constants of it.
OpenWindow BufferWindows::window_at(const WantedWindows::OfMemory& key) const {
    return {windows_.at(key), are_open_ && key.space != MemorySpace::Address, ScalarMask(true)};
}
// The window of a buffer by a run-time number: the one that the first of the lanes means.
OpenWindow BufferWindows::window_by_number(MemorySpace space, const BufferElement& element, bool writes,
                                           Mask lanes) const {
    const Unsigned numbers = as_unsigned(clamped_index(registers_, element.number, element.buffer_count)) +
                             Unsigned(static_cast<uint32_t>(element.buffer));
    const ScalarUnsigned number = lane(numbers, first_of(lanes));
    const auto window = stack_object<MemoryWindow>();
    call(bound_window_function(), piece_.machine, ScalarUnsigned(static_cast<uint32_t>(space)), number,
         ScalarUnsigned(writes ? 1u : 0u), window);
    const ScalarMask for_all =
        uniform_.is_uniform(element.number) ? ScalarMask(true) : every_lane((numbers == broadcast(number)) | !lanes);
    return {window, false, for_all};
}

OpenWindow BufferWindows::constant_buffer(const LoadBufferStep& step, Mask lanes) const {
    const auto key = window_of(step);
    return key ? window_at(*key) : window_by_number(MemorySpace::Constant, step.from, false, lanes);
}

// For lanes that index within a variable: offsets into its buffer, and whether they are inside the variable.
MemoryAddresses BufferWindows::addresses_of(const AccessMemoryStep& step, Mask lanes) const {
    const uint32_t bytes = access_bytes(step.storage, step.components);
    const auto key = window_of(step);
    const OpenWindow window =
        key ? window_at(*key) : window_by_number(step.space, step.buffer, writes_memory(step), lanes);
    WideUnsigned offsets(uint64_t{0});
    Mask inside(true);
    if (step.space == MemorySpace::Address) {
        const WideUnsigned addresses = wide_component<WideUnsigned>(registers_, step.address, 0);
        const auto first = window.pointer.at(&MemoryWindow::first);
        const ScalarWideUnsigned one = lane(addresses, first_of(lanes));
        const auto is_elsewhere = one - first.load() >= window.size();
        when(is_elsewhere, [&] {
            call(address_window_function(), piece_.machine, one, ScalarUnsigned(writes_memory(step) ? 1u : 0u),
                 window.pointer);
        });
        offsets = addresses - broadcast(first.load());
    } else {
        const int64_t each = step.space == MemorySpace::Counter ? 4 : 1;
        const WideSigned element = wide_index(registers_, step.buffer.element) * WideSigned(each);
        inside =
            (element >= WideSigned(int64_t{0})) & (element <= WideSigned(int64_t{step.buffer.size} - int64_t{bytes}));
        offsets = as_unsigned(element + WideSigned(int64_t{step.buffer.first}));
    }
    const ScalarWideUnsigned size = window.size(), needed(uint64_t{bytes});
    // The offsets below which an access has room.
    const ScalarWideUnsigned room =
        choose(size >= needed, size - needed + ScalarWideUnsigned(uint64_t{1}), ScalarWideUnsigned(uint64_t{0}));
    const WideUnsigned zero(uint64_t{0});
    inside = inside & (offsets < broadcast(room)) & ((offsets & WideUnsigned(uint64_t{bytes - 1})) == zero);
    return {window.data(), offsets, window.for_all & every_lane(inside | !lanes)};
}

}  // namespace runtime::jit
