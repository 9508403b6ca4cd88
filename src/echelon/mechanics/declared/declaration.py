"""What every declaration is: a frozen dataclass that remembers its hash, as forms are looked up by declarations in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

__all__ = ["declaration"]

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def declaration(cls: type[T]) -> type[T]:
    """A frozen dataclass whose hash is worked out once for each value."""
    made = dataclass(frozen=True)(cls)
    reckon: Any = made.__hash__

    def known(self: Any) -> int:
        found = self.__dict__.get("_hash")
        if found is None:
            found = self.__dict__["_hash"] = reckon(self)
        return int(found)

    made.__hash__ = known  # type: ignore[method-assign]
    return made
