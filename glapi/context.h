// A rendering context: one member per subject, each a struct of its own header.
#pragma once

#include <atomic>
#include <memory>

#include "glapi/context_request.h"
#include "glapi/gates.h"
#include "glapi/generated/gl.h"
#include "glapi/immediate/evaluators.h"
#include "glapi/immediate/feedback.h"
#include "glapi/immediate/immediate.h"
#include "glapi/immediate/raster_position.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/command_lists/command_lists.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/ati_fragment_shaders.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/objects/sync/fences.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/context_strings.h"
#include "glapi/share_group.h"
#include "glapi/state/attribute_stack.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/memory_ranges.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

struct DrawSequence;
std::shared_ptr<DrawSequence> make_draw_sequence();

class Context {
  public:
    Context(const ContextRequest& request, const Version& version, std::shared_ptr<ShareGroup> share_group);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    // Sets the context's error unless one is pending, and sends a debug message that begins with the command's name.
    [[gnu::format(printf, 3, 4)]] void error(GLenum code, const char* format, ...);

    Gates gates;  // Begin and End close and open gate::InsideBegin
    GLenum pending_error = GL_NO_ERROR;
    ContextRequest request;
    const Version version;
    const ContextStrings& strings;
    std::shared_ptr<ShareGroup> shared;
    bool was_current = false;  // the viewport has been initialised from a drawable
    bool current_somewhere = false, destroyed = false;
    rasterizer::Rasterizer rasterizer;
    // What the context shares with no other goes before the rasterizer, which then draws nothing for it.
    struct SharedEnd {
        std::shared_ptr<ShareGroup>& shared;
        ~SharedEnd() {
            if (shared.use_count() == 1) shared = nullptr;
        }
    } shared_end{shared};

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
    ProgramObject combiner_constants{0, GL_REGISTER_COMBINERS_NV};  // as local parameters
    EvaluatorState evaluators;
    QueryState queries;
    FenceState fences;
    FeedbackObjects feedback_objects;
    CommandListState command_lists;
    DrawState drawing{gates, request.lose_context_on_reset};
    FeedbackState feedback;
    RasterPosition raster_position;
    TextureState textures;
    FramebufferState framebuffers;
    NameTable<Framebuffer> framebuffer_names;
    PixelState pixels;
    std::shared_ptr<DrawSequence> draw_sequence = make_draw_sequence();  // glapi/draw/draw_sequence.h
};

}  // namespace glapi
