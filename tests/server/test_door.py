"""Connections: floods of them, slow ones, dead ones; and what is written down about it. A real server at a real port."""

import logging
import os
import re
import resource
import select
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest
import uvicorn
from serving import Person, listen
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import echelon
from echelon.server.app import make_app
from echelon.server.door import Door, House
from echelon.server.logs import Once
from echelon.server.replies import origin_of

HERE, THERE = "127.0.0.1", "127.0.0.2"
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses of its own, and /proc")


@contextmanager
def serving(settings, **more):
    """A server in a thread: its port, its door, its application."""
    settings = replace(settings, **{"proxies": (), **more})
    app = make_app(settings)
    words = {"ws_ping_interval": settings.ping_seconds, "ws_ping_timeout": settings.ping_seconds, "ws": "websockets-sansio"}
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1, **words)
    door = Door(settings, room=1000)
    house = House(config, door)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as bound:
        bound.bind((HERE, 0))
        bound.listen()
        thread = threading.Thread(target=house.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            yield bound.getsockname()[1], door, app.state.server
        finally:
            house.should_exit = True
            thread.join(20)
    assert len(door) == 0, "everybody has left"


def call(port, address=HERE, data=b""):
    found = socket.create_connection((HERE, port), timeout=20, source_address=(address, 0))
    if data:
        found.sendall(data)
    return found


def ask(port, address=HERE, path="/healthz", **headers):
    """One whole request; the first line of the answer."""
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    with call(port, address, f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{lines}\r\n".encode()) as found:
        return rest(found).partition(b"\r\n")[0].decode()


def rest(found):
    """What comes until the other end closes; a closing by force is one too."""
    told = b""
    try:
        while part := found.recv(65536):
            told += part
    except ConnectionResetError:
        pass
    return told


# --- floods -------------------------------------------------------------------------------------------------------------
@linux
def test_idle_connections_lock_nobody_out(settings):
    """Of one address, or of all: the one that has waited the longest gives way."""
    with serving(settings, sockets=12, sockets_an_address=8) as (port, door, _), ExitStack() as held:
        crowd = [held.enter_context(call(port, THERE)) for _ in range(20)]
        assert ask(port, THERE) == "HTTP/1.1 200 OK"
        assert rest(crowd[0]) == b"", "the first to come had to leave"
        assert len(door) <= 8
        for i in range(3, 8):  # other addresses fill the house
            held.enter_context(call(port, f"127.0.0.{i}"))
        assert ask(port) == "HTTP/1.1 200 OK"
        assert len(door) <= 12
        assert door.refused.full == 0


@linux
def test_who_is_at_work_does_not_give_way(settings):
    upload = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n"
    with serving(settings, sockets=50, sockets_an_address=3) as (port, door, _), ExitStack() as held:
        [held.enter_context(call(port, THERE, upload)) for _ in range(3)]
        until(lambda: len(door) == 3 and not door._idle)
        assert ask(port, THERE).startswith("HTTP/1.1 503")
        assert ask(port, HERE) == "HTTP/1.1 200 OK"
        assert door.refused.full == 1


@linux
def test_a_proxy_may_hold_as_many_as_there_are(settings):
    with serving(settings, sockets=50, sockets_an_address=3, proxies=(HERE,)) as (port, door, _), ExitStack() as held:
        [held.enter_context(call(port)) for _ in range(20)]
        until(lambda: len(door) == 20)
        assert door.refused.evicted == 0


@linux
def test_without_files_it_neither_spins_nor_fills_the_log(tmp_path):
    """The number of open files is cut while the server runs: a hundred connections, and then somebody who wants to play."""
    from pathlib import Path

    env = {**os.environ, "PYTHONPATH": str(Path(echelon.__file__).parent.parent), "ECHELON_NO_ART": "1"}
    command = [sys.executable, "-m", "echelon", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        port = int(re.search(r":(\d+) ", process.stdout.readline()).group(1))
        assert ask(port) == "HTTP/1.1 200 OK"
        files = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (files + 20, files + 20))
        with ExitStack() as held:
            [held.enter_context(call(port)) for _ in range(100)]
            answer = ask(port)
        process.terminate()
        _, wrong = process.communicate(timeout=30)
    assert answer in ("HTTP/1.1 200 OK", "HTTP/1.1 503 Service Unavailable"), answer
    assert 1 <= wrong.count("no more connections") <= 2
    assert len(wrong.splitlines()) < 100


def until(fine):
    late = time.monotonic() + 20
    while not fine():
        assert time.monotonic() < late
        time.sleep(0.01)


# --- the slow and the dead ----------------------------------------------------------------------------------------------
HEAD = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
QUICK = {"header_seconds": 0.1, "body_seconds": 0.1, "idle_connection_seconds": 0.1, "stalled_seconds": 0.1}


@pytest.mark.parametrize(("sent", "told"), [
    (b"", b""),  # it says nothing at all
    (HEAD, b"HTTP/1.1 408"),  # it never says the end
    (b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{", b""),  # it owes the rest
    (HEAD + b"\r\n", b"HTTP/1.1 200"),  # it wants nothing more
    (HEAD + b"\r\n" + HEAD, b"HTTP/1.1 200"),  # it has asked once, and begins to ask again
])  # fmt: skip
def test_the_slow_are_not_waited_for(settings, sent, told):
    with serving(settings, **QUICK) as (port, _, _), call(port, data=sent) as found:
        answer = rest(found)
        assert answer.startswith(told)
        assert bool(answer) == bool(told)


@pytest.mark.parametrize("host", ["localhost", "elsewhere.example"])
def test_a_request_that_breaks_off_into_nonsense_is_refused_once(settings, host, caplog):
    """Its head is whole, and being answered when the nonsense behind it is read."""
    head = f"POST /api/games HTTP/1.1\r\nhost: {host}\r\ntransfer-encoding: chunked\r\n\r\n"
    with serving(settings) as (port, _, _):
        for _ in range(5):
            with call(port, data=head.encode() + b"no number\r\n") as found:
                answer = rest(found)
            assert answer.startswith(b"HTTP/1.1 400") and answer.count(b"HTTP/1.1") == 1
        assert ask(port) == "HTTP/1.1 200 OK"
    assert not [record for record in caplog.records if record.exc_info]


def test_one_byte_at_a_time_is_slow_too(settings):
    with serving(settings, **QUICK) as (port, door, _), call(port) as found:
        with pytest.raises(OSError):
            for byte in HEAD + b"x: " + b"y" * 5000:
                found.sendall(bytes([byte]))
                time.sleep(0.01)
        assert door.refused.late == 1


def test_who_does_not_read_is_not_waited_for(settings):
    asked = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n"
    with serving(settings, **{**QUICK, "header_seconds": 20.0}) as (port, door, _), call(port, data=asked * 400):
        until(lambda: door.refused.late)
        until(lambda: len(door) == 0)


@linux
def test_bodies_that_do_not_end_take_so_much_memory_and_no_more(settings):
    """Sixteen unfinished bodies from two addresses: most of them go, and who sends one that ends is heard."""
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    with serving(settings, body_limit=50_000, bodies_bytes=200_000) as (port, _, server), ExitStack() as rest:
        lines = []
        for i in range(16):
            lines.append(rest.enter_context(call(port, f"127.0.0.{2 + i % 2}", head % 50_000 + b" " * 45_000)))
            while i < 4 and server.bodies.size < 45_000 * (i + 1):
                time.sleep(0.005)
        wish = b'{"system": "drill"}' + b" " * 30_000
        with call(port, HERE, head % len(wish) + wish[:20_000]) as modest:
            time.sleep(0.1)
            modest.sendall(wish[20_000:])
            assert modest.recv(15) == b"HTTP/1.1 201 Cr"
        told = [line.recv(65536) for line in select.select(lines, [], [], 5)[0]]
        assert len(told) >= 12
        assert all(said.startswith(b"HTTP/1.1 503") and b"retry-after: 1\r\n" in said for said in told)
        assert 0 < server.bodies.size <= 200_000
        for line in lines:
            line.close()
        until = time.monotonic() + 10
        while server.bodies.size or server.bodies._of:
            assert time.monotonic() < until
            time.sleep(0.01)


def test_a_dead_live_connection_is_found_out(settings):
    with serving(settings, ping_seconds=0.1) as (port, door, server):
        from http.client import HTTPConnection

        made = HTTPConnection(HERE, port)
        made.request("POST", "/api/games", b'{"system": "drill"}')
        game = re.search(rb'"id":"(\w+)"', made.getresponse().read()).group(1).decode()
        made.close()
        words = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        words += "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg=="
        head = f"GET /api/games/{game}/live HTTP/1.1\r\nhost: localhost\r\n{words}\r\n\r\n"
        with call(port, data=head.encode()) as found:
            assert found.recv(12) == b"HTTP/1.1 101"
            until(lambda: len(server.hub) == 1)
            assert not door._idle, "a live connection does not wait for a request"
            rest(found)  # pings, never replied to, and then the end
            until(lambda: len(server.hub) == 0)


def test_a_live_connection_only_listens(anna):
    game = anna.new("drill")["id"]
    with pytest.raises(WebSocketDisconnect) as told, listen(anna, game) as line:
        for _ in range(100):
            line.send_text("x")
        while True:
            line.receive_json()
    assert told.value.code == 1008


# --- live places --------------------------------------------------------------------------------------------------------
def test_one_address_takes_some_live_places_and_no_more(settings):
    with TestClient(make_app(replace(settings, watchers_an_address=3, watchers_a_game=2))) as client, ExitStack() as held:
        anna = Person(client)
        one, other = anna.new("drill")["id"], anna.new("drill")["id"]
        for game in (one, one, other):
            held.enter_context(listen(anna, game, "blue"))
        for game in (one, other):  # of this game, of this address
            with pytest.raises(WebSocketDisconnect) as told, listen(anna, game, "blue"):
                pass
            assert (told.value.code, told.value.reason) == (1013, told.value.reason)
            assert "Close a tab" in told.value.reason


def test_spectators_keep_no_player_from_his_game(settings):
    with TestClient(make_app(replace(settings, watchers=20))) as client, ExitStack() as held:
        anna = Person(client)
        game = anna.new("drill")["id"]
        for _ in range(2):
            held.enter_context(listen(anna, game))
        with pytest.raises(WebSocketDisconnect), listen(anna, game):
            pass
        with listen(anna, game, "blue") as line:
            assert line.receive_json()["present"] == ["blue"]


def test_a_household_is_one_visitor():
    assert origin_of("2001:db8:1:2:3:4:5:6") == origin_of("2001:db8:1:2:ffff::1") != origin_of("2001:db8:1:3::1")
    assert (origin_of("::ffff:192.0.2.1"), origin_of("192.0.2.1"), origin_of("::1")) == ("192.0.2.1", "192.0.2.1", "::1")
    assert origin_of("testclient") == "testclient"


# --- the log ------------------------------------------------------------------------------------------------------------
def test_a_message_is_written_down_once_a_minute():
    clock, written = [0.0], []
    log = logging.Logger("test")
    handler = logging.Handler()
    handler.emit = lambda record: written.append(record.getMessage())
    handler.addFilter(Once(lambda: clock[0]))
    log.addHandler(handler)
    for i in range(1000):
        log.warning("game %s is broken, 100%%", i)
        log.error(f"Exception in callback <Handle 0x{i:x}>\nline {i}")
    assert len(written) == 2
    log.warning("something else")
    assert len(written) == 3
    clock[0] = 61.0
    log.warning("game %s is broken, 100%%", 7)
    assert written[3:] == ["game 7 is broken, 100% (and 999 more like it)"]
    log.warning("game %s is broken, 100%%", 8)
    assert len(written) == 4
