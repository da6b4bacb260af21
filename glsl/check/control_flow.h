// Where a statement stands: in which function, loops, branches and switches (chapter 6 of the GLSL specifications); and
// the statements that depend on it.
#pragma once

#include <unordered_set>
#include <vector>

#include "glsl/check/context.h"

namespace glsl {

class ControlFlow {
  private:
    struct SwitchState {
        const Type* type = nullptr;
        std::unordered_set<int64_t> values;
        bool has_default = false;
        int depth = 0;  // of its labels
    };

  public:
    explicit ControlFlow(CheckContext& context) : context_(context) {}

    void begin_function(Function* function);
    void end_function() { state_.function = nullptr; }
    Function* function() const { return state_.function; }  // null: outside of functions
    void enter_loop() { state_.loops++; }
    void leave_loop() { state_.loops--; }
    void enter_branch() { state_.branches++; }
    void leave_branch() { state_.branches--; }
    // `depth`: of statements in each other, as the parser counts them, where the switch has its labels.
    void enter_switch(Expression* selector, int depth);
    void leave_switch();

    Statement* return_statement(Expression* value, Location where);
    Statement* jump(StatementKind kind, Location where);
    Statement* demote(Location where);
    Case* case_label(Expression* value, Location where, int depth);

    // A call that all invocations reach, and once: outside of branches of main.
    void check_in_main(std::string_view name, Location where);
    // beginInvocationInterlockARB() and its end: once each.
    void check_interlock(std::string_view name, Location where);

    // Another function is read in between: the text of a built-in.
    struct State {
        Function* function = nullptr;
        int loops = 0;
        int branches = 0;       // if, loops and switches around the statement
        bool returned = false;  // the function has had a return
        std::vector<SwitchState> switches;
    };
    State leave();
    void come_back(State state) { state_ = std::move(state); }

  private:
    CheckContext& context_;
    State state_;
    int interlock_ = 0;  // 1: begun, 2: ended
};

}  // namespace glsl
