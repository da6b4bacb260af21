#include "machines/tegra/commands/registers.h"

#include <array>
#include <charconv>

namespace machines::tegra {
namespace {

constexpr RegisterInfo infos[] = {
#define TEGRA_REGISTER(offset, count, stride, name) {offset, count, stride, #name},
#define TEGRA_FIELD(...)
#include "machines/tegra/commands/registers.def"
#undef TEGRA_REGISTER
#undef TEGRA_FIELD
};

constexpr RegisterField fields[] = {
#define TEGRA_REGISTER(...)
#define TEGRA_FIELD(register_name, name, low, high) {#register_name, #name, {low, high}},
#include "machines/tegra/commands/registers.def"
#undef TEGRA_REGISTER
#undef TEGRA_FIELD
};

constexpr std::pair<uint32_t, uint32_t> resets[] = {
#define TEGRA_RESET(offset, value) {offset, value},
#include "machines/tegra/commands/reset.def"
#undef TEGRA_RESET
};

bool read_number(std::string_view text, int base, uint32_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

FoundRegister find_register(uint32_t offset) {
    static const auto table = [] {
        std::array<FoundRegister, register_count> found{};
        for (const RegisterInfo& info : infos)
            for (uint32_t i = 0; i < info.count; i++) found[info.offset + i * info.stride] = {&info, i};
        return found;
    }();
    return offset < register_count ? table[offset] : FoundRegister{};
}

std::span<const RegisterInfo> register_table() { return infos; }

std::span<const RegisterField> fields_of(std::string_view name) {
    // The rows of one register stand together.
    size_t first = 0;
    while (first < std::size(fields) && fields[first].register_name != name) first++;
    size_t last = first;
    while (last < std::size(fields) && fields[last].register_name == name) last++;
    return std::span(fields).subspan(first, last - first);
}

std::string register_name(uint32_t offset) {
    const FoundRegister found = find_register(offset);
    if (!found.info) {
        char text[8];
        return "0x" + std::string(text, std::to_chars(text, text + sizeof text, offset, 16).ptr);
    }
    std::string name{found.info->name};
    if (found.info->count > 1) name += "(" + std::to_string(found.index) + ")";
    return name;
}

int32_t parse_register_name(std::string_view name) {
    uint32_t value = 0;
    if (name.starts_with("0x"))
        return read_number(name.substr(2), 16, value) && value < register_count ? static_cast<int32_t>(value) : -1;
    std::string_view index;
    if (const size_t open = name.find('('); open != std::string_view::npos) {
        if (!name.ends_with(')')) return -1;
        index = name.substr(open + 1, name.size() - open - 2);
        name = name.substr(0, open);
        if (!read_number(index, 10, value)) return -1;
    }
    for (const RegisterInfo& info : infos)
        if (info.name == name)
            return value < info.count && (info.count > 1) == !index.empty()
                       ? static_cast<int32_t>(info.offset + value * info.stride)
                       : -1;
    return -1;
}

std::span<const std::pair<uint32_t, uint32_t>> reset_state() { return resets; }

}  // namespace machines::tegra
