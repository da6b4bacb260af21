#include "machines/ctm/device/am.h"

#include <memory>
#include <string_view>

#include "machines/ctm/device/device.h"

struct AMmanagedDeviceState {
    std::unique_ptr<machines::ctm::Device> device;
};

namespace {
constexpr uint32_t arena_bytes = 32u << 20;
}

AMmanagedDevice amOpenManagedConnection(const char* name, AMmanagedDeviceInfo* info) {
    using namespace machines::ctm;
    if (!name || !info) return nullptr;
    const std::string_view wanted = name;
    std::unique_ptr<Device> device;
    if (wanted == "emulator" || wanted == "/dev/pcie0")
        device = std::make_unique<Emulator>(3 * arena_bytes);
    else if (wanted == "emulator:lenient")
        device = std::make_unique<Emulator>(3 * arena_bytes, 0, false);
    else if (wanted.starts_with("record:"))
        device = std::make_unique<CapturingDevice>(3 * arena_bytes, std::string(wanted.substr(7)));
    else
        return nullptr;
    const uint32_t base = device->memory().base;
    uint8_t* bytes = device->memory().bytes.data();
    *info = {};
    info->baseAddressGPU = base;
    info->baseAddressSYS = base + arena_bytes;
    info->baseAddressCPU = bytes + arena_bytes;
    info->baseAddressSYSc = base + 2 * arena_bytes;
    info->baseAddressCPUc = bytes + 2 * arena_bytes;
    info->sizeGPU = info->sizeSYS = info->sizeSYSc = arena_bytes;
    return new AMmanagedDeviceState{std::move(device)};
}

void amCloseManagedConnection(AMmanagedDevice device) { delete device; }

AMuint32 amSubmitCommandBuffer(AMmanagedDevice device, AMuint32 address, AMuint32 bytes) {
    return device ? device->device->submit(address, bytes) : 0;
}

AMuint32 amCommandBufferConsumed(AMmanagedDevice device, AMuint32 buffer) {
    return device && device->device->consumed(buffer);
}

const char* amManagedFailure(AMmanagedDevice device) { return device ? device->device->failure().c_str() : ""; }
