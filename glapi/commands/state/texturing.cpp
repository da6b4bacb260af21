// Texture environments and coordinate generation (GL 2.1 §2.11.4, §3.8.13).
#include "glapi/state/texturing.h"

#include <algorithm>

#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/registry/token_sets.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"

namespace glapi {

FixedTextureUnit::FixedTextureUnit() {
    generation[0].object_plane = generation[0].eye_plane = {1, 0, 0, 0};
    generation[1].object_plane = generation[1].eye_plane = {0, 1, 0, 0};
}

namespace {

FixedTextureUnit* active_unit(Errors& errors, State& state, const TextureState& textures) {
    const int unit = textures.active_unit;
    if (unit < limits::MAX_TEXTURE_COORDS) return &state.texturing.units[unit];
    errors.error(GL_INVALID_OPERATION, "unit %d has no fixed-function state", unit);
    return nullptr;
}

bool one_of(GLenum value, std::initializer_list<GLenum> list) { return std::ranges::find(list, value) != list.end(); }

bool is_source(GLenum value) {
    return one_of(value, {GL_TEXTURE, GL_CONSTANT, GL_PRIMARY_COLOR, GL_PREVIOUS, GL_ZERO, GL_ONE}) ||
           (value >= GL_TEXTURE0 && value < GL_TEXTURE0 + limits::MAX_TEXTURE_COORDS);
}

bool is_alpha_function(GLenum value) {
    return one_of(value, {GL_REPLACE, GL_MODULATE, GL_ADD, GL_ADD_SIGNED, GL_INTERPOLATE, GL_SUBTRACT,
                          GL_MODULATE_ADD_ATI, GL_MODULATE_SIGNED_ADD_ATI, GL_MODULATE_SUBTRACT_ATI});
}

// EXT_texture_env_dot3 has tokens of its own.
bool is_rgb_function(GLenum value) {
    return is_alpha_function(value) || one_of(value, {GL_DOT3_RGB, GL_DOT3_RGBA, GL_DOT3_RGB_EXT, GL_DOT3_RGBA_EXT});
}

// The environment's enum fields by token; null for others. Sets `valid` to whether `value` may be stored.
GLenum* environment_enum(FixedTextureUnit& unit, GLenum pname, GLenum value, bool& valid) {
    TextureCombine& combine = unit.combine;
    const bool operand_alpha = one_of(value, {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA});
    switch (pname) {
        case GL_TEXTURE_ENV_MODE:
            valid = one_of(value, {GL_MODULATE, GL_DECAL, GL_BLEND, GL_REPLACE, GL_ADD, GL_COMBINE, GL_COMBINE4_NV});
            return &unit.environment_mode;
        case GL_COMBINE_RGB:
            valid = is_rgb_function(value) || value == GL_BUMP_ENVMAP_ATI;
            return &combine.function_rgb;
        case GL_BUMP_TARGET_ATI:
            valid = value >= GL_TEXTURE0 && value < GL_TEXTURE0 + limits::MAX_TEXTURE_COORDS;
            return &combine.bump_target;
        case GL_COMBINE_ALPHA: valid = is_alpha_function(value); return &combine.function_alpha;
        case GL_SRC0_RGB:
        case GL_SRC1_RGB:
        case GL_SRC2_RGB:
        case GL_SOURCE3_RGB_NV: valid = is_source(value); return &combine.source_rgb[pname - GL_SRC0_RGB];
        case GL_SRC0_ALPHA:
        case GL_SRC1_ALPHA:
        case GL_SRC2_ALPHA:
        case GL_SOURCE3_ALPHA_NV: valid = is_source(value); return &combine.source_alpha[pname - GL_SRC0_ALPHA];
        case GL_OPERAND0_RGB:
        case GL_OPERAND1_RGB:
        case GL_OPERAND2_RGB:
        case GL_OPERAND3_RGB_NV:
            valid = operand_alpha || one_of(value, {GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR});
            return &combine.operand_rgb[pname - GL_OPERAND0_RGB];
        case GL_OPERAND0_ALPHA:
        case GL_OPERAND1_ALPHA:
        case GL_OPERAND2_ALPHA:
        case GL_OPERAND3_ALPHA_NV: valid = operand_alpha; return &combine.operand_alpha[pname - GL_OPERAND0_ALPHA];
        default: return nullptr;
    }
}

void set_environment(Context& context, GLenum target, GLenum pname, const float* v, bool vector) {
    FixedTextureUnit* unit = nullptr;
    const auto bad_name = [&] {
        context.error(GL_INVALID_ENUM, "%s has no parameter %s", enum_name(target), enum_name(pname));
    };
    if (target == GL_TEXTURE_FILTER_CONTROL) {
        if (pname != GL_TEXTURE_LOD_BIAS) return bad_name();
        const int index = context.textures.active_unit;
        if (index < texture_unit_count && index >= limits::MAX_TEXTURE_COORDS) return;  // an image unit only
        if ((unit = active_unit(context, context.state, context.textures))) unit->lod_bias = v[0];
        return;
    }
    if (target == GL_POINT_SPRITE) {
        if (pname != GL_COORD_REPLACE) return bad_name();
        if (v[0] != 0 && v[0] != 1) {
            return context.error(GL_INVALID_VALUE, "COORD_REPLACE is a boolean");
        }
        if ((unit = active_unit(context, context.state, context.textures))) unit->coordinate_replace = v[0] != 0;
        return;
    }
    if (target != GL_TEXTURE_ENV) {
        return context.error(GL_INVALID_ENUM, "%s is not a texture environment", enum_name(target));
    }
    if (!(unit = active_unit(context, context.state, context.textures))) return;
    if (pname == GL_TEXTURE_ENV_COLOR) {
        if (!vector) return bad_name();
        for (int i = 0; i < 4; ++i) unit->environment_color.data()[i] = v[i];
        return;
    }
    if (pname == GL_RGB_SCALE || pname == GL_ALPHA_SCALE) {
        if (v[0] != 1 && v[0] != 2 && v[0] != 4) {
            return context.error(GL_INVALID_VALUE, "scale %g is not 1, 2 or 4", v[0]);
        }
        (pname == GL_RGB_SCALE ? unit->combine.scale_rgb : unit->combine.scale_alpha) = v[0];
        return;
    }
    bool valid = false;
    const GLenum value = number_to_token(v[0]);
    GLenum* const field = environment_enum(*unit, pname, value, valid);
    if (!field) return bad_name();
    if (!valid || (context.version.is_es1() && (!is_es_token(value) || value == GL_ZERO || value == GL_ONE))) {
        return context.error(GL_INVALID_ENUM, "%s can't be %s", enum_name(pname), enum_name(value));
    }
    *field = value;
}

// Number of values, 0 (and an error) for others.
int get_environment(Context& context, GLenum target, GLenum pname, float* v) {
    const auto bad_name = [&] {
        context.error(GL_INVALID_ENUM, "%s has no parameter %s", enum_name(target), enum_name(pname));
        return 0;
    };
    if (target != GL_TEXTURE_ENV && target != GL_TEXTURE_FILTER_CONTROL && target != GL_POINT_SPRITE) {
        return bad_name();
    }
    FixedTextureUnit* const unit = active_unit(context, context.state, context.textures);
    if (!unit) return 0;
    if (target == GL_TEXTURE_FILTER_CONTROL) {
        if (pname != GL_TEXTURE_LOD_BIAS) return bad_name();
        v[0] = unit->lod_bias;
        return 1;
    }
    if (target == GL_POINT_SPRITE) {
        if (pname != GL_COORD_REPLACE) return bad_name();
        v[0] = unit->coordinate_replace;
        return 1;
    }
    switch (pname) {
        case GL_TEXTURE_ENV_COLOR: {
            Vector color = fragment_color(context.state, context.framebuffers, unit->environment_color);
            std::copy_n(color.data(), 4, v);
            return 4;
        }
        case GL_RGB_SCALE: v[0] = unit->combine.scale_rgb; return 1;
        case GL_ALPHA_SCALE: v[0] = unit->combine.scale_alpha; return 1;
        default: break;
    }
    bool valid = false;
    const GLenum* const field = environment_enum(*unit, pname, 0, valid);
    if (!field) return bad_name();
    v[0] = float(*field);
    return 1;
}

TextureGeneration* find_generation(Context& context, GLenum coord) {
    FixedTextureUnit* const unit = active_unit(context, context.state, context.textures);
    if (!unit) return nullptr;
    if (coord == GL_TEXTURE_GEN_STR_OES && context.version.is_es1()) return &unit->generation[0];
    if (coord >= GL_S && coord <= GL_Q) return &unit->generation[coord - GL_S];
    context.error(GL_INVALID_ENUM, "%s is not a coordinate", enum_name(coord));
    return nullptr;
}

void set_generation(Context& context, GLenum coord, GLenum pname, const double* v) {
    TextureGeneration* const generation = find_generation(context, coord);
    if (!generation) return;
    if (pname == GL_TEXTURE_GEN_MODE) {
        const GLenum mode = number_to_token(v[0]);
        const bool all = coord == GL_TEXTURE_GEN_STR_OES;
        const bool valid = (one_of(mode, {GL_OBJECT_LINEAR, GL_EYE_LINEAR}) && !all) ||
                           (mode == GL_SPHERE_MAP && coord <= GL_T) ||
                           (one_of(mode, {GL_REFLECTION_MAP, GL_NORMAL_MAP}) && (coord <= GL_R || all));
        if (!valid) {
            return context.error(GL_INVALID_ENUM, "%s can't be generated by %s", enum_name(coord), enum_name(mode));
        }
        for (int i = 0; i < (all ? 3 : 1); ++i) generation[i].mode = mode;  // S, T and R lie one after the other
        return;
    }
    if (pname != GL_OBJECT_PLANE && pname != GL_EYE_PLANE) {
        return context.error(GL_INVALID_ENUM, "%s is not a parameter", enum_name(pname));
    }
    const Vector plane{float(v[0]), float(v[1]), float(v[2]), float(v[3])};
    if (pname == GL_OBJECT_PLANE) {
        generation->object_plane = plane;
    } else {
        generation->eye_plane = plane * inverted(context.state.matrices.modelview.top());
    }
}

int get_generation(Context& context, GLenum coord, GLenum pname, double* v) {
    const TextureGeneration* const generation = find_generation(context, coord);
    if (!generation) return 0;
    switch (pname) {
        case GL_TEXTURE_GEN_MODE: v[0] = generation->mode; return 1;
        case GL_OBJECT_PLANE: std::copy_n(generation->object_plane.data(), 4, v); return 4;
        case GL_EYE_PLANE: std::copy_n(generation->eye_plane.data(), 4, v); return 4;
        default: context.error(GL_INVALID_ENUM, "%s is not a parameter", enum_name(pname)); return 0;
    }
}

template <typename T>
void set_generation_vector(Context& context, GLenum coord, GLenum pname, const T* params) {
    double v[4] = {};
    const int count = pname == GL_OBJECT_PLANE || pname == GL_EYE_PLANE ? 4 : 1;
    for (int i = 0; i < count; ++i) v[i] = double(params[i]);
    set_generation(context, coord, pname, v);
}

}  // namespace

namespace commands {

void TexEnviv(Context& context, GLenum target, GLenum pname, const GLint* params) {
    float v[4] = {float(params[0])};
    if (pname == GL_TEXTURE_ENV_COLOR) {
        for (int i = 0; i < 4; ++i) v[i] = normalized_to_float(params[i]);
    }
    set_environment(context, target, pname, v, true);
}
void TexEnvi(Context& context, GLenum target, GLenum pname, GLint param) {
    const float v = float(param);
    set_environment(context, target, pname, &v, false);
}

void GetTexEnvfv(Context& context, GLenum target, GLenum pname, GLfloat* params) {
    float v[4];
    std::copy_n(v, get_environment(context, target, pname, v), params);
}
void GetTexEnviv(Context& context, GLenum target, GLenum pname, GLint* params) {
    float v[4];
    const int count = get_environment(context, target, pname, v);
    for (int i = 0; i < count; ++i) {
        params[i] = pname == GL_TEXTURE_ENV_COLOR ? float_to_normalized(v[i]) : float_to_integer(v[i]);
    }
}

// Like other drivers, this takes the one value of a plane as its first.
void TexGend(Context& context, GLenum coord, GLenum pname, GLdouble param) {
    const double v[4] = {param};
    set_generation(context, coord, pname, v);
}

void GetTexGendv(Context& context, GLenum coord, GLenum pname, GLdouble* params) {
    double v[4];
    std::copy_n(v, get_generation(context, coord, pname, v), params);
}
void GetTexGenfv(Context& context, GLenum coord, GLenum pname, GLfloat* params) {
    double v[4];
    std::copy_n(v, get_generation(context, coord, pname, v), params);
}
void GetTexGeniv(Context& context, GLenum coord, GLenum pname, GLint* params) {
    double v[4];
    const int count = get_generation(context, coord, pname, v);
    for (int i = 0; i < count; ++i) params[i] = float_to_integer(v[i]);
}

// ---- ATI_envmap_bumpmap: every unit can do it

void checked::TexBumpParameterfvATI(Context& context, const GLfloat* param) {
    if (FixedTextureUnit* const unit = active_unit(context, context.state, context.textures))
        std::copy_n(param, 4, unit->combine.bump_matrix.begin());
}
void TexBumpParameterivATI(Context& context, GLenum pname, const GLint* param) {
    std::array<GLfloat, 4> values{};
    for (size_t i = 0; i < 4 && pname == GL_BUMP_ROT_MATRIX_ATI; ++i) values[i] = normalized_to_float(param[i]);
    TexBumpParameterfvATI(context, pname, values.data());
}
void GetTexBumpParameterfvATI(Context& context, GLenum pname, GLfloat* param) {
    switch (pname) {
        case GL_BUMP_ROT_MATRIX_ATI:
            if (const FixedTextureUnit* const unit = active_unit(context, context.state, context.textures))
                std::ranges::copy(unit->combine.bump_matrix, param);
            return;
        case GL_BUMP_ROT_MATRIX_SIZE_ATI: *param = 4; return;
        case GL_BUMP_NUM_TEX_UNITS_ATI: *param = limits::MAX_TEXTURE_COORDS; return;
        case GL_BUMP_TEX_UNITS_ATI:
            for (int i = 0; i < limits::MAX_TEXTURE_COORDS; ++i) param[i] = static_cast<GLfloat>(GL_TEXTURE0 + i);
            return;
        default: context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname));
    }
}
void GetTexBumpParameterivATI(Context& context, GLenum pname, GLint* param) {
    std::array<GLfloat, limits::MAX_TEXTURE_COORDS> values{};
    GetTexBumpParameterfvATI(context, pname, values.data());
    const int count = pname == GL_BUMP_ROT_MATRIX_ATI  ? 4
                      : pname == GL_BUMP_TEX_UNITS_ATI ? limits::MAX_TEXTURE_COORDS
                      : pname == GL_BUMP_ROT_MATRIX_SIZE_ATI || pname == GL_BUMP_NUM_TEX_UNITS_ATI ? 1
                                                                                                   : 0;
    for (size_t i = 0; i < static_cast<size_t>(count); ++i)
        param[i] = pname == GL_BUMP_ROT_MATRIX_ATI ? float_to_normalized(values[i]) : float_to_integer(values[i]);
}

#include "glapi/commands/state/texturing.def"

}  // namespace commands
}  // namespace glapi
