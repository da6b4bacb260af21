#include "runtime/interpreter/convert_kernels.h"
#include "runtime/simd/of_level.h"

namespace runtime::interpreter {

template <>
Handler convert_handler<this_level>(const ConvertStep& step) {
    return find_convert_handler(step);
}

}  // namespace runtime::interpreter
