// Declaring again what there is already: arrays that get a size, built-in variables, gl_PerVertex.
#pragma once

#include <vector>

#include "glsl/check/block_rules.h"
#include "glsl/check/builtins.h"
#include "glsl/check/per_vertex.h"

namespace glsl {

// `type name[]` of something declared before takes its size from the later declaration.
void size_unsized(CheckContext& context, Variable* variable, const Type* type, Location where);
// Adds what a later declaration says.
void qualify(CheckContext& context, Variable* variable, const Qualifiers& qualifiers);

class Redeclarations {
  public:
    Redeclarations(CheckContext& context, BuiltinVariables& builtins, PerVertexMembers& per_vertex,
                   VertexArrays& vertex_arrays)
        : context_(context), builtins_(builtins), per_vertex_(per_vertex), vertex_arrays_(vertex_arrays) {}

    void variable(Variable* variable, const Qualifiers& qualifiers, const Type* type, Location where);
    // gl_PerVertex: the members that a shader declares again keep their order; arrays among them get their sizes.
    void block(const BlockDeclaration& declaration);

  private:
    bool may_redeclare(const BlockDeclaration& declaration);
    void members_as_variables(const BlockDeclaration& declaration);
    void members_of_array(const BlockDeclaration& declaration, Variable* whole);

    CheckContext& context_;
    BuiltinVariables& builtins_;
    PerVertexMembers& per_vertex_;
    VertexArrays& vertex_arrays_;
    std::vector<const Variable*> redeclared_;
};

}  // namespace glsl
