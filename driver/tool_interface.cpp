#include "driver/tool_interface.h"

#include <string>

#include "glapi/driver_interface.h"
#include "runtime/code_cache/code_cache.h"
#include "runtime/environment/environment.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/threads/worker_pool.h"

namespace driver {
namespace {

// In the order of runtime::EngineSetting.
constexpr const char* engine_words[] = {"auto: interpreter at first, machine code for what runs often", "interpreter",
                                        "jit: machine code before it runs"};

}  // namespace

const ToolInterface* tool_interface() {
    static const std::string code_cache = runtime::code_cache::cache_summary();
    static const ToolInterface interface {
        ASMGL_VERSION_TEXT, runtime::simd_level_name(runtime::simd_level()),
            runtime::simd_level_name(runtime::simd_level_of_cpu()), runtime::WorkerPool::instance().thread_count(),
            engine_words[static_cast<size_t>(runtime::environment().engine)], code_cache.c_str(),
            [](void* user, void (*visit)(void*, const char*, const char*)) {
                for (const glapi::EntryPointInfo& entry : glapi::entry_points()) visit(user, entry.name, entry.missing);
            }
    };
    return &interface;
}

}  // namespace driver
