// Structured flow over lanes that part ways, as runtime/interpreter/flow_steps.cpp has it: a lane is parked (not live)
// between the BRK, CONT or RET that it took and the place where the others catch up. What the interpreter's frames
// remember are values here, and frames are known while recording.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "runtime/jit/condition_codes.h"
#include "runtime/jit/execution_mask.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/registers.h"
#include "runtime/jit/uniform_values.h"

namespace runtime::jit {

class FlowEmitter {
  public:
    // `emit_plain` records steps that are not of flow.
    FlowEmitter(const Code& code, const Piece& piece, const Registers& registers, const ConditionCodes& codes,
                const UniformValues& uniform, ExecutionMask& mask, std::function<void(const Step&)> emit_plain);

    // The program, from its first step to its end.
    void emit();

  private:
    // What the interpreter's Frame is. Lanes that stop running wait in one of them.
    struct OpenFrame {
        StepKind kind;           // If, Repeat, Call
        Mask outer;              // lanes that came
        Label exit;              // where to go when no lane is left inside
        Variable<Mask> waiting;  // If: for ELSE, or past it for ENDIF. Repeat: for the next turn. Call: not called
        Variable<Mask> left;     // Repeat, Call: done
        bool everyone = false;   // whether all active lanes came
        bool together = false;   // If: all lanes or none pass
        bool escaped = false;    // lanes may have left it for a frame further out
        bool scattered = false;  // and not all of them at once
        bool parts = false;      // Repeat: lanes may leave it, or a turn of it, at different times
        // Loops.
        std::optional<Label> body;
        std::optional<Variable<ScalarSigned>> turns;
        std::optional<Variable<Signed>> lane_turns;
    };

    void emit_from(StepOffset at);
    void emit_flow(const Step& step);
    void emit_if(const IfStep& step);
    void emit_else();
    void emit_endif();
    void emit_repeat(const RepeatStep& step);
    void emit_end_of_repeat(const EndRepeatStep& step);
    void emit_break(const Condition& condition, bool continues);
    void emit_call(const CallStep& step);
    void emit_return(const ReturnStep& step);
    void emit_kill(const KillNegativeStep& step);

    Mask passing(const Condition& condition) const;
    OpenFrame& open_frame(StepKind kind, Mask outer, Mask waiting);
    OpenFrame close_frame();
    const Label& innermost_exit() const;
    std::optional<size_t> innermost(StepKind kind) const;
    void park(Mask lanes, bool all, std::optional<size_t> frame, bool together);
    void proceed_if_none() const;
    void restrict_everyone(bool still) const;
    void kill(Mask lanes) const;
    void charge(uint32_t origin, uint32_t steps);

    const Code& code_;
    const Piece& piece_;
    const Registers& registers_;
    const ConditionCodes& codes_;
    const UniformValues& uniform_;
    ExecutionMask& mask_;
    const std::function<void(const Step&)> emit_plain_;
    const Variable<ScalarWideSigned> budget_;  // steps until the watchdog is asked
    bool charges_ = false;                     // something has been taken from it
    const Label end_;                          // of the program
    std::vector<OpenFrame> frames_;
};

}  // namespace runtime::jit
