// A draw's fragments as one machine-code function: its arguments, and its owner.
//
// The function processes the fragments of a primitive in a block of 8×8 pixels, after coverage and early tests:
// attributes, program, late tests, blending, conversion, store. rasterizer/blocks compiles it for a PixelKey
// (docs/engine.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "rasterizer/draw/draw.h"
#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/prepare/keyed_code.h"
#include "runtime/interpreter/machine.h"
#include "runtime/jit/program_windows.h"

namespace rasterizer {

struct TileDraw;
struct TilePrimitive;

// Values that a draw's blocks in a tile share.
struct BlockConstants {
    const float* offset_x;  // where each of a block's pixels lies in it
    const float* offset_y;
    const runtime::Vector4* parameters;       // one for each of Program::parameters
    const runtime::TextureBinding* textures;  // by unit
    runtime::interpreter::Machine* machine;
    const runtime::jit::ImageWindow* image_windows;  // of BlockEntry::windows
    runtime::jit::MemoryWindow* memory_windows;
    float framebuffer_height;
    float depth_low, depth_high, depth_scale;  // window depths are clamped to; the largest integer of unorm depth
    int32_t bounds_low, bounds_high;           // depth bounds, as depth is stored
    float alpha_reference;
    float sample_x[max_samples], sample_y[max_samples];  // relative to the pixel's centre
    struct Face {
        int32_t reference, read_mask, write_mask;
    } faces[2];  // stencil
    float blend_constant[max_color_attachments][4];
};

struct BlockJob {
    const BlockConstants* constants;
    const TilePrimitive* primitive;
    float x, y;                               // the centre of the block's first pixel
    uint32_t sample;                          // of programs that run for each: the one that has fragments; else 0
    uint64_t masks[max_samples];              // the fragments, by sample; 0: no such sample
    uint64_t covered[max_samples];            // before early tests; of several samples
    uint64_t passed[max_samples];             // out, zero before: those that passed late tests
    uint32_t* colors[max_color_attachments];  // the block's words in the tile; samples and planes follow as there
    int32_t* depth;
    uint8_t* stencil;
};
using BlockFunction = void (*)(BlockJob* job);

// The function, and the decoded program; the function takes a Machine for it.
struct BlockEntry {
    BlockFunction function = nullptr;
    const runtime::decoded::Code* code = nullptr;
    runtime::jit::WantedWindows windows;  // that it looks through
};

// Code for the blocks of draws that have one PixelKey. Held by the TileDraws.
using BlockCode = KeyedCode<BlockEntry>;

// Finds code for draws: null where fragments go another way.
class BlockCodes {
  public:
    virtual ~BlockCodes() = default;
    virtual std::shared_ptr<const BlockCode> find(const Draw& draw, const TileDraw& tile_draw) = 0;
};

}  // namespace rasterizer
