"""What leads to more than its button said is not carried out, and the reply names the button that does it."""

SUPPORT = """
system = "colonnes"
side = "allied"
frame = "combat.cible"
hexes = { T = "1010", A = "T S", C = "A SW SW" }
board = { base = "blank" }
assume = { supplied = "all" }
[units]
"A-1/157" = "A"
A-6C = "C"
d = { at = "T", side = "german", arm = "mot", attack = 3, defence = 3, movement = 4 }
"""


def play(anna, game, number, line, **more):
    body = {"side": "allied", "number": number, "line": line, **more}
    return anna.ask("POST", f"/api/games/{game}/act", 200, body, lang="fr")


def test_support_that_would_throw_the_die_is_held(anna):
    game = anna.new("colonnes", position=SUPPORT, seats={"allied": "me", "german": "me"})["id"]
    update = play(anna, game, 0, "attack 1010", said=[])  # who alone can attack has joined, and nothing is thrown yet
    number = update["number"]
    assert "held" not in update
    assert update["scene"]["kind"] == "combat.att_soutien"
    held = play(anna, game, number, "support A-6C", said=[])
    assert held["number"] == number and not held["moves"] and held["scene"]["kind"] == "combat.att_soutien"
    assert held["held"]["does"] == "fight" and held["held"]["leads"] == ["die"] and held["held"]["say"]
    done = play(anna, game, number, "support A-6C", said=held["held"]["leads"])
    assert "held" not in done and any(move.get("die") for move in done["moves"])


def test_a_program_that_says_nothing_is_not_held(anna):
    game = anna.new("colonnes", position=SUPPORT, seats={"allied": "me", "german": "me"})["id"]
    update = play(anna, game, 0, "attack 1010; with A-1/157; fight; support A-6C")
    assert "held" not in update and any(move.get("die") for move in update["moves"])
