// Vertex array objects.
#pragma once

namespace glapi {

struct VertexArray {};

struct VertexArrayState {};

}  // namespace glapi
