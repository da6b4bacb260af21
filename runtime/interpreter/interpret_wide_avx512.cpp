#include "runtime/interpreter/wide_kernels.h"

namespace runtime::interpreter {

Handler wide_handler_avx512(const MicroOperation& operation) { return find_wide_handler(operation); }

}  // namespace runtime::interpreter
