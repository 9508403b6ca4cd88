"""The command as a whole: help, versions, errors in one sentence, exit codes."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import echelon
from echelon.cli.app import COMMANDS, app

SOURCES = str(Path(echelon.__file__).parents[1])


def command(*words, **more):
    environment = {**os.environ, "PYTHONPATH": SOURCES}
    return subprocess.run(
        [sys.executable, "-m", "echelon", *words], capture_output=True, text=True, env=environment, timeout=60, **more
    )


def test_the_module_is_the_command():
    done = command("--version")
    assert done.returncode == 0
    assert done.stdout.strip() == f"echelon, version {echelon.__version__}"


def test_help_names_every_command_and_imports_none_of_them():
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom echelon.cli.app import app\n"
        "print(CliRunner().invoke(app, ['--help']).output)\n"
        "print('LOADED', [m for m in sys.modules if m.startswith(('rich', 'echelon.cli.', 'echelon.systems.'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": SOURCES}, timeout=60
    )
    assert done.returncode == 0, done.stderr
    for name, (_where, text) in COMMANDS.items():
        assert f"{name} " in done.stdout and text.split()[0] in done.stdout
    assert "LOADED ['echelon.cli.app']" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(run, name):
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example: echelon {name}" in result.output


def test_every_subcommand_has_help():
    context = click.Context(app)
    for name in COMMANDS:
        group = app.get_command(context, name)
        for sub in getattr(group, "commands", {}).values():
            assert sub.help, f"{name} {sub.name}"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["ply"], "did you mean 'play'?"),
        (["rules", "dril"], "did you mean 'drill'?"),
        (["query", "nowhere.toml", "legal"], "nowhere.toml: No such file"),
        (["check", "nowhere.toml"], "nowhere.toml: No such file"),
        (["record", "verify", "nowhere.txt"], "nowhere.txt: No such file"),
        (["walk", "drill", "--scenario", "fort"], "did you mean 'ford'?"),
        (["walk", "drill", "--option", "frozn=on"], "did you mean 'frozen'?"),
        (["walk", "drill", "--option", "frozen=maybe"], "there is no value of option frozen 'maybe'"),
        (["solve", "drill", "ford", "--score", "marginal=x"], "marginal=3/4"),
        (["board", "check", "nothing"], "neither a file nor a system"),
        (["walk"], "Missing argument 'SYSTEM'; see echelon walk --help"),
        (["walk", "drill", "--depth", "many"], "'many' is not a valid integer"),
        (["play", "--text", "--new", "--seed", str(1 << 200)], "is not in the range"),
        (["rules", "drill", "zebra"], "no clause contains 'zebra'"),
        (["play", "--text", "--red", "napoleon"], "there is no player 'napoleon'"),
        (["play", "--text", "--load", "nowhere.txt"], "nowhere.txt: No such file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(run, words, says):
    result = run(*words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stderr.startswith("echelon: ")
    assert "Traceback" not in result.output


def test_a_file_that_is_no_text_is_refused_politely(run, tmp_path):
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff\xfe")
    result = run("query", "picture.toml", "legal")
    assert (result.exit_code, result.stderr) == (2, "echelon: picture.toml is not a text file\n")


def test_a_reader_who_leaves_early_is_no_error():
    shell = f"{sys.executable} -m echelon rules drill | head -1"
    done = subprocess.run(
        shell, shell=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": SOURCES}, timeout=60
    )
    assert done.stdout.startswith("# Drill")
    assert "Traceback" not in done.stderr
