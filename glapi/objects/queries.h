// Query objects.
#pragma once

namespace glapi {

struct Query {};

struct QueryState {};

}  // namespace glapi
