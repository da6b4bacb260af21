// Get commands, all from two tables: state_variables.def and ir/limits.def. Conversions as GL 2.1 §6.1.2 has them.
#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "glsl/spirv/specialize.h"

#include "glapi/commands/direct_state/direct_state.h"
#include "glapi/commands/es/fixed_point.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/state/capabilities.h"
#include "glapi/commands/textures/paletted_textures.h"
#include "glapi/context.h"
#include "glapi/context_parts.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/sparse_storage.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shader_formats.h"
#include "glapi/objects/programs/shaders.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/pixels/es_formats.h"
#include "glapi/registry/context_strings.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/conversions.h"
#include "glapi/state/memory_info.h"
#include "glapi/state/memory_ranges.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

enum class ValueKind : uint8_t { Boolean, Integer, Enum, Float, Normalized };

// The values of one token, as integers or as floats by kind.
struct Values {
    static constexpr int capacity = 256;
    ValueKind kind = ValueKind::Integer;
    int count = 0;
    union {
        int64_t integers[capacity];
        double floats[capacity];
    };

    template <typename T>
    void put(const T& value) {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            if (count == capacity) return;
            if (kind == ValueKind::Float || kind == ValueKind::Normalized) {
                floats[count++] = double(value);
            } else {
                integers[count++] = int64_t(value);
            }
        } else if constexpr (std::is_same_v<T, Vector>) {
            for (int i = 0; i < 4; ++i) put(value.data()[i]);
        } else if constexpr (std::is_same_v<T, Matrix>) {
            put(value.m);
        } else {
            for (const auto& element : value) put(element);
        }
    }

    template <typename T>
    T get(int i) const {
        const bool is_float = kind == ValueKind::Float || kind == ValueKind::Normalized;
        if constexpr (std::is_same_v<T, GLboolean>) {
            return is_float ? floats[i] != 0 : integers[i] != 0;
        } else if constexpr (std::is_floating_point_v<T>) {
            return is_float ? T(floats[i]) : T(integers[i]);
        } else if constexpr (std::is_same_v<T, GLint64>) {
            return kind == ValueKind::Normalized ? float_to_normalized(floats[i])
                   : is_float                    ? float_to_integer64(floats[i])
                                                 : integers[i];
        } else {
            if (kind == ValueKind::Normalized) return float_to_normalized(floats[i]);
            if (is_float) return float_to_integer(floats[i]);
            // Masks and the like keep their bits; what is wider is clamped.
            if (integers[i] >= 0 && integers[i] <= int64_t(UINT32_MAX)) return GLint(uint32_t(integers[i]));
            return GLint(std::clamp<int64_t>(integers[i], INT32_MIN, INT32_MAX));
        }
    }
};

// ---- what rows of state_variables.def call

// EXT_separate_shader_objects: the program whose stage is used. It may lack the stage.
GLuint separate_program(const ProgramState& programs, arbasm::Stage stage) {
    const auto& program =
        programs.separate ? programs.separate->programs[static_cast<size_t>(stage)] : programs.current;
    return program ? program->name : 0;
}

bool vertex_array_range_valid(const VertexArrayState& vertex_arrays, const MemoryRanges& memory_ranges) {
    const MemoryRange& range = memory_ranges.vertices;
    return range.enabled && range.pointer && range.length > 0 && vertex_arrays.bound->arrays[slot_position].enabled;
}

// The current matrix of the palette; in OpenGL ES 1.1 the token is that of a capability only.
std::vector<float> matrix_palette(const Version& version, const State& state) {
    const MatrixState& matrices = state.matrices;
    if (version.is_es1()) return {matrices.palette_enabled ? 1.0f : 0.0f};
    const Matrix& current = matrices.palette[matrices.current_palette].top();
    return {current.m.begin(), current.m.end()};
}

// HP_occlusion_test: whether anything was visible since it was asked before.
bool take_occlusion_result(rasterizer::Rasterizer& rasterizer, QueryState& queries) {
    const auto counter = std::exchange(queries.occlusion_result, nullptr);
    if (!counter) return false;
    rasterizer.finish();
    return counter->samples_passed.load() > 0;
}

// Pairs: samples of coverage, and of colours.
std::vector<int> multisample_coverage_modes() {
    std::vector<int> modes;
    for (const int samples : rasterizer::sample_counts) modes.insert(modes.end(), {samples, samples});
    return modes;
}

// One pool, without an auxiliary one (ATI_meminfo): all that is free may be one block.
std::array<int64_t, 4> free_memory_pool() {
    const int64_t available = available_memory();
    return {available, available, 0, 0};
}

int context_flags(const Context& context) {
    return (context.request.forward_compatible ? GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT : 0) |
           (context.request.debug ? GL_CONTEXT_FLAG_DEBUG_BIT : 0) |
           (context.request.robust_access ? GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT : 0) |
           (context.request.no_error ? GL_CONTEXT_FLAG_NO_ERROR_BIT : 0);
}

// Profiles begin with 3.2.
int profile_mask(const Version& version) {
    if (version.number() < 32) return 0;
    return version.is_core() ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT;
}

// Windows, and framebuffers without a buffer to read, give the format of bytes.
runtime::Format read_color_format(const FramebufferState& framebuffers) {
    const Framebuffer* const framebuffer = framebuffers.read.get();
    constexpr runtime::Format bytes = runtime::Format::Rgba8Unorm;
    if (!framebuffer || framebuffer->read_buffer == GL_NONE) return bytes;
    const rasterizer::SurfaceView view = framebuffer->colors[framebuffer->read_buffer - GL_COLOR_ATTACHMENT0].view();
    return view ? view.image->format() : bytes;
}

bool draw_framebuffer_is_complete(const Version& version, const FramebufferState& framebuffers) {
    return framebuffer_status(version, framebuffers, framebuffers.draw.get()) == GL_FRAMEBUFFER_COMPLETE;
}

const MatrixStack& current_matrix_stack(const State& state, const TextureState& textures) {
    const MatrixState& matrices = state.matrices;
    const GLenum mode = state.transform.matrix_mode;
    if (mode == GL_MODELVIEW1_ARB) return matrices.blended[0];
    if (mode >= GL_MODELVIEW2_ARB && mode < GL_MODELVIEW2_ARB + limits::MAX_VERTEX_UNITS_ARB - 2)
        return matrices.blended[1 + (mode - GL_MODELVIEW2_ARB)];
    if (mode == GL_PROJECTION) return matrices.projection;
    if (mode == GL_COLOR) return matrices.color;
    if (mode == GL_TEXTURE) {
        return matrices.texture[std::min(textures.active_unit, limits::MAX_TEXTURE_COORDS - 1)];
    }
    if (mode >= GL_MATRIX0_NV && mode < GL_MATRIX0_NV + limits::MAX_PROGRAM_MATRICES_ARB) {
        return matrices.program[mode - GL_MATRIX0_NV];
    }
    if (mode >= GL_MATRIX0_ARB && mode < GL_MATRIX0_ARB + limits::MAX_PROGRAM_MATRICES_ARB) {
        return matrices.program[mode - GL_MATRIX0_ARB];
    }
    return matrices.modelview;
}

std::array<float, 4> viewport_values(const rasterizer::Viewport& v) { return {v.x, v.y, v.width, v.height}; }
GLenum viewport_swizzle(const State& state, int viewport, size_t component) {
    const rasterizer::ClipComponent from = state.viewport.viewports[viewport].swizzle[component];
    return GLenum{GL_VIEWPORT_SWIZZLE_POSITIVE_X_NV} + 2u * from.from + from.negative;
}
std::array<int, 4> box_values(const rasterizer::Rectangle& r) { return {r.x, r.y, r.width, r.height}; }

// OpenGL ES has no ProvokingVertex, and names the convention itself.
GLenum layer_provoking_vertex(const Version& version, const State& state) {
    return version.is_es() ? state.lighting.provoking_vertex : GLenum{GL_PROVOKING_VERTEX};
}

const StencilSide& shown_stencil(const State& state) {
    const StencilState& stencil = state.stencil;
    return stencil.sides[stencil.active_face == GL_BACK ? 2 : 0];
}

int shown_reference(const FramebufferState& framebuffers, const StencilSide& side) {
    return std::clamp(side.reference, 0, (1 << framebuffer_bits(framebuffers).stencil) - 1);
}

template <typename T>
GLuint name_of(const std::shared_ptr<T>& object) {
    return object ? object->name : 0;
}

// The name of the texture that is bound to TEXTURE_RENDERBUFFER_NV.
GLuint texture_renderbuffer_name(const TextureState& textures) {
    const auto& texture = textures.active().textures[static_cast<size_t>(TextureKind::Renderbuffer)];
    return texture->renderbuffer ? texture->renderbuffer->name : 0;
}

// The format of the texture that is bound to TEXTURE_BUFFER.
GLenum texture_buffer_format(const Version& version, const TextureState& textures) {
    const auto& texture = textures.active().textures[static_cast<size_t>(TextureKind::Buffer)];
    if (texture->texels.format) return texture->texels.format->name;
    return version.is_core() ? GL_R8 : GL_LUMINANCE8;
}

GLuint bound_texture_name(const TextureState& textures, TextureKind kind) {
    return textures.units[textures.active_unit].textures[static_cast<int>(kind)]->name;
}

GLenum draw_buffer(const FramebufferState& state, int index) {
    return state.draw ? state.draw->draw_buffers[index] : state.window_draw_buffers[index];
}

// Formats an application may choose without knowing them (ARB_texture_compression), for any picture: FXT1's, and S3TC's
// linear ones (EXT_texture_compression_s3tc: not RGBA DXT1, with its single bit of alpha).
constexpr std::array<GLenum, 5> compressed_texture_formats{
    GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,
    GL_COMPRESSED_RGB_FXT1_3DFX, GL_COMPRESSED_RGBA_FXT1_3DFX};

// ARB_ES3_compatibility.
void add_es3_formats(std::vector<GLenum>& formats) {
    for (GLenum name = GL_COMPRESSED_R11_EAC; name <= GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC; ++name)
        formats.push_back(name);
}

// OpenGL ES lists all that it has to have: ETC2, EAC and ASTC.
std::vector<GLenum> es2_compressed_formats() {
    std::vector<GLenum> formats;
    add_es3_formats(formats);
    for (GLenum name = 0; name <= GL_COMPRESSED_RGBA_ASTC_12x12_KHR - GL_COMPRESSED_RGBA_ASTC_4x4_KHR; ++name) {
        formats.push_back(GL_COMPRESSED_RGBA_ASTC_4x4_KHR + name);
        formats.push_back(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR + name);
    }
    formats.push_back(GL_ETC1_RGB8_OES);
    return formats;
}

std::vector<GLenum> listed_compressed_formats(const Version& version) {
    if (version.is_es1()) {
        std::vector<GLenum> formats(paletted_formats.begin(), paletted_formats.end());
        formats.push_back(GL_ETC1_RGB8_OES);
        return formats;
    }
    if (version.is_es2()) return es2_compressed_formats();
    std::vector<GLenum> formats(compressed_texture_formats.begin(), compressed_texture_formats.end());
    add_es3_formats(formats);
    return formats;
}

std::array<GLint, 16> matrix_bits(const Matrix& matrix) { return std::bit_cast<std::array<GLint, 16>>(matrix.m); }

const VertexBinding& generic_binding(const VertexArrayState& vertex_arrays, GLuint index) {
    return vertex_arrays.bound->bindings[slot_generic + index];
}
int array_size(const VertexArray& array) { return array.bgra ? int{GL_BGRA} : array.size; }

int feedback_attributes(const FeedbackObjects& feedback_objects) {
    return static_cast<int>(feedback_objects.bound->attributes.size());
}

int client_texture_slot(const VertexArrayState& vertex_arrays) {
    return slot_texture_coordinate + vertex_arrays.client_active_texture;
}

// ---- the table

enum class ValueScope : uint8_t { Context, Unit, ImageUnit, Indexed, Es };

struct ValueRow {
    GLenum token;
    ValueKind kind;
    ValueScope scope;
    int (*count)(const Context& context);  // of indices
    void (*read)(Context& context, int index, Values& values);
};

template <typename... Parts>
void put_all(Values& values, const Parts&... parts) {
    (values.put(parts), ...);
}

// How many values a limit has, and their type.
template <typename T>
struct LimitShape {
    using Element = T;
    static constexpr size_t count = 1;
};
template <typename T, size_t n>
struct LimitShape<std::array<T, n>> {
    using Element = T;
    static constexpr size_t count = n;
};

template <const auto& limit>
constexpr ValueRow limit_row(GLenum token) {
    using Shape = LimitShape<std::remove_cvref_t<decltype(limit)>>;
    constexpr ValueKind kind =
        std::is_floating_point_v<typename Shape::Element> ? ValueKind::Float : ValueKind::Integer;
    if constexpr (Shape::count == 3) {
        return {token, kind, ValueScope::Indexed, [](const Context&) { return int{Shape::count}; },
                [](Context&, int index, Values& values) { values.put(limit[size_t(index)]); }};
    } else {
        return {token, kind, ValueScope::Context, nullptr, [](Context&, int, Values& values) { values.put(limit); }};
    }
}

const ValueRow value_rows[] = {
#define ASMGL_LIMIT(token, ...) limit_row<limits::token>(GL_##token),
#define ASMGL_ES1_LIMIT(token, value) \
    {GL_##token, ValueKind::Integer, ValueScope::Es, nullptr, [](Context&, int, Values& values) { values.put(value); }},
#include "ir/limits.def"
#define ASMGL_GET(token, kind, ...)                        \
    {token, ValueKind::kind, ValueScope::Context, nullptr, \
     []([[maybe_unused]] Context& context, int, Values& values) { put_all(values, __VA_ARGS__); }},
#define ASMGL_GET_ES(token, kind, ...)                \
    {token, ValueKind::kind, ValueScope::Es, nullptr, \
     []([[maybe_unused]] Context& context, int, Values& values) { put_all(values, __VA_ARGS__); }},
#define ASMGL_GET_UNIT(token, kind, ...)                                                \
    {token, ValueKind::kind, ValueScope::Unit, nullptr,                                 \
     []([[maybe_unused]] Context& context, [[maybe_unused]] int unit, Values& values) { \
         put_all(values, __VA_ARGS__);                                                  \
     }},
#define ASMGL_GET_IMAGE_UNIT(token, kind, ...)               \
    {token, ValueKind::kind, ValueScope::ImageUnit, nullptr, \
     []([[maybe_unused]] Context& context, int, Values& values) { put_all(values, __VA_ARGS__); }},
#define ASMGL_GET_INDEXED(token, kind, count, ...)                                                                    \
    {token, ValueKind::kind, ValueScope::Indexed, []([[maybe_unused]] const Context& context) { return int{count}; }, \
     []([[maybe_unused]] Context& context, [[maybe_unused]] int index, Values& values) {                              \
         put_all(values, __VA_ARGS__);                                                                                \
     }},
#include "glapi/commands/state/state_variables.def"
};

struct PointerRow {
    GLenum token;
    const void* (*read)(Context& context);
    bool es_only = false;
};

const PointerRow pointer_rows[] = {
#define ASMGL_GET_POINTER(token, value) {token, [](Context& context) -> const void* { return value; }},
#define ASMGL_GET_ES_POINTER(token, value) {token, [](Context& context) -> const void* { return value; }, true},
#include "glapi/commands/state/state_variables.def"
};

// By token; with `indexed`, value_rows of indexed commands. Rows of OpenGL ES go before others of the same token.
const ValueRow* find_value_row(const Version& version, GLenum token, bool indexed) {
    const auto sorted_rows = [](bool of_indexed) {
        std::vector<const ValueRow*> pointers;
        for (const ValueRow& row : value_rows) {
            if ((row.scope == ValueScope::Indexed) == of_indexed) pointers.push_back(&row);
        }
        std::ranges::stable_sort(
            pointers, {}, [](const ValueRow* row) { return std::pair(row->token, row->scope != ValueScope::Es); });
        return pointers;
    };
    static const std::vector<const ValueRow*> plain_rows = sorted_rows(false), indexed_rows = sorted_rows(true);
    const auto& sorted = indexed ? indexed_rows : plain_rows;
    auto found = std::ranges::lower_bound(sorted, token, {}, &ValueRow::token);
    if (found != sorted.end() && (*found)->scope == ValueScope::Es && !version.is_es1()) ++found;
    return found != sorted.end() && (*found)->token == token ? *found : nullptr;
}

bool read(Context& context, GLenum token, Values& values) {
    if (const ValueRow* const row = find_value_row(context.version, token, false)) {
        values.kind = row->kind;
        if (row->scope == ValueScope::Unit && context.textures.active_unit >= limits::MAX_TEXTURE_COORDS) {
            context.error(GL_INVALID_OPERATION, "unit %d has no %s", context.textures.active_unit, enum_name(token));
            return false;
        }
        row->read(context, context.textures.active_unit, values);
        return true;
    }
    bool unit_error = false;
    if (const bool* const capability = find_capability(context, token, &unit_error)) {
        values.kind = ValueKind::Boolean;
        values.put(*capability);
        return true;
    }
    if (unit_error) {
        context.error(GL_INVALID_OPERATION, "unit %d has no %s", context.textures.active_unit, enum_name(token));
    } else {
        context.error(GL_INVALID_ENUM, "%s is not state", enum_name(token));
    }
    return false;
}

// What selects the part of the state that commands without an index read (EXT_direct_state_access); null: nothing.
struct Selector {
    int* selected = nullptr;
    int count = 0;
};
Selector selector_of(Context& context, GLenum token) {
    if (is_texture_coordinate_state(token))
        return {&context.vertex_arrays.client_active_texture, texture_coordinate_count};
    const ValueRow* const row = find_value_row(context.version, token, false);
    if (row && row->scope == ValueScope::Unit) return {&context.textures.active_unit, limits::MAX_TEXTURE_COORDS};
    if (row && row->scope == ValueScope::ImageUnit) return {&context.textures.active_unit, texture_unit_count};
    return {};
}

bool read_indexed(Context& context, GLenum token, GLuint index, Values& values) {
    bool index_error = false;
    if (const ValueRow* const row = find_value_row(context.version, token, true)) {
        if (index < GLuint(row->count(context))) {
            values.kind = row->kind;
            row->read(context, int(index), values);
            return true;
        }
        index_error = true;
    } else if (const Selector selector = selector_of(context, token); selector.selected) {
        if (index < GLuint(selector.count)) {
            const int selected = std::exchange(*selector.selected, int(index));
            const bool good = read(context, token, values);
            *selector.selected = selected;
            return good;
        }
        index_error = true;
    } else if (const bool* flag = find_indexed_capability(context, token, index, &index_error)) {
        values.kind = ValueKind::Boolean;
        values.put(*flag);
        return true;
    }
    if (index_error) {
        context.error(GL_INVALID_VALUE, "%s has no index %u", enum_name(token), index);
    } else {
        context.error(GL_INVALID_ENUM, "%s is not indexed state", enum_name(token));
    }
    return false;
}

template <typename T>
void get(Context& context, GLenum token, T* data) {
    Values values;
    if (!read(context, token, values)) return;
    for (int i = 0; i < values.count; ++i) data[i] = values.get<T>(i);
}

// Integers are multiplied by 2^16, enums are not (OES_fixed_point).
GLfixed fixed_value(const Values& values, int i) {
    switch (values.kind) {
        case ValueKind::Enum: return values.get<GLint>(i);
        case ValueKind::Boolean:
        case ValueKind::Integer: return to_fixed(double(values.integers[i]));
        case ValueKind::Float:
        case ValueKind::Normalized: break;
    }
    return to_fixed(values.floats[i]);
}

template <typename T>
void get_indexed(Context& context, GLenum token, GLuint index, T* data) {
    Values values;
    if (!read_indexed(context, token, index, values)) return;
    for (int i = 0; i < values.count; ++i) data[i] = values.get<T>(i);
}

}  // namespace

namespace commands {

void GetFixedv(Context& context, GLenum pname, GLfixed* params) {
    Values values;
    if (!read(context, pname, values)) return;
    for (int i = 0; i < values.count; ++i) params[i] = fixed_value(values, i);
}

GLboolean IsEnabled(Context& context, GLenum cap) {
    bool unit_error = false;
    if (const bool* flag = find_capability(context, cap, &unit_error)) return *flag;
    if (unit_error) {
        context.error(GL_INVALID_OPERATION, "unit %d has no %s", context.textures.active_unit, enum_name(cap));
        return GL_FALSE;
    }
    // Client-side arrays are in the table of state only.
    const ValueRow* const row = find_value_row(context.version, cap, false);
    if (row && row->kind == ValueKind::Boolean) {
        Values values;
        values.kind = row->kind;
        row->read(context, context.textures.active_unit, values);
        return values.count == 1 && values.integers[0] != 0;
    }
    context.error(GL_INVALID_ENUM, "%s is not a capability", enum_name(cap));
    return GL_FALSE;
}

void GetPointerv(Context& context, GLenum pname, void** params) {
    for (const PointerRow& row : pointer_rows) {
        if (row.token == pname && (context.version.is_es1() || !row.es_only)) {
            *params = const_cast<void*>(row.read(context));
            return;
        }
    }
    context.error(GL_INVALID_ENUM, "%s is not a pointer", enum_name(pname));
}

#include "glapi/commands/state/get.def"

}  // namespace commands
}  // namespace glapi
