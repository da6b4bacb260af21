// State of the fixed parts of the pipeline, with its initial values.
#pragma once

namespace glapi {

struct State {};

}  // namespace glapi
