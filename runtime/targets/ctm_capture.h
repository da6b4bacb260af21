// Everything that a computer with the hardware needs to run a program's first group.
#pragma once

#include <mutex>

#include "machines/ctm/device/device.h"
#include "runtime/targets/ctm_compiled.h"

namespace runtime::back_ends {

// Writes the object and, through the device, the command buffer with the memory it names.
class CommandCapture {
  public:
    explicit CommandCapture(std::string folder) : folder_(std::move(folder)), device_(memory_bytes, folder_) {}
    uint32_t write_object(const ctm::Generated& generated);
    void capture(const Compiled& compiled, const ProgramEnvironment& environment, const Group& group);

  private:
    static constexpr uint32_t memory_bytes = 64u << 20;
    // Addresses in the device's memory, from its base.
    static constexpr uint32_t commands_at = 0, object_at = 0x4000, constants_at = 0x20000, integers_at = 0x22000,
                              surfaces_at = 0x30000;
    void say(const std::string& what) { std::fprintf(stderr, "asmgl: ctm:record: %s\n", what.c_str()); }

    std::string folder_;
    std::mutex mutex_;
    ctm::CapturingDevice device_;
    uint32_t objects_ = 0;
};

}  // namespace runtime::back_ends
