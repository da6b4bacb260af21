#include "runtime/jit/program_emitter.h"

#include "runtime/jit/emit_called.h"
#include "runtime/jit/emit_compute.h"
#include "runtime/jit/emit_dispatch.h"
#include "runtime/jit/emit_flow.h"
#include "runtime/jit/emit_images.h"
#include "runtime/jit/emit_indexed.h"
#include "runtime/jit/emit_inputs.h"
#include "runtime/jit/emit_lanes.h"
#include "runtime/jit/emit_memory.h"
#include "runtime/jit/emit_textures.h"
#include "runtime/jit/emit_vertices.h"

namespace runtime::jit {

namespace {

template <class Emitter, class T>
concept Emits = requires(Emitter& emitter, const T& step) {
    emitter.emit(step);
};

// By the emitter that has an emit() for the step's type; if none has, by the interpreter's function.
template <class T, class... Emitters>
void emit_by_one_of(const T& step, const StepCaller& caller, Emitters&... emitters) {
    constexpr int found = (0 + ... + int{Emits<Emitters, T>});
    static_assert(found <= 1, "two emitters have an emit() for this kind of step");
    const auto emit_by = [&](auto& emitter) {
        if constexpr (Emits<decltype(emitter), T>) emitter.emit(step);
    };
    (emit_by(emitters), ...);
    if constexpr (found == 0) caller.call(step);
}

}  // namespace

// One recording: state that emitters share, and the emitters, each with what it needs. Setting them up emits, too: the
// order counts.
struct ProgramEmitter::Emission {
    Emission(const ProgramEmitter& of, const EmitContext& context)
        : registers(of.code_, of.layout_, context.inputs, context.piece),
          codes(of.form_, context.piece, of.use_.sets_carry),
          mask(of.form_, context.piece, of.kills_),
          results(of.form_, of.use_, registers, codes, mask),
          caller(of.code_, context.piece, registers, mask),
          compute(registers, results),
          indexed(*of.code_.program, context.inputs.parameters, registers, mask, results, caller),
          inputs(*of.code_.program, context.piece, context.inputs, registers, mask, caller),
          vertices(*of.code_.program, stores_vertices(of.code_, of.form_), context.piece, registers, mask, caller),
          lanes(registers, mask),
          textures(of.code_, context.piece, context.known_samplers, context.textures, of.uniform_, registers, mask,
                   caller) {
        if (of.form_ == CodeForm::Structured)
            flow.emplace(of.code_, context.piece, registers, codes, of.uniform_, mask,
                         [this](const Step& step) { emit_plain(step); });
        const WantedWindows wanted = windows_of(of.code_);
        images.emplace(of.code_, context.piece, context.image_format, wanted.images, context.image_windows, registers,
                       mask, caller);
        memory.emplace(BufferWindows(wanted.memory, context.memory_windows, context.piece, registers, of.uniform_),
                       registers, mask, caller);
    }
    Emission(const Emission&) = delete;
    Emission& operator=(const Emission&) = delete;

    // Steps that are not of flow.
    void emit_plain(const Step& any_step) {
        decoded::visit(any_step, [&](const auto& step) {
            emit_by_one_of(step, caller, compute, indexed, inputs, vertices, lanes, textures, *images, *memory);
        });
    }

    Registers registers;
    ConditionCodes codes;
    ExecutionMask mask;
    ResultWriter results;
    StepCaller caller;
    ComputeEmitter compute;
    IndexEmitter indexed;
    InputEmitter inputs;
    VertexEmitter vertices;
    SubgroupEmitter lanes;
    TextureEmitter textures;
    std::optional<FlowEmitter> flow;  // Structured
    std::optional<ImageEmitter> images;
    std::optional<MemoryEmitter> memory;
};

ProgramEmitter::ProgramEmitter(const Code& code, CodeForm form)
    : code_(code),
      form_(form),
      layout_(code, form),
      use_(form == CodeForm::Structured ? find_register_use(code) : RegisterUse()),
      uniform_(code) {
    code.steps.visit(
        [&](const auto& step) { kills_ |= step.kind == StepKind::KillNegative || step.kind == StepKind::KillPassing; });
}

ProgramEmitter::~ProgramEmitter() = default;

void ProgramEmitter::emit(const EmitContext& context) {
    emission_ = std::make_unique<Emission>(*this, context);
    if (form_ == CodeForm::Structured)
        emission_->flow->emit();
    else
        emit_dispatched(code_, context.piece, *context.start, emission_->registers,
                        [&](const Step& step) { emission_->emit_plain(step); });
}

Unsigned ProgramEmitter::result(int32_t result, int component) const {
    return emission_->registers.result(result, component);
}

Mask ProgramEmitter::killed() const { return emission_->mask.killed(); }

}  // namespace runtime::jit
