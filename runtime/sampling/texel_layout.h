// Which element of a texel in memory is red, green, blue and alpha, and how elements are decoded; by format.
#pragma once

#include "runtime/sampling/sampler_key.h"

namespace runtime::sampling {

struct TexelElements {
    uint8_t count = 0;  // 0: not a format with a specialised sampler
    TexelDecode decode = TexelDecode::Bytes;
    uint8_t source[4] = {SamplerKey::zero, SamplerKey::zero, SamplerKey::zero, SamplerKey::one};
};

// The elements of formats without blocks.
const TexelElements& texel_elements(Format format);

}  // namespace runtime::sampling
