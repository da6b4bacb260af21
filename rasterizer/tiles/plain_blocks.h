// Blocks with plain colours, constants or attributes (FragmentPipeline::plain): written directly into the tile, a SIMD
// register of pixels at a time, without gathering groups or running the program. Compiled per SIMD level
// (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/fragment/interpolation.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/clear_tile.h"
#include "rasterizer/tiles/reduce_coverage.h"

namespace rasterizer::ASMGL_ISA {

// How a colour varies within a primitive: not; all components alike; each in its way.
enum class Variation : uint8_t { None, Alike, Mixed };

// A colour within a primitive: numbers, or planes over its corners. Components come in the order of memory.
struct PlainPlanes {
    float value[4];            // of all fragments, or at corner 0
    float step1[4], step2[4];  // how much it differs at the others
    uint8_t varying = 0;       // bit n: component n is interpolated
    uint8_t linear = 0;        // bit n: without perspective
    Variation variation = Variation::None;
};

// Where the four numbers of a colour lie side by side: most colours are a whole input, as it comes.
struct PlainVector {
    bool whole = false;  // the colour is one
    bool flat = false, linear = false;
    int slot = 0, back_slot = 0;  // in shaded vertices, in floats
};

RASTERIZER_INLINE PlainVector find_vector(const TileDraw& draw, const std::array<PlainSource, 4>& sources) {
    PlainVector vector;
    for (int c = 0; c < 4; ++c) {
        const PlainSource& source = sources.data()[c];
        if (!source.varies || source.component != c || source.input != sources.data()[0].input) return vector;
    }
    const FragmentInput& input = draw.inputs.data()[sources.data()[0].input];
    vector.whole = true;
    vector.flat = input.interpolation == arbasm::Interpolation::Flat;
    vector.linear = input.interpolation == arbasm::Interpolation::NoPerspective;
    vector.slot = input.slot * 4;
    vector.back_slot = input.back_slot * 4;
    return vector;
}

// The same as find_planes(), of such a colour.
RASTERIZER_INLINE void read_planes(const TilePrimitive& primitive, const PlainVector& vector, bool swapped,
                                   PlainPlanes& planes) {
    using Four = Floats<4>;
    using FourBits = Ints<4>;
    const int slot = primitive.back_facing ? vector.back_slot : vector.slot;
    const auto corner = [&](const ShadedVertex* vertex) {
        const Four value = load<Four>(vertex + slot);
        return swapped ? __builtin_shufflevector(value, value, 2, 1, 0, 3) : value;
    };
    const Four first = corner(vector.flat ? primitive.flat : primitive.vertex[0]);
    Four step1{}, step2{};
    planes.varying = planes.linear = 0;
    planes.variation = Variation::None;
    if (!vector.flat) {
        step1 = corner(primitive.vertex[1]) - first;
        step2 = corner(primitive.vertex[2]) - first;
        planes.varying = 15;
        planes.linear = vector.linear ? 15 : 0;
        const FourBits differs = (step1 != 0.0f) | (step2 != 0.0f) | ((FourBits)first == INT32_MIN);
        uint64_t bits[2];
        __builtin_memcpy(bits, &differs, sizeof bits);
        if (!primitive.affine || (bits[0] | bits[1])) planes.variation = Variation::Alike;
    }
    store(planes.value, first);
    store(planes.step1, step1);
    store(planes.step2, step2);
}

// `swapped`: component 0 lies where 2 does elsewhere.
RASTERIZER_INLINE void find_planes(const TileDraw& draw, const TilePrimitive& primitive,
                                   const std::array<PlainSource, 4>& sources, bool swapped, PlainPlanes& planes) {
    planes.varying = planes.linear = 0;
    bool differs = false;
    for (int c = 0; c < 4; ++c) {
        const PlainSource& source = sources.data()[c];
        const int m = swapped && c != 3 ? 2 - c : c;
        planes.step1[m] = planes.step2[m] = 0;
        if (!source.varies) {
            __builtin_memcpy(&planes.value[m], &source.bits, 4);
            continue;
        }
        const FragmentInput& input = draw.inputs.data()[source.input];
        const int slot = (primitive.back_facing ? input.back_slot : input.slot) * 4 + source.component;
        if (input.interpolation == arbasm::Interpolation::Flat) {
            planes.value[m] = primitive.flat[slot];
            continue;
        }
        const float v0 = primitive.vertex[0][slot];
        planes.value[m] = v0;
        planes.step1[m] = primitive.vertex[1][slot] - v0;
        planes.step2[m] = primitive.vertex[2][slot] - v0;
        planes.varying |= static_cast<uint8_t>(1 << m);
        if (input.interpolation == arbasm::Interpolation::NoPerspective) planes.linear |= static_cast<uint8_t>(1 << m);
        // Finite weights times nothing leave a value as it is, but for the sign of zero.
        differs |= !primitive.affine || planes.step1[m] != 0 || planes.step2[m] != 0 ||
                   __builtin_bit_cast(uint32_t, v0) == 0x80000000;
    }
    const bool alike =
        planes.varying == 15 && (primitive.affine || planes.linear == 0 || planes.linear == planes.varying);
    planes.variation = !differs ? Variation::None : alike ? Variation::Alike : Variation::Mixed;
}

// How a block's pixels are written. Components are in the order of memory.
struct PlainTarget {
    uint32_t* words;  // of the block, sample 0
    bool has_alpha;
    uint32_t channels;
    const BlendState* blend;  // of the Generic way, with its constant and the order of the components
    BlendConstant constant;
    PackedLayout layout;
};

RASTERIZER_INLINE void write_words(uint32_t* to, Unsigned words, uint32_t lanes, uint32_t channels) {
    if (lanes == width_bits && channels == ~0u) {
        runtime::store(to, words);
        return;
    }
    const Unsigned old = runtime::load<Unsigned>(to);
    const Unsigned written = (words & Unsigned(channels)) | (old & Unsigned(~channels));
    runtime::store(to, choose(runtime::from_bits(lanes), written, old));
}

// As pack_unorm8() of components in the order of memory. Negative numbers are clamped as integers.
RASTERIZER_INLINE Unsigned packed_words(const Color<Float>& color, bool has_alpha) {
    const auto whole = [&](int c) { return runtime::simd::in_255ths((F)color.c[c].value); };
    const I all = I{} + 255;
    return Unsigned((runtime::UnsignedRegister)runtime::simd::packed_bytes(whole(0), whole(1), whole(2),
                                                                           has_alpha ? whole(3) : all));
}

// (x, y): the centre of the block's first pixel. `masks`: of each sample; `any`: of all. How many samples there are is
// no part of the type: of the many instances that there are for other reasons, it would make five times as many.
template <BlendPreset preset, Variation variation>
void write_plain(const PlainTarget& given, const PlainPlanes& planes, const TilePrimitive& primitive, float x, float y,
                 const uint64_t* masks, int samples, uint64_t any) {
    const PlainTarget target = given;
    const PackedLayout layout = preset == BlendPreset::Generic ? target.layout : PackedLayout{0, 16, target.has_alpha};
    constexpr ColorRange unorm{preset != BlendPreset::Replace, 0};
    const Color<Float> constant = color_of([&](int c) { return Float(target.constant.c[c]); });
    const Color<Float> value = color_of([&](int c) { return Float(planes.value[c]); });
    const bool affine = primitive.affine || planes.linear == planes.varying;
    const WeightPlanes<Float> weights = planes_of<Float>(primitive, !affine);
    while (any) {
        const int i = __builtin_ctzll(any) & -lane_width;
        any &= ~(uint64_t{width_bits} << i);
        Color<Float> color = value;
        if constexpr (variation != Variation::None) {
            const Weights<Float> at = weights_at(weights, affine, runtime::load<Float>(block_offsets.x + i) + Float(x),
                                                 runtime::load<Float>(block_offsets.y + i) + Float(y));
            color = color_of([&](int c) {
                const Float step1(planes.step1[c]), step2(planes.step2[c]);
                if constexpr (variation == Variation::Alike)
                    return interpolated(at.perspective1, at.perspective2, value.c[c], step1, step2);
                if (!(planes.varying >> c & 1)) return value.c[c];
                const bool linear = planes.linear >> c & 1;
                return interpolated(linear ? at.linear1 : at.perspective1, linear ? at.linear2 : at.perspective2,
                                    value.c[c], step1, step2);
            });
        }
        color = clamped(color, unorm);
        const auto blend = [&](Unsigned below) {
            return blend_packed<preset>(color, color, below, layout, target.blend, constant);
        };
        // A colour that replaces all samples is packed once.
        const Unsigned replaces = preset == BlendPreset::Replace ? packed_words(color, layout.has_alpha) : Unsigned(0u);
        uint32_t* to = target.words + i;
        for (int s = 0; s < samples; ++s, to += tile_pixels) {
            const uint32_t lanes = static_cast<uint32_t>(masks[s] >> i) & width_bits;
            if (!lanes) continue;
            write_words(to, preset == BlendPreset::Replace ? replaces : blend(runtime::load<Unsigned>(to)), lanes,
                        target.channels);
        }
    }
}

// A few pixels that replace what was there, one by one, four components at a time: the same as above, where all
// components vary alike.
inline void write_few_plain(uint32_t* words, bool has_alpha, const PlainPlanes& planes, const TilePrimitive& primitive,
                            float x, float y, uint64_t mask) {
    using Four = VectorLanes<4>::Float;
    const auto components = [](const float* of) { return Four(load<Floats<4>>(of)); };
    const Four value = components(planes.value), step1 = components(planes.step1), step2 = components(planes.step2);
    const bool affine = primitive.affine || planes.linear == planes.varying;
    const uint32_t opaque = has_alpha ? 0 : 0xff000000u;
    const WeightPlanes<Four> weights = planes_of<Four>(primitive, !affine);
    for (; mask; mask &= mask - 1) {
        const auto pixel = static_cast<uint64_t>(__builtin_ctzll(mask));
        const Weights<Four> at =
            weights_at(weights, affine, Four(block_offsets.x[pixel] + x), Four(block_offsets.y[pixel] + y));
        const Four color = interpolated(at.perspective1, at.perspective2, value, step1, step2);
        words[pixel] = runtime::simd::packed_unorm8(color.value) | opaque;
    }
}

// The pixels of a block that pass the alpha test.
inline uint64_t alpha_mask(const PlainPlanes& planes, const TileDraw& draw, const TilePrimitive& primitive, float x,
                           float y) {
    const WeightPlanes<Float> weights = planes_of<Float>(primitive);
    const bool varies = planes.varying >> 3 & 1, linear = planes.linear >> 3 & 1;
    uint64_t pass = 0;
    for (int i = 0; i < block_pixels; i += lane_width) {
        Float alpha(planes.value[3]);
        if (varies) {
            const Weights<Float> at =
                weights_at(weights, primitive.affine || linear, runtime::load<Float>(block_offsets.x + i) + Float(x),
                           runtime::load<Float>(block_offsets.y + i) + Float(y));
            alpha =
                interpolated(at.perspective1, at.perspective2, alpha, Float(planes.step1[3]), Float(planes.step2[3]));
        }
        pass |= uint64_t{to_bits(alpha_test(draw, alpha))} << i;
    }
    return pass;
}

// Up to as many are written one by one.
inline constexpr int few_pixels = 4;

using WritePlain = void (*)(const PlainTarget& target, const PlainPlanes& planes, const TilePrimitive& primitive,
                            float x, float y, const uint64_t* masks, int samples, uint64_t any);
struct PlainWriters {
    WritePlain of[3];  // by Variation
};

inline PlainWriters plain_writers(BlendPreset preset) {
    switch (preset) {
#define PRESET(name)                                                                                                  \
    case BlendPreset::name:                                                                                           \
        return {{&write_plain<BlendPreset::name, Variation::None>, &write_plain<BlendPreset::name, Variation::Alike>, \
                 &write_plain<BlendPreset::name, Variation::Mixed>}};
        PRESET(Replace)
        PRESET(AlphaOver)
        PRESET(PremultipliedOver)
        PRESET(Additive)
        PRESET(AlphaAdditive)
        PRESET(Modulate)
        PRESET(Generic)
#undef PRESET
    }
    __builtin_unreachable();
}

// The plain draw that a tile is at, by attachment.
template <int samples>
class PlainDraw {
  public:
    void start(const TileDraw& draw, const TileSurfaces<samples>& tile) {
        draw_ = &draw;
        primitive_ = nullptr;
        if (!draw.plain) return;
        const FragmentPipeline& pipeline = *draw.pipeline;
        for (int i = 0; i < pipeline.color_count; ++i) {
            const AttachmentKey& key = pipeline.colors[i];
            Attachment& attachment = attachments_[i];
            attachment.written = key.storage != ColorStorage::None && pipeline.color_result[i] >= 0;
            if (!attachment.written) continue;
            attachment.replaces = key.blend == BlendPreset::Replace;
            if (key.storage == ColorStorage::Planes) {
                find_words(draw, tile, i);
                continue;
            }
            const PackedLayout layout = packed_layout(tile.color_format[i]);
            // Where red and blue don't mean the same, they stay where they are.
            const bool advanced =
                key.blend == BlendPreset::Generic && is_advanced(draw.fragment_state.blend[i].color_equation);
            attachment.swapped = layout.red != 0 && !advanced;
            attachment.target.layout = advanced ? layout : PackedLayout{0, 16, layout.has_alpha};
            attachment.target.has_alpha = layout.has_alpha;
            attachment.target.channels = packed_channels(key.write_mask, layout);
            attachment.target.blend = &draw.fragment_state.blend[i];
            if (key.blend == BlendPreset::Generic) {
                BlendConstant& constant = attachment.target.constant;
                constant = blend_constant(draw.fragment_state, runtime::format_info(tile.color_format[i]));
                if (attachment.swapped) constant = {{constant.c[2], constant.c[1], constant.c[0], constant.c[3]}};
            }
            attachment.writers = plain_writers(key.blend);
            attachment.vector = find_vector(draw, draw.plain_colors.data()[i]);
        }
        find_only();
    }

    // Removes fragments that fail the alpha test from `masks`. False: none are left.
    bool test_alpha(const TileSurfaces<samples>& tile, const TilePrimitive& primitive, int block,
                    CoverageMasks<samples>& masks) {
        if (&primitive != primitive_) start_primitive(primitive);
        uint64_t pass = alpha_passes_ ? ~uint64_t{0} : 0;
        if (alpha_.variation != Variation::None)
            pass = alpha_mask(alpha_, *draw_, primitive, tile.block_x(block), tile.block_y(block));
        for (int s = 0; s < samples; ++s) masks.of[s] &= pass;
        return masks.any() != 0;
    }

    // Fragments of the primitive's that are left of a block, after the early tests.
    void write(TileSurfaces<samples>& tile, const TilePrimitive& primitive, int block,
               const CoverageMasks<samples>& masks) {
        if constexpr (samples == 1)
            if (only_ >= 0) return write_only(tile, primitive, block, masks.of[0]);
        if (&primitive != primitive_) start_primitive(primitive);
        bool whole = true;
        for (int s = 0; s < samples; ++s) whole &= masks.of[s] == ~uint64_t{0};
        const FragmentPipeline& pipeline = *draw_->pipeline;
        for (int i = 0; i < pipeline.color_count; ++i) {
            Attachment& attachment = attachments_[i];
            if (!attachment.written) continue;
            const AttachmentKey& key = pipeline.colors[i];
            if (whole && attachment.replaces && key.write_mask == 0xf)
                tile.replace_color(i, block);
            else
                tile.need_color(i, block);
            if (key.storage == ColorStorage::Planes) {
                for (int s = 0; s < samples; ++s)
                    for (int c = 0; c < 4; ++c)
                        if (key.write_mask >> c & 1)
                            fill_words(tile.color_block(i, s, block) + c * tile_pixels, attachment.words[c],
                                       masks.of[s], ~0u);
                continue;
            }
            const Variation variation = attachment.planes.variation;
            if (attachment.replaces && variation == Variation::None) {
                for (int s = 0; s < samples; ++s)
                    fill_words(tile.color_block(i, s, block), attachment.words[0], masks.of[s],
                               attachment.target.channels);
                continue;
            }
            attachment.target.words = tile.color_block(i, 0, block);
            attachment.writers.of[static_cast<int>(variation)](attachment.target, attachment.planes, primitive,
                                                               tile.block_x(block), tile.block_y(block), masks.of,
                                                               samples, masks.any());
        }
    }

  private:
    struct Attachment {
        bool written = false, replaces = false, swapped = false;
        PlainTarget target{};
        PlainVector vector;
        PlainPlanes planes{};
        uint32_t words[4] = {};  // what replaces the old ones where nothing varies
        PlainWriters writers{};
    };

    // Most draws write whole colours, each an input as it comes, to one surface of packed words.
    void find_only() {
        only_ = -1;
        const FragmentPipeline& pipeline = *draw_->pipeline;
        if (samples > 1 || pipeline.tests_alpha) return;
        int written = 0;
        for (int i = 0; i < pipeline.color_count; ++i) {
            const Attachment& attachment = attachments_[i];
            if (!attachment.written) continue;
            ++written;
            if (pipeline.colors[i].storage == ColorStorage::Packed8 && attachment.replaces && attachment.vector.whole &&
                attachment.target.channels == ~0u)
                only_ = i;
        }
        if (written > 1) only_ = -1;
    }
    // The same as write(), of such a draw.
    void write_only(TileSurfaces<samples>& tile, const TilePrimitive& primitive, int block, uint64_t mask) {
        Attachment& attachment = attachments_[only_];
        PlainPlanes& planes = attachment.planes;
        if (&primitive != primitive_) {
            primitive_ = &primitive;
            read_planes(primitive, attachment.vector, attachment.swapped, planes);
            if (planes.variation == Variation::None) pack_word(attachment);
        }
        if (mask == ~uint64_t{0})
            tile.replace_color(only_, block);
        else
            tile.need_color(only_, block);
        uint32_t* const words = tile.color_block(only_, 0, block);
        if (planes.variation == Variation::None) return fill_words(words, attachment.words[0], mask, ~0u);
        const float x = tile.block_x(block), y = tile.block_y(block);
        if (__builtin_popcountll(mask) <= few_pixels)
            return write_few_plain(words, attachment.target.has_alpha, planes, primitive, x, y, mask);
        attachment.target.words = words;
        write_plain<BlendPreset::Replace, Variation::Alike>(attachment.target, planes, primitive, x, y, &mask, 1, mask);
    }
    static void pack_word(Attachment& attachment) {
        attachment.words[0] = pack_unorm8(color_of([&](int c) { return Float(attachment.planes.value[c]); }),
                                          PackedLayout{0, 16, attachment.target.has_alpha})
                                  .value[0];
    }

    // A Planes surface's: the numbers, rounded as the format does.
    void find_words(const TileDraw& draw, const TileSurfaces<samples>& tile, int index) {
        const AttachmentKey& key = draw.pipeline->colors[index];
        const runtime::Format format = tile.color_format[index];
        const ColorRange range =
            key.integer ? ColorRange{} : color_range(runtime::format_info(format), draw.pipeline->key.clamp_color);
        uint32_t* const words = attachments_[index].words;
        for (int c = 0; c < 4; ++c) {
            words[c] = draw.plain_colors.data()[index].data()[c].bits;
            if (!range.clamps) continue;
            const Float value(__builtin_bit_cast(float, words[c]));
            words[c] = as_unsigned(clamped(value, Float(range.low), Float(1.0f))).value[0];
        }
        round_planes(format, words, 1, 1);
    }

    void start_primitive(const TilePrimitive& primitive) {
        primitive_ = &primitive;
        const FragmentPipeline& pipeline = *draw_->pipeline;
        if (pipeline.tests_alpha) {
            find_planes(*draw_, primitive, draw_->plain_colors.data()[0], false, alpha_);
            alpha_passes_ = to_bits(alpha_test(*draw_, Float(alpha_.value[3]))) & 1;
        }
        for (int i = 0; i < pipeline.color_count; ++i) {
            Attachment& attachment = attachments_[i];
            if (!attachment.written || pipeline.colors[i].storage == ColorStorage::Planes) continue;
            if (attachment.vector.whole)
                read_planes(primitive, attachment.vector, attachment.swapped, attachment.planes);
            else
                find_planes(*draw_, primitive, draw_->plain_colors.data()[i], attachment.swapped, attachment.planes);
            if (attachment.replaces && attachment.planes.variation == Variation::None) pack_word(attachment);
        }
    }

    const TileDraw* draw_ = nullptr;
    const TilePrimitive* primitive_ = nullptr;
    PlainPlanes alpha_;  // colour 0, for the alpha test
    bool alpha_passes_ = true;
    Attachment attachments_[max_color_attachments];
    int only_ = -1;  // the one that write_only() is for
};

}  // namespace rasterizer::ASMGL_ISA
