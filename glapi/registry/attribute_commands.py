"""Commands that set current values and the raster position and emit vertices: every form of every attribute, one row for each family.

What the rows call is in glapi/commands/immediate/attribute_values.h.
"""
import re
import sys
from typing import NamedTuple


class Destination(NamedTuple):
    """Where components go. {lead} is the parameter before the components (a unit, an index)."""
    call: str  # C++; {} stands for the components
    guard: str = ""  # C++: has to hold, else the command does nothing (an error has been recorded)
    absent: tuple = ("0", "0", "0", "1")  # components that a command does not give
    reports: bool = True  # whether it may find an error in what the command gives


def slot(name):
    return Destination(f"set_value(context.immediate, {name}, {{}})", reports=False)


VERTEX = Destination("emit_vertex(context, {})", reports=False)
TEXTURE_UNIT = Destination("set_value(context.immediate, slot, {})", "const int slot = texture_slot(context, {lead}); slot >= 0")
GENERIC = Destination("set_generic(context, {lead}, {})")
GENERIC_INTEGER = Destination("set_generic_integer(context, {lead}, {})")
GENERIC_WIDE = Destination("set_generic_wide(context, {lead}, {})", absent=())
RASTER_POSITION = Destination("set_raster_position(context, {})")
WINDOW_POSITION = Destination("set_window_position(context, {})", absent=("0", "0", "0", "1"))
RECTANGLE = Destination("Rectf(context, {})", absent=())

# (commands without "gl", destination, what makes a number of a component). Halves become floats whatever the row says;
# packed forms (P) are unpacked first, normalized where the row says so.
ROWS = [
    (r"Vertex[234]([sifd]v?|hv?NV)", VERTEX, "plain"),
    (r"VertexP[234]uiv?", VERTEX, "plain"),
    (r"Color[34]((b|s|i|ub|us|ui|f|d)v?|hv?NV)", slot("slot_color"), "normalized"),
    (r"ColorP[34]uiv?", slot("slot_color"), "normalized"),
    (r"SecondaryColor3((b|s|i|ub|us|ui|f|d)v?|hv?NV)", slot("slot_secondary_color"), "normalized"),
    (r"SecondaryColorP3uiv?", slot("slot_secondary_color"), "normalized"),
    (r"Normal3([bsifd]v?|hv?NV)", slot("slot_normal"), "normalized"),
    (r"NormalP3uiv?", slot("slot_normal"), "normalized"),
    (r"FogCoord([fd]v?|hv?NV)", slot("slot_fog_coordinate"), "plain"),
    (r"VertexWeight(fv?EXT|hv?NV)", slot("slot_weight"), "plain"),
    (r"Index([sifd]|ub)v?", slot("slot_color_index"), "plain"),
    (r"EdgeFlagv?", slot("slot_edge_flag"), "truth"),
    (r"TexCoord[1234]([sifd]v?|hv?NV)", slot("slot_texture_coordinate"), "plain"),
    (r"TexCoordP[1234]uiv?", slot("slot_texture_coordinate"), "plain"),
    (r"MultiTexCoord[1234]([sifd]v?|hv?NV)", TEXTURE_UNIT, "plain"),
    (r"MultiTexCoordP[1234]uiv?", TEXTURE_UNIT, "plain"),
    (r"VertexAttrib[1234]([sfd]v?|hv?NV)", GENERIC, "plain"),
    (r"VertexAttrib4(b|i|ub|us|ui)v", GENERIC, "plain"),
    (r"VertexAttrib4N((b|s|i|ub|us|ui)v|ub)", GENERIC, "normalized"),
    (r"VertexAttribP[1234]uiv?", GENERIC, None),  # an argument says whether they are normalized
    (r"VertexAttribI[1234]u?iv?", GENERIC_INTEGER, "integer_bits"),
    (r"VertexAttribI4u?[bs]v", GENERIC_INTEGER, "integer_bits"),
    (r"VertexAttribL[1234](dv?|u?i64v?(NV|ARB))", GENERIC_WIDE, ""),
    (r"RasterPos[234][sifd]v?", RASTER_POSITION, "plain"),
    (r"WindowPos[23][sifd]v?", WINDOW_POSITION, "plain"),
    (r"WindowPos4[sifd]v?MESA", WINDOW_POSITION, "plain"),
    (r"Rect([sid]|[sifd]v)", RECTANGLE, "plain"),
]

# Parameters that are no components.
LEADING = ("texture", "target", "index", "type", "normalized")


def components(parameters, conversion):
    """C++ expressions of the components that scalars and arrays of known length give."""
    values = []
    for parameter in parameters:
        function = "runtime::half_to_float" if "GLhalfNV" in parameter.type else conversion
        names = [f"{parameter.name}[{i}]" for i in range(int(parameter.length or 1))] if parameter.is_pointer else [parameter.name]
        values += [f"{function}({name})" if function else name for name in names]
    return values


def is_packed(command):
    return re.search(r"P([1234])uiv?$", command.short)


def reports(command):
    """Whether it may report an error: those of an index, a unit or a type, and what is no row."""
    fitting = [destination for pattern, destination, _ in ROWS if re.fullmatch(pattern, command.short)]
    return not fitting or fitting[0].reports or bool(is_packed(command))


def body(command, destination, conversion):
    leading = [p for p in command.parameters if p.name in LEADING]
    given = [p for p in command.parameters if p not in leading]
    guards, lines = [], []
    if destination.guard:
        guards.append(destination.guard.format(lead=leading[0].name))
    if packed := is_packed(command):
        value = given[0].name + ("[0]" if given[0].is_pointer else "")
        normalized = "normalized" if conversion is None else str(conversion == "normalized").lower()
        lines.append("    float v[4];")
        floats = str(destination is GENERIC and int(packed[1]) < 4).lower()
        guards.append(f"unpack_vertex(context, type, {normalized}, {floats}, {value}, v)")
        values = [f"v[{i}]" for i in range(int(packed[1]))]
    else:
        values = components(given, conversion)
    values += destination.absent[len(values):]
    lead = leading[0].name if leading else ""
    call = destination.call.format(", ".join(values), lead=lead) + ";"
    lines.append(f"    if ({' && '.join(guards)}) {call}" if guards else f"    {call}")
    return lines


def attribute_commands(commands):
    """Text of attribute_commands.cpp."""
    lines = ['#include "glapi/generated/commands.h"', '#include "glapi/commands/immediate/attribute_values.h"\n',
             "namespace glapi::commands {\n"]
    for pattern, destination, conversion in ROWS:
        matching = [command for command in commands if re.fullmatch(pattern, command.short)]
        if not matching:
            sys.exit(f"attribute_commands.py: {pattern} is no command")
        for command in matching:
            lines += [command.declaration + " {", *body(command, destination, conversion), "}"]
    return "\n".join(lines) + "\n\n}  // namespace glapi::commands\n"
