"""What commands check of their parameters before they do anything: one row for each family.

A row lists a command's first checks, in their order. The generator writes the command: it makes the checks and calls the function of the
same name in glapi::commands::checked, the command's own. That gets what was found in the place of what was named: an object, an array
with its length. What else a command checks, and what it checks of its state, stays with it.
"""
import re
import sys
from typing import NamedTuple


class Check(NamedTuple):
    fails: str  # C++: the condition of its failure
    error: str = ""  # arguments of Errors::error(); "": reported by what was called
    finds: str = ""  # C++: a declaration before the condition
    replaced: dict = {}  # parameter -> (type, value) of what the command gets, None: nothing


# ---- kinds of parameters: each gives the Check of a command's parameter


def count(name, text="count %d is negative"):
    """A number of things."""
    return lambda command: Check(f"{name} < 0", f'GL_INVALID_VALUE, "{text}"' + (f", {name}" if "%" in text else ""))


def size(name, text="the size %d is negative"):
    return count(name, text)


def names(command):
    """A count, and the array or arrays of so many."""
    arrays = [p for p in command.parameters if p.is_pointer]
    number = arrays[0].length
    replaced = {p.name: (f"std::span<{re.sub(r'[ *]*$', '', p.type)}>", f"{{{p.name}, static_cast<size_t>({number})}}") for p in arrays}
    return count(number)(command)._replace(replaced={number: None, **replaced})


def one_of(name, text, *tokens):
    """One of few tokens; a command that takes a single one doesn't get it. `text`: with %s for the token's name or %x for its number."""
    shown = f"enum_name({name})" if "%s" in text else name
    return lambda command: Check(" && ".join(f"{name} != GL_{token}" for token in tokens), f'GL_INVALID_ENUM, "{text}", {shown}',
                                 replaced={name: None} if len(tokens) == 1 else {})


def within(name, text, first, last):
    """A token between two."""
    return lambda command: one_of(name, text)(command)._replace(fails=f"{name} < GL_{first} || {name} > GL_{last}")


def barriers(name, text, *known):
    """Bits of barriers, or all of them; here none changes what the command does."""
    mask = " | ".join(f"GL_{bit}" for bit in known)
    return lambda command: Check(f"{name} != GL_ALL_BARRIER_BITS && ({name} & ~GLbitfield{{{mask}}})", f'GL_INVALID_VALUE, "{text}", {name}',
                                 replaced={name: None})


class Object(NamedTuple):
    """A kind of object that a parameter names."""
    type: str
    find: str  # C++; {} stands for the parameter. Something that points to the object
    error: str = ""  # where it points nowhere; "": `find` has reported it


def object_named(kind, *parameters):
    """An object's name. What other parameters go into the search are named behind it."""
    def check(command):
        first = parameters[0]
        found = f"checked_{first}"
        error = f"{OBJECTS[kind].error}, {first}" if OBJECTS[kind].error else ""
        return Check(f"!{found}", error, f"const auto {found} = {OBJECTS[kind].find.format(*parameters)};",
                     {first: (OBJECTS[kind].type, f"*{found}"), **{name: None for name in parameters[1:]}})
    return check


def vertex_attribute(name):
    """The number of a generic vertex attribute; the command gets its slot."""
    return lambda command: Check(f"!check_generic_attribute(context, {name})",
                                 replaced={name: ("int", f"slot_generic + static_cast<int>({name})")})


OBJECTS = {
    "program": Object("GlslProgram&", "find_program(context, {})"),
    "program at work": Object("GlslProgram&", "find_program_at_work(context, {})"),
    "linked program": Object("GlslProgram&", "find_linked(context, {})"),
    "NV program": Object("GlslProgram&", "find_nv_program(context, {})"),
    "linked NV program": Object("GlslProgram&", "find_linked_nv_program(context, {})"),
    "shader": Object("ShaderObject&", "find_shader(context, {})"),
    "shader at work": Object("ShaderObject&", "find_shader_at_work(context, {})"),
    "stage": Object("const glsl::LinkedStage&", "find_any_stage(context, {}, {})"),
    "linked stage": Object("const glsl::LinkedStage&", "find_linked_stage(context, {}, {})"),
    "pipeline": Object("ProgramPipeline&", "find_pipeline(context, context.programs, {})"),
    "pipeline with a log": Object("ProgramPipeline&", "find_pipeline(context, context.programs, {}, GL_INVALID_VALUE)"),  # GL 4.6 §7.14
    "assembly program": Object("ProgramObject&", "context.shared->programs.find({})", 'GL_INVALID_OPERATION, "%u is not a program"'),
    "sampler": Object("SamplerObject&", "context.shared->samplers.find({})", 'GL_INVALID_OPERATION, "there is no sampler %u"'),
    "bound buffer": Object("Buffer&", "bound_buffer(context, {})"),
    "semaphore": Object("Semaphore&", "find_semaphore(context, *context.shared, {})"),
    "memory": Object("MemoryObject&", "find_memory(context, *context.shared, {})"),
    "fence": Object("NumberedFence&", "context.fences.nv.find({})", 'GL_INVALID_OPERATION, "there is no fence %u"'),
    "state": Object("StateObject&", "context.command_lists.states.find({})", 'GL_INVALID_OPERATION, "there is no state object %u"'),
}
HEADERS = ["glapi/commands/checked_objects.h", "glapi/commands/shaders/shader_names.h", "glapi/commands/vertex_arrays/array_pointers.h",
           "glapi/context.h", "glapi/generated/commands.h", "glapi/objects/command_lists/command_lists.h", "glapi/objects/sync/fences.h",
           "glapi/registry/enum_names.h", "glapi/share_group.h", "glapi/state/vertex_slots.h"]
DECLARED = ["struct Buffer", "struct GlslProgram", "struct MemoryObject", "struct NumberedFence", "struct ProgramObject",
            "struct ProgramPipeline", "struct SamplerObject", "struct Semaphore", "struct ShaderObject", "struct StateObject"]

COMPARISON = ("%s is not a comparison", "NEVER", "ALWAYS")
FACE = ("%s is not a face", "FRONT", "BACK", "FRONT_AND_BACK")
PROGRAM, SHADER = object_named("program", "program"), object_named("shader at work", "shader")
SAMPLER, PIPELINE = object_named("sampler", "sampler"), object_named("pipeline", "pipeline")
STAGE = object_named("stage", "program", "shadertype")
MEMORY = object_named("memory", "memoryObject")
BOUND_BUFFER, ATTRIBUTE = object_named("bound buffer", "target"), vertex_attribute("index")
ROOM = size("bufSize")

# (commands without "gl", their checks, what a command returns that fails: nothing, or zero).
ROWS = [
    # Names that are given up or asked about.
    (r"Delete(Buffers|Textures|Samplers|Renderbuffers|Framebuffers|VertexArrays|Queries|TransformFeedbacks)", [names]),
    (r"Delete(ProgramsARB|ProgramPipelines|PerfMonitorsAMD)|RequestResidentProgramsNV|PrioritizeTextures", [names]),
    (r"Are(TexturesResident|ProgramsResidentNV)", [names]),
    (r"Bind(Textures|Samplers|ImageTextures)", [count("count")]),

    # Shaders and program objects.
    (r"ShaderSource", [SHADER, count("count", "the count %d is negative")]),
    (r"CompileShader|GetShaderiv", [SHADER]),
    (r"GetShaderSource", [SHADER, ROOM]),
    (r"GetShaderInfoLog", [object_named("shader", "shader"), ROOM]),
    (r"SpecializeShader", [object_named("shader", "shader")]),
    (r"CompileShaderIncludeARB", [size("count")]),
    (r"GetProgramiv", [object_named("program at work", "program")]),
    (r"ProgramParameteri|LinkProgram|ValidateProgram|BindAttribLocation|GetActive(UniformBlock|AtomicCounterBuffer)iv", [PROGRAM]),
    (r"GetProgramInfoLog|GetActive(Attrib|Uniform|UniformName|UniformBlockName)|GetTransformFeedbackVarying", [PROGRAM, ROOM]),
    (r"GetAttachedShaders", [PROGRAM, size("maxCount")]),
    (r"ProgramBinary", [PROGRAM, size("length")]),
    (r"GetUniformIndices|GetActiveUniformsiv", [PROGRAM, count("uniformCount", "the count %d is negative")]),
    (r"TransformFeedbackVaryings", [PROGRAM, size("count"), one_of("bufferMode", "0x%x is no buffer mode", "INTERLEAVED_ATTRIBS",
                                                                   "SEPARATE_ATTRIBS")]),
    (r"GetUniformBlockIndex", [PROGRAM], "GL_INVALID_INDEX"),
    (r"Get(Uniform|Attrib)Location", [object_named("linked program", "program")], "-1"),
    (r"ActiveVaryingNV", [object_named("NV program", "program")]),
    (r"GetActiveVaryingNV", [object_named("NV program", "program"), ROOM]),
    (r"GetVaryingLocationNV", [object_named("linked NV program", "program")], "-1"),
    (r"GetTransformFeedbackVaryingNV", [object_named("linked NV program", "program")]),
    (r"GetActiveSubroutineUniform(iv|Name)|GetProgramStageiv", [STAGE]),
    (r"GetActiveSubroutineName", [STAGE, ROOM]),
    (r"GetSubroutineIndex", [object_named("linked stage", "program", "shadertype")], "GL_INVALID_INDEX"),
    (r"GetSubroutineUniformLocation", [object_named("linked stage", "program", "shadertype")], "-1"),
    (r"UseProgramStages|ActiveShaderProgram|ValidateProgramPipeline|GetProgramPipelineiv", [PIPELINE]),
    (r"GetProgramPipelineInfoLog", [object_named("pipeline with a log", "pipeline"), ROOM]),
    (r"GetHandleARB", [one_of("pname", "%s is not GL_PROGRAM_OBJECT_ARB", "PROGRAM_OBJECT_ARB")]),
    (r"GetShaderPrecisionFormat", [one_of("shadertype", "%s is not asked", "VERTEX_SHADER", "FRAGMENT_SHADER")]),

    # Programs in assembly.
    (r"GetProgramivNV", [object_named("assembly program", "id")]),
    (r"GetProgramStringNV", [one_of("pname", "0x%x is not PROGRAM_STRING", "PROGRAM_STRING_NV"), object_named("assembly program", "id")]),
    (r"LoadProgramNV", [one_of("target", "0x%x is not a program target", "VERTEX_PROGRAM_NV", "VERTEX_STATE_PROGRAM_NV",
                               "FRAGMENT_PROGRAM_NV")]),
    (r"ExecuteProgramNV", [one_of("target", "0x%x is not VERTEX_STATE_PROGRAM_NV", "VERTEX_STATE_PROGRAM_NV")]),
    (r"ProgramVertexLimitNV", [one_of("target", "0x%x is not GEOMETRY_PROGRAM_NV", "GEOMETRY_PROGRAM_NV")]),

    # Buffers and vertex arrays.
    (r"Buffer(Storage|SubData)|GetBufferSubData|MapBufferRange|FlushMappedBufferRange|UnmapBuffer", [BOUND_BUFFER]),
    (r"GetBufferPointerv", [one_of("pname", "0x%x is not BUFFER_MAP_POINTER", "BUFFER_MAP_POINTER"), BOUND_BUFFER]),
    (r"CopyBufferSubData", [object_named("bound buffer", "readTarget"), object_named("bound buffer", "writeTarget")]),
    (r"BufferParameteriAPPLE", [one_of("target", "%s has no parameters", "ARRAY_BUFFER", "ELEMENT_ARRAY_BUFFER", "PIXEL_PACK_BUFFER",
                                       "PIXEL_UNPACK_BUFFER"), BOUND_BUFFER]),
    (r"NewObjectBufferATI", [one_of("usage", "%s is no usage", "STATIC_ATI", "DYNAMIC_ATI"), size("size")]),
    (r"VariantArrayObjectATI", [size("stride", "stride is negative")]),
    (r"BufferAddressRangeNV", [size("length", "length is negative")]),
    (r"VertexAttrib[IL]?(Pointer|FormatNV)|VertexAttribPointerNV|VertexAttribDivisor|(En|Dis)ableVertexAttribArray", [ATTRIBUTE]),
    (r"GetVertexAttribPointerv", [ATTRIBUTE, one_of("pname", "0x%x is not a pointer", "VERTEX_ATTRIB_ARRAY_POINTER")]),
    (r"MultiDraw(Arrays|ElementsBaseVertex)", [count("drawcount", "the number of draws is negative")]),

    # Textures, samplers, framebuffers.
    (r"(Get)?SamplerParameter(I?i|Iui|f)v?", [SAMPLER]),
    (r"TexRenderbufferNV", [one_of("target", "%s is not TEXTURE_RENDERBUFFER_NV", "TEXTURE_RENDERBUFFER_NV")]),
    (r"EGLImageTargetRenderbufferStorageOES", [one_of("target", "%s is not RENDERBUFFER", "RENDERBUFFER")]),
    (r"SetMultisamplefvAMD", [one_of("pname", "%s is not SAMPLE_POSITION", "SAMPLE_POSITION")]),
    (r"ClearBufferuiv", [one_of("buffer", "buffer 0x%x is not COLOR", "COLOR")]),
    (r"ClearBufferfi", [one_of("buffer", "buffer 0x%x is not DEPTH_STENCIL", "DEPTH_STENCIL")]),
    (r"Accum", [one_of("op", "%s is no operation", "ACCUM", "LOAD", "RETURN", "MULT", "ADD")]),
    (r"ResetHistogram", [one_of("target", "%s is no histogram", "HISTOGRAM")]),
    (r"Histogram", [one_of("target", "%s is no histogram", "HISTOGRAM", "PROXY_HISTOGRAM")]),
    (r"(Reset)?Minmax", [one_of("target", "%s is no minmax", "MINMAX")]),
    (r"TexBumpParameterfvATI", [one_of("pname", "%s is no parameter", "BUMP_ROT_MATRIX_ATI")]),

    # State.
    (r"(Alpha|Depth)Func", [within("func", *COMPARISON)]),
    (r"LogicOp", [within("opcode", "%s is not an operation", "CLEAR", "SET")]),
    (r"CullFace", [one_of("mode", *FACE)]),
    (r"PolygonMode", [one_of("face", *FACE)]),
    (r"ActiveStencilFaceEXT", [one_of("face", "%s is not one face", "FRONT", "BACK")]),
    (r"FrontFace", [one_of("mode", "%s is not a direction", "CW", "CCW")]),
    (r"ShadeModel", [one_of("mode", "%s is not a shade model", "FLAT", "SMOOTH")]),
    (r"ProvokingVertex", [one_of("mode", "%s is not a convention", "FIRST_VERTEX_CONVENTION", "LAST_VERTEX_CONVENTION")]),
    (r"ClampColor", [one_of("clamp", "%s is not a clamp mode", "TRUE", "FALSE", "FIXED_ONLY")]),
    (r"AlphaToCoverageDitherControlNV", [within("mode", "0x%x is not a mode", "ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV",
                                                "ALPHA_TO_COVERAGE_DITHER_DISABLE_NV")]),
    (r"ConservativeRasterParameterfNV", [one_of("pname", "0x%x is no parameter of conservative rasterization",
                                                "CONSERVATIVE_RASTER_DILATE_NV")]),
    (r"ConservativeRasterParameteriNV", [one_of("pname", "0x%x is no parameter of conservative rasterization",
                                                "CONSERVATIVE_RASTER_MODE_NV")]),
    (r"PatchParameteri", [one_of("pname", "0x%x is not PATCH_VERTICES", "PATCH_VERTICES")]),
    (r"WindowRectanglesEXT", [one_of("mode", "%s is no mode", "INCLUSIVE_EXT", "EXCLUSIVE_EXT")]),
    (r"GetObject(Ptr)?Label", [size("bufSize", "negative size")]),
    (r"StringMarkerGREMEDY", [size("len", "the length %d is negative")]),
    (r"PushDebugGroup", [one_of("source", "%s is not a source", "DEBUG_SOURCE_APPLICATION", "DEBUG_SOURCE_THIRD_PARTY")]),
    (r"GetUnsignedBytevEXT", [one_of("pname", "%s is no value of bytes", "DRIVER_UUID_EXT")]),
    (r"GetUnsignedBytei_vEXT", [one_of("target", "%s is no value of bytes", "DEVICE_UUID_EXT")]),
    (r"MemoryBarrier", [barriers("barriers", "0x%x has unknown bits", "VERTEX_ATTRIB_ARRAY_BARRIER_BIT", "ELEMENT_ARRAY_BARRIER_BIT",
                                 "UNIFORM_BARRIER_BIT", "TEXTURE_FETCH_BARRIER_BIT", "SHADER_GLOBAL_ACCESS_BARRIER_BIT_NV",
                             "SHADER_IMAGE_ACCESS_BARRIER_BIT", "COMMAND_BARRIER_BIT", "PIXEL_BUFFER_BARRIER_BIT",
                             "TEXTURE_UPDATE_BARRIER_BIT", "BUFFER_UPDATE_BARRIER_BIT", "FRAMEBUFFER_BARRIER_BIT",
                             "TRANSFORM_FEEDBACK_BARRIER_BIT", "ATOMIC_COUNTER_BARRIER_BIT", "SHADER_STORAGE_BARRIER_BIT",
                             "QUERY_BUFFER_BARRIER_BIT", "CLIENT_MAPPED_BUFFER_BARRIER_BIT")]),
    (r"MemoryBarrierByRegion", [barriers("barriers", "0x%x has bits of no region", "ATOMIC_COUNTER_BARRIER_BIT", "FRAMEBUFFER_BARRIER_BIT",
                                     "SHADER_IMAGE_ACCESS_BARRIER_BIT", "SHADER_STORAGE_BARRIER_BIT", "TEXTURE_FETCH_BARRIER_BIT",
                                     "UNIFORM_BARRIER_BIT")]),

    # Primitives, selection, lists, evaluators.
    (r"EvalMesh1", [one_of("mode", "0x%x is not a mesh mode", "POINT", "LINE")]),
    (r"EvalMesh2", [one_of("mode", "0x%x is not a mesh mode", "POINT", "LINE", "FILL")]),
    (r"RenderMode", [one_of("mode", "0x%x is not a mode", "RENDER", "SELECT", "FEEDBACK")]),
    (r"SelectBuffer", [size("size", "size is negative")]),
    (r"GenLists|DeleteLists", [count("range", "negative range")]),
    (r"CallLists", [count("n", "negative count")]),
    (r"BindTransformFeedback", [one_of("target", "0x%x is not TRANSFORM_FEEDBACK", "TRANSFORM_FEEDBACK")]),
    (r"TransformFeedbackStreamAttribsNV", [count("nbuffers", "the number of buffers is negative")]),
    (r"GenSymbolsEXT", [one_of("datatype", "%s is no type of symbols", "SCALAR_EXT", "VECTOR_EXT", "MATRIX_EXT")]),
    (r"IsVariantEnabledEXT", [one_of("cap", "%s is no capability of variants", "VARIANT_ARRAY_EXT")]),

    # Queries, fences, memory from elsewhere.
    (r"QueryCounter", [one_of("target", "0x%x is not TIMESTAMP", "TIMESTAMP")]),
    (r"QueryResourceNV", [one_of("queryType", "%s is no query", "QUERY_RESOURCE_TYPE_VIDMEM_ALLOC_NV")]),
    (r"SetFenceNV", [one_of("condition", "%s is no condition", "ALL_COMPLETED_NV")]),
    (r"FenceSync", [one_of("condition", "%s is not a condition", "SYNC_GPU_COMMANDS_COMPLETE")]),
    (r"(Finish|Get)Fence(iv)?NV", [object_named("fence", "fence")]),
    (r"TestFenceNV", [object_named("fence", "fence")], "GL_TRUE"),
    (r"(Get)?MemoryObjectParameterivEXT", [MEMORY]),
    (r"ImportMemoryFdEXT", [object_named("memory", "memory"), one_of("handleType", "%s is no type of handles", "HANDLE_TYPE_OPAQUE_FD_EXT")]),
    (r"ImportSemaphoreFdEXT", [object_named("semaphore", "semaphore"),
                               one_of("handleType", "%s is no type of handles", "HANDLE_TYPE_OPAQUE_FD_EXT")]),
    (r"StateCaptureNV", [object_named("state", "state")]),
]


class Checked(NamedTuple):
    """A command with checks: what its own function gets."""
    checks: list
    otherwise: str
    parameters: list  # (type, name, value)

    def declaration(self, command):
        """Of the command's own function, as glapi::commands sees it."""
        parameters = ", ".join(["Context& context"] + [f"{kind} {name}" for kind, name, _ in self.parameters])
        return f"{command.result} checked::{command.short}({parameters})"


def checked(command, make_checks, otherwise):
    checks = [make(command) for make in make_checks]
    replaced = {}
    for check in checks:
        replaced |= check.replaced
    unknown = set(replaced) - {p.name for p in command.parameters}
    if unknown:
        sys.exit(f"checked_parameters.py: {command.short} has no parameter {unknown}")
    parameters = []
    for parameter in command.parameters:
        becomes = replaced.get(parameter.name, (parameter.type, parameter.name))
        if becomes is not None:
            parameters.append((becomes[0], parameter.name, becomes[1]))
    return Checked(checks, otherwise, parameters)


def read_checked(commands):
    """Sets `checked` of the commands that a row fits."""
    for pattern, checks, *otherwise in ROWS:
        fitting = [command for command in commands if re.fullmatch(pattern, command.short) and not command.missing]
        if not fitting or any(command.checked for command in fitting):
            sys.exit(f"checked_parameters.py: {pattern} is no command, or one that has a row already")
        for command in fitting:
            command.checked = checked(command, checks, otherwise[0] if otherwise else "{}")


def checked_declarations(commands):
    """Of the functions that get what has been checked."""
    return [c.checked.declaration(c).replace("checked::", "", 1) + ";" for c in commands if c.checked]


def definition(command):
    lines = [command.declaration + " {"]
    for check in command.checked.checks:
        if check.finds:
            lines.append(f"    {check.finds}")
        error = f"context.error({check.error})"
        if command.result == "void":
            lines.append(f"    if ({check.fails}) return{' ' + error if check.error else ''};")
        elif check.error:
            lines += [f"    if ({check.fails}) {{", f"        {error};", f"        return {command.checked.otherwise};", "    }"]
        else:
            lines.append(f"    if ({check.fails}) return {command.checked.otherwise};")
    values = ", ".join(["context"] + [value for _, _, value in command.checked.parameters])
    return lines + [f"    {'' if command.result == 'void' else 'return '}checked::{command.short}({values});", "}"]


def checked_commands(commands):
    """Text of checked_commands.cpp."""
    lines = [f'#include "{header}"' for header in HEADERS] + ["\nnamespace glapi::commands {\n"]
    for command in commands:
        if command.checked:
            lines += definition(command)
    return "\n".join(lines) + "\n\n}  // namespace glapi::commands\n"
