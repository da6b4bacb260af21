// Renders for a long time, in four threads that make and throw away contexts and objects, checks what is drawn and that
// memory stays flat.
//
//     soak [--seconds N] [--threads N] [--seed N]
//
// The first two threads' contexts share their objects. What memory the process has is looked at every second; after a
// third of the time, in which caches fill, it may not grow by more than an eighth and 32 MiB.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "soak_actions.h"

#include "glapi/driver_interface.h"
#include "glapi/window_framebuffer.h"

namespace {

using Clock = std::chrono::steady_clock;

class Window final : public glapi::WindowFramebuffer {
  public:
    explicit Window(const glapi::BufferConfig& config) : WindowFramebuffer(config) {
        width_ = height_ = 96;
        back = std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{width_, height_, 1});
        allocate_ancillary();
    }
    bool update() override { return false; }
    void require_front() override {
        if (!front)
            front = std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{width_, height_, 1});
    }
    void flush_front() override {}
};

std::atomic<bool> ends{false};
std::atomic<uint64_t> actions{0}, contexts{0};
std::mutex failure_mutex;
std::string failure;

void fail(const std::string& text) {
    const std::lock_guard lock(failure_mutex);
    if (failure.empty()) failure = text;
    ends = true;
}

// `partner`: a context to share with.
void soak(int thread, uint64_t seed, glapi::Context* partner) {
    Soaker soaker(seed * 1000 + uint64_t(thread));
    while (!ends) {
        glapi::ContextRequest request;
        request.share = partner;
        auto window = std::make_shared<Window>(request.config);
        glapi::Context* const context = glapi::create_context(request).context;
        if (!context) return fail("no context");
        ++contexts;
        glapi::make_current(context, window, window);
        for (int i = 0; i < 200 && !ends; ++i) {
            const std::string wrong = soaker.act();
            ++actions;
            if (!wrong.empty()) fail("thread " + std::to_string(thread) + ": " + wrong);
            if (i % 8 == 0) glapi::finish_frame(*window);
        }
        glapi::make_current(nullptr, nullptr, nullptr);
        glapi::destroy_context(context);
    }
}

// Bytes that the process has in memory.
uint64_t resident() {
    unsigned long long pages = 0, all = 0;
    if (FILE* const file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%llu %llu", &all, &pages) != 2) pages = 0;
        std::fclose(file);
    }
    return pages * uint64_t(sysconf(_SC_PAGESIZE));
}

double mebibytes(uint64_t bytes) { return double(bytes) / (1 << 20); }

}  // namespace

int main(int argc, char** argv) {
    uint64_t seconds = 1800, threads = 4, seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const uint64_t value = std::strtoull(argv[i + 1], nullptr, 10);
        if (std::strcmp(argv[i], "--seconds") == 0) seconds = value;
        if (std::strcmp(argv[i], "--threads") == 0) threads = value;
        if (std::strcmp(argv[i], "--seed") == 0) seed = value;
    }
    glapi::Context* const partner = glapi::create_context(glapi::ContextRequest{}).context;
    std::vector<std::thread> all;
    for (uint64_t i = 0; i < threads; ++i) all.emplace_back(soak, int(i), seed, i < 2 ? partner : nullptr);

    uint64_t filled = 0, most = 0, second = 0;
    for (const auto start = Clock::now(); !ends && second < seconds; ++second) {
        std::this_thread::sleep_until(start + std::chrono::seconds(second + 1));
        const uint64_t now = resident();
        if (3 * second <= seconds)
            filled = std::max(filled, now);
        else
            most = std::max(most, now);
        if (second % 60 == 59)
            std::printf("%llu s: %.1f MiB, %llu actions\n", static_cast<unsigned long long>(second + 1), mebibytes(now),
                        static_cast<unsigned long long>(actions.load())),
                std::fflush(stdout);
    }
    ends = true;
    for (std::thread& thread : all) thread.join();
    glapi::destroy_context(partner);
    std::printf("%llu s, %llu actions, %llu contexts: at most %.1f MiB while caches filled, %.1f MiB after\n",
                static_cast<unsigned long long>(second), static_cast<unsigned long long>(actions.load()),
                static_cast<unsigned long long>(contexts.load()), mebibytes(filled), mebibytes(most));
    if (!failure.empty()) {
        std::printf("%s\n", failure.c_str());
        return 1;
    }
    if (most > filled + filled / 8 + (uint64_t{32} << 20)) {
        std::printf("memory has grown\n");
        return 1;
    }
    return 0;
}
