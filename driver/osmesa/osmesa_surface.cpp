#include "driver/osmesa/osmesa_surface.h"

#include <cstddef>
#include <cstring>

#include "driver/osmesa/include/GL/osmesa.h"

namespace driver::osmesa {
namespace {

constexpr PixelFormat pixel_formats[] = {
#define OSMESA_PIXEL_FORMAT(format, type, drawn, red, green, blue, alpha, order) \
    {format, type, runtime::Format::drawn, red, green, blue, alpha, ComponentOrder::order},
#include "driver/osmesa/osmesa_formats.def"
};

enum class Direction : uint8_t { ToMemory, FromMemory };

// Where the components of a pixel as drawn stand in memory.
struct ComponentPositions {
    uint8_t of[4];
};
constexpr ComponentPositions positions_of(ComponentOrder order) {
    if (order == ComponentOrder::RedAndBlueExchanged) return {2, 1, 0, 3};
    if (order == ComponentOrder::AlphaFirst) return {1, 2, 3, 0};
    return {0, 1, 2, 3};
}

template <class Component>
void reorder(std::byte* to, const std::byte* from, int32_t pixels, size_t components, ComponentPositions positions,
             Direction direction) {
    for (int32_t pixel = 0; pixel < pixels; ++pixel) {
        const size_t start = static_cast<size_t>(pixel) * components * sizeof(Component);
        for (size_t c = 0; c < components; ++c) {
            const size_t drawn = start + c * sizeof(Component), stored = start + positions.of[c] * sizeof(Component);
            const bool reading = direction == Direction::FromMemory;
            std::memcpy(to + (reading ? drawn : stored), from + (reading ? stored : drawn), sizeof(Component));
        }
    }
}

void copy_row(std::byte* to, const std::byte* from, int32_t pixels, const PixelFormat& format, Direction direction) {
    const size_t texel = runtime::format_info(format.drawn).bytes_per_block;
    if (format.order == ComponentOrder::AsDrawn) {
        std::memcpy(to, from, texel * static_cast<size_t>(pixels));
        return;
    }
    const size_t components = format.alpha ? 4 : 3;
    const ComponentPositions positions = positions_of(format.order);
    switch (texel / components) {
        case 1: reorder<uint8_t>(to, from, pixels, components, positions, direction); break;
        case 2: reorder<uint16_t>(to, from, pixels, components, positions, direction); break;
        default: reorder<uint32_t>(to, from, pixels, components, positions, direction); break;
    }
}

}  // namespace

const PixelFormat* find_pixel_format(int format, unsigned type) {
    for (const PixelFormat& row : pixel_formats)
        if (row.format == format && (!type || row.type == type)) return &row;
    return nullptr;
}

OsMesaSurface::OsMesaSurface(const glapi::BufferConfig& config, const PixelFormat& format, int32_t width,
                             int32_t height)
    : Surface(config), format_(format) {
    width_ = width;
    height_ = height;
    front = std::make_shared<runtime::Image>(format.drawn, runtime::Extent{width, height, 1});
    allocate_ancillary();
}

std::byte* OsMesaSurface::row_in_memory(int32_t y) const {
    const size_t texel = runtime::format_info(format_.drawn).bytes_per_block;
    const int32_t row = store_->y_up ? y : height_ - 1 - y;
    return memory_ +
           texel * static_cast<size_t>(store_->row_length ? store_->row_length : width_) * static_cast<size_t>(row);
}

void OsMesaSurface::attach(void* memory, const PixelStore& store) {
    memory_ = static_cast<std::byte*>(memory);
    store_ = &store;
    attached_ = true;
    for (int32_t y = 0; y < height_; ++y)
        copy_row(front->row(y), row_in_memory(y), width_, format_, Direction::FromMemory);
}

uint32_t* OsMesaSurface::depth_values() {
    depth_values_.resize(static_cast<size_t>(width_) * static_cast<size_t>(height_));
    refresh_depth_values();
    return depth_values_.data();
}

void OsMesaSurface::refresh_depth_values() {
    if (depth_values_.empty()) return;
    uint32_t* to = depth_values_.data();
    for (int32_t y = 0; y < height_; ++y)
        for (int32_t x = 0; x < width_; ++x) {
            uint32_t texel;
            std::memcpy(&texel, depth_stencil->row(y) + sizeof texel * static_cast<size_t>(x), sizeof texel);
            *to++ = texel >> 8;  // stencil is below
        }
}

void OsMesaSurface::flush_front() {
    refresh_depth_values();
    if (!attached_) return;
    for (int32_t y = 0; y < height_; ++y)
        copy_row(row_in_memory(y), front->row(y), width_, format_, Direction::ToMemory);
}

}  // namespace driver::osmesa
