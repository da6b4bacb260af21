#include <algorithm>

#include "glsl/check/constants.h"
#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/loop_bounds.h"
#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

// The line of what stands at this word of a module; 0: nobody says.
uint32_t line_of_word(const Shader& module, uint32_t word) {
    const auto behind = std::ranges::upper_bound(module.source_lines, word, {}, &SourceLine::word);
    return behind == module.source_lines.begin() ? 0 : std::prev(behind)->line;
}

bool is_true(const Expression* expression) {
    const auto* constant = as<Constant>(expression);
    return constant && constant->components[0];
}

bool is_declaration_list(const BlockStatement& block) {
    if (block.statements.empty()) return false;
    for (const Statement* inner : block.statements)
        if (inner->kind != StatementKind::Declaration) return false;
    return block.is_list;
}

}  // namespace

void Lowering::condition(const Expression* expression) {
    const Value value = evaluate(expression);
    assembly_.set_condition(value.parts[0].component(0));
}

void Lowering::execute(const Statement* statement) {
    const LoweringContext::Deeper deeper(context_);
    if (!statement || !context_.has_room(statement->where, void_type)) return;
    note_line(statement->where);
    Routine& routine = assembly_.routine();
    const Routine::Mark mark = routine.mark();
    switch (statement->kind) {
        case StatementKind::Expression: evaluate(static_cast<const ExpressionStatement*>(statement)->expression); break;
        case StatementKind::Declaration: {
            const auto* declaration = static_cast<const Declaration*>(statement);
            if (declaration->variable->value) return;  // a constant
            homes_.set(declaration->variable, make_home(assembly_, declaration->variable->type, false));
            const Routine::Mark behind = routine.mark();
            if (declaration->initialiser)
                store(context_, lvalue_of(declaration->variable), evaluate(declaration->initialiser));
            routine.release(behind);
            return;  // the variable's registers stay
        }
        case StatementKind::Block:
            for (const Statement* inner : static_cast<const BlockStatement*>(statement)->statements) execute(inner);
            // A list of declarations (int a, b;) is a block that is no scope.
            if (is_declaration_list(*static_cast<const BlockStatement*>(statement))) return;
            break;
        case StatementKind::If: {
            const auto* branch = static_cast<const If*>(statement);
            if (const auto* constant = as<Constant>(branch->condition)) {
                execute(constant->components[0] ? branch->yes : branch->no);
                break;
            }
            condition(branch->condition);
            routine.release(mark);
            if (!branch->yes && !branch->no) break;
            assembly_.emit_where(Opcode::If, branch->yes ? when_true : when_false);
            if (branch->yes) execute(branch->yes);
            if (branch->yes && branch->no) assembly_.emit(Opcode::Else);
            if (branch->no) execute(branch->no);
            assembly_.emit(Opcode::Endif);
            break;
        }
        case StatementKind::Loop: execute_loop(*static_cast<const Loop*>(statement)); break;
        case StatementKind::Switch: execute_switch(*static_cast<const Switch*>(statement)); break;
        case StatementKind::Case: break;  // execute_switch() has them
        case StatementKind::Break: assembly_.emit(Opcode::Brk); break;
        case StatementKind::Continue: loop_continue(); break;
        case StatementKind::Return: {
            const auto* end = static_cast<const Return*>(statement);
            const Frame frame = frames_.back();  // a copy: calls in the value move the frames
            if (frame.subroutine) {
                if (end->value) {
                    LValue lvalue;
                    lvalue.home = &frame.subroutine->result;  // a map's element: it stays where it is
                    lvalue.type = frame.function->type;
                    store(context_, lvalue, evaluate(end->value));
                }
                assembly_.emit(Opcode::Ret);
            } else if (end->value) {
                *frame.result = evaluate(end->value);
                return;  // its registers are the caller's now
            }
            break;
        }
        case StatementKind::Discard: {
            const bool demotes = as<Discard>(statement)->demotes;
            if (demotes) note_demotion(assembly_, homes_);
            assembly_.emit_where(Opcode::Kil, where_all(arbasm::ConditionTest::True));
            // Killed lanes go on as helpers, and a loop may never let them go. Otherwise they do: what is computed of
            // derivatives behind it stays right for their neighbors.
            if (!demotes && (!loops_.empty() || has_endless_loops())) assembly_.emit(Opcode::Ret);
            break;
        }
    }
    routine.release(mark);
}

// What follows comes of this line of the user's shader.
void Lowering::note_line(Location where) {
    const bool builtin = !frames_.empty() && frames_.back().function->builtin;
    if (!builtin) assembly_.set_line(module_ ? line_of_word(*module_, where.line) : where.line);
}

bool Lowering::has_endless_loops() {
    if (!endless_loops_)
        endless_loops_ = std::ranges::any_of(*input_.shaders, [](const Shader* shader) {
            return std::ranges::any_of(shader->functions,
                                       [](const Function* function) { return may_run_for_ever(function->body); });
        });
    return *endless_loops_;
}

// Goes on with the next turn of the innermost loop; out of a switch first, whose break is a loop's.
void Lowering::loop_continue() {
    const LoopState& state = loops_.back();
    if (state.continues.variable >= 0) {
        Operand yes;
        yes.numbers.fill(0xffffffffu);
        assembly_.emit(typed(Opcode::Mov, Scalar::Int), {state.continues, 1}, {yes}, Scalar::Int);
        assembly_.emit(Opcode::Brk);
        return;
    }
    finish_turn(*state.loop);
    assembly_.emit(Opcode::Cont);
}

// What is done between the body and the next turn.
void Lowering::finish_turn(const Loop& loop) {
    const Routine::Mark mark = assembly_.routine().mark();
    if (loop.step) evaluate(loop.step);
    if (loop.test_at_end && !is_true(loop.condition)) {
        condition(loop.condition);
        assembly_.emit_where(Opcode::Brk, when_false);
    }
    assembly_.routine().release(mark);
}

void Lowering::execute_loop(const Loop& loop) {
    Routine& routine = assembly_.routine();
    if (loop.first) execute(loop.first);
    assembly_.emit(Opcode::Rep);
    const Routine::Mark mark = routine.mark();
    if (loop.declaration) execute(loop.declaration);
    if (loop.condition && !loop.test_at_end && !is_true(loop.condition)) {
        condition(loop.condition);
        assembly_.emit_where(Opcode::Brk, when_false);
    }
    if (!loop.declaration) routine.release(mark);
    loops_.push_back({&loop, {}});
    execute(loop.body);
    loops_.pop_back();
    note_line(loop.where);
    finish_turn(loop);
    assembly_.emit(Opcode::Endrep);
    routine.release(mark);
}

// A loop of one turn, so that break leaves it. A label is reached by its own value or from the statements before it:
// `reached` remembers. default may stand before other labels: it is reached where none of all others fits.
void Lowering::execute_switch(const Switch& statement) {
    Routine& routine = assembly_.routine();
    const Scalar scalar = statement.selector->type->scalar;
    const Operand selector = assembly_.in_register(evaluate(statement.selector).parts[0], scalar, 1);
    const Operand reached = assembly_.take();
    Operand zero, yes;
    yes.numbers.fill(0xffffffffu);
    assembly_.emit(typed(Opcode::Mov, Scalar::Int), {reached.at, 1}, {zero}, Scalar::Int);
    bool continues = false;
    for (const Statement* inner : statement.statements) continues |= contains_jump(inner, StatementKind::Continue);
    LoopState state;
    state.loop = loops_.empty() ? nullptr : loops_.back().loop;
    Register outer;
    if (continues && !loops_.empty()) {
        outer = assembly_.take().at;
        state.continues = outer;
        assembly_.emit(typed(Opcode::Mov, Scalar::Int), {outer, 1}, {zero}, Scalar::Int);
    }
    const auto matches = [&](const Case& label) {
        Operand value;
        value.numbers.fill(label.value->components[0]);
        Operand same = assembly_.take();
        assembly_.emit(typed(Opcode::Seq, scalar), {same.at, 1}, {selector.component(0), value}, scalar);
        return same;
    };
    assembly_.emit(Opcode::Rep);
    loops_.push_back(state);
    bool open = false;
    for (size_t n = 0; n < statement.statements.size(); n++) {
        const auto* label = as<Case>(statement.statements[n]);
        if (!label) {
            execute(statement.statements[n]);
            continue;
        }
        if (open) assembly_.emit(Opcode::Endif);
        const Routine::Mark mark = routine.mark();
        if (label->value) {
            assembly_.emit(typed(Opcode::Or, Scalar::Uint), {reached.at, 1},
                           {reached.component(0), matches(*label).component(0)}, Scalar::Uint);
        } else {
            // Not one of the others: the labels behind it, since those before were tried.
            const Operand other = assembly_.take();
            assembly_.emit(typed(Opcode::Mov, Scalar::Int), {other.at, 1}, {zero}, Scalar::Int);
            for (const Statement* inner : statement.statements)
                if (const auto* each = as<Case>(inner); each && each->value)
                    assembly_.emit(typed(Opcode::Or, Scalar::Uint), {other.at, 1},
                                   {other.component(0), matches(*each).component(0)}, Scalar::Uint);
            assembly_.emit(typed(Opcode::Seq, Scalar::Int), {other.at, 1}, {other.component(0), zero}, Scalar::Int);
            assembly_.emit(typed(Opcode::Or, Scalar::Uint), {reached.at, 1}, {reached.component(0), other.component(0)},
                           Scalar::Uint);
        }
        routine.release(mark);
        assembly_.emit(testing_result(typed(Opcode::Mov, Scalar::Uint)), {assembly_.condition_register(), 1},
                       {reached.component(0)}, Scalar::Uint);
        routine.last_is_open = false;
        assembly_.emit_where(Opcode::If, when_true);
        open = true;
    }
    if (open) assembly_.emit(Opcode::Endif);
    loops_.pop_back();
    assembly_.emit(Opcode::Brk);
    assembly_.emit(Opcode::Endrep);
    if (outer.variable >= 0) {
        const Operand left = named(outer);
        assembly_.emit(testing_result(typed(Opcode::Mov, Scalar::Uint)), {assembly_.condition_register(), 1},
                       {left.component(0)}, Scalar::Uint);
        assembly_.emit_where(Opcode::If, when_true);
        loop_continue();
        assembly_.emit(Opcode::Endif);
    }
}

}  // namespace glsl
