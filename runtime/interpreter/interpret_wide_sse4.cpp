#include "runtime/interpreter/wide_kernels.h"

namespace runtime::interpreter {

Kernel wide_kernel_sse4(const ComputeStep& step) { return find_wide_kernel(step); }

}  // namespace runtime::interpreter
