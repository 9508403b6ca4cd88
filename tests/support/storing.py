"""Rows to be stored."""

from echelon.server.storage import EventRow, GameRow, PlayerRow, SeatRow


def event(number, key=None, kind="act", base=0, moves=(("end", 0, False, ""),)):
    return EventRow(number, kind, "blue", "end", key, 1_700_000_000_000, base, moves)


def game(store, name="g", owner="p"):
    if store.player(b"t" * 32) is None:
        store.add_player(PlayerRow("p", b"t" * 32, "Anna", 1))
    row = GameRow(name, owner, "drill", "1.0.0", "crossing", {"frozen": "on"}, "Zoë’s game", "", b"\0seed", True, None, None,
                  1, 1, 0, 1, "red", None)  # fmt: skip
    store.add_game(row, [SeatRow("blue", "p"), SeatRow("red")], event(0, kind="start", moves=()))
    return row
