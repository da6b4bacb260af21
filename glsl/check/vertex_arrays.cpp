#include "glsl/check/vertex_arrays.h"

#include <utility>

#include "glsl/tree/interface.h"

namespace glsl {

int32_t VertexArrays::input_vertices() const {
    return primitive_vertices(context_.shader().layout.primitive_in, context_.limit("gl_MaxPatchVertices"));
}

void VertexArrays::size(Variable* variable) const {
    if (!is_per_vertex(*variable, context_.stage()) || variable->type->size) return;
    const bool in = variable->qualifiers.storage == Storage::In;
    const int32_t size = !in                                           ? context_.shader().layout.vertices_out
                         : context_.stage() == arbasm::Stage::Geometry ? input_vertices()
                                                                       : context_.limit("gl_MaxPatchVertices");
    if (size > 0) variable->type = context_.array_of(variable->type->element, size);
}

// Inputs of a geometry shader and its layout agree in the number of vertices.
void VertexArrays::geometry_has(int32_t vertices, Location where) {
    const int32_t before = std::exchange(geometry_vertices_, vertices);
    if (before > 0 && before != geometry_vertices_)
        context_.error(where, "there are " + std::to_string(geometry_vertices_) + " vertices here, and were " +
                                  std::to_string(before) + " before");
    for (const Variable* variable : context_.shader().globals)
        if (is_by_vertex(variable->qualifiers, context_.stage()) && variable->largest_index >= geometry_vertices_)
            context_.error(where, std::string(variable->name) + "[" + std::to_string(variable->largest_index) +
                                      "] was used, but there are " + std::to_string(geometry_vertices_) + " vertices");
}

void VertexArrays::check(const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    if (!is_by_vertex(own, context_.stage()) || type->is_error()) return;
    if (!type->is_array()) {
        context_.error(where, name + " has to be an array with an element for each vertex", "write " + name + "[]");
        return;
    }
    if (!type->size) return;
    if (context_.stage() == arbasm::Stage::Geometry) {
        geometry_has(type->size, where);
    } else if (own.storage == Storage::Out && context_.shader().layout.vertices_out > 0 &&
               context_.shader().layout.vertices_out != type->size) {
        context_.error(where, name + " has " + std::to_string(type->size) + " elements, but patches have " +
                                  std::to_string(context_.shader().layout.vertices_out) + " vertices");
    }
}

void VertexArrays::default_layout(Storage storage, Location where) {
    const StageLayout& stage = context_.shader().layout;
    if (context_.stage() == arbasm::Stage::Geometry && storage == Storage::In && !stage.primitive_in.empty())
        geometry_has(input_vertices(), where);
    for (Variable* variable : context_.shader().globals) size(variable);
    for (Variable* variable : context_.shader().builtins) size(variable);
    if (context_.stage() != arbasm::Stage::TessControl || stage.vertices_out <= 0) return;
    for (const Variable* variable : context_.shader().globals)
        if (variable->qualifiers.storage == Storage::Out && is_by_vertex(variable->qualifiers, context_.stage()) &&
            variable->type->is_array() && variable->type->size && variable->type->size != stage.vertices_out)
            context_.error(where, std::string(variable->name) + " has " + std::to_string(variable->type->size) +
                                      " elements, but patches have " + std::to_string(stage.vertices_out) +
                                      " vertices");
}

}  // namespace glsl
