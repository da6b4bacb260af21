#include "glapi/state/lighting.h"

#include <bit>

namespace glapi {
namespace {

template <typename AnyMaterial>
auto& material_color(AnyMaterial& material, int property) {
    switch (property) {
        case 0: return material.ambient;
        case 1: return material.diffuse;
        case 2: return material.specular;
        default: return material.emission;
    }
}

}  // namespace

int faces_of(GLenum face) { return face == GL_FRONT ? 1 : face == GL_BACK ? 2 : face == GL_FRONT_AND_BACK ? 3 : 0; }

bool follows_color(const LightingState& lighting, int side, GLenum property) {
    if (!lighting.color_material || !(faces_of(lighting.color_material_face) >> side & 1)) return false;
    const GLenum mode = lighting.color_material_mode;
    return mode == property || (mode == GL_AMBIENT_AND_DIFFUSE && (property == GL_AMBIENT || property == GL_DIFFUSE));
}

runtime::Vector4 material_value(const LightingState& lighting, int side, int property) {
    const Material& material = lighting.materials[side];
    if (property == shininess_property) return std::bit_cast<runtime::Vector4>(Vector{material.shininess, 0, 0, 0});
    return std::bit_cast<runtime::Vector4>(material_color(material, property));
}

void set_material_value(LightingState& lighting, int side, int property, const runtime::Vector4& value) {
    if (follows_color(lighting, side, material_properties[static_cast<size_t>(property)])) return;
    const Vector vector = std::bit_cast<Vector>(value);
    if (property == shininess_property)
        lighting.materials[side].shininess = vector.x;
    else
        material_color(lighting.materials[side], property) = vector;
}

void track_color_material(LightingState& lighting, const runtime::Vector4& current_color) {
    if (!lighting.color_material) return;
    const Vector color = std::bit_cast<Vector>(current_color);
    for (int side = 0; side < 2; ++side) {
        Material& material = lighting.materials[side];
        if (follows_color(lighting, side, GL_AMBIENT)) material.ambient = color;
        if (follows_color(lighting, side, GL_DIFFUSE)) material.diffuse = color;
        if (follows_color(lighting, side, GL_SPECULAR)) material.specular = color;
        if (follows_color(lighting, side, GL_EMISSION)) material.emission = color;
    }
}

}  // namespace glapi
