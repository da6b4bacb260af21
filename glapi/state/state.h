// State of the fixed parts of the pipeline, with its initial values, cut by attribute group (GL 2.1 §6.1.12):
// glPushAttrib saves whole members. Enums are kept as the API has them.
#pragma once

#include <array>

#include "glapi/state/fog.h"
#include "glapi/state/fragments.h"
#include "glapi/state/lighting.h"
#include "glapi/state/primitives.h"
#include "glapi/state/texturing.h"
#include "glapi/state/transform.h"

namespace glapi {

struct State {
    MatrixState matrices;
    TransformState transform;
    ViewportState viewport;
    ScissorState scissor;
    LightingState lighting;
    TexturingState texturing;
    FogState fog;
    PointState point;
    LineState line;
    PolygonState polygon;
    PolygonStippleState polygon_stipple;
    MultisampleState multisample;
    HintState hints;
    ColorBufferState color_buffer;
    DepthState depth;
    StencilState stencil;
    AccumulationState accumulation;
    bool rasterizer_discard = false, conservative_rasterization = false, conservative_rasterization_intel = false;
    bool scale_position_w = false;      // VIEWPORT_POSITION_W_SCALE_NV
    GLfloat conservative_dilation = 0;  // pixels, a multiple of 1/4
    GLenum conservative_mode = GL_CONSERVATIVE_RASTER_MODE_POST_SNAP_NV;
    GLint patch_vertices = 3;
    std::array<GLfloat, 4> patch_outer_levels{1, 1, 1, 1};
    std::array<GLfloat, 2> patch_inner_levels{1, 1};
    std::array<GLfloat, 8> primitive_bounding_box{-1, -1, -1, 1, 1, 1, 1, 1};  // not used
};

}  // namespace glapi
