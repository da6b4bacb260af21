// Random programs that access images of every format and target: the interpreter and compiled code, at every width,
// give the same results and leave the same texels.
//
// ASMGL_RANDOM_IMAGES=n runs n programs instead of forty, ASMGL_RANDOM_IMAGES_FIRST=m those from the m-th on.
#include <cstdlib>
#include <random>
#include <vector>

#include "runtime/testing/image_programs.h"

namespace runtime::random_images {
namespace {

// All formats of images, some of them more often; some others; none.
const std::vector<Format>& image_formats() {
    static const std::vector<Format> formats = [] {
        std::vector<Format> chosen{Format::Rgba8Unorm,  Format::R32Uint,     Format::R32Uint,  Format::R32Uint,
                                   Format::R32Sint,     Format::Rgba8Unorm,  Format::R32Float, Format::Rgba32Float,
                                   Format::Rgba16Float, Format::Bgra8Unorm,  Format::A8Unorm,  Format::Rgbx8Unorm,
                                   Format::L8Unorm,     Format::Rgb565Unorm, Format::None};
        for (int i = 0; i < static_cast<int>(Format::Count); ++i)
            if (format_info(static_cast<Format>(i)).image) chosen.push_back(static_cast<Format>(i));
        return chosen;
    }();
    return formats;
}

struct TargetRow {
    const char* name;
    TextureKind kind;
    Extent extent;
    int32_t samples = 1;
};
constexpr TargetRow targets[] = {
    {"2D", TextureKind::Texture2D, {7, 5, 1}},    {"2D", TextureKind::Texture2D, {7, 5, 1}},
    {"1D", TextureKind::Texture1D, {9, 1, 1}},    {"3D", TextureKind::Texture3D, {5, 4, 3}},
    {"ARRAY2D", TextureKind::Array2D, {5, 4, 3}}, {"ARRAY1D", TextureKind::Array1D, {6, 1, 3}},
    {"CUBE", TextureKind::Cube, {4, 4, 6}},       {"2DMS", TextureKind::Multisample2D, {5, 4, 1}, 4},
    {"BUFFER", TextureKind::Buffer, {11, 1, 1}}};

// Images 0 to 2 are bound each by itself, 3 to 5 as an array; three more have handles.
class ProgramWriter {
  public:
    explicit ProgramWriter(uint32_t seed) : random_(seed), target_(targets[pick(std::size(targets))]) {}

    std::string write() {
        std::string text = "!!NVfp5.0\n" + image_options +
                           "OPTION ARB_draw_buffers;\nLONG TEMP h;\nTEMP t, c, d, s, k;\n"
                           "IMAGE im[3] = { image[3..5] };\n"
                           "MOV.S c, fragment.texcoord[0];\nMOV.U d, fragment.texcoord[1];\n"
                           "PK64.U h.x, fragment.texcoord[2];\nMOV.S k, fragment.texcoord[3];\nMOV.U s, 0;\n";
        // Programs that only load are walked in pieces.
        only_loads_ = pick(3) == 0;
        for (uint32_t i = 0; i < 2 + pick(4); i++) {
            switch (pick(8)) {
                case 0: text += "MOV.S.CC t.x, k.y;\nIF (GT.x);\n" + access() + "ENDIF;\n"; break;
                case 1: text += "MOV.S.CC t.x, k.z;\n" + access("(NE.x)"); break;
                case 2:
                    if (!killed_) text += "MOV.S.CC t.x, k.w;\nKIL LT.x;\n";
                    killed_ = true;
                    text += access();
                    break;
                case 3: text += "REP.S {2}.x;\n" + access() + "ADD.S c.x, c.x, 1;\nENDREP;\n"; break;
                default: text += access(); break;
            }
        }
        return text + "MOV.U result.color, s;\nMOV.U result.color[1], t;\nEND\n";
    }
    const TargetRow& target() const { return target_; }

  private:
    uint32_t pick(uint32_t count) { return random_() % count; }
    template <size_t n>
    std::string one_of(const char* const (&list)[n]) {
        return list[pick(n)];
    }
    std::string unit() {
        switch (pick(6)) {
            case 0: return "im[k.x]";
            case 1: return "im[1]";
            case 2: return "handle(h.x)";
            default: return "image[" + std::to_string(pick(3)) + "]";
        }
    }
    std::string access(const std::string& condition = "") {
        static constexpr const char* types[] = {"F", "U", "S"};
        static constexpr const char* storages[] = {"U32",   "S32",   "F32",  "U32X2", "S32X2", "F32X2",
                                                   "U32X4", "F32X4", "U8X4", "S8X4",  "U16X2", "F16X2",
                                                   "F16X4", "U8",    "U32",  "S32",   "U32",   "F32"};
        static constexpr const char* atomics[] = {"ADD.U32",  "ADD.S32",   "MIN.U32",   "MIN.S32",   "MAX.U32",
                                                  "MAX.S32",  "AND.U32",   "OR.U32",    "XOR.U32",   "EXCH.U32",
                                                  "EXCH.F32", "CSWAP.U32", "IWRAP.U32", "DWRAP.U32", "ADD.F32"};
        static constexpr const char* masks[] = {"", "", ".x", ".yw"};
        static constexpr const char* signs[] = {"", "", "", "-"};
        const std::string where =
            "c" + std::string(pick(4) == 0 ? ".yxzw" : "") + ", " + unit() + ", " + target_.name + ";\n";
        const std::string type = pick(3) != 0 ? one_of(types) : one_of(storages);
        const uint32_t kind = only_loads_ ? 0 : pick(8);
        if (kind < 3) return "LOADIM." + type + " t" + one_of(masks) + condition + ", " + where + "XOR.U s, s, t;\n";
        if (kind < 6) {
            const size_t comma = where.find(',');
            const size_t second = where.find(',', comma + 1);
            return "STOREIM." + type + " " + where.substr(comma + 2, second - comma - 2) + ", " + one_of(signs) + "d" +
                   (pick(3) == 0 ? ".wzyx" : "") + ", " + where.substr(0, comma) + where.substr(second);
        }
        if (kind == 6) return "ATOMIM." + one_of(atomics) + " t.x" + condition + ", d, " + where + "XOR.U s, s, t;\n";
        return "IMQ t, image[" + std::to_string(pick(3)) + "], " + target_.name + ";\nADD.U s, s, t;\n";
    }

    std::mt19937 random_;
    const TargetRow target_;
    bool only_loads_ = false, killed_ = false;
};

// No NaN, whatever the bytes are taken for: their bits are nobody's promise.
void fill(Images& images, std::mt19937& random) {
    for (const auto& image : images.images)
        for (int32_t z = 0; z < image->extent().depth; z++)
            for (int32_t s = 0; s < image->samples(); s++)
                for (int32_t y = 0; y < image->extent().height; y++)
                    for (ptrdiff_t i = 0; i < image->row_stride(); i++)
                        image->row(y, z, s)[i] = static_cast<std::byte>(random() & 0x3b);
}

struct Bound {
    Images images;
    std::vector<std::vector<std::byte>> buffers;

    Bound(const TargetRow& target, uint32_t seed) {
        std::mt19937 random(seed);
        auto handles = std::make_shared<HandleTable>();
        for (uint64_t i = 0; i < 9; i++) {
            const Format format = image_formats()[random() % image_formats().size()];
            ImageBinding binding;
            if (format != Format::None) binding = images.make(target.kind, format, target.extent, target.samples);
            if (random() % 24 == 0) binding.readable = false;
            if (random() % 24 == 0) binding.writable = false;
            if (target.kind == TextureKind::Buffer && format != Format::None) {
                const size_t bytes = format_info(format).bytes_per_block;
                // Memory that vectors of 16 bytes would leave.
                buffers.emplace_back(bytes * static_cast<size_t>(target.extent.width), std::byte{0x21});
                binding.image = nullptr;
                binding.buffer = buffers.back();
            }
            if (i < 6)
                images.program.images.push_back(binding);
            else
                handles->images[0x500000000ull + i] = binding;
        }
        images.program.handles = handles;
        fill(images, random);
    }
    std::vector<std::byte> bytes() const {
        std::vector<std::byte> all;
        for (const auto& image : images.images)
            all.insert(all.end(), image->row(0), image->row(0) + image->slice_stride() * image->extent().depth);
        for (const auto& buffer : buffers) all.insert(all.end(), buffer.begin(), buffer.end());
        return all;
    }
};

void set_inputs(LaneRun& run, const arbasm::Program& program, const TargetRow& target, uint32_t seed) {
    std::mt19937 random(seed);
    static constexpr float floats[] = {0.0f,        -0.0f,  1.0f,     -1.0f, 0.5f,
                                       0.49999997f, 1e-40f, 65520.0f, 3e38f, 0.0019607843f};
    const bool one_unit = random() % 2, near = random() % 2, all_active = random() % 2, rows = random() % 3 == 0;
    const uint32_t unit = random() % 5;
    for (size_t i = 0; i < program.attributes.size(); i++)
        for (uint32_t lane = 0; lane < group_lanes; lane++)
            for (uint32_t c = 0; c < 4; c++) {
                uint32_t& word = run.attributes[i].component[c].lane[lane];
                const int32_t sizes[] = {target.extent.width, target.extent.height, target.extent.depth,
                                         target.samples};
                switch (program.attributes[i].binding.index) {
                    case 0:
                        word = random() % static_cast<uint32_t>(sizes[c] + (near ? 1 : 0));
                        if (near && random() % 16 == 0) word = static_cast<uint32_t>(random() % 2 ? ~0u : random());
                        if (!near && c == 0) word = lane % static_cast<uint32_t>(sizes[0]);
                        // Eight texels of each of four rows, as in work groups.
                        if (rows) word = c == 0 ? lane % 8 : c == 1 ? lane / 8 : 0;
                        break;
                    case 1:
                        word = random() % 4 == 0 ? bits_of(floats[random() % std::size(floats)])
                               : random() % 2 ? bits_of(static_cast<float>(static_cast<int32_t>(random())) * 0x1p-30f)
                                              : random() % 512 - 128;
                        break;
                    case 2: word = c % 2 ? 5 : one_unit ? 6 + unit % 3 : 5 + random() % 4; break;
                    default: word = c == 0 && one_unit ? unit - 1 : random() % 5 - 1; break;
                }
            }
    if (all_active) return;
    run.group.active = static_cast<LaneMask>(random()) | 0xf0;
    run.group.helpers = static_cast<LaneMask>(random() & random()) & run.group.active;
}

struct Outcome {
    std::vector<LaneVector> results;
    std::vector<std::byte> texels;
    LaneMask active = 0;
    bool faulted = false;
};

Outcome outcome_of(const Routine& routine, const arbasm::Program& program, const TargetRow& target, uint32_t seed) {
    Bound bound(target, seed);
    LaneRun run;
    run.attributes.resize(program.attributes.size());
    run.results.resize(program.results.size());
    run.parameters.resize(program.parameters.size());
    for (size_t i = 0; i < program.parameters.size(); i++) run.parameters[i] = program.parameters[i].constant;
    set_inputs(run, program, target, seed);
    run.environment.parameters = run.parameters;
    run.environment.memory = &bound.images.program;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    routine.run(run.environment, run.group);
    // Helpers that nobody is left to help may be left out.
    const bool kills = program.source.find("KIL") != std::string::npos;
    const LaneMask compared = run.group.active & ~run.group.killed & ~(kills ? run.group.helpers : 0);
    return {run.results, bound.bytes(), compared, !bound.images.fault().empty()};
}

void compare(const Outcome& got, const Outcome& expected, const std::string& what) {
    ASSERT_EQ(got.active, expected.active) << what;
    EXPECT_EQ(got.faulted, expected.faulted) << what;
    for (size_t r = 0; r < expected.results.size(); r++)
        for (size_t c = 0; c < 4; c++)
            for (int lane = 0; lane < group_lanes; lane++)
                if (expected.active >> lane & 1) {
                    ASSERT_TRUE(
                        same_value(got.results[r].component[c].lane[lane], expected.results[r].component[c].lane[lane]))
                        << what << "result " << r << " component " << c << " lane " << lane << ": " << std::hex
                        << got.results[r].component[c].lane[lane] << " instead of "
                        << expected.results[r].component[c].lane[lane];
                }
    ASSERT_EQ(got.texels.size(), expected.texels.size());
    for (size_t i = 0; i < got.texels.size(); i++) ASSERT_EQ(got.texels[i], expected.texels[i]) << what << "byte " << i;
}

TEST(RandomImages, EnginesAgree) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_IMAGES");
    const auto count = static_cast<uint32_t>(wanted ? std::atoi(wanted) : 40);
    const char* const begin = std::getenv("ASMGL_RANDOM_IMAGES_FIRST");
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
        for (uint32_t inputs = 0; inputs < 8; inputs++) {
            const uint32_t own = seed * 8 + inputs;
            const Outcome expected = outcome_of(*reference, *program, writer.target(), own);
            const std::string what = program->source + "seed " + std::to_string(seed) + " inputs " +
                                     std::to_string(inputs) + " level " + std::to_string(static_cast<int>(level));
            compare(outcome_of(*compiled, *program, writer.target(), own), expected, what + ": ");
            // Units that have the same formats again and again get code for these.
            for (int i = 0; i < 32; i++) outcome_of(*compiled, *program, writer.target(), own);
            compare(outcome_of(*compiled, *program, writer.target(), own), expected, what + ", formats known: ");
            if (HasFailure()) return;
        }
    }
}

}  // namespace
}  // namespace runtime::random_images
