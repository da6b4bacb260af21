#include "glapi/immediate/raster_position.h"

#include <bit>

namespace glapi {

using arbasm::BindingKind;

std::vector<runtime::Vector4> raster_attributes(const RasterPosition& raster, const arbasm::Program& program) {
    std::vector<runtime::Vector4> values(program.attributes.size());
    for (size_t i = 0; i < values.size(); ++i) {
        const arbasm::Binding& binding = program.attributes[i].binding;
        std::array<float, 4> value{0, 0, 0, 1};
        if (binding.kind == BindingKind::Color) value = binding.secondary ? raster.secondary_color : raster.color;
        if (binding.kind == BindingKind::FogCoord) value[0] = raster.fog_coordinate;
        if (binding.kind == BindingKind::Texcoord)
            value = raster.texture_coordinates.at(static_cast<size_t>(binding.index));
        values[i] = std::bit_cast<runtime::Vector4>(value);
    }
    return values;
}

}  // namespace glapi
