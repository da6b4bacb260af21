"""Drivers, and runs of the client on them."""

import dataclasses
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Names that need no folder: what their processes are given.
KNOWN = {
    "asmgl": {"LD_LIBRARY_PATH": str(ROOT / "build" / "release" / "lib")},
    "llvmpipe": {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"},
    "softpipe": {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "softpipe"},
    "system": {},
}
# What decides how many threads a driver has; each reads its own.
THREADS = ("ASMGL_THREADS", "LP_NUM_THREADS")
# Left out of what drivers inherit: choices of a driver that were made for others.
FOREIGN = ("LD_PRELOAD", "LD_LIBRARY_PATH", "__GLX_VENDOR_LIBRARY_NAME", "__EGL_VENDOR_LIBRARY_FILENAMES")


@dataclasses.dataclass(frozen=True)
class Driver:
    """NAME[=FOLDER][,VARIABLE=VALUE...]: one of KNOWN, or the libraries of a folder under any name."""

    name: str
    environment: tuple  # of (variable, value)

    @staticmethod
    def parse(text):
        first, *settings = text.split(",")
        name, _, folder = first.partition("=")
        if folder:
            environment = {"LD_LIBRARY_PATH": str(pathlib.Path(folder).resolve())}
        elif name in KNOWN:
            environment = dict(KNOWN[name])
        else:
            raise SystemExit(f"compare: {name} is none of {', '.join(KNOWN)}, and no folder is given (NAME=FOLDER)")
        for setting in settings:
            variable, equals, value = setting.partition("=")
            if not equals:
                raise SystemExit(f"compare: {setting} is no VARIABLE=VALUE")
            environment[variable] = value
        label = name + "".join(f",{setting.partition('=')[2]}" for setting in settings)
        return Driver(label, tuple(environment.items()))

    def full_environment(self, threads):
        result = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        result.update({name: str(threads) for name in THREADS})
        result.update({"vblank_mode": "0", "ASMGL_VSYNC": "off"})
        result.update(dict(self.environment))
        return result


class Client:
    """The program that draws."""

    def __init__(self, path, platform, timeout):
        self.path, self.platform, self.timeout = path, platform, timeout
        if not pathlib.Path(path).exists():
            raise SystemExit(f"compare: {path} is missing; build it: ninja -C build/release bench_client")

    def cases(self):
        lines = subprocess.run([self.path, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
        return [line.split()[0] for line in lines if "/" in line.split()[0]]

    def run(self, driver, threads, *arguments):
        """The facts about the driver, and a dictionary for each case, by name."""
        command = [self.path, "--json", "--platform", self.platform, *map(str, arguments)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.timeout, check=False,
                                  env=driver.full_environment(threads))
            output, error, ended = done.stdout, done.stderr, f"ended with {done.returncode}"
        except subprocess.TimeoutExpired as expired:
            output, error = ((text or b"").decode(errors="replace") for text in (expired.stdout, expired.stderr))
            ended = f"took longer than {self.timeout} s"
        facts, cases = {}, {}
        for line in output.splitlines():
            try:
                row = json.loads(line)
            except json.JSONDecodeError:  # the case that it was in the middle of
                name = line.split('"')[3] if line.startswith('{"case"') else ""
                cases[name] = {"case": name, "failed": ended}
                continue
            if "case" in row:
                cases[row["case"]] = row
            else:
                facts = row
        if not facts:
            raise SystemExit(f"compare: {driver.name}: {ended}: {error.strip()[-400:]}")
        return facts, cases
