// A program in the form that runs, and when it is made: lowered, looked at and compiled once, at the first use.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "ir/lower/lower.h"
#include "ir/program.h"
#include "ir/program_facts.h"
#include "runtime/executor.h"

namespace runtime {

struct ExecutableProgram {
    std::shared_ptr<const arbasm::Program> program;  // after lowering; null: none
    std::shared_ptr<const arbasm::ProgramFacts> facts;
    std::shared_ptr<const Routine> routine;
    explicit operator bool() const { return program != nullptr; }
};

// Lowers and compiles. Under ASMGL_DUMP the program is written before and after, as `label`-parsed and -lowered.
ExecutableProgram make_executable(std::shared_ptr<const arbasm::Program> program,
                                  const arbasm::LoweringState& state = {}, const std::string& label = "program");

// A program that has been lowered already.
ExecutableProgram executable_of(std::shared_ptr<const arbasm::Program> program, Engine engine = Engine::Automatic);

// The executable forms of one program: one for each state that it depends on, made when it is asked for.
class ExecutableForms {
  public:
    // Null: it has not been made for this state.
    const ExecutableProgram* find(const arbasm::Program& program, const arbasm::LoweringState& state) const;
    const ExecutableProgram& make(const std::shared_ptr<const arbasm::Program>& program,
                                  const arbasm::LoweringState& state, const std::string& label);
    void clear() { forms_.clear(); }

  private:
    std::map<arbasm::LoweringState, ExecutableProgram> forms_;
};

// ASMGL_DUMP: writes a program's text as NUMBER-LABEL-STEP.asm, numbered in the order they are made.
void dump_program(const std::string& label, const char* step, const std::string& text);

}  // namespace runtime
