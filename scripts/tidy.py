#!/usr/bin/env python3
"""tidy.py [--minutes N] [--jobs N] [FILE…]: clang-tidy over what the release build compiles.

`scripts/check tidy` calls it. It reads the sources in the batches that the build makes of them, without GCC's precompiled
headers and warnings: headers are read once for a batch, which takes a third of the time that single sources would. Of
sources that are compiled for each SIMD level it reads one level's. FILE: only batches that have one of these. --minutes: begins with no batch after that
time; what changed within a day before the last commit comes first. Fails if clang-tidy finds anything.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import time

LEFT_OUT = re.compile(r" -Winvalid-pch| -include [^ ]*cmake_pch\.hxx| -Wshadow=local| -Wno-(restrict|stringop-[a-z]+)"
                      r"| -Werror\b")
LEVEL_READ = "-DASMGL_FOR_avx2"


def git(*arguments):
    return subprocess.run(("git", *arguments), check=True, capture_output=True, text=True).stdout.splitlines()


def members_of(source):
    """The sources of a batch, below the root; of any other source itself."""
    if "/Unity/" not in source:
        return [os.path.relpath(source)]
    with open(source, encoding="utf-8") as text:
        return [os.path.relpath(line.split('"')[1]) for line in text if line.startswith("#include")]


def batches(build):
    """(entry of compile_commands.json, its sources), one for each group of sources that stands in this repository."""
    tracked = set(git("ls-files", "*.cpp"))
    found = {}
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            members = tuple(m for m in members_of(entry["file"]) if m in tracked)
            entry["command"] = LEFT_OUT.sub("", entry["command"])
            if members and (members not in found or LEVEL_READ in entry["command"]):
                found[members] = entry
    return [(entry, members) for members, entry in found.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("files", metavar="FILE", nargs="*")
    wanted = parser.parse_args()
    build = "build/release"
    chosen = batches(build)
    if wanted.files:
        named = {os.path.relpath(name) for name in wanted.files}
        chosen = [(entry, members) for entry, members in chosen if named & set(members)]
        missing = named - {member for _, members in chosen for member in members}
        if missing:
            sys.exit("tidy: the release build doesn't compile " + ", ".join(sorted(missing)))
    # What changed lately, as far as the history at hand tells; then the rest in another order for each commit.
    newest = git("log", "-1", "--format=%ct")[0]
    recent = set(git("log", f"--since={int(newest) - 86400}", "--format=", "--name-only", "--", "*.cpp"))
    random.Random(newest).shuffle(chosen)
    chosen.sort(key=lambda batch: not recent.intersection(batch[1]))

    os.makedirs("build/tidy", exist_ok=True)
    with open("build/tidy/compile_commands.json", "w", encoding="utf-8") as file:
        json.dump([entry for entry, _ in chosen], file)
    end = time.monotonic() + 60 * wanted.minutes if wanted.minutes else None

    def check(source):
        if end and time.monotonic() > end:
            return None
        command = ["clang-tidy-19", "-p", "build/tidy", "--quiet", "--warnings-as-errors=*",
                   "--extra-arg=-fconstexpr-steps=100000000", source]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            errors = (line for line in done.stderr.splitlines() if "error" in line)
            print(f"clang-tidy: the batch of {members_of(source)[0]}:", done.stdout, *errors, sep="\n", flush=True)
        return done.returncode == 0

    with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
        results = list(pool.map(check, [entry["file"] for entry, _ in chosen]))
    print(f"clang-tidy: {results.count(True)} of {len(results)} batches are clean, {results.count(False)} are not, "
          f"{results.count(None)} were not looked at for want of time")
    sys.exit(1 if False in results else 0)


main()
