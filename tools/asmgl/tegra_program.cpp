// asmgl tegra-program: one vertex or fragment program on the emulated units of Tegra.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "files.h"
#include "pictures.h"
#include "tegra_listing.h"

#include "arbasm/assembler.h"
#include "machines/tegra/codegen/fragment/generate.h"
#include "machines/tegra/codegen/vertex/generate.h"
#include "machines/tegra/commands/registers.h"
#include "machines/tegra/emulator/fragment_pipeline.h"
#include "machines/tegra/emulator/vertex_emulator.h"
#include "machines/tegra/isa/numbers.h"
#include "machines/tegra/surfaces/pixels.h"
#include "machines/tegra/surfaces/textures.h"

namespace tool {
namespace {

namespace tegra = machines::tegra;
using tegra::Rgba8;

constexpr size_t most_input_bytes = size_t{2} << 30;
constexpr uint32_t largest_picture = 8192, largest_texture = 4095;

int wrong(std::string_view what, std::string_view given) { return complain("tegra-program", what, given, exit_usage); }
int failed(const std::string& file, std::string_view what) {
    return complain("tegra-program", file, what, exit_failed);
}

// ---- programs

struct Loaded {
    std::optional<tegra::VertexCode> vertex;
    std::optional<tegra::FragmentCode> fragment;
    std::vector<tegra::GeneratedFragment::Uniform> uniforms;  // of a compiled one
};

// A program of GL's languages, compiled, or a listing. Nothing: it was told why.
std::optional<Loaded> load(const ProgramOptions& options, const std::string& source) {
    const std::string name = options.file == "-" ? "<stdin>" : options.file;
    Loaded loaded;
    if (options.listing == "tegra-vertex") {
        loaded.vertex = read_vertex_listing(source, name, options.lenient);
        return loaded.vertex ? std::optional(std::move(loaded)) : std::nullopt;
    }
    if (options.listing == "tegra-fragment") {
        loaded.fragment = read_fragment_listing(source, name, options.lenient);
        return loaded.fragment ? std::optional(std::move(loaded)) : std::nullopt;
    }
    const arbasm::ParseResult parsed = arbasm::parse(source);
    std::vector<arbasm::Diagnostic> errors = parsed.errors;
    if (parsed.program && parsed.program->stage == arbasm::Stage::Fragment) {
        tegra::GeneratedFragment made = tegra::generate_fragment(*parsed.program);
        errors.insert(errors.end(), made.errors.begin(), made.errors.end());
        loaded.fragment = std::move(made.code);
        loaded.uniforms = std::move(made.uniforms);
    } else if (parsed.program) {
        tegra::GeneratedVertex made = tegra::generate_vertex(*parsed.program);
        errors.insert(errors.end(), made.errors.begin(), made.errors.end());
        loaded.vertex = std::move(made.code);
    }
    for (const arbasm::Diagnostic& error : errors) fmt::print(stderr, "{}", arbasm::format(error, source, name));
    if (!errors.empty()) return {};
    return loaded;
}

// NUMBER=FILE, four numbers for each vertex or pixel, by number. False: it was told why.
bool read_inputs(const std::vector<std::string>& texts, uint32_t readable, std::string_view what,
                 std::map<uint32_t, std::vector<float>>& inputs) {
    for (const std::string& text : texts) {
        uint32_t number = 0;
        std::string name;
        if (!split_numbered(text, 16, number, name)) return wrong("an input is NUMBER=FILE", text), false;
        if (!(readable >> number & 1))
            return wrong(fmt::format("the program does not read this {}", what), text), false;
        const std::optional<std::string> content = read_file("tegra-program", name, most_input_bytes);
        if (!content) return false;
        std::optional<std::vector<float>> numbers = read_numbers(*content);
        if (!numbers || numbers->empty() || numbers->size() % 4)
            return wrong("an input has four numbers for each element", name), false;
        inputs[number] = *std::move(numbers);
    }
    for (uint32_t i = 0; i < 16; i++)
        if ((readable >> i & 1) && !inputs.count(i))
            return wrong(fmt::format("the program reads {} {}", what, i), "give it by --input"), false;
    return true;
}

// ---- vertices

int run_vertices(const ProgramOptions& options, const tegra::VertexCode& code) {
    if (!options.domain.empty() || !options.textures.empty() || !options.background.empty() || options.target >= 0)
        return wrong("--domain, --texture, --background and --target are of fragments", options.file);
    if (options.output.ends_with(".png")) return wrong("vertices make no picture", options.output);
    if (const std::string reason = complaint(code); !reason.empty() && !options.lenient)
        return failed(options.file, reason);
    std::array<tegra::Float4, tegra::vertex_constants> constants{};
    for (const auto& [index, value] : code.constants) constants[index] = value;
    for (const std::string& text : options.constants) {
        uint32_t number = 0;
        std::string rest;
        if (!split_numbered(text, tegra::vertex_constants, number, rest))
            return wrong("a constant of vertices is NUMBER=X,Y,Z,W", text);
        const auto numbers = read_numbers(rest);
        if (!numbers || numbers->size() != 4) return wrong("a constant of vertices is NUMBER=X,Y,Z,W", text);
        std::copy(numbers->begin(), numbers->end(), constants[number].begin());
    }
    std::map<uint32_t, std::vector<float>> inputs;
    if (!read_inputs(options.inputs, tegra::attributes_of(code), "attribute", inputs)) return exit_usage;
    size_t count = inputs.empty() ? 1 : inputs.begin()->second.size() / 4;
    for (const auto& [number, values] : inputs)
        if (values.size() != 4 * count) return wrong("inputs have as many vertices", fmt::format("input {}", number));
    std::string text = "vertex,export,x,y,z,w\n";
    const uint32_t exports = tegra::exports_of(code);
    for (size_t v = 0; v < count; v++) {
        tegra::VertexRun run;
        run.strict = !options.lenient;
        run.attributes.fill(tegra::attribute_default);
        for (const auto& [number, values] : inputs)
            std::copy_n(values.begin() + static_cast<ptrdiff_t>(4 * v), 4, run.attributes[number].begin());
        if (const std::string reason = tegra::run_vertex(code.instructions, constants, run); !reason.empty())
            return failed(options.file, fmt::format("vertex {}: {}", v, reason));
        for (size_t e = 0; e < tegra::vertex_exports; e++) {
            const tegra::Float4& x = run.exports[e];
            if (run.exported[e] || exports >> e & 1)
                text += fmt::format("{},{},{},{},{},{}\n", v, e, x[0], x[1], x[2], x[3]);
        }
    }
    return write_file("tegra-program", options.output, text.data(), text.size()) ? 0 : exit_failed;
}

// ---- fragments

class Surfaces final : public tegra::FragmentMemory {
  public:
    PictureExtent extent;
    Rgba8 background{};
    std::map<int, std::vector<Rgba8>> targets;
    std::map<int, tegra::TextureState> textures;
    std::vector<uint8_t> memory;  // of the textures

    // UNIT=FILE.png; or UNIT=WIDTHxHEIGHT:FILE, bytes of red, green, blue and alpha. The first row is at t = 0. False:
    // it was told why.
    bool add_texture(const std::string& text, bool linear) {
        uint32_t unit = 0;
        std::string rest;
        const char* const manner =
            "a texture is UNIT=FILE.png or UNIT=WIDTHxHEIGHT:FILE, of at most 4095 texels each way";
        if (!split_numbered(text, tegra::texture_units, unit, rest)) return wrong(manner, text), false;
        const size_t colon = rest.find(':');
        std::optional<PictureExtent> size;
        if (colon != std::string::npos && (size = read_extent(rest.substr(0, colon), largest_texture)))
            rest.erase(0, colon + 1);
        std::optional<std::string> content = read_file("tegra-program", rest, most_input_bytes);
        if (!content) return false;
        if (!size) {
            const Picture picture = read_png(*content);
            if (!picture.error.empty()) return wrong(picture.error, rest), false;
            size = {picture.width, picture.height};
            content->assign(picture.rgba.begin(), picture.rgba.end());
        }
        if (std::max(size->width, size->height) > largest_texture) return wrong(manner, text), false;
        if (content->size() != size_t{4} * size->width * size->height)
            return wrong("a texture has four bytes for each texel", text), false;
        tegra::TextureState state;
        state.address = static_cast<uint32_t>(memory.size());
        const uint32_t filter = linear ? 1 : 0;
        state.desc1 = tegra::field::TEXTURE_DESC1_FORMAT(tegra::format_RGBA8888) |
                      tegra::field::TEXTURE_DESC1_MIN_LINEAR(filter) | tegra::field::TEXTURE_DESC1_MAG_LINEAR(filter);
        state.desc2 = tegra::field::TEXTURE_DESC2_NOT_POWER_OF_TWO(1) | tegra::field::TEXTURE_DESC2_WIDTH(size->width) |
                      tegra::field::TEXTURE_DESC2_HEIGHT(size->height);
        const uint32_t pitch = tegra::texture_pitch(size->width, 4, false);
        memory.resize(memory.size() + size_t{pitch} * size->height);
        for (uint32_t y = 0; y < size->height; y++)
            std::copy_n(content->begin() + static_cast<ptrdiff_t>(size_t{4} * y * size->width), 4 * size->width,
                        memory.begin() + static_cast<ptrdiff_t>(state.address + size_t{y} * pitch));
        textures[static_cast<int>(unit)] = state;
        return true;
    }

    bool look_up(const tegra::TextureRequest& request, std::array<Rgba8, tegra::quad_size>& texels) override {
        const auto found = textures.find(request.unit);
        return found != textures.end() && tegra::sample(found->second, memory, request, texels).empty();
    }
    bool read_target(int target, int x, int y, Rgba8& value) override {
        value = pixel(target, x, y);
        return true;
    }
    bool write_target(int target, int x, int y, const Rgba8& value) override {
        pixel(target, x, y) = value;
        return true;
    }
    bool write_stencil(int, int) override { return true; }

  private:
    Rgba8& pixel(int target, int x, int y) {
        std::vector<Rgba8>& pixels = targets[target];
        if (pixels.empty()) pixels.assign(size_t{extent.width} * extent.height, background);
        return pixels[static_cast<size_t>(y) * extent.width + static_cast<size_t>(x)];
    }
};

uint32_t rows_read(const tegra::FragmentCode& code) {
    uint32_t rows = 0;
    for (const tegra::Exec& exec : code.execs)
        for (const tegra::Mfu& word : exec.mfu)
            for (const tegra::VarMembers& m : tegra::var_members)
                if (word.*m.op != tegra::var_none) rows |= 1u << word.*m.row;
    return rows;
}

// NUMBER=VALUE of 20 bits; NUMBER.l=VALUE and NUMBER.h=VALUE of a half.
bool set_uniform(const std::string& text, std::array<uint32_t, tegra::fragment_uniforms>& uniforms) {
    uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    std::string_view rest(at, static_cast<size_t>(end - at));
    const char half = rest.starts_with(".l=") ? 'l' : rest.starts_with(".h=") ? 'h' : '\0';
    if (error != std::errc{} || number >= uniforms.size() || (!half && !rest.starts_with('='))) return false;
    rest.remove_prefix(half ? 3 : 1);
    const auto value = read_numbers(rest);
    if (!value || value->size() != 1) return false;
    const auto x = static_cast<double>(value->front());
    uniforms[number] =
        half ? tegra::with_half(uniforms[number], half == 'h', tegra::fx10_round(x)) : tegra::fp20_round(x);
    return true;
}

int write_targets(const ProgramOptions& options, const Surfaces& surfaces) {
    const auto shown = options.target < 0 ? surfaces.targets.begin() : surfaces.targets.find(options.target);
    if (shown == surfaces.targets.end()) return failed(options.file, "it stores nothing to a target");
    std::string text;
    if (options.output.ends_with(".png")) {
        for (const Rgba8& pixel : shown->second) text.append(reinterpret_cast<const char*>(pixel.data()), 4);
        text = png(surfaces.extent.width, surfaces.extent.height, text);
    } else {
        text = "target,x,y,red,green,blue,alpha\n";
        for (const auto& [target, pixels] : surfaces.targets) {
            if (options.target >= 0 && target != options.target) continue;
            for (size_t i = 0; i < pixels.size(); i++)
                text += fmt::format("{},{},{},{},{},{},{}\n", target, i % surfaces.extent.width,
                                    i / surfaces.extent.width, pixels[i][0], pixels[i][1], pixels[i][2], pixels[i][3]);
        }
    }
    return write_file("tegra-program", options.output, text.data(), text.size()) ? 0 : exit_failed;
}

// What a driver puts into uniforms itself.
void set_known_uniforms(const Loaded& loaded, const Surfaces& surfaces,
                        std::array<uint32_t, tegra::fragment_uniforms>& uniforms) {
    using Kind = tegra::GeneratedFragment::UniformKind;
    for (const auto& uniform : loaded.uniforms) {
        const auto texture = surfaces.textures.find(static_cast<int>(uniform.index));
        const tegra::TextureSize size =
            texture == surfaces.textures.end() ? tegra::TextureSize{1, 1, 1} : tegra::texture_size(texture->second);
        uint32_t& word = uniforms[uniform.uniform];
        if (uniform.kind == Kind::HeightLessHalf)
            word = tegra::uniform_word(static_cast<float>(surfaces.extent.height) - 0.5f);
        if (uniform.kind == Kind::InverseWidth) word = tegra::uniform_word(1.0f / static_cast<float>(size.width));
        if (uniform.kind == Kind::InverseHeight) word = tegra::uniform_word(1.0f / static_cast<float>(size.height));
    }
}

int run_fragments(const ProgramOptions& options, const Loaded& loaded) {
    const tegra::FragmentCode& code = *loaded.fragment;
    Surfaces surfaces;
    const auto extent = read_extent(options.domain, largest_picture);
    if (!extent) return wrong("fragments need --domain WIDTHxHEIGHT, up to 8192 each", options.domain);
    surfaces.extent = *extent;
    if (!options.background.empty()) {
        const auto bytes = read_numbers(options.background);
        if (!bytes || bytes->size() != 4 || std::ranges::any_of(*bytes, [](float b) { return !(b >= 0 && b <= 255); }))
            return wrong("--background is RED,GREEN,BLUE,ALPHA, of 0 to 255 each", options.background);
        for (size_t c = 0; c < 4; c++) surfaces.background[c] = static_cast<uint8_t>((*bytes)[c]);
    }
    for (const std::string& text : options.textures)
        if (!surfaces.add_texture(text, options.linear)) return exit_usage;
    std::map<uint32_t, std::vector<float>> inputs;
    if (!read_inputs(options.inputs, rows_read(code), "row of varyings", inputs)) return exit_usage;
    const size_t pixels = size_t{extent->width} * extent->height;
    for (const auto& [row, values] : inputs)
        if (values.size() != 4 * pixels)
            return wrong("an input has four numbers for each pixel", fmt::format("{}", row));
    tegra::FragmentState state;
    state.uniforms = code.constants;
    set_known_uniforms(loaded, surfaces, state.uniforms);
    for (const std::string& text : options.constants)
        if (!set_uniform(text, state.uniforms))
            return wrong("a constant of fragments is NUMBER=VALUE, NUMBER.l=VALUE or NUMBER.h=VALUE", text);
    state.target_height = static_cast<int>(extent->height);
    state.strict = !options.lenient;
    tegra::FragmentTriangle triangle;
    triangle.selects_z = true;
    for (const auto& [row, values] : inputs)
        for (tegra::TramComponent& component : triangle.tram[row]) component.written = true;
    const tegra::FragmentPipeline pipeline(code, surfaces);
    if (const std::string reason = lack_of_room(code); !reason.empty()) return failed(options.file, reason);
    tegra::GivenVaryings given;
    tegra::FragmentQuad quad;
    quad.given = &given;
    for (auto& weights : quad.barycentric) weights = {1, 0, 0};
    const auto width = static_cast<int>(extent->width), height = static_cast<int>(extent->height);
    for (quad.y = 0; quad.y < height; quad.y += 2)
        for (quad.x = 0; quad.x < width; quad.x += 2) {
            for (int i = 0; i < tegra::quad_size; i++) {
                const int x = quad.x + (i & 1), y = quad.y + (i >> 1);
                const auto n = static_cast<size_t>(i);
                quad.covered[n] = x < width && y < height;
                // Beyond the edge: what is at the edge.
                const size_t from = static_cast<size_t>(std::min(y, height - 1)) * extent->width +
                                    static_cast<size_t>(std::min(x, width - 1));
                for (const auto& [row, values] : inputs)
                    std::copy_n(values.begin() + static_cast<ptrdiff_t>(4 * from), 4, given.value[n][row].begin());
            }
            if (const tegra::FragmentResult result = pipeline.run(triangle, quad, state); !result.fault.empty())
                return failed(options.file, fmt::format("pixel {},{}: {}", quad.x, quad.y, result.fault));
        }
    return write_targets(options, surfaces);
}

}  // namespace

int run_tegra_program(const ProgramOptions& options) {
    const std::optional<std::string> source = read_file("tegra-program", options.file);
    if (!source) return exit_usage;
    const std::optional<Loaded> loaded = load(options, *source);
    if (!loaded) return exit_failed;
    return loaded->vertex ? run_vertices(options, *loaded->vertex) : run_fragments(options, *loaded);
}

}  // namespace tool
