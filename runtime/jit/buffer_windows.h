// Buffers and shared memory as recorded code sees them: windows, and where in them lanes go.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "runtime/jit/program_windows.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/registers.h"
#include "runtime/jit/uniform_values.h"

namespace runtime::jit {

struct OpenWindow {
    PointerTo<MemoryWindow> pointer;
    bool lasts;          // and does not change
    ScalarMask for_all;  // the lanes that asked for it

    ScalarWideUnsigned size() const;
    Pointer data() const;
};

// Where lanes' accesses go to.
struct MemoryAddresses {
    Pointer data;
    WideUnsigned offsets;
    ScalarMask all_inside;
};
// `body` of each lane's number and address.
template <class Body>
void for_each_address(const MemoryAddresses& addresses, Mask lanes, Body body) {
    const LaneArray low(low_word(addresses.offsets)), high(high_word(addresses.offsets));
    for_each_lane(lanes, [&](ScalarUnsigned i) {
        const ScalarWideUnsigned offset =
            to_wide(low.at(i)) | (to_wide(high.at(i)) << ScalarWideUnsigned(uint64_t{32}));
        body(i, addresses.data + offset);
    });
}

bool writes_memory(const AccessMemoryStep& step);
// The window that a step looks through; nothing: the buffer is chosen at run time.
std::optional<WantedWindows::OfMemory> window_of(const AccessMemoryStep& step);
std::optional<WantedWindows::OfMemory> window_of(const LoadBufferStep& step);

class BufferWindows {
  public:
    // Memory is looked up when the program begins, if not before; what addresses mean, when an address is met that lies
    // elsewhere. `open`: those of `wanted`, if they are open.
    BufferWindows(const std::vector<WantedWindows::OfMemory>& wanted, std::optional<PointerTo<MemoryWindow>> open,
                  const Piece& piece, const Registers& registers, const UniformValues& uniform);

    // Where the lanes' accesses go to, as far as these are in one buffer, within its bounds and aligned.
    MemoryAddresses addresses_of(const AccessMemoryStep& step, Mask lanes) const;
    OpenWindow constant_buffer(const LoadBufferStep& step, Mask lanes) const;

  private:
    OpenWindow window_at(const WantedWindows::OfMemory& key) const;
    OpenWindow window_by_number(AccessMemoryStep::Space space, const BufferElement& element, bool writes,
                                Mask lanes) const;

    const bool are_open_;
    const Piece& piece_;
    const Registers& registers_;
    const UniformValues& uniform_;
    std::map<WantedWindows::OfMemory, PointerTo<MemoryWindow>> windows_;
};

}  // namespace runtime::jit
