#include "rasterizer/fence.h"

#include "runtime/threads/worker_pool.h"

namespace rasterizer {

void Fence::wait() const {
    runtime::WorkerPool::instance().wait_until([this] { return passed(); });
}

}  // namespace rasterizer
