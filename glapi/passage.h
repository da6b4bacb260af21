// What every entry point does before and after its command. Knows nothing else of the context, so that entry points
// need not be compiled again when that changes.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace glapi {

class Context;

// Conditions at which entry points stop to look; each command names those that concern it.
namespace gate {
inline constexpr uint32_t InsideBegin = 1;  // between Begin and End
inline constexpr uint32_t Compiling = 2;    // a display list is being compiled
inline constexpr uint32_t Shared = 4;       // other contexts share this one's objects
}  // namespace gate

// The calling thread's context. Set by make_current() only.
struct Current {
    Context* context = nullptr;
    const std::atomic<uint32_t>* gates = nullptr;  // the context's
};
extern thread_local constinit Current current __attribute__((tls_model("initial-exec")));

// Stops at the gates that are closed; holds the share group's mutex while alive if that is needed. False: the command
// must not run (the error has been recorded).
class Passage {
  public:
    Passage(const Current& at, uint32_t gates, const char* command) {
        if (const uint32_t closed = at.gates->load(std::memory_order_relaxed) & gates) [[unlikely]] {
            stop(*at.context, closed, command);
        }
    }
    ~Passage() {
        if (locked_) [[unlikely]]
            unlock();
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    explicit operator bool() const { return open_; }
    bool compiling() const { return compiling_; }

  private:
    void stop(Context& context, uint32_t closed, const char* command);
    void unlock();

    bool open_ = true, compiling_ = false;
    Context* locked_ = nullptr;
};

void not_implemented(Context& context, const char* command);
void out_of_memory(Context& context, const char* command);

}  // namespace glapi
