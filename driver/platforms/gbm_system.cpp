#include "driver/platforms/gbm_system.h"

#include <cstdio>

#include "driver/gbm/gbm_device.h"
#include "runtime/environment/environment.h"

namespace driver {
namespace {

// The format of GBM that windows with these buffers have; 0: there is none.
uint32_t window_format(const glapi::BufferConfig& buffers) {
    const runtime::DrmCodes& codes = runtime::format_info(color_format(buffers)).drm;
    return codes.windows ? codes.code : 0;
}

}  // namespace

std::unique_ptr<GbmSystem> GbmSystem::connect(void* device) {
    if (gbm::own_device(device)) return std::make_unique<GbmSystem>();
    if (runtime::reports(runtime::DebugSubject::Driver))
        std::fprintf(stderr, "asmgl: GBM: the device is of another backend (GBM_BACKEND=asmgl chooses this one's)\n");
    return nullptr;
}

std::vector<FrameConfig> GbmSystem::configs() const {
    std::vector<FrameConfig> result = memory_configs();
    for (FrameConfig& config : result) {
        config.native_format = window_format(config.buffers);
        config.windows = config.native_format != 0;
    }
    return result;
}

NativeSurface GbmSystem::open_window(const FrameConfig& config, const WindowOptions& options, uintptr_t handle) {
    gbm::Window* const window = gbm::own_window(reinterpret_cast<void*>(handle));
    if (!window) return {nullptr, NativeError::NotThere};
    if (window->drawn_by) return {nullptr, NativeError::Taken};
    // Alpha is in the same place as what stands for nothing.
    const runtime::Format drawn = gbm::buffer_format(window->format)->drawn, asked = color_format(config.buffers);
    const auto eight_bits = [](runtime::Format format) { return runtime::is_four_bytes(runtime::format_info(format)); };
    if (drawn != asked && !(eight_bits(drawn) && eight_bits(asked))) return {nullptr, NativeError::WrongConfig};
    return {std::make_shared<gbm::WindowSurface>(options.buffers, *window), NativeError::None};
}

}  // namespace driver
