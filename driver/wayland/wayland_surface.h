// Windows of Wayland: frames are drawn into memory that is shared with the compositor, in turn into one of the buffers
// that it doesn't read.
#pragma once

#include <memory>
#include <vector>

#include "driver/surface.h"
#include "driver/wayland/wayland_connection.h"

struct wl_buffer;
struct wl_callback;
struct wl_egl_window;
struct wl_surface;

namespace driver::wayland {

class WaylandSurface final : public Surface {
  public:
    // The window has no driver yet. `opaque`: its alpha is not shown. Throws std::bad_alloc.
    WaylandSurface(const glapi::BufferConfig& config, std::shared_ptr<Connection> connection, wl_egl_window* window,
                   bool opaque);
    ~WaylandSurface() override;

    bool update() override;
    void require_front() override;
    void flush_front() override;
    void swap(std::span<const Rectangle> damage) override;
    void show_region(int32_t x, int32_t y, int32_t width, int32_t height) override;
    bool await_turn(int interval) override;
    void begin_frame() override;
    int32_t buffer_age() const override { return drawn_ ? drawn_->age : 0; }
    void preserve_back(bool preserved) override { preserved_ = preserved; }
    Size native_size() const override;
    bool lost() const override { return lost_; }

  private:
    struct Buffer {
        wl_buffer* handle = nullptr;
        std::shared_ptr<runtime::Image> image;  // owns the memory
        bool busy = false;                      // the compositor reads it
        int32_t age = 0;                        // frames since its contents were shown first; 0: they mean nothing
    };
    struct Listeners;

    std::unique_ptr<Buffer> make_buffer();
    void destroy_buffers();
    // A buffer that the compositor doesn't read. Null: the connection is broken.
    Buffer* free_buffer();
    void acquire();
    void resize();
    void commit(Buffer& buffer, std::span<const Rectangle> damage);
    void request_callback();
    void drop_callback();
    template <typename Done>
    bool wait(Done done, Clock::time_point deadline);

    std::shared_ptr<Connection> connection_;
    EventQueue queue_;
    wl_egl_window* window_;
    wl_surface* surface_;  // wrapped for our queue
    bool opaque_, preserved_ = false, lost_ = false;
    std::vector<std::unique_ptr<Buffer>> buffers_;
    std::vector<std::unique_ptr<Buffer>> retired_;  // of another size, and still read
    Buffer* drawn_ = nullptr;                       // for the next frame; null after a swap until something is drawn
    Buffer* shown_ = nullptr;                       // the last one that was committed
    // Comes when another frame makes sense: the last one is shown, or for interval 0 has been received.
    wl_callback* callback_ = nullptr;
    int interval_ = 1;
};

}  // namespace driver::wayland
