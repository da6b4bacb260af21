// The body of a decoded program inside a function that is being recorded. One class; its methods are spread by subject:
//   program_emitter.cpp   the whole program: registers, what is around it
//   emit_compute.cpp      steps that compute
//   emit_convert.cpp      CVT, and registers of one size used with the other
//   emit_flow.cpp         structured flow by masks
//   emit_dispatch.cpp     flow of every kind, by the interpreter's functions
//   emit_memory.cpp       loads, stores, constant buffers
//   emit_atomics.cpp      atomic operations
//   emit_images.cpp       the same of images
//   emit_lanes.cpp        registers by index, lanes that see each other
//   emit_textures.cpp     texture lookups
//   emit_vertices.cpp     EMIT, ENDPRIM
//   emit_called.cpp       steps that the interpreter's functions do, with operands and results in memory
//
// In the structured form registers are variables, flow is by masks, and a group is walked in pieces as wide as the
// recorder's values. The dispatched form takes whole groups, has all registers in memory, and goes from block to block
// as the interpreter's flow steps say: for unstructured flow, recursion, calls by number, and groups that wait for each
// other.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "runtime/decode/shaping.h"
#include "runtime/jit/known_samplers.h"
#include "runtime/jit/local_registers.h"
#include "runtime/jit/program_windows.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/step_operands.h"
#include "runtime/jit/uniform_values.h"

namespace runtime::jit {

// Whether the structured form can have the program.
bool is_structured(const Code& code);

// Whether code does an atomic operation on a number of the type, which is a word or two.
bool changes_inside(arbasm::AtomicOperation operation, arbasm::DataType storage);
// The same of vectors of halves.
bool changes_halves(arbasm::AtomicOperation operation);
// What was there before. `value`: of CSWAP; counters have no operand. Of one word, and of two.
ScalarUnsigned operate_atomically(arbasm::AtomicOperation operation, arbasm::DataType storage, Pointer at,
                                  ScalarUnsigned operand, ScalarUnsigned value);
ScalarWideUnsigned operate_atomically(arbasm::AtomicOperation operation, arbasm::DataType storage, Pointer at,
                                      ScalarWideUnsigned operand, ScalarWideUnsigned value);

class ProgramEmitter {
  public:
    enum class Form : uint8_t { Structured, Dispatched };

    using FormatOfUnit = std::function<Format(int32_t unit)>;

    struct EmitContext {
        // An interpreter::Machine that was started for the group. What runs in C++ finds everything there.
        Pointer machine{no_value};
        Pointer parameters{no_value};  // a Vector4 for each of Program::parameters
        // An attribute's component, in the lanes of the piece. Null: in memory, at the machine's base.
        std::function<Unsigned(int32_t attribute, int component)> attribute;
        // The same where IPAC, IPAO (x and y: floats) and IPAS (x: which sample) say; null: by the interpreter's
        // function, as attributes by a run-time index are.
        std::function<std::array<Unsigned, 4>(int32_t attribute, InterpolationPlace where, Unsigned x, Unsigned y)>
            attribute_at;
        // What a result holds before; null: nothing that matters.
        std::function<Unsigned(int32_t result, int component)> result_before;
        ScalarUnsigned first_lane{no_value};  // of the piece in its group
        std::optional<Mask> active, helpers;
        std::optional<ScalarUnsigned> start;  // Dispatched: the step to begin with
        KnownSamplers known_samplers;
        Pointer textures{no_value};  // a TextureBinding for each unit with a known sampler
        // The format of the image that an image unit has; windows that are open have words for it, as far as there are
        // conversions. None: the interpreter's function does formatted accesses.
        // Null: nothing is known, and code serves all formats.
        FormatOfUnit image_format;
        // ImageWindows and MemoryWindows that are open, of windows_of(code); nothing: the code opens them.
        std::optional<Pointer> image_windows, memory_windows;
    };

    ProgramEmitter(const Code& code, Form form);

    // Lanes that the recorder's values must have: group_lanes, or 0 for any. Threads that see each other's values, and
    // what programs write to memory, in order, want whole groups.
    int required_lanes() const { return sees_lanes_ || changes_memory_ ? group_lanes : 0; }
    // What of it holds where lanes are no group's: as many are run at a time as the caller likes, in its own order.
    bool sees_lanes() const { return sees_lanes_; }
    bool changes_memory() const { return changes_memory_; }
    // The preferred number of lanes. Programs that call C++ functions take whole groups, so that they call once.
    int preferred_lanes(const KnownSamplers& known_samplers = {}, const FormatOfUnit& image_format = {}) const;
    // Whether it asks what is the same for all lanes, as long as they ask for the same level.
    static bool asks_inside(const SampleStep& step);
    // Whether an access to an image is, so far as the image that is bound allows it.
    static bool accesses_inside(const AccessImageStep& step, const FormatOfUnit& image_format = {});
    static WantedWindows windows_of(const Code& code);

    // Recording goes on behind the program's end.
    void emit(const EmitContext& context);

    // Behind it: results that the program writes, lanes that it killed. Results in memory are where the group's are.
    bool writes_result(int32_t result, int component) const;
    bool results_in_memory() const { return results_in_memory_; }
    Unsigned result(int32_t result, int component);
    Mask killed() const { return killed_->get(); }
    bool kills() const { return kills_; }

  private:
    struct Flags {
        Mask sign, zero, carry, overflow;
    };
    struct FlagVariables {
        Variable<Mask> sign, zero, carry, overflow;
    };

    // ---- registers
    void find_registers();
    void declare_registers();
    bool is_in_memory(Place place) const;
    Pointer address(Place place) const;  // of the piece's first lane
    unsigned alignment() const;
    Unsigned read(Place place);
    void write(Place place, Unsigned value);
    template <class T>
    T component(const Source& source, int c);
    template <class T>
    T wide_component(const Source& source, int c);
    Unsigned uniform(uint32_t offset);
    Unsigned thread_word(uint32_t offset);
    Flags flags(int code_register, int component);
    void set_flags(int code_register, int component, const Flags& flags);
    Mask running() const;
    Pointer group() const;

    // ---- steps that compute
    void emit_step(const ComputeStep& step);
    template <arbasm::Operation operation>
    void emit_operation(const ComputeStep& step);
    template <arbasm::Operation operation, arbasm::LaneKind kind>
    void compute(const ComputeStep& step);
    template <arbasm::Operation operation, arbasm::LaneKind kind>
    void compute_wide(const ComputeStep& step);
    template <arbasm::Operation operation, arbasm::LaneKind kind, int index>
    auto operand(const ComputeStep& step, int c);
    template <arbasm::Operation operation, arbasm::LaneKind kind, int index>
    auto wide_operand(const ComputeStep& step, int c);
    template <class R>
    void keep_result(const Result& result, int c, R value, Mask carry, Mask overflow);
    void finish_result(const Result& result);
    bool runs_everywhere(const Result& result) const;
    bool is_local(Place place) const;
    Mask kept(const Result& result, int c);
    Mask passes(const Condition& condition, int c);
    Mask passing(const Condition& condition);

    // ---- structured flow
    // What the interpreter's Frame is. Lanes that stop running wait in one of them.
    struct OpenFrame {
        StepKind kind;           // If, Repeat, Call
        Mask outer;              // lanes that came
        Label exit;              // where to go when no lane is left inside
        Variable<Mask> waiting;  // If: for ELSE, or past it for ENDIF. Repeat: for the next turn. Call: not called
        Variable<Mask> left;     // Repeat, Call: done
        bool everyone = false;   // what everyone_ was before
        bool together = false;   // If: all lanes or none pass
        bool escaped = false;    // lanes may have left it for a frame further out
        bool scattered = false;  // and not all of them at once
        bool parts = false;      // Repeat: lanes may leave it, or a turn of it, at different times
        // Loops.
        std::optional<Label> body;
        std::optional<Variable<ScalarSigned>> turns;
        std::optional<Variable<Signed>> lane_turns;
    };
    OpenFrame& open_frame(StepKind kind, Mask outer, Mask waiting);
    OpenFrame close_frame();
    void emit_structured(StepOffset at);
    void emit_flow(const Step& step);
    void emit_break(const Condition& condition, bool continues);
    void emit_return(const ReturnStep& step);
    void emit_kill(const KillNegativeStep& step);
    void emit_if(const IfStep& step);
    void emit_else(const ElseStep& step);
    void emit_endif();
    void emit_repeat(const RepeatStep& step);
    void emit_end_of_repeat(const EndRepeatStep& step);
    void emit_call(const CallStep& step);
    void park(Mask lanes, bool all, std::optional<size_t> frame, bool together);
    static ScalarUnsigned first_of(Mask lanes);
    void proceed_if_none();
    void kill(Mask lanes);
    const Label& innermost_exit() const;
    std::optional<size_t> innermost(StepKind kind) const;
    void charge(uint32_t origin, uint32_t steps);
    bool lanes_part_within(const RepeatStep& step) const;
    Signed turn_count(const RepeatStep& step);

    // ---- conversions
    WideUnsigned converted_bits(const ConvertStep& step, int c);
    void emit_conversion(const ConvertStep& step);

    // ---- dispatched flow
    void emit_dispatched();

    // ---- by the interpreter's functions
    void emit_called(const Step& step);
    void emit_called_for(const Step& step, Mask lanes, bool everywhere = false);
    void spill(Place place);
    void spill_running(Mask lanes);
    void spill_killed();
    void reload(Place place, bool everywhere, Mask lanes);
    void emit_called_for_kept(const Step& step);

    void emit_plain(const Step& step);

    // ---- emitted vertices
    Unsigned value_of_result(int32_t result, int component);
    void emit_vertex(const EmitVertexStep& step);
    void emit_end_of_strip(const EndPrimitiveStep& step);

    // ---- textures
    std::array<Unsigned, 4> sampled(const SampleStep& step, const SamplerKey& key, Pointer sampler, Mask lanes);
    void sample_unit(const SampleStep& step, const SamplerKey& key);
    void sample_any(const SampleStep& step, const std::vector<SamplerKey>& keys);
    void emit_texture_query(const SampleStep& step);
    void emit_sample(const SampleStep& step);

    // ---- memory
    using WindowKey = WantedWindows::OfMemory;
    struct MemoryPlaces {
        Pointer data;
        WideUnsigned offsets;
        ScalarMask all_inside;
    };
    static WindowKey window_key(const AccessMemoryStep& step);
    static WindowKey window_key(const LoadBufferStep& step);
    void open_windows();
    struct OpenWindow {
        Pointer at;          // a MemoryWindow
        bool lasts;          // and does not change
        ScalarMask for_all;  // the lanes that asked for it
    };
    OpenWindow window_at(const WindowKey& key);
    OpenWindow window_by_number(AccessMemoryStep::Space space, const BufferPlace& place, bool writes, Mask lanes);
    static ScalarWideUnsigned size_of(const OpenWindow& window);
    static Pointer data_of(const OpenWindow& window);
    WideSigned wide_index(const LaneIndex& index);
    MemoryPlaces places_of(const AccessMemoryStep& step, Mask lanes);
    std::vector<Unsigned> data_words(const AccessMemoryStep& step, int components);
    void load_natively(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes);
    void store_natively(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes);
    void load_small(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes);
    void store_small(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes);
    void change_natively(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes);
    void change_halves_natively(const AccessMemoryStep& step, const MemoryPlaces& places, Mask lanes);
    // `body` of each lane's number and where its access goes to.
    template <class Body>
    void for_each_place(const MemoryPlaces& places, Mask lanes, Body body);
    void emit_memory(const AccessMemoryStep& step);
    void emit_buffer_load(const LoadBufferStep& step);
    void load_from_buffer(const LoadBufferStep& step, const OpenWindow& window, Mask lanes);
    Mask killed_lanes() const;

    // ---- images
    struct ImageKey {
        int64_t which;     // unit; below zero: of a step with a run-time unit or handle
        uint32_t request;  // ImageRequest::word()
        auto operator<=>(const ImageKey&) const = default;
    };
    static ImageKey image_key(const Code& code, const AccessImageStep& step);
    ImageKey image_key(const AccessImageStep& step) const { return image_key(code_, step); }
    void open_image_windows(const WantedWindows& wanted);
    bool has_open_window(const AccessImageStep& step) const { return context_->image_windows && !step.unit.varies(); }
    ScalarMask opens_window(const AccessImageStep& step, Mask lanes, Pointer window);
    void access_image_natively(const AccessImageStep& step, Mask lanes, Pointer window);
    void emit_image(const AccessImageStep& step);
    void emit_image_query(const QueryImageStep& step);

    // ---- registers by index, lanes together
    Signed clamped_index(const LaneIndex& index, int32_t size, Mask* outside);
    void emit_gather(const GatherRegistersStep& step);
    void emit_gather(const GatherParametersStep& step);
    void emit_vertex_read(const ReadVertexStep& step);
    void emit_scatter(const ScatterRegistersStep& step);
    void emit_interpolation(const InterpolateStep& step);
    void emit_vote(const VoteStep& step);
    void emit_quad_sum(const QuadSumStep& step);
    void emit_shuffle(const ShuffleStep& step);
    Unsigned component_bits(const Source& source, int c, arbasm::LaneKind kind);

    const Code& code_;
    const arbasm::Program& program_;
    const Form form_;
    bool sees_lanes_ = false, changes_memory_ = false;
    bool results_in_memory_ = false, emits_inside_ = false, kills_ = false, calls_often_ = false;
    RegisterUse use_;
    UniformValues uniform_;
    struct Range {
        Base base;
        uint32_t first, end;
    };
    std::vector<Range> in_memory_;
    std::set<std::pair<Base, uint32_t>> words_, written_;
    std::set<uint32_t> cleared_;

    // While recording.
    const EmitContext* context_ = nullptr;
    std::map<std::pair<Base, uint32_t>, Variable<Unsigned>> registers_;
    std::vector<FlagVariables> codes_;  // 4 · register + component
    std::optional<Variable<Mask>> running_, killed_;
    std::optional<Variable<ScalarWideSigned>> budget_;
    std::optional<Label> end_;
    std::map<WindowKey, Pointer> windows_;
    std::map<ImageKey, Pointer> image_windows_;
    bool everyone_ = false;  // all active lanes run here, whatever happened
    bool charges_ = false;   // something has been taken from the budget
    std::vector<OpenFrame> frames_;
    uint32_t frame_depth_ = 0;
    std::vector<std::optional<Mask>> kept_;  // by the step before, for those that write by index
    struct Pending {
        int component;
        Unsigned low;
        std::optional<Unsigned> high;
        std::optional<Flags> flags;
    };
    std::vector<Pending> pending_;
};

template <class Body>
void ProgramEmitter::for_each_place(const MemoryPlaces& places, Mask lanes, Body body) {
    const LaneArray low(low_word(places.offsets)), high(high_word(places.offsets));
    for_each_lane(lanes, [&](ScalarUnsigned i) {
        const ScalarWideUnsigned offset =
            to_wide(low.at(i)) | (to_wide(high.at(i)) << ScalarWideUnsigned(uint64_t{32}));
        body(i, places.data + offset);
    });
}

template <class T>
T ProgramEmitter::component(const Source& source, int c) {
    const T value = arbasm::same_bits<T>(read(source.component(c)));
    const bool negated = source.negate >> c & 1;
    return source.absolute || negated ? modified(value, source.absolute, negated) : value;
}

template <class T>
T ProgramEmitter::wide_component(const Source& source, int c) {
    const Place low = source.component(c);
    const T value = arbasm::same_bits<T>(wide_of(read(low), read({low.base, low.offset + vector_bytes})));
    const bool negated = source.negate >> c & 1;
    return source.absolute || negated ? modified(value, source.absolute, negated) : value;
}

}  // namespace runtime::jit
