// LLVM's unfinished work when memory ran out, or when it gave up.
//
// LLVM is compiled without exceptions: one that passes through its functions runs no destructor there and unlocks
// nothing. What they were changing is neither used again nor destroyed.
#pragma once

#include <memory>

namespace runtime::jit {

// Lasts as long as the process where it is lost.
struct LostWork {
    LostWork() = default;
    LostWork(const LostWork&) = delete;
    LostWork& operator=(const LostWork&) = delete;
    virtual ~LostWork() = default;
    LostWork* next = nullptr;
};
// Takes no memory.
void lose(std::unique_ptr<LostWork> work);

// Runs `work` on an object of LLVM's, which is lost where an exception ends that.
template <class Work, class Run>
auto run_or_lose(std::unique_ptr<Work> work, const Run& run) {
    try {
        return run(*work);
    } catch (...) {
        lose(std::move(work));
        throw;
    }
}

}  // namespace runtime::jit
