"""Writing TOML: the few shapes position files need, in a form a person would write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["write", "write_value"]


def write_value(value: Any) -> str:
    """One value on one line.

    >>> write_value({"at": "0203", "shaken": True})
    '{ at = "0203", shaken = true }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {write_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    return "[" + ", ".join(write_value(v) for v in value) + "]"


def _key(key: str) -> str:
    plain = key and all((c.isalnum() and c.isascii()) or c in "-_" for c in key)
    return key if plain else write_value(key)


def write(data: Mapping[str, Any]) -> str:
    """A whole file: single values first, then tables, then lists of tables."""
    lines = [f"{_key(k)} = {write_value(v)}" for k, v in data.items() if not _is_table(v) and not _is_tables(v)]
    for key, value in data.items():
        if _is_table(value):
            lines += ["", f"[{_key(key)}]", *(f"{_key(k)} = {write_value(v)}" for k, v in value.items())]
    for key, value in data.items():
        if _is_tables(value):
            for table in value:
                lines += ["", f"[[{_key(key)}]]", *(f"{_key(k)} = {write_value(v)}" for k, v in table.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) and len(value) > 3


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)
