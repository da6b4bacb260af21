#include "runtime/interpreter/kernels.h"
#include "runtime/simd/of_level.h"

namespace runtime::interpreter {

template <>
Kernel compute_kernel<this_level>(const ComputeStep& step) {
    return find_kernel(step);
}

}  // namespace runtime::interpreter
