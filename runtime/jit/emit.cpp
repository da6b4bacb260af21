#include "runtime/jit/emit.h"

#include <array>
#include <map>
#include <utility>

#include "arbasm/ir/operations.h"
#include "runtime/decode/shaping.h"
#include "runtime/jit/recorded_lanes.h"

namespace runtime::jit {
namespace {

using namespace arbasm;
using namespace decoded;

// The registers during a run of the function for one piece of a group: values, not memory. Results are stored at the
// end; attributes, uniforms and unwritten results are loaded where they are first read.
class Emitter {
  public:
    Emitter(const Code& code, llvm::Argument* attributes, llvm::Argument* results, llvm::Argument* uniforms,
            llvm::Value* lane)
        : code_(code), attributes_(attributes), results_(results), uniforms_(uniforms), lane_(lane) {
        for (Codes& code_register : codes_)
            for (Flags& flags : code_register) flags = {Mask(false), Mask(true), Mask(false), Mask(false)};
    }
    void emit(const ComputeStep& step);
    void store_results();

  private:
    struct Flags {
        Mask sign{false}, zero{true}, carry{false}, overflow{false};
    };
    using Codes = std::array<Flags, 4>;

    llvm::Value* address(llvm::Value* file, uint32_t offset) {
        auto& ir = recorder().builder;
        llvm::Value* const word = ir.CreateAdd(lane_, ir.getInt64(offset / 4));
        return ir.CreateGEP(ir.getInt32Ty(), file, word);
    }
    Unsigned read(Place place);

    template <class T>
    T component(const Source& source, int c) {
        const T value = same_bits<T>(read(source.component(c)));
        const bool negated = source.negate >> c & 1;
        return source.absolute || negated ? modified(value, source.absolute, negated) : value;
    }
    // Operand `index` of an operation, as it reads it: nothing, a component, or all four.
    template <Operation operation, LaneKind kind, int index>
    auto operand(const ComputeStep& step, int c) {
        using Use = OperandUse<operation, kind, index>;
        using T = LanesOfKind<RecordedLanes, Use::lanes>;
        const Source& source = step.sources[index];
        if constexpr (Use::absent)
            return 0;
        else if constexpr (Use::whole)
            return Vector<T>{component<T>(source, 0), component<T>(source, 1), component<T>(source, 2),
                             component<T>(source, 3)};
        else
            return component<T>(source, c);
    }

    template <Operation operation, LaneKind kind>
    void compute(const ComputeStep& step);
    template <class R>
    void write(const ComputeStep& step, int c, R value, Mask carry, Mask overflow);
    Mask passes(const ComputeStep& step, int c);

    const Code& code_;
    llvm::Argument *attributes_, *results_, *uniforms_;
    llvm::Value* lane_;  // first lane of the piece
    std::map<std::pair<Base, uint32_t>, llvm::Value*> values_;
    std::map<uint32_t, llvm::Value*> written_results_;
    Codes codes_[2];
    // What a step writes takes effect when all of its components have been computed.
    struct Pending {
        int component;
        llvm::Value* bits;
        Flags flags;
    };
    std::vector<Pending> pending_;
};

Unsigned Emitter::read(Place place) {
    auto& ir = recorder().builder;
    const auto [base, offset] = place;
    const auto found = values_.find({base, offset});
    if (found != values_.end()) return Unsigned(found->second);
    llvm::Value* value = nullptr;
    switch (base) {
        case Base::Threads:  // not in straight code
        case Base::Scratch: value = Unsigned(0u).value; break;
        case Base::Constants: value = Unsigned(offset == 0 ? 0u : 0x3f800000u).value; break;
        case Base::Attributes:
            value = ir.CreateAlignedLoad(recorder().integer_type(), address(attributes_, offset), llvm::Align(16));
            break;
        case Base::Results:
            value = ir.CreateAlignedLoad(recorder().integer_type(), address(results_, offset), llvm::Align(16));
            break;
        case Base::Uniforms: {
            const uint32_t slot = offset / uniform_bytes;
            const UniformSlot& uniform = code_.uniforms[slot];
            const Binding& binding = code_.program->parameters[static_cast<size_t>(uniform.parameter)];
            if (binding.kind == BindingKind::Constant) {
                value = Unsigned(binding.constant[uniform.component]).value;
            } else {
                llvm::Value* const at = ir.CreateGEP(ir.getInt32Ty(), uniforms_, ir.getInt64(slot));
                value =
                    ir.CreateVectorSplat(recorder().width, ir.CreateAlignedLoad(ir.getInt32Ty(), at, llvm::Align(4)));
            }
            break;
        }
    }
    values_.emplace(std::pair{base, offset}, value);
    return Unsigned(value);
}

Mask Emitter::passes(const ComputeStep& step, int c) {
    const Condition& condition = step.result.condition;
    const Flags& flags = codes_[condition.code_register][condition.swizzle[c]];
    return condition_passes(condition.test, flags.sign, flags.zero, flags.carry, flags.overflow);
}

template <class R>
void Emitter::write(const ComputeStep& step, int c, R value, Mask carry, Mask overflow) {
    const Result& result = step.result;
    if (!(result.write_mask >> c & 1)) return;
    value = saturated(value, result.saturation);
    const Place place{result.place.base, result.place.offset + static_cast<uint32_t>(c) * word_bytes};
    const bool tested = !result.condition.is_true();
    const Mask keep = tested ? passes(step, c) : Mask(true);
    Unsigned bits = as_unsigned(value);
    if (tested) bits = choose(keep, bits, read(place));
    Flags flags;
    if (result.updates_conditions()) {
        const auto signs = sign_flags(value);
        const Flags& old = codes_[result.updated_register()][static_cast<size_t>(c)];
        const auto merged = [&](Mask now, Mask before) { return tested ? (keep & now) | (!keep & before) : now; };
        flags = {merged(signs.sign, old.sign), merged(signs.zero, old.zero), merged(carry, old.carry),
                 merged(overflow, old.overflow)};
    }
    pending_.push_back({c, bits.value, flags});
}

template <Operation operation, LaneKind kind>
void Emitter::compute(const ComputeStep& step) {
    constexpr const OperationInfo& info = operation_info(operation);
    if constexpr (info.has(kind)) {
        using T = LanesOfKind<RecordedLanes, kind>;
        const auto a = [&](int c) { return operand<operation, kind, 0>(step, c); };
        const auto b = [&](int c) { return operand<operation, kind, 1>(step, c); };
        const auto d = [&](int c) { return operand<operation, kind, 2>(step, c); };
        if constexpr (info.form == ResultForm::Each) {
            for (int c = 0; c < 4; c++) {
                if (!(step.result.write_mask >> c & 1)) continue;
                const auto value = Meaning<operation>::template of<T>(a(c), b(c), d(c));
                Mask carry(false), overflow(false);
                if constexpr (gives_carry<operation, kind>) {
                    if (step.result.updates_conditions()) {
                        const auto both = carry_flags<operation>(a(c), b(c), d(c), step.carry_rule);
                        carry = both.carry;
                        overflow = both.overflow;
                    }
                }
                write(step, c, value, carry, overflow);
            }
        } else {
            const auto value = Meaning<operation>::template of<T>(a(0), b(0), d(0));
            const Mask none(false);
            if constexpr (info.form == ResultForm::Single) {
                for (int c = 0; c < 4; c++) write(step, c, value, none, none);
            } else {
                write(step, 0, value.x, none, none);
                write(step, 1, value.y, none, none);
                write(step, 2, value.z, none, none);
                write(step, 3, value.w, none, none);
            }
        }
    }
}

void Emitter::emit(const ComputeStep& step) {
    pending_.clear();
    switch (step.operation) {
#define MEANING(name, ...)                                                                        \
    case Operation::name:                                                                         \
        if (step.lanes == LaneKind::Float) compute<Operation::name, LaneKind::Float>(step);       \
        if (step.lanes == LaneKind::Signed) compute<Operation::name, LaneKind::Signed>(step);     \
        if (step.lanes == LaneKind::Unsigned) compute<Operation::name, LaneKind::Unsigned>(step); \
        break;
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "arbasm/ir/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    for (const Pending& pending : pending_) {
        const Result& result = step.result;
        const uint32_t offset = result.place.offset + static_cast<uint32_t>(pending.component) * word_bytes;
        values_[{result.place.base, offset}] = pending.bits;
        if (result.place.base == Base::Results) written_results_[offset] = pending.bits;
        if (result.updates_conditions())
            codes_[result.updated_register()][static_cast<size_t>(pending.component)] = pending.flags;
    }
}

void Emitter::store_results() {
    for (const auto& [offset, value] : written_results_)
        recorder().builder.CreateAlignedStore(value, address(results_, offset), llvm::Align(16));
}

}  // namespace

llvm::Function* emit_function(const Code& code, llvm::Module& module, unsigned width) {
    llvm::LLVMContext& context = module.getContext();
    llvm::IRBuilder<> ir(context);
    auto* const pointer = ir.getPtrTy();
    auto* const type = llvm::FunctionType::get(ir.getVoidTy(), {pointer, pointer, pointer}, false);
    auto* const function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "run", module);
    function->addFnAttr("prefer-vector-width", std::to_string(width * 32));
    function->addFnAttr("min-legal-vector-width", std::to_string(width * 32));
    function->addFnAttr(llvm::Attribute::NoUnwind);
    for (unsigned i = 0; i < 3; i++) function->addParamAttr(i, llvm::Attribute::NoAlias);

    auto* const entry = llvm::BasicBlock::Create(context, "entry", function);
    auto* const body = llvm::BasicBlock::Create(context, "body", function);
    auto* const done = llvm::BasicBlock::Create(context, "done", function);
    ir.SetInsertPoint(entry);
    ir.CreateBr(body);
    ir.SetInsertPoint(body);
    auto* const lane = ir.CreatePHI(ir.getInt64Ty(), 2);
    lane->addIncoming(ir.getInt64(0), entry);

    Recorder recording{ir, width};
    const RecorderScope scope(recording);
    Emitter emitter(code, function->getArg(0), function->getArg(1), function->getArg(2), lane);
    for (const Step* step = code.steps.at(code.entry); step->kind == StepKind::Compute;) {
        const auto& compute = static_cast<const ComputeStep&>(*step);
        emitter.emit(compute);
        step = next_of(compute);
    }
    emitter.store_results();

    llvm::Value* const next = ir.CreateAdd(lane, ir.getInt64(width));
    lane->addIncoming(next, body);
    ir.CreateCondBr(ir.CreateICmpULT(next, ir.getInt64(group_lanes)), body, done);
    ir.SetInsertPoint(done);
    ir.CreateRetVoid();
    return function;
}

}  // namespace runtime::jit
