// EMIT and ENDPRIM: results go to the vertices that each lane has for itself.
#pragma once

#include "runtime/jit/emit_called.h"

namespace runtime::jit {

// Whether the code stores what EMIT gives to a vertex. Else the interpreter's function does, from results in memory.
bool stores_vertices(const Code& code, CodeForm form);

class VertexEmitter {
  public:
    // `stores`: see stores_vertices().
    VertexEmitter(const arbasm::Program& program, bool stores, const Piece& piece, const Registers& registers,
                  const ExecutionMask& mask, const StepCaller& caller)
        : program_(program), stores_(stores), piece_(piece), registers_(registers), mask_(mask), caller_(caller) {}

    void emit(const EmitVertexStep& step) const;
    void emit(const EndPrimitiveStep& step) const;

  private:
    const arbasm::Program& program_;
    const bool stores_;
    const Piece& piece_;
    const Registers& registers_;
    const ExecutionMask& mask_;
    const StepCaller& caller_;
};

}  // namespace runtime::jit
