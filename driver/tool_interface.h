// Information for `asmgl info` that applications can't query. The tool gets it by
// eglGetProcAddress("asmglToolInterface"): nothing is exported for it.
#pragma once

namespace driver {

struct ToolInterface {
    const char* version;  // of the library; tools of other versions look no further
    const char* simd_in_use;
    const char* simd_available;
    int threads;
    const char* engine;      // what ASMGL_ENGINE has chosen
    const char* code_cache;  // where compiled code is kept, and how much of it
    // Calls `visit` for each command of the registry; `missing`: why it is not implemented, or null.
    void (*for_each_entry_point)(void* user, void (*visit)(void* user, const char* name, const char* missing));
};

using GetToolInterface = const ToolInterface* (*)();
inline constexpr char tool_interface_name[] = "asmglToolInterface";

const ToolInterface* tool_interface();

}  // namespace driver
