// Memory that a thread's runs share.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace runtime::interpreter {

// Grows to the largest program's needs.
class Workspace {
  public:
    Workspace() = default;
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace() { std::free(memory_); }
    std::byte* get(size_t bytes) {
        if (bytes > size_) {
            std::free(memory_);
            size_ = 0;
            memory_ = static_cast<std::byte*>(std::aligned_alloc(64, bytes));
            if (!memory_) throw std::bad_alloc();
            size_ = bytes;
        }
        return memory_;
    }

  private:
    std::byte* memory_ = nullptr;
    size_t size_ = 0;
};

}  // namespace runtime::interpreter
