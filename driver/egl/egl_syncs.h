// Sync objects of EGL 1.5, 3.8.1, and of the extensions that came before and after.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "driver/egl/egl_headers.h"

namespace rasterizer {
class Fence;
}

namespace driver::egl {

struct DisplayObject;

class SyncObject {
  public:
    // Type EGL_SYNC_FENCE: what the current context has been told to do so far.
    explicit SyncObject(std::shared_ptr<const rasterizer::Fence> fence);
    // EGL_SYNC_REUSABLE_KHR.
    SyncObject() : type_(EGL_SYNC_REUSABLE_KHR) {}
    // EGL_SYNC_NATIVE_FENCE_ANDROID: a file that can be read once it is signaled; it is ours from now on.
    explicit SyncObject(int file);
    ~SyncObject();
    SyncObject(const SyncObject&) = delete;
    SyncObject& operator=(const SyncObject&) = delete;

    EGLenum type() const { return type_; }
    // The fence of a native one: made for the commands before it, and a file when somebody asks for one.
    void become_native() { type_ = EGL_SYNC_NATIVE_FENCE_ANDROID; }
    bool imported() const { return file_ >= 0; }
    bool signaled() const;
    // False where the time ran out first.
    bool wait(EGLTime nanoseconds) const;
    // A copy of the file; -1: there are no more files.
    int duplicate_file() const;

    // Reusable ones.
    void set_signaled(bool signaled);

    EGLLabelKHR label = nullptr;  // KHR_debug; guarded as the displays' objects are

  private:
    EGLenum type_;
    std::shared_ptr<const rasterizer::Fence> fence_;
    int file_ = -1;
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    bool signaled_ = false;
    int64_t times_signaled_ = 0;  // a wait that began before ends, though it may be unsignaled again
};

}  // namespace driver::egl
