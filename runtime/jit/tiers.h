// Tiers of compilation. A program or key is interpreted at its first use. If it is hot, compile threads compile it
// quickly; if it stays hot, again with all optimizations. Code is used when it is ready.
//
// Drawing threads never wait for a compiler. First compilations don't wait for thorough ones. The same threads look for
// code that an earlier process has kept on disk, after little use already.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace runtime::jit {

// The request to a maker. Kept: code from the disk cache only, of either effort, or null at once.
enum class CompileRequest : uint8_t { Kept, Quick, Thorough };

// The result of a maker: code, and whether it was compiled with all optimizations.
struct CompiledCode {
    std::shared_ptr<const void> code;  // null: none could be made
    bool thorough = false;
};

struct TierCounters {
    uint64_t found = 0, quick = 0, thorough = 0, failed = 0;  // on disk; compiled; not compiled
    uint64_t dropped = 0;                                     // from a full queue: asked for again while they stay hot
    uint64_t microseconds = 0;                                // of the compile threads
    uint64_t waiting = 0;                                     // now
};

namespace detail {

class TieredBase : public std::enable_shared_from_this<TieredBase> {
  public:
    using Maker = std::function<CompiledCode(CompileRequest)>;

    explicit TieredBase(Maker maker) : maker_(std::move(maker)) {}
    TieredBase(const TieredBase&) = delete;
    TieredBase& operator=(const TieredBase&) = delete;

    // While there is no code, the work is done in another way. That work should count towards code for the other way,
    // shifted right by so much: a little while this is cold, since many that are cold may share the other way; not at
    // all while its own code is being compiled.
    uint8_t shift_for_others() const {
        if (settled_.load(std::memory_order_relaxed) || code_.load(std::memory_order_relaxed)) return 0;
        return stage_.load(std::memory_order_relaxed) < Stage::Compiling ? 5 : 63;
    }

  protected:
    ~TieredBase() = default;

    const void* use(uint64_t work) {
        if (!settled_.load(std::memory_order_relaxed)) count(work);
        return code_.load(std::memory_order_acquire);
    }

  private:
    friend class CompileThreads;

    // The progress of its compilation.
    enum class Stage : uint8_t { New, Seeking, Cold, Compiling, Warm, Improving, Settled };

    void count(uint64_t work);
    void ask(Stage from, Stage to);
    void withdraw();
    uint64_t heat() const;
    bool improves() const;
    void make(TierCounters& counters);

    std::atomic<const void*> code_{nullptr};
    std::atomic<bool> settled_{false};  // nothing more will be compiled
    std::atomic<Stage> stage_{Stage::New};
    std::atomic<uint64_t> work_{0};  // approximate: threads that count at once may lose some
    Maker maker_;
    // All that was made: threads may still run what was replaced. Written by the thread that makes.
    std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace detail

// Held by shared_ptr: a compile thread that is at it keeps it alive. `maker` runs on another thread, so it owns what it
// reads; one call at a time.
template <class T>
class Tiered final : public detail::TieredBase {
  public:
    using TieredBase::TieredBase;

    // The code to run now; null: the interpreter. `work`: estimated instructions times lanes of this use.
    const T* use(uint64_t work) { return static_cast<const T*>(TieredBase::use(work)); }
};

// Under ASMGL_ENGINE=auto; otherwise users compile synchronously (jit) or not at all (interpreter) and need no tiers.
template <class T>
std::shared_ptr<Tiered<T>> make_tiered(std::function<CompiledCode(CompileRequest)> maker) {
    return std::make_shared<Tiered<T>>(std::move(maker));
}

// Work after which code is looked for on disk, compiled quickly, and again thoroughly.
inline constexpr uint64_t seek_work = 200'000, quick_work = 16'000'000, thorough_work = 1'000'000'000;

TierCounters tier_counters();
// The same but for what is waiting; takes no lock, so that signal handlers may ask.
TierCounters tier_totals();

// For tests: returns when the compile threads have nothing left to do.
void finish_compiling();

// How long exit() and fork() wait for what is being compiled. Most functions take some milliseconds; LLVM takes seconds
// for a few on a busy machine.
struct CompilePatience {
    std::chrono::milliseconds of_exit{500}, of_fork{20};
};
// For tests whose results would depend on the machine's speed otherwise. Call it before the first use of a Tiered.
void set_patience(const CompilePatience& patience);

}  // namespace runtime::jit
