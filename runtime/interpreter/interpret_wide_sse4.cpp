#include "runtime/interpreter/wide_kernels.h"

namespace runtime::interpreter {

Handler wide_handler_sse4(const ComputeStep& step) { return find_wide_handler(step); }

}  // namespace runtime::interpreter
