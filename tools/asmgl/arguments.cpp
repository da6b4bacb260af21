#include "arguments.h"

#include <algorithm>
#include <charconv>

namespace tool {

std::optional<std::vector<float>> read_numbers(std::string_view text) {
    std::vector<float> list;
    while (true) {
        const size_t begin = text.find_first_not_of(", \t\r\n");
        if (begin == std::string_view::npos) return list;
        text.remove_prefix(begin);
        float value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{}) return {};
        text.remove_prefix(static_cast<size_t>(end - text.data()));
        list.push_back(value);
    }
}

bool split_numbered(std::string_view text, uint32_t limit, uint32_t& number, std::string& rest) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + equals, number);
    rest = text.substr(equals + 1);
    return error == std::errc{} && end == text.data() + equals && number < limit;
}

std::optional<PictureExtent> read_extent(std::string_view text, uint32_t most) {
    PictureExtent extent;
    const char* const end = text.data() + text.size();
    const auto [x, first] = std::from_chars(text.data(), end, extent.width);
    if (first != std::errc{} || x == end || *x != 'x') return {};
    const auto [rest, second] = std::from_chars(x + 1, end, extent.height);
    if (second != std::errc{} || rest != end || !extent.width || !extent.height ||
        std::max(extent.width, extent.height) > most)
        return {};
    return extent;
}

}  // namespace tool
