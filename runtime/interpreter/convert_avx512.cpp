#include "runtime/interpreter/convert_kernels.h"

namespace runtime::interpreter {

Handler convert_handler_avx512(const ConvertStep& conversion) { return find_convert_handler(conversion); }

}  // namespace runtime::interpreter
