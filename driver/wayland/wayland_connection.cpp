#include "driver/wayland/wayland_connection.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <drm_fourcc.h>
#include <new>
#include <poll.h>

#include "driver/wayland/wayland_library.h"
#include "runtime/threads/signal_hold.h"

namespace driver::wayland {
namespace {

// 8:8:8:8 has codes of its own, the others are DRM's.
uint32_t shm_code(uint32_t drm) {
    if (drm == DRM_FORMAT_ARGB8888) return WL_SHM_FORMAT_ARGB8888;
    if (drm == DRM_FORMAT_XRGB8888) return WL_SHM_FORMAT_XRGB8888;
    return drm;
}

}  // namespace

std::optional<ShmFormat> shm_format(runtime::Format format) {
    const runtime::DrmCodes& codes = runtime::format_info(format).drm;
    if (!codes.windows) return std::nullopt;
    return ShmFormat{shm_code(codes.code), shm_code(codes.opaque)};
}

EventQueue::EventQueue(wl_display* display) : display_(display), queue_(wl_display_create_queue(display)) {
    if (!queue_) throw std::bad_alloc();
}

EventQueue::~EventQueue() { wl_event_queue_destroy(queue_); }

// Other threads read from the connection, too: who reads is agreed upon in the library. Signals are let through every
// now and then, so no wait is a long one.
bool EventQueue::dispatch(Clock::time_point deadline) {
    if (wl_display_prepare_read_queue(display_, queue_) != 0)
        return wl_display_dispatch_queue_pending(display_, queue_) >= 0;
    const bool blocked = wl_display_flush(display_) < 0 && errno == EAGAIN;
    const Clock::time_point now = Clock::now();
    const auto left = deadline > now ? std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count() : 0;
    pollfd file{wl_display_get_fd(display_), static_cast<short>(blocked ? POLLIN | POLLOUT : POLLIN), 0};
    const int ready = poll(&file, 1, static_cast<int>(std::min<int64_t>(left, 10)));
    if (ready > 0 && file.revents & (POLLIN | POLLHUP | POLLERR)) {
        if (wl_display_read_events(display_) < 0) return false;
    } else {
        wl_display_cancel_read(display_);
        if (left == 0 || (ready < 0 && errno != EINTR)) return false;
        runtime::SignalHold::let_through();
    }
    return wl_display_dispatch_queue_pending(display_, queue_) >= 0;
}

struct Connection::Listeners {
    static void global(void* data, wl_registry* registry, uint32_t name, const char* interface, uint32_t) {
        auto& self = *static_cast<Connection*>(data);
        if (!self.shm_ && std::strcmp(interface, "wl_shm") == 0)
            self.shm_ = static_cast<wl_shm*>(wl_registry_bind(registry, name, &wl_shm_interface, 1));
    }
    static void global_removed(void*, wl_registry*, uint32_t) {}
    static void format(void* data, wl_shm*, uint32_t format) {
        static_cast<Connection*>(data)->formats_.push_back(format);
    }
};

Connection::Connection(wl_display* display, bool owned)
    : display_(display), owned_(owned), queue_(std::make_unique<EventQueue>(display)) {}

std::shared_ptr<Connection> Connection::open(wl_display* display) {
    if (!open_library()) return nullptr;
    const bool owned = !display;
    if (owned) display = wl_display_connect(nullptr);
    if (!display) return nullptr;
    const std::shared_ptr<Connection> connection(new Connection(display, owned));
    return connection->find_shared_memory() ? connection : nullptr;
}

bool Connection::find_shared_memory() {
    auto* wrapper = static_cast<wl_display*>(wl_proxy_create_wrapper(display_));
    if (!wrapper) return false;
    wl_proxy_set_queue(reinterpret_cast<wl_proxy*>(wrapper), queue_->get());
    wl_registry* registry = wl_display_get_registry(wrapper);
    wl_proxy_wrapper_destroy(wrapper);
    static constexpr wl_registry_listener of_registry = {Listeners::global, Listeners::global_removed};
    static constexpr wl_shm_listener of_memory = {Listeners::format};
    wl_registry_add_listener(registry, &of_registry, this);
    bool good = wl_display_roundtrip_queue(display_, queue_->get()) >= 0 && shm_;
    if (good) {
        wl_shm_add_listener(shm_, &of_memory, this);
        good = wl_display_roundtrip_queue(display_, queue_->get()) >= 0;
    }
    wl_registry_destroy(registry);
    return good;
}

Connection::~Connection() {
    if (shm_) wl_shm_destroy(shm_);
    queue_.reset();
    if (owned_) wl_display_disconnect(display_);
}

bool Connection::broken() const { return wl_display_get_error(display_) != 0; }

bool Connection::offers(uint32_t format) const { return std::ranges::find(formats_, format) != formats_.end(); }

}  // namespace driver::wayland
