#include "runtime/jit/program_windows.h"

#include <set>
#include <type_traits>

#include "runtime/jit/emit_images.h"
#include "runtime/jit/emit_memory.h"

namespace runtime::jit {

WantedWindows windows_of(const Code& code) {
    std::set<ImageKey> images;
    std::set<WantedWindows::OfMemory> memory;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, AccessImageStep>) {
            if (!step.unit.varies() && accesses_inside(step)) images.insert(image_key(code, step));
        } else if constexpr (std::is_same_v<T, AccessMemoryStep>) {
            if (const auto window = window_of(step); window && accesses_inside(step)) memory.insert(*window);
        } else if constexpr (std::is_same_v<T, LoadBufferStep>) {
            if (const auto window = window_of(step)) memory.insert(*window);
        }
    });
    WantedWindows windows;
    for (const ImageKey& key : images) windows.images.push_back({static_cast<int32_t>(key.which), key.request});
    windows.memory.assign(memory.begin(), memory.end());
    return windows;
}

}  // namespace runtime::jit
