// Random programs whose lookups mean units by number and by run-time index, and textures by handle, of any format and
// sampler, some of them without memory in places: the interpreter and compiled code, before and after it knows the
// samplers, at every width, give the same results.
//
// ASMGL_RANDOM_LOOKUPS=n runs n programs instead of forty, ASMGL_RANDOM_LOOKUPS_FIRST=m those from the m-th on.
#include <cstdlib>
#include <cstring>
#include <random>

#include "runtime/memory/memory.h"
#include "runtime/sampling/handle_table.h"
#include "runtime/testing/random_samples.h"
#include "runtime/testing/test_programs.h"

namespace runtime::random_lookups {
namespace {

struct TargetRow {
    const char* name;
    TextureKind kind;
};
constexpr TargetRow targets[] = {{"2D", TextureKind::Texture2D},    {"2D", TextureKind::Texture2D},
                                 {"1D", TextureKind::Texture1D},    {"3D", TextureKind::Texture3D},
                                 {"CUBE", TextureKind::Cube},       {"RECT", TextureKind::Rectangle},
                                 {"ARRAY2D", TextureKind::Array2D}, {"SHADOW2D", TextureKind::Texture2D}};

constexpr uint64_t first_handle = 0x500000000ull;
constexpr uint32_t textures = 5;  // 0 and 1 each by itself, 2 to 4 as an array; as many have handles

class ProgramWriter {
  public:
    explicit ProgramWriter(uint32_t seed) : random_(seed), target_(targets[pick(std::size(targets))]) {}

    // Attribute 0: coordinates, 1: whole numbers, 2: which texture (x, y: handles; z: index; w: anything).
    std::string write() {
        std::string text =
            "!!NVfp5.0\nOPTION NV_bindless_texture;\nOPTION EXT_sparse_texture2;\nLONG TEMP h;\nTEMP c, t, s, n, k;\n"
            "TEXTURE some[] = { texture[2..4] };\nMOV c, fragment.texcoord[0];\nMOV.S n, fragment.texcoord[1];\n"
            "PK64.U h.x, fragment.texcoord[2];\nMOV.S k, fragment.texcoord[2];\nMOV.U s, 0;\n";
        for (uint32_t i = 0; i < 1 + pick(3); i++) {
            switch (pick(6)) {
                case 0: text += "MOV.S.CC t.x, k.w;\nIF (GT.x);\n" + lookup() + "ENDIF;\n"; break;
                case 1: text += "REP.S {2}.x;\n" + lookup() + "ADD c, c, 0.25;\nENDREP;\n"; break;
                default: text += lookup(); break;
            }
        }
        return text + "MOV.U result.color, s;\nEND\n";
    }
    TextureKind kind() const { return target_.kind; }

  private:
    uint32_t pick(uint32_t count) { return random_() % count; }
    template <size_t n>
    std::string one_of(const char* const (&list)[n]) {
        return list[pick(n)];
    }
    std::string unit() {
        switch (pick(5)) {
            case 0: return "some[k.z + " + std::to_string(pick(2)) + "]";
            case 1: return "some[1]";
            case 2: return "texture[" + std::to_string(pick(2)) + "]";
            case 3: return "some[k.z]";
            default: return "handle(h.x)";
        }
    }
    std::string lookup() {
        const bool sparse = pick(3) == 0, fetches = pick(4) == 0 && fetchable();
        std::string opcode = fetches ? "TXF" : one_of({"TEX", "TEX", "TXB", "TXL"});
        // Results may be where operands are.
        const std::string from = fetches ? "n" : "c", to = pick(4) == 0 ? from : "t";
        if (target_.name == std::string_view("SHADOW2D") && opcode != "TXB" && pick(2) == 0) opcode = "TEX";
        std::string text = opcode + (sparse ? ".SPARSE " : " ") + to + ", " + from + ", " + unit() + ", " +
                           target_.name + ";\nXOR.U s, s, " + to + ";\n";
        if (sparse) text += "ADD.U s.x (NONRESIDENT), s.x, 77;\n";
        return text;
    }
    bool fetchable() const { return target_.kind != TextureKind::Cube && target_.name[0] != 'S'; }

    std::mt19937 random_;
    const TargetRow target_;
};

std::shared_ptr<const Texture> random_texture(TextureKind kind, Format format, std::mt19937& random) {
    auto texture = sampler_oracle::random_texture_of_bits(kind, format, random);
    const FormatInfo& info = format_info(format);
    if (random() % 3 || kind == TextureKind::Cube || info.block_width > 1) return texture;
    // Every level that is wide lacks the first page of each row. What it would hold is zeros.
    for (auto& level : texture->levels) {
        const Extent extent = level->extent();
        if (extent.width <= 4) continue;
        auto residency = std::make_shared<Residency>(extent, PageExtent{4, 4, 1}, 64);
        for (int32_t z = 0; z < extent.depth; z++)
            for (int32_t y = 0; y < extent.height; y += 4)
                for (int32_t x = 4; x < extent.width; x += 4) residency->set_resident(x, y, z, true);
        for (int32_t z = 0; z < extent.depth; z++)
            for (int32_t y = 0; y < extent.height; y++)
                std::memset(std::const_pointer_cast<Image>(level)->row(y, z), 0, size_t{4} * info.bytes_per_block);
        level =
            std::make_shared<Image>(format, extent, 1, level->row(0), std::const_pointer_cast<Image>(level), residency);
    }
    return texture;
}

struct Bound {
    std::vector<TextureBinding> units;
    ProgramMemory memory;

    Bound(TextureKind kind, uint32_t seed) {
        std::mt19937 random(seed);
        static const std::vector<Format> formats = sampler_oracle::formats_with_samplers();
        const auto format = [&] { return formats[random() % formats.size()]; };
        const Format usual = random() % 2 ? Format::Rgba8Unorm : format();
        const Sampler sampler = sampler_oracle::random_sampler(random);
        const uint32_t alike = random() % 4;  // all, most, a few
        const auto make = [&]() -> TextureBinding {
            if (random() % 12 == 0) return {};
            const bool is_usual = alike == 0 || random() % (alike + 1) != 0;
            return {random_texture(kind, is_usual ? usual : format(), random),
                    is_usual ? sampler : sampler_oracle::random_sampler(random)};
        };
        for (uint32_t i = 0; i < textures; i++) units.push_back(make());
        auto handles = std::make_shared<HandleTable>();
        for (uint32_t i = 0; i < textures; i++) handles->textures[first_handle + i] = make();
        handles->find_samplers();
        memory.handles = handles;
        memory.faults = std::make_shared<FaultLog>();
    }
};

void set_inputs(LaneRun& run, const arbasm::Program& program, TextureKind kind, uint32_t seed) {
    std::mt19937 random(seed);
    const bool one = random() % 2, all_active = random() % 2;
    const uint32_t handle = random() % (textures + 1), index = random() % 5;
    std::uniform_real_distribution<float> coordinate(-1, 2), step(-0.3f, 0.3f);
    const float size = kind == TextureKind::Rectangle ? 12.0f : 1.0f, x = step(random), y = step(random);
    for (size_t i = 0; i < program.attributes.size(); i++)
        for (uint32_t lane = 0; lane < group_lanes; lane++)
            for (uint32_t c = 0; c < 4; c++) {
                uint32_t& word = run.attributes[i].component[c].lane[lane];
                switch (program.attributes[i].binding.index) {
                    case 0: {
                        const LaneVector& own = run.attributes[i];
                        const float corner =
                            lane % 4 ? float_of(own.component[c].lane[lane & ~3u]) : coordinate(random);
                        word = bits_of(lane % 4 ? corner + (lane & 1 ? x : 0) * size + (lane & 2 ? y : 0) * size
                                                : corner * size);
                        break;
                    }
                    case 1: word = static_cast<uint32_t>(random() % 16 ? random() % 12 : random()); break;
                    default:
                        word = c == 0   ? static_cast<uint32_t>(first_handle) + (one ? handle : random() % textures)
                               : c == 1 ? static_cast<uint32_t>(first_handle >> 32)
                               : c == 2 ? (one ? index : random() % 5) - 1
                                        : random() % 3;
                        break;
                }
            }
    // Whole quads, as fragments come.
    if (!all_active)
        for (uint32_t quad = 0; quad < group_lanes; quad += 4)
            if (random() % 3 == 0) run.group.active &= ~(0xfu << quad);
}

struct Outcome {
    std::vector<LaneVector> results;
    LaneMask active = 0;
    bool faulted = false;
};

Outcome outcome_of(const Routine& routine, const arbasm::Program& program, Bound& bound, TextureKind kind,
                   uint32_t seed) {
    LaneRun run;
    run.attributes.resize(program.attributes.size());
    run.results.resize(program.results.size());
    run.parameters.resize(program.parameters.size());
    for (size_t i = 0; i < program.parameters.size(); i++) run.parameters[i] = program.parameters[i].constant;
    set_inputs(run, program, kind, seed);
    run.environment.parameters = run.parameters;
    run.environment.textures = bound.units;
    run.environment.memory = &bound.memory;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    routine.run(run.environment, run.group);
    return {run.results, run.group.active, !describe(bound.memory.faults->take()).empty()};
}

void compare(const Outcome& got, const Outcome& expected, const std::string& what) {
    EXPECT_EQ(got.faulted, expected.faulted) << what;
    for (size_t r = 0; r < expected.results.size(); r++)
        for (size_t c = 0; c < 4; c++)
            for (int lane = 0; lane < group_lanes; lane++)
                if (expected.active >> lane & 1) {
                    ASSERT_EQ(got.results[r].component[c].lane[lane], expected.results[r].component[c].lane[lane])
                        << what << "result " << r << " component " << c << " lane " << lane;
                }
}

TEST(RandomLookups, EnginesAgree) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_LOOKUPS");
    const auto count = static_cast<uint32_t>(wanted ? std::atoi(wanted) : 40);
    const char* const begin = std::getenv("ASMGL_RANDOM_LOOKUPS_FIRST");
    const auto first = static_cast<uint32_t>(begin ? std::atoi(begin) : 0);
    for (uint32_t seed = first; seed < first + count && !HasFailure(); seed++) {
        ProgramWriter writer(seed);
        const auto program = parse_program(writer.write());
        ASSERT_TRUE(program);
        const std::vector<SimdLevel> levels = simd_levels();
        const auto reference = interpreter::make_routine(program, levels.back());
        const SimdLevel level = levels[seed % levels.size()];
        const auto compiled = compiled_at(program, level);
        ASSERT_TRUE(compiled);
        for (uint32_t bindings = 0; bindings < 2; bindings++) {
            Bound bound(writer.kind(), seed * 2 + bindings);
            const auto check = [&](const char* when) {
                for (uint32_t inputs = 0; inputs < 6 && !HasFailure(); inputs++) {
                    const uint32_t own = seed * 6 + inputs;
                    const std::string what = program->source + "seed " + std::to_string(seed) + " bindings " +
                                             std::to_string(bindings) + " inputs " + std::to_string(inputs) +
                                             " level " + std::to_string(static_cast<int>(level)) + when;
                    const Outcome expected = outcome_of(*reference, *program, bound, writer.kind(), own);
                    compare(outcome_of(*compiled, *program, bound, writer.kind(), own), expected, what);
                }
            };
            check(": ");
            // Units that have the same samplers again and again get code for these.
            for (uint32_t i = 0; i < 32; i++) outcome_of(*compiled, *program, bound, writer.kind(), i);
            check(", samplers known: ");
        }
    }
}

}  // namespace
}  // namespace runtime::random_lookups
