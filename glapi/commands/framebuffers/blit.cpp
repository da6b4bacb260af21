// glBlitFramebuffer (ARB_framebuffer_object §4.3.3).
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_areas.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/state.h"
#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/rasterizer.h"
#include "rasterizer/resolve_samples.h"
#include "runtime/images/byte_filter.h"
#include "runtime/simd/streamed_copy.h"
#include "runtime/simd/streaming.h"
#include "runtime/threads/floating_point_mode.h"
#include "runtime/threads/parallel_rows.h"

namespace glapi {
namespace {

using rasterizer::SurfaceView;
using runtime::Format;
using runtime::Image;
using runtime::Texel;

struct Region {
    GLint x0, y0, x1, y1;
    int64_t width() const { return int64_t{x1} - x0; }
    int64_t height() const { return int64_t{y1} - y0; }
};

// For each destination column (or row) in [first, first + positions.size()): where its centre lies in the source.
std::vector<double> positions(int64_t destination0, int64_t destination_size, int64_t source0, int64_t source_size,
                              int32_t first, int32_t count) {
    std::vector<double> at(static_cast<size_t>(std::max(count, 0)));
    const double scale = static_cast<double>(source_size) / static_cast<double>(destination_size);
    for (int32_t i = 0; i < count; ++i)
        at[i] = static_cast<double>(source0) +
                (static_cast<double>(first) + i + 0.5 - static_cast<double>(destination0)) * scale;
    return at;
}

// The texels of a row between which a coordinate lies, and how far it is from the first to the second; of a filter that
// takes the nearest, both are that.
struct Taps {
    int32_t first, second;
    float weight;
};

std::vector<Taps> taps_at(const std::vector<double>& coordinates, int32_t size, bool linear) {
    std::vector<Taps> taps;
    taps.reserve(coordinates.size());
    for (const double coordinate : coordinates) {
        const double at = linear ? coordinate - 0.5 : coordinate;
        const double low = std::floor(at);
        // Coordinates may lie beyond all integers.
        const auto texel = [size](double number) {
            return static_cast<int32_t>(std::clamp(number, 0.0, static_cast<double>(size - 1)));
        };
        const int32_t first = texel(low), second = linear ? texel(low + 1) : first;
        taps.push_back({first, second, linear ? static_cast<float>(at - low) : 0.0f});
    }
    return taps;
}

struct Blit {
    const Image& source;
    int32_t source_layer;
    Image& destination;
    int32_t layer;
    int32_t x, y, width, height;  // of the destination, clipped
    std::vector<double> columns, rows;
    std::vector<Taps> taps;  // of the columns
    bool linear;
    int32_t sample;  // of the source
    bool encode;     // sRGB conversion takes place
};

Format view_format(const Image& image, bool encode) { return encode ? image.format() : unencoded(image.format()); }

bool inside(double at, int32_t size) { return at >= 0 && at < size; }

// Texels of one source row at the blit's columns. `line`: a whole row's.
void sample_row(const Blit& blit, int32_t row, std::span<Texel> line, Texel* out) {
    const runtime::Extent extent = blit.source.extent();
    runtime::load_texels(view_format(blit.source, blit.encode), blit.source.row(row, blit.source_layer, blit.sample), 0,
                         extent.width, line.data());
    luminance_to_red(blit.source.format(), line.data(), extent.width);
    for (int32_t i = 0; i < blit.width; ++i) {
        const Taps& taps = blit.taps[static_cast<size_t>(i)];
        const Texel& left = line[static_cast<size_t>(taps.first)];
        if (!blit.linear) {
            out[i] = left;
            continue;
        }
        const Texel& right = line[static_cast<size_t>(taps.second)];
        for (size_t c = 0; c < 4; ++c) {
            const auto a = std::bit_cast<float>(left[c]), b = std::bit_cast<float>(right[c]);
            out[i][c] = std::bit_cast<uint32_t>(a + (b - a) * taps.weight);
        }
    }
}

// The columns where the source lies within its framebuffer: [first, last).
std::pair<int32_t, int32_t> columns_inside(const Blit& blit) {
    const int32_t size = blit.source.extent().width;
    int32_t first = 0, last = blit.width;
    while (first < last && !inside(blit.columns[first], size)) ++first;
    while (last > first && !inside(blit.columns[last - 1], size)) --last;
    return {first, last};
}

// Whether pixels go from one row to another as they are, side by side: colours of one format, at their own size.
bool moves_rows(const Blit& blit) {
    const runtime::FormatInfo& info = runtime::format_info(blit.source.format());
    if (blit.source.format() != blit.destination.format() || info.base >= runtime::BaseFormat::DepthComponent)
        return false;
    if (blit.source.samples() > 1 || blit.destination.samples() > 1) return false;
    for (int32_t i = 1; i < blit.width; ++i)
        if (blit.columns[i] != blit.columns[0] + i) return false;
    // A linear filter takes one texel at its centre; of floats, infinite neighbours would count.
    const auto at_centre = [](double at) { return at - std::floor(at) == 0.5; };
    return !blit.linear || (info.component_class == runtime::ComponentClass::Unorm && at_centre(blit.columns[0]) &&
                            std::ranges::all_of(blit.rows, at_centre));
}

// Stores texels of a row where the source lies within its framebuffer, into every sample.
void store_row(const Blit& blit, int32_t y, const Texel* texels) {
    const auto [first, last] = columns_inside(blit);
    for (int32_t s = 0; s < blit.destination.samples(); ++s) {
        runtime::store_texels(view_format(blit.destination, blit.encode), blit.destination.row(y, blit.layer, s),
                              blit.x + first, last - first, texels + first);
    }
}

void move_rows(const Blit& blit, int32_t from, int32_t to) {
    const auto [first, last] = columns_inside(blit);
    if (first >= last) return;
    const size_t bytes = runtime::format_info(blit.source.format()).bytes_per_block;
    const auto column = static_cast<size_t>(std::floor(blit.columns[first]));
    for (int32_t j = from; j < to; ++j) {
        if (!inside(blit.rows[j], blit.source.extent().height)) continue;
        const auto row = static_cast<int32_t>(std::floor(blit.rows[j]));
        std::memcpy(blit.destination.row(blit.y + j, blit.layer) + bytes * static_cast<size_t>(blit.x + first),
                    blit.source.row(row, blit.source_layer) + bytes * column,
                    bytes * static_cast<size_t>(last - first));
    }
}

void filter_rows(const Blit& blit, int32_t from, int32_t to) {
    std::vector<Texel> line(static_cast<size_t>(blit.source.extent().width));
    std::vector<Texel> low(static_cast<size_t>(blit.width)), high(blit.linear ? low.size() : 0);
    const int32_t height = blit.source.extent().height;
    for (int32_t j = from; j < to; ++j) {
        if (!inside(blit.rows[j], height)) continue;
        if (!blit.linear) {
            sample_row(blit, static_cast<int32_t>(std::floor(blit.rows[j])), line, low.data());
        } else {
            const double at = blit.rows[j] - 0.5;
            const double below = std::floor(at);
            const auto weight = static_cast<float>(at - below);
            sample_row(blit, std::clamp(static_cast<int32_t>(below), 0, height - 1), line, low.data());
            sample_row(blit, std::clamp(static_cast<int32_t>(below) + 1, 0, height - 1), line, high.data());
            for (size_t i = 0; i < low.size(); ++i) {
                for (int c = 0; c < 4; ++c) {
                    const float a = std::bit_cast<float>(low[i][c]), b = std::bit_cast<float>(high[i][c]);
                    low[i][c] = std::bit_cast<uint32_t>(a + (b - a) * weight);
                }
            }
        }
        store_row(blit, blit.y + j, low.data());
    }
}

// ---- colours of four bytes

// Whether that is all there is to do: no curve, no other format, one sample.
bool filters_bytes(const Blit& blit) {
    const Format format = view_format(blit.source, blit.encode);
    return rasterizer::color_storage(format) == rasterizer::ColorStorage::Packed8 && blit.linear &&
           format == view_format(blit.destination, blit.encode) && blit.destination.samples() == 1;
}

// A row's texels, or two where it has one.
class PairedRow {
  public:
    PairedRow(const std::byte* row, int32_t size) : row_(row) {
        if (size > 1) return;
        std::memcpy(two_.data(), row, 4);
        std::memcpy(two_.data() + 4, row, 4);
        row_ = two_.data();
    }
    PairedRow(const PairedRow&) = delete;
    PairedRow& operator=(const PairedRow&) = delete;
    const std::byte* texels() const { return row_; }

  private:
    std::array<std::byte, 8> two_;
    const std::byte* row_;
};

class FilteredBytes {
  public:
    explicit FilteredBytes(const Blit& blit) : blit_(blit) {
        const auto [first, last] = columns_inside(blit);
        first_ = first;
        width_ = last - first;
        if (width_ == 0) return;
        const int32_t size = blit.source.extent().width;
        constexpr auto step = static_cast<int32_t>(runtime::byte_filter_step);
        for (int32_t i = 0; i < (width_ + step - 1) / step * step; ++i) {
            const Taps& taps = blit.taps[static_cast<size_t>(std::min(first + i, last - 1))];
            const int32_t left = std::min(taps.first, std::max(size - 2, 0));
            texels_.push_back(left);
            weights_.push_back(taps.first != taps.second ? taps.weight : static_cast<float>(taps.first - left));
        }
    }

    void store_rows(int32_t from, int32_t to) const {
        if (width_ == 0) return;
        const runtime::Extent size = blit_.source.extent();
        const size_t bytes = static_cast<size_t>(width_) * 4;
        const bool streams = bytes * static_cast<size_t>(blit_.height) >= runtime::least_streamed_bytes;
        const bool opaque = runtime::format_info(blit_.destination.format()).bits[3] == 0;
        const runtime::ByteFilter filter = runtime::byte_filter(runtime::simd_level());
        std::vector<uint32_t> line(texels_.size());
        for (int32_t j = from; j < to; ++j) {
            if (!inside(blit_.rows[j], size.height)) continue;
            const double at = blit_.rows[j] - 0.5, below = std::floor(at);
            const auto row_at = [&](int32_t row) {
                return blit_.source.row(std::clamp(row, 0, size.height - 1), blit_.source_layer, blit_.sample);
            };
            const PairedRow low(row_at(static_cast<int32_t>(below)), size.width);
            const PairedRow high(row_at(static_cast<int32_t>(below) + 1), size.width);
            filter({low.texels(), high.texels(), static_cast<float>(at - below)},
                   {texels_.data(), weights_.data(), texels_.size()}, opaque ? 0xff000000u : 0, line.data());
            std::byte* const out =
                blit_.destination.row(blit_.y + j, blit_.layer) + static_cast<ptrdiff_t>(blit_.x + first_) * 4;
            if (streams)
                runtime::stream_copy(out, line.data(), bytes);
            else
                std::memcpy(out, line.data(), bytes);
        }
        if (streams) runtime::finish_streaming();
    }

  private:
    const Blit& blit_;
    int32_t first_, width_;
    std::vector<int32_t> texels_;
    std::vector<float> weights_;
};

void run_color(const Blit& blit) {
    const bool moves = moves_rows(blit);
    if (!moves && filters_bytes(blit)) {
        const FilteredBytes filtered(blit);
        return runtime::parallel_rows(blit.width, blit.height, [&](int32_t from, int32_t to) {
            const runtime::FloatingPointMode mode;
            filtered.store_rows(from, to);
        });
    }
    runtime::parallel_rows(blit.width, blit.height, [&](int32_t from, int32_t to) {
        const runtime::FloatingPointMode mode;
        if (moves)
            move_rows(blit, from, to);
        else
            filter_rows(blit, from, to);
    });
}

// Samples whose averages go to pixels of the same format, side by side. None: they are resolved first, then blitted.
std::optional<rasterizer::ResolvedArea> resolved_area(const Blit& blit) {
    const runtime::FormatInfo& info = runtime::format_info(blit.source.format());
    if (blit.source.format() != blit.destination.format() || blit.destination.samples() > 1 ||
        info.component_class != runtime::ComponentClass::Unorm || blit.columns.empty() || blit.rows.empty())
        return std::nullopt;
    const runtime::Extent extent = blit.source.extent();
    const auto in_order = [](const std::vector<double>& coordinates, int32_t size) {
        for (size_t i = 0; i < coordinates.size(); ++i)
            if (coordinates[i] != coordinates[0] + static_cast<double>(i) ||
                coordinates[i] - std::floor(coordinates[i]) != 0.5)
                return false;
        return inside(coordinates.front(), size) && inside(coordinates.back(), size);
    };
    if (!in_order(blit.columns, extent.width) || !in_order(blit.rows, extent.height)) return std::nullopt;
    return rasterizer::ResolvedArea{static_cast<int32_t>(std::floor(blit.columns[0])),
                                    static_cast<int32_t>(std::floor(blit.rows[0])),
                                    blit.x,
                                    blit.y,
                                    blit.width,
                                    blit.height};
}

void run_stencil(const Blit& blit) {
    const runtime::Extent extent = blit.source.extent();
    std::vector<uint8_t> line(static_cast<size_t>(extent.width));
    for (int32_t j = 0; j < blit.height; ++j) {
        if (!inside(blit.rows[j], extent.height)) continue;
        runtime::load_stencil(
            blit.source.format(),
            blit.source.row(static_cast<int32_t>(std::floor(blit.rows[j])), blit.source_layer, blit.sample), 0,
            extent.width, line.data());
        for (int32_t i = 0; i < blit.width; ++i) {
            if (!inside(blit.columns[i], extent.width)) continue;
            for (int32_t s = 0; s < blit.destination.samples(); ++s) {
                runtime::store_stencil(blit.destination.format(), blit.destination.row(blit.y + j, blit.layer, s),
                                       blit.x + i, 1, &line[static_cast<size_t>(std::floor(blit.columns[i]))]);
            }
        }
    }
}

// Both images multisampled alike: the samples are moved singly, where the regions allow it.
void run_per_sample(const Blit& blit, bool stencil) {
    for (int32_t s = 0; s < blit.source.samples(); ++s) {
        std::vector<Texel> line(static_cast<size_t>(blit.source.extent().width)),
            texels(static_cast<size_t>(blit.width));
        std::vector<uint8_t> values(static_cast<size_t>(blit.source.extent().width));
        Blit one = blit;
        one.sample = s;
        for (int32_t j = 0; j < blit.height; ++j) {
            if (!inside(blit.rows[j], blit.source.extent().height)) continue;
            const auto row = static_cast<int32_t>(std::floor(blit.rows[j]));
            if (!stencil) {
                sample_row(one, row, line, texels.data());
                for (int32_t i = 0; i < blit.width; ++i) {
                    if (inside(blit.columns[i], blit.source.extent().width))
                        runtime::store_texels(view_format(blit.destination, blit.encode),
                                              blit.destination.row(blit.y + j, blit.layer, s), blit.x + i, 1,
                                              &texels[i]);
                }
                continue;
            }
            runtime::load_stencil(blit.source.format(), blit.source.row(row, blit.source_layer, s), 0,
                                  blit.source.extent().width, values.data());
            for (int32_t i = 0; i < blit.width; ++i) {
                if (inside(blit.columns[i], blit.source.extent().width))
                    runtime::store_stencil(blit.destination.format(), blit.destination.row(blit.y + j, blit.layer, s),
                                           blit.x + i, 1, &values[static_cast<size_t>(std::floor(blit.columns[i]))]);
            }
        }
    }
}

void blit_image(Context& context, const SurfaceView& from, const SurfaceView& to, const Region& source,
                const Region& destination, const rasterizer::Rectangle& bounds, bool linear, bool stencil) {
    context.rasterizer.wait_for(*to.image);
    context.rasterizer.wait_for(*from.image);
    const auto left = static_cast<int32_t>(std::max<int64_t>(std::min(destination.x0, destination.x1), bounds.x));
    const auto right = static_cast<int32_t>(
        std::min<int64_t>(std::max(destination.x0, destination.x1), int64_t{bounds.x} + bounds.width));
    const auto bottom = static_cast<int32_t>(std::max<int64_t>(std::min(destination.y0, destination.y1), bounds.y));
    const auto top = static_cast<int32_t>(
        std::min<int64_t>(std::max(destination.y0, destination.y1), int64_t{bounds.y} + bounds.height));
    if (left >= right || bottom >= top) return;
    const auto blit_of = [&](const Image& image, int32_t layer) {
        std::vector<double> columns =
            positions(destination.x0, destination.width(), source.x0, source.width(), left, right - left);
        std::vector<double> rows =
            positions(destination.y0, destination.height(), source.y0, source.height(), bottom, top - bottom);
        std::vector<Taps> taps = taps_at(columns, image.extent().width, linear);
        return Blit{image,
                    layer,
                    *to.image,
                    to.layer,
                    left,
                    bottom,
                    right - left,
                    top - bottom,
                    std::move(columns),
                    std::move(rows),
                    std::move(taps),
                    linear,
                    0,
                    context.state.color_buffer.framebuffer_srgb};
    };
    const bool sampled = from.image->samples() > 1, per_sample = sampled && to.image->samples() > 1;
    const auto resolved = sampled && !stencil ? resolved_area(blit_of(*from.image, from.layer)) : std::nullopt;
    if (resolved) {
        rasterizer::resolve_samples(from, to, *resolved);
    } else {
        ReadableImage readable_source{from.image, from.layer};
        if (!per_sample && sampled) readable_source = readable(context.rasterizer, from);
        // A blit within one image reads what was there before.
        if (readable_source.image->shares_memory(*to.image) && readable_source.layer == to.layer && !per_sample) {
            const runtime::Extent extent = from.image->extent();
            auto copy = std::make_shared<Image>(from.image->format(), runtime::Extent{extent.width, extent.height, 1});
            copy_texels(*from.image, 0, 0, from.layer, *copy, 0, 0, 0, extent.width, extent.height, nullptr);
            readable_source = {copy, 0};
        }
        const Blit blit = blit_of(*readable_source.image, readable_source.layer);
        if (per_sample)
            run_per_sample(blit, stencil);
        else if (stencil)
            run_stencil(blit);
        else
            run_color(blit);
    }
    runtime::release_nonresident(*to.image, left, bottom, to.layer, right - left, top - bottom, 1);
}

// What a blit copies between, after validation.
struct BlitBuffers {
    SurfaceView color, depth, stencil;  // to read
    rasterizer::Framebuffer target;
};

// OpenGL ES 3.2 §16.2.1.
bool blits_to_itself(const BlitBuffers& buffers, GLbitfield mask) {
    const auto is_one = [](const SurfaceView& from, const SurfaceView& to) {
        return from && from.image == to.image && from.layer == to.layer;
    };
    const bool color = std::ranges::any_of(buffers.target.colors,
                                           [&](const SurfaceView& view) { return is_one(buffers.color, view); });
    return (mask & GL_COLOR_BUFFER_BIT && color) ||
           (mask & GL_DEPTH_BUFFER_BIT && is_one(buffers.depth, buffers.target.depth)) ||
           (mask & GL_STENCIL_BUFFER_BIT && is_one(buffers.stencil, buffers.target.stencil));
}

// EXT_framebuffer_multisample_blit_scaled: samples are resolved, and the pixels filtered.
bool is_scaled_resolve(GLenum filter) {
    return filter == GL_SCALED_RESOLVE_FASTEST_EXT || filter == GL_SCALED_RESOLVE_NICEST_EXT;
}

bool validate_arguments(Errors& errors, GLbitfield mask, GLenum filter) {
    if (mask & ~(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)) {
        errors.error(GL_INVALID_VALUE, "mask 0x%x has bits that name no buffer", mask);
        return false;
    }
    if (filter != GL_NEAREST && filter != GL_LINEAR && !is_scaled_resolve(filter)) {
        errors.error(GL_INVALID_ENUM, "%s is no filter", enum_name(filter));
        return false;
    }
    if (filter != GL_NEAREST && mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)) {
        errors.error(GL_INVALID_OPERATION, "depth and stencil can't be filtered");
        return false;
    }
    return true;
}

// Integer buffers are copied to buffers of the same kind, unfiltered.
bool suits(const Image& from, const Image& to, GLenum filter) {
    if (!is_integer(from.format()) && !is_integer(to.format())) return true;
    return filter == GL_NEAREST &&
           runtime::format_info(from.format()).component_class == runtime::format_info(to.format()).component_class;
}

// "the format of the draw depth (stencil) buffer must match the read's": D24X8 and D24S8 hold the same depth. `which`:
// of FormatInfo::bits. Where both have the other part as well, that must match, too (GL 4.6 §18.3.2: "depth and stencil
// buffer formats").
bool bits_match(const SurfaceView& a, const SurfaceView& b, size_t which) {
    if (!a || !b) return true;
    const Format from = a.image->format(), to = b.image->format();
    const runtime::FormatInfo &in = runtime::format_info(from), &out = runtime::format_info(to);
    const auto match = [&](size_t part) {
        return in.bits[part] == out.bits[part] &&
               (part != 4 || runtime::has_float_depth(from) == runtime::has_float_depth(to));
    };
    const size_t other = which == 4 ? 5 : 4;
    return match(which) && (in.bits[other] == 0 || out.bits[other] == 0 || match(other));
}

// None after an error.
std::optional<BlitBuffers> validate_buffers(Context& context, const Region& source, const Region& destination,
                                            GLbitfield mask, GLenum filter) {
    ResolvedFramebuffer resolved = resolve_framebuffer(context);
    const ReadSource color = read_source(context.version, context.framebuffers, Aspect::Color);
    if (!resolved.complete || !color.complete) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the %s framebuffer is not complete",
                      resolved.complete ? "read" : "draw");
        return std::nullopt;
    }
    BlitBuffers buffers{color.view, read_source(context.version, context.framebuffers, Aspect::Depth).view,
                        read_source(context.version, context.framebuffers, Aspect::Stencil).view,
                        std::move(resolved.framebuffer)};
    int32_t read_samples = 1;
    for (const SurfaceView& view : {buffers.color, buffers.depth, buffers.stencil}) {
        if (view) read_samples = view.image->samples();
    }
    const bool same_size = std::abs(source.width()) == std::abs(destination.width()) &&
                           std::abs(source.height()) == std::abs(destination.height());
    if (is_scaled_resolve(filter) && (read_samples <= 1 || buffers.target.samples > 1)) {
        context.error(GL_INVALID_OPERATION, "%s resolves samples into pixels", enum_name(filter));
        return std::nullopt;
    }
    if (read_samples > 1 && buffers.target.samples > 1 && read_samples != buffers.target.samples) {
        context.error(GL_INVALID_OPERATION, "the framebuffers have %d and %d samples", read_samples,
                      buffers.target.samples);
        return std::nullopt;
    }
    if ((read_samples > 1 || buffers.target.samples > 1) && !same_size && !is_scaled_resolve(filter)) {
        context.error(GL_INVALID_OPERATION, "multisample framebuffers are not scaled");
        return std::nullopt;
    }
    if (context.version.is_es2() && blits_to_itself(buffers, mask)) {
        context.error(GL_INVALID_OPERATION, "the source and the destination are one buffer");
        return std::nullopt;
    }
    if (mask & GL_COLOR_BUFFER_BIT && buffers.color) {
        for (const SurfaceView& view : buffers.target.colors) {
            if (!view || suits(*buffers.color.image, *view.image, filter)) continue;
            context.error(GL_INVALID_OPERATION, "integer buffers aren't converted or filtered");
            return std::nullopt;
        }
    }
    if ((mask & GL_DEPTH_BUFFER_BIT && !bits_match(buffers.depth, buffers.target.depth, 4)) ||
        (mask & GL_STENCIL_BUFFER_BIT && !bits_match(buffers.stencil, buffers.target.stencil, 5))) {
        context.error(GL_INVALID_OPERATION, "the depth or stencil formats differ");
        return std::nullopt;
    }
    return buffers;
}

void blit_framebuffer(Context& context, const Region& source, const Region& destination, GLbitfield mask,
                      GLenum filter) {
    if (!validate_arguments(context, mask, filter)) return;
    const auto buffers = validate_buffers(context, source, destination, mask, filter);
    if (!buffers) return;
    if (source.width() == 0 || source.height() == 0 || destination.width() == 0 || destination.height() == 0) return;
    if (!condition_allows_drawing(context.queries, context.rasterizer)) return;

    const rasterizer::Framebuffer& target = buffers->target;
    for (const rasterizer::Rectangle& bounds :
         open_areas(context.state, context.framebuffers, target.width, target.height)) {
        if (mask & GL_COLOR_BUFFER_BIT && buffers->color) {
            for (const SurfaceView& view : target.colors)
                if (view)
                    blit_image(context, buffers->color, view, source, destination, bounds, filter != GL_NEAREST, false);
        }
        if (mask & GL_DEPTH_BUFFER_BIT && buffers->depth && target.depth)
            blit_image(context, buffers->depth, target.depth, source, destination, bounds, false, false);
        if (mask & GL_STENCIL_BUFFER_BIT && buffers->stencil && target.stencil)
            blit_image(context, buffers->stencil, target.stencil, source, destination, bounds, false, true);
    }
}

}  // namespace

namespace commands {

void BlitFramebuffer(Context& context, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0,
                     GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter) {
    blit_framebuffer(context, {srcX0, srcY0, srcX1, srcY1}, {dstX0, dstY0, dstX1, dstY1}, mask, filter);
}

}  // namespace commands
}  // namespace glapi
