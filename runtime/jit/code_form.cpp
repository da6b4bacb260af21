#include "runtime/jit/code_form.h"

namespace runtime::jit {

using namespace decoded;

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

}  // namespace runtime::jit
