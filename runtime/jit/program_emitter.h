// The body of a decoded program inside a function that is being recorded.
//
// Steps are emitted by subject. A kind of step belongs to the class that has an emit() for it.
// runtime/decode/instructions.def says which steps an opcode becomes.
//   emit_compute.h   steps that compute (emit_convert.cpp: CVT, and registers of one size used with the other)
//   emit_flow.h      structured flow by masks
//   emit_dispatch.h  flow of every kind, by the interpreter's functions
//   emit_indexed.h   registers and parameters by index
//   emit_inputs.h    vertices by index, attributes elsewhere
//   emit_vertices.h  EMIT, ENDPRIM
//   emit_lanes.h     lanes that see each other
//   emit_textures.h  texture lookups
//   emit_memory.h    loads, stores, constant buffers (emit_atomics.h: atomic operations)
//   emit_images.h    the same of images
//   emit_called.h    all others: the interpreter's functions do them
// What they have in common is state of one kind each: registers.h, condition_codes.h, execution_mask.h,
// result_writer.h, buffer_windows.h.
#pragma once

#include <memory>

#include "runtime/jit/code_form.h"
#include "runtime/jit/emit_context.h"
#include "runtime/jit/local_registers.h"
#include "runtime/jit/register_layout.h"
#include "runtime/jit/uniform_values.h"

namespace runtime::jit {

class ProgramEmitter {
  public:
    ProgramEmitter(const Code& code, CodeForm form);
    ~ProgramEmitter();

    // Recording goes on behind the program's end. The context stays as long as results are asked for.
    void emit(const EmitContext& context);

    // Behind it: results that the program writes, lanes that it killed. Results in memory are where the group's are.
    bool writes_result(int32_t result, int component) const {
        return layout_.is_written(address_of_result(result, component));
    }
    bool results_in_memory() const { return layout_.are_results_in_memory(); }
    Unsigned result(int32_t result, int component) const;
    Mask killed() const;
    bool kills() const { return kills_; }

  private:
    struct Emission;

    const Code& code_;
    const CodeForm form_;
    const RegisterLayout layout_;
    const RegisterUse use_;
    const UniformValues uniform_;
    bool kills_ = false;
    std::unique_ptr<Emission> emission_;
};

}  // namespace runtime::jit
