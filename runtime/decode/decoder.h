// Turns a Program into steps, instruction by instruction. One class; its methods are spread by subject:
//   decode.cpp           the whole program, arithmetic
//   decode_operands.cpp  operands, results, the steps that compute
//   decode_flow.cpp      branches, loops, calls, KIL
//   decode_convert.cpp   CVT, 64-bit registers
//   decode_older.cpp     what the dialects before NV_gpu_program4 do their own way: precisions, jumps, LOOP
//   decode_stages.cpp    inputs per vertex, patches, EMIT, BAR
//   decode_memory.cpp    LOAD, STORE, ATOM and their kin
//   decode_images.cpp    LOADIM, STOREIM, ATOMIM, their sizes; texture and image units and handles
//   decode_texture.cpp   texture accesses
//   decode_group.cpp     threads of a group together, indirect calls
#pragma once

#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include "arbasm/ir/convert_number.h"
#include "runtime/decode/steps.h"

namespace runtime::interpreter {

using namespace arbasm;

// Offsets in the constant file.
inline constexpr uint32_t zero_offset = 0, one_offset = word_bytes;
inline constexpr uint32_t call_depth = 32;

LaneKind lane_kind(DataType type);

class Decoder {
  public:
    explicit Decoder(Code& code) : code_(code), program_(*code.program) {}
    void run();

  private:
    struct Place {
        Base base = Base::Scratch;
        uint32_t offset = 0;
    };

    void find_sections();
    void decode(const Instruction& instruction, int32_t index);
    void decode_flow(const Instruction& instruction);
    bool decode_group(const Instruction& instruction);
    void decode_interpolation(const Instruction& instruction);
    bool thread_source(const Operand& operand, bool scalar, Source& result);
    void decode_indirect_call(const Instruction& instruction);
    void decode_convert(const Instruction& instruction);
    void decode_pack64(const Instruction& instruction);
    void decode_unpack64(const Instruction& instruction);
    void decode_integer_to_float(const Instruction& instruction);
    void decode_texture(const Instruction& instruction);
    void decode_second_coordinates(const Instruction& instruction, const Source& first, SampleAccess& access);
    void decode_load_constants(const Instruction& instruction);
    void decode_memory(const Instruction& instruction);
    void decode_image(const Instruction& instruction);
    void decode_unit(const TextureAccess& texture, UnitAccess& access);
    BufferAccess buffer_access(const Operand& operand);
    void note_memory_read(const Source& from, uint8_t components, bool wide);
    void decode_kill(const Instruction& instruction);

    // Stages.
    bool decode_stage(const Instruction& instruction);
    bool is_stage_input(const Operand& operand) const;
    Place stage_input(const Operand& operand);
    bool is_patch_result(const Destination& result) const;
    void share(const MicroOperation& written);

    // Older dialects.
    bool decode_jump(const Instruction& instruction);
    void decode_loop(const Instruction& instruction);
    void decode_end_of_loop();
    Source loop_index() const;
    Operation operation_in_dialect(Operation operation) const;
    Precision precision_of(const Instruction& instruction) const;
    Operation result_conversion(const Instruction& instruction) const;  // Operation::Count: none
    void convert_operands(const Instruction& instruction, Operation operation, Source* sources, int count);

    // Operands. Numbers of 64 bits lie in two registers (LONG variables). `type` is what the instruction reads the
    // operand as; a register of the other size is converted, so that 64-bit types always give a pair of registers.
    Source source(const Operand& operand, bool scalar, uint8_t needed, DataType type = DataType::F32);
    static void set_signs(Source& source, const Operand& operand, LaneKind kind);
    bool is_wide(int32_t variable) const;
    int32_t register_number(int32_t variable, int32_t element) const;
    Source converted_source(const Source& from, bool wide_source, DataType register_type, DataType type,
                            uint8_t needed);
    Source register_source(Place place, const Swizzle& swizzle, bool scalar) const;
    Place gathered(const Operand& operand);
    Place loaded_buffer(const Operand& operand, DataType storage, uint8_t components);
    Source index_source(const RelativeIndex& index);
    uint32_t uniform_offset(int32_t parameter, uint8_t component);
    Place register_place(RegisterFile file, int32_t number) const;
    uint32_t new_scratch() {
        const uint32_t offset = registers_ + extra_++ * vector_bytes;
        most_extra_ = std::max(most_extra_, extra_);
        return offset;
    }
    Source whole_turns(Source from, DataType type);
    uint32_t new_wide_scratch() {
        new_scratch();
        return new_scratch() - vector_bytes;
    }
    SampleAccess::Address vector_address(const Source& from);
    SampleAccess::Address word_address(const Source& from, int component);

    // Steps.
    MicroOperation& emit(Step step);
    void compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, const Instruction& to);
    void compute(Operation operation, DataType type, std::initializer_list<Source> sources, const Instruction& to);
    void compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, uint32_t scratch,
                 uint8_t write_mask, bool wide = false);
    // A conversion as an instruction's own step, with its conditions; into a register as wide as the result.
    void convert(Conversion conversion, const Source& from, const Instruction& to);
    void finish(MicroOperation step, std::initializer_list<Source> sources, const Instruction& to);
    void separate(MicroOperation& step, int count);
    void set_test(MicroOperation& step, const ConditionMask& mask) const;
    void note_read(Place place);
    void note_reads(const MicroOperation& step, int count);
    void note_write(const MicroOperation& step);
    bool masked() const {
        // Before 4.0 a call may end the program for some lanes.
        const bool may_have_ended = called_ && !is_nv4_family(program_.instruction_set);
        return jumps_ || !in_entry_ || !nesting_.empty() || returned_ || may_have_ended;
    }

    Code& code_;
    const Program& program_;
    uint32_t registers_ = 0;  // bytes of the scratch file that hold temporaries and address registers
    uint32_t addresses_ = 0;  // where the address registers begin
    uint32_t extra_ = 0, most_extra_ = 0;
    uint32_t line_ = 0;
    std::map<std::pair<int32_t, uint8_t>, uint32_t> uniforms_;

    // Flow.
    std::vector<bool> is_label_;
    std::vector<uint32_t> step_of_;  // first step of each instruction, behind its label
    std::vector<uint32_t> nesting_;  // open IF, ELSE and REP steps
    bool in_entry_ = true, returned_ = false, entry_is_called_ = false;
    int32_t entry_ = 0;
    bool jumps_ = false;
    std::vector<uint32_t> loop_registers_;  // of the open LOOPs: x index, y index before clamping, z increment
    uint32_t next_loop_register_ = 0;

    // One flag per word of registers: written by all lanes before this point, whatever happened.
    std::vector<bool> written_, written_at_call_;
    std::vector<bool> needs_clearing_;
    bool called_ = false;
};

}  // namespace runtime::interpreter
