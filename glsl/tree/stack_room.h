// Compiler and linker walk shaders by recursion, whose depth has bounds; threads of the application may have stacks
// that are too small even for these.
#pragma once

#include <functional>

namespace glsl {

// Calls `work` here where the stack has room for the deepest shader that is let through, else on a thread of its own,
// and waits for it. What it throws is thrown here; std::bad_alloc where there can be no such thread.
void with_stack_room(const std::function<void()>& work);

}  // namespace glsl
