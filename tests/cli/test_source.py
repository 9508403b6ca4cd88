"""`echelon source`: the functions behind a system's questions, generated or written by hand."""

import traceback

import echelon


def test_generated_code_is_shown(run):
    said = run("source", "drill", "move.legal_step").stdout
    assert "<drill: move.legal_step>" in said and "def legal_step(s, f):" in said and "closed" in said


def test_names_are_listed(run):
    said = run("source", "drill").stdout
    assert "move.pick.legal" in said and "combat.column" in said


def test_code_written_by_hand_is_shown_too(run):
    assert "def " in run("source", "colonnes", echelon.load("colonnes").kinds[0].name).stdout


def test_a_stage_that_is_not_there(run):
    result = run("source", "drill", "swim")
    assert result.exit_code and "there is no function 'swim'" in result.output


def test_tracebacks_name_the_generated_line():
    state = echelon.load("drill").new(seed=1)
    state.play("mine 0403")
    state.pos = None
    try:
        state.legal().main  # noqa: B018
    except TypeError:
        assert "<drill: move.legal_pick>" in traceback.format_exc() and "actions = [TAKE" in traceback.format_exc()
    else:
        raise AssertionError("a state without places has no legal list")
