// What stands for each variable: registers, or what a parameter of an expanded function was given.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "glsl/lower/lowering_context.h"
#include "glsl/lower/variable_storage.h"

namespace glsl {

class Homes {
  public:
    explicit Homes(LoweringContext& context)
        : context_(context), input_(context.input()), assembly_(context.assembly()) {}

    // ---- registers
    const Home& of(const Variable* variable);  // made where it has none yet
    bool contains(const Variable* variable) const { return homes_.contains(variable); }
    // The first one stays.
    Home& add(const Variable* variable, Home home) { return homes_.emplace(variable, std::move(home)).first->second; }
    // From here on: nothing else stands for the variable.
    void set(const Variable* variable, Home home);
    const std::unordered_map<const Variable*, Home>& all() const { return homes_; }
    // The registers of a parameter. Samplers and images among its members are no values: those of the argument stand
    // for them.
    Home of_parameter(const Variable& parameter, const LValue& argument, bool global);

    // ---- values: parameters that are values of the caller, constants
    void set_value(const Variable* variable, Value value) { values_.insert_or_assign(variable, std::move(value)); }
    const Value* value_of(const Variable* variable) const;  // null: there is none

    // ---- l-values: of parameters that are samplers, images or counters, or arrays of them
    void set_lvalue(const Variable* variable, const LValue& lvalue) { lvalues_.insert_or_assign(variable, lvalue); }
    const LValue* lvalue_of(const Variable* variable) const;  // null: there is none

  private:
    Home make_constant(const Constant& constant);
    void declare_constants(Leaf& leaf, std::vector<std::array<uint64_t, 4>> numbers);

    LoweringContext& context_;
    const StageInput& input_;
    Assembly& assembly_;
    std::unordered_map<const Variable*, Home> homes_;
    std::unordered_map<const Variable*, Value> values_;
    std::unordered_map<const Variable*, LValue> lvalues_;
    int constants_ = 0;
};

}  // namespace glsl
