// What a stage's program may read or write of images: what others have to wait for.
#pragma once

#include <vector>

#include "rasterizer/draw.h"

namespace rasterizer {

// As a texture or an image, by unit or by handle.
bool reaches(const StageProgram& stage, const runtime::Image& image);
// By unit.
std::vector<const runtime::Image*> reached_images(const StageProgram& stage);

}  // namespace rasterizer
