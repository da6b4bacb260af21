// The built-in functions of a name that a shader may call: rows of builtin_functions.def, expanded when the name is
// first called.
#pragma once

#include <unordered_map>
#include <vector>

#include "glsl/check/context.h"
#include "glsl/check/signatures.h"

namespace glsl {

class BuiltinCandidates {
  public:
    explicit BuiltinCandidates(CheckContext& context) : context_(context) {}

    // Here: the texts of built-ins see all of them.
    const std::vector<const Candidate*>& named(std::string_view name);

  private:
    bool has_small_types(const Candidate& candidate) const;

    // By the first row of the name: names that readers of SPIR-V put together do not stay.
    using ByFirstRow = std::unordered_map<const FunctionRow*, std::vector<const Candidate*>>;
    CheckContext& context_;
    ByFirstRow in_shader_, in_texts_;
    std::unordered_map<const FunctionRow*, std::vector<Candidate>> with_arrays_;  // candidates that are this shader's
};

}  // namespace glsl
