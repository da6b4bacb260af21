#include "driver/egl/egl_syncs.h"

#include <algorithm>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

#include "rasterizer/fence.h"

namespace driver::egl {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

// Longer ones are as good as for ever.
constexpr EGLTime longest = EGLTime{1} << 62;

bool readable(int file, int milliseconds) {
    pollfd polled{file, POLLIN, 0};
    return poll(&polled, 1, milliseconds) > 0;
}

}  // namespace

SyncObject::SyncObject(std::shared_ptr<const rasterizer::Fence> fence)
    : type_(EGL_SYNC_FENCE), fence_(std::move(fence)) {}

SyncObject::SyncObject(int file) : type_(EGL_SYNC_NATIVE_FENCE_ANDROID), file_(file) {}

SyncObject::~SyncObject() {
    if (file_ >= 0) close(file_);
}

bool SyncObject::signaled() const {
    if (fence_) return fence_->passed();
    if (file_ >= 0) return readable(file_, 0);
    const std::lock_guard lock(mutex_);
    return signaled_;
}

bool SyncObject::wait(EGLTime time) const {
    if (time == 0) return signaled();
    const bool for_ever = time >= longest;
    const auto deadline = Clock::now() + nanoseconds(for_ever ? 0 : static_cast<int64_t>(time));
    if (fence_) {
        if (for_ever) {
            fence_->wait();
            return true;
        }
        // Others work on what is queued: this thread need not be one of them.
        while (!fence_->passed()) {
            const auto left = deadline - Clock::now();
            if (left <= nanoseconds::zero()) return false;
            std::this_thread::sleep_for(std::min<nanoseconds>(left, std::chrono::microseconds(100)));
        }
        return true;
    }
    if (file_ >= 0) {
        while (!readable(file_, 10))
            if (!for_ever && Clock::now() >= deadline) return false;
        return true;
    }
    std::unique_lock lock(mutex_);
    const int64_t before = times_signaled_;
    const auto came = [&] { return signaled_ || times_signaled_ != before; };
    if (!for_ever) return changed_.wait_until(lock, deadline, came);
    changed_.wait(lock, came);
    return true;
}

int SyncObject::duplicate_file() const {
    if (file_ >= 0) return fcntl(file_, F_DUPFD_CLOEXEC, 0);
    // No one tells the kernel when our work is done: the file is made when it is.
    fence_->wait();
    return eventfd(1, EFD_CLOEXEC);
}

void SyncObject::set_signaled(bool signaled) {
    {
        const std::lock_guard lock(mutex_);
        signaled_ = signaled;
        if (signaled) ++times_signaled_;
    }
    if (signaled) changed_.notify_all();
}

}  // namespace driver::egl
