#include "glapi/resolve/resolve_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "glapi/context.h"
#include "glapi/fixed_function/fixed_function_key.h"

namespace glapi {
namespace {

using arbasm::Binding;
using arbasm::BindingKind;
using arbasm::MatrixForm;
using runtime::Vector4;

Vector4 bits(const Vector& v) { return float_bits(v.x, v.y, v.z, v.w); }

bool is_material_binding(BindingKind kind) {
    switch (kind) {
        case BindingKind::MaterialAmbient:
        case BindingKind::MaterialDiffuse:
        case BindingKind::MaterialSpecular:
        case BindingKind::MaterialEmission:
        case BindingKind::LightModelSceneColor:
        case BindingKind::LightProductAmbient:
        case BindingKind::LightProductDiffuse:
        case BindingKind::LightProductSpecular: return true;
        default: return false;
    }
}

// The matrices a program's rows come from, each computed once per resolution: inverses are dear.
class Matrices {
  public:
    explicit Matrices(const Context& context) : state_(context.state.matrices) {}

    Vector4 row(const Binding& binding) {
        const Key key{binding.kind, binding.index, binding.form};
        if (last_ == nullptr || !(key == last_key_)) {
            auto [place, added] = made_.try_emplace(key);
            if (added) place->second = make(key);
            last_ = &place->second;
            last_key_ = key;
        }
        return bits(last_->row(binding.row & 3));
    }

  private:
    struct Key {
        BindingKind kind = BindingKind::None;
        int16_t index = 0;
        MatrixForm form = MatrixForm::Plain;
        auto operator<=>(const Key&) const = default;
    };

    Matrix plain(const Key& key) const {
        switch (key.kind) {
            case BindingKind::MatrixModelview: return state_.modelview.top();
            case BindingKind::MatrixProjection: return state_.projection.top();
            case BindingKind::MatrixMvp: return state_.projection.top() * state_.modelview.top();
            case BindingKind::MatrixTexture: return state_.texture.at(key.index).top();
            case BindingKind::MatrixProgram: return state_.program.at(key.index).top();
            default: return {};
        }
    }

    Matrix make(const Key& key) const {
        switch (key.form) {
            case MatrixForm::Plain: return plain(key);
            case MatrixForm::Inverse: return inverted(plain(key));
            case MatrixForm::Transpose: return transposed(plain(key));
            case MatrixForm::InverseTranspose: return transposed(inverted(plain(key)));
        }
        return {};
    }

    const MatrixState& state_;
    std::map<Key, Matrix> made_;
    const Matrix* last_ = nullptr;
    Key last_key_;
};

// Light products (ARB_vertex_program, table X.3.3): alpha is the material's.
Vector4 product(const Vector& light, const Vector& material) {
    return float_bits(light.x * material.x, light.y * material.y, light.z * material.z, material.w);
}

// h_inf = ||P + (0, 0, 1)||, P the direction from the eye to the light.
Vector4 half_vector(const Vector& position) {
    auto normalized = [](float x, float y, float z) {
        const float length = std::sqrt(x * x + y * y + z * z);
        return length > 0 ? Vector{x / length, y / length, z / length, 1} : Vector{0, 0, 0, 1};
    };
    const float w = position.w == 0 ? 1 : position.w;
    const Vector p = normalized(position.x / w, position.y / w, position.z / w);
    return bits(normalized(p.x, p.y, p.z + 1));
}

// Local parameters of generated programs: the rows of the palette's matrices, then three rows each of their inverses'
// transposes (generate_vertex.cpp).
Vector4 palette_row(const MatrixState& state, size_t index) {
    using fixed_function::palette_normals;
    static_assert(fixed_function::palette_size == limits::palette_matrices);
    const bool normal = index >= palette_normals;
    const size_t matrix = normal ? (index - palette_normals) / 3 : index / 4;
    if (matrix >= state.palette.size()) return {};
    const Matrix& top = state.palette[matrix].top();
    if (!normal) return bits(top.row(static_cast<int>(index % 4)));
    return bits(transposed(inverted(top)).row(static_cast<int>((index - palette_normals) % 3)));
}

ProgramTarget target_of(arbasm::Stage stage) {
    switch (stage) {
        case arbasm::Stage::TessControl: return ProgramTarget::TessControl;
        case arbasm::Stage::TessEvaluation: return ProgramTarget::TessEvaluation;
        case arbasm::Stage::Geometry: return ProgramTarget::Geometry;
        case arbasm::Stage::Compute: return ProgramTarget::Compute;
        case arbasm::Stage::Fragment: return ProgramTarget::Fragment;
        default: return ProgramTarget::Vertex;
    }
}

}  // namespace

void resolve_parameters(Context& context, const arbasm::Program& program, const ProgramObject* object,
                        std::vector<Vector4>& values) {
    const State& state = context.state;
    const ProgramTarget target = target_of(program.stage);
    const auto& environment = context.programs[target].environment;
    Matrices matrices(context);
    bool tracked = false, matrices_tracked = false;
    values.resize(program.parameters.size());
    for (size_t i = 0; i < program.parameters.size(); ++i) {
        const Binding& binding = program.parameters[i];
        Vector4& value = values[i];
        const size_t index = static_cast<size_t>(binding.index);
        if (!tracked && is_material_binding(binding.kind)) {
            track_color_material(context);
            tracked = true;
        }
        const Material& material = state.lighting.materials[binding.back];
        switch (binding.kind) {
            case BindingKind::Constant: value = binding.constant; break;
            case BindingKind::ProgramEnv:
                if (!matrices_tracked && target == ProgramTarget::Vertex) update_tracked_matrices(context);
                matrices_tracked = true;
                value = environment.at(index);
                break;
            case BindingKind::NamedParameter:
                value = object && index < object->named_parameters.size() ? object->named_parameters[index] : Vector4{};
                break;
            case BindingKind::StorageLength: {
                // The specification leaves zero to programs that no GLSL compiler wrote. They have no arrays whose
                // elements could be counted, so bytes are.
                const size_t bytes = context.buffers[IndexedTarget::ShaderStorage].ranges.at(index).readable();
                value = {static_cast<uint32_t>(std::min<size_t>(bytes, INT32_MAX)), 0, 0, 0};
                break;
            }
            case BindingKind::ProgramLocal:
                value = object ? object->local_parameter(index) : palette_row(state.matrices, index);
                break;

            case BindingKind::MaterialAmbient: value = bits(material.ambient); break;
            case BindingKind::MaterialDiffuse: value = bits(material.diffuse); break;
            case BindingKind::MaterialSpecular: value = bits(material.specular); break;
            case BindingKind::MaterialEmission: value = bits(material.emission); break;
            case BindingKind::MaterialShininess: value = float_bits(material.shininess, 0, 0, 1); break;

            case BindingKind::LightAmbient: value = bits(state.lighting.lights.at(index).ambient); break;
            case BindingKind::LightDiffuse: value = bits(state.lighting.lights.at(index).diffuse); break;
            case BindingKind::LightSpecular: value = bits(state.lighting.lights.at(index).specular); break;
            case BindingKind::LightPosition: value = bits(state.lighting.lights.at(index).position); break;
            case BindingKind::LightAttenuation: {
                const Light& light = state.lighting.lights.at(index);
                value = float_bits(light.constant_attenuation, light.linear_attenuation, light.quadratic_attenuation,
                                   light.spot_exponent);
                break;
            }
            case BindingKind::LightSpotDirection: {
                const Light& light = state.lighting.lights.at(index);
                const double cutoff = light.spot_cutoff * (std::numbers::pi / 180);
                value = float_bits(light.spot_direction.x, light.spot_direction.y, light.spot_direction.z,
                                   static_cast<float>(std::cos(cutoff)));
                break;
            }
            case BindingKind::LightSpotCutoff:
                value = float_bits(state.lighting.lights.at(index).spot_cutoff, 0, 0, 1);
                break;
            case BindingKind::LightHalf: value = half_vector(state.lighting.lights.at(index).position); break;
            case BindingKind::LightModelAmbient: value = bits(state.lighting.model_ambient); break;
            case BindingKind::LightModelSceneColor: {
                const Vector& ambient = state.lighting.model_ambient;
                value = float_bits(ambient.x * material.ambient.x + material.emission.x,
                                   ambient.y * material.ambient.y + material.emission.y,
                                   ambient.z * material.ambient.z + material.emission.z, material.diffuse.w);
                break;
            }
            case BindingKind::LightProductAmbient:
                value = product(state.lighting.lights.at(index).ambient, material.ambient);
                break;
            case BindingKind::LightProductDiffuse:
                value = product(state.lighting.lights.at(index).diffuse, material.diffuse);
                break;
            case BindingKind::LightProductSpecular:
                value = product(state.lighting.lights.at(index).specular, material.specular);
                break;

            case BindingKind::TexgenEyeS:
            case BindingKind::TexgenEyeT:
            case BindingKind::TexgenEyeR:
            case BindingKind::TexgenEyeQ: {
                const int coordinate = static_cast<int>(binding.kind) - static_cast<int>(BindingKind::TexgenEyeS);
                value = bits(state.texturing.units.at(index).generation[coordinate].eye_plane);
                break;
            }
            case BindingKind::TexgenObjectS:
            case BindingKind::TexgenObjectT:
            case BindingKind::TexgenObjectR:
            case BindingKind::TexgenObjectQ: {
                const int coordinate = static_cast<int>(binding.kind) - static_cast<int>(BindingKind::TexgenObjectS);
                value = bits(state.texturing.units.at(index).generation[coordinate].object_plane);
                break;
            }

            case BindingKind::FogColor: value = bits(fragment_color(context, state.fog.color)); break;
            case BindingKind::FogParams:
                value = float_bits(state.fog.density, state.fog.start, state.fog.end,
                                   1.0f / (state.fog.end - state.fog.start));
                break;
            case BindingKind::ClipPlane: value = bits(state.transform.clip_planes.at(index)); break;
            case BindingKind::PointSizeState:
                value = float_bits(state.point.size, state.point.size_min, state.point.size_max,
                                   state.point.fade_threshold);
                break;
            case BindingKind::PointAttenuation:
                value =
                    float_bits(state.point.attenuation[0], state.point.attenuation[1], state.point.attenuation[2], 1);
                break;
            case BindingKind::TexenvColor:
                value = bits(fragment_color(context, state.texturing.units.at(index).environment_color));
                break;
            case BindingKind::DepthRange: {
                const auto& viewport = state.viewport.viewports[0];
                value = float_bits(static_cast<float>(viewport.near_value), static_cast<float>(viewport.far_value),
                                   static_cast<float>(viewport.far_value - viewport.near_value), 1);
                break;
            }

            case BindingKind::MatrixModelview:
            case BindingKind::MatrixProjection:
            case BindingKind::MatrixMvp:
            case BindingKind::MatrixTexture:
            case BindingKind::MatrixProgram: value = matrices.row(binding); break;

            // A group of lanes is a warp; there is one multiprocessor that runs one warp (NV_shader_thread_group).
            case BindingKind::WarpSize: value = {runtime::group_lanes, 0, 0, 0}; break;
            case BindingKind::WarpsPerSm:
            case BindingKind::SmCount: value = {1, 0, 0, 0}; break;
            default: value = {}; break;
        }
    }
}

}  // namespace glapi
