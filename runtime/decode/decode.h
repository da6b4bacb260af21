// Program to Code.
#pragma once

#include <memory>

#include "runtime/decode/code.h"

namespace runtime::decoded {

// The handlers are left null; the caller fills them in for a CPU.
Code decode(std::shared_ptr<const arbasm::Program> program);

}  // namespace runtime::decoded
