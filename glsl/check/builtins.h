// Built-in variables and constants, made when a shader first names them.
#pragma once

#include <unordered_map>

#include "glsl/check/vertex_arrays.h"

namespace glsl {

class BuiltinVariables {
  public:
    BuiltinVariables(CheckContext& context, VertexArrays& vertex_arrays)
        : context_(context), vertex_arrays_(vertex_arrays) {}

    // Null: this stage and version have none of this name.
    Variable* find(std::string_view name, Location where);
    // Null: nothing has named it.
    Variable* made(std::string_view name) const;
    // A type as the tables of built-ins write it: "vec4", "vec4[gl_MaxClipPlanes]", "float[]", the name of a structure.
    const Type* type(std::string_view text);

  private:
    Variable* make(const VariableRow& row, Location where);
    Variable* make(const ConstantRow& row, Location where);
    const Constant* work_group_size(Location where);
    const Constant* primitive_size(Location where);

    CheckContext& context_;
    VertexArrays& vertex_arrays_;
    std::unordered_map<std::string_view, Variable*> variables_;
    std::unordered_map<std::string_view, const Type*> structures_;
};

}  // namespace glsl
