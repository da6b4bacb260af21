// Conditions of a context at which entry points stop, the command that is under way, and the calling thread's context.
// Knows nothing else of the context.
#pragma once

#include <atomic>
#include <cstdint>

namespace glapi {

class Context;

// Conditions that entry points test before their command; each command names its own.
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

// A context's closed gates. Only the thread in which it is current changes the rest: the number of running commands
// that may touch shared objects, and the running command's name, for messages (Errors::error()).
struct Gates {
    std::atomic<uint32_t> closed{0}, under_way{0};
    const char* command = "a command";

    void close(uint32_t which) { closed.fetch_or(which, std::memory_order_relaxed); }
    void open(uint32_t which) { closed.fetch_and(~which, std::memory_order_relaxed); }
    bool any_closed(uint32_t which) const { return closed.load(std::memory_order_relaxed) & which; }
};

// The calling thread's context. Set by make_current() only.
struct Current {
    Context* context = nullptr;
    Gates* gates = nullptr;  // the context's
};
extern thread_local constinit Current current __attribute__((tls_model("initial-exec")));

}  // namespace glapi
