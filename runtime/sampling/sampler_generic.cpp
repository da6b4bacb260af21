// Texture access without specialisation. The specialised samplers compute the same.
#include "runtime/sampling/generic_access.h"

namespace runtime {
namespace sampling {

namespace {

// Fetches are always of linear values, whatever TEXTURE_SRGB_DECODE_EXT says (EXT_texture_sRGB_decode).
bool is_fetch(SampleOperation operation) {
    return operation == SampleOperation::Fetch || operation == SampleOperation::FetchMultisample;
}

}  // namespace

Access::Access(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
               LaneMask* missing)
    : texture_(*binding.texture()),
      sampler_(binding.sampler()),
      instruction_(instruction),
      operands_(operands),
      kind_(texture_.kind),
      dimensions_(kind_facts(kind_).dimensions),
      layer_component_(kind_facts(kind_).layer_component),
      info_(format_info(texture_.format)),
      decodes_curve_(sampler_.srgb_decode || is_fetch(instruction.operation)),
      format_(decodes_curve_ ? texture_.format : linear_counterpart(texture_.format)),
      missing_(missing) {
    const ComponentClass component_class = info_.component_class;
    const bool depth = component_class == ComponentClass::Depth || component_class == ComponentClass::DepthStencil;
    stencil_ = component_class == ComponentClass::Stencil ||
               (component_class == ComponentClass::DepthStencil && texture_.sample_stencil);
    integer_ = stencil_ || component_class == ComponentClass::Signed || component_class == ComponentClass::Unsigned;
    compare_ = instruction.shadow && sampler_.compare && depth && !stencil_;
    fixed_depth_ = !has_float_depth(texture_.format);
    bytes_ = filters_bytes(format_);
    curved_ = is_on_curve(format_);
    wrap_ = {sampler_.wrap_s, sampler_.wrap_t, sampler_.wrap_r};
    // Seamless cubes ignore the wrap modes where they filter across edges, and otherwise clamp.
    if (is_cube(kind_) && sampler_.seamless_cube) wrap_.fill(Wrap::ClampToEdge);
    border_ = border_texel_value();
}

void Access::gather(LaneMask active, LaneVector& result) const {
    const bool offsets_each = instruction_.operation == SampleOperation::GatherOffsets;
    const Channel channel = texture_.swizzle[compare_ ? 0 : instruction_.gather_component & 3];
    const auto select = [&](const Texel4& texel) -> uint32_t {
        if (channel == Channel::Zero) return 0;
        if (channel == Channel::One) return integer_ ? 1 : float_one;
        return bits_of(finished(texel.value[static_cast<size_t>(channel)]));
    };
    // Result components in the order of texels i0j1, i1j1, i1j0, i0j0.
    static constexpr int order[4] = {2, 3, 1, 0};
    for (int lane = 0; lane < group_lanes; ++lane) {
        if (!(active >> lane & 1)) continue;
        Position at = position(lane);
        std::array<float, 2> weight;
        if (!offsets_each) {
            const auto texels = quad_of_texels(*texture_.levels[0], at, weight, all_four);
            for (int c = 0; c < 4; ++c) result.component[c].lane[lane] = select(texels[order[c]]);
            continue;
        }
        std::array<uint32_t, 4> values;
        for (int c = 0; c < 4; ++c) {
            const auto offset = [&](const LaneVector* vector) {
                return vector ? clamp_index(static_cast<int32_t>(vector->component[c].lane[lane]), -65536, 65536) : 0;
            };
            at.offset = {offset(operands_.offsets), offset(operands_.offsets_y), 0};
            values[c] = select(quad_of_texels(*texture_.levels[0], at, weight, 1)[0]);
        }
        for (int c = 0; c < 4; ++c) result.component[c].lane[lane] = values[c];
    }
}

// Unfiltered; everything outside of the texture reads as zero.
void Access::fetch(LaneMask active, LaneVector& result) const {
    const bool multisample = instruction_.operation == SampleOperation::FetchMultisample;
    const int64_t buffer_texels =
        kind_ == TextureKind::Buffer ? static_cast<int64_t>(texture_.buffer.size() / info_.bytes_per_block) : 0;
    for (int lane = 0; lane < group_lanes; ++lane) {
        if (!(active >> lane & 1)) continue;
        const auto integer = [&](int component) {
            return operands_.coordinates ? static_cast<int32_t>(operands_.coordinates->component[component].lane[lane])
                                         : 0;
        };
        const int32_t extra = operands_.lod ? static_cast<int32_t>(operands_.lod->lane[lane]) : 0;
        const int level = multisample ? 0 : extra;
        std::array<int64_t, 3> at{};
        for (int d = 0; d < dimensions_; ++d)
            at[d] = int64_t{integer(d)} + clamp_index(instruction_.offset[d] + given_offset(d, lane), -65536, 65536);
        if (layer_component_ >= 0) at[2] = integer(layer_component_);
        if (is_cube(kind_)) at[2] = integer(2);

        Texel raw{};
        bool inside = false;
        if (kind_ == TextureKind::Buffer) {
            inside = at[0] >= 0 && at[0] < buffer_texels;
            if (inside) {
                load_texels(as_loaded(format_), texture_.buffer.data() + at[0] * info_.bytes_per_block, 0, 1, &raw);
                decode_curve(raw);
            }
        } else if (level >= 0 && level <= last_level()) {
            const Image& image = *texture_.levels[level];
            const Extent extent = image.extent();
            const int sample = multisample ? extra : 0;
            inside = at[0] >= 0 && at[0] < extent.width && at[1] >= 0 && at[1] < extent.height && at[2] >= 0 &&
                     at[2] < extent.depth && sample >= 0 && sample < image.samples();
            if (inside) {
                const auto x = static_cast<int32_t>(at[0]), y = static_cast<int32_t>(at[1]),
                           z = static_cast<int32_t>(at[2]);
                note_use(image, x, y, z, lane);
                if (stencil_) {
                    uint8_t stencil;
                    load_stencil(image.format(), image.row(y, z, sample), x, 1, &stencil);
                    raw = {stencil, 0, 0, 1};
                } else {
                    load_one(image, x, y, z, sample, raw);
                }
            }
        }
        if (inside)
            swizzle(raw, lane, result);
        else
            for (LaneWord& component : result.component) component.lane[lane] = 0;
    }
}

void Access::query_size(LaneMask active, LaneVector& result) const {
    for (int lane = 0; lane < group_lanes; ++lane) {
        if (!(active >> lane & 1)) continue;
        std::array<int32_t, 4> size{};
        const int32_t level = operands_.lod ? static_cast<int32_t>(operands_.lod->lane[lane]) : 0;
        if (instruction_.operation == SampleOperation::QuerySamples) {
            size[0] = texture_.levels.empty() ? 1 : texture_.levels[0]->samples();
        } else if (kind_ == TextureKind::Buffer) {
            size[0] = static_cast<int32_t>(texture_.buffer.size() / info_.bytes_per_block);
        } else if (level >= 0 && level <= last_level()) {
            const Extent extent = texture_.levels[level]->extent();
            size[0] = extent.width;
            if (dimensions_ >= 2) size[1] = extent.height;
            if (dimensions_ == 3) size[2] = extent.depth;
            if (kind_ == TextureKind::Array1D)
                size[1] = extent.depth;
            else if (layer_component_ >= 0)
                size[2] = extent.depth / (is_cube(kind_) ? 6 : 1);
        }
        // How many levels there are, which NV_gpu_program4 leaves undefined and textureQueryLevels() asks for.
        if (instruction_.operation == SampleOperation::QuerySize)
            size[3] = kind_ == TextureKind::Buffer ? 1 : static_cast<int32_t>(texture_.levels.size());
        for (int c = 0; c < 4; ++c) result.component[c].lane[lane] = static_cast<uint32_t>(size[c]);
    }
}

}  // namespace sampling

namespace {

// A unit without a texture that the program can use: texels of (0, 0, 0, 1); gathers take one component.
void sample_nothing(const SampleInstruction& instruction, LaneMask active, LaneVector& result) {
    const bool size = instruction.operation == SampleOperation::QuerySize;
    const bool samples = instruction.operation == SampleOperation::QuerySamples;
    const bool lod = instruction.operation == SampleOperation::QueryLod;
    const bool gathers =
        instruction.operation == SampleOperation::Gather || instruction.operation == SampleOperation::GatherOffsets;
    const bool ones = gathers && !instruction.shadow && instruction.gather_component == 3;
    for (int lane = 0; lane < group_lanes; ++lane) {
        if (!(active >> lane & 1)) continue;
        for (int c = 0; c < 4; ++c) result.component[c].lane[lane] = ones ? sampling::float_one : 0;
        if (samples) result.component[0].lane[lane] = 1;
        if (!size && !samples && !lod && !gathers) result.component[3].lane[lane] = sampling::float_one;
    }
}

bool usable_texture(const TextureBinding& binding, const SampleInstruction& instruction) {
    if (!binding.texture() || binding.texture()->kind != instruction.kind) return false;
    if (instruction.kind == TextureKind::Buffer) return binding.texture()->format != Format::None;
    if (binding.texture()->levels.empty()) return false;
    const Extent extent = binding.texture()->levels[0]->extent();
    return extent.width > 0 && extent.height > 0 && extent.depth > 0;
}

}  // namespace

void sample_generic(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
                    LaneMask active, LaneVector& result, LaneMask* missing) {
    if (!usable_texture(binding, instruction)) return sample_nothing(instruction, active, result);
    // Derivatives look at lanes of the quad that come later, so the result replaces none of them on the way.
    LaneVector coordinates, gradient_x, gradient_y;
    SampleOperands own = operands;
    const auto copy = [&](const LaneVector*& operand, LaneVector& storage) {
        if (operand != &result) return;
        storage = *operand;
        operand = &storage;
    };
    copy(own.coordinates, coordinates);
    copy(own.gradient_x, gradient_x);
    copy(own.gradient_y, gradient_y);

    const sampling::Access access(binding, instruction, own, missing);
    // Neither can be filtered.
    const bool filterable = instruction.kind != TextureKind::Buffer && instruction.kind != TextureKind::Multisample2D &&
                            instruction.kind != TextureKind::MultisampleArray2D;
    switch (instruction.operation) {
        case SampleOperation::Fetch:
        case SampleOperation::FetchMultisample: return access.fetch(active, result);
        case SampleOperation::QuerySize:
        case SampleOperation::QuerySamples: return access.query_size(active, result);
        case SampleOperation::Gather:
        case SampleOperation::GatherOffsets:
            if (filterable) return access.gather(active, result);
            break;
        case SampleOperation::QueryLod:
            if (filterable) return access.query_lod(active, result);
            break;
        case SampleOperation::Implicit:
        case SampleOperation::Bias:
        case SampleOperation::ExplicitLod:
        case SampleOperation::Gradients:
            if (filterable) return access.filtered(active, result);
            break;
    }
    sample_nothing(instruction, active, result);
}

}  // namespace runtime
