#include "driver/tool_interface.h"

#include "glapi/driver_interface.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/threads/worker_pool.h"

namespace driver {

const ToolInterface* tool_interface() {
    static const ToolInterface interface {
        ASMGL_VERSION_TEXT, runtime::simd_level_name(runtime::simd_level()),
            runtime::simd_level_name(runtime::simd_level_of_cpu()), runtime::WorkerPool::instance().thread_count(),
            [](void* user, void (*visit)(void*, const char*, const char*)) {
                for (const glapi::EntryPointInfo& entry : glapi::entry_points()) visit(user, entry.name, entry.missing);
            }
    };
    return &interface;
}

}  // namespace driver
