#include "driver/wayland/wayland_surface.h"

#include <algorithm>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-egl-backend.h>

#include "driver/wayland/wayland_library.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/signal_hold.h"

namespace driver::wayland {
namespace {

using runtime::SignalHold;

// Compositors keep up to three: the one on the screen, the next one and the one that they are drawing from.
constexpr size_t most_buffers = 4;
// Windows that aren't shown get no callbacks; programs that draw to them all the same do not stop for ever.
constexpr auto longest_wait = std::chrono::seconds(1);

struct SharedMemory {
    int file = -1;
    size_t size = 0;
    std::byte* memory = nullptr;

    explicit SharedMemory(size_t bytes) : file(memfd_create("asmgl", MFD_CLOEXEC | MFD_ALLOW_SEALING)), size(bytes) {
        void* mapped = MAP_FAILED;
        if (file >= 0 && ftruncate(file, static_cast<off_t>(size)) == 0) {
            fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK);
            mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        }
        if (mapped == MAP_FAILED) {
            close_file();
            throw std::bad_alloc();
        }
        memory = static_cast<std::byte*>(mapped);
    }
    ~SharedMemory() {
        close_file();
        munmap(memory, size);
    }
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    void close_file() {
        if (file >= 0) close(file);
        file = -1;
    }
};

}  // namespace

struct WaylandSurface::Listeners {
    static void released(void* data, wl_buffer*) { static_cast<Buffer*>(data)->busy = false; }
    static void done(void* data, wl_callback*, uint32_t) { static_cast<WaylandSurface*>(data)->drop_callback(); }
    static void window_destroyed(void* data) {
        auto& self = *static_cast<WaylandSurface*>(data);
        self.lost_ = true;
        self.window_ = nullptr;
    }
};

WaylandSurface::WaylandSurface(const glapi::BufferConfig& config, std::shared_ptr<Connection> connection,
                               wl_egl_window* window, bool opaque)
    : Surface(config),
      connection_(std::move(connection)),
      queue_(connection_->display()),
      window_(window),
      surface_(static_cast<wl_surface*>(wl_proxy_create_wrapper(window->surface))),
      opaque_(opaque) {
    if (!surface_) throw std::bad_alloc();
    wl_proxy_set_queue(reinterpret_cast<wl_proxy*>(surface_), queue_.get());
    try {
        resize();
    } catch (...) {
        destroy_buffers();
        wl_proxy_wrapper_destroy(surface_);
        throw;
    }
    window_->driver_private = this;
    window_->destroy_window_callback = Listeners::window_destroyed;
}

WaylandSurface::~WaylandSurface() {
    const SignalHold hold;
    drop_callback();
    destroy_buffers();
    wl_proxy_wrapper_destroy(surface_);
    if (!window_) return;
    window_->driver_private = nullptr;
    window_->destroy_window_callback = nullptr;
}

std::unique_ptr<WaylandSurface::Buffer> WaylandSurface::make_buffer() {
    const runtime::Format format = color_format(config());
    const ptrdiff_t stride =
        (width_ * static_cast<ptrdiff_t>(runtime::format_info(format).bytes_per_block) + 63) & ~ptrdiff_t{63};
    const auto memory = std::make_shared<SharedMemory>(static_cast<size_t>(stride) * static_cast<size_t>(height_));
    auto buffer = std::make_unique<Buffer>();
    buffer->image = std::make_shared<runtime::Image>(format, runtime::Extent{width_, height_, 1},
                                                     memory->memory + stride * (height_ - 1), -stride, memory);
    const ShmFormat codes = *shm_format(format);
    auto* shm = static_cast<wl_shm*>(wl_proxy_create_wrapper(connection_->shm()));
    if (!shm) throw std::bad_alloc();
    wl_proxy_set_queue(reinterpret_cast<wl_proxy*>(shm), queue_.get());
    wl_shm_pool* pool = wl_shm_create_pool(shm, memory->file, static_cast<int32_t>(memory->size));
    wl_proxy_wrapper_destroy(shm);
    buffer->handle = wl_shm_pool_create_buffer(pool, 0, width_, height_, static_cast<int32_t>(stride),
                                               opaque_ ? codes.opaque : codes.alpha);
    wl_shm_pool_destroy(pool);
    static constexpr wl_buffer_listener listener = {Listeners::released};
    wl_buffer_add_listener(buffer->handle, &listener, buffer.get());
    memory->close_file();  // the request holds a copy
    return buffer;
}

void WaylandSurface::destroy_buffers() {
    for (const auto* list : {&buffers_, &retired_})
        for (const auto& buffer : *list) wl_buffer_destroy(buffer->handle);
    buffers_.clear();
    retired_.clear();
}

template <typename Done>
bool WaylandSurface::wait(Done done, Clock::time_point deadline) {
    if (lost_) return false;
    const bool came = queue_.dispatch_until(done, deadline);
    if (!came && connection_->broken()) lost_ = true;
    return came;
}

WaylandSurface::Buffer* WaylandSurface::free_buffer() {
    queue_.dispatch_pending();
    Buffer* best = nullptr;
    const auto find = [&] {
        // The younger its contents, the less an application that knows their age has to draw.
        for (const auto& buffer : buffers_) {
            if (buffer->busy || buffer.get() == drawn_) continue;
            if (!best || (buffer->age != 0 && (best->age == 0 || buffer->age < best->age))) best = buffer.get();
        }
        return best != nullptr;
    };
    if (!find() && buffers_.size() < most_buffers) {
        buffers_.push_back(make_buffer());
        return buffers_.back().get();
    }
    if (!best && !wait(find, Clock::now() + longest_wait)) {
        // A compositor that gives none back: what it shows may tear.
        for (const auto& buffer : buffers_)
            if (buffer.get() != drawn_ && buffer.get() != shown_) best = buffer.get();
    }
    return best;
}

void WaylandSurface::acquire() {
    if (drawn_) return;
    drawn_ = free_buffer();
    if (preserved_ && shown_ && shown_ != drawn_) {
        copy_image(*shown_->image, *drawn_->image);
        drawn_->age = 1;
    }
    if (config().double_buffered) back = drawn_->image;
}

void WaylandSurface::resize() {
    if (window_) {
        width_ = std::max(window_->width, 1);
        height_ = std::max(window_->height, 1);
    }
    // What the compositor still reads stays until it has read it.
    for (auto& buffer : buffers_) retired_.push_back(std::move(buffer));
    buffers_.clear();
    std::erase_if(retired_, [](const auto& buffer) {
        if (!buffer->busy) wl_buffer_destroy(buffer->handle);
        return !buffer->busy;
    });
    drawn_ = shown_ = nullptr;
    if (config().double_buffered) acquire();
    if (front || !config().double_buffered)
        front = std::make_shared<runtime::Image>(color_format(config()), runtime::Extent{width_, height_, 1});
    allocate_ancillary();
}

bool WaylandSurface::update() {
    const SignalHold hold;
    if (lost_ || !window_) return false;
    if (window_->width != width_ || window_->height != height_) {
        resize();
        return true;
    }
    if (!config().double_buffered || drawn_) return false;
    acquire();
    return true;
}

void WaylandSurface::begin_frame() {
    const SignalHold hold;
    if (!lost_) acquire();
}

void WaylandSurface::require_front() {
    if (front) return;
    front = std::make_shared<runtime::Image>(color_format(config()), runtime::Extent{width_, height_, 1});
    if (shown_) copy_image(*shown_->image, *front);
}

void WaylandSurface::commit(Buffer& buffer, std::span<const Rectangle> damage) {
    if (!window_) return;
    wl_surface_attach(surface_, buffer.handle, window_->dx, window_->dy);
    window_->dx = window_->dy = 0;
    window_->attached_width = width_;
    window_->attached_height = height_;
    // Older compositors count damage in units of the surface, which only it knows: everything then.
    const bool counts_pixels =
        wl_proxy_get_version(reinterpret_cast<wl_proxy*>(surface_)) >= WL_SURFACE_DAMAGE_BUFFER_SINCE_VERSION;
    if (!counts_pixels) {
        wl_surface_damage(surface_, 0, 0, INT32_MAX, INT32_MAX);
    } else if (damage.empty()) {
        wl_surface_damage_buffer(surface_, 0, 0, INT32_MAX, INT32_MAX);
    } else {
        for (const Rectangle& r : damage)
            wl_surface_damage_buffer(surface_, r.x, height_ - r.y - r.height, r.width, r.height);
    }
    buffer.busy = true;
    shown_ = &buffer;
    wl_surface_commit(surface_);
    wl_display_flush(connection_->display());
    if (connection_->broken()) lost_ = true;
}

void WaylandSurface::flush_front() {
    const SignalHold hold;
    if (lost_ || !front) return;
    Buffer* const buffer = free_buffer();
    if (!buffer) return;
    copy_image(*front, *buffer->image);
    buffer->age = 0;
    commit(*buffer, {});
}

void WaylandSurface::drop_callback() {
    if (callback_) wl_callback_destroy(callback_);
    callback_ = nullptr;
}

void WaylandSurface::request_callback() {
    static constexpr wl_callback_listener listener = {Listeners::done};
    drop_callback();
    if (interval_ != 0) {
        callback_ = wl_surface_frame(surface_);
    } else if (auto* display = static_cast<wl_display*>(wl_proxy_create_wrapper(connection_->display()))) {
        wl_proxy_set_queue(reinterpret_cast<wl_proxy*>(display), queue_.get());
        callback_ = wl_display_sync(display);
        wl_proxy_wrapper_destroy(display);
    }
    if (callback_) wl_callback_add_listener(callback_, &listener, this);
}

bool WaylandSurface::await_turn(int interval) {
    const SignalHold hold;
    const auto called = [&] { return !callback_; };
    const Clock::time_point deadline = Clock::now() + longest_wait;
    wait(called, deadline);
    interval_ = runtime::environment().vsync == runtime::VsyncSetting::Off ? 0 : interval;
    // One callback comes for each refresh that something was committed for.
    for (int refresh = 1; refresh < interval_ && !lost_ && window_; ++refresh) {
        request_callback();
        wl_surface_commit(surface_);
        if (!wait(called, deadline)) break;
    }
    return true;
}

void WaylandSurface::swap(std::span<const Rectangle> damage) {
    if (!config().double_buffered) {
        flush_front();
        return;
    }
    const SignalHold hold;
    if (lost_ || !window_) return;
    acquire();  // nothing has been drawn since the last swap
    Buffer& buffer = *drawn_;
    for (const auto& other : buffers_)
        if (other->age) ++other->age;
    buffer.age = 1;
    request_callback();
    commit(buffer, damage);
    if (front) copy_image(*buffer.image, *front);
    drawn_ = nullptr;
}

// The next frame begins with what is shown.
void WaylandSurface::show_region(int32_t x, int32_t y, int32_t width, int32_t height) {
    if (!config().double_buffered) return;
    require_front();
    copy_region(*back, *front, x, y, width, height);
    flush_front();
}

Size WaylandSurface::native_size() const {
    return window_ ? Size{window_->width, window_->height} : Size{width_, height_};
}

}  // namespace driver::wayland
