"""Where Chromium is; with `--fetch`, as a command, Debian's is installed where that needs no password."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--force-color-profile=srgb",
)  # fmt: skip
REASON = "no Chromium was found: install one (on Debian `apt-get install chromium`) or name it in ECHELON_CHROMIUM"


def find():
    """The path of a Chromium, or None. `ECHELON_CHROMIUM` names one that is not where others look."""
    named = os.environ.get("ECHELON_CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return found or next((place for place in PLACES if Path(place).exists()), None)


def fetch():
    """Install Debian's package as root, or by sudo if that asks for no password. Whether there is a Chromium now."""
    apt = shutil.which("apt-get")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    sudo = shutil.which("sudo")
    free = sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0
    if apt and (root or free):
        print("Fetching Chromium for the tests of the page, once; this takes about a minute ...", flush=True)
        before = [] if root else [sudo, "-n"]
        quiet = {"capture_output": True, "check": False, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        command = [*before, apt, "install", "-y", "--no-install-recommends", "chromium"]
        if subprocess.run(command, **quiet).returncode:
            subprocess.run([*before, apt, "update"], **quiet)
            subprocess.run(command, **quiet)
    return find() is not None


def main(words):
    """Never an error: without a browser the tests of the page are skipped and say why."""
    if find() or ("--fetch" in words and fetch()):
        return 0
    print(f"The tests of the page will be skipped: {REASON}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
