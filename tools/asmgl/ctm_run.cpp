// asmgl ctm-run: an object on the emulated DPP array.
#include <bit>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <optional>

#include "commands.h"
#include "files.h"

#include "arbasm/targets/ctm/am.h"
#include "arbasm/targets/ctm/commands.h"
#include "arbasm/targets/ctm/object.h"
#include "arbasm/targets/ctm/surface.h"

namespace tool {
namespace {

namespace ctm = arbasm::ctm;

std::span<const uint8_t> bytes_of(const std::string& text) {
    return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// Numbers between commas, spaces and line ends.
std::optional<std::vector<float>> numbers(std::string_view text) {
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

// "N=REST"
bool split(std::string_view text, uint32_t limit, uint32_t& number, std::string& rest) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + equals, number);
    rest = text.substr(equals + 1);
    return error == std::errc{} && end == text.data() + equals && number < limit;
}

int wrong(const char* what, const std::string& given) {
    fmt::print(stderr, "asmgl ctm-run: {}: {}\n", what, given);
    return exit_usage;
}

// A managed connection that closes itself.
struct Connection {
    AMmanagedDeviceInfo info{};
    AMmanagedDevice device = nullptr;
    explicit Connection(const std::string& name) : device(amOpenManagedConnection(name.c_str(), &info)) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        if (device != nullptr) amCloseManagedConnection(device);
    }
};

}  // namespace

int run_ctm(const ArrayWish& wish) {
    const std::optional<std::string> content = read_file("ctm-run", wish.file);
    if (!content) return exit_usage;
    const ctm::ReadObject read = ctm::read_object(bytes_of(*content));
    if (!read.error.empty()) {
        fmt::print(stderr, "asmgl ctm-run: {}: {}\n", wish.file, read.error);
        return exit_failed;
    }
    uint32_t width = 0, height = 0;
    {
        const char* end = wish.domain.data() + wish.domain.size();
        const auto [x, first] = std::from_chars(wish.domain.data(), end, width);
        const auto [rest, second] = first == std::errc{} && x != end && *x == 'x'
                                        ? std::from_chars(x + 1, end, height)
                                        : std::from_chars_result{x, std::errc::invalid_argument};
        if (second != std::errc{} || rest != end || !width || !height || width > ctm::largest_coordinate + 1 ||
            height > ctm::largest_coordinate + 1)
            return wrong("a domain is WIDTHxHEIGHT, each up to 4096", wish.domain);
    }
    const Connection connection("emulator");
    const AMmanagedDeviceInfo& info = connection.info;
    auto* const memory = static_cast<uint8_t*>(info.baseAddressCPU);
    // Surfaces follow each other; programs and constants are in the first pages.
    constexpr uint32_t program_at = 0, floats_at = 0x8000, integers_at = 0xa000, commands_at = 0xa800,
                       surfaces_at = 0x10000;
    const uint32_t pitch = (width + 3) & ~3u;
    const uint64_t bytes = (uint64_t{pitch} * height * 16 + 2047) & ~uint64_t{2047};
    if (surfaces_at + bytes * (1 + read.object.inputs.size()) > info.sizeSYS)
        return wrong("inputs and output of this domain are more than the device's memory", wish.domain);
    if (content->size() > floats_at - program_at) {
        fmt::print(stderr, "asmgl ctm-run: {}: objects of more than {} bytes are not loaded\n", wish.file,
                   floats_at - program_at);
        return exit_failed;
    }
    std::memcpy(memory + program_at, content->data(), content->size());
    for (const ctm::Literal& literal : read.object.literals)
        std::memcpy(memory + floats_at + literal.index * 16, literal.bits.data(), 16);
    for (const ctm::Literal& literal : read.object.integers)
        std::memcpy(memory + integers_at + literal.index * 4, literal.bits.data(), 4);
    uint32_t number = 0;
    std::string rest;
    for (const std::string& constant : wish.constants) {
        // The turns of a loop.
        if (constant.starts_with("i")) {
            const bool named = split(constant.substr(1), ctm::integer_constant_count, number, rest);
            const auto turns = named ? numbers(rest) : std::nullopt;
            if (!turns || turns->size() != 1 || !((*turns)[0] >= 0 && (*turns)[0] < 256))
                return wrong("a number of turns is iNUMBER=0…255", constant);
            memory[integers_at + number * 4] = static_cast<uint8_t>((*turns)[0]);
            continue;
        }
        const bool good = split(constant, ctm::float_constant_count, number, rest);
        const auto list = good ? numbers(rest) : std::nullopt;
        if (!list || list->empty() || list->size() > 4) return wrong("a constant is NUMBER=X,Y,Z,W", constant);
        std::memcpy(memory + floats_at + number * 16, list->data(), list->size() * 4);
    }
    ctm::CommandBuffer commands;
    const uint32_t format = ctm::format_word(ctm::FLOAT32_4, ctm::Linear, pitch);
    uint64_t next = surfaces_at + bytes;
    for (const std::string& input : wish.inputs) {
        if (!split(input, ctm::input_count, number, rest)) return wrong("an input is NUMBER=FILE", input);
        const auto text = read_file("ctm-run", rest);
        if (!text) return exit_usage;
        const auto list = numbers(*text);
        if (!list || list->size() != size_t{width} * height * 4)
            return wrong("an input has four numbers for each element of the domain", rest);
        if (next + bytes > info.sizeSYS) return wrong("this is more than the device's memory", input);
        for (uint32_t y = 0; y < height; y++)
            std::memcpy(memory + next + uint64_t{y} * pitch * 16, list->data() + size_t{y} * width * 4, width * 16);
        commands.add(ctm::Command::set_inp_fmt,
                     {number, info.baseAddressSYS + static_cast<uint32_t>(next), format, height});
        next += bytes;
    }
    const uint32_t shown = read.object.outputs.empty() ? 0 : read.object.outputs[0];
    using ctm::Command;
    commands.add(Command::set_inst_fmt, {info.baseAddressSYS + program_at, 0});
    commands.add(Command::set_constf_fmt, {info.baseAddressSYS + floats_at, 0});
    commands.add(Command::set_consti_fmt, {info.baseAddressSYS + integers_at, 0});
    commands.add(Command::set_out_fmt, {shown, info.baseAddressSYS + surfaces_at, format, height});
    commands.add(Command::set_out_mask, {15});
    for (Command command :
         {Command::inv_inst_cache, Command::inv_constf_cache, Command::inv_consti_cache, Command::inv_inp_cache})
        commands.add(command);
    commands.add(Command::set_domain, {0, 0, width - 1, height - 1});
    commands.add(Command::start_program);
    commands.add(Command::flush_out_cache);
    std::memcpy(memory + commands_at, commands.words().data(), commands.words().size() * 4);
    if (!amSubmitCommandBuffer(connection.device, info.baseAddressSYS + commands_at,
                               static_cast<uint32_t>(commands.words().size() * 4))) {
        fmt::print(stderr, "asmgl ctm-run: {}: {}\n", wish.file, amManagedFailure(connection.device));
        return exit_failed;
    }
    std::string text;
    const bool picture = wish.output.ends_with(".png");
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t* at = memory + surfaces_at + (uint64_t{y} * pitch + x) * 16;
            const ctm::Element value = ctm::read_element(ctm::FLOAT32_4, at);
            if (picture) {
                uint8_t rgba[4];
                ctm::write_element(ctm::UINT8_4, value, 15, rgba);
                text.append(reinterpret_cast<const char*>(rgba), 4);
            } else {
                text += fmt::format("{},{},{},{}\n", value[0], value[1], value[2], value[3]);
            }
        }
    if (picture) text = png(width, height, text);
    return write_file("ctm-run", wish.output, text.data(), text.size()) ? 0 : exit_failed;
}

}  // namespace tool
