// A file of draws: what lies in memory, and the streams that are submitted one after the other.
//
//   memory 0x100000                 bytes, all 0 but for:
//   data 0x1000 00000000 3f800000   words from this address on
//   stream                          the lines of a stream follow (host1x.h)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arbasm::tegra {

inline constexpr uint32_t max_capture_memory = 1u << 28;

struct Capture {
    std::vector<uint8_t> memory;
    std::vector<std::vector<uint32_t>> streams;
};

std::string print_capture(const Capture& capture);

struct ParsedCapture {
    Capture capture;
    int line = 0;  // of the error
    std::string error;
};
ParsedCapture parse_capture(std::string_view text);

}  // namespace arbasm::tegra
