// The registers of a program while it is recorded: words that steps read and write.
#pragma once

#include <map>

#include "runtime/jit/emit_context.h"
#include "runtime/jit/register_layout.h"

namespace runtime::jit {

// Writing changes a word of the recorded code, never the object.
class Registers {
  public:
    // Sets up the words. All arguments stay where they are.
    Registers(const Code& code, const RegisterLayout& layout, const ProgramInputs& inputs, const Piece& piece);

    Unsigned read(RegisterAddress address) const;
    void write(RegisterAddress address, Unsigned value) const;
    // What the program wrote, or what was there before if it has no such word.
    Unsigned result(int32_t result, int component) const;

    bool is_in_memory(RegisterAddress address) const { return layout_.is_in_memory(address); }
    // In the machine's memory, of the piece's first lane.
    Pointer pointer(RegisterAddress address) const;
    // To the machine's memory, and back. A word that lies there already stays as it is. `everywhere`: all lanes get
    // what is there, not only `lanes`.
    void spill(RegisterAddress address) const;
    void reload(RegisterAddress address, bool everywhere, Mask lanes) const;

  private:
    Unsigned uniform(uint32_t offset) const;
    Unsigned thread_word(uint32_t offset) const;
    Pointer base_of(Base base) const;

    const Code& code_;
    const RegisterLayout& layout_;
    const ProgramInputs& inputs_;
    const Piece& piece_;
    std::map<RegisterLayout::Word, Variable<Unsigned>> variables_;
};

}  // namespace runtime::jit
