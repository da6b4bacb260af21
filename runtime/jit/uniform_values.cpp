#include "runtime/jit/uniform_values.h"

#include <vector>

namespace runtime::jit {

// Takes everything for uniform until a step says otherwise, and goes through the steps again as long as one does.
class UniformFinder {
  public:
    UniformFinder(const Code& code, UniformValues& values) : code_(code), values_(values) {}

    void find() {
        do {
            changed_ = false;
            frames_.clear();
            code_.steps.visit([&](const auto& step) { look_at(step); });
        } while (changed_ && !values_.all_varies_);
    }

  private:
    struct Frame {
        const Step* loop;  // null: IF
        bool varies;
    };

    bool flow_varies() const {
        for (const Frame& frame : frames_)
            if (frame.varies || (frame.loop && values_.varying_loops_.contains(frame.loop))) return true;
        return false;
    }
    void leave_loop(const Condition& condition) {
        if (values_.is_uniform(condition) && !flow_varies()) return;
        for (size_t i = frames_.size(); i-- > 0;) {
            if (!frames_[i].loop) continue;
            changed_ |= values_.varying_loops_.insert(frames_[i].loop).second;
            return;
        }
    }

    // What a step writes depends on what it reads, and on nothing else.
    template <class T>
    static constexpr bool depends_on_reads =
        std::is_same_v<T, ComputeStep> || std::is_same_v<T, ConvertStep> || std::is_same_v<T, GatherParametersStep> ||
        std::is_same_v<T, LoadBufferStep>;

    template <class T>
    void look_at_writes(const T& step) {
        bool varies = !depends_on_reads<T> || flow_varies();
        visit_reads(step, [&](RegisterAddress address) { varies |= !values_.is_uniform(address); });
        if constexpr (requires { step.result; })
            varies |= !values_.is_uniform(step.result.condition, step.result.write_mask);
        if (!varies) return;
        visit_writes(step, [&](RegisterAddress address) {
            if (address.base == Base::Scratch) changed_ |= values_.varying_words_.insert(address.offset).second;
        });
        if constexpr (requires { step.result; }) {
            if (!step.result.updates_conditions()) return;
            for (int c = 0; c < 4; c++)
                if (step.result.write_mask >> c & 1)
                    changed_ |= values_.varying_codes_.insert(4 * step.result.updated_register() + c).second;
        }
    }

    template <class T>
    void look_at(const T& step) {
        if constexpr (std::is_same_v<T, IfStep>) {
            frames_.push_back({nullptr, !values_.is_uniform(step.condition)});
        } else if constexpr (std::is_same_v<T, RepeatStep>) {
            const bool varies = step.counted && !values_.is_uniform(step.count, 1);
            if (varies) changed_ |= values_.varying_loops_.insert(&step).second;
            frames_.push_back({&step, varies});
        } else if constexpr (std::is_same_v<T, EndIfStep> || std::is_same_v<T, EndRepeatStep>) {
            frames_.pop_back();
        } else if constexpr (std::is_same_v<T, BreakStep> || std::is_same_v<T, ContinueStep>) {
            leave_loop(step.condition);
        } else if constexpr (std::is_same_v<T, ReturnStep>) {
            values_.all_varies_ |= !values_.is_uniform(step.condition) || flow_varies();
        } else if constexpr (std::is_same_v<T, EndStep> || std::is_same_v<T, ElseStep> ||
                             std::is_same_v<T, KillNegativeStep> || std::is_same_v<T, KillPassingStep> ||
                             std::is_same_v<T, SubroutineEndStep> || std::is_same_v<T, BarrierStep>) {
            // Killed lanes run on.
        } else if constexpr (std::is_same_v<T, CallStep> || std::is_same_v<T, CallIndirectStep> ||
                             std::is_same_v<T, JumpStep> || std::is_same_v<T, JoinStep> ||
                             std::is_same_v<T, JumpCallStep> || std::is_same_v<T, JumpReturnStep> ||
                             std::is_same_v<T, JumpEndStep> || std::is_same_v<T, PushAddressStep> ||
                             std::is_same_v<T, PopAddressStep>) {
            values_.all_varies_ = true;
        } else {
            look_at_writes(step);
        }
    }

    const Code& code_;
    UniformValues& values_;
    std::vector<Frame> frames_;
    bool changed_ = false;
};

UniformValues::UniformValues(const Code& code) {
    // Arrays that are indexed are nobody's to follow.
    code.steps.visit([&](const auto& step) {
        const IndexedArray array = indexed_array(step);
        if (!array.is_there || array.first.base != Base::Scratch) return;
        for (uint32_t word = 0; word < array.registers * (vector_bytes / word_bytes); word++)
            varying_words_.insert(array.first.offset + word * word_bytes);
    });
    UniformFinder(code, *this).find();
}

bool UniformValues::is_uniform(RegisterAddress address) const {
    switch (address.base) {
        case Base::Constants:
        case Base::Uniforms: return true;
        case Base::Scratch: return !all_varies_ && !varying_words_.contains(address.offset);
        case Base::Attributes:
        case Base::Results:
        case Base::Threads: break;
    }
    return false;
}

bool UniformValues::is_uniform(const Source& source, uint8_t components, bool wide) const {
    bool uniform = true;
    detail::visit_source(source, components, wide, [&](RegisterAddress address) { uniform &= is_uniform(address); });
    return uniform;
}

bool UniformValues::is_uniform(const Condition& condition, uint8_t components) const {
    if (condition.is_true()) return true;
    if (all_varies_ || condition.code_register == sparse_code) return false;
    for (int c = 0; c < 4; c++)
        if ((components >> c & 1) && varying_codes_.contains(4 * condition.code_register + condition.swizzle[c]))
            return false;
    return true;
}

}  // namespace runtime::jit
