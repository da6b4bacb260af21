// Texture access of programs: what the engines call for texture instructions. One call serves a whole lane group.
#pragma once

#include "runtime/images/sample_target.h"
#include "runtime/lent.h"
#include "runtime/sampling/sample_instruction.h"
#include "runtime/sampling/texture_binding.h"

namespace runtime {

// Writes all four components of `result` for active lanes; other lanes are left unspecified. Operands may be the
// result's own registers. Integer textures give integers by bits, everything else floats.
ASMGL_LENT void sample(const TextureBinding& binding, const SampleInstruction& instruction,
                       const SampleOperands& operands, LaneMask active, LaneVector& result);
inline void sample(const TextureBinding& binding, const SampleRequest& request, LaneMask active, LaneVector& result) {
    sample(binding, request, request, active, result);
}

// The same for .SPARSE: in `missing` the lanes that a texel without memory counted for, which read as zeros.
void sample_sparse(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
                   LaneMask active, LaneVector& result, LaneMask& missing);
// Whether parts of the texture have no memory.
bool lacks_pages(const TextureBinding& binding);

// The plain implementation that covers everything; sample() goes through it wherever no specialised one serves.
// `missing`: as for .SPARSE, unless null.
void sample_generic(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
                    LaneMask active, LaneVector& result, LaneMask* missing = nullptr);

}  // namespace runtime
