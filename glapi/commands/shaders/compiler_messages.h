// KHR_debug messages of shaders and programs: errors of compilation and linking, and warnings.
#pragma once

namespace glapi {

class Context;
struct GlslProgram;
struct ShaderObject;

// Collect the result of a running compilation or link, if there is one, and report it in this context, the first that
// asks. With DEBUG_OUTPUT_SYNCHRONOUS, messages come within the call that causes them, so that call waits.
void collect(Context& context, ShaderObject& shader);
void collect(Context& context, GlslProgram& program);

// Tell of one that was compiled or linked at once.
void report_compilation(Context& context, const ShaderObject& shader);
void report_link(Context& context, const GlslProgram& program);

}  // namespace glapi
