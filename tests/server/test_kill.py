"""A real server that is killed in mid-turn: what it accepted is there afterwards, once."""

import contextlib
import re
import sys
import threading
import time
from http.client import HTTPException
from pathlib import Path

import pytest
from processes import children_of
from running import Running


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a matter of Unix")
def test_no_accepted_act_is_lost_and_none_is_doubled(tmp_path):
    running = Running(tmp_path)
    headers = running.ask("/api/me")[2]
    token = re.match(r"echelon=([^;]+)", headers["set-cookie"]).group(1)
    game = running.ask("/api/games", token, {"system": "drill", "seed": 5})[1]["id"]
    running.ask(f"/api/games/{game}/act", token, {"side": "red", "number": 0, "line": "mine 0404"})
    for turn in range(2):
        accepted, sent = {}, {}

        def play(server=running, turn=turn, accepted=accepted, sent=sent):
            """Take a unit and put it down again, as fast as it goes, until the server is gone."""
            number = server.ask(f"/api/games/{game}")[1]["number"]
            try:
                for i in range(10_000):
                    scene = server.ask(f"/api/games/{game}/scene?side=blue", token)[1]
                    line = "take b1" if any(a["line"] == "take b1" for a in scene["legal"]) else None
                    body = {"side": "blue", "number": number, "line": line, "key": f"{turn}-{i}"} if line else None
                    if body is None:
                        status, told, _ = server.ask(f"/api/games/{game}/undo", token, {"side": "blue", "number": number})
                    else:
                        sent[number + 1] = body
                        status, told, _ = server.ask(f"/api/games/{game}/act", token, body)
                    assert status == 200, told
                    number = told["number"]
                    accepted[number] = (body, told)
            except (OSError, ValueError, HTTPException):
                return

        thread = threading.Thread(target=play)
        thread.start()
        thread.join(0.6)
        running.kill()
        thread.join(20)
        assert accepted
        running = Running(tmp_path)
        info = running.ask(f"/api/games/{game}")[1]
        last = max(accepted)
        assert info["number"] in (last, last + 1), "what was on its way may have been accepted; nothing else"
        if info["number"] == last:
            assert running.ask(f"/api/games/{game}/update?side=blue&since={last - 1}", token)[1] == accepted[last][1]
        body = sent.get(info["number"])
        if body is not None:  # sent again after the crash, it counts once
            status, told, _ = running.ask(f"/api/games/{game}/act", token, body)
            assert (status, told["number"]) == (200, info["number"])
    log = running.ask(f"/api/games/{game}/log?side=blue", token)[1]
    assert [move["line"] for move in log][:1] == ["mine ?"]
    assert len(log) in (1, 2)
    assert "saved" in running.stop()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look into")
@pytest.mark.parametrize("end", [Running.kill, Running.stop])
def test_workers_do_not_outlive_a_server(tmp_path, end):
    """Not one that thinks, nor one that is just starting."""
    running = Running(tmp_path)
    token = re.match(r"echelon=([^;]+)", running.ask("/api/me")[2]["set-cookie"]).group(1)
    game = running.ask("/api/games", token, {"system": "drill", "scenario": "ford"})[1]["id"]
    for _ in range(3):
        threading.Thread(target=hint, args=(running, game, token)).start()
    late = time.monotonic() + 60
    while len(workers := children_of(running.process.pid)) < 2 and time.monotonic() < late:
        time.sleep(0.01)
    end(running)
    assert len(workers) >= 2
    while any(worker.exists() for worker in workers) and time.monotonic() < late:
        time.sleep(0.01)
    assert not [worker for worker in workers if worker.exists()]


def hint(running, game, token):
    """Asked in vain."""
    with contextlib.suppress(OSError, ValueError, HTTPException):
        running.ask(f"/api/games/{game}/hint", token, {"side": "blue", "number": 0})
