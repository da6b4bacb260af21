// Recorded samplers: the bits of the plain one, for random keys and instructions at every width.
//
// ASMGL_RECORDED_SAMPLERS=n compares n of them instead of 150.
#include "runtime/jit/record_sampler.h"

#include <cstdlib>
#include <gtest/gtest.h>

#include "runtime/jit/compile_service.h"
#include "runtime/testing/random_samples.h"

namespace runtime::jit {
namespace {

using namespace sampler_oracle;

// Operands in memory: vectors in the order of the members, then words.
struct OperandMemory {
    LaneVector coordinates, gradient_x, gradient_y, offsets, offsets_y;
    LaneWord reference, lod, lod_clamp;
};
using Function = void (*)(const PreparedSampler*, const OperandMemory*, LaneVector* result, uint32_t active);

// Refers to its arguments.
// Whether the CPU has them or not.
std::vector<SimdLevel> built_levels() {
    return {
#define ASMGL_BUILT_LEVEL(name, Name) SimdLevel::Name,
#include "runtime/simd/built_levels.def"
#undef ASMGL_BUILT_LEVEL
    };
}

Recipe recipe_of(const SamplerKey& key, const SampleRequest& request, SimdLevel level, bool byte_permutes) {
    Recipe recipe;
    recipe.level = level;
    recipe.byte_permutes = byte_permutes;
    recipe.arguments = {ArgumentKind::Pointer, ArgumentKind::Pointer, ArgumentKind::Pointer, ArgumentKind::Word};
    recipe.record = [&key, &request](const Arguments& arguments) {
        const auto lanes = static_cast<uint32_t>(lane_count());
        repeat(ScalarUnsigned(0u), ScalarUnsigned(uint32_t(group_lanes)), ScalarUnsigned(lanes),
               [&](ScalarUnsigned first) {
                   const auto reader = [&](bool given, size_t member) {
                       if (!given) return RecordedOperands::Read();
                       return RecordedOperands::Read([&arguments, first, member](int component) {
                           const auto at =
                               static_cast<int64_t>(member + sizeof(LaneWord) * static_cast<size_t>(component));
                           return load<Unsigned>(arguments.pointer(1) + at + (first << ScalarUnsigned(2u)));
                       });
                   };
                   const RecordedOperands operands{
                       reader(request.coordinates, offsetof(OperandMemory, coordinates)),
                       reader(request.gradient_x, offsetof(OperandMemory, gradient_x)),
                       reader(request.gradient_y, offsetof(OperandMemory, gradient_y)),
                       reader(request.offsets, offsetof(OperandMemory, offsets)),
                       reader(request.offsets_y, offsetof(OperandMemory, offsets_y)),
                       reader(request.reference, offsetof(OperandMemory, reference)),
                       reader(request.lod, offsetof(OperandMemory, lod)),
                       reader(request.lod_clamp, offsetof(OperandMemory, lod_clamp)),
                   };
                   const Mask active = from_bits(arguments.word(3) >> first);
                   const auto result =
                       record_sample(key, request, operands, PointerTo<PreparedSampler>(arguments.pointer(0)), active);
                   for (int64_t c = 0; c < 4; ++c)
                       store(arguments.pointer(2) + c * int64_t(sizeof(LaneWord)) + (first << ScalarUnsigned(2u)),
                             result[static_cast<size_t>(c)]);
               });
    };
    return recipe;
}

TEST(RecordedSampler, GivesTheBitsOfThePlainOne) {
    std::mt19937 random(31);
    const std::vector<Format> formats = formats_with_samplers();
    const std::span<const SimdLevel> levels = simd_levels_of_cpu();
    const char* const wanted_count = std::getenv("ASMGL_RECORDED_SAMPLERS");
    const int count = wanted_count ? std::atoi(wanted_count) : 150;
    int compared = 0, differences = 0;
    for (int round = 0; compared < count; ++round) {
        const TextureKind kind = all_kinds[random() % std::size(all_kinds)];
        // Bytes half of the time: what has code of its own.
        const Format format = random() & 1 ? Format::Rgba8Unorm : formats[random() % formats.size()];
        if (!is_possible(kind, format)) continue;
        const TextureBinding binding{random_texture_of_bits(kind, format, random), random_sampler(random)};
        RandomRequest made(kind, random);
        if (format == Format::Rgba8Unorm && (kind == TextureKind::Texture2D || kind == TextureKind::Rectangle))
            made.set_surface(8, random);
        const SampleRequest& request = made.request;
        if (!serves(binding.prepared(), request, request)) continue;
        const SimdLevel level = levels[static_cast<size_t>(round) % levels.size()];
        ++compared;
        const OperandMemory memory{made.coordinates, made.gradient_x, made.gradient_y, made.offsets,
                                   made.offsets_y,   made.reference,  made.lod,        made.lod_clamp};
        const LaneMask active = random() % 3 ? all_lanes : LaneMask(random());
        LaneVector expected, result;
        sample_generic(binding, request, request, active, expected);
        const bool byte_permutes = has_byte_permutes_of_cpu() && random() % 2;
        const auto function = compile_function(recipe_of(binding.prepared().key, request, level, byte_permutes));
        ASSERT_TRUE(function);
        function->address<Function>()(&binding.prepared(), &memory, &result, active);
        for (int lane = 0; lane < group_lanes && differences < 20; ++lane)
            for (int c = 0; c < 4 && (active >> lane & 1); ++c) {
                const uint32_t bits = result.component[c].lane[lane], wanted = expected.component[c].lane[lane];
                const bool same = agree(bits, wanted);
                differences += !same;
                EXPECT_TRUE(same) << format_info(format).name << " kind " << int(kind) << " operation "
                                  << int(request.operation) << " lane " << lane << " component " << c << ": "
                                  << float_of(bits) << ", not " << float_of(wanted) << " " << simd_level_name(level)
                                  << describe(binding);
            }
    }
}

// On CPUs that lack it, too: what LLVM can't make for a level ends the process.
TEST(RecordedSampler, IsCodeOfEveryLevel) {
    std::mt19937 random(32);
    for (const TextureKind kind : {TextureKind::Texture2D, TextureKind::Cube, TextureKind::Texture3D})
        for (const Format format : {Format::Rgba8Unorm, Format::Rgba16Float, Format::Rgba32Float}) {
            const TextureBinding binding{random_texture_of_bits(kind, format, random), random_sampler(random)};
            const RandomRequest made(kind, random);
            if (!serves(binding.prepared(), made.request, made.request)) continue;
            for (const SimdLevel level : built_levels()) {
                for (const bool byte_permutes : {false, true}) {
                    ObjectCode object;
                    EXPECT_TRUE(
                        compile_object(recipe_of(binding.prepared().key, made.request, level, byte_permutes), object));
                    EXPECT_FALSE(object.bytes.empty());
                }
            }
        }
}

}  // namespace
}  // namespace runtime::jit
