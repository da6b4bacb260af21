#include "runtime/interpreter/wide_kernels.h"
#include "runtime/simd/of_level.h"

namespace runtime::interpreter {

template <>
Kernel wide_kernel<this_level>(const ComputeStep& step) {
    return find_wide_kernel(step);
}

}  // namespace runtime::interpreter
