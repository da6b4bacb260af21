// Lights, materials, light model (GL 2.1 §2.14). LIGHTING_BIT.
#pragma once

#include <array>

#include "glapi/generated/gl.h"
#include "glapi/state/limits.h"
#include "glapi/state/matrix.h"
#include "glapi/state/vertex_slots.h"
#include "runtime/executor.h"

namespace glapi {

struct Light {
    bool enabled = false;
    Vector ambient{0, 0, 0, 1}, diffuse{0, 0, 0, 1}, specular{0, 0, 0, 1};  // light 0: diffuse and specular are 1
    Vector position{0, 0, 1, 0};                                            // eye coordinates
    Vector spot_direction{0, 0, -1, 0};                                     // eye coordinates; w unused
    float spot_exponent = 0, spot_cutoff = 180;
    float constant_attenuation = 1, linear_attenuation = 0, quadratic_attenuation = 0;
};

struct Material {
    Vector ambient{0.2f, 0.2f, 0.2f, 1}, diffuse{0.8f, 0.8f, 0.8f, 1}, specular{0, 0, 0, 1}, emission{0, 0, 0, 1};
    float shininess = 0;
    std::array<float, 3> color_indexes{0, 1, 1};  // ambient, diffuse, specular
};

struct LightingState {
    LightingState() { lights[0].diffuse = lights[0].specular = {1, 1, 1, 1}; }

    bool enabled = false;
    std::array<Light, limits::MAX_LIGHTS> lights;
    std::array<Material, 2> materials;  // front, back
    Vector model_ambient{0.2f, 0.2f, 0.2f, 1};
    bool local_viewer = false, two_sided = false;
    GLenum color_control = GL_SINGLE_COLOR;
    bool color_material = false;
    GLenum color_material_face = GL_FRONT_AND_BACK, color_material_mode = GL_AMBIENT_AND_DIFFUSE;
    GLenum shade_model = GL_SMOOTH;
    GLenum provoking_vertex = GL_LAST_VERTEX_CONVENTION;
    GLenum clamp_vertex_color = GL_TRUE;  // also in ENABLE_BIT
};

// Bit n: the n-th of front and back; 0: no face.
int faces_of(GLenum face);

// Material properties in the order of their slots (glapi/state/vertex_slots.h).
inline constexpr std::array<GLenum, material_property_count> material_properties{GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR,
                                                                                 GL_EMISSION, GL_SHININESS};
inline constexpr int shininess_property = 4;

// Whether COLOR_MATERIAL takes the property from the current colour.
bool follows_color(const LightingState& lighting, int side, GLenum property);

// While COLOR_MATERIAL is enabled the generated programs take the tracked properties from the current colour. This
// writes it into the materials: before they are read, or tracking ends or changes.
void track_color_material(LightingState& lighting, const runtime::Vector4& current_color);

// A material property as a vertex has it. One that follows the colour is not set.
runtime::Vector4 material_value(const LightingState& lighting, int side, int property);
void set_material_value(LightingState& lighting, int side, int property, const runtime::Vector4& value);

}  // namespace glapi
