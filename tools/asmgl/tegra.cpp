// asmgl as --emit=tegra, dis and tegra-run: programs and streams for Tegra's 3D engine.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "commands.h"
#include "files.h"
#include "pictures.h"
#include "tegra_listing.h"

#include "arbasm/assembler.h"
#include "machines/tegra/codegen/fragment/generate.h"
#include "machines/tegra/codegen/vertex/generate.h"
#include "machines/tegra/commands/draw_state.h"
#include "machines/tegra/device/capture.h"
#include "machines/tegra/device/device.h"
#include "machines/tegra/surfaces/pixels.h"
#include "rasterizer/targets/device_coverage.h"

namespace tool {
namespace {

namespace tegra = machines::tegra;
using tegra::StreamBuilder;

int finish(const EmitOptions& options, const std::string& reason, const std::string& text,
           const StreamBuilder& stream) {
    if (reason.empty()) return write_code(options.form, options.output, text, stream);
    fmt::print(stderr, "asmgl: as: {}\n", reason);
    return exit_failed;
}

int emit_vertex(const EmitOptions& options, const tegra::GeneratedVertex& made) {
    std::string text;
    for (const auto& c : made.constants) text += fmt::format("/* c[{}]: parameter {} */\n", c.constant, c.parameter);
    text += tegra::disassemble(made.code);
    StreamBuilder stream;
    stream.set_class(tegra::class_gr3d);
    return finish(options, upload(stream, made.code), text, stream);
}

int emit_fragment(const EmitOptions& options, const tegra::GeneratedFragment& made) {
    std::string text;
    for (const auto& v : made.varyings)
        text += fmt::format("/* tram{}: attribute {}{} */\n", v.row, v.attribute, v.flat ? ", flat" : "");
    for (const auto& u : made.uniforms) {
        using Kind = tegra::GeneratedFragment::UniformKind;
        if (u.kind == Kind::Parameter)
            text +=
                fmt::format("/* u{}: component {} of parameter {} */\n", u.uniform, "xyzw"[u.component & 3], u.index);
        else if (u.kind == Kind::HeightLessHalf)
            text += fmt::format("/* u{}: the target's height, less 0.5 */\n", u.uniform);
        else
            text += fmt::format("/* u{}: 1 / {} of texture {} */\n", u.uniform,
                                u.kind == Kind::InverseWidth ? "width" : "height", u.index);
    }
    text += tegra::disassemble(made.code);
    StreamBuilder stream;
    stream.set_class(tegra::class_gr3d);
    return finish(options, tegra::emit_program(stream, made.code), text, stream);
}

std::vector<uint32_t> words_of(const std::string& content) {
    std::vector<uint32_t> words(content.size() / 4);
    std::memcpy(words.data(), content.data(), 4 * words.size());
    return words;
}

// What the stream shows as text may be read again: comments begin with '#'.
void comment(const std::string& text) {
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        fmt::print("#{}{}\n", line.empty() ? "" : " ", line);
        at = end + 1;
    }
}

bool show_programs(std::span<const uint32_t> words) {
    std::map<uint32_t, std::vector<uint32_t>> written;
    uint32_t rows = 1, execs = 0, store = 1;
    std::vector<tegra::LinkInstruction> links;
    for (const tegra::RegisterWrite& write : tegra::writes_of(tegra::parse_stream(words), words)) {
        written[write.offset].push_back(write.value);
        if (write.offset == tegra::reg::ALU_BUFFER_SIZE) rows = tegra::field::ALU_BUFFER_SIZE_SIZE.get(write.value) + 1;
        if (write.offset == tegra::reg::FP_PSEQ_DW_CFG)
            store = tegra::field::FP_PSEQ_DW_CFG_PSEQ_TO_DW_EXEC_NB.get(write.value);
        if (write.offset == tegra::reg::FP_PSEQ_ENGINE_INST) execs = write.value & 0x7f;
    }
    bool good = true;
    const auto show = [&](const char* what, const std::string& error, const std::string& text) {
        fmt::print("#\n# ---- {}\n", what);
        comment(error.empty() ? text : error);
        good &= error.empty();
    };
    if (const auto& code = written[tegra::reg::VP_UPLOAD_INST]; !code.empty()) {
        tegra::VertexCode vertex;
        const std::string error = tegra::decode(code, vertex);
        show("vertex program", error, error.empty() ? tegra::disassemble(vertex) : "");
    }
    if (execs && !written[tegra::reg::FP_PSEQ_UPLOAD_INST].empty()) {
        tegra::FragmentWords code{.pseq = written[tegra::reg::FP_PSEQ_UPLOAD_INST],
                                  .mfu_schedule = written[tegra::reg::FP_UPLOAD_MFU_SCHED],
                                  .tex = written[tegra::reg::FP_UPLOAD_TEX_INST],
                                  .alu_schedule = written[tegra::reg::FP_UPLOAD_ALU_SCHED],
                                  .alu_complement = written[tegra::reg::FP_UPLOAD_ALU_INST_COMPLEMENT],
                                  .dw = written[tegra::reg::FP_UPLOAD_DW_INST],
                                  .mfu = written[tegra::reg::FP_UPLOAD_MFU_INST],
                                  .alu = written[tegra::reg::FP_UPLOAD_ALU_INST]};
        tegra::FragmentCode fragment;
        std::string error;
        for (const auto* part : {&code.pseq, &code.mfu_schedule, &code.tex, &code.alu_schedule, &code.dw})
            if (part->size() < execs) error = "the stream uploads less than its EXECs";
        code.alu_complement.resize(std::max<size_t>(code.alu_complement.size(), execs));
        if (error.empty()) error = tegra::decode(code, execs, fragment);
        fragment.rows = static_cast<int>(rows);
        fragment.store_exec = static_cast<int>(store);
        show("fragment program", error, error.empty() ? tegra::disassemble(fragment) : "");
    }
    for (uint32_t i = 0; i < tegra::linker_instructions; i++) {
        const auto &one = written[tegra::reg::LINKER_INSTRUCTION_0 + 2 * i],
                   &two = written[tegra::reg::LINKER_INSTRUCTION_1 + 2 * i];
        if (one.empty() || two.empty()) continue;
        links.push_back(tegra::decode(tegra::LinkWords{one.back(), two.back()}).instruction);
    }
    // The reset state writes them all, as instructions that do nothing.
    std::erase(links, tegra::LinkInstruction{});
    if (!links.empty()) show("linker", "", tegra::disassemble(links));
    return good;
}

}  // namespace

int emit_tegra(const EmitOptions& options) {
    const std::optional<std::string> source = read_file("as", options.file);
    if (!source) return exit_usage;
    const std::string name = options.file == "-" ? "<stdin>" : options.file;
    const arbasm::ParseResult parsed = arbasm::parse(*source);
    const auto tell = [&](const std::vector<arbasm::Diagnostic>& errors) {
        for (const arbasm::Diagnostic& error : errors) fmt::print(stderr, "{}", arbasm::format(error, *source, name));
        return !errors.empty();
    };
    tell(parsed.errors);
    if (!parsed.program) return exit_failed;
    if (parsed.program->stage == arbasm::Stage::Fragment) {
        const tegra::GeneratedFragment made = tegra::generate_fragment(
            *parsed.program,
            {options.precision == "mixed" ? tegra::FragmentOptions::Mixed : tegra::FragmentOptions::Fp20});
        return tell(made.errors) ? exit_failed : emit_fragment(options, made);
    }
    if (!options.precision.empty()) {
        fmt::print(stderr, "asmgl: as: {}: --precision is of fragments, and this is no fragment program\n", name);
        return exit_usage;
    }
    const tegra::GeneratedVertex made = tegra::generate_vertex(*parsed.program);
    return tell(made.errors) ? exit_failed : emit_vertex(options, made);
}

// One that chooses the 3D engine's class and then writes registers that it has, and nothing else.
bool is_tegra_stream(const std::string&, const std::string& content) {
    constexpr uint32_t class_word = tegra::class_gr3d << 6;
    if (content.size() < 4 || content.size() % 4 || std::memcmp(content.data(), &class_word, 4) != 0) return false;
    const std::vector<uint32_t> words = words_of(content);
    const tegra::ParsedStream parsed = tegra::parse_stream(words);
    if (!parsed.error.empty()) return false;
    const std::vector<tegra::RegisterWrite> writes = tegra::writes_of(parsed, words);
    return std::ranges::all_of(writes, [](const auto& write) { return tegra::find_register(write.offset).info; });
}

// By its name, or text that begins as one.
bool is_tegra_capture(const std::string& name, const std::string& content) {
    if (name.ends_with(".host1x")) return true;
    std::string_view rest = content;
    while (true) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
        if (!rest.starts_with('#')) break;
        rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    }
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
    return word == "memory" || word == "data" || word == "picture" || word == "stream";
}

namespace {

int show_streams(const std::vector<std::vector<uint32_t>>& streams) {
    bool good = true;
    for (const std::vector<uint32_t>& stream : streams) {
        fmt::print("stream\n{}", tegra::print_stream(stream));
        good &= show_programs(stream);
    }
    return good ? 0 : exit_failed;
}

}  // namespace

int disassemble_tegra_stream(const std::string& name, const std::string& content) {
    if (content.empty() || content.size() % 4) {
        fmt::print(stderr, "asmgl: dis: {}: not a stream of whole words\n", name);
        return exit_failed;
    }
    const std::vector<uint32_t> words = words_of(content);
    if (const tegra::ParsedStream parsed = tegra::parse_stream(words); !parsed.error.empty()) {
        fmt::print(stderr, "asmgl: dis: {}: word {}: {}\n", name, parsed.word, parsed.error);
        return exit_failed;
    }
    return show_streams({words});
}

int disassemble_tegra_capture(const std::string& name, const std::string& content) {
    const tegra::ParsedCapture parsed = tegra::parse_capture(content);
    if (!parsed.error.empty()) {
        fmt::print(stderr, "{}:{}: error: {}\n", name, parsed.line, parsed.error);
        return exit_failed;
    }
    return show_streams(parsed.capture.streams);
}

namespace {

// What captures without a picture show: a render target, as large as the viewport; nothing where there is none.
tegra::CapturePicture target_shown(const tegra::Emulator& device, int wanted) {
    const auto value = [&](uint32_t offset) { return device.register_value(offset); };
    const auto extent = [&](uint32_t bias, uint32_t scale) {
        const float size = (std::bit_cast<float>(value(bias)) + std::fabs(std::bit_cast<float>(value(scale)))) / 16;
        return size > 0 && size <= 16384 ? static_cast<uint32_t>(std::lround(size)) : 0u;
    };
    const auto format = [&](uint32_t t) {
        return tegra::field::RT_PARAMS_FORMAT.get(value(tegra::reg::RT_PARAMS + t));
    };
    const auto shows_colors = [&](uint32_t t) {
        return (value(tegra::reg::RT_ENABLE) >> t & 1) && tegra::has_color(format(t));
    };
    uint32_t target = wanted < 0 ? 0 : static_cast<uint32_t>(wanted);
    if (wanted < 0)
        while (target < 15 && !shows_colors(target)) target++;
    if (!shows_colors(target)) return {};
    return {value(tegra::reg::RT_PTR + target), format(target),
            extent(tegra::reg::VIEWPORT_X_BIAS, tegra::reg::VIEWPORT_X_SCALE),
            extent(tegra::reg::VIEWPORT_Y_BIAS, tegra::reg::VIEWPORT_Y_SCALE),
            tegra::field::RT_PARAMS_PITCH.get(value(tegra::reg::RT_PARAMS + target))};
}

}  // namespace

int run_tegra(const StreamOptions& options) {
    const std::optional<std::string> content = read_file("tegra-run", options.file);
    if (!content) return exit_usage;
    tegra::ParsedCapture parsed = tegra::parse_capture(*content);
    if (!parsed.error.empty()) {
        fmt::print(stderr, "{}:{}: error: {}\n", options.file, parsed.line, parsed.error);
        return exit_failed;
    }
    rasterizer::DeviceCoverage coverage;
    tegra::Emulator device(0, coverage, !options.lenient);
    tegra::CapturePicture shown;
    if (options.target < 0 && parsed.capture.picture) shown = *parsed.capture.picture;
    if (const std::string reason = tegra::replay(std::move(parsed.capture), device); !reason.empty()) {
        fmt::print(stderr, "asmgl: tegra-run: {}: {}\n", options.file, reason);
        return exit_failed;
    }
    if (!shown.width) shown = target_shown(device, options.target);
    if (!device.draws() || !shown.width || !shown.height) {
        fmt::print(stderr, "asmgl: tegra-run: {}: the streams draw into no render target of colours\n", options.file);
        return exit_failed;
    }
    const uint32_t bytes = tegra::pixel_bytes(shown.format);
    std::string rgba;
    for (uint32_t y = shown.height; y-- > 0;)  // the target's first row is the lowest
        for (uint32_t x = 0; x < shown.width; x++) {
            const uint64_t at = shown.address + uint64_t{y} * shown.pitch + uint64_t{x} * bytes;
            tegra::Rgba8 pixel{};
            if ((x + 1) * bytes <= shown.pitch && at + bytes <= device.memory().size())
                pixel = tegra::read_pixel(shown.format, &device.memory()[at]);
            rgba.append(reinterpret_cast<const char*>(pixel.data()), 4);
        }
    const std::string picture = png(shown.width, shown.height, rgba);
    fmt::print(stderr, "{} draws, {} vertices, {} fragments\n", device.draws(), device.vertices(), device.fragments());
    return write_file("tegra-run", options.output, picture.data(), picture.size()) ? 0 : exit_failed;
}

}  // namespace tool
