// What registers hold at the instruction that is decoded, as far as an engine needs it before it runs the program.
//
// A word that is read before all lanes have written it is cleared before each run. Where lanes may have parted, words
// that an instruction reads for lanes that do not run are listed: an engine keeps these up to date.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/decode/operands.h"
#include "runtime/decode/steps.h"

namespace runtime::decoded {

class RegisterContents {
  public:
    // Contents of the scratch file's first `bytes`; what lies behind them lives within one instruction.
    explicit RegisterContents(uint32_t bytes)
        : bytes_(bytes), written_(bytes / word_bytes, false), needs_clearing_(written_) {}

    // seen: what the instruction reads, it reads for lanes that do not run, too.
    void begin_instruction(bool seen) { seen_ = seen; }

    void note_read(RegisterAddress address) {
        if (address.base != Base::Scratch || address.offset >= bytes_) return;
        const size_t word = address.offset / word_bytes;
        if (!written_[word]) needs_clearing_[word] = true;
        if (seen_) seen_words_.push_back(address.offset);
    }
    // wide: components of 64 bits.
    void note_reads(const Source& from, uint8_t components, bool wide = false);
    // The operands that the step has; `count` of them.
    void note_reads(const ComputeStep& step, int count);
    // All of these registers: an index chooses one.
    void note_reads(RegisterAddress first, uint32_t registers);
    void note_write(const Result& result, bool wide);

    // ---- calls. What was written before the first call is all that a subroutine may rely on.
    void note_call() {
        if (!written_at_call_) written_at_call_ = written_;
    }
    void begin_subroutine() {
        if (written_at_call_) written_ = *written_at_call_;
    }

    // ---- when all is decoded
    std::vector<uint32_t> cleared() const;  // offsets of words
    std::vector<uint32_t> take_seen_words() { return std::move(seen_words_); }

  private:
    uint32_t bytes_;
    bool seen_ = false;
    // One flag per word: written by all lanes before this point, whatever happened.
    std::vector<bool> written_;
    std::optional<std::vector<bool>> written_at_call_;
    std::vector<bool> needs_clearing_;
    std::vector<uint32_t> seen_words_;
};

}  // namespace runtime::decoded
