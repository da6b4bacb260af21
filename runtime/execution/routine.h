// Programs in executable form, whichever engine or machine runs them, and what they run with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/execution/group.h"
#include "runtime/execution/watchdog.h"
#include "runtime/memory/memory.h"
#include "runtime/sampling/texture_binding.h"

namespace runtime {

using Vector4 = std::array<uint32_t, 4>;  // bits: floats, or integers where set by an integer command

// Values that all groups of a draw share. The caller keeps everything alive during run().
struct ProgramEnvironment {
    std::span<const Vector4> parameters;       // one per Program::parameters
    std::span<const TextureBinding> textures;  // by texture unit; shorter or empty entries sample as (0,0,0,1)
    std::span<const std::span<const std::byte>> constant_buffers;  // by buffer binding
    std::span<const uint32_t> subroutines;                         // SUBROUTINENUM of each subroutine parameter
    Watchdog* watchdog = nullptr;                                  // null: a group may take a fixed number of steps
    const ProgramMemory* memory = nullptr;                         // null: programs reach none
    // A run's work is divided by 2^counted_shift before it counts towards compiling the routine: for draws that other
    // code will serve.
    uint8_t counted_shift = 0;
};

// An executable form of a program. Immutable; run() may be called from several threads at once.
class Routine {
  public:
    virtual ~Routine() = default;
    virtual void run(const ProgramEnvironment& environment, Group& group) const = 0;
    // The groups of one work group, or of several without a BAR: none passes a BAR before all have come to it.
    virtual void run_together(const ProgramEnvironment& environment, std::span<Group> groups) const {
        for (Group& group : groups) run(environment, group);
    }
    virtual const char* engine_name() const = 0;  // "interpreter avx2", "jit", …
};

}  // namespace runtime
