"""What gl.xml says: commands, their parameters and aliases, which of them OpenGL ES 1.1 has and which the core profile; and
which are missing."""
import pathlib
import re
import sys

from command_sets import COMPATIBILITY_ADDITIONS, ES_ADDITIONAL_TOKENS, ES_ALIASES, NUMBER_GROUPS, OWN_COMMANDS


class Parameter:
    def __init__(self, element):
        self.name = element.find("name").text
        if self.name in ("context", "class", "this", "near", "far", "passage", "list"):
            self.name += "_"
        self.type = "".join(text for text in self._texts(element)).strip().replace("  ", " ")
        self.length = element.get("len")
        self.is_pointer = "*" in self.type
        # One of the tokens that a kind of context may have or not; numbers that count from a token are the command's.
        self.is_token = self.type == "GLenum" and element.get("group") not in NUMBER_GROUPS

    @staticmethod
    def _texts(element):
        yield element.text or ""
        for child in element:
            yield "" if child.tag == "name" else child.text or ""
            yield child.tail or ""


class Command:
    def __init__(self, element):
        proto = element.find("proto")
        self.name = proto.find("name").text
        self.result = "".join(Parameter._texts(proto)).strip()
        self.parameters = [Parameter(p) for p in element.findall("param")]
        alias = element.find("alias")
        self.alias = alias.get("name") if alias is not None else None
        # GLX renders exactly those commands that display lists may hold.
        self.rendered = any(glx.get("type") == "render" for glx in element.findall("glx"))
        vector = element.find("vecequiv")  # GLX knows only the forms that take an array
        self.vector = vector.get("name") if vector is not None else None
        self.aliases = []
        self.in_es = self.in_es2 = self.in_opengl = self.in_core = True  # set by read_commands()
        self.missing = None  # set by read_missing(): why the command is not there
        self.checked = None  # set by read_checked(): what is checked before the command's own function

    @property
    def short(self):
        return self.name[2:]

    @property
    def signature(self):
        return ", ".join(f"{p.type} {p.name}" for p in self.parameters)

    @property
    def declaration(self):
        """Of the function in glapi::commands, without what ends it."""
        return f"{self.result} {self.short}({', '.join(['Context& context'] + [f'{p.type} {p.name}' for p in self.parameters])})"

    @property
    def arguments(self):
        return "".join(f", {p.name}" for p in self.parameters)


class Es:
    """What OpenGL ES has: versions and named extensions, by the registry. `api` is gl.xml's: gles1, gles2."""

    VERSIONS_1 = ["GL_VERSION_ES_CM_1_0"]
    VERSIONS_2 = ["GL_ES_VERSION_2_0", "GL_ES_VERSION_3_0", "GL_ES_VERSION_3_1", "GL_ES_VERSION_3_2"]

    @staticmethod
    def of_1(root):
        return Es(root, "gles1", Es.VERSIONS_1, "es_extensions.def")

    @staticmethod
    def of_2(root):
        """Of 2.0 and later."""
        return Es(root, "gles2", Es.VERSIONS_2, "es2_extensions.def")

    def __init__(self, root, api, versions, file):
        rows = (pathlib.Path(__file__).parent / file).read_text()
        named = re.findall(r"^ASMGL_ES2?_EXTENSION\((\w+)\)", rows, re.MULTILINE)
        features = [f for f in root.findall("feature") if f.get("name") in versions]
        extensions = {e.get("name"): e for e in root.iter("extension")}
        # The registry need not know extensions of the shading language alone.
        unknown = [name for name in named if name in extensions and extensions[name].find("require") is not None
                   and api not in extensions[name].get("supported").split("|")]
        if unknown:
            sys.exit(f"{file}: not extensions of {api}: {unknown}")
        self.commands_by_version = [(f.get("name"), c.get("name")) for f in features
                                    for c in f.iterfind("require/command")]
        self.version_commands = [command for _, command in self.commands_by_version]
        self.extension_commands = []  # (extension, command)
        tokens = {e.get("name") for f in features for e in f.iterfind("require/enum")}
        for name in (n for n in named if n in extensions):
            parts = extensions[name].findall("require")
            own = [part for part in parts if part.get("api") in (None, api)]
            # The registry says that OpenGL ES 1 has KHR_debug, but not what it has of it.
            for required in own or [part for part in parts if part.get("api") == "gles2"]:
                self.extension_commands += [(name, c.get("name")) for c in required.findall("command")]
                tokens.update(e.get("name") for e in required.findall("enum"))
        if api == "gles2":
            tokens.update(ES_ADDITIONAL_TOKENS)
        self.commands = set(self.version_commands) | {command for _, command in self.extension_commands}
        self.tokens = sorted({int(enum.get("value"), 0) for enums in root.findall("enums")
                              if enums.get("type") != "bitmask" for enum in enums.findall("enum")
                              if enum.get("name") in tokens and enum.get("type") != "ull"})


# Removed from the core profile, and answered there by other drivers: OpenGL ES has kept it (ARB_ES3_1_compatibility).
KEPT_CORE_TOKENS = {"GL_ALIASED_POINT_SIZE_RANGE"}


class Core:
    """What the core profile has not: what the registry's versions have removed and not brought back, and what only
    extensions bring that it has not (extensions.def)."""

    def __init__(self, root):
        rows = (pathlib.Path(__file__).parent / "extensions.def").read_text()
        kept = set(re.findall(r"^ASMGL_EXTENSION\((\w+)\)", rows, re.MULTILINE))
        dropped = set(re.findall(r"^ASMGL_COMPATIBILITY_EXTENSION\((\w+)\)", rows, re.MULTILINE))
        self.commands, removed, added = self._of_versions(root)
        # Extensions may bring what versions have, too (ARB_imaging brought glBlendColor).
        versions = {c.get("name") for feature in root.findall("feature") if feature.get("api") == "gl"
                    for c in feature.iterfind("require/command")}
        for extension in root.iter("extension"):
            if extension.get("name") in dropped:
                self.commands.update({c.get("name") for c in extension.iterfind("require/command")} - versions)
        for extension in root.iter("extension"):
            if extension.get("name") in kept:
                added_commands = {c.get("name") for c in extension.iterfind("require/command")}
                self.commands -= added_commands - self.removed_commands
        # A value counts as removed if no token that is left has it. Bits and tokens don't meet.
        values, bits = {}, set()
        for enums in root.findall("enums"):
            for enum in enums.findall("enum"):
                if enum.get("api") in (None, "gl"):
                    values[enum.get("name")] = int(enum.get("value"), 0)
                    if enums.get("type") == "bitmask":
                        bits.add(enum.get("name"))
        left = {values[name] for name in added - bits}
        self.tokens = sorted({values[name] for name in removed - bits - KEPT_CORE_TOKENS} - left)

    def _of_versions(self, root):
        commands, tokens, left = set(), set(), set()
        for feature in (f for f in root.findall("feature") if f.get("api") == "gl"):
            for part in feature:
                names = {child.get("name") for child in part if child.tag in ("command", "enum")}
                tokens_here = {child.get("name") for child in part if child.tag == "enum"}
                if part.tag == "require" and part.get("profile") != "compatibility":
                    commands -= names
                    tokens -= tokens_here
                    left |= tokens_here
                elif part.get("profile") in ("core", "compatibility"):
                    commands |= names - tokens_here
                    tokens |= tokens_here
                    left -= tokens_here
        self.removed_commands = frozenset(commands)
        return commands, tokens, left


def passed_as(parameter):
    """The parameter's type, as far as it matters to who calls."""
    return re.sub(r"clamp|const|\s", "", parameter.type).replace("fixed", "x").replace("GLenum", "GLint")


def alias_es_commands(every):
    for command in every.values():
        for pattern, target in ES_ALIASES:
            other = every.get(re.sub(pattern, target, command.name)) if re.fullmatch(pattern, command.name) else None
            if other and not command.alias and [*map(passed_as, command.parameters)] == [*map(passed_as, other.parameters)]:
                command.alias = other.name


def read_commands(root, es, es2, core_profile):
    """One Command per group of aliases, under the core name where the group has one."""
    core, opengl = set(), set()
    for feature in root.findall("feature"):
        if feature.get("api") == "gl":
            core.update(c.get("name") for c in feature.iterfind("require/command"))
    rows = (pathlib.Path(__file__).parent / "extensions.def").read_text()
    named = set(re.findall(r"^ASMGL_\w*EXTENSION\((\w+)", rows, re.MULTILINE))
    for extension in root.iter("extension"):
        if extension.get("name") in named:
            opengl.update(c.get("name") for c in extension.iterfind("require/command"))
        # What OpenGL ES' first extensions offered to OpenGL, it never took.
        if "gl" in extension.get("supported").split("|") and not extension.get("name").startswith("GL_OES"):
            opengl.update(c.get("name") for c in extension.iterfind("require/command"))
    every = {c.name: c for c in map(Command, root.find("commands"))}
    alias_es_commands(every)
    for command in every.values():
        if any(re.fullmatch(pattern, command.name) for pattern in OWN_COMMANDS):
            command.alias = None
    groups = {}
    for command in every.values():
        top = command
        while top.alias and every[top.alias] is not command:
            top = every[top.alias]
        groups.setdefault(top.name, []).append(command)
    canonical = []
    for top, members in groups.items():
        cores = [c.name for c in members if c.name in core]
        name = top if top in core or not cores else min(cores, key=len)
        command = every[name]
        command.aliases = sorted(c.name for c in members if c is not command)
        command.in_es = any(c.name in es.commands for c in members)
        command.in_es2 = any(c.name in es2.commands for c in members)
        command.in_opengl = not (command.in_es or command.in_es2) or any(c.name in core | opengl for c in members)
        command.in_core = not (name in core_profile.commands or any(
            re.fullmatch(pattern, c.short) for pattern in COMPATIBILITY_ADDITIONS for c in members))
        command.rendered = any(c.rendered or (c.vector and every[c.vector].rendered) for c in members)
        canonical.append(command)
    return sorted(canonical, key=lambda c: c.name)


def read_missing(root, commands):
    """Sets `missing` of the commands in missing_commands.def."""
    text = (pathlib.Path(__file__).parent / "missing_commands.def").read_text()
    reasons = dict(re.findall(r'^ASMGL_REASON\((\w+), "(.*)"\)$', text, re.MULTILINE))
    rows = re.findall(r"^ASMGL_MISSING\((\w+), (\w+)\)$", text, re.MULTILINE)
    found = {}  # command -> what gl.xml says it belongs to
    for place in [*root.findall("feature"), *root.iter("extension")]:
        for command in place.iterfind("require/command"):
            found.setdefault(command.get("name")[2:], place.get("name"))
    by_name = {c.short: c for c in commands}
    for name, reason in rows:
        command = by_name.get(name)
        if command is None or reason not in reasons or command.missing:
            sys.exit(f"missing_commands.def: {name}: " + ("there is no such command, or it is an alias" if command is None
                                                          else "two rows" if command.missing else f"no reason {reason}"))
        places = [found[n] for n in [name] + [a[2:] for a in command.aliases] if n in found]
        command.missing = f"{places[0]}: {reasons[reason]}" if places else reasons[reason]
