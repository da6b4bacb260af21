// Convolution filters (GL 4.6 compatibility §8.4.3.6 to 8.4.3.9).
#include <algorithm>
#include <cmath>

#include "glapi/commands/check_count.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/pixels/imaging_pixels.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/conversions.h"

namespace glapi {

namespace {

// -1 after an error.
int check_filter(Errors& errors, GLenum target, GLenum wanted) {
    if (target == wanted || (!wanted && target - GL_CONVOLUTION_1D < convolution_count))
        return static_cast<int>(target - GL_CONVOLUTION_1D);
    errors.error(GL_INVALID_ENUM, "%s is not the target of such filters", enum_name(target));
    return -1;
}

bool check_size(Errors& errors, GLsizei width, GLsizei height) {
    if (width >= 0 && height >= 0 && width <= max_convolution && height <= max_convolution) return true;
    errors.error(GL_INVALID_VALUE, "a filter of %d by %d; at most %d are possible", width, height, max_convolution);
    return false;
}

std::vector<ImagingColor> stored(const PixelState& pixels, int number, const ImagingFormat& format,
                                 const ImagingImage& image) {
    const ScaleAndBias& by = pixels.transfer.imaging.convolution_parameters[static_cast<size_t>(number)].filter;
    std::vector<ImagingColor> result;
    for (ImagingColor color : image.pixels) {
        for (size_t c = 0; c < 4; ++c) color[c] = color[c] * by.scale[c] + by.bias[c];
        result.push_back(kept(format.base, color));
    }
    return result;
}

void define_filter(PixelState& pixels, int number, const ImagingFormat& format, const ImagingImage& image) {
    pixels.imaging.filters[static_cast<size_t>(number)] = {
        format, image.width, image.height, stored(pixels, number, format, image), {}};
}

void filter_from_memory(Context& context, GLenum target, GLenum wanted, GLenum internal_format, GLsizei width,
                        GLsizei height, GLenum format, GLenum type, const void* pixels) {
    const int number = check_filter(context, target, wanted);
    if (number < 0) return;
    const std::optional<ImagingFormat> kind = imaging_format(context, internal_format);
    ImagingImage image;
    if (kind && check_size(context, width, height) &&
        unpack_imaging(context, width, height, format, type, pixels, image))
        define_filter(context.pixels, number, *kind, image);
}

void filter_from_framebuffer(Context& context, GLenum target, GLenum wanted, GLenum internal_format, GLint x, GLint y,
                             GLsizei width, GLsizei height) {
    const int number = check_filter(context, target, wanted);
    if (number < 0) return;
    const std::optional<ImagingFormat> kind = imaging_format(context, internal_format);
    ImagingImage image;
    if (kind && check_size(context, width, height) && copy_imaging(context, x, y, width, height, image))
        define_filter(context.pixels, number, *kind, image);
}

// Whole numbers of colours are fractions of their range.
float color_component(GLint value) { return static_cast<float>(std::max(value / 2147483647.0, -1.0)); }
float color_component(GLfloat value) { return value; }

template <class T>
void set_parameter(Context& context, GLenum target, GLenum name, const T* values, bool single) {
    const int number = check_filter(context, target, GL_NONE);
    if (number < 0) return;
    auto& parameters = context.pixels.transfer.imaging.convolution_parameters[static_cast<size_t>(number)];
    if (name == GL_CONVOLUTION_BORDER_MODE) {
        const GLenum mode = number_to_token(static_cast<double>(values[0]));
        if (mode != GL_REDUCE && mode != GL_CONSTANT_BORDER && mode != GL_REPLICATE_BORDER)
            return context.error(GL_INVALID_ENUM, "%s is no border mode", enum_name(mode));
        parameters.border_mode = mode;
        return;
    }
    const bool color = name == GL_CONVOLUTION_BORDER_COLOR;
    if (single || (!color && name != GL_CONVOLUTION_FILTER_SCALE && name != GL_CONVOLUTION_FILTER_BIAS))
        return context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(name));
    ImagingColor& to = color                                 ? parameters.border_color
                       : name == GL_CONVOLUTION_FILTER_SCALE ? parameters.filter.scale
                                                             : parameters.filter.bias;
    for (size_t c = 0; c < 4; ++c) to[c] = color ? color_component(values[c]) : static_cast<float>(values[c]);
}

template <class T>
T number_as(float value, bool color) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(
            std::llround(std::clamp(color ? value * 2147483647.0 : double{value}, -2147483648.0, 2147483647.0)));
    else
        return value;
}

template <class T>
void get_parameter(Context& context, GLenum target, GLenum name, T* values) {
    const int number = check_filter(context, target, GL_NONE);
    if (number < 0) return;
    const auto n = static_cast<size_t>(number);
    const auto& parameters = context.pixels.transfer.imaging.convolution_parameters[n];
    const ConvolutionFilter& filter = context.pixels.imaging.filters[n];
    const auto four = [&](const ImagingColor& from, bool color) {
        for (size_t c = 0; c < 4; ++c) values[c] = number_as<T>(from[c], color);
    };
    switch (name) {
        case GL_CONVOLUTION_BORDER_COLOR: return four(parameters.border_color, true);
        case GL_CONVOLUTION_FILTER_SCALE: return four(parameters.filter.scale, false);
        case GL_CONVOLUTION_FILTER_BIAS: return four(parameters.filter.bias, false);
        case GL_CONVOLUTION_BORDER_MODE: *values = static_cast<T>(parameters.border_mode); return;
        case GL_CONVOLUTION_FORMAT: *values = static_cast<T>(filter.format.name); return;
        case GL_CONVOLUTION_WIDTH: *values = static_cast<T>(filter.width); return;
        case GL_CONVOLUTION_HEIGHT: *values = static_cast<T>(filter.height); return;
        case GL_MAX_CONVOLUTION_WIDTH: *values = static_cast<T>(max_convolution); return;
        case GL_MAX_CONVOLUTION_HEIGHT:
            *values = static_cast<T>(target == GL_CONVOLUTION_1D ? 1 : max_convolution);
            return;
        default: context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(name));
    }
}

void get_filter(Context& context, GLenum target, GLenum format, GLenum type, size_t size, void* pixels) {
    const int number = check_filter(context, target, target == GL_CONVOLUTION_1D ? target : GL_CONVOLUTION_2D);
    if (number < 0 || !check_imaging_query(context, context.version, format, type)) return;
    const ConvolutionFilter& filter = context.pixels.imaging.filters[static_cast<size_t>(number)];
    pack_imaging(context, context.buffers, context.pixels, {filter.width, filter.height, filter.image},
                 filter.format.base, format, type, size, pixels);
}

void get_separable(Context& context, GLenum target, GLenum format, GLenum type, size_t row_size, void* row,
                   size_t column_size, void* column) {
    const int number = check_filter(context, target, GL_SEPARABLE_2D);
    if (number < 0 || !check_imaging_query(context, context.version, format, type)) return;
    const ConvolutionFilter& filter = context.pixels.imaging.filters[static_cast<size_t>(number)];
    pack_imaging(context, context.buffers, context.pixels, {filter.width, 1, filter.image}, filter.format.base, format,
                 type, row_size, row);
    pack_imaging(context, context.buffers, context.pixels, {filter.height, 1, filter.column}, filter.format.base,
                 format, type, column_size, column);
}

}  // namespace

namespace commands {

void SeparableFilter2D(Context& context, GLenum target, GLenum internalformat, GLsizei width, GLsizei height,
                       GLenum format, GLenum type, const void* row, const void* column) {
    const int number = check_filter(context, target, GL_SEPARABLE_2D);
    if (number < 0) return;
    const std::optional<ImagingFormat> kind = imaging_format(context, internalformat);
    ImagingImage across, along;
    if (!kind || !check_size(context, width, height) || !unpack_imaging(context, width, 1, format, type, row, across) ||
        !unpack_imaging(context, height, 1, format, type, column, along))
        return;
    context.pixels.imaging.filters[static_cast<size_t>(number)] = {*kind, width, height,
                                                                   stored(context.pixels, number, *kind, across),
                                                                   stored(context.pixels, number, *kind, along)};
}

void GetSeparableFilter(Context& context, GLenum target, GLenum format, GLenum type, void* row, void* column, void*) {
    get_separable(context, target, format, type, SIZE_MAX, row, SIZE_MAX, column);
}
void GetnSeparableFilter(Context& context, GLenum target, GLenum format, GLenum type, GLsizei rowBufSize, void* row,
                         GLsizei columnBufSize, void* column, void*) {
    get_separable(context, target, format, type, room_of(rowBufSize), row, room_of(columnBufSize), column);
}

#include "glapi/commands/pixels/convolution_filters.def"

}  // namespace commands
}  // namespace glapi
