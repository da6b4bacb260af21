// glPixelStore, glPixelTransfer, glPixelMap, glPixelZoom and their queries (GL 2.1 §3.6.1, §3.6.3).
#include <algorithm>
#include <bit>
#include <cmath>

#include "glapi/commands/check_count.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/limits.h"

namespace glapi {
namespace {

GLint rounded(GLfloat value) {
    return static_cast<GLint>(std::lround(std::clamp(static_cast<double>(value), -2147483648.0, 2147483647.0)));
}

void pixel_store(Errors& errors, PixelState& pixels, GLenum pname, GLint value, bool truth) {
    PixelStore& pack = pixels.pack;
    PixelStore& unpack = pixels.unpack;
    int32_t* count = nullptr;
    switch (pname) {
        case GL_PACK_SWAP_BYTES: pack.swap_bytes = truth; return;
        case GL_PACK_INVERT_MESA:
        case GL_PACK_REVERSE_ROW_ORDER_ANGLE: pack.invert = truth; return;
        case GL_PACK_LSB_FIRST: pack.lsb_first = truth; return;
        case GL_UNPACK_SWAP_BYTES: unpack.swap_bytes = truth; return;
        case GL_UNPACK_LSB_FIRST: unpack.lsb_first = truth; return;
        case GL_PACK_ROW_LENGTH: count = &pack.row_length; break;
        case GL_PACK_IMAGE_HEIGHT: count = &pack.image_height; break;
        case GL_PACK_SKIP_PIXELS: count = &pack.skip_pixels; break;
        case GL_PACK_SKIP_ROWS: count = &pack.skip_rows; break;
        case GL_PACK_SKIP_IMAGES: count = &pack.skip_images; break;
        case GL_UNPACK_ROW_LENGTH: count = &unpack.row_length; break;
        case GL_UNPACK_IMAGE_HEIGHT: count = &unpack.image_height; break;
        case GL_UNPACK_SKIP_PIXELS: count = &unpack.skip_pixels; break;
        case GL_UNPACK_SKIP_ROWS: count = &unpack.skip_rows; break;
        case GL_UNPACK_SKIP_IMAGES: count = &unpack.skip_images; break;
        case GL_PACK_COMPRESSED_BLOCK_WIDTH: count = &pack.block_width; break;
        case GL_PACK_COMPRESSED_BLOCK_HEIGHT: count = &pack.block_height; break;
        case GL_PACK_COMPRESSED_BLOCK_DEPTH: count = &pack.block_depth; break;
        case GL_PACK_COMPRESSED_BLOCK_SIZE: count = &pack.block_bytes; break;
        case GL_UNPACK_COMPRESSED_BLOCK_WIDTH: count = &unpack.block_width; break;
        case GL_UNPACK_COMPRESSED_BLOCK_HEIGHT: count = &unpack.block_height; break;
        case GL_UNPACK_COMPRESSED_BLOCK_DEPTH: count = &unpack.block_depth; break;
        case GL_UNPACK_COMPRESSED_BLOCK_SIZE: count = &unpack.block_bytes; break;
        case GL_PACK_ALIGNMENT:
        case GL_UNPACK_ALIGNMENT:
            if (value != 1 && value != 2 && value != 4 && value != 8) {
                errors.error(GL_INVALID_VALUE, "alignment %d is not 1, 2, 4 or 8", value);
                return;
            }
            (pname == GL_PACK_ALIGNMENT ? pack : unpack).alignment = value;
            return;
        default: errors.error(GL_INVALID_ENUM, "%s is no pixel store parameter", enum_name(pname)); return;
    }
    if (value < 0)
        errors.error(GL_INVALID_VALUE, "%s can't be negative", enum_name(pname));
    else
        *count = value;
}

void pixel_transfer(Errors& errors, PixelState& pixels, GLenum pname, GLfloat value) {
    PixelTransfer& transfer = pixels.transfer;
    switch (pname) {
        case GL_MAP_COLOR: transfer.map_color = value != 0; break;
        case GL_MAP_STENCIL: transfer.map_stencil = value != 0; break;
        case GL_INDEX_SHIFT: transfer.index_shift = rounded(value); break;
        case GL_INDEX_OFFSET: transfer.index_offset = rounded(value); break;
        case GL_RED_SCALE: transfer.scale[0] = value; break;
        case GL_GREEN_SCALE: transfer.scale[1] = value; break;
        case GL_BLUE_SCALE: transfer.scale[2] = value; break;
        case GL_ALPHA_SCALE: transfer.scale[3] = value; break;
        case GL_RED_BIAS: transfer.bias[0] = value; break;
        case GL_GREEN_BIAS: transfer.bias[1] = value; break;
        case GL_BLUE_BIAS: transfer.bias[2] = value; break;
        case GL_ALPHA_BIAS: transfer.bias[3] = value; break;
        case GL_DEPTH_SCALE: transfer.depth_scale = value; break;
        case GL_DEPTH_BIAS: transfer.depth_bias = value; break;
        case GL_POST_CONVOLUTION_RED_SCALE:
        case GL_POST_CONVOLUTION_GREEN_SCALE:
        case GL_POST_CONVOLUTION_BLUE_SCALE:
        case GL_POST_CONVOLUTION_ALPHA_SCALE:
            transfer.imaging.post_convolution.scale[pname - GL_POST_CONVOLUTION_RED_SCALE] = value;
            break;
        case GL_POST_CONVOLUTION_RED_BIAS:
        case GL_POST_CONVOLUTION_GREEN_BIAS:
        case GL_POST_CONVOLUTION_BLUE_BIAS:
        case GL_POST_CONVOLUTION_ALPHA_BIAS:
            transfer.imaging.post_convolution.bias[pname - GL_POST_CONVOLUTION_RED_BIAS] = value;
            break;
        case GL_POST_COLOR_MATRIX_RED_SCALE:
        case GL_POST_COLOR_MATRIX_GREEN_SCALE:
        case GL_POST_COLOR_MATRIX_BLUE_SCALE:
        case GL_POST_COLOR_MATRIX_ALPHA_SCALE:
            transfer.imaging.post_color_matrix.scale[pname - GL_POST_COLOR_MATRIX_RED_SCALE] = value;
            break;
        case GL_POST_COLOR_MATRIX_RED_BIAS:
        case GL_POST_COLOR_MATRIX_GREEN_BIAS:
        case GL_POST_COLOR_MATRIX_BLUE_BIAS:
        case GL_POST_COLOR_MATRIX_ALPHA_BIAS:
            transfer.imaging.post_color_matrix.bias[pname - GL_POST_COLOR_MATRIX_RED_BIAS] = value;
            break;
        default: errors.error(GL_INVALID_ENUM, "%s is no pixel transfer parameter", enum_name(pname)); break;
    }
}

bool check_map(Errors& errors, GLenum map) {
    if (map >= GL_PIXEL_MAP_I_TO_I && map <= GL_PIXEL_MAP_A_TO_A) return true;
    errors.error(GL_INVALID_ENUM, "%s is no pixel map", enum_name(map));
    return false;
}

// Indices stay whole numbers; colours are kept in [0, 1].
bool maps_to_index(GLenum map) { return map == GL_PIXEL_MAP_I_TO_I || map == GL_PIXEL_MAP_S_TO_S; }

// A pixel map's memory is a row of `count` luminance pixels of its type, for pixel buffer objects.
PixelLayout map_layout(size_t count, size_t element) {
    PixelLayout layout;
    layout.element_bytes = element;
    layout.end = count * element;
    return layout;
}

template <typename T>
void set_map(Context& context, GLenum map, GLsizei size, const T* values) {
    if (!check_map(context, map)) return;
    if (size < 1 || size > limits::MAX_PIXEL_MAP_TABLE) {
        context.error(GL_INVALID_VALUE, "%d entries", size);
        return;
    }
    // GL 2.1 §3.6.3: maps that are looked up by index have a power of two of entries.
    if (map <= GL_PIXEL_MAP_I_TO_A && !std::has_single_bit(static_cast<uint32_t>(size))) {
        context.error(GL_INVALID_VALUE, "%d entries are no power of two", size);
        return;
    }
    const PixelPointer source =
        unpack_pointer(context, context.buffers, map_layout(static_cast<size_t>(size), sizeof(T)), values);
    if (!source.good || !source.data) return;
    const T* const from = reinterpret_cast<const T*>(source.data);
    std::vector<float>& to = context.pixels.transfer.maps[map - GL_PIXEL_MAP_I_TO_I];
    to.resize(static_cast<size_t>(size));
    constexpr double scale = sizeof(T) == 2 ? 1.0 / 65535 : 1.0 / 4294967295.0;
    for (GLsizei i = 0; i < size; ++i) {
        if constexpr (std::is_same_v<T, GLfloat>) {
            to[i] = maps_to_index(map) ? from[i] : std::clamp(from[i], 0.0f, 1.0f);
        } else {
            to[i] = maps_to_index(map) ? static_cast<float>(from[i]) : static_cast<float>(from[i] * scale);
        }
    }
}

template <typename T>
void get_map(Context& context, GLenum map, size_t size, T* values) {
    if (!check_map(context, map)) return;
    const std::vector<float>& from = context.pixels.transfer.maps[map - GL_PIXEL_MAP_I_TO_I];
    const PixelPointer target =
        pack_pointer(context, context.buffers, map_layout(from.size(), sizeof(T)), values, size);
    if (!target.good || !target.data) return;
    T* const to = reinterpret_cast<T*>(target.data);
    constexpr double scale = sizeof(T) == 2 ? 65535 : 4294967295.0;
    for (size_t i = 0; i < from.size(); ++i) {
        if constexpr (std::is_same_v<T, GLfloat>) {
            to[i] = from[i];
        } else {
            const double value =
                maps_to_index(map) ? static_cast<double>(from[i]) : static_cast<double>(from[i]) * scale;
            to[i] = static_cast<T>(std::clamp(std::round(value), 0.0, scale));
        }
    }
}

}  // namespace

namespace commands {

void PixelZoom(Context& context, GLfloat xfactor, GLfloat yfactor) {
    context.pixels.zoom_x = xfactor;
    context.pixels.zoom_y = yfactor;
}

#include "glapi/commands/pixels/pixel_modes.def"

}  // namespace commands
}  // namespace glapi
