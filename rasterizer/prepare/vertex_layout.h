// Matches what a vertex program writes with what the fragment program reads.
#pragma once

#include <array>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "runtime/lent.h"

namespace rasterizer {

// One attribute register of the fragment program.
struct FragmentInput {
    enum class Kind : uint8_t {
        Constant,
        Varying,      // slot (or back_slot) of the shaded vertices
        Position,     // fragment.position
        Facing,       // +1 or -1
        PrimitiveId,  // integer
        SpriteCoordinate,
        RectangleColor,  // the texel of a PixelRectangle
        SampleMask,
        SampleId,
        SamplePosition,    // in the pixel, 0 to 1
        Layer,             // of the framebuffer, integer
        Viewport,          // its number
        FramebufferColor,  // what colour attachment `slot` holds
        FullyCovered,      // 1 where the primitive covers the whole pixel under conservative rasterization, else 0
    };
    Kind kind = Kind::Constant;
    arbasm::Interpolation interpolation = arbasm::Interpolation::Perspective;
    arbasm::SampleLocation location = arbasm::SampleLocation::Pixel;
    uint8_t components = 0xf;         // those the program reads
    bool replaced_on_points = false;  // point sprites replace it by the sprite coordinate
    int8_t sprite_r = -1;             // RasterState::point_sprite_r
    uint16_t slot = 0, back_slot = 0;
    runtime::Vector4 constant{};
};

// A post-transform vertex: slots of four floats. Slot 0 is the clip position, slot 1 the window position
// (x, y, z, 1/w), the rest are the vertex program's results that the draw needs (VertexLayout).
using ShadedVertex = float;
inline constexpr int clip_slot = 0, window_slot = 1, first_varying_slot = 2;

// How a shaded vertex is filled: slot i + first_varying_slot holds program result `result`.
struct VertexSlot {
    int16_t result;
    bool clamp;           // to [0, 1]: colours
    bool scalar = false;  // only x counts, the rest reads (0, 0, 1): fog coordinates
};

struct VertexLayout {
    int position_result = -1;
    std::vector<VertexSlot> slots;
    int point_size_slot = -1;  // absolute slot numbers; -1: not written
    std::array<int8_t, max_clip_distances> clip_slots{};
    uint8_t clip_mask = 0;  // clip distances that are enabled and written
    std::array<int16_t, max_clip_distances> cull_results{};
    uint8_t cull_mask = 0;                             // cull distances that are written
    int color_slot = -1, texcoord_slot = -1;           // front primary colour and texture coordinate 0, for the sink
    std::array<float, 4> unwritten_color{1, 1, 1, 1};  // where color_slot is -1
    int slot_count = 2;                                // of a vertex, in groups of four floats
    std::vector<FragmentInput> inputs;
    std::vector<uint16_t> linear_slots;  // of inputs that are interpolated without perspective
    // The slots of what transform feedback captures, by its varyings; -1: not written. Where no stage comes between.
    std::vector<int16_t> captured_slots;
};

// The program's result that a varying captures; -1: it has none such.
int captured_result(const arbasm::Program& program, const FeedbackVarying& varying);

// Whether a vertex's result is (0,0,0,1) until it is written: "each register value is initialized to (0,0,0,1)" in
// NV_vertex_program; of later programs, which leave all undefined, the position, that compilers write in part.
bool begins_with_one(const arbasm::Program& program, arbasm::BindingKind result);

// The program whose results are rasterized.
const StageProgram& last_vertex_stage(const Draw& draw);

ASMGL_LENT VertexLayout build_vertex_layout(const Draw& draw);

}  // namespace rasterizer
