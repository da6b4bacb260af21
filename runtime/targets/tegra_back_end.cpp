// Vertex and fragment programs on the emulated 3D engine of Tegra: one vertex after the other, fragments by quads.
//
// Vertices are the emulator's to the last bit. Fragments get the varyings that the rasterizer interpolated, rounded to
// 20 bits; lookups go to the sampler of the native engines, and their texels become the 8 bits a channel that the
// hardware's are; colours are the bytes that it would store.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "machines/tegra/codegen/fragment/generate.h"
#include "machines/tegra/codegen/vertex/generate.h"
#include "machines/tegra/commands/draw_state.h"
#include "machines/tegra/device/capture.h"
#include "machines/tegra/emulator/fragment_pipeline.h"
#include "machines/tegra/emulator/vertex_emulator.h"
#include "runtime/sampling/sampler.h"
#include "runtime/targets/back_ends.h"
#include "runtime/threads/per_thread.h"

namespace runtime::back_ends {
namespace {

namespace tegra = machines::tegra;

// What the position counts down from: any height serves that 20 bits hold to the half.
constexpr int target_height = 8192;

float as_float(uint32_t bits) { return std::bit_cast<float>(bits); }
uint32_t as_bits(float value) { return std::bit_cast<uint32_t>(value); }

// Says once why a program that compiled runs natively all the same.
class Fallback {
  public:
    void say(const char* stage, const std::string& reason) const {
        if (!said_.exchange(true))
            std::fprintf(stderr, "asmgl: tegra: a %s program runs natively\n    %s\n", stage, reason.c_str());
    }

  private:
    mutable std::atomic<bool> said_{false};
};

// ---- vertices

class VertexRoutine : public Routine {
  public:
    VertexRoutine(std::shared_ptr<const Routine> native, tegra::GeneratedVertex generated)
        : native_(std::move(native)), generated_(std::move(generated)) {}
    const char* engine_name() const override { return "tegra"; }
    void run(const ProgramEnvironment& environment, Group& group) const override;

  private:
    std::shared_ptr<const Routine> native_;
    tegra::GeneratedVertex generated_;
    Fallback fallback_;
};

void VertexRoutine::run(const ProgramEnvironment& environment, Group& group) const {
    std::array<tegra::Float4, tegra::vertex_constants> constants{};
    for (const auto& c : generated_.constants)
        for (size_t i = 0; i < 4; i++) constants[c.constant][i] = as_float(environment.parameters[c.parameter][i]);
    for (const auto& [index, value] : generated_.code.constants) constants[index] = value;
    for (size_t lane = 0; lane < group_lanes; lane++) {
        if (!(group.active >> lane & 1)) continue;
        tegra::VertexRun vertex;
        for (const auto& a : generated_.attributes)
            for (size_t c = 0; c < 4; c++)
                vertex.attributes[a.attribute][c] = as_float(group.attributes[a.attribute].component[c].lane[lane]);
        if (const std::string fault = tegra::run_vertex(generated_.code.instructions, constants, vertex);
            !fault.empty()) {
            fallback_.say("vertex", fault);
            return native_->run(environment, group);
        }
        for (const auto& e : generated_.exports) {
            if (e.result == ~0u || e.number >= tegra::vertex_exports) continue;
            for (size_t c = 0; c < 4; c++)
                if (vertex.exported[e.number] >> c & 1)
                    group.results[e.result].component[c].lane[lane] = as_bits(vertex.exports[e.number][c]);
        }
    }
}

// ---- fragments

struct CompiledFragment {
    std::shared_ptr<const arbasm::Program> program;
    std::shared_ptr<const Routine> native;
    tegra::GeneratedFragment generated;
    int position = -1, facing = -1;                   // attributes
    std::array<int, tegra::render_targets> result{};  // by target; -1: none
};

// What the pipeline reaches outside of itself, for one quad of a group.
class QuadMemory : public tegra::FragmentMemory {
  public:
    const CompiledFragment* compiled = nullptr;
    const ProgramEnvironment* environment = nullptr;
    Group* group = nullptr;
    size_t first_lane = 0;
    int x = 0, y = 0;

    bool look_up(const tegra::TextureRequest& request, std::array<tegra::Rgba8, tegra::quad_size>& texels) override;
    bool read_target(int, int, int, tegra::Rgba8&) override { return false; }
    bool write_target(int target, int px, int py, const tegra::Rgba8& value) override {
        const int result = compiled->result[static_cast<size_t>(target)];
        if (result < 0) return false;
        const size_t lane = first_lane + static_cast<size_t>((py - y) * 2 + (px - x));
        for (size_t c = 0; c < 4; c++)
            group->results[result].component[c].lane[lane] = as_bits(static_cast<float>(value[c]) / 255);
        return true;
    }
    bool write_stencil(int, int) override { return false; }

    SampleTarget target(size_t unit) const { return sample_target(compiled->program->texture_units[unit]); }
    const TextureBinding& texture(size_t unit) const {
        static const TextureBinding none;
        return unit < environment->textures.size() ? environment->textures[unit] : none;
    }
    std::array<float, 2> size(size_t unit) const {
        SampleRequest request;
        request.operation = SampleOperation::QuerySize;
        request.kind = target(unit).kind;
        LaneVector result{};
        sample(texture(unit), request, 1, result);
        const auto side = [&](size_t c) { return static_cast<float>(std::max(1u, result.component[c].lane[0])); };
        return {side(0), target(unit).kind == TextureKind::Texture1D ? 1.0f : side(1)};
    }
};

bool QuadMemory::look_up(const tegra::TextureRequest& request, std::array<tegra::Rgba8, tegra::quad_size>& texels) {
    const auto unit = static_cast<size_t>(request.unit);
    SampleRequest native;
    native.kind = target(unit).kind;
    // Code for rectangles divides by the size, which the sampler does not expect.
    const bool rectangle = compiled->program->texture_units[unit] == arbasm::TextureTarget::TargetRect;
    const std::array<float, 2> scale = rectangle ? size(unit) : std::array<float, 2>{1, 1};
    LaneVector coordinates{}, result{};
    LaneWord bias{};
    for (size_t i = 0; i < tegra::quad_size; i++) {
        for (size_t c = 0; c < 2; c++) coordinates.component[c].lane[i] = as_bits(request.coordinate[i][c] * scale[c]);
        bias.lane[i] = as_bits(request.bias[i]);
    }
    native.coordinates = &coordinates;
    if (request.has_bias) {
        native.operation = SampleOperation::Bias;
        native.lod = &bias;
    }
    sample(texture(unit), native, (1u << tegra::quad_size) - 1, result);
    for (size_t i = 0; i < tegra::quad_size; i++)
        for (size_t c = 0; c < 4; c++) {
            const float value = as_float(result.component[c].lane[i]);
            texels[i][c] = static_cast<uint8_t>(value > 0 ? std::min(std::floor(value * 255 + 0.5f), 255.0f) : 0.0f);
        }
    return true;
}

// What a thread needs to run one program's groups.
struct QuadMachine {
    uint64_t owner = 0;
    QuadMemory memory;
    tegra::FragmentPipeline pipeline;
    QuadMachine(uint64_t number, const CompiledFragment& compiled)
        : owner(number), pipeline(compiled.generated.code, memory) {
        memory.compiled = &compiled;
    }
};

class FragmentRoutine : public Routine {
  public:
    explicit FragmentRoutine(CompiledFragment compiled) : compiled_(std::move(compiled)) {
        static std::atomic<uint64_t> next{1};
        number_ = next++;
    }
    const char* engine_name() const override { return "tegra"; }
    void run(const ProgramEnvironment& environment, Group& group) const override;

  private:
    QuadMachine& machine() const;
    void set_uniforms(const ProgramEnvironment& environment, const QuadMemory& memory,
                      tegra::FragmentState& state) const;

    CompiledFragment compiled_;
    uint64_t number_ = 0;
    Fallback fallback_;
};

// The thread's machines for the programs it ran last.
QuadMachine& FragmentRoutine::machine() const {
    constexpr size_t most_machines = 8;
    auto& machines = per_thread<std::vector<std::unique_ptr<QuadMachine>>>();
    for (size_t i = 0; i < machines.size(); i++)
        if (machines[i]->owner == number_) {
            if (i > 0) std::swap(machines[i], machines[0]);
            return *machines[0];
        }
    if (machines.size() == most_machines) machines.pop_back();
    machines.insert(machines.begin(), std::make_unique<QuadMachine>(number_, compiled_));
    return *machines[0];
}

void FragmentRoutine::set_uniforms(const ProgramEnvironment& environment, const QuadMemory& memory,
                                   tegra::FragmentState& state) const {
    for (uint32_t i = 0; i < tegra::fragment_uniforms; i++)
        if (compiled_.generated.code.constants_given >> i & 1)
            state.uniforms[i] = compiled_.generated.code.constants[i];
    using Kind = tegra::GeneratedFragment::UniformKind;
    for (const auto& uniform : compiled_.generated.uniforms) {
        float value = 0;
        switch (uniform.kind) {
            case Kind::Parameter: value = as_float(environment.parameters[uniform.index][uniform.component]); break;
            case Kind::HeightLessHalf: value = static_cast<float>(target_height) - 0.5f; break;
            case Kind::InverseWidth: value = 1 / memory.size(uniform.index)[0]; break;
            case Kind::InverseHeight: value = 1 / memory.size(uniform.index)[1]; break;
            // Blending and the alpha test are the driver's own.
            case Kind::BlendColor:
            case Kind::AlphaReference: break;
        }
        state.uniforms[uniform.uniform] = tegra::uniform_word(value);
    }
}

void FragmentRoutine::run(const ProgramEnvironment& environment, Group& group) const {
    QuadMachine& m = machine();
    m.memory.compiled = &compiled_;
    m.memory.environment = &environment;
    m.memory.group = &group;
    tegra::FragmentState state;
    state.target_height = target_height;
    set_uniforms(environment, m.memory, state);
    // Helpers are the rest of a quad, which runs anyway.
    const LaneMask wanted = group.active & ~group.helpers;
    tegra::GivenVaryings given;
    for (size_t first = 0; first < group_lanes; first += tegra::quad_size) {
        if (!(wanted >> first & 15)) continue;
        const auto attribute = [&](int number, size_t component, size_t i) {
            return as_float(group.attributes[number].component[component].lane[first + i]);
        };
        tegra::FragmentTriangle triangle;
        triangle.selects_z = compiled_.generated.needs_depth;
        tegra::FragmentQuad quad;
        quad.given = &given;
        const auto reference = static_cast<size_t>(__builtin_ctz(wanted >> first & 15));
        if (compiled_.facing >= 0) triangle.front = attribute(compiled_.facing, 0, reference) > 0;
        if (compiled_.position >= 0) {
            // The position of the quad's first fragment, by one that is there.
            quad.x = static_cast<int>(std::floor(attribute(compiled_.position, 0, reference))) -
                     static_cast<int>(reference & 1);
            quad.y = static_cast<int>(std::floor(attribute(compiled_.position, 1, reference))) -
                     static_cast<int>(reference >> 1);
        }
        for (size_t i = 0; i < tegra::quad_size; i++) {
            quad.covered[i] = wanted >> (first + i) & 1;
            quad.barycentric[i] = {1, 0, 0};
            if (compiled_.position >= 0) {
                quad.z[i] = static_cast<double>(attribute(compiled_.position, 2, i));
                given.w[i] = static_cast<double>(attribute(compiled_.position, 3, i));
            }
        }
        for (const auto& varying : compiled_.generated.varyings)
            for (size_t c = 0; c < 4; c++) {
                triangle.tram[varying.row][c].written = true;
                for (size_t i = 0; i < tegra::quad_size; i++)
                    given.value[i][varying.row][c] = attribute(static_cast<int>(varying.attribute), c, i);
            }
        m.memory.first_lane = first;
        m.memory.x = quad.x;
        m.memory.y = quad.y;
        const tegra::FragmentResult result = m.pipeline.run(triangle, quad, state);
        if (!result.fault.empty()) {
            fallback_.say("fragment", result.fault);
            return compiled_.native->run(environment, group);
        }
        for (size_t i = 0; i < tegra::quad_size; i++)
            if (quad.covered[i] && result.killed[i]) group.killed |= LaneMask{1} << (first + i);
    }
}

// ---- the back end

// Writes each program as the stream that uploads it, and as text.
class ProgramCapture {
  public:
    explicit ProgramCapture(std::string folder) : folder_(std::move(folder)) {}

    template <class Code>
    void write(const Code& code) {
        const std::lock_guard lock(mutex_);
        std::error_code ignored;
        std::filesystem::create_directories(folder_, ignored);
        char name[32];
        std::snprintf(name, sizeof name, "program-%04u", ++programs_);
        const std::string path = (std::filesystem::path(folder_) / name).string();
        tegra::StreamBuilder stream;
        stream.set_class(tegra::class_gr3d);
        const std::string reason = tegra::emit_program(stream, code);
        tegra::Capture capture;
        capture.streams.push_back(stream.words());
        std::ofstream words(path + ".host1x"), text(path + ".txt");
        words << tegra::print_capture(capture);
        text << tegra::disassemble(code);
        if (!reason.empty() || !words.flush() || !text.flush())
            std::fprintf(stderr, "asmgl: tegra:record: cannot write %s %s\n", path.c_str(), reason.c_str());
    }

  private:
    std::string folder_;
    std::mutex mutex_;
    uint32_t programs_ = 0;
};

class TegraBackEnd : public BackEnd {
  public:
    TegraBackEnd(tegra::FragmentOptions options, std::shared_ptr<ProgramCapture> capture)
        : options_(options), capture_(std::move(capture)) {}
    const char* name() const override { return "tegra"; }
    bool takes(arbasm::Stage stage) const override {
        return stage == arbasm::Stage::Vertex || stage == arbasm::Stage::Fragment;
    }
    std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program,
                                           std::shared_ptr<const Routine> native,
                                           std::vector<std::string>& reasons) override;

  private:
    tegra::FragmentOptions options_;
    std::shared_ptr<ProgramCapture> capture_;
};

void tell(const std::vector<arbasm::Diagnostic>& errors, std::vector<std::string>& reasons) {
    for (const arbasm::Diagnostic& error : errors)
        reasons.push_back(std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " +
                          error.message);
}

std::shared_ptr<const Routine> TegraBackEnd::compile(std::shared_ptr<const arbasm::Program> program,
                                                     std::shared_ptr<const Routine> native,
                                                     std::vector<std::string>& reasons) {
    // Lowered before they come here; a parameter that lowering adds would have no value.
    for (const arbasm::Option option :
         {arbasm::Option::ArbPositionInvariant, arbasm::Option::NvPositionInvariant, arbasm::Option::ArbFogExp,
          arbasm::Option::ArbFogExp2, arbasm::Option::ArbFogLinear})
        if (program->has(option)) {
            reasons.push_back("1:1: an option of the program was not lowered");
            return nullptr;
        }
    if (program->stage == arbasm::Stage::Vertex) {
        tegra::GeneratedVertex generated = tegra::generate_vertex(*program);
        tell(generated.errors, reasons);
        if (!reasons.empty()) return nullptr;
        if (capture_) capture_->write(generated.code);
        return std::make_shared<VertexRoutine>(std::move(native), std::move(generated));
    }
    CompiledFragment compiled;
    compiled.generated = tegra::generate_fragment(*program, options_);
    tell(compiled.generated.errors, reasons);
    if (!reasons.empty()) return nullptr;
    compiled.result.fill(-1);
    for (size_t r = 0; r < program->results.size(); r++) {
        const arbasm::Binding& binding = program->results[r];
        if (binding.kind == arbasm::BindingKind::Color && binding.index + 1 < tegra::render_targets)
            compiled.result[static_cast<size_t>(binding.index) + 1] = static_cast<int>(r);
    }
    for (size_t a = 0; a < program->attributes.size(); a++) {
        if (program->attributes[a].binding.kind == arbasm::BindingKind::FragmentPosition)
            compiled.position = static_cast<int>(a);
        if (program->attributes[a].binding.kind == arbasm::BindingKind::Facing) compiled.facing = static_cast<int>(a);
    }
    compiled.program = std::move(program);
    compiled.native = std::move(native);
    if (capture_) capture_->write(compiled.generated.code);
    return std::make_shared<FragmentRoutine>(std::move(compiled));
}

}  // namespace

std::string parse_tegra(std::string_view text, TegraOptions& options) {
    for (std::string_view rest = text; !rest.empty();) {
        const size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view option = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        constexpr std::string_view record = "record=", frames = "frames=";
        if (option == "fp20") {
            options.mixed = false;
        } else if (option == "mixed") {
            options.mixed = true;
        } else if (option == "check") {
            options.check = true;
        } else if (option.starts_with(record) && option.size() > record.size()) {
            options.folder = option.substr(record.size());
        } else {
            const char* const end = option.data() + option.size();
            const size_t skipped = std::min(frames.size(), option.size());
            const auto [stop, failed] = std::from_chars(option.data() + skipped, end, options.frames);
            if (!option.starts_with(frames) || failed != std::errc() || stop != end || options.frames == 0)
                return "tegra:" + std::string(text) + ": \"" + std::string(option) +
                       "\" is none of fp20, mixed, record=FOLDER, frames=NUMBER and check";
        }
    }
    return {};
}

std::unique_ptr<BackEnd> make_tegra(std::string_view text, std::string& error) {
    TegraOptions options;
    error = parse_tegra(text, options);
    if (!error.empty()) return nullptr;
    tegra::FragmentOptions fragment;
    fragment.precision = options.mixed ? tegra::FragmentOptions::Mixed : tegra::FragmentOptions::Fp20;
    return std::make_unique<TegraBackEnd>(
        fragment, options.folder.empty() ? nullptr : std::make_shared<ProgramCapture>(options.folder));
}

}  // namespace runtime::back_ends
