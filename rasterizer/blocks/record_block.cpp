#include "rasterizer/blocks/record_block.h"

#include <optional>
#include <type_traits>
#include <vector>

#include "rasterizer/blocks/block_inputs.h"
#include "rasterizer/blocks/recorded_program.h"
#include "rasterizer/blocks/round_colors.h"
#include "rasterizer/fragment/colors.h"
#include "rasterizer/fragment/depth_stencil.h"
#include "rasterizer/fragment/pixel_samples.h"
#include "rasterizer/prepare/block_code.h"
#include "rasterizer/scene/tile_primitive.h"
#include "runtime/jit/lane_needs.h"
#include "runtime/jit/lanes_scope.h"
#include "runtime/jit/program_emitter.h"

namespace rasterizer {
namespace {

using namespace runtime::jit;

KnownSamplers recorded_samplers(const PixelKey& key, const runtime::decoded::Code& code) {
    return KnownSamplers{[&key](int32_t unit) { return key.sampler_of(unit); }, key.handle_samplers}.bounded(code);
}

FormatOfUnit image_formats(const PixelKey& key) {
    return [&key](int32_t unit) { return key.image_format_of(unit); };
}

// Two registers of pixels side by side: where what is computed waits for texels or results they are done in less than
// two thirds of the time of one after the other (AVX2); with the 32 registers of AVX-512 everything gains that waits at
// all (arithmetic without waits loses 2 %). Pieces with pixels in one of them only, as small triangles have, are taken
// by a register. Both are in the function, whose making takes twice the time: code that is made quickly has the one for
// a register only, and lookups in vast numbers are left so.
constexpr int most_levels_twice = 32;

// How many levels the lookups inside of the program filter.
int levels_filtered(const runtime::decoded::Code& code, const KnownSamplers& samplers) {
    int levels = 0;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, runtime::decoded::SampleStep>)
            for (const runtime::SamplerKey& sampler : samplers.met_by(step))
                levels += sampler.mip_filter == runtime::MipFilter::Linear ? 2 : 1;
    });
    return levels;
}

// How many pixels a piece has that is full, and one that isn't.
struct PieceLanes {
    int most, least;
};
PieceLanes piece_lanes(const PixelKey& key, const runtime::decoded::Code& code, runtime::SimdLevel level) {
    const auto samplers = recorded_samplers(key, code);
    if (calls_steps(code, samplers, image_formats(key))) return {runtime::group_lanes, runtime::group_lanes};
    const int lanes = lanes_of(level);
    const int levels = levels_filtered(code, samplers);
    const bool gains = level == runtime::SimdLevel::Avx512 || levels > 0 || waits_for_results(code);
    const bool twice = gains && levels <= most_levels_twice;
    return {twice ? 2 * lanes : lanes, lanes};
}

// One function: a loop over the pieces of a block, as many pixels each as values have lanes.
class BlockRecording {
  public:
    BlockRecording(const PixelKey& key, const runtime::decoded::Code& code, const Arguments& arguments, int least_lanes)
        : key_(key),
          pipeline_(*key.pipeline),
          code_(code),
          job_(arguments.pointer(0)),
          constants_(job_.load_readable(1, &BlockJob::constants)),
          primitive_(job_.load_readable(1, &BlockJob::primitive)),
          parameters_(constants_.load_readable(code.program->parameters.size(), &BlockConstants::parameters)),
          windows_(windows_of(code)),
          image_windows_(constants_.load_readable(windows_.images.size(), &BlockConstants::image_windows)),
          memory_windows_(constants_.load_readable(windows_.memory.size(), &BlockConstants::memory_windows)),
          corners_(BlockInputs::corners_of(key, primitive_)),
          samples_(pipeline_.key.samples),
          least_lanes_(least_lanes) {}

    void record() {
        const auto lanes = static_cast<uint32_t>(lane_count()), least = static_cast<uint32_t>(least_lanes_);
        for (int s = 0; s < samples_; ++s) masks_.push_back(job_.at(&BlockJob::masks).elements()[s].load());
        repeat(ScalarUnsigned(0u), ScalarUnsigned(uint32_t{block_pixels}), ScalarUnsigned(lanes),
               [&](ScalarUnsigned first) {
                   const ScalarUnsigned bits = piece_of_any(first), none(0u);
                   if (least == lanes) return when(bits != none, [&] { record_piece_at(first); });
                   const ScalarMask low = (bits & ScalarUnsigned(bits_of_lanes(least_lanes_))) != none,
                                    high = (bits >> ScalarUnsigned(least)) != none;
                   when(low & high, [&] { record_piece_at(first); });
                   when(low ^ high, [&] {
                       const LanesScope scope(least_lanes_);
                       record_piece_at(first + choose(low, none, ScalarUnsigned(least)));
                   });
               });
    }

  private:
    static uint32_t bits_of_lanes(int lanes) { return lanes == 32 ? ~0u : (1u << lanes) - 1; }
    static uint32_t piece_bits() { return bits_of_lanes(lane_count()); }
    // Takes from a mask of the block the bits of the piece that begins at `first`.
    static ScalarUnsigned bits_of_piece(ScalarWideUnsigned mask, ScalarUnsigned first) {
        return low_word(mask >> to_wide(first)) & ScalarUnsigned(piece_bits());
    }
    ScalarUnsigned piece_of_any(ScalarUnsigned first) const {
        ScalarWideUnsigned any(uint64_t{0});
        for (const ScalarWideUnsigned mask : masks_) any = any | mask;
        return bits_of_piece(any, first);
    }
    void record_piece_at(ScalarUnsigned first) {
        first_ = first;
        std::vector<Mask> covered;
        for (const ScalarWideUnsigned mask : masks_) covered.push_back(from_bits(bits_of_piece(mask, first)));
        record_piece(piece_of_any(first), covered);
    }
    static unsigned alignment() { return 4 * static_cast<unsigned>(lane_count() < 16 ? lane_count() : 16); }
    // At a path within the constants.
    template <class... Path>
    ScalarFloat number(Path... path) const {
        return constants_.load_constant(path...);
    }
    template <class... Path>
    Signed integer(Path... path) const {
        return broadcast(constants_.load_constant(path...));
    }
    ScalarFloat of_primitive(float TilePrimitive::*member) const { return primitive_.load_constant(member); }
    // The piece's words of `pixels` words, one per pixel of the block.
    Pointer piece_of(Pointer pixels) const { return pixels + (*first_ << ScalarUnsigned(2u)); }
    Float pixel_offset(const float* BlockConstants::*which) const {
        return load_constant<Float>(piece_of(constants_.load_constant(which)), alignment());
    }

    Mask covered_before_tests(int sample) const {
        const auto block = job_.at(&BlockJob::covered).elements()[sample];
        return from_bits(low_word(block.load() >> to_wide(*first_)) & ScalarUnsigned(piece_bits()));
    }

    // A bit for each sample. Without multisampling the first stands for the pixel.
    Unsigned coverage_of(ScalarUnsigned bits, const std::vector<Mask>& after_tests) const {
        if (samples_ == 1 || !pipeline_.key.multisample)
            return coverage_bits<Unsigned>(1, [&](int) { return from_bits(bits); });
        return coverage_bits<Unsigned>(samples_, [&](int s) {
            return pipeline_.mask_after_tests ? after_tests[static_cast<size_t>(s)] : covered_before_tests(s);
        });
    }

    BlockInputs::Location centroid_at(Float x, Float y, Mask any) const {
        const auto of_sample = [&](auto table) { return [this, table](int s) { return broadcast(number(table, s)); }; };
        return centroid_of(
            x, y, any, samples_, [&](int s) { return covered_before_tests(s); }, of_sample(&BlockConstants::sample_x),
            of_sample(&BlockConstants::sample_y));
    }

    // What IPAC, IPAO and IPAS say with their operand.
    BlockInputs::Location location_of_interpolation(runtime::InterpolateAt where,
                                                    const BlockInputs::Fragments& fragments, Unsigned x,
                                                    Unsigned y) const {
        const BlockInputs::Location& center = fragments.center;
        switch (where) {
            case runtime::InterpolateAt::Offset: return {center.x + as_float(x), center.y + as_float(y)};
            case runtime::InterpolateAt::Centroid: return fragments.centroid ? *fragments.centroid : center;
            case runtime::InterpolateAt::Sample: break;
        }
        if (samples_ == 1) return center;
        // A sample that is not there: any location will do.
        const Unsigned last(static_cast<uint32_t>(samples_ - 1));
        const Unsigned bytes = choose(x < last, x, last) * Unsigned(uint32_t{sizeof(float)});
        const auto of_sample = [&](auto table) { return gather<Float>(constants_.at(table), bytes, Mask(true)); };
        return {center.x + of_sample(&BlockConstants::sample_x), center.y + of_sample(&BlockConstants::sample_y)};
    }

    // ---- a piece

    void record_piece(ScalarUnsigned bits, const std::vector<Mask>& covered) {
        const Float x = pixel_offset(&BlockConstants::offset_x) + broadcast(job_.load_constant(&BlockJob::x));
        const Float y = pixel_offset(&BlockConstants::offset_y) + broadcast(job_.load_constant(&BlockJob::y));
        BlockInputs::Fragments fragments{{x, y}, {}, {x, y}, job_.load_constant(&BlockJob::sample), Unsigned(0u)};
        if (samples_ > 1) {
            const auto of_sample = [&](auto table) {
                const PointerTo<float> at(constants_.at(table) + (fragments.sample_number << ScalarUnsigned(2u)));
                return broadcast(at.load_constant());
            };
            fragments.sample = {x + of_sample(&BlockConstants::sample_x), y + of_sample(&BlockConstants::sample_y)};
            if (has_centroids(key_) || asks_for_centroids(code_))
                fragments.centroid = centroid_at(x, y, from_bits(bits));
        }
        if (pipeline_.reads_coverage) fragments.coverage = coverage_of(bits, covered);
        const BlockInputs inputs(key_, primitive_, corners_, constants_, fragments);

        EmitContext context;
        Piece& piece = context.piece;
        piece.machine = constants_.load_constant(&BlockConstants::machine);
        context.inputs.parameters = parameters_;
        context.inputs.attribute = [&](int32_t attribute, int component) { return inputs.value(attribute, component); };
        context.inputs.attribute_at = [&](int32_t attribute, runtime::InterpolateAt where, Unsigned at_x,
                                          Unsigned at_y) {
            return inputs.value_at(attribute, location_of_interpolation(where, fragments, at_x, at_y));
        };
        context.textures = constants_.load_constant(&BlockConstants::textures);
        context.known_samplers = recorded_samplers(key_, code_);
        context.image_format = image_formats(key_);
        context.image_windows = image_windows_;
        context.memory_windows = memory_windows_;
        // Quads run whole; the machine has room for 32 lanes.
        piece.first_lane = *first_ & ScalarUnsigned(31u);
        const ScalarUnsigned corners =
            (bits | bits >> ScalarUnsigned(1u) | bits >> ScalarUnsigned(2u) | bits >> ScalarUnsigned(3u)) &
            ScalarUnsigned(0x11111111u);
        const ScalarUnsigned active = corners * ScalarUnsigned(15u);
        piece.active = from_bits(active);
        piece.helpers = from_bits(active & ~bits);
        const PointerTo<runtime::Group> group = piece.group();
        if (asks_who_is_there(code_)) {
            store(group.at(&runtime::Group::helpers), (active & ~bits) << piece.first_lane);
            store(group.at(&runtime::Group::killed), ScalarUnsigned(0u));
        }
        ProgramEmitter emitter(code_, CodeForm::Structured);
        emitter.emit(context);

        const auto finish = [&] {
            if (!emitter.kills()) return record_tail(emitter, covered);
            // Where nothing of a piece is left there is nothing to blend.
            when((bits & ~to_bits(emitter.killed())) != ScalarUnsigned(0u), [&] { record_tail(emitter, covered); });
        };
        if (!key_.pipeline->may_run_long) return finish();
        when(group.load(&runtime::Group::timed_out) == ScalarUnsigned(0u), finish);
    }

    // ---- behind the program

    using Colors = std::vector<std::optional<Color<Float>>>;

    static Color<Float> color_of_result(ProgramEmitter& emitter, int result) {
        return color_of([&](int c) {
            return emitter.writes_result(result, c) ? as_float(emitter.result(result, c)) : Float(0.0f);
        });
    }

    void record_tail(ProgramEmitter& emitter, const std::vector<Mask>& covered) {
        Colors colors(max_color_attachments);
        for (size_t i = 0; i < pipeline_.color_count; ++i)
            if (pipeline_.color_result[i] >= 0) colors[i] = color_of_result(emitter, pipeline_.color_result[i]);
        std::optional<Color<Float>> second;
        if (pipeline_.secondary_color_result >= 0) second = color_of_result(emitter, pipeline_.secondary_color_result);

        // An integer colour in the first buffer has no alpha (GL 4.6, 17.3.1).
        std::optional<Float> alpha;
        if (pipeline_.color_result[0] >= 0 && !pipeline_.colors[0].integer)
            alpha = color_of_result(emitter, pipeline_.color_result[0]).c[3];
        const std::optional<Float> coverage = pipeline_.key.covers_by_alpha() ? alpha : std::nullopt;
        if (pipeline_.key.alpha_to_one && alpha) {
            for (auto& color : colors)
                if (color) color->c[3] = Float(1.0f);
            if (second) second->c[3] = Float(1.0f);
            alpha = Float(1.0f);
        }
        Mask alive = !emitter.killed();
        if (pipeline_.key.alpha_test && alpha)
            alive =
                alive & passes_alpha(key_.alpha_function, *alpha, broadcast(number(&BlockConstants::alpha_reference)),
                                     pipeline_.key.clamp_color);
        std::optional<Float> depth;
        if (pipeline_.depth_result >= 0) depth = color_of_result(emitter, pipeline_.depth_result).c[2];
        std::optional<Unsigned> samples_written;
        if (pipeline_.sample_mask_result >= 0 && samples_ > 1 && pipeline_.key.multisample)
            samples_written = as_unsigned(color_of_result(emitter, pipeline_.sample_mask_result).c[0]);
        const auto record_sample = [&](int s) {
            Mask mask = covered[static_cast<size_t>(s)] & alive;
            if (samples_written) mask = mask & ((*samples_written & Unsigned(1u << s)) != Unsigned(0u));
            // A piece has whole quads.
            if (coverage)
                mask = mask & is_covered_by_alpha(pipeline_.key.alpha_to_coverage, *coverage,
                                                  lane_numbers() & Unsigned(3u), s, samples_);
            if (!pipeline_.early_tests) mask = record_tests(s, mask, depth);
            for (int i = 0; i < pipeline_.color_count; ++i) {
                const auto n = static_cast<size_t>(i);
                if (colors[n] && pipeline_.colors[n].storage != ColorStorage::None)
                    record_color(i, s, *colors[n], second ? *second : no_color(), mask);
            }
        };
        const ScalarUnsigned own = job_.load_constant(&BlockJob::sample);
        for (int s = 0; s < samples_; ++s) {
            if (samples_ > 1 && pipeline_.per_sample)
                when(own == ScalarUnsigned(static_cast<uint32_t>(s)), [&] { record_sample(s); });
            else
                record_sample(s);
        }
    }
    static Color<Float> no_color() {
        return color_of([](int) { return Float(0.0f); });
    }

    // ---- late tests

    Signed window_depth(int sample, const std::optional<Float>& written) const {
        const auto encode = [&](Float z) {
            return encode_depth(pipeline_.key.depth_storage, z, broadcast(number(&BlockConstants::depth_low)),
                                broadcast(number(&BlockConstants::depth_high)),
                                broadcast(number(&BlockConstants::depth_scale)));
        };
        if (written) return encode(*written);
        const auto along = [&](auto in_block, auto block, auto shift, auto origin) {
            const ScalarFloat position = job_.load_constant(block) + number(shift, sample);
            return pixel_offset(in_block) + broadcast(position - of_primitive(origin));
        };
        const Float dx = along(&BlockConstants::offset_x, &BlockJob::x, &BlockConstants::sample_x, &TilePrimitive::x0);
        const Float dy = along(&BlockConstants::offset_y, &BlockJob::y, &BlockConstants::sample_y, &TilePrimitive::y0);
        return encode(depth_by([&](auto member) { return broadcast(of_primitive(member)); }, dx, dy));
    }

    StencilTest<Signed> stencil_test(size_t face) const {
        const auto number_of = [&](auto member) { return integer(&BlockConstants::faces, face, member); };
        const StencilActions& actions = key_.stencil[face];
        return {actions.function,
                actions.fail,
                actions.depth_fail,
                actions.pass,
                number_of(&BlockConstants::Face::reference),
                number_of(&BlockConstants::Face::read_mask),
                number_of(&BlockConstants::Face::write_mask)};
    }

    // What is left of the mask.
    Mask record_tests(int sample, Mask mask, const std::optional<Float>& depth_written) {
        const DepthStencilTests tests = tests_of(pipeline_.key, pipeline_.reads_depth);
        if (pipeline_.tests) {
            const auto plane = int64_t{sample} * tile_pixels;
            const Pointer depths = piece_of(job_.load_constant(&BlockJob::depth)[plane]);
            const Pointer stencils = job_.load_constant(&BlockJob::stencil)[plane] + *first_;
            const TestedPixels<Signed> stored{pipeline_.reads_depth ? load<Signed>(depths, alignment()) : Signed(0),
                                              tests.stencil_test ? as_signed(load_bytes(stencils)) : Signed(0), mask};
            const Signed depth = pipeline_.reads_depth ? window_depth(sample, depth_written) : Signed(0);
            const Variable<Signed> new_depth(stored.depth), new_stencil(stored.stencil);
            const Variable<Mask> passed(mask);
            const auto run = [&](size_t face) {
                const TestedPixels<Signed> after =
                    test_pixels(tests, stencil_test(face), stored, depth, integer(&BlockConstants::bounds_low),
                                integer(&BlockConstants::bounds_high));
                new_depth = after.depth;
                new_stencil = after.stencil;
                passed = after.mask;
            };
            if (!tests.stencil_test)
                run(0);
            else
                when(
                    primitive_.load(&TilePrimitive::back_facing) != ScalarUnsigned(0u), [&] { run(1); },
                    [&] { run(0); });
            if (tests.depth_write) store(depths, new_depth.get(), alignment());
            if (tests.stencil_test) store_bytes(stencils, as_unsigned(new_stencil.get()));
            mask = passed;
        }
        const auto passed = job_.at(&BlockJob::passed).elements()[sample];
        store(passed, passed.load() | to_wide(to_bits(mask)) << to_wide(*first_));
        return mask;
    }

    // ---- colours

    Color<Float> blend_constant_of(int index) const {
        return color_of([&](int c) { return broadcast(number(&BlockConstants::blend_constant, index, c)); });
    }

    void record_color(int index, int sample, const Color<Float>& color, const Color<Float>& second, Mask mask) {
        const AttachmentKey& attachment = pipeline_.colors[static_cast<size_t>(index)];
        const bool packed = attachment.storage == ColorStorage::Packed8;
        const Pointer words = job_.at(&BlockJob::colors).elements()[index].load_constant() +
                              int64_t{sample} * tile_pixels * (packed ? 4 : 16);
        if (packed)
            record_packed(index, piece_of(words), color, second, mask);
        else
            record_planes(index, piece_of(words), color, second, mask);
    }

    void write(Pointer to, Unsigned words, uint32_t channels, Mask mask) const {
        const Unsigned old = load<Unsigned>(to, alignment());
        if (channels != ~0u) words = (words & Unsigned(channels)) | (old & Unsigned(~channels));
        store(to, choose(mask, words, old), alignment());
    }

    void record_packed(int index, Pointer words, const Color<Float>& color, const Color<Float>& second, Mask mask) {
        const auto n = static_cast<size_t>(index);
        const AttachmentKey& attachment = pipeline_.colors[n];
        const PackedLayout layout = packed_layout(key_.formats[n]);
        const uint32_t channels = packed_channels(attachment.write_mask, layout);
        const auto old = [&] { return load<Unsigned>(words, alignment()); };
        if (attachment.blend == BlendPreset::Replace) {
            Unsigned packed = pack_unorm8(color, layout);
            if (attachment.logic_operation) packed = logic_operation(key_.logic_operation, packed, old());
            return write(words, packed, channels, mask);
        }
        const ColorRange unorm{true, 0};
        const Color<Float> source = clamped(color, unorm), source1 = clamped(second, unorm),
                           destination = unpack_unorm8(old(), layout), constant = blend_constant_of(index);
        const Color<Float> result =
            blended(key_.blend[n], BlendOperands<Float>{source, source1, destination, constant, true});
        write(words, pack_unorm8(result, layout, bounds_after(attachment.blend)), channels, mask);
    }

    void record_planes(int index, Pointer words, const Color<Float>& color, const Color<Float>& second, Mask mask) {
        const auto n = static_cast<size_t>(index);
        const AttachmentKey& attachment = pipeline_.colors[n];
        const runtime::FormatInfo& info = runtime::format_info(key_.formats[n]);
        const ColorRange range = attachment.integer ? ColorRange{} : color_range(info, pipeline_.key.clamp_color);
        const auto plane = [&](int c) { return words + int64_t{c} * tile_pixels * 4; };
        Color<Float> result = clamped(color, range);
        if (attachment.blend != BlendPreset::Replace && !attachment.integer) {
            const Color<Float> source1 = clamped(second, range), constant = blend_constant_of(index),
                               destination = color_of([&](int c) { return load<Float>(plane(c), alignment()); });
            result = blended(key_.blend[n], BlendOperands<Float>{result, source1, destination, constant});
        }
        result = rounded_to(key_.formats[n], result);
        for (int c = 0; c < 4; ++c)
            if (attachment.write_mask >> c & 1) write(plane(c), as_unsigned(result.c[c]), ~0u, mask);
    }

    const PixelKey& key_;
    const FragmentPipeline& pipeline_;
    const runtime::decoded::Code& code_;
    const PointerTo<BlockJob> job_;
    const PointerTo<BlockConstants> constants_;
    const PointerTo<TilePrimitive> primitive_;
    const PointerTo<runtime::Vector4> parameters_;
    const WantedWindows windows_;
    const PointerTo<ImageWindow> image_windows_;
    const PointerTo<MemoryWindow> memory_windows_;
    const BlockInputs::Corners corners_;
    const int samples_, least_lanes_;
    std::vector<ScalarWideUnsigned> masks_;  // of the samples
    std::optional<ScalarUnsigned> first_;    // pixel of the piece
};

}  // namespace

Recipe block_recipe(std::shared_ptr<const PixelKey> key, std::shared_ptr<const runtime::decoded::Code> code,
                    runtime::SimdLevel level) {
    Recipe recipe;
    recipe.name = "block";
    recipe.level = level;
    const PieceLanes lanes = piece_lanes(*key, *code, level);
    recipe.lanes = lanes.most;
    recipe.quick_lanes = lanes.least;
    recipe.arguments = {ArgumentKind::Pointer};
    recipe.record = [key = std::move(key), code = std::move(code), least = lanes.least](const Arguments& arguments) {
        BlockRecording(*key, *code, arguments, least).record();
    };
    return recipe;
}

}  // namespace rasterizer
