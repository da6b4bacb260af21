#!/usr/bin/env python3
"""Mutates shaders and asks two compilers: what glslangValidator accepts must be accepted here.

mutate.py --accepts PROGRAM [--count N] [--first N] [--keep FOLDER]: N mutants, from number --first on (the same numbers
give the same mutants), of the shaders of Piglit's tests and of those in this tree. Says how many there were, how many
glslang took, and, class by class (the message without names and numbers), what was refused. Classes of exceptions.txt are
counted apart; it says for each why it is refused. Exits with 1 where there are others.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STAGES = {"vertex": "vert", "tessellation control": "tesc", "tessellation evaluation": "tese", "geometry": "geom",
          "fragment": "frag", "compute": "comp"}
EXTENSIONS = set(STAGES.values())
BATCH = 1000

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uU]?"
                   r"|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?(?:lf|LF|[fFuU])?"
                   r"|<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|[-+*/%&|^]=|\n|[ \t]+|.", re.S | re.M)
OPERATORS = ("+ - * / % & | ^ << >> < > <= >= == != && || ^^ = += -= *= /= ! ~ ++ -- ? : , ; . [ ] ( ) { }").split()
WORDS = ("float int uint bool double vec2 vec3 vec4 ivec2 ivec3 uvec2 uvec4 bvec2 bvec4 dvec2 mat2 mat3 mat4 mat2x3 mat4x2 "
         "const in out inout uniform attribute varying flat smooth noperspective centroid sample patch invariant precise "
         "highp mediump lowp void struct if else for while do switch case default break continue return discard true false "
         "sampler2D samplerCube sampler2DShadow isampler2D usampler2DArray image2D shared buffer coherent readonly").split()
VERSIONS = ("110 120 130 140 150 330 400 410 420 430 440 450 460").split() + ["150 compatibility", "450 compatibility",
                                                                             "100", "300 es", "310 es", "320 es"]


def shaders_of_tests(text):
    """(stage, text) of each shader of a .shader_test. The test's version is that of shaders that name none."""
    wanted = re.search(r"^GLSL(?: ES)? *>= *(\d)\.(\d\d)", text, re.M)
    version = "#version " + wanted.group(1) + wanted.group(2) + (" es" if "GLSL ES >= 3" in text else "") if wanted else ""
    for part in re.split(r"^\[", text, flags=re.M)[1:]:
        head, _, body = part.partition("]")
        stage = head.removesuffix(" shader")
        if head.endswith(" shader") and stage in STAGES:
            body = body.lstrip("\n")
            yield STAGES[stage], body if "#version" in body or not version else version + "\n" + body


def sources():
    """Files of shaders, in an order that is always the same."""
    roots = [pathlib.Path(p) for p in pathlib.Path("/usr/lib").glob("*/piglit")] + [HERE.parents[1] / "glsl/corpus",
                                                                                   HERE.parent / "random_glsl/found"]
    files = []
    for root in roots:
        for folder, _, names in os.walk(root):
            files += [os.path.join(folder, name) for name in names
                      if name.endswith(".shader_test") or name.rpartition(".")[2] in EXTENSIONS]
    return sorted(files)


def pick(files, rng):
    """A shader: its stage and its text."""
    while True:
        name = rng.choice(files)
        text = pathlib.Path(name).read_text(errors="replace")
        if name.endswith(".shader_test"):
            found = list(shaders_of_tests(text))
            if not found:
                continue
            return rng.choice(found)
        return name.rpartition(".")[2], text


TYPES = ("float int uint bool double vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 dvec2 dvec3 dvec4 "
         "mat2 mat3 mat4 mat2x3 mat4x2 dmat2 int64_t uint64_t").split()
QUALIFIERS = ("const in out inout uniform flat smooth noperspective centroid sample patch invariant precise highp mediump lowp "
              "coherent readonly writeonly volatile restrict layout(location=0) layout(location=1) layout(binding=1)").split()
BINARY = "+ - * / % & | ^ << >> < > <= >= == != && || ^^".split()
ASSIGNING = "= += -= *= /= %= &= |= ^= <<= >>=".split()
NUMBERS = ("0", "1", "2", "3", "7", "1u", "2.0", "0.5", "1.0f", "1e10", "4294967295u", "010", "0x1F", "2147483647")


def change_lines(tokens, other, rng):
    """A statement or declaration twice, gone, elsewhere, or from another shader."""
    lines = "".join(tokens).split("\n")
    kind = rng.randrange(4)
    if kind == 0:
        del lines[rng.randrange(len(lines))]
    else:
        line = rng.choice(other.split("\n") if kind == 1 else lines)
        lines.insert(rng.randrange(len(lines) + 1), line)
    return TOKEN.findall("\n".join(lines))


def wreck(token, words, rng):
    """Anything in a token's place."""
    return rng.choice(("", token + " " + token, rng.choice(WORDS), rng.choice(WORDS) + " " + token, rng.choice(OPERATORS),
                       rng.choice(words or WORDS)))


def mutate(text, other, rng):
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice((1, 1, 1, 1, 2))):
        places = [n for n, t in enumerate(tokens) if t.strip() and not t.startswith(("//", "/*"))]
        if not places:
            return text
        kind = rng.random()
        if kind < 0.08:
            tokens = change_lines(tokens, other, rng)
            continue
        if kind < 0.13:
            tokens = ["#version " + rng.choice(VERSIONS) if "#version" in t else t for t in tokens]
            continue
        at = rng.choice(places)
        token = tokens[at]
        if token.lstrip().startswith("#"):
            continue
        words = [t for t in tokens if re.match(r"[A-Za-z_]", t)]
        if kind < 0.2:
            tokens[at] = wreck(token, words, rng)
        elif token in TYPES:
            tokens[at] = rng.choice(TYPES) if rng.random() < 0.6 else rng.choice(QUALIFIERS) + " " + token
        elif token in QUALIFIERS:
            tokens[at] = rng.choice(("", rng.choice(QUALIFIERS), token + " " + rng.choice(QUALIFIERS),
                                     rng.choice(QUALIFIERS) + " " + token))
        elif re.match(r"[A-Za-z_]", token):
            tokens[at] = rng.choice(words)
        elif token in BINARY:
            tokens[at] = rng.choice(BINARY)
        elif token in ASSIGNING:
            tokens[at] = rng.choice(ASSIGNING)
        elif re.match(r"\d|\.\d", token):
            tokens[at] = rng.choice(NUMBERS)
        elif token == "(":
            tokens[at] = "(" + rng.choice(("-", "!", "~", "+", "++", "("))
    return "".join(tokens)


def run_glslang(program, names):
    """The names of those that it takes. A crash takes only the file itself."""
    wanted = list(names)
    taken = []
    while wanted:
        try:
            done = subprocess.run([program, "-d"] + wanted, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                                  check=False)
            output, crashed = done.stdout.decode(errors="replace"), done.returncode not in (0, 2)
        except subprocess.TimeoutExpired as expired:
            output, crashed = (expired.stdout or b"").decode(errors="replace"), True
        current, errors, seen = None, False, []
        known = set(wanted)
        for line in output.split("\n"):
            if line in known:
                if current and not errors:
                    taken.append(current)
                current, errors = line, False
                seen.append(line)
            elif line.startswith("ERROR:") or "compilation terminated" in line:
                errors = True
        if not crashed:
            if current and not errors:
                taken.append(current)
            break
        # The last one that it named is the one, or the first that it did not come to.
        rest = wanted[len(seen):] if seen else wanted[1:]
        if not seen and len(wanted) > 1:
            taken += run_glslang(program, wanted[:1])
        wanted = rest
    return taken


def run_ours(program, names):
    """Names to messages ("": taken). What ends the program is "crash"."""
    result = {}
    wanted = list(names)
    while wanted:
        try:
            done = subprocess.run([program] + wanted, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
            output, crashed = done.stdout.decode(errors="replace"), done.returncode != 0
        except subprocess.TimeoutExpired as expired:
            output, crashed = (expired.stdout or b"").decode(errors="replace"), True
        before = len(result)
        for line in output.split("\n"):
            if line.startswith("yes "):
                result[line[4:]] = ""
            elif line.startswith("no "):
                name, _, message = line[3:].partition(": ")
                result[name] = message
        wanted = wanted[len(result) - before:]
        if not crashed:
            break
        if wanted:
            result[wanted[0]] = "0:0(0): error: crash"
            wanted = wanted[1:]
    return result


def class_of(message):
    text = re.sub(r"^\S+: error: ", "", message)
    text = re.sub(r'"[^"]*"', '"…"', text)
    text = re.sub(r"\b(?:[biud]?vec[234]|d?mat[234](?:x[234])?|float|int|uint|bool|double|[iu]?(?:sampler|image)\w+)(?:\[\d*\])*",
                  "T", text)
    return re.sub(r"\b\d+\b", "N", text)


def exceptions():
    """Classes that are refused on purpose: (of the message, of the shader or "", why)."""
    rows = []
    for line in (HERE / "exceptions.txt").read_text().split("\n"):
        if line and not line.startswith("#"):
            pattern, _, why = line.partition(" -- ")
            message, _, shader = pattern.partition(" && ")
            rows.append((message, shader, why))
    return rows


def exception_of(rows, message, text):
    """The number of the row that excuses it, or None."""
    for number, (pattern, shader, _) in enumerate(rows):
        found = re.search(pattern, message)
        if found and found.re.groups:
            shader = shader.replace("\\1", found.group(1))
        if found and (not shader or re.search(shader, text)):
            return number
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accepts", required=True)
    parser.add_argument("--glslang", default="glslangValidator")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", help="where what is refused is kept")
    parser.add_argument("--examples", type=int, default=2)
    wish = parser.parse_args()
    files = sources()
    rows = exceptions()
    both, taken_there, crashes = 0, 0, 0
    classes = collections.defaultdict(list)
    excepted = collections.Counter()
    for start in range(wish.first, wish.first + wish.count, BATCH):
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for number in range(start, min(start + BATCH, wish.first + wish.count)):
                rng = random.Random(number)
                stage, text = pick(files, rng)
                other = pick(files, rng)[1]
                name = os.path.join(folder, f"{number}.{stage}")
                pathlib.Path(name).write_text(mutate(text, other, rng))
                names.append(name)
            taken = run_glslang(wish.glslang, names)
            taken_there += len(taken)
            ours = run_ours(wish.accepts, names)
            for name, message in ours.items():
                if "error: crash" in message:
                    crashes += 1
                    classes["crash"].append((name, message, pathlib.Path(name).read_text()))
            for name in taken:
                message = ours.get(name, "0:0(0): error: no answer")
                if not message:
                    both += 1
                    continue
                text = pathlib.Path(name).read_text()
                number = exception_of(rows, message, text)
                if number is None:
                    classes[class_of(message)].append((name, message, text))
                else:
                    excepted[number] += 1
    print(f"{wish.count} mutants of {len(files)} files from number {wish.first}: glslang takes {taken_there}, {both} of these are "
          f"taken here, {sum(excepted.values())} refused with reason, {sum(map(len, classes.values()))} without; "
          f"{crashes} crashes")
    for n, count in excepted.most_common():
        print(f"  {count:6} {rows[n][0]} -- {rows[n][2]}")
    for kind, found in sorted(classes.items(), key=lambda item: -len(item[1])):
        print(f"without reason, {len(found)} times: {kind}")
        for name, message, text in found[:wish.examples]:
            where = re.match(r"\d+:(\d+)", message)
            lines = text.split("\n")
            number = int(where.group(1)) if where else 0
            line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
            version = re.search(r"#version[^\n]*", text)
            print(f"    {os.path.basename(name)} ({version.group(0) if version else 'no version'}): {message}\n        {line}")
        if wish.keep:
            os.makedirs(wish.keep, exist_ok=True)
            for name, _, text in found:
                pathlib.Path(wish.keep, os.path.basename(name)).write_text(text)
    return 1 if classes else 0


if __name__ == "__main__":
    sys.exit(main())
