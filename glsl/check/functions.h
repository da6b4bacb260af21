// Declarations of functions: 6.1 of the GLSL specifications.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "glsl/check/builtin_candidates.h"
#include "glsl/check/scopes.h"

namespace glsl {

struct ParameterDeclaration {
    std::string_view name;  // empty: none
    const Type* type = error_type;
    Qualifiers qualifiers;
    ParameterMode mode = ParameterMode::In;
    Location where;
};
struct FunctionDeclaration {
    const Type* type = void_type;
    Precision precision = Precision::None;
    std::string_view name;
    const std::vector<ParameterDeclaration>& parameters;
    bool prototype = false;  // no body follows
    Location where;
};

void check_parameters(CheckContext& context, const Scopes& scopes, const std::vector<ParameterDeclaration>& parameters,
                      bool prototype);
Function* new_function(CheckContext& context, const Type* type, std::string_view name,
                       const std::vector<ParameterDeclaration>& parameters, Location where);
// Whether a body returns somewhere.
bool has_return(const Statement* statement);

class Functions {
  public:
    Functions(CheckContext& context, Scopes& scopes, BuiltinCandidates& builtins)
        : context_(context), scopes_(scopes), builtins_(builtins) {}

    // A function that is declared before stays the same.
    Function* declare(const FunctionDeclaration& declaration);

  private:
    Overloads& overloads(const FunctionDeclaration& declaration);
    void check_name(const FunctionDeclaration& declaration);
    void check_result(const FunctionDeclaration& declaration);
    void check_again(const Function& before, const FunctionDeclaration& declaration);
    Precision precision_of(const FunctionDeclaration& declaration) const;

    CheckContext& context_;
    Scopes& scopes_;
    BuiltinCandidates& builtins_;
    std::vector<std::unique_ptr<Overloads>> overloads_;  // the arena runs no destructors
    std::unordered_map<const Function*, Precision> precisions_;
};

}  // namespace glsl
