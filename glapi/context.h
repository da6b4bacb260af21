// A rendering context: what it is, and where its parts are, each a struct of its own header. A source includes the
// headers of the parts that it uses (docs/decisions/context_parts.md). A const Context& says nothing of the parts: what
// only reads one takes it as const.
#pragma once

#include <memory>

#include "glapi/context_request.h"
#include "glapi/errors.h"
#include "glapi/gates.h"
#include "glapi/generated/gl.h"
#include "glapi/registry/versions.h"

namespace rasterizer {
class Rasterizer;
}

namespace glapi {

class AttributeStacks;
struct AtiShaderState;
struct BufferState;
struct CommandListState;
struct ContextParts;
struct ContextStrings;
struct Debug;
struct DrawSequence;
struct DrawState;
struct EvaluatorState;
struct FeedbackObjects;
struct FeedbackState;
struct FenceState;
struct Framebuffer;
struct FramebufferState;
struct ImmediateState;
struct ListState;
struct MemoryRanges;
template <typename T>
class NameTable;
struct PixelState;
struct ProgramObject;
struct ProgramState;
struct QueryState;
struct RasterPosition;
struct ShareGroup;
struct State;
struct TextureState;
struct VertexArrayState;
struct VertexShaderState;

std::shared_ptr<DrawSequence> make_draw_sequence();

class Context : public Errors {
  public:
    Context(const ContextRequest& request, const Version& version, std::shared_ptr<ShareGroup> share_group);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    Gates gates;  // Begin and End close and open gate::InsideBegin
    ContextRequest request;
    const Version version;
    const ContextStrings& strings;
    std::shared_ptr<ShareGroup> shared;
    bool was_current = false;  // the viewport has been initialised from a drawable
    bool current_somewhere = false, destroyed = false;

  private:
    Context(const ContextRequest& request, const Version& version, std::shared_ptr<ShareGroup> share_group,
            std::unique_ptr<ContextParts> parts);
    const std::unique_ptr<ContextParts> parts_;

  public:
    rasterizer::Rasterizer& rasterizer;
    Debug& debug;
    State& state;
    AttributeStacks& attribute_stacks;
    ListState& lists;
    BufferState& buffers;
    VertexArrayState& vertex_arrays;
    MemoryRanges& memory_ranges;
    ImmediateState& immediate;
    ProgramState& programs;
    AtiShaderState& ati_shaders;
    VertexShaderState& vertex_shaders;
    ProgramObject& combiner_constants;  // as local parameters
    EvaluatorState& evaluators;
    QueryState& queries;
    FenceState& fences;
    FeedbackObjects& feedback_objects;
    CommandListState& command_lists;
    DrawState& drawing;
    FeedbackState& feedback;
    RasterPosition& raster_position;
    TextureState& textures;
    FramebufferState& framebuffers;
    NameTable<Framebuffer>& framebuffer_names;
    PixelState& pixels;
    std::shared_ptr<DrawSequence> draw_sequence = make_draw_sequence();  // glapi/draw/draw_sequence.h
};

}  // namespace glapi
