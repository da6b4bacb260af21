// Values of options, and files of numbers, as the commands that run programs read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// Numbers between commas, blanks and line ends; nothing where something else is among them.
std::optional<std::vector<float>> read_numbers(std::string_view text);

// "N=REST", N below `limit`.
bool split_numbered(std::string_view text, uint32_t limit, uint32_t& number, std::string& rest);

struct PictureExtent {
    uint32_t width = 0, height = 0;
};
// "WIDTHxHEIGHT", each 1 to `most`.
std::optional<PictureExtent> read_extent(std::string_view text, uint32_t most);

}  // namespace tool
