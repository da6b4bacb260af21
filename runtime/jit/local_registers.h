// How a program uses its registers and condition codes: the facts that compiled code needs.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "runtime/jit/step_operands.h"

namespace runtime::jit {

// A word is local if each read of it comes behind a write by at least the lanes that read: lanes that did not run at
// the write never look, nor does anybody look at theirs. Writes need no masks then.
struct RegisterUse {
    std::set<uint32_t> local_words;  // offsets in Base::Scratch
    // By 4 · register + component.
    std::set<int> local_codes, tested_codes;
    bool sets_carry = false;  // else carry and overflow are never set
};
RegisterUse find_register_use(const Code& code);

}  // namespace runtime::jit
