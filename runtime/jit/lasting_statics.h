// Keeps static objects that come into being while LLVM works from being destroyed when the process ends.
//
// LLVM has many inside functions, made when first needed. At exit they would go in the reverse order of their making:
// those that the last compilation made go first, before anyone of ours could have waited for the thread that compiles.
#pragma once

namespace runtime::jit {

// While alive, this thread's new static objects are not registered for destruction: they last as long as the process.
class LastingStatics {
  public:
    LastingStatics();
    ~LastingStatics();
    LastingStatics(const LastingStatics&) = delete;
    LastingStatics& operator=(const LastingStatics&) = delete;
};

}  // namespace runtime::jit
