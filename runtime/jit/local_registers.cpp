#include "runtime/jit/local_registers.h"

namespace runtime::jit {

namespace {

// Goes through the steps in the order of the text. Between places where lanes meet others, those that run only become
// fewer.
class UseFinder {
  public:
    explicit UseFinder(const Code& code) : code_(code) {}

    RegisterUse find() {
        // What others are asked for counts, wherever it was written.
        shared_words_.insert(code_.seen_words.begin(), code_.seen_words.end());
        code_.steps.visit([&](const auto& step) { look_at(step); });
        RegisterUse use;
        for (const uint32_t word : words_)
            if (!shared_words_.contains(word)) use.local_words.insert(word);
        for (int code = 0; code < 8; code++)
            if (!shared_codes_.contains(code)) use.local_codes.insert(code);
        use.tested_codes = tested_;
        use.sets_carry = sets_carry_;
        return use;
    }

  private:
    void read(RegisterAddress address) {
        if (address.base != Base::Scratch) return;
        words_.insert(address.offset);
        if (!fresh_words_.contains(address.offset)) shared_words_.insert(address.offset);
    }
    void read_code(int code) {
        if (!fresh_codes_.contains(code)) shared_codes_.insert(code);
    }
    void test(const Condition& condition, uint8_t components) {
        if (condition.is_true() || condition.code_register == sparse_code) return;
        for (int c = 0; c < 4; c++) {
            if (!(components >> c & 1)) continue;
            const int code = 4 * condition.code_register + condition.swizzle[c];
            tested_.insert(code);
            read_code(code);
        }
    }
    void write(RegisterAddress address) {
        if (address.base != Base::Scratch) return;
        words_.insert(address.offset);
        fresh_words_.insert(address.offset);
    }
    // Lanes whose test fails keep what was there.
    void look_at_result(const Step& step, const Result& result) {
        test(result.condition, result.write_mask);
        const bool always = result.condition.is_true();
        visit_writes(step, [&](RegisterAddress address) { always ? write(address) : read(address); });
        if (!result.updates_conditions()) return;
        for (int c = 0; c < 4; c++) {
            if (!(result.write_mask >> c & 1)) continue;
            const int code = 4 * result.updated_register() + c;
            if (always)
                fresh_codes_.insert(code);
            else
                read_code(code);
        }
    }
    void lanes_meet() {
        fresh_words_.clear();
        fresh_codes_.clear();
    }

    template <class T>
    void look_at(const T& step) {
        visit_reads(step, [&](RegisterAddress address) { read(address); });
        if constexpr (requires { step.result; })
            look_at_result(step, step.result);
        else
            visit_writes(step, [&](RegisterAddress address) { write(address); });
        if constexpr (std::is_same_v<T, ComputeStep>)
            sets_carry_ |= step.result.updates_conditions() && step.lanes != arbasm::LaneKind::Float &&
                           arbasm::has_carry(step.operation);
        if constexpr (requires { step.condition; }) test(step.condition, 0xf);
        constexpr bool leaves_fewer = std::is_same_v<T, IfStep> || std::is_same_v<T, BreakStep> ||
                                      std::is_same_v<T, ContinueStep> || std::is_same_v<T, ReturnStep> ||
                                      std::is_same_v<T, KillNegativeStep> || std::is_same_v<T, KillPassingStep>;
        if (is_of_flow(step.kind) && !leaves_fewer) lanes_meet();
    }

    const Code& code_;
    std::set<uint32_t> words_, shared_words_, fresh_words_;
    std::set<int> shared_codes_, fresh_codes_, tested_;
    bool sets_carry_ = false;
};

}  // namespace

RegisterUse find_register_use(const Code& code) { return UseFinder(code).find(); }

}  // namespace runtime::jit
