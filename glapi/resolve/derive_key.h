// State to key: what the state asks of fixed-function processing.
#pragma once

#include "glapi/fixed_function/combiner_key.h"
#include "glapi/fixed_function/fixed_function_key.h"
#include "glapi/state/fog.h"
#include "ir/program.h"

namespace glapi {

class Context;
struct State;
struct TextureState;

fixed_function::FragmentKey fragment_key(const Context& context);
fixed_function::CombinerKey combiner_key(const Context& context);
// The vertex side computes what `fragment` reads.
fixed_function::VertexKey vertex_key(const Context& context, const arbasm::Program& fragment);
fixed_function::FogMode fog_mode(const FogState& fog);
// The target of the texture that fixed-function processing uses on a unit.
fixed_function::UnitTarget unit_target(const State& state, const TextureState& textures, int unit);

}  // namespace glapi
