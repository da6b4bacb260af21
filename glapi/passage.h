// The work of every entry point before and after its command. It knows only the gates of the context, so entry points
// need not be compiled again when the context changes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "glapi/gates.h"

namespace glapi {

// Whether none of these gates is closed.
inline bool passes(const Current& at, uint32_t gates) {
    return !(at.gates->closed.load(std::memory_order_relaxed) & gates);
}

// Stops at the gates that are closed; holds the share group's mutex while alive if that is needed. False: the command
// does not run (the error has been recorded).
class Passage {
  public:
    // A command begins: messages name it from here on.
    Passage(const Current& at, uint32_t gates, const char* command) {
        at.gates->command = command;
        enter(at, gates);
    }
    // A part of the command that is under way.
    Passage(const Current& at, uint32_t gates) { enter(at, gates); }

    ~Passage() {
        if (locked_) [[unlikely]]
            unlock();
        if (under_way_) under_way_->store(under_way_->load(std::memory_order_relaxed) - 1, std::memory_order_release);
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    explicit operator bool() const { return open_; }
    bool compiling() const { return compiling_; }
    // Whether a gate at which arguments are looked at is closed: Es1Tokens, Es2Tokens, CoreTokens.
    bool checks(uint32_t gate) const { return checked_ & gate; }

  private:
    void enter(const Current& at, uint32_t gates) {
        if (gates & gate::Shared) {
            // Counts the running command before gates are tested: see create_context().
            under_way_ = &at.gates->under_way;
            under_way_->store(under_way_->load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
            std::atomic_signal_fence(std::memory_order_seq_cst);
        }
        if (const uint32_t closed = at.gates->closed.load(std::memory_order_relaxed) & gates) [[unlikely]]
            stop(*at.context, closed);
    }
    void stop(Context& context, uint32_t closed);
    void unlock();

    bool open_ = true, compiling_ = false;
    uint32_t checked_ = 0;
    Context* locked_ = nullptr;
    std::atomic<uint32_t>* under_way_ = nullptr;
};

// Whether OpenGL ES 1.1, its later versions or the core profile have these tokens, and whether they take the value of
// this parameter (of the core profile: whether it is none of the refused ones). False: the error has been recorded.
bool es1_tokens(Context& context, std::initializer_list<uint32_t> tokens);
bool es2_tokens(Context& context, std::initializer_list<uint32_t> tokens);
bool es1_value(Context& context, const char* parameter, int64_t value, std::initializer_list<int64_t> taken,
               uint32_t error);
bool core_tokens(Context& context, std::initializer_list<uint32_t> tokens);
bool core_value(Context& context, const char* parameter, int64_t value, std::initializer_list<int64_t> refused,
                uint32_t error);

// All that the entry point of a missing command does. `reason`: why it is missing, for the debug message.
void not_implemented(uint32_t gates, const char* command, const char* reason);
void out_of_memory(Context& context);

}  // namespace glapi
