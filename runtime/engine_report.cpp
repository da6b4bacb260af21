#include "runtime/engine_report.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <string_view>
#include <unistd.h>

#include "runtime/jit/compile_service.h"
#include "runtime/jit/tiers.h"

namespace runtime {
namespace {

// A text that signal handlers may write: neither the heap nor stdio has a part in it.
class ReportText {
  public:
    ReportText& operator<<(std::string_view words) {
        for (const char c : words)
            if (size_ < sizeof text_) text_[size_++] = c;
        return *this;
    }
    ReportText& operator<<(uint64_t number) {
        char digits[20];
        size_t count = 0;
        do digits[count++] = static_cast<char>('0' + number % 10);
        while ((number /= 10) > 0);
        std::reverse(digits, digits + count);
        return *this << std::string_view(digits, count);
    }
    void write_to_standard_error() const {
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text_, size_);
    }

  private:
    char text_[1024];
    size_t size_ = 0;
};

struct ReportTime {
    uint64_t microseconds;
};
ReportText& operator<<(ReportText& text, ReportTime time) {
    const uint64_t tenths = (time.microseconds + 50) / 100;
    return text << tenths / 10 << "." << tenths % 10 << " ms";
}

std::atomic<bool> told{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<uint64_t>::is_always_lock_free);

void tell() {
    if (told.exchange(true)) return;
    const jit::CompileCounters all = jit::compile_counters();
    const jit::TierCounters tiers = jit::tier_totals();
    ReportText text;
    text << "asmgl: engine: " << all.functions << " functions compiled, " << (all.bytes >> 10) << " kB in "
         << ReportTime{all.microseconds} << "; " << all.from_disk << " from disk\n"
         << "asmgl: engine: compile threads made " << tiers.quick << " quickly and " << tiers.thorough
         << " thoroughly, found " << tiers.found << ", failed " << tiers.failed << " times, in "
         << ReportTime{tiers.microseconds} << "; put off " << tiers.dropped << " times\n";
    text.write_to_standard_error();
}

// Then the signal does what it would have done.
void tell_and_end(int signal) {
    tell();
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    raise(signal);
}

}  // namespace

EngineReport::EngineReport() {
    for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
        struct sigaction before {};
        if (sigaction(signal, nullptr, &before) != 0 || before.sa_flags & SA_SIGINFO || before.sa_handler != SIG_DFL)
            continue;
        struct sigaction action {};
        action.sa_handler = &tell_and_end;
        sigaction(signal, &action, nullptr);
    }
}

EngineReport::~EngineReport() { tell(); }

}  // namespace runtime
