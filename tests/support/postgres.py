"""A PostgreSQL of our own, where one is installed: it can be stopped and started again."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path
from typing import Self

import pytest


class Postgres:
    """A cluster in a folder, reached by a socket there. The test is skipped where it cannot be had."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"postgresql+psycopg://echelon@/postgres?host={folder}"
        control = shutil.which("pg_ctl")
        if control is None:
            pytest.skip("PostgreSQL (pg_ctl) is not installed")
        if importlib.util.find_spec("psycopg") is None:
            pytest.skip("psycopg is not installed")
        self._as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            if shutil.which("runuser") is None:
                pytest.skip("PostgreSQL does not run as root")
            self._as_user = ["runuser", "-u", "nobody", "--"]
            for parent in (folder, *folder.parents):
                if str(parent).startswith("/tmp/"):
                    parent.chmod(0o777 if parent == folder else parent.stat().st_mode | 0o055)
        self._control = [control, "-D", str(folder / "db"), "-w"]
        made = self._run(["initdb", "-D", str(folder / "db"), "-U", "echelon", "-A", "trust", "-E", "UTF8"])
        if made.returncode:
            pytest.skip(f"initdb failed: {made.stderr.decode()[-200:]}")

    def _run(self, words: list[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*self._as_user, *words], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder
        )

    def start(self) -> None:
        """Start it."""
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        assert self._run([*self._control, "-o", options, "-l", str(self.folder / "log"), "start"]).returncode == 0

    def stop(self) -> None:
        """Stop it at once: who is connected is cut off."""
        self._run([*self._control, "-m", "immediate", "stop"])

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
