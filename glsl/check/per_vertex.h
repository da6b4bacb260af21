// gl_PerVertex: its members are those that the shader has declared again, if it has (7.1 of the GLSL specifications).
#pragma once

#include <vector>

#include "glsl/check/context.h"

namespace glsl {

class PerVertexMembers {
  public:
    explicit PerVertexMembers(CheckContext& context) : context_(context) {}

    // As declared again, of gl_in or of outputs; empty: as the language has them.
    std::vector<std::string_view>& declared(bool in) { return in ? in_ : out_; }

    // Whether a built-in variable that is named is still there.
    void check_variable(const Variable& variable, Location where) const;
    // The same of gl_in[n].name and gl_out[n].name.
    void check_member(const Expression* operand, std::string_view name, Location where) const;
    // Arrays that each vertex of gl_in, gl_out, gl_TexCoordIn or gl_ClipDistanceIn has: without a size until the shader
    // declares one (7.1 of GLSL 1.50), though there is room for all their elements.
    bool is_sized_by_use(const Expression* array) const;

  private:
    CheckContext& context_;
    std::vector<std::string_view> out_, in_;
};

}  // namespace glsl
