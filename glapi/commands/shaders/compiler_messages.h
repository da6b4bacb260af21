// What KHR_debug is told of shaders and programs: why one didn't compile or link, and what the compiler warns of.
#pragma once

namespace glapi {

class Context;
struct GlslProgram;
struct ShaderObject;

// Take over what a compilation or link has made, if one is under way, and tell of it in this context: the first that
// asks. Who wants messages within the call that causes them (DEBUG_OUTPUT_SYNCHRONOUS) has the work waited for there.
void collect(Context& context, ShaderObject& shader);
void collect(Context& context, GlslProgram& program);

// Tell of one that was compiled or linked at once.
void report_compilation(Context& context, const ShaderObject& shader);
void report_link(Context& context, const GlslProgram& program);

}  // namespace glapi
