#include "runtime/jit/emit_flow.h"

#include "runtime/decode/shaping.h"
#include "runtime/interpreter/machine.h"
#include "runtime/jit/read_operands.h"
#include "runtime/jit/step_calls.h"

namespace runtime::jit {

using arbasm::LaneKind;

FlowEmitter::FlowEmitter(const Code& code, const Piece& piece, const Registers& registers, const ConditionCodes& codes,
                         const UniformValues& uniform, ExecutionMask& mask, std::function<void(const Step&)> emit_plain)
    : code_(code),
      piece_(piece),
      registers_(registers),
      codes_(codes),
      uniform_(uniform),
      mask_(mask),
      emit_plain_(std::move(emit_plain)),
      budget_(piece.machine.load(&interpreter::Machine::budget)) {}

// ---- frames ------------------------------------------------------------------------------------------------------

const Label& FlowEmitter::innermost_exit() const { return frames_.empty() ? end_ : frames_.back().exit; }

std::optional<size_t> FlowEmitter::innermost(StepKind kind) const {
    for (size_t i = frames_.size(); i-- > 0;) {
        if (frames_[i].kind == kind) return i;
        if (frames_[i].kind == StepKind::Call) return std::nullopt;
    }
    return std::nullopt;
}

FlowEmitter::OpenFrame& FlowEmitter::open_frame(StepKind kind, Mask outer, Mask waiting) {
    frames_.push_back({kind, outer, Label(), Variable<Mask>(waiting), Variable<Mask>(Mask(false)), mask_.is_everyone(),
                       false, false, false, false, std::nullopt, std::nullopt, std::nullopt});
    return frames_.back();
}

// Control comes to its exit from above, too.
FlowEmitter::OpenFrame FlowEmitter::close_frame() {
    const OpenFrame frame = frames_.back();
    frames_.pop_back();
    mask_.set_everyone(frame.everyone && !frame.scattered);
    return frame;
}

// Where no lane is left, to where the innermost frame ends.
void FlowEmitter::proceed_if_none() const { innermost_exit().jump_if(!any_lane(mask_.running())); }

// "passes if and only if any of the four components passes"
Mask FlowEmitter::passing(const Condition& condition) const {
    if (condition.is_true()) return mask_.running();
    const Mask lanes = codes_.any_passes(condition);
    return lanes & mask_.running();
}

void FlowEmitter::restrict_everyone(bool still) const { mask_.set_everyone(mask_.is_everyone() && still); }

// The lanes stop running until the frame has them go on, or for good. `all`: these are all that run. `together`: these
// are all, or none.
void FlowEmitter::park(Mask lanes, bool all, std::optional<size_t> frame, bool together) {
    for (size_t i = frame ? *frame + 1 : 0; i < frames_.size(); i++) {
        frames_[i].escaped = true;
        frames_[i].scattered |= !together;
    }
    restrict_everyone(together);
    if (all) {
        mask_.set_running(Mask(false));
        innermost_exit().jump();
        return;
    }
    mask_.set_running(mask_.running() & !lanes);
    proceed_if_none();
}

// Killed lanes go on as helpers, until no other lane is left.
void FlowEmitter::kill(Mask lanes) const {
    mask_.add_killed(lanes);
    end_.jump_if(!any_lane(*piece_.active & !*piece_.helpers & !mask_.killed()));
}

// ---- IF ----------------------------------------------------------------------------------------------------------

void FlowEmitter::emit_if(const IfStep& step) {
    const Mask outer = mask_.running(), then = passing(step.condition);
    OpenFrame& frame = open_frame(StepKind::If, outer, outer & !then);
    frame.together = uniform_.is_uniform(step.condition);
    restrict_everyone(frame.together);
    mask_.set_running(then);
    proceed_if_none();
}

void FlowEmitter::emit_else() {
    OpenFrame& frame = frames_.back();
    frame.exit.bind();
    frame.exit = Label();
    mask_.set_everyone(frame.everyone && frame.together);
    const Mask others = frame.waiting;
    frame.waiting = mask_.running();
    mask_.set_running(others);
    proceed_if_none();
}

void FlowEmitter::emit_endif() {
    const OpenFrame frame = close_frame();
    frame.exit.bind();
    mask_.set_running(frame.escaped ? mask_.running() | frame.waiting.get() : frame.outer);
    if (frame.escaped) proceed_if_none();
}

// ---- REP ---------------------------------------------------------------------------------------------------------

namespace {

// Whether lanes may leave the loop, or a turn of it, at different times.
bool lanes_part_within(const Code& code, const RepeatStep& step) {
    const bool calls_park = !arbasm::is_nv4_family(code.program->instruction_set);
    bool parts = false;
    for (const Step* one = next_of(step); code.steps.offset_of(one) < step.end;) {
        parts |= one->kind == StepKind::Break || one->kind == StepKind::Continue || one->kind == StepKind::Return ||
                 (one->kind == StepKind::Call && calls_park);
        one = decoded::visit(*one, [](const auto& each) { return next_of(each); });
    }
    return parts;
}

// The whole number of turns that a REP operand asks for.
Signed turn_count(const Registers& registers, const RepeatStep& step) {
    const Source& source = step.count;
    Unsigned bits = registers.read(source.component(0));
    const bool negated = source.negate & 1;
    const Signed most(INT32_MAX);
    switch (step.count_lanes) {
        case LaneKind::Signed: return modified(as_signed(bits), source.absolute, negated);
        case LaneKind::Unsigned:
            bits = modified(bits, false, negated);
            return choose(bits > as_unsigned(most), most, as_signed(bits));
        case LaneKind::Float: break;
    }
    const Float count = round_down(modified(as_float(bits), source.absolute, negated));
    const Mask large = count >= Float(0x1p31f), some = count > Float(0.0f);
    return choose(large, most, to_signed(choose(some & !large, count, Float(0.0f))));
}

}  // namespace

void FlowEmitter::emit_repeat(const RepeatStep& step) {
    const Mask outer = mask_.running();
    OpenFrame& frame = open_frame(StepKind::Repeat, outer, Mask(false));
    frame.body.emplace();
    if (step.counted) {
        const Signed count = turn_count(registers_, step);
        if (uniform_.is_uniform(step.count, 1)) {
            // Without a turn, too, the end of the loop counts one.
            const ScalarSigned turns = as_signed(lane(as_unsigned(count), first_of(mask_.running()))), zero(0);
            frame.turns.emplace(turns);
            frame.exit.jump_if(turns <= zero);
        } else {
            const Mask none = outer & (count <= Signed(0));
            frame.lane_turns.emplace(count);
            frame.left = none;
            mask_.set_running(outer & !none);
            mask_.set_everyone(false);
            frame.exit.jump_if(!any_lane(mask_.running()));
        }
    }
    frame.parts = lanes_part_within(code_, step);
    if (frame.parts) restrict_everyone(uniform_.stays_together(step));
    frame.body->bind();
}

void FlowEmitter::emit_end_of_repeat(const EndRepeatStep& step) {
    const OpenFrame& frame = frames_.back();
    const bool parts = frame.parts || frame.lane_turns;
    const Label done;
    frame.exit.bind();
    if (frame.parts) {
        mask_.set_running(mask_.running() | frame.waiting.get());
        frame.waiting = Mask(false);
    }
    if (frame.lane_turns) {
        *frame.lane_turns = frame.lane_turns->get() - Signed(1);
        const Mask finished = mask_.running() & (frame.lane_turns->get() <= Signed(0));
        frame.left = frame.left.get() | finished;
        mask_.set_running(mask_.running() & !finished);
    }
    if (frame.turns) {
        *frame.turns = frame.turns->get() - ScalarSigned(1);
        done.jump_if(frame.turns->get() <= ScalarSigned(0));
    }
    if (parts) done.jump_if(!any_lane(mask_.running()));
    charge(step.origin, step.length);
    frame.body->jump();
    done.bind();
    const OpenFrame closed = close_frame();
    mask_.set_running(closed.escaped ? mask_.running() | closed.left.get() : closed.outer);
    if (closed.escaped) proceed_if_none();
}

// Counts steps that are taken back; the watchdog may end the program.
void FlowEmitter::charge(uint32_t origin, uint32_t steps) {
    charges_ = true;
    budget_ = budget_.get() - ScalarWideSigned(int64_t{steps});
    when(budget_.get() < ScalarWideSigned(int64_t{0}), [&] {
        const ScalarUnsigned ends =
            call_for<ScalarUnsigned>(expired_function(), piece_.machine, ScalarUnsigned(origin));
        budget_ = piece_.machine.load(&interpreter::Machine::budget);
        end_.jump_if(ends != ScalarUnsigned(0u));
    });
}

// ---- CAL ---------------------------------------------------------------------------------------------------------

void FlowEmitter::emit_call(const CallStep& step) {
    const Mask outer = mask_.running(), lanes = passing(step.condition);
    if (frames_.size() + code_.max_nesting + 1 >= code_.max_frames) {
        // Beyond the limit a call ends the programs of NV_fragment_program2; from 4.0 on it has no effect.
        if (!arbasm::is_nv4_family(code_.program->instruction_set))
            park(lanes, step.condition.is_true(), std::nullopt, false);
        return;
    }
    open_frame(StepKind::Call, outer, outer & !lanes);
    mask_.set_running(lanes);
    if (!step.condition.is_true()) {
        mask_.set_everyone(false);
        proceed_if_none();
    }
    emit_from(step.target);
    const OpenFrame frame = close_frame();
    frame.exit.bind();
    mask_.set_running(frame.escaped ? mask_.running() | frame.left.get() | frame.waiting.get() : frame.outer);
    if (frame.escaped) proceed_if_none();
}

// ---- steps -------------------------------------------------------------------------------------------------------

void FlowEmitter::emit_break(const Condition& condition, bool continues) {
    const Mask lanes = passing(condition);
    const std::optional<size_t> loop = innermost(StepKind::Repeat);
    if (!loop) return;
    const Variable<Mask>& parked = continues ? frames_[*loop].waiting : frames_[*loop].left;
    parked = parked.get() | lanes;
    // Where lanes came together, they leave together.
    park(lanes, condition.is_true(), loop, mask_.is_everyone() && uniform_.is_uniform(condition));
}

void FlowEmitter::emit_return(const ReturnStep& step) {
    const Mask lanes = passing(step.condition);
    std::optional<size_t> frame;
    for (size_t i = 0; i < frames_.size(); i++)
        if (frames_[i].kind == StepKind::Call) frame = i;
    // In the main program no frame waits for these lanes: they have ended.
    if (frame) frames_[*frame].left = frames_[*frame].left.get() | lanes;
    park(lanes, step.condition.is_true(), frame, mask_.is_everyone() && uniform_.is_uniform(step.condition));
}

// -0 and NaN are not below zero.
void FlowEmitter::emit_kill(const KillNegativeStep& step) {
    Mask lanes(false);
    for (int c = 0; c < 4; c++) {
        if (step.lanes == LaneKind::Float) lanes = lanes | (component<Float>(registers_, step.source, c) < Float(0.0f));
        if (step.lanes == LaneKind::Signed) lanes = lanes | (component<Signed>(registers_, step.source, c) < Signed(0));
    }
    kill(lanes & mask_.running());
}

// Programs with other steps of flow take the dispatched form, as groups do that wait for each other at a barrier; the
// lanes of one group run in step. At a label the main program runs on.
void FlowEmitter::emit_flow(const Step& any_step) {
    decoded::visit(any_step, [&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, IfStep>) emit_if(step);
        if constexpr (std::is_same_v<T, ElseStep>) emit_else();
        if constexpr (std::is_same_v<T, EndIfStep>) emit_endif();
        if constexpr (std::is_same_v<T, RepeatStep>) emit_repeat(step);
        if constexpr (std::is_same_v<T, EndRepeatStep>) emit_end_of_repeat(step);
        if constexpr (std::is_same_v<T, BreakStep>) emit_break(step.condition, false);
        if constexpr (std::is_same_v<T, ContinueStep>) emit_break(step.condition, true);
        if constexpr (std::is_same_v<T, CallStep>) emit_call(step);
        if constexpr (std::is_same_v<T, ReturnStep>) emit_return(step);
        if constexpr (std::is_same_v<T, KillPassingStep>) kill(passing(step.condition));
        if constexpr (std::is_same_v<T, KillNegativeStep>) emit_kill(step);
    });
}

// From a step to the program's or the subroutine's end.
void FlowEmitter::emit_from(StepOffset at) {
    const bool called = !frames_.empty();
    for (const Step* step = code_.steps.at(at);;) {
        if (step->kind == StepKind::End || (called && step->kind == StepKind::SubroutineEnd)) return;
        if (is_of_flow(step->kind))
            emit_flow(*step);
        else
            emit_plain_(*step);
        step = decoded::visit(*step, [](const auto& one) { return next_of(one); });
    }
}

void FlowEmitter::emit() {
    emit_from(code_.entry);
    end_.bind();
    if (charges_) store(piece_.machine.at(&interpreter::Machine::budget), budget_.get());
}

}  // namespace runtime::jit
