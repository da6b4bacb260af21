#include "runtime/interpreter/kernels.h"

namespace runtime::interpreter {

Handler compute_handler_avx512(const ComputeStep& step) { return find_handler(step); }

}  // namespace runtime::interpreter
