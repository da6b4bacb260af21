// Pointers of a function: where they lead, and what is loaded and stored there.
#pragma once

#include <unordered_map>

#include "glsl/spirv/values.h"

namespace glsl::spirv {

class FunctionPointers {
  public:
    FunctionPointers(Reader& reader, FunctionValues& values)
        : reader_(reader), context_(reader.context().nodes()), values_(values) {}

    // What the id points to; reports that it is no pointer.
    Pointer pointer(Id id, uint32_t at);
    bool is_local(Id id) const { return pointers_.contains(id); }  // no variable of the module
    void set(Id id, const Pointer& pointer) { pointers_[id] = pointer; }

    // The l-value, where there is one to load from or store to.
    Expression* checked_lvalue(const Pointer& pointer, uint32_t at);
    // What is there as one expression: a block is put together of its members.
    Expression* loaded(const Pointer& from, uint32_t at);
    void store_to(const Pointer& target, Expression* given, uint32_t at);
    // Whether the run-time index of an array of blocks is this one.
    Expression* is_chosen(const Pointer& pointer, size_t element, uint32_t at);

    // ---- instructions
    void function_variable(const Instruction& instruction);
    void access_chain(const Instruction& instruction);
    void load(const Instruction& instruction);
    void store(const Instruction& instruction);
    void copy_memory(const Instruction& instruction);
    void array_length(const Instruction& instruction);

  private:
    bool step(Pointer& pointer, Id index, uint32_t at);
    bool step_to(Pointer& pointer, uint32_t member, Expression* index, uint32_t at);
    bool step_block(Pointer& pointer, const TypeInfo& type, uint32_t member, Expression* index, uint32_t at);
    Expression* member_lvalue(const Pointer& pointer, int32_t element, uint32_t member, uint32_t at);
    uint32_t count_parts(const Pointer& pointer) const;
    Pointer part_of(const Pointer& pointer, uint32_t number, uint32_t at);
    void store_parts(const Pointer& target, Expression* given, uint32_t at);

    Reader& reader_;
    CheckContext& context_;
    FunctionValues& values_;
    std::unordered_map<Id, Pointer> pointers_;
};

}  // namespace glsl::spirv
