// Fixed-function vertex and fragment processing as assembly programs (GL 2.1 §2.11–2.15, §3.8.13–3.10).
#pragma once

#include <string>

#include "glapi/fixed_function/combiner_key.h"
#include "glapi/fixed_function/fixed_function_key.h"

namespace glapi::fixed_function {

class ProgramText;

// Program text (!!NVvp4.0, !!NVfp4.0) for a key. The position is computed as OPTION ARB_position_invariant computes it
// (four DP4s by the rows of state.matrix.mvp), so that mixed passes meet exactly.
std::string vertex_text(const VertexKey& key);
std::string fragment_text(const FragmentKey& key);
// The text of register combiners: local parameters 0 and 1 are the two constants; those of stage n begin at 2 + 2n.
std::string combiner_text(const CombinerKey& key);

// The target as texture instructions name it; null for none.
const char* target_name(UnitTarget target);

// Whether lookups divide by q; cube maps and arrays take the coordinate as it is.
bool is_projective(UnitTarget target);

// Declares `fog` and puts the fog factor in its x.
void add_fog_factor(ProgramText& text, FogMode mode);

}  // namespace glapi::fixed_function
