// asmgl ctm-run: an object on the emulated DPP array, or what was recorded of an application's draws.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <set>

#include "arguments.h"
#include "commands.h"
#include "files.h"
#include "pictures.h"

#include "machines/ctm/assembly/object.h"
#include "machines/ctm/commands/commands.h"
#include "machines/ctm/device/device.h"
#include "machines/ctm/surfaces/surface.h"

namespace tool {
namespace {

namespace ctm = machines::ctm;
using ctm::Command;

constexpr size_t most_input_bytes = size_t{2} << 30;
constexpr uint32_t conditional_output = ctm::output_count;  // numbered behind the others

using Extent = PictureExtent;

// "WIDTHxHEIGHT", as the array's coordinates reach.
std::optional<Extent> extent_of(std::string_view text) { return read_extent(text, ctm::largest_coordinate + 1); }

int wrong(std::string_view what, std::string_view given) { return complain("ctm-run", what, given, exit_usage); }

int failed(const std::string& file, std::string_view what) { return complain("ctm-run", file, what, exit_failed); }

bool names(const std::vector<uint32_t>& list, uint32_t number) {
    return std::find(list.begin(), list.end(), number) != list.end();
}

// ---- what goes in and comes out

struct Input {
    uint32_t number = 0;
    Extent extent;
    std::vector<float> values;  // four for each element
};

// NUMBER=FILE, of a picture or, of the domain's size, of numbers; NUMBER=WIDTHxHEIGHT:FILE. Nothing: it was told why.
std::optional<Input> read_input(const std::string& text, const ctm::Object& object, Extent domain) {
    Input input;
    std::string name;
    if (!split_numbered(text, ctm::input_count, input.number, name)) {
        wrong("an input is NUMBER=FILE or NUMBER=WIDTHxHEIGHT:FILE", text);
        return {};
    }
    if (!names(object.inputs, input.number)) {
        wrong("the program does not read this input", text);
        return {};
    }
    std::optional<Extent> told;
    if (const size_t colon = name.find(':'); colon != std::string::npos && (told = extent_of(name.substr(0, colon))))
        name.erase(0, colon + 1);
    const std::optional<std::string> content = read_file("ctm-run", name, most_input_bytes);
    if (!content) return {};
    if (content->starts_with("\x89PNG")) {
        const Picture picture = read_png(*content);
        if (!picture.error.empty() || told) {
            wrong(told ? "a picture has its own size" : picture.error, name);
            return {};
        }
        input.extent = {picture.width, picture.height};
        for (const uint8_t byte : picture.rgba) input.values.push_back(static_cast<float>(byte) / 255.0f);
        return input;
    }
    input.extent = told.value_or(domain);
    const auto list = read_numbers(*content);
    if (!list || list->size() != size_t{input.extent.width} * input.extent.height * 4) {
        wrong(
            fmt::format("an input of {}x{} has four numbers for each element", input.extent.width, input.extent.height),
            name);
        return {};
    }
    input.values = *list;
    return input;
}

// Where an output lies, and how much of it is shown.
struct Output {
    uint32_t number = 0;
    ctm::Surface surface;
    Extent extent;
};

std::string text_of(const Output& output, ctm::Memory& memory, bool picture) {
    const ctm::Surface& s = output.surface;
    const uint32_t channels = ctm::format_channels[s.format];
    std::string text;
    for (uint32_t y = 0; y < output.extent.height; y++)
        for (uint32_t x = 0; x < output.extent.width; x++) {
            const uint8_t* at = memory.at(s.base + ctm::element_offset(s, x, y), ctm::format_bytes[s.format]);
            ctm::Element value = at ? ctm::read_element(s.format, at) : ctm::Element{};
            if (picture) {
                if (channels == 1) value = {value[0], value[0], value[0], 1};
                uint8_t rgba[4];
                ctm::write_element(ctm::UINT8_4, value, 15, rgba);
                text.append(reinterpret_cast<const char*>(rgba), 4);
                continue;
            }
            text += fmt::format("{}\n", fmt::join(value.begin(), value.begin() + channels, ","));
        }
    return picture ? png(output.extent.width, output.extent.height, text) : text;
}

bool write_output(const Output& output, ctm::Memory& memory, const std::string& name) {
    const std::string text = text_of(output, memory, name.ends_with(".png"));
    return write_file("ctm-run", name, text.data(), text.size());
}

// ---- one object

struct Wanted {
    uint32_t number;
    std::string file;
};

// --output FILE: the first; NUMBER=FILE; depth=FILE. False: it was told why.
bool read_outputs(const ArrayOptions& options, const ctm::Object& object, std::vector<Wanted>& wanted) {
    const uint32_t first = object.outputs.empty() ? conditional_output : object.outputs[0];
    if (options.outputs.empty()) wanted.push_back({first, {}});
    for (const std::string& text : options.outputs) {
        Wanted output{first, text};
        if (text.starts_with("depth="))
            output = {conditional_output, text.substr(6)};
        else if (text.find('=') != std::string::npos &&
                 !split_numbered(text, ctm::output_count, output.number, output.file))
            return wrong("an output is FILE, NUMBER=FILE or depth=FILE", text), false;
        const bool there =
            output.number == conditional_output ? object.conditional_output : names(object.outputs, output.number);
        if (!there) return wrong("the program does not write this output", text), false;
        wanted.push_back(output);
    }
    return true;
}

// The pages of constants: 256 of 16 bytes, then 32 of 4.
constexpr uint32_t integers_in_page = ctm::float_constant_count * ctm::float_constant_bytes;

// What is not told of textures: their inputs' sizes; less or equal, clamped, of the nearest texel, as a luminance.
void texture_constants(const ctm::Object& object, const std::vector<Input>& inputs, std::vector<uint8_t>& page) {
    constexpr ctm::Element usual[] = {{1, 1, 1, 1}, {1, 1, 0, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}};
    static_assert(std::size(usual) == ctm::texture_constant_count);
    for (const ctm::TextureConstants& t : object.textures) {
        uint8_t* const at = page.data() + t.constant * 16;
        std::memcpy(at, usual, t.compares ? sizeof usual : sizeof usual[0]);
        const auto input = std::ranges::find(inputs, t.unit, &Input::number);
        if (input == inputs.end()) continue;
        const auto width = static_cast<float>(input->extent.width), height = static_cast<float>(input->extent.height);
        const ctm::Element size{width, height, 1 / width, 1 / height};
        std::memcpy(at, size.data(), 16);
    }
}

bool read_constants(const ArrayOptions& options, const ctm::Object& object, const std::vector<Input>& inputs,
                    std::vector<uint8_t>& page) {
    page.assign(integers_in_page + ctm::integer_constant_count * ctm::integer_constant_bytes, 0);
    for (const ctm::Literal& literal : object.literals)
        std::memcpy(page.data() + literal.index * 16, literal.bits.data(), 16);
    for (const ctm::Literal& literal : object.integers)
        std::memcpy(page.data() + integers_in_page + literal.index * 4, literal.bits.data(), 4);
    texture_constants(object, inputs, page);
    uint32_t number = 0;
    std::string rest;
    std::set<std::string> given;
    for (const std::string& constant : options.constants) {
        if (!given.insert(constant.substr(0, constant.find('='))).second)
            return wrong("this is given twice", constant), false;
        const bool turns = constant.starts_with("i");
        const bool good = turns ? split_numbered(constant.substr(1), ctm::integer_constant_count, number, rest)
                                : split_numbered(constant, ctm::float_constant_count, number, rest);
        const auto list = good ? read_numbers(rest) : std::nullopt;
        if (turns && (!list || list->size() != 1 || !((*list)[0] >= 0 && (*list)[0] < 256)))
            return wrong("a number of turns is iNUMBER=0…255", constant), false;
        if (!turns && (!list || list->empty() || list->size() > 4))
            return wrong("a constant is NUMBER=X,Y,Z,W", constant), false;
        if (!names(turns ? object.integer_constants : object.float_constants, number))
            return wrong("the program does not read this constant", constant), false;
        if (turns)
            page[integers_in_page + number * 4] = static_cast<uint8_t>((*list)[0]);
        else
            std::memcpy(page.data() + number * 16, list->data(), list->size() * 4);
    }
    return true;
}

// The device's memory, given away from its beginning.
class Arena {
  public:
    explicit Arena(ctm::Device& device) : memory_(device.memory()) { memory_.bytes.clear(); }
    // The address of `bytes` bytes, 0s; 0 where addresses end.
    uint32_t allocate(uint64_t bytes) {
        const uint64_t at = memory_.bytes.size();
        const uint64_t end = (at + bytes + ctm::base_alignment - 1) & ~uint64_t{ctm::base_alignment - 1};
        if (memory_.base + end > UINT32_MAX) return 0;
        memory_.bytes.resize(end);
        return memory_.base + static_cast<uint32_t>(at);
    }
    uint32_t allocate(const void* data, size_t bytes) {
        const uint32_t address = allocate(bytes);
        if (address) std::memcpy(memory_.at(address, bytes), data, bytes);
        return address;
    }
    // A surface, and its address in it; none where there is no room.
    std::optional<ctm::Surface> surface(Extent extent, ctm::Format format) {
        ctm::Surface s{0, (extent.width + 3) & ~3u, extent.height, ctm::Linear, format, true};
        s.base = allocate(ctm::surface_bytes(s));
        return s.base ? std::optional(s) : std::nullopt;
    }

  private:
    ctm::Memory& memory_;
};

// Commands that bind what is given, run the domain and leave the outputs in memory.
bool lay_out(Arena& arena, ctm::Memory& memory, const std::vector<Input>& inputs, Extent domain,
             std::vector<Output>& outputs, ctm::CommandBuffer& commands) {
    const auto format = [](const ctm::Surface& s) { return ctm::format_word(s.format, s.tiling, s.pitch); };
    for (const Input& input : inputs) {
        const auto s = arena.surface(input.extent, ctm::FLOAT32_4);
        if (!s) return false;
        // Beyond the last column the pitch's padding repeats it.
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->pitch; x++)
                std::memcpy(
                    memory.at(s->base + ctm::element_offset(*s, x, y), 16),
                    input.values.data() + (size_t{y} * input.extent.width + std::min(x, input.extent.width - 1)) * 4,
                    16);
        commands.add(Command::set_inp_fmt, {input.number, s->base, format(*s), s->height});
    }
    for (Output& output : outputs) {
        const bool depth = output.number == conditional_output;
        const auto s = arena.surface(domain, depth ? ctm::FLOAT32_1 : ctm::FLOAT32_4);
        if (!s) return false;
        output.surface = *s;
        output.extent = domain;
        if (depth)
            commands.add(Command::set_cond_out_fmt, {s->base, format(*s), s->height});
        else
            commands.add(Command::set_out_fmt, {output.number, s->base, format(*s), s->height});
    }
    commands.add(Command::set_out_mask, {15});
    commands.add(Command::set_cond_out_mask, {1});
    commands.add(Command::set_cond_test, {ctm::condition_always});
    commands.add(Command::set_cond_loc, {0});
    for (Command command :
         {Command::inv_inst_cache, Command::inv_constf_cache, Command::inv_consti_cache, Command::inv_inp_cache})
        commands.add(command);
    commands.add(Command::set_domain, {0, 0, domain.width - 1, domain.height - 1});
    commands.add(Command::start_program);
    commands.add(Command::flush_out_cache);
    commands.add(Command::flush_cond_out_cache);
    return true;
}

int run_object(const ArrayOptions& options) {
    const std::optional<std::string> content = read_file("ctm-run", options.file);
    if (!content) return exit_usage;
    const ctm::ReadObject read = ctm::read_object({reinterpret_cast<const uint8_t*>(content->data()), content->size()});
    if (!read.error.empty()) return failed(options.file, read.error);
    const std::optional<Extent> domain = extent_of(options.domain);
    if (options.domain.empty()) return wrong("an object needs a domain", "--domain WIDTHxHEIGHT, each up to 4096");
    if (!domain) return wrong("a domain is WIDTHxHEIGHT, each up to 4096", options.domain);
    std::vector<Input> inputs;
    for (const std::string& text : options.inputs) {
        std::optional<Input> input = read_input(text, read.object, *domain);
        if (!input) return exit_usage;
        if (std::ranges::find(inputs, input->number, &Input::number) != inputs.end())
            return wrong("this is given twice", text);
        inputs.push_back(*std::move(input));
    }
    std::vector<Wanted> wanted;
    std::vector<uint8_t> constants;
    if (!read_outputs(options, read.object, wanted) || !read_constants(options, read.object, inputs, constants))
        return exit_usage;

    ctm::Emulator device(0, 0, !options.lenient);
    Arena arena(device);
    std::vector<Output> outputs;
    for (const Wanted& one : wanted) {
        Output output;
        output.number = one.number;
        if (std::ranges::none_of(outputs, [&](const Output& o) { return o.number == one.number; }))
            outputs.push_back(output);
    }
    ctm::CommandBuffer commands;
    const uint32_t program = arena.allocate(content->data(), content->size());
    const uint32_t floats = arena.allocate(constants.data(), integers_in_page);
    const uint32_t integers = arena.allocate(constants.data() + integers_in_page, constants.size() - integers_in_page);
    commands.add(Command::set_inst_fmt, {program, 0});
    commands.add(Command::set_constf_fmt, {floats, 0});
    commands.add(Command::set_consti_fmt, {integers, 0});
    if (!lay_out(arena, device.memory(), inputs, *domain, outputs, commands))
        return failed(options.file, "inputs and outputs are more than the device has addresses for");
    const auto bytes = static_cast<uint32_t>(commands.words().size() * 4);
    if (!device.submit(arena.allocate(commands.words().data(), bytes), bytes))
        return failed(options.file, device.failure());
    for (const Wanted& one : wanted) {
        const auto output = std::ranges::find(outputs, one.number, &Output::number);
        if (!write_output(*output, device.memory(), one.file)) return exit_failed;
    }
    return 0;
}

// ---- recorded draws

std::string output_name(uint32_t number) {
    return number == conditional_output ? "depth" : fmt::format("output-{}", number);
}

// The outputs that the commands bind, as far as the last domain reaches.
std::vector<Output> outputs_of(const std::vector<ctm::ParsedCommand>& commands) {
    std::vector<Output> outputs;
    Extent domain;
    const auto bind = [&](uint32_t number, uint32_t base, uint32_t format, uint32_t height) {
        Output output;
        output.number = number;
        output.surface.base = base & ~(ctm::base_alignment - 1);
        output.surface.height = height & 0x1fff;
        if (!ctm::set_format(output.surface, format).empty()) return;
        std::erase_if(outputs, [&](const Output& o) { return o.number == number; });
        outputs.push_back(output);
    };
    for (const ctm::ParsedCommand& command : commands) {
        const auto& p = command.parameters;
        if (command.command == Command::set_out_fmt) bind(p[0] & 3, p[1], p[2], p[3]);
        if (command.command == Command::set_cond_out_fmt) bind(conditional_output, p[0], p[1], p[2]);
        if (command.command == Command::set_domain)
            domain = {(p[2] & ctm::largest_coordinate) + 1, (p[3] & ctm::largest_coordinate) + 1};
    }
    for (Output& output : outputs)
        output.extent = {std::min(domain.width, output.surface.pitch), std::min(domain.height, output.surface.height)};
    std::ranges::sort(outputs, {}, &Output::number);
    return outputs;
}

// One recorded command buffer with its memory: NNNN-commands.bin and NNNN-memory.bin.
int replay(const std::filesystem::path& commands_file, const std::string& number, const ArrayOptions& options) {
    const std::filesystem::path folder = commands_file.parent_path();
    const auto words = read_file("ctm-run", commands_file.string());
    const auto memory = read_file("ctm-run", (folder / (number + "-memory.bin")).string(), most_input_bytes);
    if (!words || !memory) return exit_failed;
    ctm::Emulator device(0, 0, !options.lenient);
    Arena arena(device);
    arena.allocate(memory->data(), memory->size());
    std::vector<uint32_t> buffer(words->size() / 4);
    std::memcpy(buffer.data(), words->data(), buffer.size() * 4);
    const ctm::ParsedCommands parsed = ctm::parse_commands(buffer);
    const std::vector<Output> outputs = outputs_of(parsed.commands);
    // What is 0 at the end was not recorded; outputs lie there.
    for (const Output& output : outputs) {
        const uint64_t end = output.surface.base + ctm::surface_bytes(output.surface);
        const uint64_t there = device.memory().base + device.memory().bytes.size();
        if (end <= there) continue;
        // A damaged recording names any.
        if (end - there > most_input_bytes || !arena.allocate(end - there))
            return failed(commands_file.string(),
                          fmt::format("{} lies {} MiB behind what was recorded: the recording is damaged",
                                      output_name(output.number), (end - there) >> 20));
    }
    const auto bytes = static_cast<uint32_t>(words->size());
    if (!device.submit(arena.allocate(words->data(), words->size()), bytes))
        return failed(commands_file.string(), device.failure());
    fmt::print(stderr, "{}: {} instructions of processors, outputs:", number, device.instructions());
    for (const Output& output : outputs)
        fmt::print(stderr, " {} ({}x{})", output_name(output.number), output.extent.width, output.extent.height);
    fmt::print(stderr, "\n");
    for (const Output& output : outputs) {
        if (options.outputs.empty()) {
            fmt::print("# {} {} {}x{}\n{}", number, output_name(output.number), output.extent.width,
                       output.extent.height, text_of(output, device.memory(), false));
            continue;
        }
        const std::string base =
            (std::filesystem::path(options.outputs[0]) / (number + "-" + output_name(output.number))).string();
        if (!write_output(output, device.memory(), base + ".csv") ||
            !write_output(output, device.memory(), base + ".png"))
            return exit_failed;
    }
    return 0;
}

int run_recordings(const ArrayOptions& options) {
    if (!options.domain.empty() || !options.inputs.empty() || !options.constants.empty())
        return wrong("recordings have their own domain, inputs and constants", options.file);
    if (options.outputs.size() > 1) return wrong("recordings have one folder for their outputs", options.outputs[1]);
    std::vector<std::filesystem::path> files;
    std::error_code error;
    constexpr std::string_view suffix = "-commands.bin";
    for (const auto& entry : std::filesystem::directory_iterator(options.file, error))
        if (entry.path().filename().string().ends_with(suffix)) files.push_back(entry.path());
    if (error) return wrong(error.message(), options.file);
    if (files.empty()) return failed(options.file, "no recordings are in this folder (NNNN-commands.bin)");
    if (!options.outputs.empty()) std::filesystem::create_directories(options.outputs[0], error);
    std::ranges::sort(files);
    int result = 0;
    for (const std::filesystem::path& file : files) {
        std::string number = file.filename().string();
        number.resize(number.size() - suffix.size());
        result = std::max(result, replay(file, number, options));
    }
    return result;
}

}  // namespace

int run_ctm(const ArrayOptions& options) try {
    std::error_code ignored;
    return std::filesystem::is_directory(options.file, ignored) ? run_recordings(options) : run_object(options);
} catch (const std::bad_alloc&) {
    return failed(options.file, "there is not as much memory as this takes; is the file damaged?");
}

}  // namespace tool
