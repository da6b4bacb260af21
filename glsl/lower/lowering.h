// A checked stage to a Program: the walk over its functions. Values are evaluated and statements executed in order, as
// instructions. What variables are is in Homes and Memories, what instructions compute in arithmetic.h and access.h,
// what built-in functions do in builtin_calls.h.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "glsl/lower/expansion.h"
#include "glsl/lower/homes.h"
#include "glsl/lower/memories.h"
#include "glsl/lower/stage_interface.h"

namespace glsl {

class Lowering {
  public:
    explicit Lowering(const StageInput& input);

    // Makes the program; to be called once. Problems that are found here are in errors(), those of
    // arbasm::check_program() in `wrong`. With either, the program is unfinished.
    arbasm::Program run(std::vector<arbasm::Diagnostic>& wrong);
    const std::vector<LoweringError>& errors() const { return context_.errors(); }

    // Calls in each other.
    static constexpr size_t most_frames = 200;

    // ---- for built-in functions (builtin_calls.h)
    LoweringContext& context() { return context_; }
    StageOutputs& outputs() { return interface_.outputs(); }
    Value evaluate(const Expression* expression);
    // A value that something with effects is evaluated behind.
    Value evaluate_before(const Expression* expression, bool effects_follow);
    Operand scalar(const Expression* expression);  // the only part of a value
    LValue lvalue_of(const Expression* expression);
    bool is_lvalue(const Expression* expression) const;
    // How fragments of a pixel are ordered.
    struct FragmentOrder {
        bool interlock = false;  // from an instruction to another
        bool ordering = false;   // from somewhere on
    };
    FragmentOrder& fragment_order() { return order_; }

  private:
    // ---- expressions.cpp, operators.cpp
    LValue lvalue_of(const Variable* variable);
    LValue pointed_lvalue(const Dereference& dereference);
    Value unary(const Unary& unary);
    Value step(const Step& step);
    Value binary(const Binary& binary);
    Value operate(const Binary& binary, const Value& left, const Value& right);
    Value logical(const Binary& binary);
    Value conditional(const Conditional& conditional);
    Value assign(const Assign& assign);
    Value construct(const Construct& construct);
    Value swizzle(const Swizzle& swizzle);
    Value index(const Index& index);

    // ---- calls.cpp. lvalues: of arguments that are written or that have samplers, images or counters.
    Value call(const Call& call);
    Value selected_call(const Call& call);
    Value builtin_call(const BuiltinCall& call);
    Value inline_call(const Function& function, const std::vector<LValue>& lvalues, std::vector<Value> arguments);
    Value subroutine_call(const Function& function, const std::vector<LValue>& lvalues, std::vector<Value> arguments);
    // A function that is called, not expanded.
    struct Subroutine {
        std::unique_ptr<Routine> routine;
        std::vector<Home> parameters;
        Home result;
    };
    using LValueKey = std::vector<int64_t>;  // what tells the l-values of opaque arguments apart
    static void add_to_key(LValueKey& key, const LValue& lvalue);
    Subroutine& subroutine(const Function& function, const std::vector<LValue>& lvalues);

    // ---- statements.cpp
    void execute(const Statement* statement);
    void note_line(Location where);
    void execute_loop(const Loop& loop);
    void execute_switch(const Switch& statement);
    void loop_continue();
    void finish_turn(const Loop& loop);
    bool has_endless_loops();                      // of the stage
    void condition(const Expression* expression);  // NE.x of the condition code: true

    struct LoopState {
        const Loop* loop = nullptr;
        // Inside a switch: continue leaves it first. The register that remembers, or none.
        Register continues;
    };
    // How `return` is written in the current function.
    struct Frame {
        const Function* function = nullptr;
        Subroutine* subroutine = nullptr;  // RET; null: the function is expanded and this is its end
        Value* result = nullptr;
    };

    // Instructions of a routine beyond which functions are called, not expanded.
    static constexpr size_t most_expanded = 8192;

    LoweringContext context_;
    const StageInput& input_;
    Assembly& assembly_;
    Homes homes_;
    Memories memories_;
    StageInterface interface_;
    Expansion expansion_;
    std::optional<bool> endless_loops_;
    std::map<std::pair<const Function*, LValueKey>, Subroutine> subroutines_;
    std::vector<Routine*> finished_;  // of subroutines, in the order in which they were
    std::vector<LoopState> loops_;
    std::vector<Frame> frames_;
    FragmentOrder order_;
    const Shader* module_ = nullptr;  // of SPIR-V; null: of GLSL
};

}  // namespace glsl
