#include "runtime/jit/emit.h"

#include <array>
#include <map>
#include <utility>

#include "arbasm/ir/operations.h"
#include "runtime/jit/recorded_lanes.h"

namespace runtime::jit {
namespace {

using namespace arbasm;
using interpreter::Base;
using interpreter::MicroOperation;
using interpreter::Source;

template <LaneKind kind>
struct LanesOfKind;
template <>
struct LanesOfKind<LaneKind::Float> {
    using Type = Float;
};
template <>
struct LanesOfKind<LaneKind::Signed> {
    using Type = Signed;
};
template <>
struct LanesOfKind<LaneKind::Unsigned> {
    using Type = Unsigned;
};

template <class T>
T typed(Unsigned bits) {
    return same_bits<T>(bits);
}

// The registers during a run of the function for one piece of a group: values, not memory. Results are stored at the
// end; attributes, uniforms and unwritten results are loaded where they are first read.
class Emitter {
  public:
    Emitter(const interpreter::Code& code, llvm::Argument* attributes, llvm::Argument* results,
            llvm::Argument* uniforms, llvm::Value* lane)
        : code_(code), attributes_(attributes), results_(results), uniforms_(uniforms), lane_(lane) {
        for (Codes& code_register : codes_)
            for (Flags& flags : code_register) flags = {Mask(false), Mask(true), Mask(false), Mask(false)};
    }
    void emit(const MicroOperation& step);
    void store_results();

  private:
    struct Flags {
        Mask sign{false}, zero{true}, carry{false}, overflow{false};
    };
    using Codes = std::array<Flags, 4>;
    using Place = std::pair<Base, uint32_t>;

    llvm::Value* address(llvm::Value* file, uint32_t offset) {
        auto& ir = recorder().builder;
        llvm::Value* const word = ir.CreateAdd(lane_, ir.getInt64(offset / 4));
        return ir.CreateGEP(ir.getInt32Ty(), file, word);
    }
    Unsigned read(Base base, uint32_t offset);

    template <class T>
    T component(const Source& source, int c) {
        T value = typed<T>(read(source.base[c], source.offset[c]));
        const bool negated = source.negate >> c & 1;
        if constexpr (FloatLanes<T>) {
            if (source.absolute) value = as_float(as_unsigned(value) & Unsigned(0x7fffffffu));
            return negated ? as_float(as_unsigned(value) ^ Unsigned(0x80000000u)) : value;
        } else {
            if (source.absolute) value = absolute(value);
            return negated ? -value : value;
        }
    }
    template <bool absent, bool whole, class T>
    auto operand(const Source& source, int c) {
        if constexpr (absent)
            return 0;
        else if constexpr (whole)
            return Vector<T>{component<T>(source, 0), component<T>(source, 1), component<T>(source, 2),
                             component<T>(source, 3)};
        else
            return component<T>(source, c);
    }

    template <Operation operation, LaneKind kind>
    void compute(const MicroOperation& step);
    template <class R>
    void write(const MicroOperation& step, int c, R value, Mask carry, Mask overflow);
    Mask passes(const MicroOperation& step, int c);

    const interpreter::Code& code_;
    llvm::Argument *attributes_, *results_, *uniforms_;
    llvm::Value* lane_;  // first lane of the piece
    std::map<Place, llvm::Value*> values_;
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

Unsigned Emitter::read(Base base, uint32_t offset) {
    auto& ir = recorder().builder;
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
            const uint32_t slot = offset / interpreter::uniform_bytes;
            const interpreter::UniformSlot& uniform = code_.uniforms[slot];
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
    values_.emplace(Place{base, offset}, value);
    return Unsigned(value);
}

Mask Emitter::passes(const MicroOperation& step, int c) {
    const Flags& flags = codes_[step.test_register][step.test_swizzle[c]];
    return condition_passes(step.test, flags.sign, flags.zero, flags.carry, flags.overflow);
}

template <class R>
void Emitter::write(const MicroOperation& step, int c, R value, Mask carry, Mask overflow) {
    if (!(step.write_mask >> c & 1)) return;
    Flags flags;
    if constexpr (FloatLanes<R>) {
        if (step.saturation == Saturation::Unsigned) value = clamp_to_unit(value);
        if (step.saturation == Saturation::Signed) value = clamp_to_signed_unit(value);
    }
    const uint32_t offset = step.destination + static_cast<uint32_t>(c) * interpreter::word_bytes;
    const bool tested = step.test != ConditionTest::True;
    const Mask keep = tested ? passes(step, c) : Mask(true);
    Unsigned bits = as_unsigned(value);
    if (tested) bits = choose(keep, bits, read(step.destination_base, offset));
    if (step.condition_update != ConditionUpdate::None) {
        if constexpr (FloatLanes<R>) {
            const Mask below = value < R(0.0f), equal = value == R(0.0f), ordered = value == value;
            flags = {below | !ordered, equal | !ordered, Mask(false), Mask(false)};
        } else {
            flags = {as_signed(value) < Signed(0), value == R(0), carry, overflow};
        }
        const Flags& old = codes_[step.condition_update == ConditionUpdate::Code1][static_cast<size_t>(c)];
        const auto merged = [&](Mask now, Mask before) { return tested ? (keep & now) | (!keep & before) : now; };
        flags = {merged(flags.sign, old.sign), merged(flags.zero, old.zero), merged(flags.carry, old.carry),
                 merged(flags.overflow, old.overflow)};
    }
    pending_.push_back({c, bits.value, flags});
}

template <Operation operation, LaneKind kind>
void Emitter::compute(const MicroOperation& step) {
    constexpr const OperationInfo& info = operation_info(operation);
    if constexpr (info.has(kind)) {
        using T = typename LanesOfKind<kind>::Type;
        constexpr int operands = info.operand_count();
        constexpr auto kind_of = [](int index) {
            return index < operands ? operation_info(operation).operand_kind(index, kind) : LaneKind::Float;
        };
        constexpr auto whole = [](int index) {
            return index < operands && operation_info(operation).form != ResultForm::Each &&
                   operation_info(operation).operand_is_vector(index);
        };
        const auto a = [&](int c) {
            return operand<(operands < 1), whole(0), typename LanesOfKind<kind_of(0)>::Type>(step.sources[0], c);
        };
        const auto b = [&](int c) {
            return operand<(operands < 2), whole(1), typename LanesOfKind<kind_of(1)>::Type>(step.sources[1], c);
        };
        const auto d = [&](int c) {
            return operand<(operands < 3), whole(2), typename LanesOfKind<kind_of(2)>::Type>(step.sources[2], c);
        };
        if constexpr (info.form == ResultForm::Each) {
            for (int c = 0; c < 4; c++) {
                if (!(step.write_mask >> c & 1)) continue;
                const auto value = Meaning<operation>::template of<T>(a(c), b(c), d(c));
                Mask carry(false), overflow(false);
                if constexpr (has_carry(operation) && kind != LaneKind::Float) {
                    if (step.condition_update != ConditionUpdate::None) {
                        const auto sum = addends<operation>(a(c), b(c), d(c));
                        const auto both = carry_overflow(sum.left, sum.right, step.carry_rule);
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

void Emitter::emit(const MicroOperation& step) {
    pending_.clear();
    switch (step.operation) {
#define MEANING(name, ...)                                                                       \
    case Operation::name:                                                                        \
        if (step.kind == LaneKind::Float) compute<Operation::name, LaneKind::Float>(step);       \
        if (step.kind == LaneKind::Signed) compute<Operation::name, LaneKind::Signed>(step);     \
        if (step.kind == LaneKind::Unsigned) compute<Operation::name, LaneKind::Unsigned>(step); \
        break;
#define MEANING_OF_PART(name, ...) MEANING(name)
#include "arbasm/ir/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Operation::Count: break;
    }
    for (const Pending& pending : pending_) {
        const uint32_t offset = step.destination + static_cast<uint32_t>(pending.component) * interpreter::word_bytes;
        values_[{step.destination_base, offset}] = pending.bits;
        if (step.destination_base == Base::Results) written_results_[offset] = pending.bits;
        if (step.condition_update != ConditionUpdate::None)
            codes_[step.condition_update == ConditionUpdate::Code1][static_cast<size_t>(pending.component)] =
                pending.flags;
    }
}

void Emitter::store_results() {
    for (const auto& [offset, value] : written_results_)
        recorder().builder.CreateAlignedStore(value, address(results_, offset), llvm::Align(16));
}

}  // namespace

llvm::Function* emit_function(const interpreter::Code& code, llvm::Module& module, unsigned width) {
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
    for (size_t i = code.entry; i < code.steps.size() && code.steps[i].step == interpreter::Step::Compute; i++)
        emitter.emit(code.steps[i]);
    emitter.store_results();

    llvm::Value* const next = ir.CreateAdd(lane, ir.getInt64(width));
    lane->addIncoming(next, body);
    ir.CreateCondBr(ir.CreateICmpULT(next, ir.getInt64(group_lanes)), body, done);
    ir.SetInsertPoint(done);
    ir.CreateRetVoid();
    return function;
}

}  // namespace runtime::jit
