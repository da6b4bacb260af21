// A draw with all that is found out about it before its first vertex, once: what its stages hand to each other, where
// its primitives go, what its fragments need.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "rasterizer/draw/draw.h"
#include "rasterizer/prepare/draw_record.h"
#include "rasterizer/prepare/fragment_pipeline.h"
#include "rasterizer/prepare/vertex_layout.h"

namespace rasterizer {

struct PreparedDraw {
    const Draw& draw;
    VertexLayout layout;
    // There are stages between vertices and primitives, or primitives choose their viewport or layer.
    bool staged = false;
    // Fragments come of it; else primitives go to a sink, or are discarded.
    bool makes_fragments = false;
    std::shared_ptr<const DrawRecord> record{};  // where fragments come of it

    // The stages before fragments whose programs reach images or textures: they run at once, while earlier draws may
    // still be under way, and must wait for those that they conflict with.
    std::span<const StageProgram* const> reaching_stages() const { return std::span(reaching).first(reaching_count); }

    std::array<const StageProgram*, 4> reaching{};
    size_t reaching_count = 0;
};

// `draw` outlives what is prepared. `pipelines`: those of earlier draws, with this one's added.
PreparedDraw prepare_draw(const Draw& draw, FragmentPipelines& pipelines);
// For a draw that goes on with the last one and renews what programs compute with.
void renew_draw(PreparedDraw& prepared, FragmentPipelines& pipelines);
// The same for a draw with a pixel rectangle, which has no vertices.
PreparedDraw prepare_pixel_rectangle(const Draw& draw, FragmentPipelines& pipelines);

}  // namespace rasterizer
