// Program to Code.
#pragma once

#include "ir/program_facts.h"
#include "runtime/decode/code.h"

namespace runtime::decoded {

// The handlers are left null; the caller fills them in for a CPU.
Code decode(const arbasm::AnalyzedProgram& analyzed);

}  // namespace runtime::decoded
