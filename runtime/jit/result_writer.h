// What steps write: saturated, merged with what lanes that don't write hold, and kept back until all components of the
// step have been computed.
#pragma once

#include <optional>
#include <vector>

#include "runtime/decode/shaping.h"
#include "runtime/jit/condition_codes.h"
#include "runtime/jit/execution_mask.h"
#include "runtime/jit/local_registers.h"
#include "runtime/jit/registers.h"

namespace runtime::jit {

class ResultWriter {
  public:
    // Lanes of each component that a step wrote; nothing: it didn't write the component.
    using Kept = std::vector<std::optional<Mask>>;

    // A component of a result, as it will be in all lanes.
    struct Component {
        int number;
        Unsigned low;
        std::optional<Unsigned> high;  // 64 bits
        std::optional<Flags> flags;
    };

    // `use`: of the structured form.
    ResultWriter(CodeForm form, const RegisterUse& use, const Registers& registers, const ConditionCodes& codes,
                 const ExecutionMask& mask)
        : form_(form), use_(use), registers_(registers), codes_(codes), mask_(mask), kept_(4) {}

    // What the step before wrote, for those that go on with it, until begin().
    const Kept& kept() const { return kept_; }

    void begin() {
        components_.clear();
        kept_.assign(4, std::nullopt);
    }
    // Component `c` of what a step computed. `carry`, `overflow`: flags that the value doesn't tell.
    template <class R>
    void put(const Result& result, int c, R value, Mask carry, Mask overflow);
    // The same where the caller has merged it. `lanes`: those that it writes.
    void put_merged(const Component& component, Mask lanes);
    // All components go to registers and condition codes.
    void finish(const Result& result);

    // Lanes that write a component.
    Mask writing(const Result& result, int c) const;
    // Whether anybody looks at the flags of the component.
    bool wants_flags(const Result& result, int c) const;
    // The component's flags so far.
    Flags flags_before(const Result& result, int c) const { return codes_.flags(result.updated_register(), c); }

  private:
    bool runs_everywhere(const Result& result) const { return !result.masked || mask_.is_everyone(); }
    Unsigned merged(const Result& result, Unsigned value, RegisterAddress address, int c, Mask lanes) const;
    Flags merged_flags(const Result& result, const Flags& flags, int c, Mask lanes) const;

    const CodeForm form_;
    const RegisterUse& use_;
    const Registers& registers_;
    const ConditionCodes& codes_;
    const ExecutionMask& mask_;
    Kept kept_;
    std::vector<Component> components_;
};

template <class R>
void ResultWriter::put(const Result& result, int c, R value, Mask carry, Mask overflow) {
    if (!(result.write_mask >> c & 1)) return;
    value = saturated(value, result.saturation);
    const RegisterAddress address{result.destination.base,
                                  result.destination.offset + static_cast<uint32_t>(c) * word_bytes};
    const Mask lanes = writing(result, c);
    Component component{c, Unsigned(no_value), std::nullopt, std::nullopt};
    if constexpr (arbasm::WideLanes<R>) {
        component.low = merged(result, low_word(as_unsigned(value)), address, c, lanes);
        component.high =
            merged(result, high_word(as_unsigned(value)), {address.base, address.offset + vector_bytes}, c, lanes);
    } else {
        component.low = merged(result, as_unsigned(value), address, c, lanes);
    }
    if (wants_flags(result, c)) {
        const auto signs = sign_flags(value);
        component.flags = merged_flags(result, {signs.sign, signs.zero, carry, overflow}, c, lanes);
    }
    put_merged(component, lanes);
}

}  // namespace runtime::jit
