// The machine's memory, in KiB (NVX_gpu_memory_info, ATI_meminfo): a hint, as all programs share it.
#pragma once

#include <cstdint>

namespace glapi {

int64_t physical_memory();
int64_t available_memory();  // without swapping

}  // namespace glapi
