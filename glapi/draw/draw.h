// Common to all draw commands: validation, and the call of the rasterizer.
#pragma once

#include <cstdint>

#include "glapi/generated/gl.h"
#include "glapi/immediate/immediate.h"
#include "ir/program.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

class Context;

// Checks the enabled programs. False after an error.
bool validate_programs(Context& context);

// Checks what every drawing command checks: the primitive, the programs, the framebuffer. False after an error.
bool validate_draw(Context& context, GLenum mode);

// The same for pixel rectangles, which no stage before the fragments sees.
bool validate_rectangle(Context& context);

// The primitive of a mode token, which validate_draw() has accepted.
rasterizer::Primitive primitive_of(GLenum mode);

// The slot that an attribute binding of a vertex program reads. -1: none
// (the rasterizer makes vertex.id and the like).
int attribute_slot(const arbasm::Binding& binding);

// The same of immediate vertices, which hold the high words of long ones in slots of their own.
int immediate_slot(const arbasm::Attribute& attribute);

// Bytes of an index; 0 for None.
int index_bytes(rasterizer::IndexType type);
// Where an index begins in the element array buffer: behind its end, if it can't be counted.
const void* index_offset(uint32_t index, rasterizer::IndexType type);

// How many of the vertex program's attributes are fed.
size_t attribute_count(const rasterizer::Draw& draw);
// Edge flags matter where polygons are not filled.
bool wants_edge_flags(const rasterizer::Draw& draw);

// One draw from vertex arrays, validated.
struct ArrayDraw {
    GLenum mode = GL_TRIANGLES;
    int64_t first = 0;  // vertices, of draws without indices
    int32_t count = 0;
    rasterizer::IndexType index_type = rasterizer::IndexType::None;
    const void* indices = nullptr;  // memory, or an offset into the element array buffer
    int32_t base_vertex = 0;
    int32_t instance_count = 1;
    uint32_t base_instance = 0;
    uint32_t draw_id = 0;  // in a multi-draw
};
void draw_arrays(Context& context, const ArrayDraw& call);

// Points the vertex program's attributes at immediate vertices; other attributes have current values.
void fill_immediate_input(rasterizer::Draw& draw, const ImmediateVertices& vertices,
                          const std::array<runtime::Vector4, value_slot_count>& current);
// Draws vertices gathered by immediate mode or a display list; `parts`, if there are any, instead of all as `mode`.
// False: parts can't be drawn in one go now, and nothing has been.
bool draw_immediate(Context& context, GLenum mode, const ImmediateVertices& vertices,
                    std::span<const rasterizer::DrawPart> parts);

}  // namespace glapi
