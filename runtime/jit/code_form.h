// The two forms that compiled programs have.
#pragma once

#include <cstdint>

#include "runtime/decode/code.h"

namespace runtime::jit {

// In the structured form registers are variables, flow is by masks, and a group is walked in pieces as wide as the
// recorder's values. The dispatched form takes whole groups, has all registers in memory, and goes from block to block
// as the interpreter's flow steps say: for unstructured flow, recursion, calls by number, and groups that wait for each
// other.
enum class CodeForm : uint8_t { Structured, Dispatched };

// Whether the structured form can have the program.
bool is_structured(const decoded::Code& code);

}  // namespace runtime::jit
