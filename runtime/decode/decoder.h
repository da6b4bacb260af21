// Turns a Program into steps, instruction by instruction. One class; its methods are spread by subject:
//   decode.cpp           the whole program, arithmetic
//   decode_operands.cpp  operands
//   decode_results.cpp   results: the steps that compute, and where they write
//   decode_flow.cpp      branches, loops, calls, KIL
//   decode_convert.cpp   CVT, 64-bit registers
//   decode_older.cpp     what the dialects before NV_gpu_program4 do their own way: precisions, jumps, LOOP
//   decode_stages.cpp    inputs per vertex, patches, EMIT, BAR
//   decode_memory.cpp    LOAD, STORE, ATOM and the like for buffers
//   decode_images.cpp    LOADIM, STOREIM, ATOMIM, their sizes; texture and image units and handles
//   decode_texture.cpp   texture accesses
//   decode_group.cpp     threads of a group together, indirect calls
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include "ir/limits.h"
#include "ir/program_facts.h"
#include "ir/semantics/convert_number.h"
#include "runtime/decode/code.h"

namespace runtime::decoded {

using namespace arbasm;

// Offsets in the constant file.
inline constexpr uint32_t zero_offset = 0, one_offset = word_bytes;
inline constexpr uint32_t call_depth = limits::MAX_PROGRAM_CALL_DEPTH_NV;

LaneKind lane_kind(DataType type);
// The type of registers that hold such numbers.
DataType type_of(LaneKind kind, bool wide);

class Decoder {
  public:
    Decoder(Code& code, const ProgramFacts& facts) : code_(code), program_(*code.program), facts_(facts) {}
    void run();

  private:
    // ---- instructions: the methods that instructions.def names, and what they are made of
    void decode(const Instruction& instruction, size_t index);
    void begin_sections(size_t index);
    void begin_section(size_t index);
    void finish_run();
    void decode_arithmetic(const Instruction& instruction, Operation operation);
    void decode_nothing(const Instruction&) {}
    template <class T>
    void decode_plain(const Instruction&) {
        emit(T{});
    }

    void decode_if(const Instruction& instruction);
    void decode_else(const Instruction& instruction);
    void decode_endif(const Instruction& instruction);
    void decode_repeat(const Instruction& instruction);
    void decode_end_of_repeat(const Instruction& instruction);
    void decode_loop(const Instruction& instruction);
    void decode_end_of_loop(const Instruction& instruction);
    void advance_loop();
    void decode_break(const Instruction& instruction);
    void decode_continue(const Instruction& instruction);
    void decode_call(const Instruction& instruction);
    void decode_indirect_call(const Instruction& instruction);
    void decode_return(const Instruction& instruction);
    void decode_branch(const Instruction& instruction);
    void decode_push_address(const Instruction& instruction);
    void decode_pop_address(const Instruction& instruction);

    void decode_convert(const Instruction& instruction);
    void decode_conversion_chain(const Instruction& instruction);
    void decode_pack64(const Instruction& instruction);
    void decode_unpack64(const Instruction& instruction);
    void decode_integer_to_float(const Instruction& instruction);

    void decode_texture(const Instruction& instruction, SampleOperation operation);
    void decode_sample_operands(const Instruction& instruction, SampleStep& step);
    void decode_second_coordinates(const Instruction& instruction, const Source& first, SampleStep& step);
    bool is_sampled_in_place(const Instruction& instruction) const;
    Source projected(const Source& coordinates);
    UnitAccess unit_access(const TextureAccess& texture);

    using Space = AccessMemoryStep::Space;
    using Action = AccessMemoryStep::Action;
    void decode_load_constants(const Instruction& instruction);
    void decode_memory(const Instruction& instruction, Space space, Action action);
    void decode_image(const Instruction& instruction, AccessImageStep::Action action);
    void decode_image_query(const Instruction& instruction, QueryImageStep::Question question);
    BufferPlace buffer_place(const Operand& operand);

    void decode_kill(const Instruction& instruction);
    void decode_interpolation(const Instruction& instruction, InterpolationPlace where);
    void decode_vote(const Instruction& instruction, VoteStep::Vote vote);
    void decode_quad_sum(const Instruction& instruction, QuadSumStep::From from);
    void decode_shuffle(const Instruction& instruction, ShuffleStep::From from);
    Source group_operand(const Instruction& instruction, int index);

    void decode_emit_to_stream(const Instruction& instruction);
    void decode_clock(const Instruction& instruction);
    bool is_stage_input(const Operand& operand) const;
    Place stage_input(const Operand& operand);
    Place patch_output(const Operand& operand, const Variable& variable);
    bool is_patch_result(const Destination& result) const;

    // Older dialects.
    Source loop_index() const;
    Operation operation_in_dialect(Operation operation) const;
    Precision precision_of(const Instruction& instruction) const;
    Operation result_conversion(const Instruction& instruction) const;  // Operation::Count: none
    void convert_operands(const Instruction& instruction, Operation operation, Source* sources, int count);

    // ---- operands
    // Numbers of 64 bits lie in two registers (LONG variables). `type` is what the instruction reads the operand as; a
    // register of the other size is converted, so that 64-bit types always give a pair of registers. `needed`: the
    // components that the operation reads, in case they have to be prepared.
    Source source(const Operand& operand, bool scalar, uint8_t needed, DataType type = DataType::F32);
    Source register_source(Place place, const Swizzle& swizzle, bool scalar) const;
    Source parameter_source(const Operand& operand, bool scalar, uint8_t needed);
    Source attribute_source(const Operand& operand, bool scalar) const;
    Place widened_parameter(const Operand& operand);
    bool thread_source(const Operand& operand, bool scalar, Source& result);
    static void set_signs(Source& source, const Operand& operand, LaneKind kind);
    bool is_wide(int32_t variable) const;
    int32_t register_number(int32_t variable, int32_t element) const;
    Place gathered(const Operand& operand);
    Place loaded_buffer(const Operand& operand, DataType storage, uint8_t components);
    Source index_source(const RelativeIndex& index);
    LaneIndex lane_index(int32_t constant, const RelativeIndex& index);
    uint32_t uniform_offset(int32_t parameter, uint8_t component);
    Place register_place(RegisterFile file, int32_t number) const;
    Source whole_turns(Source from, DataType type);
    SampleStep::Address vector_address(const Source& from);
    SampleStep::Address word_address(const Source& from, int component);

    uint32_t new_scratch() {
        const uint32_t offset = registers_ + extra_++ * vector_bytes;
        most_extra_ = std::max(most_extra_, extra_);
        return offset;
    }
    uint32_t new_wide_scratch() {
        new_scratch();
        return new_scratch() - vector_bytes;
    }

    // ---- steps
    template <class T>
    StepOffset emit(T step) {
        if constexpr (requires { step.origin; }) step.origin = origin_;
        step_count_++;
        return code_.steps.add(step);
    }
    // The result goes where the instruction's does, with its conditions. Each returns the step that computes.
    StepOffset compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources,
                       const Instruction& to);
    StepOffset compute(Operation operation, DataType type, std::initializer_list<Source> sources,
                       const Instruction& to);
    StepOffset compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, uint32_t scratch,
                       uint8_t write_mask, bool wide = false);
    // A conversion as an instruction's own step, with its conditions; into a register as wide as the result.
    void convert(ConvertStep step, const Instruction& to);
    // A conversion of an operand, into a register as wide as `to` says.
    Source converted(ConvertStep step, uint8_t needed);
    void set_result(Result& result, const Instruction& from) const;
    bool leaves_register(const Instruction& instruction, bool wide) const;
    Place result_place(const Destination& destination) const;
    void bring_result(const Instruction& to, Result computed, bool wide, LaneKind kind);
    void scatter(const Destination& destination, uint32_t from);
    void separate(std::initializer_list<Source*> sources, const Result& result, bool wide);
    static Condition condition_of(const ConditionMask& mask);

    // ---- what registers hold
    void note_read(Place place);
    void note_reads(const Source& from, uint8_t components, bool wide = false);
    void note_reads(const ComputeStep& step, int count);
    void note_write(const Result& result, bool wide);
    bool masked() const {
        // Before 4.0 a call may end the program for some lanes.
        const bool may_have_ended = called_ && !is_nv4_family(program_.instruction_set);
        return facts_.jumps_to_labels || !in_entry_ || !nesting_.empty() || returned_ || may_have_ended;
    }

    Code& code_;
    const Program& program_;
    const ProgramFacts& facts_;
    uint32_t registers_ = 0;  // bytes of the scratch file that hold temporaries and address registers
    uint32_t addresses_ = 0;  // where the address registers begin
    uint32_t extra_ = 0, most_extra_ = 0;
    uint32_t origin_ = 0;         // index of the instruction that is decoded
    bool for_all_lanes_ = false;  // operands of the instruction are prepared for lanes that do not run, too
    uint32_t step_count_ = 0;
    std::map<std::pair<int32_t, uint8_t>, uint32_t> uniforms_;

    // Flow.
    struct Target {
        StepOffset step = 0;
        uint32_t number = 0;  // steps before it
    };
    Target here() const { return {code_.steps.size(), step_count_}; }
    void open(const Target& step);
    std::vector<Target> label_steps_;  // of each label that has been come to: the first behind it
    Target entry_step_;
    struct Branch {
        Target at;  // a Call, Jump or JumpCall step
        int32_t label = 0;
    };
    std::vector<Branch> branches_;  // their targets are set when all are known
    std::vector<Target> nesting_;   // open IF, ELSE and REP steps
    bool in_entry_ = false, returned_ = false;
    int32_t entry_ = 0;
    std::vector<uint32_t> loop_registers_;  // of the open LOOPs: x index, y index before clamping, z increment
    uint32_t next_loop_register_ = 0;

    // One flag per word of registers: written by all lanes before this point, whatever happened.
    std::vector<bool> written_, written_at_call_;
    std::vector<bool> needs_clearing_;
    bool called_ = false;
};

}  // namespace runtime::decoded
