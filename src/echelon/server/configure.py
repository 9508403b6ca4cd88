"""Where settings come from: a flag of the command line, else a variable of the environment, else the file of settings, else the
default. All three are made from the fields of `Settings`."""

from __future__ import annotations

import ipaddress
import math
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from echelon.core.errors import EchelonError, UnknownError
from echelon.server.settings import Settings

__all__ = ["CONFIG", "default_of", "flag_of", "read_settings", "variable_of"]

CONFIG = "ECHELON_CONFIG"
_YES, _NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")
_FIELDS: Mapping[str, Field[Any]] = {field.name: field for field in fields(Settings)}


def flag_of(field: Field[Any]) -> str:
    """A field as a flag: `--allowed-host`, which may be repeated, for `allowed_hosts`."""
    name = {"proxies": "proxy"}.get(field.name, field.name.removesuffix("s") if _many(field) else field.name)
    return "--" + name.replace("_", "-")


def variable_of(field: Field[Any]) -> str:
    """A field as a variable of the environment."""
    return f"ECHELON_{field.name.upper()}"


def read_settings(flags: Mapping[str, Any], environ: Mapping[str, str], file: str | None = None) -> Settings:
    """The settings of a server. `flags` has what the command line names, by the name of the field."""
    chosen = file or environ.get(CONFIG, "")
    found = _file(Path(chosen)) if chosen else {}
    for name, field in _FIELDS.items():
        variable = variable_of(field)
        if environ.get(variable):
            found[name] = _read(field, environ[variable], variable)
    found |= {name: _read(_FIELDS[name], value, flag_of(_FIELDS[name])) for name, value in flags.items()}
    return Settings(**found)


def _file(path: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EchelonError(f"{path}: {error}") from None
    for name in data:
        if name not in _FIELDS:
            raise EchelonError(f"{path}: {UnknownError('setting', name, tuple(_FIELDS))}")
    return {name: _read(_FIELDS[name], value, f"{path}: {name}") for name, value in data.items()}


def _many(field: Field[Any]) -> bool:
    return str(field.type).startswith("tuple")


def _read(field: Field[Any], given: Any, where: str) -> Any:
    """A value as its field has it. Text is read, as it comes from the environment; a file must have the right type."""
    try:
        value = _value(str(field.type), given)
    except ValueError as error:
        raise EchelonError(f"{where}: {error}") from None
    if isinstance(value, int | float) and not isinstance(value, bool) and value < field.metadata["least"]:
        raise EchelonError(f"{where}: {value} is too small; the minimum is {field.metadata['least']}")
    if field.name == "port" and value > 65535:
        raise EchelonError(f"{where}: {value} is not a port; the highest is 65535")
    if field.name == "origins":
        return tuple(_origin(word, where) for word in value)
    if field.name in ("proxies", "metrics_from"):
        return tuple(_network(word, where) for word in value)
    return value


def _value(kind: str, given: Any) -> Any:
    if kind.startswith("tuple"):
        words = given.replace(",", " ").split() if isinstance(given, str) else given
        if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
            raise ValueError(f"{given!r} is not a list of words")
        return tuple(words)
    if kind == "bool":
        word = str(given).lower()
        if word not in (*_YES, *_NO) or not isinstance(given, bool | str):
            raise ValueError(f"{given!r} is neither yes nor no")
        return word in _YES
    if kind in ("int", "float"):
        try:
            if not isinstance(given, str | int | float) or isinstance(given, bool):
                raise ValueError
            value = int(given) if kind == "int" else float(given)
            if value != float(given) or not math.isfinite(value):
                raise ValueError
        except (ValueError, OverflowError):
            raise ValueError(f"{given!r} is not a {'whole ' if kind == 'int' else ''}number") from None
        return value
    if not isinstance(given, str):
        raise ValueError(f"{given!r} is not a text")
    return Path(given).expanduser() if kind == "Path" else given


def _network(given: str, where: str) -> str:
    try:
        ipaddress.ip_network(given, strict=False)
    except ValueError:
        raise EchelonError(f"{where}: {given!r} is neither an address nor a network such as 10.0.0.0/8") from None
    return given


def _origin(given: str, where: str) -> str:
    """A site as browsers name it: scheme, name and port, in small letters."""
    try:
        found = urlsplit(given.rstrip("/"))
        fine = found.scheme in ("http", "https") and found.hostname and found.port != 0
    except ValueError:
        fine = False
    if not fine or found.path or found.query or found.fragment or "@" in found.netloc:
        raise EchelonError(f"{where}: {given!r} is not a site; write it as https://games.example.org")
    usual = {"http": 80, "https": 443}[found.scheme]
    return f"{found.scheme}://{found.netloc.lower().removesuffix(f':{usual}')}"


def default_of(field: Field[Any]) -> Any:
    """What a field is if nobody names it."""
    return field.default_factory() if field.default_factory is not MISSING else field.default
