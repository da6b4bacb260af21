// Colour tables, histogram and minmax (GL 4.6 compatibility §8.4.3.2 to 8.4.3.5, 8.4.3.12 to 8.4.3.17).
#include <algorithm>
#include <bit>
#include <cmath>

#include "glapi/commands/check_count.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/pixels/imaging_pixels.h"
#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/pixels/pack.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

using runtime::BaseFormat;

constexpr int component_bits = 32;

// The number of a regular table's token, or of a proxy's; -1: it is none.
int table_number(GLenum target) {
    return target - GL_COLOR_TABLE < color_table_count ? static_cast<int>(target - GL_COLOR_TABLE) : -1;
}
int proxy_number(GLenum target) {
    return target - GL_PROXY_COLOR_TABLE < color_table_count ? static_cast<int>(target - GL_PROXY_COLOR_TABLE) : -1;
}

// -1 after an error.
int check_table(Errors& errors, GLenum target) {
    const int number = table_number(target);
    if (number < 0) errors.error(GL_INVALID_ENUM, "%s is no colour table", enum_name(target));
    return number;
}

bool check_width(Errors& errors, GLsizei width, bool proxy, bool* fits) {
    *fits = width <= max_color_table;
    if (width < 0 || (width && !std::has_single_bit(static_cast<uint32_t>(width)))) {
        errors.error(GL_INVALID_VALUE, "%d entries are no power of two", width);
        return false;
    }
    if (*fits || proxy) return true;
    errors.error(GL_TABLE_TOO_LARGE, "%d entries; at most %d are possible", width, max_color_table);
    return false;
}

// Bits of a component that a format has.
int bits_of(const ImagingFormat& format, bool present, GLenum component) {
    const BaseFormat base = format.base;
    const bool colors = base == BaseFormat::Rgb || base == BaseFormat::Rgba;
    const bool has = component == GL_LUMINANCE   ? base == BaseFormat::Luminance || base == BaseFormat::LuminanceAlpha
                     : component == GL_INTENSITY ? base == BaseFormat::Intensity
                     : component == GL_ALPHA
                         ? base == BaseFormat::Alpha || base == BaseFormat::LuminanceAlpha || base == BaseFormat::Rgba
                         : colors;
    return present && has ? component_bits : 0;
}

void store_entries(PixelState& pixels, int number, const ImagingImage& image, size_t first) {
    const ScaleAndBias& by = pixels.transfer.imaging.table_parameters[static_cast<size_t>(number)];
    ColorTable& table = pixels.imaging.color[static_cast<size_t>(number)];
    for (size_t n = 0; n < image.pixels.size(); ++n) {
        ImagingColor color = image.pixels[n];
        for (size_t c = 0; c < 4; ++c) {
            const float value = color[c] * by.scale[c] + by.bias[c];
            color[c] = value > 0 ? std::min(value, 1.0f) : 0.0f;
        }
        table.entries[first + n] = kept(table.format.base, color);
    }
}

void define_table(PixelState& pixels, int number, const ImagingFormat& format, const ImagingImage& image) {
    ColorTable& table = pixels.imaging.color[static_cast<size_t>(number)];
    table.format = format;
    table.entries.assign(image.pixels.size(), {});
    store_entries(pixels, number, image, 0);
}

// False after an error.
bool check_part(Errors& errors, const PixelState& pixels, int number, GLsizei start, GLsizei count) {
    const size_t width = pixels.imaging.color[static_cast<size_t>(number)].entries.size();
    if (start >= 0 && count >= 0 && static_cast<size_t>(start) + static_cast<size_t>(count) <= width) return true;
    errors.error(GL_INVALID_VALUE, "%d entries from %d on, of %zu", count, start, width);
    return false;
}

void get_table(Context& context, GLenum target, GLenum format, GLenum type, size_t size, void* pixels) {
    const int number = check_table(context, target);
    if (number < 0 || !check_imaging_query(context, context.version, format, type)) return;
    const ColorTable& table = context.pixels.imaging.color[static_cast<size_t>(number)];
    pack_imaging(context, context.buffers, context.pixels,
                 {static_cast<int32_t>(table.entries.size()), 1, table.entries}, table.format.base, format, type, size,
                 pixels);
}

template <class T>
void table_parameter(Context& context, GLenum target, GLenum name, const T* values) {
    const int number = check_table(context, target);
    if (number < 0) return;
    if (name != GL_COLOR_TABLE_SCALE && name != GL_COLOR_TABLE_BIAS)
        return context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(name));
    ScaleAndBias& by = context.pixels.transfer.imaging.table_parameters[static_cast<size_t>(number)];
    ImagingColor& to = name == GL_COLOR_TABLE_SCALE ? by.scale : by.bias;
    for (size_t c = 0; c < 4; ++c) to[c] = static_cast<float>(values[c]);
}

template <class T>
T number_as(float value) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(std::lround(std::clamp(value, -2147483520.0f, 2147483520.0f)));
    else
        return value;
}

template <class T>
void get_table_parameter(Context& context, GLenum target, GLenum name, T* values) {
    const int number = table_number(target), proxy = proxy_number(target);
    if (number < 0 && proxy < 0) return context.error(GL_INVALID_ENUM, "%s is no colour table", enum_name(target));
    const ImagingTables& tables = context.pixels.imaging;
    const auto n = static_cast<size_t>(std::max(number, proxy));
    const ImagingFormat& format = number >= 0 ? tables.color[n].format : tables.color_proxies[n].format;
    const int width = number >= 0 ? static_cast<int>(tables.color[n].entries.size()) : tables.color_proxies[n].width;
    const auto bits = [&](GLenum component) { *values = static_cast<T>(bits_of(format, width > 0, component)); };
    switch (name) {
        case GL_COLOR_TABLE_FORMAT: *values = static_cast<T>(width || proxy < 0 ? format.name : 0); return;
        case GL_COLOR_TABLE_WIDTH: *values = static_cast<T>(width); return;
        case GL_COLOR_TABLE_RED_SIZE: return bits(GL_RED);
        case GL_COLOR_TABLE_GREEN_SIZE: return bits(GL_GREEN);
        case GL_COLOR_TABLE_BLUE_SIZE: return bits(GL_BLUE);
        case GL_COLOR_TABLE_ALPHA_SIZE: return bits(GL_ALPHA);
        case GL_COLOR_TABLE_LUMINANCE_SIZE: return bits(GL_LUMINANCE);
        case GL_COLOR_TABLE_INTENSITY_SIZE: return bits(GL_INTENSITY);
        case GL_COLOR_TABLE_SCALE:
        case GL_COLOR_TABLE_BIAS:
            if (number >= 0) {
                const ScaleAndBias& by = context.pixels.transfer.imaging.table_parameters[n];
                const ImagingColor& from = name == GL_COLOR_TABLE_SCALE ? by.scale : by.bias;
                for (size_t c = 0; c < 4; ++c) values[c] = number_as<T>(from[c]);
                return;
            }
            break;
        default: break;
    }
    context.error(GL_INVALID_ENUM, "%s is no parameter of %s", enum_name(name), enum_name(target));
}

// ---- histogram and minmax

// None after an error. They count no intensity, and have no number of components for a format.
std::optional<ImagingFormat> counted_format(Errors& errors, GLenum name) {
    if (name > 4) {
        const std::optional<ImagingFormat> format = imaging_format(errors, name);
        if (!format || format->base != BaseFormat::Intensity) return format;
    }
    errors.error(GL_INVALID_ENUM, "%s is no format to count in", enum_name(name));
    return std::nullopt;
}

// Counts are clamped to the type, and no fractions of its range.
void get_histogram(Context& context, GLenum target, bool reset, GLenum format, GLenum type, size_t size, void* pixels) {
    if (target != GL_HISTOGRAM) return context.error(GL_INVALID_ENUM, "%s is no histogram", enum_name(target));
    if (!check_imaging_query(context, context.version, format, type)) return;
    Histogram& histogram = context.pixels.imaging.histogram;
    const auto width = static_cast<int32_t>(histogram.counts.size());
    const PixelLayout layout = pixel_layout(context.pixels.pack, format, type, width, 1, 1, 1);
    const PixelPointer to = pack_pointer(context, context.buffers, layout, pixels, size);
    if (!to.good) return;
    if (to.data) {
        PixelState plain;
        plain.pack = context.pixels.pack;
        const bool is_float = type == GL_FLOAT || type == GL_HALF_FLOAT;
        PixelLayout counts = layout;
        if (!is_float) {
            constexpr std::pair<GLenum, GLenum> integer_formats[] = {
                {GL_RED, GL_RED_INTEGER},
                {GL_GREEN, GL_GREEN_INTEGER},
                {GL_BLUE, GL_BLUE_INTEGER},
                {GL_ALPHA, GL_ALPHA_INTEGER_EXT},
                {GL_RG, GL_RG_INTEGER},
                {GL_RGB, GL_RGB_INTEGER},
                {GL_RGBA, GL_RGBA_INTEGER},
                {GL_BGR, GL_BGR_INTEGER},
                {GL_BGRA, GL_BGRA_INTEGER},
                {GL_LUMINANCE, GL_LUMINANCE_INTEGER_EXT},
                {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA_INTEGER_EXT},
            };
            for (const auto& [plain_format, integers] : integer_formats)
                if (plain_format == format) counts.format = integers;
        }
        std::vector<runtime::Texel> row;
        const bool luminance = format == GL_LUMINANCE || format == GL_LUMINANCE_ALPHA;
        for (const std::array<uint32_t, 4>& entry : histogram.counts) {
            runtime::Texel texel{};
            for (size_t c = 0; c < 4; ++c) {
                const bool shown = !luminance || c == 0 || c == 3;
                const uint32_t count = shown ? std::min(entry[c], uint32_t{0x7fffffff}) : 0;
                texel[c] = is_float ? std::bit_cast<uint32_t>(static_cast<float>(count)) : count;
            }
            row.push_back(texel);
        }
        pack_row(plain, counts, row.data(), width, false, to.data + layout.first);
    }
    if (reset) std::ranges::fill(histogram.counts, std::array<uint32_t, 4>{});
}

template <class T>
void get_histogram_parameter(Context& context, GLenum target, GLenum name, T* values) {
    const bool proxy = target == GL_PROXY_HISTOGRAM;
    if (target != GL_HISTOGRAM && !proxy)
        return context.error(GL_INVALID_ENUM, "%s is no histogram", enum_name(target));
    const ImagingTables& tables = context.pixels.imaging;
    const ImagingFormat& format = proxy ? tables.histogram_proxy.format : tables.histogram.format;
    const int width = proxy ? tables.histogram_proxy.width : static_cast<int>(tables.histogram.counts.size());
    const auto bits = [&](GLenum component) { *values = static_cast<T>(bits_of(format, width > 0, component)); };
    switch (name) {
        case GL_HISTOGRAM_WIDTH: *values = static_cast<T>(width); return;
        case GL_HISTOGRAM_FORMAT: *values = static_cast<T>(width || !proxy ? format.name : 0); return;
        case GL_HISTOGRAM_RED_SIZE: return bits(GL_RED);
        case GL_HISTOGRAM_GREEN_SIZE: return bits(GL_GREEN);
        case GL_HISTOGRAM_BLUE_SIZE: return bits(GL_BLUE);
        case GL_HISTOGRAM_ALPHA_SIZE: return bits(GL_ALPHA);
        case GL_HISTOGRAM_LUMINANCE_SIZE: return bits(GL_LUMINANCE);
        case GL_HISTOGRAM_SINK:
            if (!proxy) {
                *values = static_cast<T>(tables.histogram.sink);
                return;
            }
            break;
        default: break;
    }
    context.error(GL_INVALID_ENUM, "%s is no parameter of %s", enum_name(name), enum_name(target));
}

void get_minmax(Context& context, GLenum target, bool reset, GLenum format, GLenum type, size_t size, void* pixels) {
    if (target != GL_MINMAX) return context.error(GL_INVALID_ENUM, "%s is no minmax", enum_name(target));
    if (!check_imaging_query(context, context.version, format, type)) return;
    Minmax& minmax = context.pixels.imaging.minmax;
    pack_imaging(context, context.buffers, context.pixels, {2, 1, {minmax.least, minmax.most}}, minmax.format.base,
                 format, type, size, pixels);
    if (reset) minmax.reset();
}

template <class T>
void get_minmax_parameter(Context& context, GLenum target, GLenum name, T* values) {
    if (target != GL_MINMAX) return context.error(GL_INVALID_ENUM, "%s is no minmax", enum_name(target));
    const Minmax& minmax = context.pixels.imaging.minmax;
    if (name == GL_MINMAX_FORMAT)
        *values = static_cast<T>(minmax.format.name);
    else if (name == GL_MINMAX_SINK)
        *values = static_cast<T>(minmax.sink);
    else
        context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(name));
}

}  // namespace

namespace commands {

void ColorTable(Context& context, GLenum target, GLenum internalformat, GLsizei width, GLenum format, GLenum type,
                const void* table) {
    const int proxy = proxy_number(target);
    const int number = proxy >= 0 ? proxy : check_table(context, target);
    if (number < 0) return;
    const std::optional<ImagingFormat> kind = imaging_format(context, internalformat);
    bool fits = false;
    if (!kind || !check_width(context, width, proxy >= 0, &fits)) return;
    if (proxy >= 0) {
        if (!check_imaging_query(context, context.version, format, type)) return;
        context.pixels.imaging.color_proxies[static_cast<size_t>(proxy)] =
            fits ? ImagingTables::Proxy{*kind, width} : ImagingTables::Proxy{};
        return;
    }
    ImagingImage image;
    if (unpack_imaging(context, width, 1, format, type, table, image))
        define_table(context.pixels, number, *kind, image);
}

void ColorSubTable(Context& context, GLenum target, GLsizei start, GLsizei count, GLenum format, GLenum type,
                   const void* data) {
    const int number = check_table(context, target);
    ImagingImage image;
    if (number >= 0 && check_part(context, context.pixels, number, start, count) &&
        unpack_imaging(context, count, 1, format, type, data, image) && data)
        store_entries(context.pixels, number, image, static_cast<size_t>(start));
}

void CopyColorTable(Context& context, GLenum target, GLenum internalformat, GLint x, GLint y, GLsizei width) {
    const int number = check_table(context, target);
    if (number < 0) return;
    const std::optional<ImagingFormat> kind = imaging_format(context, internalformat);
    bool fits = false;
    ImagingImage image;
    if (kind && check_width(context, width, false, &fits) && copy_imaging(context, x, y, width, 1, image))
        define_table(context.pixels, number, *kind, image);
}

void CopyColorSubTable(Context& context, GLenum target, GLsizei start, GLint x, GLint y, GLsizei width) {
    const int number = check_table(context, target);
    ImagingImage image;
    if (number >= 0 && check_part(context, context.pixels, number, start, width) &&
        copy_imaging(context, x, y, width, 1, image))
        store_entries(context.pixels, number, image, static_cast<size_t>(start));
}

void checked::Histogram(Context& context, GLenum target, GLsizei width, GLenum internalformat, GLboolean sink) {
    const bool proxy = target == GL_PROXY_HISTOGRAM;
    const std::optional<ImagingFormat> format = counted_format(context, internalformat);
    bool fits = false;
    if (!format || !check_width(context, width, proxy, &fits)) return;
    ImagingTables& tables = context.pixels.imaging;
    if (proxy) {
        tables.histogram_proxy = fits ? ImagingTables::Proxy{*format, width} : ImagingTables::Proxy{};
        return;
    }
    tables.histogram.format = *format;
    tables.histogram.sink = sink != GL_FALSE;
    tables.histogram.counts.assign(static_cast<size_t>(width), {});
}

void checked::ResetHistogram(Context& context) {
    std::ranges::fill(context.pixels.imaging.histogram.counts, std::array<uint32_t, 4>{});
}

void checked::Minmax(Context& context, GLenum internalformat, GLboolean sink) {
    const std::optional<ImagingFormat> format = counted_format(context, internalformat);
    if (!format) return;
    auto& minmax = context.pixels.imaging.minmax;
    minmax.format = *format;
    minmax.sink = sink != GL_FALSE;
    minmax.reset();
}

void checked::ResetMinmax(Context& context) { context.pixels.imaging.minmax.reset(); }

#include "glapi/commands/pixels/imaging_tables.def"

}  // namespace commands
}  // namespace glapi
