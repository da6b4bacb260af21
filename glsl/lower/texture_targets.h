// What assembly calls the kinds of textures and images.
#pragma once

#include <string>

#include "glsl/language/types.h"

namespace glsl {

// "SHADOWARRAY2D", "CUBE", …: of a sampler or image type.
inline std::string target_name(const Type& type) {
    std::string name = type.shadow ? "SHADOW" : "";
    if (type.arrayed) name += "ARRAY";
    switch (type.dimension) {
        case Dimension::D1: name += "1D"; break;
        case Dimension::D2: name += type.multisample ? "2DMS" : "2D"; break;
        case Dimension::D3: name += "3D"; break;
        case Dimension::Cube: name += "CUBE"; break;
        case Dimension::Rectangle: name += "RECT"; break;
        case Dimension::Buffer: name += "BUFFER"; break;
        case Dimension::None: break;
    }
    return name;
}

}  // namespace glsl
