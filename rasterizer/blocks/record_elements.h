// Records how elements of vertex arrays are read, from the definitions in rasterizer/geometry/vertex_elements.h.
#pragma once

#include <array>
#include <vector>

#include "rasterizer/blocks/vertex_key.h"
#include "runtime/jit/recorded_rows.h"

namespace rasterizer {

// The components of an attribute of kind Elements, as the program reads them. `at`: where each lane's element lies.
std::array<runtime::jit::Unsigned, 4> record_elements(const VertexKeyInput& input,
                                                      const std::vector<runtime::jit::Pointer>& at);

}  // namespace rasterizer
