"""The OpenAPI 3.1 document, from the same table that makes the routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

import msgspec

from echelon import __version__
from echelon.server.calls import Endpoint
from echelon.server.schemas import ErrorBody

__all__ = ["document", "page"]

_REF = "#/components/schemas/{name}"
_WORDS = {
    400: "The request cannot be read.", 401: "Unknown token.", 403: "Not your seat, or a page of another site.",
    404: "Not found.",
    409: "The game has moved on.", 413: "The request is too large.", 422: "The rules forbid it, or a name is not known.",
    429: "Too many requests from this address.", 503: "The server cannot answer now; ask again later.",
}  # fmt: skip


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """All of it, as data."""
    types: list[Any] = [ErrorBody]
    for endpoint in endpoints:
        types += [t for t in (endpoint.body, endpoint.answer) if t is not None and t is not str]
    refs, schemas = msgspec.json.schema_components(types, ref_template=_REF)
    known = list(zip(types, refs, strict=True))

    def ref(wanted: Any) -> dict[str, Any]:
        return next(found for type_, found in known if type_ is wanted)

    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, ref)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Echelon",
            "version": __version__,
            "description": "The interface of the page, open to bots as well. A player is a token: the cookie `echelon`, which "
            "`GET /api/me` sets, or the same value as `Authorization: Bearer`. Every action carries the `number` of the state "
            "it was chosen in; news arrives over a WebSocket at `/api/games/{game}/live?side=`.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "echelon"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{}, {"cookie": []}, {"bearer": []}],
    }


def _operation(endpoint: Endpoint, ref: Any) -> dict[str, Any]:
    refused = {"application/json": {"schema": ref(ErrorBody)}}
    good = ref(endpoint.answer) if endpoint.answer is not str else {"type": "string"}
    media = "text/plain" if endpoint.answer is str else "application/json"
    responses: dict[str, Any] = {str(endpoint.status): {"description": "Done.", "content": {media: {"schema": good}}}}
    errors = {400, *endpoint.errors, 401} if endpoint.query else set(endpoint.errors)
    for status in sorted(errors):
        responses[str(status)] = {"description": _WORDS[status], "content": refused}
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": responses,
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(endpoint.body)}}}
    return operation


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    schema = {"type": "string", "minLength": 1, "maxLength": 80}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema} for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    (_,), parts = msgspec.json.schema_components([endpoint.query], ref_template=_REF)
    found = []
    for name, schema in parts[endpoint.query.__name__]["properties"].items():
        plain = {k: v for k, v in schema.items() if k != "default"}
        if "anyOf" in plain:  # left out is the only way to say nothing in an address
            plain = next(option for option in plain["anyOf"] if option.get("type") != "null")
        found.append({"name": name, "in": "query", "required": False, "schema": plain})
    return found


def page(described: dict[str, Any]) -> str:
    """The document for people: one line an endpoint, with what it takes and gives."""
    rows = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            words = [f"{p['name']}" for p in operation["parameters"] if p["in"] == "query"]
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            takes = _type_name(content["schema"]) if content else ", ".join(words)
            status, good = next(iter(operation["responses"].items()))
            gives = _type_name(next(iter(good["content"].values()))["schema"])
            cells = (method.upper(), path, operation["summary"], takes, f"{status} {gives}")
            rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    types = [
        f"<h3>{escape(name)}</h3><p>{escape(schema.get('description', ''))}</p><pre>{escape(_fields(schema))}</pre>"
        for name, schema in sorted(described["components"]["schemas"].items())
    ]
    info = described["info"]
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Echelon: interface</title><style>"
        "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
        "td{padding:.2rem .8rem .2rem 0;vertical-align:top}td:nth-child(-n+2),pre{font-family:ui-monospace,monospace}"
        "</style></head><body>"
        f"<h1>Echelon {escape(info['version'])}: the interface</h1><p>{escape(info['description'])}</p>"
        "<p><a href='/api/openapi.json'>OpenAPI document</a></p>"
        f"<table>{''.join(rows)}</table><h2>Types</h2>{''.join(types)}</body></html>"
    )


def _type_name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if schema.get("type") == "array":
        return f"list of {_type_name(schema.get('items', {}))}"
    if "anyOf" in schema:
        return " or ".join(map(_type_name, schema["anyOf"]))
    return str(schema.get("type", "anything"))


def _fields(schema: dict[str, Any]) -> str:
    needed = schema.get("required", ())
    return "\n".join(
        f"{name}{'' if name in needed else '?'}: {_type_name(field)}" for name, field in schema.get("properties", {}).items()
    )
