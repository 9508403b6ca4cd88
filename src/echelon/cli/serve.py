"""The commands `echelon serve`, for a host, and what `echelon play` does without `--text`: the table in the browser."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import socket
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from echelon.cli.common import shown_path
from echelon.core.errors import EchelonError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import uvicorn

    from echelon.server.app import Server
    from echelon.server.settings import Settings

__all__ = ["play_here", "serve"]

PORT = 8321  # what a browser remembers belongs to an address, so the same one is tried first


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for the whole network.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0 for any that is free."
)
@click.option("--data", type=click.Path(file_okay=False), metavar="FOLDER", help="The directory for games and pictures.")
@click.option(
    "--database-url", default="", metavar="URL", help="Another database, such as postgresql+psycopg://user@host/name."
)
@click.option(
    "--origin", multiple=True, metavar="URL", help="Another site whose pages may follow games and play; may be repeated."
)
def serve(host: str, port: int, data: str | None, database_url: str, origin: tuple[str, ...]) -> None:
    """Run a server: games, seats, invitations, computer players, records.

    Every action is saved as it is played; Ctrl-C stops the server and nothing is lost.

    \b
    Example: echelon serve
             echelon serve --host 0.0.0.0 --port 8000 --data /srv/echelon
    """
    settings = replace(_settings(data), host=host, port=port, database_url=database_url, origins=tuple(origin))
    bound = _bind(host, port)
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
    from echelon.server.settings import Settings, data_folder

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
    from echelon.server.handshake import Handshake

    try:
        app = make_app(settings)
    except EchelonError:
        bound.close()
        raise
    config = uvicorn.Config(
        app,
        ws=Handshake,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
        ws_max_size=65_536,
        server_header=False,
    )
    server = uvicorn.Server(config)
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
