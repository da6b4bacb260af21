"""Commands that set uniforms and tell their values: every form, one row for each family.

What the rows call is in glapi/commands/shaders/uniforms.h.
"""
import re
import sys

TYPE = r"(?:f|d|u?i|u?i64)"
SUFFIX = r"(?:ARB|NV|EXT)?"


def target(command):
    """The program that the command sets: the one it names, or the current one."""
    named = command.parameters[0].name == "program"
    return f'{"uniforms_of" if named else "current_uniforms"}(context{", program" if named else ""})'


def scalars(command, match):
    values = [p for p in command.parameters if p.name not in ("program", "location")]
    return [f"    const {values[0].type} values[] = {{{', '.join(v.name for v in values)}}};",
            f"    set_uniform({target(command)}, location, 1, {match[1]}, values);"]


def vectors(command, match):
    return [f"    set_uniform({target(command)}, location, count, {match[1]}, {command.parameters[-1].name});"]


def handles(command, match):
    value, one = command.parameters[-1], "count" not in [p.name for p in command.parameters]
    return [f"    set_handles({target(command)}, location, {'1, &' if one else 'count, '}{value.name});"]


def number(command, match):
    value, one = command.parameters[-1], "count" not in [p.name for p in command.parameters]
    return [f"    set_uniform({target(command)}, location, {'1, 1, &' if one else 'count, 1, '}{value.name});"]


def matrices(command, match):
    columns, rows = match[1][0], match[1][-1]
    return [f"    set_matrix({target(command)}, location, count, transpose, {columns}, {rows}, {command.parameters[-1].name});"]


def answers(command, match):
    room = "bufSize" if match[1] else "INT32_MAX"
    return [f'    get_uniform(context, program, location, {room}, {command.parameters[-1].name});']


# (commands without "gl", what makes a body).
ROWS = [
    (rf"(?:Program)?Uniform([1234]){TYPE}{SUFFIX}", scalars),
    (rf"(?:Program)?Uniform([1234]){TYPE}v{SUFFIX}", vectors),
    (r"(?:Program)?UniformHandleui64v?(?:ARB|NV)", handles),
    (r"(?:Program)?Uniformui64v?NV", number),
    (rf"(?:Program)?UniformMatrix([234](?:x[234])?)[fd]v{SUFFIX}", matrices),
    (rf"Get(n?)Uniform{TYPE}v{SUFFIX}", answers),
]


def uniform_commands(commands):
    """Text of uniform_commands.cpp."""
    lines = ['#include "glapi/generated/commands.h"', '#include "glapi/commands/shaders/uniforms.h"\n',
             "namespace glapi::commands {\n"]
    for pattern, body in ROWS:
        matching = [(command, re.fullmatch(pattern, command.short)) for command in commands]
        if not any(match for _, match in matching):
            sys.exit(f"uniform_commands.py: {pattern} is no command")
        for command, match in matching:
            if match:
                lines += [command.declaration + " {", *body(command, match), "}"]
    return "\n".join(lines) + "\n\n}  // namespace glapi::commands\n"
