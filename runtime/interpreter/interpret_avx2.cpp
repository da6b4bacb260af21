#include "runtime/interpreter/kernels.h"

namespace runtime::interpreter {

Kernel compute_kernel_avx2(const ComputeStep& step) { return find_kernel(step); }

}  // namespace runtime::interpreter
