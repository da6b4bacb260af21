#include "runtime/interpreter/convert_kernels.h"

namespace runtime::interpreter {

Handler convert_handler_sse4(const ConvertStep& conversion) { return find_convert_handler(conversion); }

}  // namespace runtime::interpreter
