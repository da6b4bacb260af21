// Structured flow over lanes that part ways, as runtime/interpreter/flow_steps.cpp has it: a lane is parked (not live)
// between the BRK, CONT or RET that it took and the place where the others catch up. What the interpreter's frames
// remember are values here, and frames are known while recording.
#include "runtime/decode/shaping.h"
#include "runtime/interpreter/machine.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/step_calls.h"

namespace runtime::jit {

using arbasm::LaneKind;

namespace {

// Steps that subroutines may be recorded to in all, each time they are called.
constexpr uint32_t most_inlined_steps = 4000;

// Follows calls as the structured form records them. False: too many steps, or a subroutine that calls itself.
class CallCount {
  public:
    explicit CallCount(const Code& code) : code_(code) {}
    bool count(StepOffset at) {
        for (const StepOffset open : open_)
            if (open == at) return false;
        open_.push_back(at);
        for (const Step* step = code_.steps.at(at);;) {
            if (++steps_ > most_inlined_steps) return false;
            if (step->kind == StepKind::End || (step->kind == StepKind::SubroutineEnd && open_.size() > 1)) break;
            if (step->kind == StepKind::Call && !count(static_cast<const CallStep&>(*step).target)) return false;
            step = decoded::visit(*step, [](const auto& one) { return next_of(one); });
        }
        open_.pop_back();
        return true;
    }

  private:
    const Code& code_;
    std::vector<StepOffset> open_;
    uint32_t steps_ = 0;
};

}  // namespace

bool is_structured(const Code& code) {
    if (code.jumps) return false;
    bool is_simple = true, calls = false;
    code.steps.visit([&](const auto& step) {
        is_simple &= step.kind != StepKind::CallIndirect;
        calls |= step.kind == StepKind::Call;
    });
    return is_simple && (!calls || CallCount(code).count(code.entry));
}

// ---- frames ------------------------------------------------------------------------------------------------------

const Label& ProgramEmitter::innermost_exit() const { return frames_.empty() ? *end_ : frames_.back().exit; }

std::optional<size_t> ProgramEmitter::innermost(StepKind kind) const {
    for (size_t i = frames_.size(); i-- > 0;) {
        if (frames_[i].kind == kind) return i;
        if (frames_[i].kind == StepKind::Call) return std::nullopt;
    }
    return std::nullopt;
}

ProgramEmitter::OpenFrame& ProgramEmitter::open_frame(StepKind kind, Mask outer, Mask waiting) {
    frames_.push_back({kind, outer, Label(), Variable<Mask>(waiting), Variable<Mask>(Mask(false)), everyone_, false,
                       false, false, false, std::nullopt, std::nullopt, std::nullopt});
    frame_depth_++;
    return frames_.back();
}

// Control comes to its exit from above, too.
ProgramEmitter::OpenFrame ProgramEmitter::close_frame() {
    const OpenFrame frame = frames_.back();
    frames_.pop_back();
    frame_depth_--;
    everyone_ = frame.everyone && !frame.scattered;
    return frame;
}

// Where no lane is left, to where the innermost frame ends.
void ProgramEmitter::proceed_if_none() { innermost_exit().jump_if(!any_lane(running())); }

// Of no lanes the last one.
ScalarUnsigned ProgramEmitter::first_of(Mask lanes) {
    return lowest_bit(to_bits(lanes) | ScalarUnsigned(1u << (lane_count() - 1)));
}

// The lanes stop running until the frame has them go on, or for good. `all`: these are all that run. `together`: these
// are all, or none.
void ProgramEmitter::park(Mask lanes, bool all, std::optional<size_t> frame, bool together) {
    for (size_t i = frame ? *frame + 1 : 0; i < frames_.size(); i++) {
        frames_[i].escaped = true;
        frames_[i].scattered |= !together;
    }
    everyone_ &= together;
    if (all) {
        *running_ = Mask(false);
        innermost_exit().jump();
        return;
    }
    *running_ = running_->get() & !lanes;
    proceed_if_none();
}

// Killed lanes go on as helpers, until no other lane is left.
void ProgramEmitter::kill(Mask lanes) {
    *killed_ = killed_->get() | lanes;
    end_->jump_if(!any_lane(*context_->active & !*context_->helpers & !killed_->get()));
}

// ---- IF ----------------------------------------------------------------------------------------------------------

void ProgramEmitter::emit_if(const IfStep& step) {
    const Mask outer = running(), then = passing(step.condition);
    OpenFrame& frame = open_frame(StepKind::If, outer, outer & !then);
    frame.together = uniform_.is_uniform(step.condition);
    everyone_ &= frame.together;
    *running_ = then;
    proceed_if_none();
}

void ProgramEmitter::emit_else(const ElseStep&) {
    OpenFrame& frame = frames_.back();
    frame.exit.place();
    frame.exit = Label();
    everyone_ = frame.everyone && frame.together;
    const Mask others = frame.waiting;
    frame.waiting = running();
    *running_ = others;
    proceed_if_none();
}

void ProgramEmitter::emit_endif() {
    const OpenFrame frame = close_frame();
    frame.exit.place();
    *running_ = frame.escaped ? running() | frame.waiting.get() : frame.outer;
    if (frame.escaped) proceed_if_none();
}

// ---- REP ---------------------------------------------------------------------------------------------------------

// Whether lanes may leave the loop, or a turn of it, at different times.
bool ProgramEmitter::lanes_part_within(const RepeatStep& step) const {
    const bool calls_park = !arbasm::is_nv4_family(program_.instruction_set);
    bool parts = false;
    for (const Step* one = next_of(step); code_.steps.offset_of(one) < step.end;) {
        parts |= one->kind == StepKind::Break || one->kind == StepKind::Continue || one->kind == StepKind::Return ||
                 (one->kind == StepKind::Call && calls_park);
        one = decoded::visit(*one, [](const auto& each) { return next_of(each); });
    }
    return parts;
}

// The whole number of turns that a REP operand asks for.
Signed ProgramEmitter::turn_count(const RepeatStep& step) {
    Source source = step.count;
    Unsigned bits = read(source.component(0));
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

void ProgramEmitter::emit_repeat(const RepeatStep& step) {
    const Mask outer = running();
    OpenFrame& frame = open_frame(StepKind::Repeat, outer, Mask(false));
    frame.body.emplace();
    if (step.counted) {
        const Signed count = turn_count(step);
        if (uniform_.is_uniform(step.count, 1)) {
            // Of no turn, too, the end of the loop counts one.
            const ScalarSigned turns = as_signed(lane(as_unsigned(count), first_of(running()))), zero(0);
            frame.turns.emplace(turns);
            frame.exit.jump_if(turns <= zero);
        } else {
            const Mask none = outer & (count <= Signed(0));
            frame.lane_turns.emplace(count);
            frame.left = none;
            *running_ = outer & !none;
            everyone_ = false;
            frame.exit.jump_if(!any_lane(running()));
        }
    }
    frame.parts = lanes_part_within(step);
    if (frame.parts) everyone_ &= uniform_.stays_together(step);
    frame.body->place();
}

void ProgramEmitter::emit_end_of_repeat(const EndRepeatStep& step) {
    const OpenFrame& frame = frames_.back();
    const bool parts = frame.parts || frame.lane_turns;
    const Label done;
    frame.exit.place();
    if (frame.parts) {
        *running_ = running() | frame.waiting.get();
        frame.waiting = Mask(false);
    }
    if (frame.lane_turns) {
        *frame.lane_turns = frame.lane_turns->get() - Signed(1);
        const Mask finished = running() & (frame.lane_turns->get() <= Signed(0));
        frame.left = frame.left.get() | finished;
        *running_ = running() & !finished;
    }
    if (frame.turns) {
        *frame.turns = frame.turns->get() - ScalarSigned(1);
        done.jump_if(frame.turns->get() <= ScalarSigned(0));
    }
    if (parts) done.jump_if(!any_lane(running()));
    charge(step.origin, step.length);
    frame.body->jump();
    done.place();
    const OpenFrame closed = close_frame();
    *running_ = closed.escaped ? running() | closed.left.get() : closed.outer;
    if (closed.escaped) proceed_if_none();
}

// Counts steps that are taken back; the watchdog may end the program.
void ProgramEmitter::charge(uint32_t origin, uint32_t steps) {
    charges_ = true;
    *budget_ = budget_->get() - ScalarWideSigned(int64_t{steps});
    when(budget_->get() < ScalarWideSigned(int64_t{0}), [&] {
        const ScalarUnsigned ends =
            call_for<ScalarUnsigned>(expired_function(), context_->machine, ScalarUnsigned(origin));
        *budget_ = load<ScalarWideSigned>(context_->machine + offsetof(interpreter::Machine, budget), 8);
        end_->jump_if(ends != ScalarUnsigned(0u));
    });
}

// ---- CAL ---------------------------------------------------------------------------------------------------------

void ProgramEmitter::emit_call(const CallStep& step) {
    const Mask outer = running(), lanes = passing(step.condition);
    if (frame_depth_ + code_.max_nesting + 1 >= code_.max_frames) {
        // Beyond the limit a call ends the programs of NV_fragment_program2; from 4.0 on it has no effect.
        if (!arbasm::is_nv4_family(program_.instruction_set))
            park(lanes, step.condition.is_true(), std::nullopt, false);
        return;
    }
    open_frame(StepKind::Call, outer, outer & !lanes);
    *running_ = lanes;
    if (!step.condition.is_true()) {
        everyone_ = false;
        proceed_if_none();
    }
    emit_structured(step.target);
    const OpenFrame frame = close_frame();
    frame.exit.place();
    *running_ = frame.escaped ? running() | frame.left.get() | frame.waiting.get() : frame.outer;
    if (frame.escaped) proceed_if_none();
}

// ---- steps -------------------------------------------------------------------------------------------------------

void ProgramEmitter::emit_break(const Condition& condition, bool continues) {
    const Mask lanes = passing(condition);
    const std::optional<size_t> loop = innermost(StepKind::Repeat);
    if (!loop) return;
    const Variable<Mask>& parked = continues ? frames_[*loop].waiting : frames_[*loop].left;
    parked = parked.get() | lanes;
    // Where lanes came together, they leave together.
    park(lanes, condition.is_true(), loop, everyone_ && uniform_.is_uniform(condition));
}

void ProgramEmitter::emit_return(const ReturnStep& step) {
    const Mask lanes = passing(step.condition);
    std::optional<size_t> frame;
    for (size_t i = 0; i < frames_.size(); i++)
        if (frames_[i].kind == StepKind::Call) frame = i;
    // In the main program no frame waits for these lanes: they have ended.
    if (frame) frames_[*frame].left = frames_[*frame].left.get() | lanes;
    park(lanes, step.condition.is_true(), frame, everyone_ && uniform_.is_uniform(step.condition));
}

// -0 and NaN are not below zero.
void ProgramEmitter::emit_kill(const KillNegativeStep& step) {
    Mask lanes(false);
    for (int c = 0; c < 4; c++) {
        if (step.lanes == LaneKind::Float) lanes = lanes | (component<Float>(step.source, c) < Float(0.0f));
        if (step.lanes == LaneKind::Signed) lanes = lanes | (component<Signed>(step.source, c) < Signed(0));
    }
    kill(lanes & running());
}

// Programs with other steps of flow take the dispatched form, as groups do that wait for each other at a barrier; the
// lanes of one group run in step. At a label the main program runs on.
void ProgramEmitter::emit_flow(const Step& any_step) {
    decoded::visit(any_step, [&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, IfStep>) emit_if(step);
        if constexpr (std::is_same_v<T, ElseStep>) emit_else(step);
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
void ProgramEmitter::emit_structured(StepOffset at) {
    const bool called = !frames_.empty();
    for (const Step* step = code_.steps.at(at);;) {
        if (step->kind == StepKind::End || (called && step->kind == StepKind::SubroutineEnd)) return;
        if (is_of_flow(step->kind))
            emit_flow(*step);
        else
            emit_plain(*step);
        step = decoded::visit(*step, [](const auto& one) { return next_of(one); });
    }
}

}  // namespace runtime::jit
