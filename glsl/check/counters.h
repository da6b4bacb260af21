// Atomic counters: where each lies in the buffer of its binding (4.4.6.1 of the GLSL 4.60 specification).
#pragma once

#include <map>
#include <unordered_map>

#include "glsl/check/context.h"

namespace glsl {

class CounterBuffers {
  public:
    // `layout(binding = 2, offset = 4) uniform atomic_uint;`: where the next counters of the binding begin.
    void set_default(const Qualifiers& qualifiers, const Type* type);
    // Gives a counter that is declared its offset; of other types nothing.
    void assign_offset(CheckContext& context, Qualifiers& qualifiers, const Type* type, std::string_view name,
                       Location where);

  private:
    struct Buffer {
        int32_t next = 0;                  // where the next atomic counter begins
        std::map<int32_t, int64_t> taken;  // bytes from … to behind
    };
    std::unordered_map<int32_t, Buffer> buffers_;  // by binding
};

}  // namespace glsl
