"""The commands `echelon serve`, for a host, and what `echelon play` does without `--text`: the table in the browser."""

from __future__ import annotations

import contextlib
import errno
import gc
import math
import os
import socket
import sys
import threading
import time
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from echelon.cli.common import shown_path
from echelon.core.errors import EchelonError
from echelon.server.configure import CONFIG, default_of, flag_of, read_settings, variable_of
from echelon.server.settings import Settings, data_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import uvicorn

    from echelon.server.app import Server

__all__ = ["configured", "play_here", "serve"]

PORT = 8321  # what a browser remembers belongs to an address, so the same one is tried first


def configured(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of a command that works with a server's settings: all of them, or those named. The command gets
    `settings`."""

    def wrapped(command: Callable[..., None]) -> Callable[..., None]:
        def run(config: str | None, **words: Any) -> None:
            flags = {k: words.pop(k) for k in list(words) if k in known}
            given = {k: v for k, v in flags.items() if v is not None and v != ()}
            command(settings=read_settings(given, os.environ, config), **words)

        known = {f.name: f for f in fields(Settings) if not names or f.name in names}
        for field in reversed(known.values()):
            run = _option(field)(run)
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        file = "A TOML file with any of these settings, as in: port = 8000."
        return click.option("--config", metavar="FILE", help=f"{file} [env: {CONFIG}]")(run)

    return wrapped


def _option(field: Any) -> Any:
    flag, default, about = flag_of(field), default_of(field), field.metadata["about"]
    many = isinstance(default, tuple)
    told = ", ".join(default) if many else ("yes" if default else "no") if isinstance(default, bool) else str(default)
    shown = f"default: {told}; " if told and field.name != "data" else ""
    help_ = f"{about} [{shown}env: {variable_of(field)}]"
    if isinstance(default, bool):
        return click.option(f"{flag}/--no-{flag[2:]}", field.name, default=None, help=help_)
    kind = "FOLDER" if isinstance(default, Path) else "NUMBER" if isinstance(default, int | float) else "TEXT"
    return click.option(flag, field.name, multiple=many, metavar=kind, help=help_)


@click.command()
@configured()
def serve(settings: Settings) -> None:
    """Run a server: games, seats, invitations, computer players, records.

    Every action is saved as it is played; Ctrl-C stops the server and nothing is lost. A setting is a flag, else a variable of
    the environment, else a line of the file that --config names, else the default.

    \b
    Example: echelon serve
             echelon serve --host 0.0.0.0 --port 8000 --data /srv/echelon
             ECHELON_PORT=8000 echelon serve --config /etc/echelon.toml
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    bound = _bind(settings.host, settings.port)
    _run(settings, bound, lambda address: click.echo(f"Echelon is running at {address} (Ctrl-C to stop)."))


def play_here(system: str, port: int | None, data: str | None, no_browser: bool) -> None:
    """The table for one machine: finds a free port, opens the browser, and says what Ctrl-C did."""
    settings = _settings(data)
    bound = _bind(settings.host, port) if port is not None else _bind_near(settings.host, PORT)
    page = f"/?game={system}" if system else "/"

    def ready(address: str) -> None:
        click.echo(f"Your games are at {address}{page} (Ctrl-C to stop; every game is saved).")
        if not no_browser:
            _open_browser(address + page)

    _run(settings, bound, ready)


def _settings(data: str | None) -> Settings:
    folder = Path(data) if data else data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return Settings(data=folder)


def _bind(host: str, port: int) -> socket.socket:
    """A socket at this very address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio leaves Nagle's algorithm on and every answer on a kept connection waits 40 ms.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = "choose another --port" if taken else "choose another --host"
        raise EchelonError(f"{host}:{port} cannot be used ({error.strerror or error}); {hint}") from None
    return bound


def _bind_near(host: str, port: int) -> socket.socket:
    """A socket at the usual port, or at any that is free."""
    try:
        return _bind(host, port)
    except EchelonError:
        return _bind(host, 0)


def _run(settings: Settings, bound: socket.socket, ready: Callable[[str], None]) -> None:
    import uvicorn

    from echelon.server.app import make_app
    from echelon.server.door import Door, House, raise_limit
    from echelon.server.logs import log_config

    room = raise_limit()  # before anything opens a file
    try:
        app = make_app(settings)
    except EchelonError:
        bound.close()
        raise
    config = uvicorn.Config(
        app, ws="websockets-sansio", log_config=log_config(), log_level="warning", access_log=False, server_header=False,
        timeout_keep_alive=math.ceil(settings.idle_connection_seconds), timeout_graceful_shutdown=3,
        forwarded_allow_ips=list(settings.proxies),
        # notices are short, and nothing is expected from the other end but pongs
        ws_max_size=4096, ws_per_message_deflate=False,
        ws_ping_interval=settings.ping_seconds, ws_ping_timeout=settings.ping_seconds,
    )  # fmt: skip
    app.state.server.door = door = Door(settings, room)
    server = House(config, door)
    host, port = bound.getsockname()[:2]
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, f"[{host}]" if ":" in host else host)

    def wait() -> None:
        while not server.started and not server.should_exit:
            time.sleep(0.02)
        if server.started:
            ready(f"http://{shown}:{port}")
            _tell_of_pictures(app.state.server, server)

    # Modules stay for as long as the process does: without them the collector has a tenth to look through each time it stops
    # everybody.
    gc.collect()
    gc.freeze()
    threading.Thread(target=wait, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[bound])
    if not server.started:
        raise EchelonError("the server could not start; the lines above say why")
    folder = shown_path(settings.data)
    kept = "the database" if settings.database_url else "this folder" if folder == "." else folder
    click.echo(f"\nStopped. Every game is saved in {kept}; start again to resume.")


def _tell_of_pictures(table: Server, server: uvicorn.Server) -> None:
    """At the first start the maps take a while to draw: say so, and when they are there."""
    if not table.drawing():
        return
    click.echo("The maps are being drawn in the background, once only; until then a picture may take a few seconds.")
    while table.drawing() and not server.should_exit:
        time.sleep(0.5)
    if not server.should_exit:
        click.echo("All maps are drawn.")


def _open_browser(address: str) -> None:
    import webbrowser

    try:
        opened = _has_screen() and webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        click.echo("No browser could be opened; open the address yourself.")


def _has_screen(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Without one, a browser for terminals might be found, which would take this one over."""
    return not platform.startswith("linux") or any(
        environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
    )
