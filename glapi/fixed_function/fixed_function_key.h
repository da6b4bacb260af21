// What the generated vertex and fragment programs depend on, and nothing else: parameters such as light colours and
// matrices stay run-time values, read through state bindings.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "ir/limits.h"

namespace glapi::fixed_function {

inline constexpr int max_units = arbasm::limits::MAX_TEXTURE_UNITS;  // texture units of fixed-function processing
inline constexpr int max_lights = arbasm::limits::MAX_LIGHTS;
inline constexpr int max_clip_planes = arbasm::limits::MAX_CLIP_PLANES;
inline constexpr int palette_size = arbasm::limits::MAX_PALETTE_MATRICES_ARB;  // matrices
inline constexpr int palette_normals = 4 * palette_size;  // the local parameter from which on the normals' rows lie

// ---- vertex

enum class TexGen : uint8_t { None, ObjectLinear, EyeLinear, SphereMap, ReflectionMap, NormalMap };
enum class FogSource : uint8_t { None, EyeDepth, EyeRadial, Coordinate };

struct LightKey {
    bool enabled = false;
    bool positional = false;  // position w is not 0
    bool attenuated = false;  // attenuation differs from (1, 0, 0); positional only
    bool spot = false;        // cutoff is not 180
    auto operator<=>(const LightKey&) const = default;
};

// Material properties, by bits, that follow the vertex colour (COLOR_MATERIAL) or have attributes of their own.
enum MaterialProperty : uint8_t {
    material_ambient = 1,
    material_diffuse = 2,
    material_specular = 4,
    material_emission = 8,
    material_shininess = 16
};

// The matrices that vertices blend: by the vertices' palette indices, by unit numbers, or two with a single weight
// (EXT_vertex_weighting).
enum class BlendedMatrices : uint8_t { Palette, Units, Pair };

struct VertexKey {
    bool lighting = false;
    bool two_sided = false;
    bool local_viewer = false;
    bool separate_specular = false;
    bool normalize = false, rescale_normal = false;
    uint8_t color_material_front = 0, color_material_back = 0;    // MaterialProperty bits
    uint8_t vertex_material_front = 0, vertex_material_back = 0;  // that change per vertex
    std::array<LightKey, max_lights> lights{};
    std::array<std::array<TexGen, 4>, max_units> texgen{};
    uint8_t texture_matrices = 0;     // bit n: the matrix of unit n is not the identity
    uint8_t texture_coordinates = 0;  // bit n: texcoord n is wanted by the fragment side
    bool secondary_color = false;     // wanted by the fragment side
    FogSource fog = FogSource::None;
    bool point_attenuation = false, point_size_array = false;
    uint8_t palette_units = 0;  // matrices that each vertex blends; 0: the model-view matrix alone
    BlendedMatrices blended = BlendedMatrices::Palette;
    uint8_t weights = 4;       // components that vertices have; not of Pair
    bool rest_weight = false;  // the next one makes their sum 1; those behind are 0
    uint8_t clip_planes = 0;   // bit n: enabled
    auto operator<=>(const VertexKey&) const = default;
};

// ---- fragment

enum class UnitTarget : uint8_t {
    None,
    Texture1D,
    Texture2D,
    Texture3D,
    Cube,
    Rectangle,
    Shadow1D,
    Shadow2D,
    ShadowRectangle,
    ShadowCube,
    Array1D,
    Array2D
};
enum class EnvironmentMode : uint8_t { Replace, Modulate, Decal, Blend, Add, Combine };
// The components that a texture supplies, by its base internal format.
enum class TextureSupplies : uint8_t { Alpha, Color, ColorAlpha, Intensity };
enum class CombineFunction : uint8_t {
    Replace,
    Modulate,
    Add,
    AddSigned,
    Interpolate,
    Subtract,
    Dot3Rgb,
    Dot3Rgba,
    ModulateAdd,
    ModulateSignedAdd,
    ModulateSubtract,
    ProductsAdd,       // ADD of COMBINE4_NV: two products
    ProductsAddSigned  // ADD_SIGNED of COMBINE4_NV
};
enum class CombineSource : uint8_t { Texture, Constant, PrimaryColor, Previous, TextureUnit /* crossbar */, Zero, One };
enum class CombineOperand : uint8_t { Color, OneMinusColor, Alpha, OneMinusAlpha };

struct CombineArgument {
    CombineSource source = CombineSource::Texture;
    uint8_t unit = 0;  // TextureUnit
    CombineOperand operand = CombineOperand::Color;
    auto operator<=>(const CombineArgument&) const = default;
};

struct CombineKey {
    CombineFunction color_function = CombineFunction::Modulate, alpha_function = CombineFunction::Modulate;
    std::array<CombineArgument, 4> color{}, alpha{};
    uint8_t color_scale = 1, alpha_scale = 1;  // 1, 2 or 4
    auto operator<=>(const CombineKey&) const = default;
};

struct UnitKey {
    UnitTarget target = UnitTarget::None;  // None: the unit does nothing
    EnvironmentMode mode = EnvironmentMode::Modulate;
    TextureSupplies supplies = TextureSupplies::ColorAlpha;
    CombineKey combine;       // default unless mode is Combine
    uint8_t bump_target = 0;  // 1 + n: what is sampled moves the coordinates of unit n (ATI_envmap_bumpmap)
    auto operator<=>(const UnitKey&) const = default;
};

enum class FogMode : uint8_t { None, Linear, Exp, Exp2 };

struct FragmentKey {
    std::array<UnitKey, max_units> units{};
    bool color_sum = false;
    FogMode fog = FogMode::None;
    bool clamp = true;  // colours are clamped to [0, 1] between and after the stages
    auto operator<=>(const FragmentKey&) const = default;
};

}  // namespace glapi::fixed_function
