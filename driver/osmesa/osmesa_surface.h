// The caller's memory as a drawable of OSMesa.
#pragma once

#include <cstdint>
#include <vector>

#include "driver/surface.h"
#include "glapi/driver_interface.h"
#include "runtime/formats/format.h"

namespace driver::osmesa {

enum class ComponentOrder : uint8_t { AsDrawn, RedAndBlueExchanged, AlphaFirst };

// A row of osmesa_formats.def.
struct PixelFormat {
    int format;  // OSMESA_RGBA …
    unsigned type;
    runtime::Format drawn;
    uint8_t red, green, blue, alpha;
    ComponentOrder order;
};
// Null: there is no such format and type. Type 0: the first of the format.
const PixelFormat* find_pixel_format(int format, unsigned type);

// OSMesaPixelStore's parameters.
struct PixelStore {
    int32_t row_length = 0;  // pixels; 0: the width
    bool y_up = true;
};

// Single-buffered. It draws in its own memory, which is copied to the caller's when a command shows the front buffer.
// So callers may free their memory while draws are queued.
class OsMesaSurface final : public Surface {
  public:
    // Throws std::bad_alloc.
    OsMesaSurface(const glapi::BufferConfig& config, const PixelFormat& format, int32_t width, int32_t height);

    bool fits(const PixelFormat& format, int32_t width, int32_t height) const {
        return &format == &format_ && width == width_ && height == height_;
    }
    // From now on the buffer is this memory: width × height pixels, stored as `store` says at any time. What it holds
    // is taken over. `store` outlives the surface.
    void attach(void* memory, const PixelStore& store);
    // Nothing is written any more, until the next attach() or resume().
    void detach() { attached_ = false; }
    void resume() { attached_ = true; }
    // Depths of 24 bits in rows from below, as of now and then of every flush; stays where it is. Throws
    // std::bad_alloc.
    uint32_t* depth_values();
    // Callers may access their memory at any time; writes since the last flush are not read.
    bool update() override { return false; }
    void require_front() override {}
    void flush_front() override;
    void swap(std::span<const Rectangle>) override { flush_front(); }
    void show_region(int32_t, int32_t, int32_t, int32_t) override { flush_front(); }

  private:
    std::byte* row_in_memory(int32_t y) const;
    void refresh_depth_values();

    const PixelFormat& format_;
    std::byte* memory_ = nullptr;
    const PixelStore* store_ = nullptr;
    bool attached_ = false;
    std::vector<uint32_t> depth_values_;  // empty: nobody has asked for them
};

}  // namespace driver::osmesa
