// KHR_debug messages of shaders and programs: errors of compilation and linking, and warnings.
#pragma once

namespace glapi {

struct Debug;
struct GlslProgram;
struct ShaderObject;

// Collect the result of a running compilation or link, if there is one, and report it in this context, the first that
// asks. With DEBUG_OUTPUT_SYNCHRONOUS, messages come within the call that causes them, so that call waits.
void collect(Debug& debug, ShaderObject& shader);
void collect(Debug& debug, GlslProgram& program);

// Tell of one that was compiled or linked at once.
void report_compilation(Debug& debug, const ShaderObject& shader);
void report_link(Debug& debug, const GlslProgram& program);

}  // namespace glapi
