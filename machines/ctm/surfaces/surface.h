// Surfaces: formats, where an element is, and how its bytes become four numbers.
//
// What the guide leaves open is a choice of ours: the tiled layout (the R3xx–R5xx one, in bytes), missing channels read
// as (r, 0, 0, 1), the order of bytes in UINT8_4, and coordinates outside being clamped.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace machines::ctm {

enum Format : uint32_t {
#define CTM_FORMAT(name, code, ...) name = code,
#include "machines/ctm/surfaces/formats.def"
#undef CTM_FORMAT
};
inline constexpr uint32_t format_count = 5;
extern const std::array<uint32_t, format_count> format_bytes;
extern const std::array<uint32_t, format_count> format_channels;

enum Tiling : uint32_t { Linear, Tiled, LinearInput2x2, TiledInput2x2 };

struct Surface {
    uint32_t base = 0;
    uint32_t pitch = 0;  // elements
    uint32_t height = 0;
    Tiling tiling = Linear;
    Format format = FLOAT32_4;
    bool bound = false;
};

uint32_t format_word(Format format, Tiling tiling, uint32_t pitch);

// Reads a format word into the surface; the reason where it is not one.
std::string set_format(Surface& surface, uint32_t word);

// Bytes from the base.
uint64_t element_offset(const Surface& surface, uint32_t x, uint32_t y);
// Bytes that rows 0 … height - 1 take.
uint64_t surface_bytes(const Surface& surface);

using Element = std::array<float, 4>;
Element read_element(Format format, const uint8_t* bytes);
// Channels whose bit is clear keep what is there.
void write_element(Format format, const Element& value, uint32_t mask, uint8_t* bytes);

}  // namespace machines::ctm
