// A program that computes the same with less: all passes, in their order. For programs that have been lowered.
//
// Results, stores, kills and condition codes that are read keep every bit. Programs before ARB_vertex_program, with
// jumps to labels, or with LOOP stay as they are.
#pragma once

#include <memory>

#include "ir/program.h"

namespace arbasm {

// The same program where nothing becomes less.
std::shared_ptr<const Program> optimize(std::shared_ptr<const Program> program);

}  // namespace arbasm
