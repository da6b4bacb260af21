#include "runtime/images/byte_filter.h"

#include "runtime/simd/cpu_features.h"

namespace runtime {

ByteFilter byte_filter() {
    switch (simd_level()) {
        case SimdLevel::Sse4: return &filter_bytes_sse4;
        case SimdLevel::Avx2: return &filter_bytes_avx2;
        case SimdLevel::Avx512: return &filter_bytes_avx512;
    }
    __builtin_unreachable();
}

}  // namespace runtime
