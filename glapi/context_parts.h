// What a context consists of. Only its constructor and tests see all of it: others include the headers of parts.
#pragma once

#include <memory>

#include "glapi/gates.h"
#include "glapi/immediate/evaluators.h"
#include "glapi/immediate/feedback.h"
#include "glapi/immediate/immediate.h"
#include "glapi/immediate/raster_position.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/command_lists/command_lists.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/name_table.h"
#include "glapi/objects/programs/ati_fragment_shaders.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/objects/sync/fences.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/share_group.h"
#include "glapi/state/attribute_stack.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/memory_ranges.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

struct ContextParts {
    ContextParts(Gates& gates, bool lose_context_on_reset, std::shared_ptr<ShareGroup>& share_group)
        : shared_end{share_group}, drawing(gates, lose_context_on_reset) {}

    rasterizer::Rasterizer rasterizer;
    // What the context shares with no other goes before the rasterizer, which then draws nothing for it.
    struct SharedEnd {
        std::shared_ptr<ShareGroup>& shared;
        ~SharedEnd() {
            if (shared.use_count() == 1) shared = nullptr;
        }
    } shared_end;

    Debug debug;
    State state;
    AttributeStacks attribute_stacks;
    ListState lists;
    BufferState buffers;
    VertexArrayState vertex_arrays;
    MemoryRanges memory_ranges;
    ImmediateState immediate;
    ProgramState programs;
    AtiShaderState ati_shaders;
    VertexShaderState vertex_shaders;
    ProgramObject combiner_constants{0, GL_REGISTER_COMBINERS_NV};
    EvaluatorState evaluators;
    QueryState queries;
    FenceState fences;
    FeedbackObjects feedback_objects;
    CommandListState command_lists;
    DrawState drawing;
    FeedbackState feedback;
    RasterPosition raster_position;
    TextureState textures;
    FramebufferState framebuffers;
    NameTable<Framebuffer> framebuffer_names;
    PixelState pixels;
};

}  // namespace glapi
