// The memory that a process may have of the machine, in KiB (NVX_gpu_memory_info, ATI_meminfo): a hint, all share it.
#pragma once

#include <cstdint>

namespace glapi {

int64_t physical_memory();
int64_t available_memory();  // without swapping

}  // namespace glapi
