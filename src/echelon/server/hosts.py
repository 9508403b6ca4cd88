"""By which names this server is called. A page of another site that points its own name at this machine is not let in."""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import lru_cache

__all__ = ["Hosts"]

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]:/@\s]+))(?::[0-9]{0,5})?")


class Hosts:
    """The names of a server: `localhost`, any address in numbers, this machine's own name, and what its owner adds.

    Numbers are safe: a browser that was led here by a name says the name.
    """

    def __init__(self, more: tuple[str, ...] = (), bound: str = "") -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        self._names = {"localhost", machine, short, f"{short}.local", bound.lower(), *(name.lower() for name in more)} - {""}
        self._any = "*" in more

    def knows(self, host: str | None) -> bool:
        """Is this server called so? Only very old programs do not say whom they call, and no browser."""
        return self._any or not host or (name := _name(host)) in self._names or _safe(name)


@lru_cache(maxsize=1000)
def _name(host: str) -> str:
    """The name without its port; nothing if it is not written as a name is."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower().rstrip(".") if found else ""


@lru_cache(maxsize=1000)
def _safe(name: str) -> bool:
    if name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
