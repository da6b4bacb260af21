// Arrays with an element for each vertex of a primitive or patch: inputs of geometry and tessellation shaders, outputs
// of control shaders. The primitive or the patch gives them their size, as soon as a layout, or another of them, tells
// it.
#pragma once

#include "glsl/check/context.h"

namespace glsl {

class VertexArrays {
  public:
    explicit VertexArrays(CheckContext& context) : context_(context) {}

    // The vertices of the primitive that a geometry shader takes. 0: it is not known yet.
    int32_t input_vertices() const;
    // Gives it the size, if that is known.
    void size(Variable* variable) const;
    // The type of a variable that is so qualified: an array, of as many elements as there are vertices.
    void check(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    // `layout(…) in;` or `out;` has been read.
    void default_layout(Storage storage, Location where);

  private:
    void geometry_has(int32_t vertices, Location where);

    CheckContext& context_;
    int32_t geometry_vertices_ = 0;  // of the primitives that come in; 0: nothing has told it
};

}  // namespace glsl
