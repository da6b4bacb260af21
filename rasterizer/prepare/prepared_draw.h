// A draw with everything that is computed once, before its first vertex: what its stages hand to each other, where its
// primitives go, what its fragments need.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "rasterizer/draw/draw.h"
#include "rasterizer/prepare/fragment_pipeline.h"
#include "rasterizer/prepare/tile_draw.h"
#include "rasterizer/prepare/vertex_layout.h"

namespace rasterizer {

struct PreparedDraw {
    const Draw& draw;
    VertexLayout layout;
    // There are stages between vertices and primitives, or primitives choose their viewport or layer.
    bool staged = false;
    // It has fragments; else primitives go to a sink, or are discarded.
    bool makes_fragments = false;
    std::shared_ptr<const TileDraw> tile_draw{};  // where fragments come of it

    // Stages before fragments with programs that access images or textures. They run at once, while earlier draws may
    // still run: the draw waits for conflicting ones.
    std::span<const StageProgram* const> reaching_stages() const { return std::span(reaching).first(reaching_count); }

    std::array<const StageProgram*, 4> reaching{};
    size_t reaching_count = 0;
};

// `draw` outlives the result. `pipelines`: the pipelines of earlier draws; this one's is added.
PreparedDraw prepare_draw(const Draw& draw, FragmentPipelines& pipelines);
// For a draw that continues the previous one with other parameters or textures.
void renew_draw(PreparedDraw& prepared, FragmentPipelines& pipelines);
// The same for a draw with a pixel rectangle, which has no vertices.
PreparedDraw prepare_pixel_rectangle(const Draw& draw, FragmentPipelines& pipelines);

}  // namespace rasterizer
