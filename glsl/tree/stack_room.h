// Compiler and linker walk shaders by recursion of limited depth. Threads of the application may have stacks that are
// too small even for that.
#pragma once

#include <functional>

namespace glsl {

// Calls `work` on this thread if the stack is large enough for the deepest valid shader, otherwise on a thread of its
// own, and waits for it. Exceptions are rethrown here; std::bad_alloc if no thread can be made.
void with_stack_room(const std::function<void()>& work);

}  // namespace glsl
