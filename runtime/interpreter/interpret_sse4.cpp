#include "runtime/interpreter/kernels.h"

namespace runtime::interpreter {

Kernel compute_kernel_sse4(const ComputeStep& step) { return find_kernel(step); }

}  // namespace runtime::interpreter
