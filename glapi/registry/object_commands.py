"""Commands that make names and objects, ask for them and give them up: one row for each kind of object.

Where more than the name goes, the command that gives it up is a function (checked_parameters.py gives it the names).
"""
import sys
from typing import NamedTuple


class Kind(NamedTuple):
    names: str  # C++: the NameTable, of the context
    reserving: str = ""  # the commands, without "gl": of names without an object,
    making: str = ""  # … of objects,
    asking: str = ""  # … whether there is an object,
    erasing: str = ""  # … and which only takes the names away


ROWS = [
    Kind("shared->buffers", "GenBuffers", "CreateBuffers", "IsBuffer"),
    Kind("shared->textures", "GenTextures", "", "IsTexture"),
    Kind("shared->samplers", "", "GenSamplers", "IsSampler"),
    Kind("shared->renderbuffers", "GenRenderbuffers", "CreateRenderbuffers", "IsRenderbuffer"),
    Kind("framebuffer_names", "GenFramebuffers", "CreateFramebuffers", "IsFramebuffer"),
    Kind("vertex_arrays.names", "GenVertexArrays", "CreateVertexArrays", "IsVertexArray"),
    Kind("queries.names", "GenQueries", "", "IsQuery"),
    Kind("feedback_objects.names", "GenTransformFeedbacks", "CreateTransformFeedbacks", "IsTransformFeedback"),
    Kind("shared->programs", "GenProgramsARB", "", "IsProgramARB"),
    Kind("programs.pipelines", "GenProgramPipelines", "CreateProgramPipelines", "IsProgramPipeline"),
    Kind("fences.nv", "GenFencesNV", "", "IsFenceNV", "DeleteFencesNV"),
    Kind("fences.apple", "GenFencesAPPLE", "", "IsFenceAPPLE", "DeleteFencesAPPLE"),
    Kind("shared->semaphores", "", "GenSemaphoresEXT", "", "DeleteSemaphoresEXT"),
    Kind("shared->memory_objects", "", "CreateMemoryObjectsEXT", "IsMemoryObjectEXT", "DeleteMemoryObjectsEXT"),
    Kind("command_lists.states", "", "CreateStatesNV", "IsStateNV", "DeleteStatesNV"),
    Kind("command_lists.lists", "", "CreateCommandListsNV", "IsCommandListNV", "DeleteCommandListsNV"),
    Kind("queries.monitors.amd", "", "GenPerfMonitorsAMD"),
]


def definition(command, body):
    return [command.declaration + " {", *("    " + line for line in body), "}"]


def commands_of(kind, by_name):
    """Definitions of a kind's commands."""
    table = f"context.{kind.names}"

    def array(name):
        return ", ".join(p.name for p in by_name[name].parameters)

    lines = []
    if name := kind.reserving:
        lines += definition(by_name[name], [f"reserve_names(context, {table}, {array(name)});"])
    if name := kind.making:
        lines += definition(by_name[name], [f"make_objects(context, {table}, {array(name)});"])
    if name := kind.asking:
        lines += definition(by_name[name], [f"return {table}.get({array(name)}) != nullptr;"])
    if name := kind.erasing:
        lines += definition(by_name[name], [f"erase_names(context, {table}, {array(name)});"])
    return lines


HEADERS = ["commands/object_names", "context", "generated/commands", "objects/command_lists/command_lists", "objects/external/external_objects",
           "objects/programs/pipelines", "objects/queries/queries", "objects/sync/fences", "objects/textures/texture",
           "objects/transform_feedback/transform_feedback", "objects/vertex_arrays/vertex_arrays", "share_group"]


def object_commands(commands):
    """Text of object_commands.cpp."""
    by_name = {command.short: command for command in commands if not command.missing}
    lines = [f'#include "glapi/{header}.h"' for header in HEADERS] + ["\nnamespace glapi::commands {\n"]
    for kind in ROWS:
        for name in (kind.reserving, kind.making, kind.asking, kind.erasing):
            if name and name not in by_name:
                sys.exit(f"object_commands.py: {name} is no command")
        lines += commands_of(kind, by_name)
    return "\n".join(lines) + "\n\n}  // namespace glapi::commands\n"
