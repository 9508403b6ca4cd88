"""The table in the browser, started from the command line."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import echelon
from echelon.cli import serve as module

CODE = "from echelon.cli import main; main()"


def test_terminal_words_need_the_terminal(run):
    for words in (["--load", "x.txt"], ["--red", "human"], ["--seed", "3"], ["--scenario", "ford"], ["--new"]):
        result = run("play", "drill", *words)
        assert (result.exit_code, words[0] in result.output) == (2, True)
    result = run("play", "--text", "--no-browser")
    assert result.exit_code == 2


def test_a_port_that_is_taken(run, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run("serve", "--port", port, "--data", tmp_path)
        assert result.exit_code == 2
        assert "choose another --port" in result.output
        found = module._bind_near("127.0.0.1", port)
        assert found.getsockname()[1] != port
        found.close()
    assert run("serve", "--host", "192.0.2.1", "--data", tmp_path).exit_code == 2


def test_a_database_that_is_none(run, tmp_path):
    result = run("serve", "--port", "0", "--data", tmp_path, "--database-url", "nonsense")
    assert result.exit_code == 2
    assert "sqlite:///" in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize("words", [["play", "--no-browser", "--port", "0"], ["serve", "--port", "0"]])
def test_it_serves_until_ctrl_c_and_says_where_the_games_are(tmp_path, words):
    env = {**os.environ, "PYTHONPATH": str(Path(echelon.__file__).parent.parent), "ECHELON_NO_ART": "1"}
    command = [sys.executable, "-c", CODE, *words, "--data", str(tmp_path / "new" / "folder")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line).group(0)
        with urllib.request.urlopen(f"{address}/api/me", timeout=20) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        told, wrong = process.communicate(timeout=30)
    assert process.returncode == 0, wrong
    assert "Every game is saved in" in told
    assert "Traceback" not in wrong
    assert (tmp_path / "new" / "folder" / "echelon.db").exists()


def test_the_browser_is_opened_at_the_address(monkeypatch, capsys):
    opened = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    module._open_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    module._open_browser("http://127.0.0.1:1/")
    assert "open the address yourself" in capsys.readouterr().out


def test_without_a_screen_no_browser_takes_over_the_terminal():
    assert not module._has_screen({}, "linux")
    assert module._has_screen({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert module._has_screen({"BROWSER": "my-browser"}, "linux")
    assert module._has_screen({}, "darwin")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_the_first_start_says_that_maps_are_drawn(tmp_path):
    pytest.importorskip("numpy", reason="the drawing needs numpy")
    env = {k: v for k, v in os.environ.items() if k != "ECHELON_NO_ART"}
    env["PYTHONPATH"] = str(Path(echelon.__file__).parent.parent)
    command = [sys.executable, "-c", CODE, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        process.stdout.readline()
        assert "maps are being drawn" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        told, wrong = process.communicate(timeout=30)
    assert process.returncode == 0, wrong
    assert "Every game is saved in" in told
    assert "All maps" not in told
