"""webgl_pictures.py BROWSER OUTPUT: a browser shows webgl.html; what its canvases hold and its window shows is kept.

BROWSER is "chromium" or "firefox", after a hyphen the interface that it is to use: "chromium-egl", "firefox-glx".
The page sends its canvases back. The browser has a profile of its own each time and must end by itself at SIGTERM.
"""
import base64
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

PAGE = pathlib.Path(__file__).with_name("webgl.html")
PATIENCE = 90  # seconds until the page has drawn
WIDTH, HEIGHT = 640, 280

FIREFOX = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "gfx.webrender.all": True,
    "layers.acceleration.force-enabled": True,
    "toolkit.telemetry.enabled": False,
    "webgl.force-enabled": True,
    "webgl.sanitize-unmasked-renderer": False,
}


class Page(http.server.BaseHTTPRequestHandler):
    """Gives the page away and takes its pictures."""
    drawn, answer = threading.Event(), {}

    def do_GET(self):  # pylint: disable=invalid-name
        found = self.path == "/"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if found:
            self.wfile.write(PAGE.read_bytes())

    def do_POST(self):  # pylint: disable=invalid-name
        Page.answer.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()
        Page.drawn.set()

    def log_message(self, *_):
        pass


def chromium(interface, profile, address):
    angle = {"egl": "gl-egl", "glx": "gl", "gles": "gles-egl"}[interface]
    root = ["--no-sandbox"] if os.geteuid() == 0 else []  # who has it from no browser
    return ["chromium", *root, "--no-first-run", "--disable-extensions", "--disable-background-networking",
            "--use-gl=angle", f"--use-angle={angle}", "--ignore-gpu-blocklist", "--enable-gpu-rasterization",
            "--ozone-platform=x11", f"--user-data-dir={profile}", "--password-store=basic", "--kiosk",
            f"--window-size={WIDTH},{HEIGHT}", "--window-position=0,0", "--force-device-scale-factor=1",
            "--enable-logging=stderr", address]


def firefox(interface, profile, address):
    settings = dict(FIREFOX, **{"gfx.x11-egl.force-enabled": interface == "egl",
                                "gfx.x11-egl.force-disabled": interface != "egl"})
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in settings.items()]
    (pathlib.Path(profile) / "user.js").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ["firefox-esr", "--no-remote", "--profile", profile, "--kiosk", address]


def end(browser):
    """Ends it; whether it ended as asked, without a crash."""
    browser.send_signal(signal.SIGTERM)
    try:
        return browser.wait(20) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
    except subprocess.TimeoutExpired:
        os.killpg(browser.pid, signal.SIGKILL)
        return False


def main():
    (name, _, interface), folder = sys.argv[1].partition("-"), pathlib.Path(sys.argv[2])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    profile = tempfile.mkdtemp()
    began = time.monotonic()
    with subprocess.Popen({"chromium": chromium, "firefox": firefox}[name](interface, profile, address),
                          start_new_session=True) as browser:
        drawn = Page.drawn.wait(PATIENCE)
        print(f"drawn after {time.monotonic() - began:.1f} s: {Page.answer.get('said')}", flush=True)
        if drawn:
            time.sleep(2)  # until the window shows it
            subprocess.run(["import", "-silent", "-window", "root", "-crop", f"{WIDTH}x240+0+0", "+repage",
                            str(folder / "window.png")], check=True)
        ended = end(browser)
    shutil.rmtree(profile, ignore_errors=True)
    for name, url in Page.answer.get("pictures", {}).items():
        (folder / f"{name}.png").write_bytes(base64.b64decode(url.partition(",")[2]))
    if not drawn or not ended:
        sys.exit("the page was not drawn" if not drawn else "the browser did not end at SIGTERM")


main()
