// A connection to a Wayland compositor, of the application's or our own, and what it offers for windows in shared
// memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/formats/format.h"

struct wl_display;
struct wl_event_queue;
struct wl_shm;

namespace driver::wayland {

using Clock = std::chrono::steady_clock;

// The events of some objects, apart from the application's.
class EventQueue {
  public:
    explicit EventQueue(wl_display* display);  // throws std::bad_alloc
    ~EventQueue();
    EventQueue(const EventQueue&) = delete;
    EventQueue& operator=(const EventQueue&) = delete;

    wl_event_queue* get() const { return queue_; }
    // Sends requests and handles the events that come until `done`. False where the connection is broken or the time
    // has passed.
    template <typename Done>
    bool dispatch_until(Done done, Clock::time_point deadline) {
        while (!done())
            if (!dispatch(deadline)) return false;
        return true;
    }
    // Handles what has come, without waiting.
    void dispatch_pending() { dispatch(Clock::time_point::min()); }

  private:
    bool dispatch(Clock::time_point deadline);

    wl_display* display_;
    wl_event_queue* queue_;
};

// The codes of wl_shm for a format: with alpha, and without.
struct ShmFormat {
    uint32_t alpha, opaque;
};
// Nothing where windows have no such format.
std::optional<ShmFormat> shm_format(runtime::Format format);

class Connection {
  public:
    // Null where libwayland-client or the compositor can't be had, or where this has no shared memory. A null display:
    // a connection of our own to $WAYLAND_DISPLAY.
    static std::shared_ptr<Connection> open(wl_display* display);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    wl_display* display() const { return display_; }
    wl_shm* shm() const { return shm_; }
    bool broken() const;
    bool offers(uint32_t format) const;

  private:
    explicit Connection(wl_display* display, bool owned);
    bool find_shared_memory();
    struct Listeners;

    wl_display* display_;
    bool owned_;
    std::unique_ptr<EventQueue> queue_;
    wl_shm* shm_ = nullptr;
    std::vector<uint32_t> formats_;
};

}  // namespace driver::wayland
