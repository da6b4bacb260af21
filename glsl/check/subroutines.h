// Subroutines (6.1.2 of 4.00), and that no function calls itself, by them or directly (6.1).
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "glsl/check/functions.h"
#include "glsl/check/layouts.h"

namespace glsl {

// Which functions each calls.
class CallGraph {
  public:
    void add(const Function* caller, const Function* callee) { callees_[caller].push_back(callee); }
    void check_recursion(CheckContext& context);

  private:
    std::unordered_map<const Function*, std::vector<const Function*>> callees_;
};

class Subroutines {
  public:
    Subroutines(CheckContext& context, Scopes& scopes, CallGraph& calls)
        : context_(context), scopes_(scopes), calls_(calls) {}

    // `subroutine float Type(vec4 color);`
    void declare_type(const Type* result, std::string_view name, const std::vector<ParameterDeclaration>& parameters,
                      Location where);
    // `subroutine(Type, …) float f(vec4 color) { … }`
    void associate(Function* function, std::span<const LayoutItem> names, int32_t index, Location where);
    // The prototype of a type of subroutines; null: it is another type.
    Function* prototype(const Type* type) const;

  private:
    CheckContext& context_;
    Scopes& scopes_;
    CallGraph& calls_;
    std::unordered_map<const Type*, Function*> prototypes_;
};

// Declared as `subroutine …` in front of a variable, or of its type.
void check_subroutine_variable(CheckContext& context, bool written, const Qualifiers& qualifiers, const Type* type,
                               Location where);

}  // namespace glsl
