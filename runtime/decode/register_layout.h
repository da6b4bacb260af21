// Where registers lie: the layout of the files that steps address.
//
// The scratch file begins with the registers that keep their values from instruction to instruction: temporaries, then
// address registers, then a counter for each LOOP. Behind them are scratch registers, which one instruction uses and
// the next one uses again. The file of uniforms has the components of parameters that some instruction reads, in the
// order in which they are asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "ir/program_facts.h"
#include "runtime/decode/code.h"

namespace runtime::decoded {

using namespace arbasm;

// Offsets in the constant file.
inline constexpr uint32_t zero_offset = 0, one_offset = word_bytes;

class RegisterLayout {
  public:
    RegisterLayout(const Program& program, const ProgramFacts& facts);

    RegisterAddress address(RegisterFile file, int32_t number) const;
    RegisterAddress uniform(int32_t parameter, uint8_t component);
    // The bytes of the registers that keep their values.
    uint32_t kept_bytes() const { return kept_bytes_; }

    // ---- scratch registers
    void begin_instruction() { in_use_ = 0; }
    // wide: of 64 bits, two registers.
    RegisterAddress new_scratch(bool wide = false) {
        const uint32_t offset = kept_bytes_ + in_use_ * vector_bytes;
        in_use_ += wide ? 2 : 1;
        most_in_use_ = std::max(most_in_use_, in_use_);
        return {Base::Scratch, offset};
    }

    // ---- counters of LOOP: x index, y index before clamping, z increment
    RegisterAddress open_loop();
    RegisterAddress close_loop();
    bool is_in_loop() const { return !open_loops_.empty(); }
    RegisterAddress innermost_loop() const;

    // ---- when all is decoded
    uint32_t scratch_bytes() const { return kept_bytes_ + most_in_use_ * vector_bytes; }
    std::vector<UniformSlot> take_uniforms() { return std::move(uniforms_); }

  private:
    uint32_t addresses_;     // where the address registers begin
    uint32_t next_counter_;  // of the next LOOP
    uint32_t kept_bytes_;
    uint32_t in_use_ = 0, most_in_use_ = 0;  // scratch registers
    std::vector<uint32_t> open_loops_;       // their counters
    std::vector<UniformSlot> uniforms_;
    std::map<std::pair<int32_t, uint8_t>, uint32_t> uniform_offsets_;  // by parameter and component
};

// ---- registers of variables. Those of 64 bits (LONG) lie in two registers.

inline const Variable& variable_at(const Program& program, int32_t variable) {
    return program.variables[static_cast<size_t>(variable)];
}
// Operands that name no variable name a register: `variable` is negative then.
inline bool is_wide(const Program& program, int32_t variable) {
    return variable >= 0 && variable_at(program, variable).is_long;
}
inline int32_t register_number(const Program& program, int32_t variable, int32_t element) {
    return variable < 0 ? element : variable_at(program, variable).register_of(element);
}
// Whether the result's register has 64 bits.
inline bool is_wide_register(const Program& program, const Destination& destination) {
    return destination.file == RegisterFile::Temporary && is_wide(program, destination.variable);
}

}  // namespace runtime::decoded
