// A file of draws: what lies in memory, and the streams that are submitted one after the other.
//
//   memory 0x100000                 bytes, all 0 but for:
//   data 0x1000 00000000 3f800000   words from this address on
//   picture 0x2000 RGBA8888 64 48 256   what is to be seen: address, format, width, height, bytes of a row
//   stream                          the lines of a stream follow (host1x.h)
//   data 0x1000 3f800000            behind a stream: what the processor writes before the next
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace machines::tegra {

inline constexpr uint32_t max_capture_memory = 1u << 28;

struct CapturePicture {
    uint32_t address = 0, format = 0, width = 0, height = 0, pitch = 0;
    bool operator==(const CapturePicture&) const = default;
};
// Within memory.
struct CaptureWrite {
    size_t before = 0;  // which stream; the number of streams: behind the last
    uint32_t address = 0;
    std::vector<uint32_t> words;
    bool operator==(const CaptureWrite&) const = default;
};

struct Capture {
    std::vector<uint8_t> memory;
    std::vector<std::vector<uint32_t>> streams;
    std::vector<CaptureWrite> writes;  // in the order of the streams, none before the first
    std::optional<CapturePicture> picture;
};

std::string print_capture(const Capture& capture);

struct ParsedCapture {
    Capture capture;
    int line = 0;  // of the error
    std::string error;
};
ParsedCapture parse_capture(std::string_view text);

}  // namespace machines::tegra
