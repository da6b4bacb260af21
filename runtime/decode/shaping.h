// The definitions of operands' and results' modifiers (ir/semantics/shaping.h), under the steps' names.
#pragma once

#include "ir/semantics/shaping.h"

namespace runtime::decoded {

using arbasm::carry_flags;
using arbasm::gives_carry;
using arbasm::LanesOfKind;
using arbasm::modified;
using arbasm::OperandUse;
using arbasm::saturated;
using arbasm::sign_flags;

}  // namespace runtime::decoded
