#include "driver/gbm/gbm_window.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace driver::gbm {

Window::Window(gbm_device* of, uint32_t wanted_width, uint32_t wanted_height, uint32_t wanted_format,
               uint32_t wanted_flags)
    : gbm_surface{of, wanted_width, wanted_height, wanted_format, wanted_flags, nullptr, 0} {}

Window::Slot* Window::take() {
    const std::lock_guard lock(mutex_);
    if (taken_) return taken_;
    Slot* best = nullptr;
    for (Slot& slot : slots_) {
        if (!free(slot) || !slot.buffer) continue;
        if (!best || (slot.age != 0 && (best->age == 0 || slot.age < best->age))) best = &slot;
    }
    for (Slot& slot : slots_) {
        if (best) break;
        if (slot.buffer) continue;
        slot.buffer = Buffer::create(device, width, height, format);
        if (!slot.buffer) return nullptr;
        best = &slot;
    }
    return taken_ = best;
}

void Window::show(Slot& slot) {
    const std::lock_guard lock(mutex_);
    for (Slot& other : slots_)
        if (other.age) ++other.age;
    slot.age = 1;
    front_ = &slot;
    taken_ = nullptr;
}

gbm_bo* Window::lock_front() {
    const std::lock_guard lock(mutex_);
    if (!front_) {
        errno = EINVAL;
        return nullptr;
    }
    front_->locked = true;
    return std::exchange(front_, nullptr)->buffer.get();
}

void Window::release(gbm_bo* buffer) {
    const std::lock_guard lock(mutex_);
    for (Slot& slot : slots_)
        if (slot.buffer.get() == buffer) slot.locked = false;
}

bool Window::has_free_buffers() const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(slots_, [&](const Slot& slot) { return free(slot); });
}

WindowSurface::WindowSurface(const glapi::BufferConfig& config, Window& window) : Surface(config), window_(&window) {
    width_ = static_cast<int32_t>(window.width);
    height_ = static_cast<int32_t>(window.height);
    if (config.double_buffered)
        begin_frame();
    else
        require_front();
    allocate_ancillary();
    window.drawn_by = this;
}

WindowSurface::~WindowSurface() {
    if (window_) window_->drawn_by = nullptr;
}

std::shared_ptr<runtime::Image> WindowSurface::image_of(Window::Slot& slot) const {
    const Buffer& buffer = *slot.buffer;
    const ptrdiff_t stride = buffer.stride;
    return std::make_shared<runtime::Image>(color_format(config()), runtime::Extent{width_, height_, 1},
                                            buffer.memory().get() + stride * (height_ - 1), -stride, buffer.memory());
}

void WindowSurface::begin_frame() {
    if (drawn_ || !config().double_buffered) return;
    drawn_ = window_ ? window_->take() : nullptr;
    if (!drawn_) {
        // Something to draw to all the same.
        back = std::make_shared<runtime::Image>(color_format(config()), runtime::Extent{width_, height_, 1});
        return;
    }
    back = image_of(*drawn_);
    if (!preserved_ || !last_) return;
    if (!back->shares_memory(*last_)) copy_image(*last_, *back);
    drawn_->age = 1;
}

bool WindowSurface::update() {
    if (drawn_ || !config().double_buffered) return false;
    begin_frame();
    return true;
}

void WindowSurface::require_front() {
    if (front) return;
    front = std::make_shared<runtime::Image>(color_format(config()), runtime::Extent{width_, height_, 1});
    if (last_) copy_image(*last_, *front);
}

void WindowSurface::flush_front() {
    if (!window_ || !front || config().double_buffered) return;
    Window::Slot* const slot = window_->take();
    starved_ = !slot;
    if (!slot) return;
    copy_image(*front, *image_of(*slot));
    window_->show(*slot);
}

void WindowSurface::swap(std::span<const Rectangle>) {
    if (!config().double_buffered) return flush_front();
    begin_frame();
    starved_ = !drawn_;
    if (!drawn_ || !window_) return;
    last_ = back;
    if (front) copy_image(*back, *front);
    window_->show(*std::exchange(drawn_, nullptr));
}

void WindowSurface::show_region(int32_t x, int32_t y, int32_t width, int32_t height) {
    if (!config().double_buffered) return;
    require_front();
    copy_region(*back, *front, x, y, width, height);
}

}  // namespace driver::gbm
