// Instructions that change more than their result: atomic operations, barriers, vertices that are emitted; those with
// two results, which GLSL has as functions with out parameters; and what invocations of a subgroup tell each other.
#pragma once

#include <span>

#include "glsl/spirv/memory.h"

namespace glsl::spirv {

class EffectInstructions {
  public:
    EffectInstructions(Reader& reader, FunctionValues& values, FunctionPointers& pointers)
        : reader_(reader), context_(reader.context().nodes()), values_(values), pointers_(pointers) {}

    void texel_pointer(const Instruction& instruction);
    void atomic(const Instruction& instruction);
    void invocation(const Instruction& instruction);
    void several_results(const Instruction& instruction);
    void extended(const Instruction& instruction);

  private:
    void interpolate(const ExtendedRow& row, std::span<const Id> given, const Instruction& instruction);
    void extended_results(const ExtendedRow& row, const Instruction& instruction);

    Reader& reader_;
    CheckContext& context_;
    FunctionValues& values_;
    FunctionPointers& pointers_;
};

// subgroups.cpp. False: the instruction is none of a subgroup.
bool read_subgroup(Reader& reader, FunctionValues& values, const Instruction& instruction);

}  // namespace glsl::spirv
