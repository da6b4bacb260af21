// EXT_vertex_shader: the symbols of shaders, state bound to them, and their values.
#include <algorithm>
#include <cstring>
#include <optional>

#include "glapi/commands/one_call.h"
#include "glapi/commands/vertex_arrays/array_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "glapi/state/conversions.h"

namespace glapi {
namespace {

using rasterizer::ComponentType;

constexpr uint32_t variant_types = integer_types | type_bit(ComponentType::Float) | type_bit(ComponentType::Double);

// The block of a symbol of this storage; null after an error. `sets`: not one that is bound to state.
SymbolBlock* find_symbol(Errors& errors, const ShareGroup& shared, GLuint symbol, GLenum storage, bool sets) {
    SymbolBlock* const block = shared.vertex_shaders.find(symbol);
    if (!block || block->storage != storage) {
        errors.error(GL_INVALID_VALUE, "%u is no symbol of %s", symbol, enum_name(storage));
        return nullptr;
    }
    if (!sets || !block->bound()) return block;
    errors.error(GL_INVALID_OPERATION, "symbol %u is bound to state", symbol);
    return nullptr;
}

// ---- values

template <typename T>
float in_range(T value, bool normalized) {
    if constexpr (std::is_integral_v<T>)
        return normalized ? normalized_to_float(value) : static_cast<float>(value);
    else
        return static_cast<float>(normalized ? std::clamp(value, T{-1}, T{1}) : value);
}

template <typename T>
SymbolValue read_value(const SymbolBlock& block, const void* from) {
    SymbolValue value{};
    for (int i = 0; i < block.components(); ++i) {
        T number;
        std::memcpy(&number, static_cast<const std::byte*>(from) + static_cast<size_t>(i) * sizeof(T), sizeof(T));
        value[static_cast<size_t>(i)] = in_range(number, block.normalized);
    }
    return value;
}

std::optional<SymbolValue> read_value(Errors& errors, const SymbolBlock& block, GLenum type, const void* from) {
    if (!from) return SymbolValue{};
    switch (type) {
        case GL_BYTE: return read_value<GLbyte>(block, from);
        case GL_UNSIGNED_BYTE: return read_value<GLubyte>(block, from);
        case GL_SHORT: return read_value<GLshort>(block, from);
        case GL_UNSIGNED_SHORT: return read_value<GLushort>(block, from);
        case GL_INT: return read_value<GLint>(block, from);
        case GL_UNSIGNED_INT: return read_value<GLuint>(block, from);
        case GL_FLOAT: return read_value<GLfloat>(block, from);
        case GL_DOUBLE: return read_value<GLdouble>(block, from);
        default: errors.error(GL_INVALID_ENUM, "%s is no type of values", enum_name(type)); return {};
    }
}

template <typename T>
void set_variant(Context& context, GLuint symbol, const T* from) {
    const SymbolBlock* const block = find_symbol(context, *context.shared, symbol, GL_VARIANT_EXT, true);
    if (!block) return;
    VertexShaderState& state = context.vertex_shaders;
    SymbolValue& value = state.variants[symbol].value;
    value = read_value<T>(*block, from);
    for (size_t number = 0; number < state.bound->variants.size(); ++number) {
        const VertexShader::Row& row = state.bound->variants[number];
        if (row.symbol != symbol) continue;
        const float* const four = value.data() + 4 * row.row;
        set_attribute(context.immediate, variant_slot(static_cast<int>(number)),
                      float_bits(four[0], four[1], four[2], four[3]));
    }
}

// ---- state

// A symbol of state: the one that there is of it, or a new one; 0 where there are no more names.
GLuint bind_state(const ShareGroup& shared, SymbolBlock wanted) {
    VertexShaderGroup& group = shared.vertex_shaders;
    for (const auto& [first, block] : group.blocks)
        if (block.bound() && block.state == wanted.state && block.component == wanted.component &&
            block.color_matrix == wanted.color_matrix)
            return first;
    return group.add(std::move(wanted));
}

SymbolBlock state_symbol(GLenum type, GLenum storage, std::string state) {
    SymbolBlock block;
    block.type = type;
    block.storage = storage;
    block.state = std::move(state);
    return block;
}

GLuint bind_invariant(const ShareGroup& shared, GLenum type, std::string state, char component = 'x') {
    SymbolBlock block = state_symbol(type, GL_INVARIANT_EXT, std::move(state));
    block.component = component;
    return bind_state(shared, std::move(block));
}
GLuint bind_variant(const ShareGroup& shared, GLenum type, std::string state) {
    return bind_state(shared, state_symbol(type, GL_VARIANT_EXT, std::move(state)));
}
GLuint bind_three(const ShareGroup& shared, GLenum storage, std::string state) {
    SymbolBlock block = state_symbol(GL_VECTOR_EXT, storage, std::move(state));
    block.three_components = true;
    return bind_state(shared, std::move(block));
}

GLuint refuse(Errors& errors, GLenum token, const char* what) {
    errors.error(GL_INVALID_ENUM, "%s is no %s", enum_name(token), what);
    return 0;
}

// ---- queries

template <typename T>
T returned(float value) {
    if constexpr (std::is_same_v<T, GLboolean>)
        return value != 0;
    else if constexpr (std::is_same_v<T, GLint>)
        return float_to_integer(value);
    else
        return value;
}
template <typename T>
T returned(GLenum value) {
    if constexpr (std::is_same_v<T, GLboolean>)
        return value != 0;
    else
        return static_cast<T>(value);
}

template <typename T>
void put_value(const SymbolBlock& block, const SymbolValue& value, T* data) {
    for (int i = 0; i < block.components(); ++i) data[i] = returned<T>(value[static_cast<size_t>(i)]);
}

template <typename T>
void get_variant(Context& context, GLuint symbol, GLenum what, T* data) {
    const SymbolBlock* const block =
        find_symbol(context, *context.shared, symbol, GL_VARIANT_EXT, what != GL_VARIANT_DATATYPE_EXT);
    if (!block) return;
    const VertexShaderState::Variant* const set = context.vertex_shaders.find_variant(symbol);
    const VertexShaderState::Variant variant = set ? *set : VertexShaderState::Variant{};
    switch (what) {
        case GL_VARIANT_VALUE_EXT: return put_value(*block, variant.value, data);
        case GL_VARIANT_DATATYPE_EXT: *data = returned<T>(block->type); return;
        case GL_VARIANT_ARRAY_STRIDE_EXT: *data = returned<T>(static_cast<GLenum>(variant.array.stride)); return;
        case GL_VARIANT_ARRAY_TYPE_EXT: *data = returned<T>(variant.array.type); return;
        default: refuse(context, what, "query of variants");
    }
}

template <typename T>
void get_invariant(Context& context, GLuint symbol, GLenum what, T* data) {
    const SymbolBlock* const block =
        find_symbol(context, *context.shared, symbol, GL_INVARIANT_EXT, what != GL_INVARIANT_DATATYPE_EXT);
    if (!block) return;
    if (what == GL_INVARIANT_DATATYPE_EXT)
        *data = returned<T>(block->type);
    else if (what == GL_INVARIANT_VALUE_EXT)
        put_value(*block, block->values[symbol - block->first], data);
    else
        refuse(context, what, "query of invariants");
}

template <typename T>
void get_local_constant(Context& context, GLuint symbol, GLenum what, T* data) {
    const SymbolBlock* const block = find_symbol(context, *context.shared, symbol, GL_LOCAL_CONSTANT_EXT, false);
    if (!block) return;
    const auto& constants = context.vertex_shaders.bound->constants;
    const auto found = constants.find(symbol);
    if (what == GL_LOCAL_CONSTANT_DATATYPE_EXT)
        *data = returned<T>(block->type);
    else if (what == GL_LOCAL_CONSTANT_VALUE_EXT)
        put_value(*block, found == constants.end() ? SymbolValue{} : found->second, data);
    else
        refuse(context, what, "query of local constants");
}

GLuint most_symbols(GLenum storage) {
    switch (storage) {
        case GL_VARIANT_EXT: return limits::MAX_VERTEX_SHADER_VARIANTS_EXT;
        case GL_INVARIANT_EXT: return limits::MAX_VERTEX_SHADER_INVARIANTS_EXT;
        case GL_LOCAL_CONSTANT_EXT: return limits::MAX_VERTEX_SHADER_LOCAL_CONSTANTS_EXT;
        case GL_LOCAL_EXT: return limits::MAX_VERTEX_SHADER_LOCALS_EXT;
        default: return 0;
    }
}

}  // namespace

namespace commands {

GLuint checked::GenSymbolsEXT(Context& context, GLenum datatype, GLenum storagetype, GLenum range, GLuint components) {
    const GLuint most = most_symbols(storagetype);
    if (most == 0) return refuse(context, storagetype, "storage of symbols");
    if (range != GL_NORMALIZED_RANGE_EXT && range != GL_FULL_RANGE_EXT)
        return refuse(context, range, "range of symbols");
    SymbolBlock block = state_symbol(datatype, storagetype, {});
    block.normalized = range == GL_NORMALIZED_RANGE_EXT;
    block.count = components;
    if (components == 0 || components > most / static_cast<GLuint>(block.rows())) {
        context.error(GL_INVALID_VALUE, "%u symbols; a shader takes 1 to %u vectors of them", components, most);
        return 0;
    }
    if (storagetype == GL_INVARIANT_EXT) block.values.resize(components);
    const GLuint first = context.shared->vertex_shaders.add(std::move(block));
    if (!first) context.error(GL_OUT_OF_MEMORY, "there are no more names");
    return first;
}

void SetInvariantEXT(Context& context, GLuint id, GLenum type, const void* addr) {
    if (context.vertex_shaders.recording) return context.error(GL_INVALID_OPERATION, "a shader is being recorded");
    SymbolBlock* const block = find_symbol(context, *context.shared, id, GL_INVARIANT_EXT, true);
    if (!block) return;
    if (const auto value = read_value(context, *block, type, addr)) block->values[id - block->first] = *value;
}

void SetLocalConstantEXT(Context& context, GLuint id, GLenum type, const void* addr) {
    if (!context.vertex_shaders.recording) return context.error(GL_INVALID_OPERATION, "no shader is being recorded");
    const SymbolBlock* const block = find_symbol(context, *context.shared, id, GL_LOCAL_CONSTANT_EXT, true);
    if (!block) return;
    auto& constants = context.vertex_shaders.bound->constants;
    if (constants.contains(id))
        return context.error(GL_INVALID_OPERATION, "symbol %u has its value in this shader", id);
    if (const auto value = read_value(context, *block, type, addr)) constants.emplace(id, *value);
}

// Elements are vectors, whatever the symbol is (2.8: "the size is fixed at 4"), or matrices.
void VariantPointerEXT(Context& context, GLuint id, GLenum type, GLuint stride, const void* addr) {
    const SymbolBlock* const block = find_symbol(context, *context.shared, id, GL_VARIANT_EXT, true);
    if (!block) return;
    const ComponentTypeInfo info = component_type_info(type);
    if (info.bytes == 0 || !(variant_types & type_bit(info.type)) || type == GL_INT64_NV ||
        type == GL_UNSIGNED_INT64_NV) {
        refuse(context, type, "type of variants");
        return;
    }
    if (stride > INT32_MAX) return context.error(GL_INVALID_VALUE, "stride is negative");
    VertexShaderState::Variant& variant = context.vertex_shaders.variants[id];
    variant.array.type = type;
    variant.array.normalized = block->normalized;
    variant.array.stride = static_cast<GLsizei>(stride);
    variant.array.pointer = addr;
    const auto& buffer = context.buffers[BufferTarget::Array];
    variant.binding.buffer = buffer;
    variant.binding.offset = reinterpret_cast<GLintptr>(addr);
    variant.binding.client = buffer ? nullptr : addr;
    variant.binding.stride = stride ? static_cast<GLsizei>(stride) : info.bytes * 4 * block->rows();
}
void EnableVariantClientStateEXT(Context& context, GLuint id) {
    if (find_symbol(context, *context.shared, id, GL_VARIANT_EXT, true))
        context.vertex_shaders.variants[id].array.enabled = true;
}
void DisableVariantClientStateEXT(Context& context, GLuint id) {
    if (find_symbol(context, *context.shared, id, GL_VARIANT_EXT, true))
        context.vertex_shaders.variants[id].array.enabled = false;
}

GLuint BindLightParameterEXT(Context& context, GLenum light, GLenum value) {
    const GLuint number = light - GL_LIGHT0;
    if (number >= GLuint{limits::MAX_LIGHTS}) return refuse(context, light, "light");
    const std::string of = "state.light[" + std::to_string(number) + "].";
    switch (value) {
        case GL_AMBIENT: return bind_invariant(*context.shared, GL_VECTOR_EXT, of + "ambient");
        case GL_DIFFUSE: return bind_invariant(*context.shared, GL_VECTOR_EXT, of + "diffuse");
        case GL_SPECULAR: return bind_invariant(*context.shared, GL_VECTOR_EXT, of + "specular");
        case GL_POSITION: return bind_invariant(*context.shared, GL_VECTOR_EXT, of + "position");
        case GL_SPOT_DIRECTION: return bind_three(*context.shared, GL_INVARIANT_EXT, of + "spot.direction");
        case GL_CONSTANT_ATTENUATION: return bind_invariant(*context.shared, GL_SCALAR_EXT, of + "attenuation", 'x');
        case GL_LINEAR_ATTENUATION: return bind_invariant(*context.shared, GL_SCALAR_EXT, of + "attenuation", 'y');
        case GL_QUADRATIC_ATTENUATION: return bind_invariant(*context.shared, GL_SCALAR_EXT, of + "attenuation", 'z');
        case GL_SPOT_EXPONENT: return bind_invariant(*context.shared, GL_SCALAR_EXT, of + "attenuation", 'w');
        case GL_SPOT_CUTOFF: return bind_invariant(*context.shared, GL_SCALAR_EXT, of + "spot.cutoff");
        default: return refuse(context, value, "parameter of lights");
    }
}

// Values hold for all vertices between Begin and End, as for programs, and yet are variants.
GLuint BindMaterialParameterEXT(Context& context, GLenum face, GLenum value) {
    if (face != GL_FRONT && face != GL_BACK) return refuse(context, face, "face");
    const std::string of = face == GL_FRONT ? "state.material.front." : "state.material.back.";
    switch (value) {
        case GL_AMBIENT: return bind_variant(*context.shared, GL_VECTOR_EXT, of + "ambient");
        case GL_DIFFUSE: return bind_variant(*context.shared, GL_VECTOR_EXT, of + "diffuse");
        case GL_SPECULAR: return bind_variant(*context.shared, GL_VECTOR_EXT, of + "specular");
        case GL_EMISSION: return bind_variant(*context.shared, GL_VECTOR_EXT, of + "emission");
        case GL_SHININESS: return bind_variant(*context.shared, GL_SCALAR_EXT, of + "shininess");
        default: return refuse(context, value, "parameter of materials");
    }
}

GLuint BindTexGenParameterEXT(Context& context, GLenum unit, GLenum coord, GLenum value) {
    const GLuint number = unit - GL_TEXTURE0;
    if (number >= GLuint{texture_coordinate_count}) return refuse(context, unit, "texture unit");
    if (coord < GL_S || coord > GL_Q) return refuse(context, coord, "texture coordinate");
    if (value != GL_EYE_PLANE && value != GL_OBJECT_PLANE)
        return refuse(context, value, "parameter of texture coordinate generation");
    return bind_invariant(*context.shared, GL_VECTOR_EXT,
                          "state.texgen[" + std::to_string(number) + (value == GL_EYE_PLANE ? "].eye." : "].object.") +
                              "strq"[coord - GL_S]);
}

GLuint BindTextureUnitParameterEXT(Context& context, GLenum unit, GLenum value) {
    const GLuint number = unit - GL_TEXTURE0;
    if (number >= GLuint{texture_coordinate_count}) return refuse(context, unit, "texture unit");
    if (value == GL_CURRENT_TEXTURE_COORDS)
        return bind_variant(*context.shared, GL_VECTOR_EXT, "vertex.texcoord[" + std::to_string(number) + ']');
    if (value == GL_TEXTURE_MATRIX)
        return bind_invariant(*context.shared, GL_MATRIX_EXT, "state.matrix.texture[" + std::to_string(number) + ']');
    return refuse(context, value, "parameter of texture units");
}

GLuint BindParameterEXT(Context& context, GLenum value) {
    if (value - GL_CLIP_PLANE0 < GLenum{limits::MAX_CLIP_PLANES})
        return bind_invariant(*context.shared, GL_VECTOR_EXT,
                              "state.clip[" + std::to_string(value - GL_CLIP_PLANE0) + "].plane");
    switch (value) {
        case GL_CURRENT_VERTEX_EXT: return bind_variant(*context.shared, GL_VECTOR_EXT, "vertex.position");
        case GL_CURRENT_NORMAL: return bind_three(*context.shared, GL_VARIANT_EXT, "vertex.normal");
        case GL_CURRENT_COLOR: return bind_variant(*context.shared, GL_VECTOR_EXT, "vertex.color");
        case GL_MODELVIEW_MATRIX: return bind_invariant(*context.shared, GL_MATRIX_EXT, "state.matrix.modelview");
        case GL_PROJECTION_MATRIX: return bind_invariant(*context.shared, GL_MATRIX_EXT, "state.matrix.projection");
        case GL_MVP_MATRIX_EXT: return bind_invariant(*context.shared, GL_MATRIX_EXT, "state.matrix.mvp");
        case GL_COLOR_MATRIX: {
            SymbolBlock block = state_symbol(GL_MATRIX_EXT, GL_INVARIANT_EXT, {});
            block.color_matrix = true;
            return bind_state(*context.shared, std::move(block));
        }
        case GL_FOG_COLOR: return bind_invariant(*context.shared, GL_VECTOR_EXT, "state.fog.color");
        case GL_FOG_DENSITY: return bind_invariant(*context.shared, GL_SCALAR_EXT, "state.fog.params", 'x');
        case GL_FOG_START: return bind_invariant(*context.shared, GL_SCALAR_EXT, "state.fog.params", 'y');
        case GL_FOG_END: return bind_invariant(*context.shared, GL_SCALAR_EXT, "state.fog.params", 'z');
        case GL_LIGHT_MODEL_AMBIENT: return bind_invariant(*context.shared, GL_VECTOR_EXT, "state.lightmodel.ambient");
        default: return refuse(context, value, "parameter");
    }
}

GLboolean checked::IsVariantEnabledEXT(Context& context, GLuint id) {
    if (!find_symbol(context, *context.shared, id, GL_VARIANT_EXT, false)) return GL_FALSE;
    const VertexShaderState::Variant* const variant = context.vertex_shaders.find_variant(id);
    return variant && variant->array.enabled;
}
void GetVariantPointervEXT(Context& context, GLuint id, GLenum value, void** data) {
    if (!find_symbol(context, *context.shared, id, GL_VARIANT_EXT, true)) return;
    if (value != GL_VARIANT_ARRAY_POINTER_EXT) {
        refuse(context, value, "pointer of variants");
        return;
    }
    const VertexShaderState::Variant* const variant = context.vertex_shaders.find_variant(id);
    *data = variant ? const_cast<void*>(variant->array.pointer) : nullptr;
}

#include "glapi/commands/programs/vertex_shader_symbols.def"

}  // namespace commands
}  // namespace glapi
