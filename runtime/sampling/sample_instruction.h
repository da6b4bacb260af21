// Texture instructions as samplers see them: what is static about one, and the registers it reads.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/images/texture.h"
#include "runtime/simd/lane_group.h"

namespace runtime {

enum class SampleOperation : uint8_t {
    Implicit,          // TEX, TXP (divided already): level of detail from the quad's derivatives
    Bias,              // TXB: the same plus `lod`
    ExplicitLod,       // TXL: `lod`
    Gradients,         // TXD: from gradient_x, gradient_y
    Fetch,             // TXF: integer texel coordinates, `lod` an integer level; out of range reads zero
    FetchMultisample,  // TXFMS: `lod` is the sample number
    Gather,            // TXG: gather_component of texels i0j1, i1j1, i1j0, i0j0 of the base level
    GatherOffsets,     // TXGO: texel i0j0 four times, each with its own offset
    QuerySize,         // TXQ: integer size of level `lod`; layers follow the dimensions
    QuerySamples,      // TXQS
    QueryLod           // LOD: x the level that TEX would use, y the unclamped one relative to the base level
};

struct SampleInstruction {
    SampleOperation operation = SampleOperation::Implicit;
    TextureKind kind = TextureKind::Texture2D;  // as the instruction's target names it; a texture of another kind
                                                // samples as none
    bool shadow = false;                        // a SHADOW target
    bool derivatives = true;                    // false outside fragment programs: Implicit's derivatives are zero
    std::array<int8_t, 3> offset{};             // constant texel offset
    uint8_t gather_component = 0;
};

// Operands are read for active lanes, and through the quads of active lanes for derivatives. Null operands count as
// zero. Components hold bits: floats, or signed integers for Fetch, QuerySize and offsets.
struct SampleOperands {
    // x, y, z as far as the target has dimensions; array targets have the layer in the component after them (Array1D:
    // y, Array2D: z, CubeArray: w).
    const LaneVector* coordinates = nullptr;
    // Reference value of shadow targets. Null: the coordinate component the target says (SHADOW1D, 2D, RECT and
    // ARRAY1D: z; SHADOWCUBE and ARRAY2D: w). SHADOWARRAYCUBE has it in a second vector: not null, but for QueryLod.
    const LaneWord* reference = nullptr;
    const LaneWord* lod = nullptr;
    const LaneWord* lod_clamp = nullptr;  // .LODCLAMP: the level of detail is at least this
    const LaneVector* gradient_x = nullptr;
    const LaneVector* gradient_y = nullptr;
    const LaneVector* offsets = nullptr;    // offset(v): added to `offset` per lane. GatherOffsets: the x offsets
    const LaneVector* offsets_y = nullptr;  // GatherOffsets: the y offsets
};

// An instruction together with its operands, for those who make both on the spot.
struct SampleRequest : SampleInstruction, SampleOperands {};

}  // namespace runtime
