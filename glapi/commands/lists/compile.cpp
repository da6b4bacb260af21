#include "glapi/commands/lists/compile.h"

#include <algorithm>

#include "glapi/context.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/pixels/block_layout.h"
#include "glapi/pixels/bump_formats.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/pixel_layout.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/share_group.h"
#include "glapi/state/limits.h"

namespace glapi::lists {
namespace {

// Where an image of so many bytes begins: in client memory, or in the pixel unpack buffer. Null where there is none, or
// (with the error recorded) where it reaches beyond the buffer.
const std::byte* source(Context& context, const void* pixels, size_t bytes) {
    const auto& buffer = context.buffers[BufferTarget::PixelUnpack];
    if (!buffer) return static_cast<const std::byte*>(pixels);
    const auto offset = reinterpret_cast<uintptr_t>(pixels);
    if (!buffer->in_client_use() && offset <= buffer->size && bytes <= buffer->size - offset)
        return buffer->data.get() + offset;
    context.error(GL_INVALID_OPERATION, "the image reaches beyond the pixel unpack buffer, or that is mapped");
    return nullptr;
}

const void* copy_bytes(Context& context, const std::byte* data, size_t bytes) {
    if (!data || bytes == 0) return nullptr;
    void* const copied = allocate(context, bytes);
    std::memcpy(copied, data, bytes);
    return copied;
}

}  // namespace

void* allocate(Context& context, size_t bytes) { return context.lists.compiling->allocate(bytes); }

bool append(Context& context, Node* node) {
    context.lists.compiling->append(node);
    return context.lists.mode == GL_COMPILE_AND_EXECUTE;
}

void refused(Context& context) {
    if (!context.lists.compiling) return;
    const auto raise = [](Context& at, const Node&) {
        at.error(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
    };
    append(context, new (allocate(context, sizeof(Node)))
                        Node{.execute = raise, .command = context.gates.command, .kind = NodeKind::Inside});
}

const void* current_unpack(Context& context) {
    return new (allocate(context, sizeof(PixelStore))) PixelStore(context.pixels.unpack);
}

const void* copy(Context& context, const Image& image) {
    constexpr GLsizei maximum = limits::MAX_TEXTURE_SIZE;  // nothing takes larger ones: the command will say so
    const bool sane = image.width >= 0 && image.height >= 0 && image.depth >= 0 && image.width <= maximum &&
                      image.height <= maximum && image.depth <= maximum;
    const GLenum format = stored_pixel_format(image.format);
    if (!sane || check_pixel_format(format, image.type) != GL_NO_ERROR) return nullptr;
    const PixelLayout layout = pixel_layout(context.pixels.unpack, format, image.type, image.width, image.height,
                                            image.depth, image.dimensions);
    return copy_bytes(context, source(context, image.pixels, layout.end), layout.end);
}

const void* copy(Context& context, const PixelBytes& source_bytes) {
    if (source_bytes.size <= 0) return nullptr;
    auto bytes = size_t(source_bytes.size);
    if (const InternalFormat* const format = find_internal_format(source_bytes.format))
        bytes = block_layout(context.pixels.unpack, format->format, source_bytes.width, source_bytes.height,
                             source_bytes.depth, source_bytes.dimensions)
                    .end;
    return copy_bytes(context, source(context, source_bytes.data, bytes), bytes);
}

PixelBytes compressed_image(GLenum format, GLsizei width, GLsizei height, GLsizei depth, int dimensions, GLsizei size,
                            const void* data) {
    const InternalFormat* const found = find_internal_format(format);
    const bool sane = found && size >= 0 && std::min({width, height, depth}) >= 0 &&
                      std::max({width, height, depth}) <= limits::MAX_TEXTURE_SIZE;
    const bool fits = sane && compressed_image_bytes(found->format, width, height, depth) == size_t(size);
    return {fits ? size : 0, data, fits ? format : GLenum{GL_NONE}, width, height, depth, dimensions};
}

namespace {

int64_t within(GLuint first, GLsizei count, int most) {
    return count >= 0 && int64_t{first} + count <= most ? count : 0;
}

}  // namespace

int64_t viewports(GLuint first, GLsizei count) { return within(first, count, limits::MAX_VIEWPORTS); }
int64_t window_rectangles(GLsizei count) { return within(0, count, limits::MAX_WINDOW_RECTANGLES_EXT); }
int64_t symbol_components(const Context& context, GLuint symbol) {
    const SymbolBlock* const block = context.shared->vertex_shaders.find(symbol);
    return block ? block->components() : 0;
}
int64_t symbol_bytes(const Context& context, GLuint symbol, GLenum type) {
    return symbol_components(context, symbol) * component_type_info(type).bytes;
}
int64_t weights(GLint size) { return within(0, size, limits::MAX_VERTEX_UNITS_ARB); }
int64_t draw_buffers(GLsizei count) { return within(0, count, limits::MAX_DRAW_BUFFERS); }
int64_t environment_parameters(GLuint first, GLsizei count) {
    return within(first, count, environment_parameter_count);
}
int64_t local_parameters(GLuint first, GLsizei count) { return within(first, count, local_parameter_count); }
int64_t attributes(GLuint first, GLsizei count) {
    return std::clamp<int64_t>(generic_attribute_count - int64_t{first}, 0, std::max(count, 0));
}
GLsizei pixel_map_entries(GLsizei count) { return GLsizei(within(0, count, limits::MAX_PIXEL_MAP_TABLE)); }

int64_t parameter_count(GLenum pname) {
    switch (pname) {
        case GL_AMBIENT:
        case GL_DIFFUSE:
        case GL_SPECULAR:
        case GL_EMISSION:
        case GL_AMBIENT_AND_DIFFUSE:
        case GL_POSITION:
        case GL_LIGHT_MODEL_AMBIENT:
        case GL_FOG_COLOR:
        case GL_TEXTURE_ENV_COLOR:
        case GL_TEXTURE_BORDER_COLOR:
        case GL_TEXTURE_SWIZZLE_RGBA:
        case GL_TEXTURE_CROP_RECT_OES:
        case GL_OBJECT_PLANE:
        case GL_EYE_PLANE: return 4;
        case GL_SPOT_DIRECTION:
        case GL_COLOR_INDEXES:
        case GL_POINT_DISTANCE_ATTENUATION: return 3;
        default: return 1;
    }
}

int64_t name_bytes(GLenum type) {
    switch (type) {
        case GL_BYTE:
        case GL_UNSIGNED_BYTE: return 1;
        case GL_SHORT:
        case GL_UNSIGNED_SHORT:
        case GL_2_BYTES: return 2;
        case GL_3_BYTES: return 3;
        case GL_INT:
        case GL_UNSIGNED_INT:
        case GL_FLOAT:
        case GL_4_BYTES: return 4;
        default: return 0;
    }
}

namespace {

int components_of_map(GLenum target) {
    if (target - GL_MAP1_VERTEX_ATTRIB0_4_NV < 16u || target - GL_MAP2_VERTEX_ATTRIB0_4_NV < 16u) return 4;
    switch (target) {
        case GL_MAP1_INDEX:
        case GL_MAP1_TEXTURE_COORD_1:
        case GL_MAP2_INDEX:
        case GL_MAP2_TEXTURE_COORD_1: return 1;
        case GL_MAP1_TEXTURE_COORD_2:
        case GL_MAP2_TEXTURE_COORD_2: return 2;
        case GL_MAP1_NORMAL:
        case GL_MAP1_TEXTURE_COORD_3:
        case GL_MAP1_VERTEX_3:
        case GL_MAP2_NORMAL:
        case GL_MAP2_TEXTURE_COORD_3:
        case GL_MAP2_VERTEX_3: return 3;
        case GL_MAP1_COLOR_4:
        case GL_MAP1_TEXTURE_COORD_4:
        case GL_MAP1_VERTEX_4:
        case GL_MAP2_COLOR_4:
        case GL_MAP2_TEXTURE_COORD_4:
        case GL_MAP2_VERTEX_4: return 4;
        default: return 0;
    }
}

}  // namespace

int64_t map_values(GLenum target, GLint stride, GLint order) {
    const int components = components_of_map(target);
    if (!components || stride < components || order < 1 || order > limits::MAX_EVAL_ORDER) return 0;
    return int64_t(order - 1) * stride + components;
}

int64_t map_values(GLenum target, GLint ustride, GLint uorder, GLint vstride, GLint vorder) {
    const int64_t u = map_values(target, ustride, uorder), v = map_values(target, vstride, vorder);
    return u && v ? u + v - components_of_map(target) : 0;
}

bool is_proxy(GLenum target) {
    switch (target) {
        case GL_PROXY_TEXTURE_1D:
        case GL_PROXY_TEXTURE_2D:
        case GL_PROXY_TEXTURE_3D:
        case GL_PROXY_TEXTURE_CUBE_MAP:
        case GL_PROXY_TEXTURE_RECTANGLE:
        case GL_PROXY_TEXTURE_1D_ARRAY:
        case GL_PROXY_TEXTURE_2D_ARRAY:
        case GL_PROXY_TEXTURE_CUBE_MAP_ARRAY:
        case GL_PROXY_COLOR_TABLE:
        case GL_PROXY_POST_CONVOLUTION_COLOR_TABLE:
        case GL_PROXY_POST_COLOR_MATRIX_COLOR_TABLE:
        case GL_PROXY_HISTOGRAM: return true;
        default: return false;
    }
}

}  // namespace glapi::lists
