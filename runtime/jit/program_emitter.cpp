#include "runtime/jit/program_emitter.h"

#include <algorithm>
#include <cstddef>

#include "runtime/interpreter/machine.h"

namespace runtime::jit {

using interpreter::Machine;

namespace {

constexpr bool is_register_file(Base base) { return base == Base::Scratch || base == Base::Results; }

template <class T>
constexpr bool lanes_see_each_other =
    std::is_same_v<T, VoteStep> || std::is_same_v<T, ShuffleStep> || std::is_same_v<T, ReadOutputStep> ||
    std::is_same_v<T, ShareResultStep> || std::is_same_v<T, BarrierStep> || std::is_same_v<T, ReadClockStep>;

}  // namespace

ProgramEmitter::ProgramEmitter(const Code& code, Form form)
    : code_(code),
      program_(*code.program),
      form_(form),
      uniform_(code),
      cleared_(code.cleared.begin(), code.cleared.end()) {
    find_registers();
}

// Which words of registers there are, and which of them lie in memory: arrays that are indexed at run time, results
// that C++ looks at, and everything where blocks meet in no order that is known.
void ProgramEmitter::find_registers() {
    size_t emissions = 0;
    code_.steps.visit([&](const auto& step) {
        using T = std::remove_cvref_t<decltype(step)>;
        sees_lanes_ |= lanes_see_each_other<T>;
        if constexpr (std::is_same_v<T, AccessMemoryStep> || std::is_same_v<T, AccessImageStep>)
            changes_memory_ |= step.action != T::Action::Load;
        results_in_memory_ |= std::is_same_v<T, ReadOutputStep> || std::is_same_v<T, ShareResultStep>;
        emissions += std::is_same_v<T, EmitVertexStep>;
        calls_often_ |= std::is_same_v<T, InterpolateStep>;
        kills_ |= std::is_same_v<T, KillNegativeStep> || std::is_same_v<T, KillPassingStep>;
        const IndexedArray array = indexed_array(step);
        if (array.is_there)
            in_memory_.push_back(
                {array.first.base, array.first.offset, array.first.offset + array.registers * vector_bytes});
        visit_reads(step, [&](Place place) {
            if (is_register_file(place.base)) words_.insert({place.base, place.offset});
        });
        visit_writes(step, [&](Place place) {
            words_.insert({place.base, place.offset});
            written_.insert({place.base, place.offset});
        });
    });
    // Each stores all results. Where these are very many the interpreter's function copies them.
    constexpr size_t most_rows = 256;
    emits_inside_ = form_ == Form::Structured && emissions * program_.results.size() <= most_rows;
    results_in_memory_ |= emissions > 0 && !emits_inside_;
    if (form_ == Form::Structured) use_ = find_register_use(code_);
    if (form_ == Form::Dispatched) {
        sees_lanes_ = true;
        results_in_memory_ = true;
        in_memory_.push_back({Base::Scratch, 0, ~0u});
    }
    if (results_in_memory_) in_memory_.push_back({Base::Results, 0, ~0u});
}

int ProgramEmitter::preferred_lanes(const KnownSamplers& known_samplers, const FormatOfUnit& image_format) const {
    if (required_lanes()) return required_lanes();
    bool calls = calls_often_;
    code_.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, SampleStep>)
            calls |= !asks_inside(step) && known_samplers.met_by(step).empty();
        else if constexpr (std::is_same_v<T, AccessImageStep>)
            calls |= !accesses_inside(step, image_format);
    });
    return calls ? group_lanes : 0;
}

bool ProgramEmitter::is_in_memory(Place place) const {
    return std::ranges::any_of(in_memory_, [&](const Range& range) {
        return place.base == range.base && place.offset >= range.first && place.offset < range.end;
    });
}

bool ProgramEmitter::is_local(Place place) const {
    return place.base == Base::Scratch && use_.local_words.contains(place.offset) && !is_in_memory(place);
}

void ProgramEmitter::declare_registers() {
    registers_.clear();
    codes_.clear();
    kept_.assign(4, std::nullopt);
    for (const auto& [base, offset] : words_) {
        const Place place{base, offset};
        if (is_in_memory(place)) continue;
        Unsigned initial(0u);
        if (base == Base::Results && context_->result_before)
            initial = context_->result_before(static_cast<int32_t>(offset / vector_bytes),
                                              static_cast<int>(offset % vector_bytes / word_bytes));
        registers_.emplace(std::pair{base, offset}, Variable<Unsigned>(initial));
    }
    // Arrays in memory, which pieces before this one have used.
    if (form_ == Form::Structured)
        for (const uint32_t offset : cleared_)
            if (is_in_memory({Base::Scratch, offset}))
                store(address({Base::Scratch, offset}), Unsigned(0u), alignment());
    if (form_ == Form::Dispatched) return;
    for (int i = 0; i < 8; i++)
        codes_.push_back({Variable<Mask>(Mask(false)), Variable<Mask>(Mask(true)), Variable<Mask>(Mask(false)),
                          Variable<Mask>(Mask(false))});
    running_.emplace(*context_->active);
    killed_.emplace(Mask(false));
    budget_.emplace(load<ScalarWideSigned>(context_->machine + offsetof(Machine, budget), 8));
}

unsigned ProgramEmitter::alignment() const { return 4 * static_cast<unsigned>(std::min(lane_count(), 16)); }

Pointer ProgramEmitter::address(Place place) const {
    const int64_t at = static_cast<int64_t>(offsetof(Machine, base)) + 8 * static_cast<int64_t>(place.base);
    const Pointer base = load_constant_pointer(context_->machine + at);
    const Pointer word = base + int64_t{place.offset};
    if (lane_count() == group_lanes) return word;
    return word + (context_->first_lane << ScalarUnsigned(2u));
}

Pointer ProgramEmitter::group() const { return load_constant_pointer(context_->machine + offsetof(Machine, group)); }

Unsigned ProgramEmitter::uniform(uint32_t offset) {
    const UniformSlot& slot = code_.uniforms[offset / uniform_bytes];
    const arbasm::Binding& binding = program_.parameters[static_cast<size_t>(slot.parameter)];
    if (binding.kind == arbasm::BindingKind::Constant) return Unsigned(binding.constant[slot.component]);
    const int64_t at = int64_t{slot.parameter} * static_cast<int64_t>(sizeof(Vector4)) + 4 * slot.component;
    return broadcast(load_constant<ScalarUnsigned>(context_->parameters + at));
}

Unsigned ProgramEmitter::thread_word(uint32_t offset) {
    const Unsigned id = lane_numbers() + broadcast(context_->first_lane);
    const Unsigned own = Unsigned(1u) << id, below = own - Unsigned(1u);
    switch (static_cast<ThreadWord>(offset / word_bytes)) {
        case ThreadWord::Zero: return Unsigned(0u);
        case ThreadWord::Id: return id;
        case ThreadWord::EqualMask: return own;
        case ThreadWord::LessMask: return below;
        case ThreadWord::LessOrEqualMask: return below | own;
        case ThreadWord::GreaterMask: return ~(below | own);
        case ThreadWord::GreaterOrEqualMask: return ~below;
        case ThreadWord::Helper: return choose(*context_->helpers, ~Unsigned(0u), Unsigned(0u));
        case ThreadWord::Count: break;
    }
    return Unsigned(0u);
}

Unsigned ProgramEmitter::read(Place place) {
    switch (place.base) {
        case Base::Constants: return Unsigned(place.offset == 0 ? 0u : 0x3f800000u);
        case Base::Uniforms: return uniform(place.offset);
        case Base::Threads: return thread_word(place.offset);
        case Base::Attributes:
            if (context_->attribute)
                return context_->attribute(static_cast<int32_t>(place.offset / vector_bytes),
                                           static_cast<int>(place.offset % vector_bytes / word_bytes));
            return load_constant<Unsigned>(address(place), alignment());
        case Base::Scratch:
        case Base::Results: break;
    }
    if (is_in_memory(place)) return load<Unsigned>(address(place), alignment());
    return registers_.at({place.base, place.offset});
}

void ProgramEmitter::write(Place place, Unsigned value) {
    if (is_in_memory(place))
        store(address(place), value, alignment());
    else
        registers_.at({place.base, place.offset}) = value;
}

bool ProgramEmitter::writes_result(int32_t result, int component) const {
    const uint32_t offset =
        static_cast<uint32_t>(result) * vector_bytes + static_cast<uint32_t>(component) * word_bytes;
    return written_.contains({Base::Results, offset}) || is_in_memory({Base::Results, offset});
}

Unsigned ProgramEmitter::result(int32_t result, int component) {
    return read(
        {Base::Results, static_cast<uint32_t>(result) * vector_bytes + static_cast<uint32_t>(component) * word_bytes});
}

void ProgramEmitter::emit(const EmitContext& context) {
    context_ = &context;
    declare_registers();
    end_.emplace();
    open_windows();
    if (form_ == Form::Dispatched) {
        emit_dispatched();
        return;
    }
    everyone_ = true;
    charges_ = false;
    frames_.clear();
    frame_depth_ = 0;
    emit_structured(code_.entry);
    end_->place();
    if (charges_) store(context_->machine + offsetof(Machine, budget), budget_->get(), 8);
}

Mask ProgramEmitter::killed_lanes() const {
    if (form_ == Form::Structured) return killed_->get();
    return from_bits(load<ScalarUnsigned>(group() + offsetof(Group, killed)));
}

// Steps that are not of flow.
void ProgramEmitter::emit_plain(const Step& any_step) {
    decoded::visit(any_step, [&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, ComputeStep>)
            emit_step(step);
        else if constexpr (std::is_same_v<T, ConvertStep>)
            emit_conversion(step);
        else if constexpr (std::is_same_v<T, ScatterRegistersStep>)
            emit_scatter(step);
        else if constexpr (std::is_same_v<T, ShareResultStep>)
            emit_called_for_kept(step);
        else if constexpr (std::is_same_v<T, AccessMemoryStep>)
            emit_memory(step);
        else if constexpr (std::is_same_v<T, LoadBufferStep>)
            emit_buffer_load(step);
        else if constexpr (std::is_same_v<T, AccessImageStep>)
            emit_image(step);
        else if constexpr (std::is_same_v<T, QueryImageStep>)
            emit_image_query(step);
        else if constexpr (std::is_same_v<T, GatherRegistersStep> || std::is_same_v<T, GatherParametersStep>)
            emit_gather(step);
        else if constexpr (std::is_same_v<T, ReadVertexStep>)
            emit_vertex_read(step);
        else if constexpr (std::is_same_v<T, InterpolateStep>)
            emit_interpolation(step);
        else if constexpr (std::is_same_v<T, VoteStep>)
            emit_vote(step);
        else if constexpr (std::is_same_v<T, QuadSumStep>)
            emit_quad_sum(step);
        else if constexpr (std::is_same_v<T, ShuffleStep>)
            emit_shuffle(step);
        else if constexpr (std::is_same_v<T, SampleStep>)
            emit_sample(step);
        else if constexpr (std::is_same_v<T, EmitVertexStep>)
            emit_vertex(step);
        else if constexpr (std::is_same_v<T, EndPrimitiveStep>)
            emit_end_of_strip(step);
        else if constexpr (std::is_same_v<T, MemoryBarrierStep>)
            order_memory();
        else
            emit_called(step);
    });
}

}  // namespace runtime::jit
