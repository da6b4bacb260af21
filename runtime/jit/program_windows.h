// Windows of a program's buffers and images, for accesses that name them. Opened once for all groups with the same
// environment.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/decode/code.h"
#include "runtime/decode/steps.h"
#include "runtime/jit/image_window.h"
#include "runtime/sampling/sampler_key.h"

namespace runtime {
struct ProgramEnvironment;
}

namespace runtime::jit {

// Memory that accesses may go to without being looked at one by one: bytes first … first + size - 1 of its addresses or
// offsets lie at `data`, which begins at a multiple of 8 bytes. No size: each access is looked at.
struct MemoryWindow {
    std::byte* data = nullptr;
    uint64_t first = 0, size = 0;
};

struct WantedWindows {
    struct OfImage {
        int32_t unit;
        uint32_t request;           // ImageRequest::word()
        bool is_relied_on = false;  // code can't do without it
    };
    struct OfMemory {
        decoded::AccessMemoryStep::Space space;
        int32_t number;  // of a bound buffer
        bool writes;
        auto operator<=>(const OfMemory&) const = default;
    };
    std::vector<OfImage> images;
    std::vector<OfMemory> memory;

    size_t bytes() const { return images.size() * sizeof(ImageWindow) + memory.size() * sizeof(MemoryWindow); }
};

// Those that a program's accesses look through.
WantedWindows windows_of(const decoded::Code& code);

// The windows on a unit's image, and on a bound buffer. Addresses, and memory that groups have for themselves, have
// none yet: code opens those.
ImageWindow open_image_window(const ProgramEnvironment& environment, uint32_t unit, uint32_t request);
MemoryWindow open_memory_window(const ProgramEnvironment& environment, const WantedWindows::OfMemory& wanted);

// The samplers of textures by handle, as far as known (HandleTable::samplers).
const std::vector<SamplerKey>& samplers_of_handles(const ProgramEnvironment& environment);

// The format of an image unit's image; None: there is none.
Format format_of_image(const ProgramEnvironment& environment, int32_t unit);
// The format that code may know of the unit in which it does the formatted access; None: the interpreter's function
// does it.
Format format_served(const ProgramEnvironment& environment, const WantedWindows::OfImage& wanted);

}  // namespace runtime::jit
