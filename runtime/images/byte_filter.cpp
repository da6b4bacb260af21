#include "runtime/images/byte_filter.h"

#include "runtime/simd/of_level.h"

namespace runtime {

ByteFilter byte_filter(SimdLevel level) {
    return of_level(level, []<SimdLevel of>() { return static_cast<ByteFilter>(&filter_bytes_at<of>); });
}

}  // namespace runtime
