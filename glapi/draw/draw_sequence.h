// A sequence of draws without other commands in between. State is validated and resolved for the first draw only. Small
// draws wait until they can be drawn as parts of one (rasterizer::DrawPart).
//
// While there is a sequence gate::DrawSequence is closed, so that the next command that could change anything ends it.
// Commands that change programs' parameters or bindings of textures only (gate::SequenceParameters, SequenceTextures)
// interrupt it: the next draw resolves that anew and goes on with the rest. Its states are tables: sequence_states.h.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "glapi/draw/draw.h"
#include "glapi/draw/long_command.h"
#include "glapi/draw/sequence_states.h"

namespace glapi {

struct Buffer;
struct BufferState;
class Context;
struct VertexArrayState;

struct DrawSequence {
    enum class Kind : uint8_t { Arrays, Immediate };
    // Which draws may be joined. Memory of the application may change once a command has returned.
    enum class Joins : uint8_t { None, WithinCommand, All };

    bool enabled = true;
    SequencePhase phase = SequencePhase::Closed;
    SequenceUser user = SequenceUser::Free;
    Kind kind = Kind::Arrays;
    Joins joins = Joins::None;
    bool within_command = false;  // a multiple draw is under way
    // The changed parts of a draw.
    struct Changes {
        bool parameters = false, textures = false;
        explicit operator bool() const { return parameters || textures; }
    };
    Changes stale;    // since the last draw was resolved
    Changes renewed;  // what has been resolved anew since the last draw was handed on
    rasterizer::IndexType index_type = rasterizer::IndexType::None;
    uint32_t draws = 0;  // since it began
    uint32_t vertices = 0;
    std::vector<rasterizer::DrawPart> parts;          // waiting, `vertices` in all
    std::vector<std::shared_ptr<const void>> owners;  // of the memory that they read
    // Immediate vertices: their slots, the waiting vertices, and values of other attributes.
    std::vector<uint8_t> slots;
    std::vector<runtime::Vector4> immediate, values;

    bool is_open() const { return phase != SequencePhase::Closed; }
    // A signal handler that calls GL now has interrupted a draw and leaves the sequence alone.
    bool is_in_use() const { return user != SequenceUser::Free; }
};

// The calling thread draws.
class SequenceUse {
  public:
    explicit SequenceUse(Context& context) : context_(context) { advance_user(SequenceUserEvent::Enter); }
    ~SequenceUse();
    SequenceUse(const SequenceUse&) = delete;
    SequenceUse& operator=(const SequenceUse&) = delete;

  private:
    void advance_user(SequenceUserEvent event);
    Context& context_;
};

// Whether a draw of this mode, with indices of this type, continues the sequence: then only the call's own arguments
// need to be validated. Otherwise ends the sequence.
bool continues_sequence(Context& context, GLenum mode, rasterizer::IndexType index_type);
// Whether later draws may use what has been resolved for this one. After it: they may.
bool may_begin_sequence(const Context& context);
void begin_sequence(Context& context, rasterizer::IndexType index_type);
// The same for vertices of Begin and End.
bool continues_immediate(Context& context, GLenum mode);
bool may_begin_immediate(const Context& context);
void begin_immediate(Context& context, const ImmediateVertices& vertices);
bool join_immediate(Context& context, GLenum mode, const ImmediateVertices& vertices);
// Keeps a draw of the open sequence for later, if it is one that may wait.
bool join_sequence(Context& context, const ArrayDraw& call);
// Draws what waits.
void draw_waiting(Context& context);
void end_sequence(Context& context);
// Before programs' parameters or bindings of textures change: draws what waits. The next draw resolves these anew.
void interrupt_sequence(Context& context, bool parameters, bool textures);
// Hands the context's Draw on.
void draw_in_sequence(Context& context, bool begins, bool goes_on);
// Before a buffer's contents change: draws what waits. The sequence goes on if the buffer's memory stays.
void begin_contents(Context& context, Buffer& buffer);

// Draws of one command may be joined even where they read the application's memory.
class MultipleDraw {
  public:
    explicit MultipleDraw(Context& context);
    ~MultipleDraw();
    MultipleDraw(const MultipleDraw&) = delete;
    MultipleDraw& operator=(const MultipleDraw&) = delete;
    bool stopped() { return command_.stopped(); }

  private:
    Context& context_;
    LongCommand command_;
};

// Where the indices of a call lie, and how many bytes of them are readable; null: nowhere.
struct IndexMemory {
    const std::byte* data = nullptr;
    size_t bytes = SIZE_MAX;
};
IndexMemory index_memory(const BufferState& buffers, const VertexArrayState& vertex_arrays, const void* indices);

}  // namespace glapi
