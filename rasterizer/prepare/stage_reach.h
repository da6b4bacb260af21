// The images that a stage's program may read or write: other draws and commands wait for these.
#pragma once

#include <vector>

#include "rasterizer/draw/draw.h"

namespace rasterizer {

// Whether it may read or write the image, as a texture or an image, by unit or by handle.
bool reaches(const StageProgram& stage, const runtime::Image& image);
// The images that it may change.
std::vector<const runtime::Image*> changed_images(const StageProgram& stage);

}  // namespace rasterizer
