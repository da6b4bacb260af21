#include "runtime/jit/lost_work.h"

#include <atomic>

namespace runtime::jit {
namespace {

constinit std::atomic<LostWork*> lost{nullptr};

}  // namespace

void lose(std::unique_ptr<LostWork> work) {
    work->next = lost.load();
    while (!lost.compare_exchange_weak(work->next, work.get())) {
    }
    [[maybe_unused]] const LostWork* const nobodys = work.release();
}

}  // namespace runtime::jit
