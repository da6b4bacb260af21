// PNG files: 8 bits a channel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

// RGBA, its data stored without compression.
std::string png(uint32_t width, uint32_t height, const std::string& rgba);

struct Picture {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba;
    std::string error;  // empty: it is one
};
// Reads any colour type with 8 bits a channel (or a palette), not interlaced; at most 4096 each way.
Picture read_png(const std::string& bytes);

}  // namespace tool
