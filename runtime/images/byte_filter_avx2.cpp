#include "runtime/images/byte_filter_body.h"

namespace runtime {

void filter_bytes_avx2(const ByteRows& rows, const ByteColumns& columns, uint32_t added, uint32_t* out) {
    filter_bytes(rows, columns, added, out);
}

}  // namespace runtime
