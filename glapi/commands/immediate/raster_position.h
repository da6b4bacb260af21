#pragma once

namespace glapi {

class Context;

// RasterPos runs the vertex program on one vertex, WindowPos takes window coordinates (GL 2.1 §2.13). Default
// components are in rows of glapi/registry/attribute_commands.py.
void set_raster_position(Context& context, float x, float y, float z, float w);
void set_window_position(Context& context, float x, float y, float z, float w);

}  // namespace glapi
