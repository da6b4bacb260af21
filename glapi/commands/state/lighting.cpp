// Lights, materials, the light model (GL 2.1 §2.14).
#include "glapi/state/lighting.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "glapi/commands/immediate/begin_end.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

constexpr int light_parameter_count(GLenum pname) {
    switch (pname) {
        case GL_AMBIENT:
        case GL_DIFFUSE:
        case GL_SPECULAR:
        case GL_POSITION: return 4;
        case GL_SPOT_DIRECTION: return 3;
        case GL_SPOT_EXPONENT:
        case GL_SPOT_CUTOFF:
        case GL_CONSTANT_ATTENUATION:
        case GL_LINEAR_ATTENUATION:
        case GL_QUADRATIC_ATTENUATION: return 1;
        default: return 0;
    }
}

constexpr bool is_color(GLenum pname) {
    return pname == GL_AMBIENT || pname == GL_DIFFUSE || pname == GL_SPECULAR || pname == GL_EMISSION ||
           pname == GL_AMBIENT_AND_DIFFUSE || pname == GL_LIGHT_MODEL_AMBIENT;
}

Light* find_light(Errors& errors, State& state, GLenum light) {
    if (light >= GL_LIGHT0 && light < GL_LIGHT0 + limits::MAX_LIGHTS) {
        return &state.lighting.lights[light - GL_LIGHT0];
    }
    errors.error(GL_INVALID_ENUM, "%s is not a light", enum_name(light));
    return nullptr;
}

void set_light(Errors& errors, State& state, GLenum name, GLenum pname, const float* v) {
    Light* const light = find_light(errors, state, name);
    if (!light) return;
    const auto vector = [v] { return Vector{v[0], v[1], v[2], v[3]}; };
    const auto out_of_range = [&] {
        errors.error(GL_INVALID_VALUE, "%s = %g is out of range", enum_name(pname), v[0]);
    };
    switch (pname) {
        case GL_AMBIENT: light->ambient = vector(); return;
        case GL_DIFFUSE: light->diffuse = vector(); return;
        case GL_SPECULAR: light->specular = vector(); return;
        case GL_POSITION: light->position = state.matrices.modelview.top() * vector(); return;
        case GL_SPOT_DIRECTION: {
            // By the upper left 3×3 of the model-view matrix, not its inverse transpose (§2.14.1).
            const Vector eye = state.matrices.modelview.top() * Vector{v[0], v[1], v[2], 0};
            light->spot_direction = {eye.x, eye.y, eye.z, 0};
            return;
        }
        case GL_SPOT_EXPONENT:
            if (!(v[0] >= 0 && v[0] <= limits::MAX_SPOT_EXPONENT_NV)) return out_of_range();
            light->spot_exponent = v[0];
            return;
        case GL_SPOT_CUTOFF:
            if (!(v[0] >= 0 && v[0] <= 90) && v[0] != 180) return out_of_range();
            light->spot_cutoff = v[0];
            return;
        case GL_CONSTANT_ATTENUATION:
        case GL_LINEAR_ATTENUATION:
        case GL_QUADRATIC_ATTENUATION:
            if (!(v[0] >= 0)) return out_of_range();
            (pname == GL_CONSTANT_ATTENUATION ? light->constant_attenuation
             : pname == GL_LINEAR_ATTENUATION ? light->linear_attenuation
                                              : light->quadratic_attenuation) = v[0];
            return;
        default: errors.error(GL_INVALID_ENUM, "%s is no parameter of lights", enum_name(pname));
    }
}

// Number of values, 0 for others.
int read_light(const Light& light, GLenum pname, float* v) {
    const auto put = [v](const Vector& value, int count) {
        std::copy_n(value.data(), count, v);
        return count;
    };
    switch (pname) {
        case GL_AMBIENT: return put(light.ambient, 4);
        case GL_DIFFUSE: return put(light.diffuse, 4);
        case GL_SPECULAR: return put(light.specular, 4);
        case GL_POSITION: return put(light.position, 4);
        case GL_SPOT_DIRECTION: return put(light.spot_direction, 3);
        case GL_SPOT_EXPONENT: v[0] = light.spot_exponent; return 1;
        case GL_SPOT_CUTOFF: v[0] = light.spot_cutoff; return 1;
        case GL_CONSTANT_ATTENUATION: v[0] = light.constant_attenuation; return 1;
        case GL_LINEAR_ATTENUATION: v[0] = light.linear_attenuation; return 1;
        case GL_QUADRATIC_ATTENUATION: v[0] = light.quadratic_attenuation; return 1;
        default: return 0;
    }
}

void set_light_model(Errors& errors, State& state, GLenum pname, const float* v) {
    LightingState& lighting = state.lighting;
    switch (pname) {
        case GL_LIGHT_MODEL_AMBIENT: lighting.model_ambient = {v[0], v[1], v[2], v[3]}; return;
        case GL_LIGHT_MODEL_LOCAL_VIEWER: lighting.local_viewer = v[0] != 0; return;
        case GL_LIGHT_MODEL_TWO_SIDE: lighting.two_sided = v[0] != 0; return;
        case GL_LIGHT_MODEL_COLOR_CONTROL:
            if (v[0] != GL_SINGLE_COLOR && v[0] != GL_SEPARATE_SPECULAR_COLOR) {
                return errors.error(GL_INVALID_ENUM, "not a colour control");
            }
            lighting.color_control = GLenum(v[0]);
            return;
        default: break;
    }
    errors.error(GL_INVALID_ENUM, "%s is no parameter of the light model", enum_name(pname));
}

int material_parameter_count(GLenum pname) {
    switch (pname) {
        case GL_AMBIENT:
        case GL_DIFFUSE:
        case GL_SPECULAR:
        case GL_EMISSION:
        case GL_AMBIENT_AND_DIFFUSE: return 4;
        case GL_SHININESS: return 1;
        case GL_COLOR_INDEXES: return 3;
        default: return 0;
    }
}

void set_material(Context& context, GLenum face, GLenum pname, const float* v) {
    const int sides = faces_of(face);
    if (!sides) return context.error(GL_INVALID_ENUM, "%s is not a face", enum_name(face));
    if (!material_parameter_count(pname)) {
        return context.error(GL_INVALID_ENUM, "%s is no parameter of materials", enum_name(pname));
    }
    if (pname == GL_SHININESS && !(v[0] >= 0 && v[0] <= limits::MAX_SHININESS_NV)) {
        return context.error(GL_INVALID_VALUE, "shininess %g is not in [0, %d]", v[0], limits::MAX_SHININESS_NV);
    }
    LightingState& lighting = context.state.lighting;
    const bool preparing = context.lists.preparing;
    // Between Begin and End materials are the vertices' own, unless programs of the application take them for constant.
    const bool own = context.immediate.inside && !context.programs.any_active();
    const bool late = !preparing && context.immediate.inside && context.programs.in_use();
    if (!preparing && !own && !late) split_primitive(context);
    if (preparing && pname == GL_COLOR_INDEXES) {
        context.lists.preparation_failed = true;
        return;
    }
    for (int side = 0; side < 2; ++side) {
        if (!(sides >> side & 1)) continue;
        const auto assign = [&](int property) {
            const Vector value =
                property == shininess_property ? Vector{v[0], 0, 0, 0} : Vector{v[0], v[1], v[2], v[3]};
            const int slot = material_slot(side, property);
            const bool seen = own && lighting.enabled && (side == 0 || lighting.two_sided) &&
                              !follows_color(lighting, side, material_properties[static_cast<size_t>(property)]);
            // The vertices so far had the value that ends now.
            if (!preparing && seen && !(context.immediate.layout >> slot & 1))
                context.immediate.current[static_cast<size_t>(slot)] = material_value(lighting, side, property);
            if (preparing || seen) set_attribute(context.immediate, slot, std::bit_cast<runtime::Vector4>(value));
            if (late)
                context.immediate.late_materials.push_back({side, property, std::bit_cast<runtime::Vector4>(value)});
            else if (!preparing)
                set_material_value(lighting, side, property, std::bit_cast<runtime::Vector4>(value));
        };
        switch (pname) {
            case GL_AMBIENT_AND_DIFFUSE:
                assign(0);
                assign(1);
                break;
            case GL_COLOR_INDEXES: std::copy_n(v, 3, lighting.materials[side].color_indexes.begin()); break;
            default:
                assign(static_cast<int>(std::ranges::find(material_properties, pname) - material_properties.begin()));
        }
    }
}

// Values of an integer command as floats: colours are normalised, others converted.
void from_integers(GLenum pname, const GLint* params, int count, float* v) {
    for (int i = 0; i < count; ++i) v[i] = is_color(pname) ? normalized_to_float(params[i]) : float(params[i]);
}

void to_integers(GLenum pname, const float* v, int count, GLint* params) {
    for (int i = 0; i < count; ++i) params[i] = is_color(pname) ? float_to_normalized(v[i]) : float_to_integer(v[i]);
}

int get_material(Errors& errors, State& state, ImmediateState& immediate, GLenum face, GLenum pname, float* v) {
    if (face != GL_FRONT && face != GL_BACK) {
        errors.error(GL_INVALID_ENUM, "%s is not one face", enum_name(face));
        return 0;
    }
    track_color_material(state.lighting, immediate.current[slot_color]);
    const Material& material = state.lighting.materials[face == GL_BACK];
    const auto put = [v](const Vector& value) {
        std::copy_n(value.data(), 4, v);
        return 4;
    };
    switch (pname) {
        case GL_AMBIENT: return put(material.ambient);
        case GL_DIFFUSE: return put(material.diffuse);
        case GL_SPECULAR: return put(material.specular);
        case GL_EMISSION: return put(material.emission);
        case GL_SHININESS: v[0] = material.shininess; return 1;
        case GL_COLOR_INDEXES: std::copy_n(material.color_indexes.begin(), 3, v); return 3;
        default: break;
    }
    errors.error(GL_INVALID_ENUM, "%s is no parameter of materials", enum_name(pname));
    return 0;
}

}  // namespace

namespace commands {

void Lightfv(Context& context, GLenum light, GLenum pname, const GLfloat* params) {
    set_light(context, context.state, light, pname, params);
}

void Lightf(Context& context, GLenum light, GLenum pname, GLfloat param) {
    if (light_parameter_count(pname) > 1) {
        return context.error(GL_INVALID_ENUM, "%s is not a single value", enum_name(pname));
    }
    set_light(context, context.state, light, pname, &param);
}

void Lightiv(Context& context, GLenum light, GLenum pname, const GLint* params) {
    float v[4] = {};
    from_integers(pname, params, light_parameter_count(pname), v);
    set_light(context, context.state, light, pname, v);
}

void Lighti(Context& context, GLenum light, GLenum pname, GLint param) { Lightf(context, light, pname, float(param)); }

void GetLightfv(Context& context, GLenum name, GLenum pname, GLfloat* params) {
    const Light* const light = find_light(context, context.state, name);
    if (light && !read_light(*light, pname, params)) {
        context.error(GL_INVALID_ENUM, "%s is no parameter of lights", enum_name(pname));
    }
}

void GetLightiv(Context& context, GLenum name, GLenum pname, GLint* params) {
    const Light* const light = find_light(context, context.state, name);
    if (!light) return;
    float v[4];
    const int count = read_light(*light, pname, v);
    if (!count) return context.error(GL_INVALID_ENUM, "%s is no parameter of lights", enum_name(pname));
    to_integers(pname, v, count, params);
}

void LightModelfv(Context& context, GLenum pname, const GLfloat* params) {
    set_light_model(context, context.state, pname, params);
}
// Like other drivers, these take the one value of a vector as its first: programs (and Piglit) rely on no error.
void LightModelf(Context& context, GLenum pname, GLfloat param) {
    const float v[4] = {param};
    set_light_model(context, context.state, pname, v);
}
void LightModeliv(Context& context, GLenum pname, const GLint* params) {
    float v[4] = {};
    from_integers(pname, params, pname == GL_LIGHT_MODEL_AMBIENT ? 4 : 1, v);
    set_light_model(context, context.state, pname, v);
}
void LightModeli(Context& context, GLenum pname, GLint param) {
    const float v[4] = {float(param)};
    set_light_model(context, context.state, pname, v);
}

void Materialfv(Context& context, GLenum face, GLenum pname, const GLfloat* params) {
    set_material(context, face, pname, params);
}
void Materialf(Context& context, GLenum face, GLenum pname, GLfloat param) {
    const float v[4] = {param};
    set_material(context, face, pname, v);
}
void Materialiv(Context& context, GLenum face, GLenum pname, const GLint* params) {
    float v[4] = {};
    from_integers(pname, params, material_parameter_count(pname), v);
    set_material(context, face, pname, v);
}
void Materiali(Context& context, GLenum face, GLenum pname, GLint param) {
    Materialf(context, face, pname, float(param));
}

void GetMaterialfv(Context& context, GLenum face, GLenum pname, GLfloat* params) {
    get_material(context, context.state, context.immediate, face, pname, params);
}
void GetMaterialiv(Context& context, GLenum face, GLenum pname, GLint* params) {
    float v[4];
    to_integers(pname, v, get_material(context, context.state, context.immediate, face, pname, v), params);
}

void ColorMaterial(Context& context, GLenum face, GLenum mode) {
    const bool known_mode = mode == GL_EMISSION || mode == GL_AMBIENT || mode == GL_DIFFUSE || mode == GL_SPECULAR ||
                            mode == GL_AMBIENT_AND_DIFFUSE;
    if (!faces_of(face) || !known_mode) {
        return context.error(GL_INVALID_ENUM, "%s of %s can't follow the colour", enum_name(mode), enum_name(face));
    }
    track_color_material(context.state.lighting, context.immediate.current[slot_color]);
    context.state.lighting.color_material_face = face;
    context.state.lighting.color_material_mode = mode;
    track_color_material(context.state.lighting, context.immediate.current[slot_color]);
}

void checked::ShadeModel(Context& context, GLenum mode) { context.state.lighting.shade_model = mode; }

void checked::ProvokingVertex(Context& context, GLenum mode) { context.state.lighting.provoking_vertex = mode; }

void checked::ClampColor(Context& context, GLenum target, GLenum clamp) {
    switch (target) {
        case GL_CLAMP_VERTEX_COLOR: context.state.lighting.clamp_vertex_color = clamp; return;
        case GL_CLAMP_FRAGMENT_COLOR: context.state.color_buffer.clamp_fragment_color = clamp; return;
        case GL_CLAMP_READ_COLOR: context.state.color_buffer.clamp_read_color = clamp; return;
        default: context.error(GL_INVALID_ENUM, "%s is not a target", enum_name(target));
    }
}

}  // namespace commands
}  // namespace glapi
