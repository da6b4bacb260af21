// Transform feedback by layouts (4.4.2 of the GLSL specifications): streams, and the bytes of buffers that outputs are
// captured to.
#pragma once

#include <vector>

#include "glsl/check/context.h"

namespace glsl {

void check_stream(CheckContext& context, const Layout& layout, Location where);

class Captures {
  public:
    explicit Captures(CheckContext& context) : context_(context) {}

    // `layout(…) out;`
    void set_default(const Layout& layout, Location where);
    // What a layout says of its buffer, and where it captures to; `type`: of the variable, null for a block.
    void add(const Layout& layout, const Type* type, Location where);
    // When all is declared: captures don't overlap and lie within the stride.
    void finish();

  private:
    int64_t most_captured() const;

    struct Capture {
        int32_t buffer = 0;
        int64_t first = 0, end = 0;  // bytes of the buffer
        Location where;
    };
    CheckContext& context_;
    std::vector<Capture> captures_;
};

}  // namespace glsl
