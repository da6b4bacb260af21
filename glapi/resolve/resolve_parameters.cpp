#include "glapi/resolve/resolve_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "glapi/context.h"
#include "glapi/fixed_function/fixed_function_key.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/resolve/tracked_matrices.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

using arbasm::Binding;
using arbasm::BindingKind;
using arbasm::MatrixForm;
using runtime::Vector4;

Vector4 bits(const Vector& v) { return float_bits(v.x, v.y, v.z, v.w); }

// The matrices a program's rows come from, each computed once per resolution, since inverses cost much.
class Matrices {
  public:
    explicit Matrices(const MatrixState& state) : state_(state) {}

    // `plain`: makes the binding's matrix of the state's, before its form.
    template <class Plain>
    Vector4 row(const Binding& binding, Plain plain) {
        const Key key{binding.kind, binding.index, binding.form};
        if (made_ == 0 || !(key == kept_[last_].key)) find(key, plain);
        return bits(kept_[last_].matrix.row(binding.row & 3));
    }

  private:
    struct Key {
        BindingKind kind = BindingKind::None;
        int16_t index = 0;
        MatrixForm form = MatrixForm::Plain;
        bool operator==(const Key&) const = default;
    };
    struct Kept {
        Key key;
        Matrix matrix;
    };

    // Sets last_ to the matrix of this key; where there are many, one made before gives way.
    template <class Plain>
    void find(const Key& key, Plain plain) {
        for (last_ = 0; last_ < std::min(made_, kept_.size()); last_++)
            if (kept_[last_].key == key) return;
        last_ = made_++ % kept_.size();
        kept_[last_] = {key, in_form(key.form, plain(state_))};
    }

    static Matrix in_form(MatrixForm form, const Matrix& plain) {
        switch (form) {
            case MatrixForm::Plain: break;
            case MatrixForm::Inverse: return inverted(plain);
            case MatrixForm::Transpose: return transposed(plain);
            case MatrixForm::InverseTranspose: return transposed(inverted(plain));
        }
        return plain;
    }

    const MatrixState& state_;
    std::array<Kept, 4> kept_;  // rows of few matrices are read, one matrix after the other
    size_t made_ = 0, last_ = 0;
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

// Local parameters of generated programs: the rows of the palette's or the vertex units' matrices, then three rows each
// of their inverses'
// transposes (generate_vertex.cpp).
Vector4 palette_row(const MatrixState& state, bool from_palette, size_t index) {
    using fixed_function::palette_normals;
    const bool normal = index >= palette_normals;
    const size_t matrix = normal ? (index - palette_normals) / 3 : index / 4;
    const size_t matrices = from_palette ? state.palette.size() : size_t{limits::MAX_VERTEX_UNITS_ARB};
    if (matrix >= matrices) return {};
    const Matrix& top = (from_palette ? state.palette[matrix] : state.vertex_unit(matrix)).top();
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
        case arbasm::Stage::Vertex: break;
    }
    return ProgramTarget::Vertex;
}

template <BindingKind>
struct Kind {};

// The value of each parameter binding: an overload per row of ir/bindings.def that is a parameter.
class ParameterValues {
  public:
    ParameterValues(Context& context, ProgramTarget target, const ProgramObject* object)
        : context_(context), target_(target), object_(object), matrices_(context.state.matrices) {}

    using enum BindingKind;

    Vector4 value(Kind<Constant>, const Binding& b) { return b.constant; }
    Vector4 value(Kind<NamedParameter>, const Binding& b) {
        const size_t index = index_of(b);
        return object_ && index < object_->named_parameters.size() ? object_->named_parameters[index] : Vector4{};
    }
    Vector4 value(Kind<ProgramEnv>, const Binding& b) {
        if (!std::exchange(matrices_tracked_, true) && target_ == ProgramTarget::Vertex)
            update_tracked_matrices(context_);
        return context_.programs[target_].environment.at(index_of(b));
    }
    Vector4 value(Kind<ProgramLocal>, const Binding& b) {
        if (object_) return object_->local_parameter(index_of(b));
        if (target_ == ProgramTarget::Fragment) {
            const auto& matrix = state_.texturing.units.at(index_of(b)).combine.bump_matrix;
            return float_bits(matrix[0], matrix[1], matrix[2], matrix[3]);
        }
        // ARB_matrix_palette counts where vertices are blended.
        const bool from_palette =
            state_.matrices.palette_enabled && (context_.version.is_es1() || state_.transform.vertex_blend);
        return palette_row(state_.matrices, from_palette, index_of(b));
    }
    // The specification leaves zero to programs that no GLSL compiler wrote. Bytes are counted, from which GLSL's
    // programs compute the lengths of arrays.
    Vector4 value(Kind<StorageLength>, const Binding& b) {
        const size_t binding = object_ ? ProgramObject::number_in(object_->storage_bindings, index_of(b)) : index_of(b);
        const auto& ranges = context_.buffers[IndexedTarget::ShaderStorage].ranges;
        const size_t bytes = binding < ranges.size() ? ranges[binding].readable() : 0;
        return {static_cast<uint32_t>(std::min<size_t>(bytes, INT32_MAX)), 0, 0, 0};
    }

    Vector4 value(Kind<MaterialAmbient>, const Binding& b) { return bits(material(b).ambient); }
    Vector4 value(Kind<MaterialDiffuse>, const Binding& b) { return bits(material(b).diffuse); }
    Vector4 value(Kind<MaterialSpecular>, const Binding& b) { return bits(material(b).specular); }
    Vector4 value(Kind<MaterialEmission>, const Binding& b) { return bits(material(b).emission); }
    Vector4 value(Kind<MaterialShininess>, const Binding& b) {
        return float_bits(state_.lighting.materials[b.back].shininess, 0, 0, 1);
    }

    Vector4 value(Kind<LightAmbient>, const Binding& b) { return bits(light(b).ambient); }
    Vector4 value(Kind<LightDiffuse>, const Binding& b) { return bits(light(b).diffuse); }
    Vector4 value(Kind<LightSpecular>, const Binding& b) { return bits(light(b).specular); }
    Vector4 value(Kind<LightPosition>, const Binding& b) { return bits(light(b).position); }
    Vector4 value(Kind<LightAttenuation>, const Binding& b) {
        const Light& l = light(b);
        return float_bits(l.constant_attenuation, l.linear_attenuation, l.quadratic_attenuation, l.spot_exponent);
    }
    Vector4 value(Kind<LightSpotDirection>, const Binding& b) {
        const Light& l = light(b);
        const double cutoff = l.spot_cutoff * (std::numbers::pi / 180);
        return float_bits(l.spot_direction.x, l.spot_direction.y, l.spot_direction.z,
                          static_cast<float>(std::cos(cutoff)));
    }
    Vector4 value(Kind<LightSpotCutoff>, const Binding& b) { return float_bits(light(b).spot_cutoff, 0, 0, 1); }
    Vector4 value(Kind<LightHalf>, const Binding& b) { return half_vector(light(b).position); }
    Vector4 value(Kind<LightModelAmbient>, const Binding&) { return bits(state_.lighting.model_ambient); }
    Vector4 value(Kind<LightModelSceneColor>, const Binding& b) {
        const Vector& ambient = state_.lighting.model_ambient;
        const Material& m = material(b);
        return float_bits(ambient.x * m.ambient.x + m.emission.x, ambient.y * m.ambient.y + m.emission.y,
                          ambient.z * m.ambient.z + m.emission.z, m.diffuse.w);
    }
    Vector4 value(Kind<LightProductAmbient>, const Binding& b) {
        return product(light(b).ambient, material(b).ambient);
    }
    Vector4 value(Kind<LightProductDiffuse>, const Binding& b) {
        return product(light(b).diffuse, material(b).diffuse);
    }
    Vector4 value(Kind<LightProductSpecular>, const Binding& b) {
        return product(light(b).specular, material(b).specular);
    }

    Vector4 value(Kind<TexgenEyeS>, const Binding& b) { return bits(generation(b, 0).eye_plane); }
    Vector4 value(Kind<TexgenEyeT>, const Binding& b) { return bits(generation(b, 1).eye_plane); }
    Vector4 value(Kind<TexgenEyeR>, const Binding& b) { return bits(generation(b, 2).eye_plane); }
    Vector4 value(Kind<TexgenEyeQ>, const Binding& b) { return bits(generation(b, 3).eye_plane); }
    Vector4 value(Kind<TexgenObjectS>, const Binding& b) { return bits(generation(b, 0).object_plane); }
    Vector4 value(Kind<TexgenObjectT>, const Binding& b) { return bits(generation(b, 1).object_plane); }
    Vector4 value(Kind<TexgenObjectR>, const Binding& b) { return bits(generation(b, 2).object_plane); }
    Vector4 value(Kind<TexgenObjectQ>, const Binding& b) { return bits(generation(b, 3).object_plane); }

    Vector4 value(Kind<FogColor>, const Binding&) {
        return bits(fragment_color(context_.state, context_.framebuffers, state_.fog.color));
    }
    Vector4 value(Kind<FogParams>, const Binding&) {
        const FogState& fog = state_.fog;
        return float_bits(fog.density, fog.start, fog.end, 1.0f / (fog.end - fog.start));
    }
    Vector4 value(Kind<ClipPlane>, const Binding& b) { return bits(state_.transform.clip_planes.at(index_of(b))); }
    Vector4 value(Kind<PointSizeState>, const Binding&) {
        const PointState& point = state_.point;
        return float_bits(point.size, point.size_min, point.size_max, point.fade_threshold);
    }
    Vector4 value(Kind<PointAttenuation>, const Binding&) {
        const auto& attenuation = state_.point.attenuation;
        return float_bits(attenuation[0], attenuation[1], attenuation[2], 1);
    }
    Vector4 value(Kind<TexenvColor>, const Binding& b) {
        return bits(fragment_color(context_.state, context_.framebuffers,
                                   state_.texturing.units.at(index_of(b)).environment_color));
    }
    Vector4 value(Kind<DepthRange>, const Binding&) {
        const auto& viewport = state_.viewport.viewports[0];
        return float_bits(static_cast<float>(viewport.near_value), static_cast<float>(viewport.far_value),
                          static_cast<float>(viewport.far_value - viewport.near_value), 1);
    }

    Vector4 value(Kind<SampleCount>, const Binding&) {
        return {static_cast<uint32_t>(std::max(framebuffer_bits(context_.framebuffers).samples, 1)), 0, 0, 0};
    }

    Vector4 value(Kind<MatrixModelview>, const Binding& b) {
        return matrices_.row(b, [&](const MatrixState& m) { return m.vertex_unit(index_of(b)).top(); });
    }
    Vector4 value(Kind<MatrixProjection>, const Binding& b) {
        return matrices_.row(b, [](const MatrixState& m) { return m.projection.top(); });
    }
    Vector4 value(Kind<MatrixMvp>, const Binding& b) {
        return matrices_.row(b, [](const MatrixState& m) { return m.projection.top() * m.modelview.top(); });
    }
    Vector4 value(Kind<MatrixTexture>, const Binding& b) {
        return matrices_.row(b, [&](const MatrixState& m) { return m.texture.at(index_of(b)).top(); });
    }
    Vector4 value(Kind<MatrixProgram>, const Binding& b) {
        return matrices_.row(b, [&](const MatrixState& m) { return m.program.at(index_of(b)).top(); });
    }

    // A group of lanes is a warp; there is one multiprocessor that runs one warp (NV_shader_thread_group).
    Vector4 value(Kind<WarpSize>, const Binding&) { return {runtime::group_lanes, 0, 0, 0}; }
    Vector4 value(Kind<WarpsPerSm>, const Binding&) { return {1, 0, 0, 0}; }
    Vector4 value(Kind<SmCount>, const Binding&) { return {1, 0, 0, 0}; }

  private:
    static size_t index_of(const Binding& b) { return static_cast<size_t>(b.index); }
    const Light& light(const Binding& b) const { return state_.lighting.lights.at(index_of(b)); }
    const Material& material(const Binding& b) {
        if (!std::exchange(color_tracked_, true))
            track_color_material(context_.state.lighting, context_.immediate.current[slot_color]);
        return state_.lighting.materials[b.back];
    }
    const TextureGeneration& generation(const Binding& b, int coordinate) const {
        return state_.texturing.units.at(index_of(b)).generation[coordinate];
    }

    Context& context_;
    const State& state_ = context_.state;
    ProgramTarget target_;
    const ProgramObject* object_;
    Matrices matrices_;
    bool color_tracked_ = false, matrices_tracked_ = false;
};

// Whether programs read the binding of this row as a parameter: letter s, or no spelling of its own.
constexpr bool is_parameter(std::string_view pattern, std::string_view where) {
    return pattern.empty() || where.starts_with('s');
}

template <BindingKind kind, bool parameter>
Vector4 value_of([[maybe_unused]] ParameterValues& values, [[maybe_unused]] const Binding& binding) {
    if constexpr (parameter)
        return values.value(Kind<kind>{}, binding);
    else
        return {};
}

Vector4 value_of(ParameterValues& values, const Binding& binding) {
    switch (binding.kind) {
        case BindingKind::None: return {};
#define ARBASM_BINDING(name, pattern, where, limit, first, option) \
    case BindingKind::name:                                        \
        return value_of<BindingKind::name, is_parameter(pattern, where)>(values, binding);
#include "ir/bindings.def"
#undef ARBASM_BINDING
    }
    return {};
}

}  // namespace

void resolve_parameters(Context& context, const arbasm::Program& program, const ProgramObject* object,
                        std::vector<Vector4>& values) {
    ParameterValues source(context, target_of(program.stage), object);
    values.resize(program.parameters.size());
    for (size_t i = 0; i < program.parameters.size(); ++i) values[i] = value_of(source, program.parameters[i]);
}

}  // namespace glapi
