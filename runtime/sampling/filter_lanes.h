// Filters over lanes: within a level, between levels, and along the axis of an anisotropic footprint.
//
// Part of the sampler's one text (native_vocabulary.h).
#pragma once

#include "runtime/sampling/texel_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

// The four texels of a linear filter in two dimensions: i0j0, i1j0, i0j1, i1j1.
template <int elements>
struct Footprint {
    Values<elements> texel[4];
    Float weight_s, weight_t;
};

template <int elements>
ASMGL_INLINE Values<elements> mixed(const Footprint<elements>& at) {
    return mix(mix(at.texel[0], at.texel[1], at.weight_s), mix(at.texel[2], at.texel[3], at.weight_s), at.weight_t);
}

template <class Access>
ASMGL_INLINE Wrap wrap_of(const Access& access, int dimension) {
    return dimension == 0 ? access.key.wrap_s : dimension == 1 ? access.key.wrap_t : access.key.wrap_r;
}
// Whether positions are clamped to the image, and that is all about wrapping; not so where each texel is looked at on
// its own, not `mixed`.
template <class Access>
ASMGL_INLINE bool is_clamped(const Access& access, const SamplePosition& position, int dimension, bool mixed = true) {
    return wrap_of(access, dimension) == Wrap::ClampToEdge && !position.moved && mixed;
}
template <class Access>
ASMGL_INLINE Signed position_in_256ths(const Access& access, const Level& level, const SamplePosition& position,
                                       int dimension, bool mixed = true) {
    return filter_position(wrap_of(access, dimension), position.coordinate[dimension], level, dimension,
                           access.normalized(), is_clamped(access, position, dimension, mixed));
}
template <class Access>
ASMGL_INLINE Taps taps_at(const Access& access, const Level& level, const SamplePosition& position, int dimension,
                          Signed at, bool mixed = true) {
    return taps_at(wrap_of(access, dimension), at, level, dimension, access.normalized(), position.offset_of(dimension),
                   is_clamped(access, position, dimension, mixed));
}
template <class Access>
ASMGL_INLINE Taps taps_of(const Access& access, const Level& level, const SamplePosition& position, int dimension,
                          bool mixed = true) {
    if (has_byte_units(access.key.decode))
        return taps_at(access, level, position, dimension,
                       position_in_256ths(access, level, position, dimension, mixed), mixed);
    return float_taps(wrap_of(access, dimension), position.coordinate[dimension], level, dimension, access.normalized(),
                      position.offset_of(dimension));
}

// ---- bytes in fixed point: sums of whole numbers, which are exact ------------------------------------------------

struct Texels {
    Unsigned texel[4];  // i0j0, i1j0, i0j1, i1j1
};

template <class Access>
ASMGL_INLINE Signed column_offset(const Access& access, Signed i) {
    const int bytes = access.key.texel_bytes;
    return bytes == 4 ? i << Unsigned(2) : bytes == 1 ? i : i * Signed(bytes);
}
// Whether the second texels of all lanes lie behind the first ones.
ASMGL_INLINE auto are_neighbours(const Taps& s, const Taps& t) {
    return every_lane((s.second - s.first == Signed(1)) & (t.second - t.first == Signed(1)));
}

template <class Access>
ASMGL_INLINE Texels neighbouring_words(const Access& access, const Level& level, Signed corner) {
    const int bytes = access.key.texel_bytes;
    if (bytes == 4) {
        const PairRows rows = gather_pair_rows(level, corner);
        return {{rows.low.left, rows.low.right, rows.high.left, rows.high.right}};
    }
    if (bytes == 3) {
        const Pointer first = level.base(), next = level.next_row();
        return {{gather(first, corner), gather(first + 3, corner), gather(next, corner), gather(next + 3, corner)}};
    }
    const Unsigned low = gather(level.base(), corner), high = gather(level.next_row(), corner);
    const Unsigned beside(8u * static_cast<uint32_t>(bytes));
    return {{low, low >> beside, high, high >> beside}};
}

template <class Access>
ASMGL_INLINE Texels texel_words(const Access& access, const Level& level, const Taps& s, const Taps& t, Signed slice) {
    const Signed stride = level.row_stride(), row = slice + t.first * stride;
    const Signed left = column_offset(access, s.first), corner = row + left;
    return either(
        are_neighbours(s, t), [&] { return neighbouring_words(access, level, corner); },
        [&]() -> Texels {
            const Pointer base = level.base();
            const Signed above = slice + t.second * stride, right = column_offset(access, s.second);
            return {{gather(base, corner), gather(base, row + right), gather(base, above + left),
                     gather(base, above + right)}};
        });
}

// A row's two texels mixed, in 256ths less 32768: of bytes 0 and 2, and of bytes 1 and 3, signed numbers of 16 bits.
struct MixedRow {
    Unsigned even, odd;
};
ASMGL_INLINE MixedRow mixed_row(Unsigned left, Unsigned right, Unsigned weight) {
    const Unsigned low_bytes(0x00ff00ff), high_bytes(0xff00ff00), half(0x80008000);
    const Unsigned left_even = left & low_bytes, right_even = right & low_bytes;
    const Unsigned left_odd = (left & high_bytes) >> Unsigned(8), right_odd = (right & high_bytes) >> Unsigned(8);
    const Unsigned even = add_halves(left_even << Unsigned(8),
                                     multiply_halves(subtract_halves(right_even, left_even), weight)),
                   odd = add_halves(left & high_bytes, multiply_halves(subtract_halves(right_odd, left_odd), weight));
    return {even ^ half, odd ^ half};
}

template <int elements>
ASMGL_INLINE Values<elements> mixed_words(const Texels& words, const Taps& s, const Taps& t) {
    const Unsigned weight = as_unsigned(s.weight_bits) | as_unsigned(s.weight_bits) << Unsigned(16);
    const MixedRow low = mixed_row(words.texel[0], words.texel[1], weight);
    const MixedRow high = mixed_row(words.texel[2], words.texel[3], weight);
    const Unsigned weights = as_unsigned(Signed(256) - t.weight_bits) | as_unsigned(t.weight_bits) << Unsigned(16);
    return each<elements>([&](int n) {
        const Unsigned a = n & 1 ? low.odd : low.even, b = n & 1 ? high.odd : high.even;
        const Unsigned rows = n & 2 ? upper_halves(a, b) : lower_halves(a, b);
        return to_float(sum_of_products(rows, weights) + Signed(256 * 32768));
    });
}

// The same for sRGB bytes, decoded to 16 bits: integers within a row, floats between rows.
template <int elements, class Access>
ASMGL_INLINE Values<elements> mixed_on_curve(const Access& access, const Texels& words, const Taps& s, const Taps& t) {
    const Unsigned weights = as_unsigned(Signed(256) - s.weight_bits) | as_unsigned(s.weight_bits) << Unsigned(16);
    const Unsigned half(0x80008000);
    const auto bytes = [&](Unsigned word, int first) {
        const Unsigned halves = first ? word & Unsigned(0xff00ff00) : (word & Unsigned(0x00ff00ff)) << Unsigned(8);
        const bool beside[2] = {is_beside_curve(access.key, first), is_beside_curve(access.key, first + 2)};
        const Unsigned curved = on_curve(halves);
        return half ^ (beside[0] ? halves : beside[1] ? halves_of(curved, halves) : curved);
    };
    const auto row = [&](Unsigned left, Unsigned right) {
        const Unsigned left_even = bytes(left, 0), right_even = bytes(right, 0);
        const Unsigned left_odd = bytes(left, 1), right_odd = bytes(right, 1);
        return each<elements>([&](int n) {
            const Unsigned a = n & 1 ? left_odd : left_even, b = n & 1 ? right_odd : right_even;
            const Unsigned pair = n & 2 ? upper_halves(a, b) : lower_halves(a, b);
            return to_float(sum_of_products(pair, weights) + Signed(256 * 32768));
        });
    };
    return mix(row(words.texel[0], words.texel[1]), row(words.texel[2], words.texel[3]), t.weight);
}

template <int elements, class Access>
ASMGL_INLINE Values<elements> mixed_texels(const Access& access, const Level& level, const Taps& s, const Taps& t,
                                           Signed slice) {
    const Texels words = texel_words(access, level, s, t, slice);
    return access.key.decode == TexelDecode::Srgb8 ? mixed_on_curve<elements>(access, words, s, t)
                                                   : mixed_words<elements>(words, s, t);
}

// ---- windows: four texels of each of four rows, among which are all that a quad's lanes mix ----------------------

// For textures of four bytes a texel, minified by less than two, so that a quad's texels lie within four: four loads a
// quad instead of eight. Their bytes are shuffled into the order of lanes and of the weighted sums.
template <class Access>
ASMGL_INLINE bool may_have_windows(const Access& access, const SamplePosition& position) {
    const auto wraps = [&](int d) {
        return is_clamped(access, position, d) || (wrap_of(access, d) == Wrap::Repeat && access.normalized());
    };
    return Access::is_folded && access.key.decode == TexelDecode::Bytes && access.key.texel_bytes == 4 &&
           !access.key.border && access.dimensions() == 2 && !position.has_slices && !position.moved && wraps(0) &&
           wraps(1);
}

// The same if one instruction can select any byte of two registers (AVX512-VBMI): a quad's window is one register. Two
// of them give the bytes of eight lanes, two elements at a time: of the lower row's first and second texel, and of the
// upper row's. `start`: the number of the quad's first texel; `within`: how far the lanes' first ones lie from there, s
// in lower halves and t in upper ones.
template <int elements, class L, class U, class S>
ASMGL_INLINE Values<elements> permuted_from_windows(const L& level, S start, U within, S weight_s, S weight_t) {
    U window[4] = {within, within, within, within};
    for (int quad = 0; quad < 4; ++quad) window[quad] = load_window_of_quad(level, start, quad) ^ U(0x80808080);
    // Weights are bytes, see below.
    const U second = as_unsigned(larger(weight_s, S(1)));
    const U weights = add_halves(multiply_halves(second, U(0xff)), U(0x100));
    const U weights_t = (as_unsigned(weight_t) << U(16)) + as_unsigned(S(256) - weight_t);
    // Numbers of the first and the second texel's first byte in the window.
    const U texels = as_unsigned(sum_of_products(within, U(0x10100404))) + choose(weight_s == S(0), U(0u), U(0x400));
    U low[2] = {within, within}, high[2] = {within, within};  // sums of elements 0 and 1, of 2 and 3
    for (int half = 0; half < 2; ++half) {
        const U spread_weights = lower_halves_spread(weights, half), rows = words_spread(weights_t, half);
        const U numbers = bytes_in_windows(lower_halves_spread(texels, half));
        const auto sums = [&](U bytes) {
            const U texel_bytes = bytes_of_two(window[2 * half], window[2 * half + 1], bytes);
            return as_unsigned(sum_of_products(sums_of_byte_products(spread_weights, texel_bytes), rows) +
                               S(256 * 32768));
        };
        low[half] = sums(numbers);
        high[half] = sums(numbers + U(0x2020202));
    }
    return each<elements>([&](int n) {
        const U* const halves = n & 2 ? high : low;
        return to_float(as_signed(n & 1 ? odd_words(halves[0], halves[1]) : even_words(halves[0], halves[1])));
    });
}

// By positions in 256ths; `anywhere`: the same where there is no such window.
template <int elements, class L, class Anywhere>
ASMGL_INLINE Values<elements> mixed_in_windows(const L& level, Signed s, Signed t, const Anywhere& anywhere) {
    // s in lower halves and t in upper ones: the first texels of the lanes, of their quads, and the first from the
    // second.
    const Unsigned first = halves_of(as_unsigned(s >> Unsigned(8)), as_unsigned(t << Unsigned(8)));
    const Unsigned start = least_halves_of_quad(first), within = subtract_halves(first, start);
    // Below zero where something is wrong.
    const Unsigned beyond =
        start | subtract_halves(level.last_window(), start) | subtract_halves(Unsigned(0x20002), within);
    return either(
        every_lane((beyond & Unsigned(0x80008000)) == Unsigned(0u)),
        [&]() -> Values<elements> {
            const Signed number = sum_of_products(start, level.window_step());
            const Signed weight_s = s & Signed(255), weight_t = t & Signed(255);
            if constexpr (may_permute_bytes)
                if (has_byte_permutes(level))
                    return permuted_from_windows<elements>(level, number, within, weight_s, weight_t);
            const Windows rows = load_windows(level, number);
            // Weights are bytes, and their sum is 256: where the second is none, both texels are the first.
            const Unsigned second = as_unsigned(larger(weight_s, Signed(1)));
            const Unsigned weights =
                add_halves(multiply_halves(second | second << Unsigned(16), Unsigned(0xff00ff)), Unsigned(0x1000100));
            const Unsigned to_second = choose(weight_s == Signed(0), Unsigned(0u), Unsigned(0x4000400));
            // Bytes 0 and 1, and 2 and 3, of both texels.
            const Unsigned low_bytes = (first_bytes(within) << Unsigned(2)) + to_second + Unsigned(0x1010000);
            const Unsigned high_bytes = low_bytes + Unsigned(0x2020202);
            Unsigned low[4] = {within, within, within, within}, high[4] = {within, within, within, within};
            for (int n = 0; n < 4; ++n) {
                const Unsigned texels = rows.row[n] ^ Unsigned(0x80808080);
                low[n] = sums_of_byte_products(weights, bytes_of_quad(texels, low_bytes));
                high[n] = sums_of_byte_products(weights, bytes_of_quad(texels, high_bytes));
            }
            const Mask second_row = as_signed(within) > Signed(0xffff), third_row = as_signed(within) > Signed(0x1ffff);
            const auto of_rows = [&](const Unsigned* row) {
                return choose(third_row, row[2], choose(second_row, row[1], row[0]));
            };
            const Unsigned low_low = of_rows(low), low_high = of_rows(high);
            const Unsigned high_low = of_rows(low + 1), high_high = of_rows(high + 1);
            const Unsigned weights_t = as_unsigned(Signed(256) - weight_t) | as_unsigned(weight_t) << Unsigned(16);
            return each<elements>([&](int n) {
                const Unsigned a = n & 2 ? low_high : low_low, b = n & 2 ? high_high : high_low;
                const Unsigned pair = n & 1 ? upper_halves(a, b) : lower_halves(a, b);
                return to_float(sum_of_products(pair, weights_t) + Signed(256 * 32768));
            });
        },
        anywhere);
}

// The texels of a footprint with more in them than bytes.
struct FootprintWords {
    TexelWords texel[4];  // i0j0, i1j0, i0j1, i1j1
};
// For formats with texels that are read as whole words.
template <class Key>
ASMGL_INLINE bool has_whole_words(const Key& key) {
    const int words = words_of(key);
    return !has_byte_units(key.decode) && words != 3 && key.texel_bytes == 4 * words;
}
template <class Access>
ASMGL_INLINE FootprintWords footprint_words(const Access& access, const Level& level, const Taps& s, const Taps& t,
                                            Signed slice) {
    const int bytes = access.key.texel_bytes;
    const Signed stride = level.row_stride(), row = slice + t.first * stride;
    const Signed left = column_offset(access, s.first), corner = row + left;
    return either(
        are_neighbours(s, t),
        [&]() -> FootprintWords {
            if (bytes == 4) {
                const PairRows rows = gather_pair_rows(level, corner);
                const auto one = [](Unsigned word) { return TexelWords{{word, word, word, word}}; };
                return {{one(rows.low.left), one(rows.low.right), one(rows.high.left), one(rows.high.right)}};
            }
            const QuadRows rows = gather_quad_rows(level, corner, 0);
            if (bytes == 8) {
                const auto half = [](const Quad& texels, int first) {
                    return TexelWords{
                        {texels.word[first], texels.word[first + 1], texels.word[first], texels.word[first]}};
                };
                return {{half(rows.low, 0), half(rows.low, 2), half(rows.high, 0), half(rows.high, 2)}};
            }
            const QuadRows beside = gather_quad_rows(level, corner, 16);
            const auto all = [](const Quad& texel) {
                return TexelWords{{texel.word[0], texel.word[1], texel.word[2], texel.word[3]}};
            };
            return {{all(rows.low), all(beside.low), all(rows.high), all(beside.high)}};
        },
        [&]() -> FootprintWords {
            const Pointer base = level.base();
            const Signed above = slice + t.second * stride, right = column_offset(access, s.second);
            return {{words_at(access, base, corner), words_at(access, base, row + right),
                     words_at(access, base, above + left), words_at(access, base, above + right)}};
        });
}
template <int elements, class Access>
ASMGL_INLINE Values<elements> mixed_footprint(const Access& access, const FootprintWords& words, const Taps& s,
                                              const Taps& t, const SamplePosition& position) {
    const auto texel = [&](int n) { return decoded<elements>(access, words.texel[n], no_lanes(), position); };
    return mixed(Footprint<elements>{{texel(0), texel(1), texel(2), texel(3)}, s.weight, t.weight});
}

// ---- within a level ----------------------------------------------------------------------------------------------

template <int elements, class Access>
ASMGL_INLINE Values<elements> nearest(const Access& access, const Level& level, Signed slice,
                                      const SamplePosition& position) {
    Mask outside = no_lanes();
    const auto index = [&](Wrap wrap, int dimension) {
        return nearest_index(wrap, position.coordinate[dimension], level, dimension, access.normalized(),
                             position.offset_of(dimension), outside);
    };
    const int bytes = access.key.texel_bytes;
    Signed offset = index(access.key.wrap_s, 0) * Signed(bytes);
    if (access.dimensions() >= 2) offset = offset + index(access.key.wrap_t, 1) * level.row_stride();
    if (access.dimensions() == 3) offset = offset + index(access.key.wrap_r, 2) * level.slice_stride();
    return fetch<elements>(access, level.base(), position.has_slices ? slice + offset : offset, outside, position);
}

// The two texels of a linear filter along s.
template <int elements, class Access>
ASMGL_INLINE Values<elements> mixed_pair(const Access& access, const Level& level, const Taps& s, Signed row,
                                         Mask outside, const SamplePosition& position) {
    const Signed bytes(access.key.texel_bytes);
    const auto first =
        fetch<elements>(access, level.base(), row + s.first * bytes, outside | s.outside_first, position);
    const auto second =
        fetch<elements>(access, level.base(), row + s.second * bytes, outside | s.outside_second, position);
    return mix(first, second, s.weight);
}

template <int elements, class Access>
ASMGL_INLINE Values<elements> mixed_plane(const Access& access, const Level& level, const Taps& s, const Taps& t,
                                          Signed slice, Mask outside, const SamplePosition& position) {
    const Signed stride = level.row_stride();
    const auto low =
        mixed_pair<elements>(access, level, s, slice + t.first * stride, outside | t.outside_first, position);
    const auto high =
        mixed_pair<elements>(access, level, s, slice + t.second * stride, outside | t.outside_second, position);
    return mix(low, high, t.weight);
}

// The four texels of a filter on a seamless cube, where some lie beyond the face.
template <int elements, class Access>
ASMGL_INLINE Values<elements> mixed_over_edges(const Access& access, const Level& level, const Taps& s, const Taps& t,
                                               const SamplePosition& position) {
    const Signed size = level.size(0), none(0);
    const auto beyond = [&](Signed i) { return (i < none) | (i >= size); };
    const auto texel = [&](Signed i, Signed j) {
        const CubeTexel at = across_edges(position.face, i, j, size);
        const Signed slice = (position.slice + at.face - position.face.number) * level.slice_stride();
        const Signed offset = slice + at.j * level.row_stride() + at.i * Signed(access.key.texel_bytes);
        return fetch<elements>(access, level.base(), offset, no_lanes(), position);
    };
    Footprint<elements> at{
        {texel(s.first, t.first), texel(s.second, t.first), texel(s.first, t.second), texel(s.second, t.second)},
        s.weight,
        t.weight};
    const Mask corner[4] = {beyond(s.first) & beyond(t.first), beyond(s.second) & beyond(t.first),
                            beyond(s.first) & beyond(t.second), beyond(s.second) & beyond(t.second)};
    // GL 4.6 §8.14.2.1: the texel that a corner lacks is the average of the other three.
    for (int n = 0; n < 4; ++n) {
        const int a = n == 0 ? 1 : 0, b = n <= 1 ? 2 : 1, c = n == 3 ? 2 : 3;
        at.texel[n] = each<elements>([&](int e) {
            const Float sum = at.texel[a].value[e] + at.texel[b].value[e] + at.texel[c].value[e];
            return choose(corner[n], sum / Float(3.0f), at.texel[n].value[e]);
        });
    }
    return mixed(at);
}

// A filter on a seamless cube.
template <int elements, class Access>
ASMGL_INLINE Values<elements> mixed_across_edges(const Access& access, const Level& level,
                                                 const SamplePosition& position) {
    const Signed size = level.size(0), none(0), last = size - Signed(1);
    const auto start = [&](int dimension) {
        const Float u = limit_coordinate(position.coordinate[dimension] * level.scale(dimension));
        Taps taps{last, last, u, last, no_lanes(), no_lanes()};
        if (has_byte_units(access.key.decode)) {
            const Signed at = to_signed_nearest(u * Float(256.0f)) - Signed(128);
            taps.first = at >> Unsigned(8);
            taps.weight_bits = at & Signed(255);
            taps.weight = to_float(taps.weight_bits) * Float(1.0f / 256);
        } else {
            const Float shifted = u - Float(0.5f), whole = round_down(shifted);
            taps.first = to_signed(whole);
            taps.weight = shifted - whole;
        }
        // Coordinates are within the face; rounding and anisotropic filters may put them beyond. One of two is on it.
        taps.first = clamp_index(taps.first, Signed(-1), last);
        taps.second = taps.first + Signed(1);
        return taps;
    };
    const Taps s = start(0), t = start(1);
    const auto anywhere = [&] { return mixed_over_edges<elements>(access, level, s, t, position); };
    if (!Access::is_folded || access.key.border || (!has_byte_units(access.key.decode) && !has_whole_words(access.key)))
        return anywhere();
    return either(
        every_lane((s.first >= none) & (s.first < last) & (t.first >= none) & (t.first < last)),
        [&]() -> Values<elements> {
            const Signed slice = position.slice * level.slice_stride();
            if (has_byte_units(access.key.decode)) return mixed_texels<elements>(access, level, s, t, slice);
            return mixed_footprint<elements>(access, footprint_words(access, level, s, t, slice), s, t, position);
        },
        anywhere);
}

template <int elements, class Access>
ASMGL_INLINE Values<elements> linear(const Access& access, const Level& level, Signed slice,
                                     const SamplePosition& position) {
    if (may_have_windows(access, position)) {
        const Signed at_s = position_in_256ths(access, level, position, 0),
                     at_t = position_in_256ths(access, level, position, 1);
        return mixed_in_windows<elements>(level, at_s, at_t, [&] {
            return mixed_texels<elements>(access, level, taps_at(access, level, position, 0, at_s),
                                          taps_at(access, level, position, 1, at_t), slice);
        });
    }
    const Taps s = taps_of(access, level, position, 0);
    if (access.dimensions() == 1) return mixed_pair<elements>(access, level, s, slice, no_lanes(), position);
    const Taps t = taps_of(access, level, position, 1);
    const auto plane = [&](Signed of_plane, Mask outside) -> Values<elements> {
        if (!access.key.border) {
            if (has_byte_units(access.key.decode)) return mixed_texels<elements>(access, level, s, t, of_plane);
            if constexpr (Access::is_folded)
                if (has_whole_words(access.key))
                    return mixed_footprint<elements>(access, footprint_words(access, level, s, t, of_plane), s, t,
                                                     position);
        }
        return mixed_plane<elements>(access, level, s, t, of_plane, outside, position);
    };
    if (access.dimensions() == 2) return plane(slice, no_lanes());
    const Taps r = taps_of(access, level, position, 2);
    const Signed stride = level.slice_stride();
    const auto near = plane(r.first * stride, r.outside_first), far = plane(r.second * stride, r.outside_second);
    return mix(near, far, r.weight);
}

template <int elements, class Access>
Values<elements> filter_level(const Access& access, const Level& level, Filter filter, const SamplePosition& position) {
    const Signed slice = position.has_slices ? position.slice * level.slice_stride() : Signed(0);
    if (filter == Filter::Nearest) return nearest<elements>(access, level, slice, position);
    if (access.key.seamless) return mixed_across_edges<elements>(access, level, position);
    return linear<elements>(access, level, slice, position);
}

// ---- between levels ----------------------------------------------------------------------------------------------

// The level a lane's filter begins with, and the weight of the next one; magnified lanes have level 0 and weight 0.
struct LevelChoice {
    Signed level;
    Float weight;
};
template <class Access>
ASMGL_INLINE LevelChoice choose_level(const Access& access, Float lod) {
    const Signed first(0);
    switch (access.key.mip_filter) {
        case MipFilter::None: break;
        case MipFilter::Nearest: {
            // ceil(lod + 1/2) - 1
            const Float near = smaller(lod, Float(100.0f)) + Float(0.5f);
            const Signed level = to_signed(-round_down(-near)) - Signed(1);
            return {clamp_index(choose(lod > Float(0.5f), level, first), first, access.numbers.last_level()),
                    Float(0.0f)};
        }
        case MipFilter::Linear: {
            const Float limited = larger(smaller(lod, to_float(access.numbers.last_level())), Float(0.0f));
            const Float whole = round_down(limited);
            return {to_signed(whole), limited - whole};
        }
    }
    return {first, Float(0.0f)};
}

template <int elements, class Access>
ASMGL_INLINE Values<elements> filter_chosen(const Access& access, const LevelChoice& choice, Filter filter,
                                            const SamplePosition& position, Mask lanes) {
    const Mask between = choice.weight != Float(0.0f);
    const auto on_level = [&](auto number, Mask same) {
        const auto near = filter_level<elements>(access, access.numbers.level(number), filter, position);
        if (access.key.mip_filter != MipFilter::Linear || is_integer(access.key.decode)) return near;
        return either(
            any_lane(between & same & lanes),
            [&] {
                const auto far = filter_level<elements>(access, access.numbers.next_level(number), filter, position);
                const auto both = mix(near, far, choice.weight);
                // A mixture of finite numbers without weight is the first.
                return has_byte_units(access.key.decode) ? both : merged(near, both, between);
            },
            [&] { return near; });
    };
    if (access.key.mip_filter == MipFilter::None) return on_level(0, lanes);
    Variable<Values<elements>> values(zeros<elements>());
    for_each_number(choice.level, lanes, [&](auto number, Mask same) {
        values = merged(Values<elements>(values), on_level(number, same), same);
    });
    return values;
}

// Chooses levels by the level of detail, and filters within and between them.
template <int elements, class Access>
ASMGL_INLINE Values<elements> filter_lod(const Access& access, Float lod, const LevelChoice& choice,
                                         const SamplePosition& position, Mask lanes) {
    if (access.key.min_filter == access.key.mag_filter)
        return filter_chosen<elements>(access, choice, access.key.min_filter, position, lanes);
    const Mask minified = lanes & (lod > Float(0.0f)), magnified = lanes & (!minified);
    const auto smaller = either(
        any_lane(minified),
        [&] { return filter_chosen<elements>(access, choice, access.key.min_filter, position, minified); },
        [] { return zeros<elements>(); });
    return either(
        any_lane(magnified),
        [&] {
            const auto larger =
                filter_level<elements>(access, access.numbers.level(0), access.key.mag_filter, position);
            return merged(smaller, larger, magnified);
        },
        [&] { return smaller; });
}

// Where an anisotropic filter puts its samples: `samples` of them along an axis in coordinates.
struct Anisotropy {
    Float samples;
    Float axis[3];
};

// The mean of as many samples as each lane wants (EXT_texture_filter_anisotropic).
template <int elements, class Access>
ASMGL_INLINE Values<elements> filter_anisotropic(const Access& access, Float lod, const LevelChoice& choice,
                                                 const Anisotropy& along, const SamplePosition& center, Mask lanes) {
    if (is_integer(access.key.decode)) return filter_lod<elements>(access, lod, choice, center, lanes);
    const Float samples = choose(lod > Float(0.0f), along.samples, Float(1.0f));
    const Mask single = samples == Float(1.0f);
    return either(
        !any_lane(lanes & (!single)), [&] { return filter_lod<elements>(access, lod, choice, center, lanes); },
        [&] {
            Variable<Values<elements>> sum(zeros<elements>());
            count_up(samples, lanes, [&](Float n, Mask wanted) {
                const Float along_axis = n / (samples + Float(1.0f)) - Float(0.5f);
                SamplePosition position = center;
                // A single sample lies at the centre itself.
                for (int d = 0; d < access.dimensions(); ++d)
                    position.coordinate[d] =
                        choose(single, center.coordinate[d], center.coordinate[d] + along.axis[d] * along_axis);
                const auto values = filter_lod<elements>(access, lod, choice, position, wanted);
                const Values<elements> before = sum;
                sum = each<elements>(
                    [&](int e) { return choose(wanted, before.value[e] + values.value[e], before.value[e]); });
            });
            const Values<elements> total = sum;
            return each<elements>([&](int e) { return total.value[e] / samples; });
        });
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
