#include "test_compositor.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-server.h>

using Clock = std::chrono::steady_clock;

struct TestCompositor::Surface {
    explicit Surface(TestCompositor& of) : compositor(of) {}
    TestCompositor& compositor;
    wl_resource* attached = nullptr;  // since the last commit
    bool newly_attached = false;
    Frame pending;
    wl_resource* shown = nullptr;
    Frame shown_frame;
    std::vector<wl_resource*> callbacks;
    Clock::time_point due{};
    wl_listener shown_destroyed{};
};

struct Requests {
    using Surface = TestCompositor::Surface;
    static Surface& surface_of(wl_resource* resource) {
        return *static_cast<Surface*>(wl_resource_get_user_data(resource));
    }
    static Frame read(wl_resource* resource) {
        Frame frame;
        wl_shm_buffer* const buffer = wl_shm_buffer_get(resource);
        if (!buffer) return frame;
        frame.width = wl_shm_buffer_get_width(buffer);
        frame.height = wl_shm_buffer_get_height(buffer);
        frame.format = wl_shm_buffer_get_format(buffer);
        const bool half = frame.format == 0x36314752;
        wl_shm_buffer_begin_access(buffer);
        const auto* data = static_cast<const uint8_t*>(wl_shm_buffer_get_data(buffer));
        for (int32_t y = 0; y < frame.height; ++y)
            for (int32_t x = 0; x < frame.width; ++x) {
                uint32_t pixel = 0;
                std::memcpy(&pixel, data + y * wl_shm_buffer_get_stride(buffer) + x * (half ? 2 : 4), half ? 2 : 4);
                frame.pixels.push_back(pixel);
            }
        wl_shm_buffer_end_access(buffer);
        return frame;
    }
    static void release(Surface& surface) {
        if (!surface.shown) return;
        if (read(surface.shown).pixels != surface.shown_frame.pixels) ++surface.compositor.torn_;
        wl_list_remove(&surface.shown_destroyed.link);
        wl_buffer_send_release(surface.shown);
        surface.shown = nullptr;
        --surface.compositor.buffers_;
    }
    static void buffer_gone(wl_listener* listener, void*) {
// Wayland's macro asks for the place of a member in any struct: it has one in this.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
        Surface* surface = wl_container_of(listener, surface, shown_destroyed);
#pragma GCC diagnostic pop
        wl_list_remove(&surface->shown_destroyed.link);
        surface->shown = nullptr;
        --surface->compositor.buffers_;
    }

    static void destroy(wl_client*, wl_resource* resource) { wl_resource_destroy(resource); }
    static void attach(wl_client*, wl_resource* resource, wl_resource* buffer, int32_t x, int32_t y) {
        Surface& surface = surface_of(resource);
        surface.attached = buffer;
        surface.newly_attached = true;
        surface.pending.x = x;
        surface.pending.y = y;
    }
    static void damage(wl_client*, wl_resource*, int32_t, int32_t, int32_t, int32_t) {}
    static void damage_buffer(wl_client*, wl_resource* resource, int32_t x, int32_t y, int32_t width, int32_t height) {
        surface_of(resource).pending.damage.push_back({x, y, width, height});
    }
    static void frame(wl_client* client, wl_resource* resource, uint32_t id) {
        Surface& surface = surface_of(resource);
        surface.callbacks.push_back(wl_resource_create(client, &wl_callback_interface, 1, id));
    }
    static void region(wl_client*, wl_resource*, wl_resource*) {}
    static void number(wl_client*, wl_resource*, int32_t) {}
    static void commit(wl_client*, wl_resource* resource) {
        Surface& surface = surface_of(resource);
        TestCompositor& compositor = surface.compositor;
        const std::lock_guard lock(compositor.mutex_);
        surface.due = Clock::now() + std::chrono::milliseconds(compositor.options_.refresh_milliseconds);
        if (!surface.newly_attached) return;
        release(surface);
        if (surface.attached) {
            Frame shown = read(surface.attached);
            shown.x = surface.pending.x;
            shown.y = surface.pending.y;
            shown.damage = std::move(surface.pending.damage);
            surface.shown = surface.attached;
            surface.shown_frame = shown;
            surface.shown_destroyed.notify = buffer_gone;
            wl_resource_add_destroy_listener(surface.shown, &surface.shown_destroyed);
            compositor.most_buffers_ = std::max(compositor.most_buffers_, ++compositor.buffers_);
            compositor.frames_.push_back(std::move(shown));
            if (!compositor.options_.keep_buffers) release(surface);
            compositor.committed_.notify_all();
        }
        surface.newly_attached = false;
        surface.pending = {};
    }
    static void surface_gone(wl_resource* resource) {
        Surface& surface = surface_of(resource);
        if (surface.shown) wl_list_remove(&surface.shown_destroyed.link);
        std::erase(surface.compositor.surfaces_, &surface);
        delete &surface;
    }

    static void create_surface(wl_client* client, wl_resource* resource, uint32_t id) {
        static const struct wl_surface_interface requests = {.destroy = destroy,
                                                             .attach = attach,
                                                             .damage = damage,
                                                             .frame = frame,
                                                             .set_opaque_region = region,
                                                             .set_input_region = region,
                                                             .commit = commit,
                                                             .set_buffer_transform = number,
                                                             .set_buffer_scale = number,
                                                             .damage_buffer = damage_buffer,
                                                             .offset = nullptr};
        auto& compositor = *static_cast<TestCompositor*>(wl_resource_get_user_data(resource));
        auto* surface = new Surface(compositor);
        compositor.surfaces_.push_back(surface);
        wl_resource_set_implementation(
            wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(resource), id), &requests,
            surface, surface_gone);
    }
    static void bind_compositor(wl_client* client, void* data, uint32_t version, uint32_t id) {
        static const struct wl_compositor_interface requests = {.create_surface = create_surface,
                                                                .create_region = nullptr};
        wl_resource_set_implementation(wl_resource_create(client, &wl_compositor_interface, int(version), id),
                                       &requests, data, nullptr);
    }
};

TestCompositor::TestCompositor(const Options& options) : options_(options), server_(wl_display_create()) {
    wl_display_init_shm(server_);
    for (const uint32_t format : options_.formats) wl_display_add_shm_format(server_, format);
    wl_global_create(server_, &wl_compositor_interface, options_.surface_version, this, Requests::bind_compositor);
    thread_ = std::thread([this] { run(); });
}

TestCompositor::~TestCompositor() {
    stop();
    thread_.join();
    wl_display_destroy(server_);
}

void TestCompositor::run() {
    for (;;) {
        {
            const std::lock_guard lock(mutex_);
            for (const int end : connections_) wl_client_create(server_, end);
            connections_.clear();
        }
        wl_event_loop_dispatch(wl_display_get_event_loop(server_), 1);
        call_back();
        wl_display_flush_clients(server_);
        const std::lock_guard lock(mutex_);
        if (stopping_) break;
    }
    wl_display_destroy_clients(server_);
}

void TestCompositor::call_back() {
    const Clock::time_point now = Clock::now();
    for (Surface* surface : surfaces_) {
        {
            const std::lock_guard lock(mutex_);
            if (options_.refresh_milliseconds == 0 || now < surface->due) continue;
        }
        for (wl_resource* callback : surface->callbacks) {
            wl_callback_send_done(callback, 0);
            wl_resource_destroy(callback);
        }
        surface->callbacks.clear();
    }
}

int TestCompositor::connect() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    const std::lock_guard lock(mutex_);
    connections_.push_back(ends[0]);
    return ends[1];
}

Frame TestCompositor::await_frame(size_t count) {
    std::unique_lock lock(mutex_);
    const auto came = [&] { return frames_.size() >= count; };
    return committed_.wait_for(lock, std::chrono::seconds(5), came) ? frames_[count - 1] : Frame{};
}

size_t TestCompositor::frames() const {
    const std::lock_guard lock(mutex_);
    return frames_.size();
}

size_t TestCompositor::torn() const {
    const std::lock_guard lock(mutex_);
    return torn_;
}

size_t TestCompositor::most_buffers() const {
    const std::lock_guard lock(mutex_);
    return most_buffers_;
}

void TestCompositor::set_refresh(int milliseconds) {
    const std::lock_guard lock(mutex_);
    options_.refresh_milliseconds = milliseconds;
}

void TestCompositor::stop() {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
}
