// A surface of GBM: buffers that the application takes when they have been drawn, shows by itself and gives back. EGL
// draws to it by a WindowSurface.
#pragma once

#include <array>
#include <mutex>

#include "driver/gbm/gbm_buffer.h"
#include "driver/surface.h"

namespace driver::gbm {

class WindowSurface;

struct Window : gbm_surface {
    Window(gbm_device* of, uint32_t wanted_width, uint32_t wanted_height, uint32_t wanted_format,
           uint32_t wanted_flags);

    struct Slot {
        std::unique_ptr<Buffer> buffer;
        bool locked = false;  // the application has it
        int32_t age = 0;
    };

    // A buffer to draw into; null where the application has all of them, or there is no memory.
    Slot* take();
    // It is what the application gets next.
    void show(Slot& slot);
    gbm_bo* lock_front();
    void release(gbm_bo* buffer);
    bool has_free_buffers() const;

    WindowSurface* drawn_by = nullptr;

  private:
    bool free(const Slot& slot) const { return !slot.locked && &slot != front_ && &slot != taken_; }

    mutable std::mutex mutex_;
    std::array<Slot, 4> slots_;
    Slot *front_ = nullptr, *taken_ = nullptr;
};

class WindowSurface final : public Surface {
  public:
    // Throws std::bad_alloc.
    WindowSurface(const glapi::BufferConfig& config, Window& window);
    ~WindowSurface() override;

    bool update() override;
    void require_front() override;
    void flush_front() override;
    void swap(std::span<const Rectangle> damage) override;
    void show_region(int32_t x, int32_t y, int32_t width, int32_t height) override;
    // Who shows the buffers waits for the display.
    bool await_turn(int) override { return true; }
    void begin_frame() override;
    int32_t buffer_age() const override { return drawn_ ? drawn_->age : 0; }
    void preserve_back(bool preserved) override { preserved_ = preserved; }
    bool lost() const override { return !window_ || starved_; }

    // The window ends before the surface.
    void forget_window() { window_ = nullptr; }

  private:
    std::shared_ptr<runtime::Image> image_of(Window::Slot& slot) const;

    Window* window_;
    Window::Slot* drawn_ = nullptr;
    std::shared_ptr<runtime::Image> last_;  // what was shown last
    bool preserved_ = false;
    bool starved_ = false;  // a frame could not be shown: the application has all buffers
};

}  // namespace driver::gbm
