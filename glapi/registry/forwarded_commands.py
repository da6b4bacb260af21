"""Commands that are other commands with their arguments in another form: one row for each family.

A row says which command runs and how: with the same arguments, with an array's elements, under a function that first
binds what the leading parameters name, or with numbers in fixed point made floats.
"""
import re
import sys
from typing import NamedTuple


class Under(NamedTuple):
    """function(context, leading arguments…, the command that runs, its other arguments…)."""
    function: str  # C++; \1 and the like are groups of the row's expression
    leading: tuple  # names of parameters
    header: str


class Form(NamedTuple):
    """The arguments themselves."""
    elements: bool = False  # an array stands for its elements
    without: tuple = ()  # names of parameters that the other command doesn't have
    narrower: str = ""  # the type of the other command's parameters, where numbers lose something
    header: str = "glapi/generated/commands.h"


SAME, ELEMENTS, FLOATS = Form(), Form(elements=True), Form(narrower="GLfloat")
FIXED_POINT = Under("", (), "glapi/commands/es/fixed_point.h")
DIRECT_STATE = "glapi/commands/direct_state/direct_state.h"
TEXTURE = Under("with_texture", ("texture", "target"), DIRECT_STATE)
UNIT = Under("with_unit", ("texunit",), DIRECT_STATE)
PROGRAM = Under("with_program", ("program", "target"), DIRECT_STATE)
MATRIX = Under("with_matrix", ("mode",), DIRECT_STATE)
BUFFER = Under("with_buffer", ("buffer",), DIRECT_STATE)
RENDERBUFFER = Under("with_renderbuffer", ("renderbuffer",), DIRECT_STATE)
FRAMEBUFFER = Under("with_framebuffer", ("framebuffer",), DIRECT_STATE)
GENERATED_FRAMEBUFFER = Under("with_generated_framebuffer", ("framebuffer",), DIRECT_STATE)
VERTEX_ARRAY = Under("with_vertex_array", ("vaobj",), DIRECT_STATE)
EXISTING_VERTEX_ARRAY = Under("with_existing_vertex_array", ("vaobj",), DIRECT_STATE)
EXISTING = "glapi/commands/direct_state/existing_objects.h"
EXISTING_BUFFER = Under("with_existing_buffer", ("buffer",), EXISTING)
EXISTING_RENDERBUFFER = Under("with_existing_renderbuffer", ("renderbuffer",), EXISTING)
EXISTING_FRAMEBUFFER = Under("with_existing_framebuffer", ("framebuffer",), EXISTING)
DRAW_FRAMEBUFFER = Under("with_draw_framebuffer", ("framebuffer",), EXISTING)
READ_FRAMEBUFFER = Under("with_read_framebuffer", ("framebuffer",), EXISTING)
TEXTURE_PARAMETER = Under("with_texture_parameter", ("texture", "pname"), EXISTING)
TEXTURE_LEVELS = Under("with_texture_levels", ("texture",), EXISTING)
ARRAY_BUFFER = Under("with_array_buffer", ("vaobj", "buffer", "offset"), DIRECT_STATE)
SEVERAL = Under(r"set_several_generics<\1>", (), "glapi/commands/immediate/attribute_values.h")

def existing_texture(takes):
    """`takes`: the kinds of textures that the command takes."""
    return Under(f"with_existing_texture<{takes}>", ("texture",), EXISTING)


# (commands without "gl", the command that runs, how).
ROWS = [
    # NV_vertex_program: several attributes at once.
    (r"VertexAttribs([1234])([sfd]v)NV", r"VertexAttrib\1\2", SEVERAL),
    (r"VertexAttribs([1234])hvNV", r"VertexAttrib\1hvNV", SEVERAL),
    (r"VertexAttribs(4)ubvNV", "VertexAttrib4Nubv", SEVERAL),

    # EXT_direct_state_access: textures.
    (r"Texture((?:Sub)?Image[123]D|Parameter[fi]v?|ParameterIu?iv|Storage[123]D|Storage[23]DMultisample|Buffer(?:Range)?)EXT",
     r"Tex\1", TEXTURE),
    (r"GetTexture(Image|(?:Level)?Parameter[fi]v|ParameterIu?iv)EXT", r"GetTex\1", TEXTURE),
    (r"CopyTexture((?:Sub)?Image[123]D)EXT", r"CopyTex\1", TEXTURE),
    (r"((?:Get)?Compressed)Texture(Image|(?:Sub)?Image[123]D)EXT", r"\1Tex\2", TEXTURE),
    (r"GenerateTextureMipmapEXT", "GenerateMipmap", TEXTURE),
    (r"TextureRenderbufferEXT", "TexRenderbufferNV", TEXTURE),
    (r"TextureImage([23])DMultisampleNV", r"TexImage\1DMultisample", TEXTURE),
    (r"TextureImage([23])DMultisampleCoverageNV", r"TexImage\1DMultisampleCoverageNV", TEXTURE),
    # … units,
    (r"BindMultiTextureEXT", "BindTexture", UNIT),
    (r"MultiTex((?:Sub)?Image[123]D|(?:Parameter|Env)[fi]v?|Gen[dfi]v?|ParameterIu?iv|Buffer)EXT", r"Tex\1", UNIT),
    (r"GetMultiTex(Image|(?:(?:Level)?Parameter|Env)[fi]v|Gen[dfi]v|ParameterIu?iv)EXT", r"GetTex\1", UNIT),
    (r"CopyMultiTex((?:Sub)?Image[123]D)EXT", r"CopyTex\1", UNIT),
    (r"((?:Get)?Compressed)MultiTex(Image|(?:Sub)?Image[123]D)EXT", r"\1Tex\2", UNIT),
    (r"GenerateMultiTexMipmapEXT", "GenerateMipmap", UNIT),
    (r"MultiTexRenderbufferEXT", "TexRenderbufferNV", UNIT),
    # … programs and matrices,
    (r"NamedProgramLocalParameters4fvEXT", "ProgramLocalParameters4fvEXT", PROGRAM),
    (r"((?:Get)?)NamedProgram(LocalParameters?I4?u?iv?)EXT", r"\1Program\2NV", PROGRAM),
    (r"((?:Get)?)NamedProgram(LocalParameter4?[df]v?|String)EXT", r"\1Program\2ARB", PROGRAM),
    (r"Matrix(Load|Mult)([fd])EXT", r"\1Matrix\2", MATRIX),
    (r"Matrix(Load|Mult)Transpose([fd])EXT", r"\1TransposeMatrix\2", MATRIX),
    (r"Matrix(LoadIdentity|(?:Rotate|Scale|Translate)[fd]|Frustum|Ortho)EXT", r"\1", MATRIX),
    (r"Matrix(Push|Pop)EXT", r"\1Matrix", MATRIX),
    # … buffers, renderbuffers, framebuffers,
    (r"((?:Get|Map|Unmap|FlushMapped|Clear)?)NamedBuffer((?:Data|SubData|Storage|Parameteriv|Pointerv|Range)?)EXT", r"\1Buffer\2",
     BUFFER),
    (r"((?:Get)?)NamedRenderbuffer(Storage(?:Multisample)?|Parameteriv)EXT", r"\1Renderbuffer\2", RENDERBUFFER),
    (r"NamedRenderbufferStorageMultisampleCoverageEXT", "RenderbufferStorageMultisampleCoverageNV", RENDERBUFFER),
    (r"NamedFramebuffer(Texture[123]D|Texture(?:Layer)?|Renderbuffer)EXT", r"Framebuffer\1", FRAMEBUFFER),
    (r"NamedFramebufferTextureFaceEXT", "FramebufferTextureFaceARB", FRAMEBUFFER),
    (r"GetNamedFramebuffer(AttachmentParameteriv)EXT", r"GetFramebuffer\1", FRAMEBUFFER),
    # ARB_framebuffer_no_attachments wants names that glGenFramebuffers gave.
    (r"(Get)?NamedFramebuffer(Parameteriv?)EXT", r"\1Framebuffer\2", GENERATED_FRAMEBUFFER),
    # … vertex arrays.
    (r"VertexArray((?:Vertex|Color|TexCoord|SecondaryColor|Index|Normal|FogCoord|EdgeFlag|VertexAttrib[IL]?))OffsetEXT",
     r"\1Pointer", ARRAY_BUFFER),
    (r"VertexArrayMultiTexCoordOffsetEXT", "MultiTexCoordPointerEXT", ARRAY_BUFFER),
    (r"VertexArrayVertexAttribDivisorEXT", "VertexAttribDivisor", VERTEX_ARRAY),
    (r"(Enable|Disable)VertexArrayAttribEXT", r"\1VertexAttribArray", VERTEX_ARRAY),
    (r"GetVertexArrayPointervEXT", "GetPointerv", VERTEX_ARRAY),
    (r"VertexArrayVertexAttrib([IL]?)FormatEXT", r"VertexAttrib\1Format", VERTEX_ARRAY),
    (r"VertexArray(BindVertexBuffer|Vertex(?:AttribBinding|BindingDivisor))EXT", r"\1", VERTEX_ARRAY),

    # ARB_direct_state_access: vertex arrays.
    (r"VertexArrayAttrib([IL]?Format|Binding)", r"VertexAttrib\1", EXISTING_VERTEX_ARRAY),
    (r"VertexArrayBindingDivisor", "VertexBindingDivisor", EXISTING_VERTEX_ARRAY),
    (r"VertexArrayVertexBuffer(s?)", r"BindVertexBuffer\1", EXISTING_VERTEX_ARRAY),
    (r"(Enable|Disable)VertexArrayAttrib", r"\1VertexAttribArray", EXISTING_VERTEX_ARRAY),

    # ARB_direct_state_access: textures,
    (r"TextureStorage([123])D", r"TexStorage\1D", existing_texture(r"stored_in<\1>")),
    (r"TextureStorageMem([123])DEXT", r"TexStorageMem\1DEXT", existing_texture(r"stored_in<\1>")),
    (r"TextureStorageMem([23])DMultisampleEXT", r"TexStorageMem\1DMultisampleEXT",
     existing_texture(r"multisampled_in<\1>")),
    (r"TexturePageCommitmentEXT", "TexPageCommitmentARB", existing_texture("has_parameters")),
    (r"NamedBufferStorageMemEXT", "BufferStorageMemEXT", EXISTING_BUFFER),
    (r"NamedBufferPageCommitmentARB", "BufferPageCommitmentARB", EXISTING_BUFFER),
    (r"NamedBufferPageCommitmentEXT", "BufferPageCommitmentARB", BUFFER),
    (r"TextureStorage([23])DMultisample", r"TexStorage\1DMultisample", existing_texture(r"multisampled_in<\1>")),
    (r"TextureBuffer(Range)?", r"TexBuffer\1", existing_texture("is_buffer")),
    (r"GenerateTextureMipmap", "GenerateMipmap", existing_texture("has_mipmaps")),
    (r"TextureParameter([fi]v?|Iu?iv)", r"TexParameter\1", TEXTURE_PARAMETER),
    (r"GetTextureParameter([fi]v|Iu?iv)", r"GetTexParameter\1", TEXTURE_PARAMETER),
    (r"GetTextureLevelParameter([fi]v)", r"GetTexLevelParameter\1", TEXTURE_LEVELS),
    # … buffers, renderbuffers,
    (r"((?:Get|Map|Unmap|FlushMapped|Clear)?)NamedBuffer((?:Data|SubData|Storage|Parameteri(?:64)?v|Pointerv|Range)?)",
     r"\1Buffer\2", EXISTING_BUFFER),
    (r"((?:Get)?)NamedRenderbuffer(Storage(?:Multisample)?|Parameteriv)", r"\1Renderbuffer\2", EXISTING_RENDERBUFFER),
    # … framebuffers.
    (r"NamedFramebuffer(Texture(?:Layer)?|Renderbuffer|Parameteri)", r"Framebuffer\1", EXISTING_FRAMEBUFFER),
    (r"GetNamedFramebuffer((?:Attachment)?Parameteriv)", r"GetFramebuffer\1", EXISTING_FRAMEBUFFER),
    (r"NamedFramebufferSamplePositionsfvAMD", "FramebufferSamplePositionsfvAMD", EXISTING_FRAMEBUFFER),
    (r"GetNamedFramebufferParameterfvAMD", "GetFramebufferParameterfvAMD", EXISTING_FRAMEBUFFER),
    (r"NamedFramebufferSampleLocationsfv(?:ARB|NV)", "FramebufferSampleLocationsfvARB", EXISTING_FRAMEBUFFER),
    (r"InvalidateNamedFramebuffer(Sub)?Data", r"Invalidate\1Framebuffer", EXISTING_FRAMEBUFFER),
    (r"NamedFramebuffer(DrawBuffers?)", r"\1", DRAW_FRAMEBUFFER),
    (r"ClearNamedFramebuffer(u?iv|fv|fi)", r"ClearBuffer\1", DRAW_FRAMEBUFFER),
    (r"NamedFramebuffer(ReadBuffer)", r"\1", READ_FRAMEBUFFER),

    # Other names. The registry doesn't say that they are aliases,
    (r"Getn(Map[dfi]v|ConvolutionFilter|SeparableFilter|PixelMap(?:f|ui|us)v|PolygonStipple|(?:Compressed)?TexImage|ColorTable|Histogram|Minmax)ARB",
     r"Getn\1", SAME),
    (r"Get(ColorTable(?:Parameter[fi]v)?)SGI", r"Get\1", SAME),
    (r"Get(Convolution(?:Filter|Parameter[fi]v)|SeparableFilter|(?:Histogram|Minmax)(?:Parameter[fi]v)?)EXT", r"Get\1", SAME),
    (r"((?:Gen|Delete|Is)Textures?|AreTexturesResident)EXT", r"\1", SAME),
    (r"(Gen|Delete)OcclusionQueriesNV", r"\1Queries", SAME),
    (r"IsOcclusionQueryNV", "IsQuery", SAME),
    (r"IsObjectBufferATI", "IsBuffer", SAME),
    (r"CreateSamplers", "GenSamplers", SAME),
    (r"GetAttachedObjectsARB", "GetAttachedShaders", SAME),
    (r"FramebufferSampleLocationsfvNV", "FramebufferSampleLocationsfvARB", SAME),
    (r"(BindTransformFeedback|TextureBarrier|PrimitiveRestartIndex)NV", r"\1", SAME),
    (r"GetGraphicsResetStatusARB", "GetGraphicsResetStatus", SAME),
    (r"((?:Vertex|Normal|Color|Index|TexCoord|EdgeFlag)Pointer)EXT", r"\1", Form(without=("count",))),
    # … numbers of another type, which C++ converts,
    (r"(DepthRange|ClearDepth|Frustum|Ortho)f", r"\1", SAME),
    (r"(Translate|Scale|MapGrid[12])f", r"\1d", SAME),
    (r"TexGen[fi]", "TexGend", SAME),
    (r"EvalCoord([12])d", r"EvalCoord\1f", FLOATS),
    (r"ClearColorIuiEXT", "ClearColorIiEXT", SAME),
    # … and arrays.
    (r"DrawTex([fisx])vOES", r"DrawTex\1OES", ELEMENTS),
    (r"EvalCoord([12][fd])v", r"EvalCoord\1", ELEMENTS),

    # OES_fixed_point, OpenGL ES 1.1.
    (r"(Color4|Normal3|MultiTexCoord4|LoadMatrix|MultMatrix|Rotate|Scale|Translate|Frustum|Ortho|DepthRange|ClearDepth)x",
     r"\1f", FIXED_POINT),
    (r"(PointSize|LineWidth|PolygonOffset|SampleCoverage|AlphaFunc|ClearColor)x", r"\1", FIXED_POINT),
    (r"((?:Get)?(?:Light|Material|TexEnv|TexParameter)|LightModel|Fog|PointParameter)xv", r"\1fv", FIXED_POINT),
    (r"(Light|Material|TexEnv|TexParameter|LightModel|Fog|PointParameter|(?:Get)?ClipPlane)x", r"\1f", FIXED_POINT),
    (r"((?:Get)?TexGen)x(v?)OES", r"\1f\2", FIXED_POINT),
]


def from_fixed_point(command, target):
    """Calls `target` with floats. Values of a `pname` are told by it; arrays have the registry's length otherwise."""
    has_name = any(p.name == "pname" for p in command.parameters)
    arguments, answer = [], None
    for parameter in command.parameters:
        name = parameter.name
        if "GLfixed" not in parameter.type and "GLclampx" not in parameter.type:
            arguments.append(name)
        elif not parameter.is_pointer:
            arguments.append(f"fixed_parameter(pname, {name})" if has_name else f"from_fixed({name})")
        elif "const" not in parameter.type:
            arguments.append("v")
            answer = name
        elif has_name:
            arguments.append(f"FixedParameters(pname, {name}).v.data()")
        else:
            arguments.append(f"FixedArray<{int(parameter.length)}>({name}).v.data()")
    call = f"{target}(context, {', '.join(arguments)})"
    if answer is None:
        return call
    return f"answer_in_fixed_point({'pname' if has_name else 'GL_NONE'}, {answer}, [&](GLfloat* v) {{ {call}; }})"


def with_arguments(command, target, form):
    arguments = []
    for parameter in command.parameters:
        if form.elements and parameter.is_pointer:
            arguments += [f"{parameter.name}[{i}]" for i in range(int(parameter.length))]
        elif form.narrower:
            arguments.append(f"static_cast<{form.narrower}>({parameter.name})")
        elif parameter.name not in form.without:
            arguments.append(parameter.name)
    return f"{target}({', '.join(['context'] + arguments)})"


def call_under(command, target, pattern, under):
    arguments = [*under.leading, target]
    arguments += [p.name for p in command.parameters if p.name not in under.leading]
    function = re.sub(pattern, under.function, command.short)
    return f"{function}(context, {', '.join(arguments)})"


def forwarded_commands(commands):
    """Text of forwarded_commands.cpp."""
    headers = sorted({under.header for _, _, under in ROWS} | {"glapi/generated/commands.h"})
    lines = [f'#include "{header}"' for header in headers] + ["\nnamespace glapi::commands {\n"]
    for pattern, target_pattern, under in ROWS:
        matching = [command for command in commands if re.fullmatch(pattern, command.short)]
        if not matching:
            sys.exit(f"forwarded_commands.py: {pattern} is no command")
        for command in matching:
            target = re.sub(pattern, target_pattern, command.short)
            declaration = command.declaration
            if isinstance(under, Form):
                call = with_arguments(command, target, under)
                for name in under.without:
                    declaration = declaration.replace(f" {name},", ",")
            else:
                call = call_under(command, target, pattern, under) if under.function else from_fixed_point(command, target)
            lines += [declaration + " {", f"    {'' if command.result == 'void' else 'return '}{call};", "}"]
    return "\n".join(lines) + "\n\n}  // namespace glapi::commands\n"
