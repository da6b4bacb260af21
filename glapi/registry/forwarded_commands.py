"""Commands that are other commands with their arguments in another form: one row for each family.

A row says which command runs and how: under a function that first binds what the leading parameters name, or with
numbers in fixed point made floats.
"""
import re
from typing import NamedTuple


class Under(NamedTuple):
    """function(context, leading arguments…, name for messages, the command that runs, its other arguments…)."""
    function: str  # C++; \1 and the like are groups of the row's expression
    leading: tuple  # names of parameters
    header: str


FIXED_POINT = Under("", (), "glapi/commands/es/fixed_point.h")
SEVERAL = Under(r"set_several_generics<\1>", (), "glapi/commands/immediate/attribute_values.h")

# (commands without "gl", the command that runs, how).
ROWS = [
    # NV_vertex_program: several attributes at once.
    (r"VertexAttribs([1234])([sfd]v)NV", r"VertexAttrib\1\2", SEVERAL),
    (r"VertexAttribs([1234])hvNV", r"VertexAttrib\1hvNV", SEVERAL),
    (r"VertexAttribs(4)ubvNV", "VertexAttrib4Nubv", SEVERAL),

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


def call_under(command, target, pattern, under):
    arguments = [*under.leading, f'"{command.name}"', target]
    arguments += [p.name for p in command.parameters if p.name not in under.leading]
    function = re.sub(pattern, under.function, command.short)
    return f"{function}(context, {', '.join(arguments)})"


def forwarded_commands(commands):
    """Text of forwarded_commands.cpp."""
    headers = sorted({under.header for _, _, under in ROWS} | {"glapi/generated/commands.h"})
    lines = [f'#include "{header}"' for header in headers] + ["\nnamespace glapi::commands {\n"]
    for command in commands:
        for pattern, target, under in ROWS:
            if not re.fullmatch(pattern, command.short):
                continue
            target = re.sub(pattern, target, command.short)
            call = call_under(command, target, pattern, under) if under.function else from_fixed_point(command, target)
            lines += [command.declaration + " {", f"    {'' if command.result == 'void' else 'return '}{call};", "}"]
    return "\n".join(lines) + "\n\n}  // namespace glapi::commands\n"
