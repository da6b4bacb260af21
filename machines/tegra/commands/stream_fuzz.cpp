// Bytes as a stream's words, and as text: what parses is written and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "machines/tegra/commands/host1x.h"
#include "machines/tegra/device/capture.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace machines::tegra;
    if (size == 0) return 0;
    const uint8_t kind = data[0];
    data++, size--;
    std::vector<uint32_t> words(size / 4);
    if (!words.empty()) std::memcpy(words.data(), data, 4 * words.size());
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    switch (kind % 2) {
        case 0: {
            const ParsedStream parsed = parse_stream(words);
            if (!parsed.error.empty()) return 0;
            Capture capture;
            capture.streams.push_back(words);
            const ParsedCapture again = parse_capture(print_capture(capture));
            if (!again.error.empty() || again.capture.streams != capture.streams) std::abort();
            return 0;
        }
        default: {
            // Memory for what is written; there is one such line.
            const ParsedCapture parsed = parse_capture("memory 100\n" + std::string(text));
            if (!parsed.error.empty()) return 0;
            const ParsedCapture again = parse_capture(print_capture(parsed.capture));
            if (!again.error.empty() || again.capture.memory != parsed.capture.memory ||
                again.capture.streams != parsed.capture.streams || again.capture.writes != parsed.capture.writes ||
                again.capture.picture != parsed.capture.picture)
                std::abort();
            return 0;
        }
    }
}
