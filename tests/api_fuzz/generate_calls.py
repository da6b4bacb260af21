#!/usr/bin/env python3
"""Writes a function per command that calls it with arguments an Arguments object makes up.

    generate_calls.py gl.xml OUTPUT.cpp
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "glapi" / "registry"))
import generate  # noqa: E402
import registry  # noqa: E402

# Numbers that say how much memory or work a call takes: never wild, for the call would be the application's mistake.
SIZE_NAMES = re.compile(
    r"width|height|depth|count|n|size|length|bufSize|maxCount|primcount|drawcount|instancecount|first|basevertex|"
    r"baseinstance|start|end|stride|.*stride|.*order|i|i1|i2|j1|j2|mapsize|range|imageSize|len|level|levels|un|vn|"
    r"param|index|.*[oO]ffset|samples|border|base.*|num.*|layer|.*Count|.*count|location|textureLayers|tilesizex|"
    r"[xyzuvw][0-9]?|src[XYZ][01]?|dst[XYZ][01]?|factor")


def groups_of_enums(root):
    groups = {}
    for enums in root.findall("enums"):
        for enum in enums.findall("enum"):
            if enum.get("api") not in (None, "gl"):
                continue
            names = (enum.get("group") or "").split(",") + (enums.get("group") or "").split(",")
            for group in filter(None, names):
                groups.setdefault(group, set()).add(int(enum.get("value"), 0) & 0xFFFFFFFF)
    return {name: sorted(values) for name, values in groups.items()}


def argument(command, parameter, group, groups):
    base = re.sub(r"\bconst\b|\*|\s", "", parameter.type)
    if parameter.type.count("*") > 1:
        return f'reinterpret_cast<{parameter.type}>(arguments.pointers())'
    if parameter.is_pointer:
        constant = "true" if "const" in parameter.type else "false"
        real = "true" if base in ("GLfloat", "GLdouble", "GLclampf", "GLclampd") else "false"
        if base in ("GLchar", "GLcharARB") and constant == "true":
            return f"reinterpret_cast<{parameter.type}>(arguments.text())"
        if constant == "true" and ("Pointer" in command.short or command.short == "InterleavedArrays"):
            return f'reinterpret_cast<{parameter.type}>(arguments.vertex_array("{command.short}"))'
        binding = "false" if "Elements" in command.short and base != "void" else f'arguments.binding("{command.short}")'
        return f"reinterpret_cast<{parameter.type}>(arguments.memory({constant}, {real}, {binding}))"
    if base in ("GLenum", "GLbitfield") or (base == "GLint" and group in groups):
        return f"{base}(arguments.enumeration(group_{group}))" if group in groups else "arguments.enumeration({})"
    if base in ("GLfloat", "GLdouble", "GLclampf", "GLclampd"):
        return f"{base}(arguments.real())"
    if base == "GLboolean":
        return "GLboolean(arguments.number(0, 1))"
    if base == "GLsync":
        return "arguments.sync()"
    if base.startswith("GLDEBUGPROC"):
        return f"{base}(arguments.callback())"
    if base in ("GLVULKANPROCNV",):
        return "nullptr"
    if parameter.name == "modestride":  # of an array of modes: what it reaches is read
        return f"{base}(arguments.number(0, 64))"
    if re.fullmatch(SIZE_NAMES, parameter.name):
        return f"{base}(arguments.size())"
    if base == "GLuint":
        return "arguments.name()"
    return f"{base}(arguments.integer())"


def main():
    root = ElementTree.parse(sys.argv[1]).getroot()
    groups = groups_of_enums(root)
    group_of = {}
    for element in root.find("commands"):
        for p in element.findall("param"):
            name = registry.Parameter(p).name
            group_of[element.find("proto/name").text, name] = p.get("group") or ""
    lines = [generate.HEADER.replace("glapi/registry/generate.py", "tests/api_fuzz/generate_calls.py"),
             '#include "arguments.h"', '#include "glapi/generated/entry_points.h"\n', "namespace {\n"]
    for name, values in sorted(groups.items()):
        listed = ", ".join(f"0x{v:X}" for v in values)
        lines.append(f"[[maybe_unused]] constexpr uint32_t group_{name}[] = {{{listed}}};")
    table = []
    for command in registry.read_commands(root, registry.Es.of_1(root), registry.Es.of_2(root), registry.Core(root)):
        if any("cl_" in p.type for p in command.parameters):
            continue
        values = ", ".join(argument(command, p, group_of[command.name, p.name], groups) for p in command.parameters)
        lines.append(f"void {command.short}([[maybe_unused]] Arguments& arguments) {{ ::{command.name}({values}); }}")
        table.append(f'    {{"{command.name}", {command.short}}},')
    lines += ["\nconst Call table[] = {"] + table + ["};\n", "}  // namespace\n",
              "std::span<const Call> all_calls() { return table; }"]
    pathlib.Path(sys.argv[2]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
