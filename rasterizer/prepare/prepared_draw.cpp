#include "rasterizer/prepare/prepared_draw.h"

#include <algorithm>

namespace rasterizer {
namespace {

// Draws that nothing between vertices and setup happens to take a shorter way.
bool has_stages(const Draw& draw) {
    if (draw.geometry.program || draw.tess_evaluation.program || draw.primitive == Primitive::Patches) return true;
    // Shaded vertices don't have their numbers.
    if (draw.transform_feedback && std::ranges::any_of(draw.transform_feedback->varyings, [](const auto& varying) {
            return varying.binding.kind == arbasm::BindingKind::VertexId;
        }))
        return true;
    // Layers and viewports that vertex programs choose.
    const arbasm::ResultRegisters& results = draw.vertex.facts->results;
    return results.layer >= 0 || results.viewport >= 0 || results.viewport_mask >= 0 || results.secondary_position >= 0;
}

bool reaches_images(const StageProgram& stage) {
    return !stage.textures.empty() || (stage.memory && (!stage.memory->images.empty() || stage.memory->handles));
}

}  // namespace

PreparedDraw prepare_draw(const Draw& draw, FragmentPipelines& pipelines) {
    PreparedDraw prepared{.draw = draw, .layout = build_vertex_layout(draw)};
    prepared.staged = has_stages(draw);
    prepared.makes_fragments =
        !draw.sink && !draw.raster.rasterizer_discard && draw.framebuffer.width > 0 && draw.framebuffer.height > 0;
    for (const StageProgram* stage : {&draw.vertex, &draw.tess_control, &draw.tess_evaluation, &draw.geometry})
        if (reaches_images(*stage)) prepared.reaching[prepared.reaching_count++] = stage;
    if (prepared.makes_fragments) prepared.tile_draw = make_tile_draw(draw, prepared.layout, pipelines);
    return prepared;
}

void renew_draw(PreparedDraw& prepared, FragmentPipelines& pipelines) {
    if (prepared.tile_draw) prepared.tile_draw = renew_tile_draw(prepared.draw, *prepared.tile_draw, pipelines);
}

PreparedDraw prepare_pixel_rectangle(const Draw& draw, FragmentPipelines& pipelines) {
    PreparedDraw prepared{.draw = draw, .layout = build_vertex_layout(draw)};
    prepared.makes_fragments = true;
    const PixelRectangle& rectangle = *draw.pixel_rectangle;
    for (size_t i = 0; i < prepared.layout.inputs.size(); ++i) {
        FragmentInput& input = prepared.layout.inputs[i];
        const arbasm::Binding& binding = draw.fragment.program->attributes[i].binding;
        if (input.kind != FragmentInput::Kind::Varying && input.kind != FragmentInput::Kind::Constant) continue;
        input.kind = FragmentInput::Kind::Constant;
        if (i < rectangle.attributes.size()) input.constant = rectangle.attributes[i];
        if (rectangle.kind == PixelRectangle::Kind::Color && binding.kind == arbasm::BindingKind::Color &&
            !binding.secondary)
            input.kind = FragmentInput::Kind::RectangleColor;
    }
    prepared.tile_draw = make_tile_draw(draw, prepared.layout, pipelines);
    return prepared;
}

}  // namespace rasterizer
