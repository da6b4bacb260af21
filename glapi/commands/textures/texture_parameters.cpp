#include "glapi/commands/textures/texture_parameters.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "glapi/commands/one_call.h"
#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/sparse_pages.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/registry/token_sets.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/conversions.h"

namespace glapi {

// ---- conversions

float ParameterValue::as_float(int i) const {
    if (type_ == Type::Float) return static_cast<const GLfloat*>(data_)[i];
    if (type_ == Type::PureUnsigned) return static_cast<float>(static_cast<const GLuint*>(data_)[i]);
    return static_cast<float>(static_cast<const GLint*>(data_)[i]);
}

GLint ParameterValue::as_int(int i) const {
    if (type_ != Type::Float) return static_cast<const GLint*>(data_)[i];
    const float value = static_cast<const GLfloat*>(data_)[i];
    if (!(value > -2147483648.0f)) return INT32_MIN;
    return value >= 2147483648.0f ? INT32_MAX : static_cast<GLint>(std::lround(value));
}

std::array<uint32_t, 4> ParameterValue::as_color(int count) const {
    std::array<uint32_t, 4> bits{};
    for (int i = 0; i < count; ++i) {
        if (type_ == Type::Float) {
            bits[i] = std::bit_cast<uint32_t>(static_cast<const GLfloat*>(data_)[i]);
        } else if (type_ == Type::Int) {
            bits[i] = std::bit_cast<uint32_t>(normalized_to_float(static_cast<const GLint*>(data_)[i]));
        } else {
            bits[i] = static_cast<const GLuint*>(data_)[i];
        }
    }
    return bits;
}

void ParameterResult::set(GLint value, int i) const {
    if (type_ == Type::Float)
        static_cast<GLfloat*>(data_)[i] = static_cast<float>(value);
    else
        static_cast<GLint*>(data_)[i] = value;
}

void ParameterResult::set_float(float value, int i) const {
    if (type_ == Type::Float)
        static_cast<GLfloat*>(data_)[i] = value;
    else
        static_cast<GLint*>(data_)[i] =
            static_cast<GLint>(std::llround(std::clamp(static_cast<double>(value), -2147483648.0, 2147483647.0)));
}

void ParameterResult::set_color(const std::array<uint32_t, 4>& bits) const {
    for (int i = 0; i < 4; ++i) {
        if (type_ == Type::Float) {
            static_cast<GLfloat*>(data_)[i] = std::bit_cast<float>(bits[i]);
        } else if (type_ == Type::Int) {
            static_cast<GLint*>(data_)[i] = float_to_normalized(std::bit_cast<float>(bits[i]));
        } else {
            static_cast<GLuint*>(data_)[i] = bits[i];
        }
    }
}

// ---- samplers' state

namespace {

bool valid_wrap(GLenum mode, bool rectangle, bool is_core) {
    switch (mode) {
        case GL_CLAMP: return !is_core;
        case GL_CLAMP_TO_EDGE:
        case GL_CLAMP_TO_BORDER: return true;
        case GL_REPEAT:
        case GL_MIRRORED_REPEAT:
        case GL_MIRROR_CLAMP_EXT:
        case GL_MIRROR_CLAMP_TO_EDGE:
        case GL_MIRROR_CLAMP_TO_BORDER_EXT: return !rectangle;
        default: return false;
    }
}

bool valid_min_filter(GLenum filter, bool rectangle) {
    return filter == GL_NEAREST || filter == GL_LINEAR ||
           (filter >= GL_NEAREST_MIPMAP_NEAREST && filter <= GL_LINEAR_MIPMAP_LINEAR && !rectangle);
}

int bad_enum(Errors& errors, GLenum pname, GLenum value) {
    errors.error(GL_INVALID_ENUM, "%s can't be %s", enum_name(pname), enum_name(value));
    return -1;
}

int bad_value(Errors& errors, GLenum pname) {
    errors.error(GL_INVALID_VALUE, "the value of %s is out of range", enum_name(pname));
    return -1;
}

}  // namespace

int set_sampler_parameter(Errors& errors, const Version& version, SamplerParameters& parameters, GLenum pname,
                          const ParameterValue& value, bool rectangle) {
    const auto choose = [&](GLenum& to, bool valid) {
        if (!valid) return bad_enum(errors, pname, value.as_enum());
        to = value.as_enum();
        return 1;
    };
    switch (pname) {
        case GL_TEXTURE_WRAP_S:
            return choose(parameters.wrap_s, valid_wrap(value.as_enum(), rectangle, version.is_core()));
        case GL_TEXTURE_WRAP_T:
            return choose(parameters.wrap_t, valid_wrap(value.as_enum(), rectangle, version.is_core()));
        case GL_TEXTURE_WRAP_R:
            return choose(parameters.wrap_r, valid_wrap(value.as_enum(), rectangle, version.is_core()));
        case GL_TEXTURE_MIN_FILTER: return choose(parameters.min_filter, valid_min_filter(value.as_enum(), rectangle));
        case GL_TEXTURE_MAG_FILTER:
            return choose(parameters.mag_filter, value.as_enum() == GL_NEAREST || value.as_enum() == GL_LINEAR);
        case GL_TEXTURE_COMPARE_MODE:
            return choose(parameters.compare_mode,
                          value.as_enum() == GL_NONE || value.as_enum() == GL_COMPARE_REF_TO_TEXTURE);
        case GL_TEXTURE_COMPARE_FUNC:
            return choose(parameters.compare_function, value.as_enum() >= GL_NEVER && value.as_enum() <= GL_ALWAYS);
        case GL_TEXTURE_SRGB_DECODE_EXT:
            return choose(parameters.srgb_decode,
                          value.as_enum() == GL_DECODE_EXT || value.as_enum() == GL_SKIP_DECODE_EXT);
        case GL_TEXTURE_REDUCTION_MODE_ARB:
            return choose(parameters.reduction, value.as_enum() == GL_WEIGHTED_AVERAGE_ARB ||
                                                    value.as_enum() == GL_MIN || value.as_enum() == GL_MAX);
        case GL_TEXTURE_MIN_LOD: parameters.min_lod = value.as_float(); return 1;
        case GL_TEXTURE_MAX_LOD: parameters.max_lod = value.as_float(); return 1;
        case GL_TEXTURE_LOD_BIAS: parameters.lod_bias = value.as_float(); return 1;
        case GL_TEXTURE_MAX_ANISOTROPY:
            if (!(value.as_float() >= 1)) return bad_value(errors, pname);
            parameters.max_anisotropy = std::min(value.as_float(), limits::MAX_TEXTURE_MAX_ANISOTROPY);
            return 1;
        case GL_TEXTURE_CUBE_MAP_SEAMLESS: parameters.seamless_cube = value.as_int() != 0; return 1;
        case GL_TEXTURE_BORDER_COLOR:
            if (!value.is_vector()) {
                errors.error(GL_INVALID_ENUM, "%s takes a vector", enum_name(pname));
                return -1;
            }
            parameters.border_color = value.as_color();
            return 1;
        default: return 0;
    }
}

bool get_sampler_parameter(const SamplerParameters& parameters, GLenum pname, const ParameterResult& result) {
    const auto say = [&](GLenum value) {
        result.set(static_cast<GLint>(value));
        return true;
    };
    const auto say_float = [&](float value) {
        result.set_float(value);
        return true;
    };
    switch (pname) {
        case GL_TEXTURE_WRAP_S: return say(parameters.wrap_s);
        case GL_TEXTURE_WRAP_T: return say(parameters.wrap_t);
        case GL_TEXTURE_WRAP_R: return say(parameters.wrap_r);
        case GL_TEXTURE_MIN_FILTER: return say(parameters.min_filter);
        case GL_TEXTURE_MAG_FILTER: return say(parameters.mag_filter);
        case GL_TEXTURE_COMPARE_MODE: return say(parameters.compare_mode);
        case GL_TEXTURE_COMPARE_FUNC: return say(parameters.compare_function);
        case GL_TEXTURE_SRGB_DECODE_EXT: return say(parameters.srgb_decode);
        case GL_TEXTURE_REDUCTION_MODE_ARB: return say(parameters.reduction);
        case GL_TEXTURE_CUBE_MAP_SEAMLESS: return say(parameters.seamless_cube);
        case GL_TEXTURE_MIN_LOD: return say_float(parameters.min_lod);
        case GL_TEXTURE_MAX_LOD: return say_float(parameters.max_lod);
        case GL_TEXTURE_LOD_BIAS: return say_float(parameters.lod_bias);
        case GL_TEXTURE_MAX_ANISOTROPY: return say_float(parameters.max_anisotropy);
        case GL_TEXTURE_BORDER_COLOR: result.set_color(parameters.border_color); return true;
        default: return false;
    }
}

bool is_sampler_parameter(GLenum pname) {
    GLfloat values[4];
    return get_sampler_parameter({}, pname, {ParameterResult::Type::Float, values});
}

// ---- textures' state

namespace {

bool valid_swizzle(GLenum swizzle) {
    return (swizzle >= GL_RED && swizzle <= GL_ALPHA) || swizzle == GL_ZERO || swizzle == GL_ONE;
}

// ARB_texture_multisample: sampler state is not for multisample textures. Buffer textures have no parameters.
bool validate_kind(Errors& errors, const Texture& texture, GLenum pname) {
    if (texture.kind >= TextureKind::Buffer && texture.kind < TextureKind::Multisample2D) {
        errors.error(GL_INVALID_ENUM, "buffer textures have no parameters");
        return false;
    }
    if (texture.kind < TextureKind::Multisample2D) return true;
    switch (pname) {
        case GL_TEXTURE_BASE_LEVEL:
        case GL_TEXTURE_MAX_LEVEL:
        case GL_DEPTH_STENCIL_TEXTURE_MODE:
        case GL_TEXTURE_TILING_EXT:
        case GL_TEXTURE_SPARSE_ARB:
        case GL_VIRTUAL_PAGE_SIZE_INDEX_ARB:
        case GL_TEXTURE_SWIZZLE_R:
        case GL_TEXTURE_SWIZZLE_G:
        case GL_TEXTURE_SWIZZLE_B:
        case GL_TEXTURE_SWIZZLE_A:
        case GL_TEXTURE_SWIZZLE_RGBA: return true;
        default: bad_enum(errors, GL_TEXTURE_TARGET, texture.target); return false;
    }
}

bool validate_level(Errors& errors, const Texture& texture, GLenum pname, GLint level) {
    if (level < 0) {
        bad_value(errors, pname);
        return false;
    }
    const bool rectangle = texture.kind == TextureKind::Rectangle || texture.is_external();
    const bool one_level = rectangle || texture.kind >= TextureKind::Multisample2D;
    if (pname == GL_TEXTURE_MAX_LEVEL || !one_level || level == 0) return true;
    errors.error(GL_INVALID_OPERATION, "%s textures have level 0 only",
                 texture.is_external() ? "external"
                 : rectangle           ? "rectangle"
                                       : "multisample");
    return false;
}

bool validate_mutable(Errors& errors, const Texture& texture) {
    if (texture.immutable) errors.error(GL_INVALID_OPERATION, "the texture's storage is immutable");
    return !texture.immutable;
}

// Whether the value is one of the parameter's, of those that textures have beside a sampler's.
bool validate_texture_parameter(Errors& errors, const Version& version, const Texture& texture, GLenum pname,
                                const ParameterValue& value) {
    const auto choose = [&](bool valid, GLenum chosen) {
        if (!valid) bad_enum(errors, pname, chosen);
        return valid;
    };
    const GLenum mode = value.as_enum();
    switch (pname) {
        case GL_TEXTURE_BASE_LEVEL:
        case GL_TEXTURE_MAX_LEVEL: return validate_level(errors, texture, pname, value.as_int());
        case GL_GENERATE_MIPMAP:
            if (texture.kind != TextureKind::Rectangle || value.as_int() == 0) return true;
            errors.error(GL_INVALID_VALUE, "rectangle textures have no mipmaps");
            return false;
        case GL_TEXTURE_CROP_RECT_OES:
            if (version.is_es1() && value.is_vector()) return true;
            errors.error(GL_INVALID_ENUM, "%s is no single parameter of textures", enum_name(pname));
            return false;
        case GL_TEXTURE_PRIORITY: return true;
        case GL_TEXTURE_SPARSE_ARB:
        case GL_VIRTUAL_PAGE_SIZE_INDEX_ARB: {
            if (!validate_mutable(errors, texture)) return false;
            const bool index = pname == GL_VIRTUAL_PAGE_SIZE_INDEX_ARB;
            if (index ? value.as_int() >= 0 : value.as_int() == 0 || may_be_sparse(texture.kind)) return true;
            bad_value(errors, pname);
            return false;
        }
        case GL_TEXTURE_TILING_EXT:
            if (!validate_mutable(errors, texture)) return false;
            return choose(mode == GL_OPTIMAL_TILING_EXT || mode == GL_LINEAR_TILING_EXT, mode);
        case GL_DEPTH_TEXTURE_MODE:
            return choose(mode == GL_LUMINANCE || mode == GL_INTENSITY || mode == GL_ALPHA || mode == GL_RED, mode);
        case GL_DEPTH_STENCIL_TEXTURE_MODE: return choose(mode == GL_DEPTH_COMPONENT || mode == GL_STENCIL_INDEX, mode);
        case GL_TEXTURE_COMPARE_SGIX: return true;
        case GL_TEXTURE_COMPARE_OPERATOR_SGIX:
            return choose(mode == GL_TEXTURE_LEQUAL_R_SGIX || mode == GL_TEXTURE_GEQUAL_R_SGIX, mode);
        case GL_TEXTURE_SWIZZLE_R:
        case GL_TEXTURE_SWIZZLE_G:
        case GL_TEXTURE_SWIZZLE_B:
        case GL_TEXTURE_SWIZZLE_A: return choose(valid_swizzle(mode), mode);
        case GL_TEXTURE_SWIZZLE_RGBA:
            if (!value.is_vector()) {
                errors.error(GL_INVALID_ENUM, "%s takes a vector", enum_name(pname));
                return false;
            }
            for (int i = 0; i < 4; ++i)
                if (!choose(valid_swizzle(value.as_enum(i)), value.as_enum(i))) return false;
            return true;
        default: errors.error(GL_INVALID_ENUM, "%s is no texture parameter", enum_name(pname)); return false;
    }
}

// ARB_texture_storage: immutable textures' levels are clamped to those that there are.
void set_level(Texture& texture, GLenum pname, GLint level) {
    const GLint last = texture.immutable ? texture.view.levels - 1 : INT32_MAX;
    if (pname == GL_TEXTURE_BASE_LEVEL)
        texture.base_level = std::min(level, last);
    else
        texture.max_level = texture.immutable ? std::clamp(level, std::min(texture.base_level, last), last) : level;
}

// OES_EGL_image_external: one level, and with EXT_EGL_image_external_wrap_modes repetition; in OpenGL ES 1.1 without.
bool suits_external(const Version& version, GLenum pname, GLenum value) {
    switch (pname) {
        case GL_TEXTURE_WRAP_S:
        case GL_TEXTURE_WRAP_T:
            return value == GL_CLAMP_TO_EDGE ||
                   (version.is_es2() &&
                    (value == GL_REPEAT || value == GL_MIRRORED_REPEAT || value == GL_CLAMP_TO_BORDER));
        case GL_TEXTURE_WRAP_R: return value == GL_CLAMP_TO_EDGE;
        case GL_TEXTURE_MIN_FILTER: return value == GL_NEAREST || value == GL_LINEAR;
        case GL_GENERATE_MIPMAP: return value == GL_FALSE;
        default: return true;
    }
}

}  // namespace

void set_texture_parameter(Errors& errors, const Version& version, Texture& texture, GLenum pname,
                           const ParameterValue& value) {
    if (!validate_kind(errors, texture, pname)) return;
    // GL 2.1 names no error for a border colour of one value, which is its red; core profiles do (GL 4.6 §8.10), and
    // OpenGL ES.
    if (pname == GL_TEXTURE_BORDER_COLOR && !value.is_vector() && !version.is_core() && !version.is_es()) {
        texture.sampler.border_color = value.as_color(1);
        return;
    }
    const bool chooses = pname == GL_TEXTURE_WRAP_S || pname == GL_TEXTURE_WRAP_T;
    if (texture.is_external() && !suits_external(version, pname, value.as_enum())) {
        bad_enum(errors, pname, value.as_enum());
        return;
    }
    if (version.is_es1() && chooses && !is_es_token(value.as_enum())) {
        bad_enum(errors, pname, value.as_enum());
        return;
    }
    const bool rectangle = texture.kind == TextureKind::Rectangle;
    if (set_sampler_parameter(errors, version, texture.sampler, pname, value, rectangle) != 0) return;
    if (!validate_texture_parameter(errors, version, texture, pname, value)) return;
    switch (pname) {
        case GL_TEXTURE_BASE_LEVEL:
        case GL_TEXTURE_MAX_LEVEL: set_level(texture, pname, value.as_int()); break;
        case GL_GENERATE_MIPMAP: texture.generate_mipmap = value.as_int() != 0; break;
        case GL_TEXTURE_CROP_RECT_OES:
            for (int i = 0; i < 4; ++i) texture.crop[i] = value.as_int(i);
            break;
        case GL_TEXTURE_PRIORITY: texture.priority = std::clamp(value.as_float(), 0.0f, 1.0f); break;
        case GL_TEXTURE_TILING_EXT: texture.tiling = value.as_enum(); break;
        case GL_TEXTURE_SPARSE_ARB: texture.sparse.enabled = value.as_int() != 0; break;
        case GL_VIRTUAL_PAGE_SIZE_INDEX_ARB: texture.sparse.page_size_index = value.as_int(); break;
        case GL_DEPTH_TEXTURE_MODE: texture.depth_mode = value.as_enum(); break;
        case GL_DEPTH_STENCIL_TEXTURE_MODE: texture.depth_stencil_mode = value.as_enum(); break;
        // SGIX_shadow: other names of the same, R compared with the texture as ARB_shadow says it was meant.
        case GL_TEXTURE_COMPARE_SGIX:
            texture.sampler.compare_mode = value.as_int() != 0 ? GL_COMPARE_REF_TO_TEXTURE : GL_NONE;
            break;
        case GL_TEXTURE_COMPARE_OPERATOR_SGIX:
            texture.sampler.compare_function = value.as_enum() == GL_TEXTURE_LEQUAL_R_SGIX ? GL_LEQUAL : GL_GEQUAL;
            break;
        case GL_TEXTURE_SWIZZLE_RGBA:
            for (int i = 0; i < 4; ++i) texture.swizzle[i] = value.as_enum(i);
            break;
        default: texture.swizzle[pname - GL_TEXTURE_SWIZZLE_R] = value.as_enum(); break;
    }
    texture.changed();
}

void get_texture_parameter(Context& context, const Texture& texture, GLenum pname, const ParameterResult& result) {
    // Kept unclamped, a border colour reads back clamped while fragment colours are (ARB_color_buffer_float).
    if (pname == GL_TEXTURE_BORDER_COLOR && result.plain() && !context.version.is_core() &&
        fragment_colors_clamped(context.state, context.framebuffers)) {
        std::array<uint32_t, 4> color = texture.sampler.border_color;
        for (uint32_t& bits : color) bits = std::bit_cast<uint32_t>(std::clamp(std::bit_cast<float>(bits), 0.0f, 1.0f));
        return result.set_color(color);
    }
    if (get_sampler_parameter(texture.sampler, pname, result)) return;
    switch (pname) {
        case GL_TEXTURE_BASE_LEVEL: result.set(texture.base_level); break;
        case GL_TEXTURE_MAX_LEVEL: result.set(texture.max_level); break;
        case GL_GENERATE_MIPMAP: result.set(texture.generate_mipmap); break;
        case GL_TEXTURE_TILING_EXT: result.set(static_cast<GLint>(texture.tiling)); break;
        case GL_TEXTURE_SPARSE_ARB: result.set(texture.sparse.enabled); break;
        case GL_VIRTUAL_PAGE_SIZE_INDEX_ARB: result.set(texture.sparse.page_size_index); break;
        case GL_NUM_SPARSE_LEVELS_ARB: result.set(texture.sparse.levels); break;
        case GL_TEXTURE_CROP_RECT_OES:
            if (!context.version.is_es1()) {
                context.error(GL_INVALID_ENUM, "%s is no texture parameter", enum_name(pname));
                break;
            }
            for (int i = 0; i < 4; ++i) result.set(texture.crop[i], i);
            break;
        case GL_TEXTURE_PRIORITY: result.set_float(texture.priority); break;
        case GL_TEXTURE_RESIDENT: result.set(GL_TRUE); break;
        case GL_TEXTURE_COMPARE_SGIX: result.set(texture.sampler.compare_mode != GL_NONE); break;
        case GL_TEXTURE_COMPARE_OPERATOR_SGIX:
            result.set(texture.sampler.compare_function == GL_GEQUAL ? GL_TEXTURE_GEQUAL_R_SGIX
                                                                     : GL_TEXTURE_LEQUAL_R_SGIX);
            break;
        case GL_DEPTH_TEXTURE_MODE: result.set(static_cast<GLint>(texture.depth_mode)); break;
        case GL_DEPTH_STENCIL_TEXTURE_MODE: result.set(static_cast<GLint>(texture.depth_stencil_mode)); break;
        case GL_TEXTURE_SWIZZLE_R:
        case GL_TEXTURE_SWIZZLE_G:
        case GL_TEXTURE_SWIZZLE_B:
        case GL_TEXTURE_SWIZZLE_A: result.set(static_cast<GLint>(texture.swizzle[pname - GL_TEXTURE_SWIZZLE_R])); break;
        case GL_TEXTURE_SWIZZLE_RGBA:
            for (int i = 0; i < 4; ++i) result.set(static_cast<GLint>(texture.swizzle[i]), i);
            break;
        case GL_TEXTURE_IMMUTABLE_FORMAT: result.set(texture.immutable); break;
        case GL_TEXTURE_IMMUTABLE_LEVELS: result.set(texture.immutable_levels); break;
        case GL_TEXTURE_VIEW_MIN_LEVEL: result.set(texture.view.first_level); break;
        case GL_TEXTURE_VIEW_NUM_LEVELS: result.set(texture.view.levels); break;
        case GL_TEXTURE_VIEW_MIN_LAYER: result.set(texture.view.first_layer); break;
        case GL_TEXTURE_VIEW_NUM_LAYERS: result.set(texture.view.layers); break;
        case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE: result.set(GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE); break;
        case GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES:
            if (context.version.is_es()) return result.set(1);
            context.error(GL_INVALID_ENUM, "%s is no texture parameter", enum_name(pname));
            break;
        case GL_TEXTURE_TARGET: result.set(static_cast<GLint>(texture.target)); break;
        default: context.error(GL_INVALID_ENUM, "%s is no texture parameter", enum_name(pname)); break;
    }
}

namespace {

using Type = ParameterValue::Type;

Texture* parameter_texture(Errors& errors, const Version& version, const TextureState& textures, GLenum target) {
    const TargetInfo info = target_info(target);
    // Buffer textures have no parameters (GL 4.6 §8.10, §8.11).
    if (info.valid && !info.proxy && !info.face_target && info.kind != TextureKind::Buffer)
        return &bound_texture(textures, info);
    if (is_external_target(version, target)) return textures.active().external.get();
    errors.error(GL_INVALID_ENUM, "%s is no texture target", enum_name(target));
    return nullptr;
}

void set(Context& context, GLenum target, GLenum pname, Type type, const void* data, bool vector) {
    Texture* const texture = parameter_texture(context, context.version, context.textures, target);
    if (texture && check_unreferenced(context, *texture))
        set_texture_parameter(context, context.version, *texture, pname, {type, data, vector});
}

void get(Context& context, GLenum target, GLenum pname, Type type, void* data) {
    if (const Texture* const texture = parameter_texture(context, context.version, context.textures, target))
        get_texture_parameter(context, *texture, pname, {type, data});
}

void set_sampler(Context& context, SamplerObject& sampler, GLenum pname, Type type, const void* data, bool vector) {
    if (check_unreferenced(context, sampler) &&
        set_sampler_parameter(context, context.version, sampler.parameters, pname, {type, data, vector}, false) == 0)
        context.error(GL_INVALID_ENUM, "%s is no sampler parameter", enum_name(pname));
}

void get_sampler(Errors& errors, const SamplerObject& sampler, GLenum pname, Type type, void* data) {
    if (!get_sampler_parameter(sampler.parameters, pname, {type, data}))
        errors.error(GL_INVALID_ENUM, "%s is no sampler parameter", enum_name(pname));
}

}  // namespace

namespace commands {

#include "glapi/commands/textures/texture_parameters.def"

}  // namespace commands
}  // namespace glapi
