// What every entry point does before and after its command. Knows nothing else of the context, so that entry points
// need not be compiled again when that changes.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace glapi {

class Context;

// Conditions at which entry points stop to look; each command names those that concern it.
namespace gate {
inline constexpr uint32_t InsideBegin = 1;         // between Begin and End
inline constexpr uint32_t Compiling = 2;           // a display list is being compiled
inline constexpr uint32_t Shared = 4;              // other contexts share this one's objects
inline constexpr uint32_t NotEs1 = 8;              // a context of OpenGL ES 1.1, which doesn't have the command
inline constexpr uint32_t EsOnly = 16;             // a context of OpenGL, which doesn't
inline constexpr uint32_t Es1Tokens = 32;          // a context of OpenGL ES 1.1, which takes fewer tokens
inline constexpr uint32_t CompatibilityOnly = 64;  // a context of the core profile, which has removed the command
inline constexpr uint32_t CoreTokens = 128;        // a context of the core profile, which has removed tokens
inline constexpr uint32_t NotEs2 = 256;     // a context of OpenGL ES 2.0 or later, which doesn't have the command
inline constexpr uint32_t Es2Tokens = 512;  // a context of OpenGL ES 2.0 or later, which takes fewer tokens
inline constexpr uint32_t DrawSequence =
    1024;  // draws from arrays have followed each other (glapi/draw/draw_sequence.h)
inline constexpr uint32_t RecordSequence = 2048;  // the same of pairs of Begin and End
// Either of them is there, and the command changes what programs compute with, or which textures they sample, and
// nothing else.
inline constexpr uint32_t SequenceParameters = 4096, SequenceTextures = 8192;
// Something has been stopped that the application is to be told of. Closed by any thread; every command stops here.
inline constexpr uint32_t Stopped = 16384;
}  // namespace gate

// A context's gates that are closed. Only the thread in which it is current changes the rest: how many commands are
// under way that may touch what contexts share, and which command is, for messages (Context::error()).
struct Gates {
    std::atomic<uint32_t> closed{0}, under_way{0};
    const char* command = "a command";
};

// The calling thread's context. Set by make_current() only.
struct Current {
    Context* context = nullptr;
    Gates* gates = nullptr;  // the context's
};
extern thread_local constinit Current current __attribute__((tls_model("initial-exec")));

// Whether none of these gates is closed.
inline bool passes(const Current& at, uint32_t gates) {
    return !(at.gates->closed.load(std::memory_order_relaxed) & gates);
}

// Stops at the gates that are closed; holds the share group's mutex while alive if that is needed. False: the command
// must not run (the error has been recorded).
class Passage {
  public:
    // Of a command: what messages name from here on.
    Passage(const Current& at, uint32_t gates, const char* command) {
        at.gates->command = command;
        enter(at, gates);
    }
    // Of a part of the command that is under way.
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
            // What is under way is said before gates are looked at: see create_context().
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
