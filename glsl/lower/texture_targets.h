// Names of texture and image targets in programs.
#pragma once

#include "glsl/language/types.h"

#include "ir/program.h"

namespace glsl {

// The target of a sampler or image type. None: there are no such textures.
inline arbasm::TextureTarget texture_target(const Type& type) {
    using enum arbasm::TextureTarget;
    const auto choose = [&type](arbasm::TextureTarget plain, arbasm::TextureTarget shadow, arbasm::TextureTarget array,
                                arbasm::TextureTarget shadow_array) {
        return type.arrayed ? (type.shadow ? shadow_array : array) : type.shadow ? shadow : plain;
    };
    switch (type.dimension) {
        case Dimension::D1: return choose(Target1D, TargetShadow1D, TargetArray1D, TargetShadowArray1D);
        case Dimension::D2:
            return type.multisample ? choose(Target2DMS, None, TargetArray2DMS, None)
                                    : choose(Target2D, TargetShadow2D, TargetArray2D, TargetShadowArray2D);
        case Dimension::D3: return choose(Target3D, None, None, None);
        case Dimension::Cube: return choose(TargetCube, TargetShadowCube, TargetArrayCube, TargetShadowArrayCube);
        case Dimension::Rectangle: return choose(TargetRect, TargetShadowRect, None, None);
        case Dimension::Buffer: return choose(TargetBuffer, None, None, None);
        case Dimension::None: break;
    }
    return None;
}

}  // namespace glsl
