#include "runtime/interpreter/kernels.h"

namespace runtime::interpreter {

Handler compute_handler_avx512(const MicroOperation& operation) { return find_handler(operation); }

}  // namespace runtime::interpreter
