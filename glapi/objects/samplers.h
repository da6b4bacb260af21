// Sampler objects.
#pragma once

namespace glapi {

struct Sampler {};

struct SamplerState {};

}  // namespace glapi
