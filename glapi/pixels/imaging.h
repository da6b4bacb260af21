// The steps that the imaging subset adds to pixel transfer (GL 4.6 compatibility §8.4.5.5 to 8.4.5.14): tables of
// colours, convolution, the colour matrix, histogram and minmax.
#pragma once

#include <cstdint>
#include <vector>

#include "glapi/pixels/imaging_state.h"
#include "glapi/state/matrix.h"

namespace glapi {

struct ImagingImage {
    int32_t width = 0, height = 0;
    std::vector<ImagingColor> pixels;  // row by row
};

// Whether any step is enabled; `dimensions`: of the image, to select the convolution (3: none).
bool imaging_changes(const ImagingModes& modes, const ImagingTables& tables, const Matrix& color_matrix,
                     int dimensions);

// The size of what becomes of an image: convolution may shorten it.
void imaged_size(const ImagingModes& modes, const ImagingTables& tables, int dimensions, int32_t* width,
                 int32_t* height);

// All steps, after scale, bias and maps. False: the pixels end in the histogram or minmax table.
bool apply_imaging(const ImagingModes& modes, ImagingTables& tables, const Matrix& color_matrix, int dimensions,
                   ImagingImage& image);

}  // namespace glapi
