#include "runtime/images/byte_filter_body.h"
#include "runtime/simd/of_level.h"

namespace runtime {

template <>
void filter_bytes_at<this_level>(const ByteRows& rows, const ByteColumns& columns, uint32_t added, uint32_t* out) {
    filter_bytes(rows, columns, added, out);
}

}  // namespace runtime
