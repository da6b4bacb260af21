#include <algorithm>
#include <vector>

#include "glapi/fixed_function/generate.h"
#include "glapi/fixed_function/program_text.h"

namespace glapi::fixed_function {
namespace {

int argument_count(CombineFunction function) {
    switch (function) {
        case CombineFunction::Replace: return 1;
        case CombineFunction::Modulate:
        case CombineFunction::Add:
        case CombineFunction::AddSigned:
        case CombineFunction::Subtract:
        case CombineFunction::Dot3Rgb:
        case CombineFunction::Dot3Rgba: return 2;
        case CombineFunction::Interpolate:
        case CombineFunction::ModulateAdd:
        case CombineFunction::ModulateSignedAdd:
        case CombineFunction::ModulateSubtract: return 3;
        case CombineFunction::ProductsAdd:
        case CombineFunction::ProductsAddSigned: return 4;
    }
    return 0;
}

class FragmentGenerator {
  public:
    explicit FragmentGenerator(const FragmentKey& key)
        : key_(key), text_("!!NVfp4.0"), saturate_(key.clamp ? ".SAT" : "") {}

    std::string run() {
        text_.declare("TEMP color");
        for (const bool bumped : {false, true})  // what moves coordinates comes before what is sampled by these
            for (int unit = 0; unit < max_units; ++unit)
                if (key_.units[unit].target != UnitTarget::None && is_bumped(unit) == bumped) sample(unit);
        for (int unit = 0; unit < max_units; ++unit)
            if (key_.units[unit].target != UnitTarget::None) apply(unit);

        if (key_.color_sum) {
            text_.add("ADD{} color.xyz, {}, fragment.color.secondary", saturate_, previous_);
            if (previous_ != "color") text_.add("MOV color.w, {}", previous_ + ".w");
            previous_ = "color";
        }
        if (key_.fog != FogMode::None) fog();
        text_.add("MOV result.color, {}", previous_);
        return text_.finish();
    }

  private:
    // Whether what one unit samples moves the coordinates of another.
    bool bumps(int from, int to) const {
        return key_.units[from].target != UnitTarget::None && key_.units[from].bump_target == to + 1;
    }
    bool is_bumped(int unit) const {
        for (int other = 0; other < max_units; ++other)
            if (bumps(other, unit)) return true;
        return false;
    }

    void sample(int unit) {
        const UnitTarget target = key_.units[unit].target;
        text_.declare("TEMP texel{}", unit);
        if (is_bumped(unit)) return sample_bumped(unit);
        text_.add("{} texel{}, fragment.texcoord[{}], texture[{}], {}", is_projective(target) ? "TXP" : "TEX", unit,
                  unit, unit, target_name(target));
    }

    // ATI_envmap_bumpmap; the matrices are local parameters by unit.
    void sample_bumped(int unit) {
        const UnitTarget target = key_.units[unit].target;
        declare_once("place");
        text_.add("MOV place, fragment.texcoord[{}]", unit);
        if (is_projective(target)) {
            text_.add("RCP place.w, place.w");
            text_.add("MUL place.xyz, place, place.w");
        }
        for (int other = 0; other < max_units; ++other) {
            if (!bumps(other, unit)) continue;
            text_.add("MAD place.xy, texel{}.x, program.local[{}].xzxz, place", other, other);
            text_.add("MAD place.xy, texel{}.y, program.local[{}].ywyw, place", other, other);
        }
        text_.add("TEX texel{}, place, texture[{}], {}", unit, unit, target_name(target));
    }

    // GL 2.1 §3.8.13, tables 3.22 and 3.23. "previous_" is the colour that enters the stage.
    void apply(int unit) {
        const UnitKey& key = key_.units[unit];
        const std::string texel = fmt::format("texel{}", unit);
        const bool has_color = key.supplies != TextureSupplies::Alpha;
        const bool has_alpha = key.supplies != TextureSupplies::Color;
        switch (key.mode) {
            case EnvironmentMode::Replace:
                text_.add("MOV color.xyz, {}", has_color ? texel : previous_);
                text_.add("MOV color.w, {}.w", has_alpha ? texel : previous_);
                break;
            case EnvironmentMode::Modulate:
                if (has_color && has_alpha) {
                    text_.add("MUL color, {}, {}", previous_, texel);
                } else {
                    if (has_color)
                        text_.add("MUL color.xyz, {}, {}", previous_, texel);
                    else
                        text_.add("MOV color.xyz, {}", previous_);
                    if (has_alpha)
                        text_.add("MUL color.w, {}.w, {}.w", previous_, texel);
                    else
                        text_.add("MOV color.w, {}.w", previous_);
                }
                break;
            case EnvironmentMode::Decal:  // defined for RGB and RGBA textures only
                if (key.supplies == TextureSupplies::ColorAlpha)
                    text_.add("LRP color.xyz, {}.w, {}, {}", texel, texel, previous_);
                else
                    text_.add("MOV color.xyz, {}", has_color ? texel : previous_);
                text_.add("MOV color.w, {}.w", previous_);
                break;
            case EnvironmentMode::Blend:
                if (key.supplies == TextureSupplies::Intensity) {
                    text_.add("LRP color, {}, state.texenv[{}].color, {}", texel, unit, previous_);
                    break;
                }
                if (has_color)
                    text_.add("LRP color.xyz, {}, state.texenv[{}].color, {}", texel, unit, previous_);
                else
                    text_.add("MOV color.xyz, {}", previous_);
                if (has_alpha)
                    text_.add("MUL color.w, {}.w, {}.w", previous_, texel);
                else
                    text_.add("MOV color.w, {}.w", previous_);
                break;
            case EnvironmentMode::Add:
                if (key.supplies == TextureSupplies::Intensity) {
                    text_.add("ADD{} color, {}, {}", saturate_, previous_, texel);
                    break;
                }
                if (has_color)
                    text_.add("ADD{} color.xyz, {}, {}", saturate_, previous_, texel);
                else
                    text_.add("MOV color.xyz, {}", previous_);
                if (has_alpha)
                    text_.add("MUL color.w, {}.w, {}.w", previous_, texel);
                else
                    text_.add("MOV color.w, {}.w", previous_);
                break;
            case EnvironmentMode::Combine: combine(unit); return;
        }
        previous_ = "color";
    }

    // ---- COMBINE (GL 2.1 tables 3.24–3.26; functions of ATI_texture_env_combine3 and NV_texture_env_combine4)

    std::string source(const CombineArgument& argument, int unit) const {
        switch (argument.source) {
            case CombineSource::Texture: return fmt::format("texel{}", unit);
            case CombineSource::TextureUnit:
                // Crossbar to a unit without texture is undefined; it reads as opaque white.
                return key_.units[argument.unit].target == UnitTarget::None ? std::string("{1, 1, 1, 1}")
                                                                            : fmt::format("texel{}", argument.unit);
            case CombineSource::Constant: return fmt::format("state.texenv[{}].color", unit);
            case CombineSource::PrimaryColor: return "fragment.color";
            case CombineSource::Previous: return previous_;
            case CombineSource::Zero: return "{0, 0, 0, 0}";
            case CombineSource::One: return "{1, 1, 1, 1}";
        }
        return previous_;
    }

    // An operand as text; "1 - x" and alpha replication of bracketed constants go through a temporary.
    std::string operand(const CombineArgument& argument, int unit, bool alpha, int position) {
        std::string text = source(argument, unit);
        if (text[0] == '{') {
            const bool one = text[1] == '1';
            const bool inverted =
                argument.operand == CombineOperand::OneMinusColor || argument.operand == CombineOperand::OneMinusAlpha;
            return one != inverted ? "{1, 1, 1, 1}" : "{0, 0, 0, 0}";
        }
        const bool from_alpha =
            alpha || argument.operand == CombineOperand::Alpha || argument.operand == CombineOperand::OneMinusAlpha;
        if (from_alpha) text += ".w";
        if (argument.operand == CombineOperand::Color || argument.operand == CombineOperand::Alpha) return text;
        const std::string name = fmt::format("{}{}", alpha ? "alpha" : "color", position);
        if (std::find(declared_.begin(), declared_.end(), name) == declared_.end()) {
            declared_.push_back(name);
            text_.declare("TEMP {}", name);
        }
        text_.add("ADD {}, 1, -{}", name, text);
        return alpha ? name + ".w" : name;
    }

    void combine_function(CombineFunction function, const std::array<CombineArgument, 4>& arguments, int unit,
                          bool alpha, int scale, const char* result) {
        std::array<std::string, 4> a;
        for (int i = 0; i < argument_count(function); ++i) a[i] = operand(arguments[i], unit, alpha, i);
        const char* mask = alpha ? "w" : "xyz";
        // With a scale the product is saturated, otherwise the function's own result.
        const char* saturate = scale == 1 ? saturate_ : "";
        const std::string target = fmt::format("{}.{}", result, mask);
        switch (function) {
            case CombineFunction::Replace: text_.add("MOV{} {}, {}", saturate, target, a[0]); break;
            case CombineFunction::Modulate: text_.add("MUL{} {}, {}, {}", saturate, target, a[0], a[1]); break;
            case CombineFunction::Add: text_.add("ADD{} {}, {}, {}", saturate, target, a[0], a[1]); break;
            case CombineFunction::AddSigned:
                text_.add("ADD {}, {}, {}", target, a[0], a[1]);
                text_.add("ADD{} {}, {}, -0.5", saturate, target, result);
                break;
            case CombineFunction::Subtract: text_.add("ADD{} {}, {}, -{}", saturate, target, a[0], a[1]); break;
            case CombineFunction::Interpolate:
                text_.add("LRP{} {}, {}, {}, {}", saturate, target, a[2], a[0], a[1]);
                break;
            case CombineFunction::ModulateAdd:
                text_.add("MAD{} {}, {}, {}, {}", saturate, target, a[0], a[2], a[1]);
                break;
            case CombineFunction::ModulateSignedAdd:
                text_.add("MAD {}, {}, {}, {}", target, a[0], a[2], a[1]);
                text_.add("ADD{} {}, {}, -0.5", saturate, target, result);
                break;
            case CombineFunction::ModulateSubtract:
                text_.add("MAD{} {}, {}, {}, -{}", saturate, target, a[0], a[2], a[1]);
                break;
            case CombineFunction::ProductsAdd:
            case CombineFunction::ProductsAddSigned:
                declare_once("product");
                text_.add("MUL product.{}, {}, {}", mask, a[2], a[3]);
                if (function == CombineFunction::ProductsAddSigned) text_.add("ADD product.{}, product, -0.5", mask);
                text_.add("MAD{} {}, {}, {}, product", saturate, target, a[0], a[1]);
                break;
            case CombineFunction::Dot3Rgb:
            case CombineFunction::Dot3Rgba:
                declare_once("dot0");
                declare_once("dot1");
                text_.add("ADD dot0.xyz, {}, -0.5", a[0]);
                text_.add("ADD dot1.xyz, {}, -0.5", a[1]);
                text_.add("DP3 dot0.x, dot0, dot1");
                text_.add("MUL{} {}, dot0.x, 4", saturate,
                          function == CombineFunction::Dot3Rgba ? std::string(result) : target);
                break;
        }
        if (scale != 1) {
            const bool all = function == CombineFunction::Dot3Rgba;
            text_.add("MUL{} {}, {}, {}", saturate_, all ? std::string(result) : target, result, scale);
        }
    }

    void declare_once(const std::string& name) {
        if (std::find(declared_.begin(), declared_.end(), name) != declared_.end()) return;
        declared_.push_back(name);
        text_.declare("TEMP {}", name);
    }

    void combine(int unit) {
        const CombineKey& key = key_.units[unit].combine;
        declare_once("combined");
        combine_function(key.color_function, key.color, unit, false, key.color_scale, "combined");
        // DOT3_RGBA supplies alpha too; the alpha function is ignored.
        if (key.color_function != CombineFunction::Dot3Rgba)
            combine_function(key.alpha_function, key.alpha, unit, true, key.alpha_scale, "combined");
        text_.add("MOV color, combined");
        previous_ = "color";
    }

    void fog() {
        add_fog_factor(text_, key_.fog);
        if (previous_ != "color") text_.add("MOV color, {}", previous_);
        text_.add("LRP color.xyz, fog.x, color, state.fog.color");
        previous_ = "color";
    }

    const FragmentKey& key_;
    ProgramText text_;
    const char* saturate_;
    std::string previous_ = "fragment.color";
    std::vector<std::string> declared_;
};

}  // namespace

const char* target_name(UnitTarget target) {
    switch (target) {
        case UnitTarget::None: break;
        case UnitTarget::Texture1D: return "1D";
        case UnitTarget::Texture2D: return "2D";
        case UnitTarget::Texture3D: return "3D";
        case UnitTarget::Cube: return "CUBE";
        case UnitTarget::Rectangle: return "RECT";
        case UnitTarget::Shadow1D: return "SHADOW1D";
        case UnitTarget::Shadow2D: return "SHADOW2D";
        case UnitTarget::ShadowRectangle: return "SHADOWRECT";
        case UnitTarget::ShadowCube: return "SHADOWCUBE";
        case UnitTarget::Array1D: return "ARRAY1D";
        case UnitTarget::Array2D: return "ARRAY2D";
    }
    return nullptr;
}

bool is_projective(UnitTarget target) {
    return target != UnitTarget::Cube && target != UnitTarget::ShadowCube && target != UnitTarget::Array1D &&
           target != UnitTarget::Array2D;
}

// GL 2.1 §3.10.
void add_fog_factor(ProgramText& text, FogMode mode) {
    text.declare("TEMP fog");
    text.declare("PARAM fog_params = state.fog.params");
    switch (mode) {
        case FogMode::None: break;
        case FogMode::Linear:
            text.add("ADD fog.x, fog_params.z, -fragment.fogcoord.x");
            text.add("MUL.SAT fog.x, fog.x, fog_params.w");
            break;
        case FogMode::Exp:
            text.add("MUL fog.x, fog_params.x, fragment.fogcoord.x");
            text.add("MUL fog.x, fog.x, -1.44269504");  // log2(e)
            text.add("EX2.SAT fog.x, fog.x");
            break;
        case FogMode::Exp2:
            text.add("MUL fog.x, fog_params.x, fragment.fogcoord.x");
            text.add("MUL fog.x, fog.x, fog.x");
            text.add("MUL fog.x, fog.x, -1.44269504");
            text.add("EX2.SAT fog.x, fog.x");
            break;
    }
}

std::string fragment_text(const FragmentKey& key) { return FragmentGenerator(key).run(); }

}  // namespace glapi::fixed_function
