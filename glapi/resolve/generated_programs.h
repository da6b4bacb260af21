// The programs that stand for fixed-function processing, by key. Generated and compiled at the first use of a key and
// kept for the process's lifetime.
#pragma once

#include <string>

#include "arbasm/assembler.h"
#include "glapi/fixed_function/combiner_key.h"
#include "glapi/fixed_function/fixed_function_key.h"
#include "runtime/executable_program.h"

namespace glapi {

const runtime::ExecutableProgram& generated_fragment_program(const fixed_function::FragmentKey& key);
const runtime::ExecutableProgram& generated_combiner_program(const fixed_function::CombinerKey& key);
const runtime::ExecutableProgram& generated_vertex_program(const fixed_function::VertexKey& key);

// Limits of generated programs: more attributes than applications have.
arbasm::Limits generated_limits();
// Tells of a program that the driver has written, under ASMGL_DEBUG=programs.
void report_generated(const std::string& text, const char* label);
// Parses and compiles text that the driver has written. `label`: what its dumps are called.
runtime::ExecutableProgram load_generated(const std::string& text, const char* label);

}  // namespace glapi
