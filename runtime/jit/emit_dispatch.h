// Flow of every kind, whole groups at a time: between steps of flow, compiled; these by the interpreter's functions,
// which say where to go on. All registers are in the machine's memory, so blocks may follow each other in any order.
#pragma once

#include <functional>

#include "runtime/jit/piece.h"
#include "runtime/jit/registers.h"

namespace runtime::jit {

// From the step at the offset `start` on. `emit_plain` records steps that are not of flow.
void emit_dispatched(const Code& code, const Piece& piece, ScalarUnsigned start, const Registers& registers,
                     const std::function<void(const Step&)>& emit_plain);

}  // namespace runtime::jit
