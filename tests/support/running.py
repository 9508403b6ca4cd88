"""A real server, which can be killed."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import echelon

ROOT = Path(echelon.__file__).parent.parent


class Running:
    """`echelon serve` in a process of its own."""

    def __init__(self, folder):
        code = "from echelon.cli import main; main()"
        words = [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(folder)]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "ECHELON_NO_ART": "1"}
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+:\d+", line)
        assert found, line + self.process.stderr.read()
        self.address = found.group(0)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=20)

    def stop(self):
        """Ctrl-C, as a terminal sends it: to the server and all its workers."""
        os.killpg(self.process.pid, signal.SIGINT)
        told, errors = self.process.communicate(timeout=20)
        assert "Traceback" not in errors, errors[-3000:]
        return told

    def ask(self, path, token="", body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error), error.headers
