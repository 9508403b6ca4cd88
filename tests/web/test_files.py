"""Records and positions that come and go as files: whole ones, damaged ones, and what was never one."""

import re

import pytest
from web_table import Table, new_game


@pytest.fixture
def record(page, site):
    """A record of a few moves, as the page offers it for download to Red, who has the only secret."""
    table = Table(page, new_game(site, page, seats={"blue": "random", "red": "me"}), "red", seed=4).open()
    for _ in range(6):
        table.step()
    page.locator("[data-key='menu']").click()
    with page.expect_download() as download:
        page.locator("#menu a[href*='record']").click()
    return download.value.path().read_text("utf-8"), table.game


def upload(page, name, text):
    """Choose a file on the home page; what the page says to it."""
    page.goto("/")
    page.locator("#upload-file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
    answer = page.locator(".upload-answer .note")
    answer.wait_for()
    return answer


def test_a_record_comes_back_whole(page, record):
    text, game = record
    answer = upload(page, "game.txt", text)
    assert "ok" in answer.get_attribute("class").split(), answer.inner_text()
    answer.get_by_role("link").click()
    page.wait_for_url("**/game/**")
    table = Table(page, "")
    table.ready()
    assert table.scene("game") != game


def test_a_damaged_record_loads_to_its_first_error_and_says_where(page, record):
    text, _ = record
    lines = text.splitlines()
    bad = max(i for i, line in enumerate(lines) if re.match(r"(take|move|stop|end)", line))
    lines[bad] = "move b1 9999"
    answer = upload(page, "damaged.txt", "\n".join(lines))
    assert "warn" in answer.get_attribute("class").split(), answer.inner_text()
    assert str(bad + 1) in answer.inner_text()
    answer.get_by_role("link").click()
    page.wait_for_url("**/game/**")
    Table(page, "").ready()


def test_what_is_no_record_is_refused_in_a_sentence(page):
    page.watch.allow("4(00|04|09|13|22)", "Failed to load resource")
    for name, text in (
        ("letter.txt", "Dear Anna, here is our game."),
        ("empty.txt", ""),
        ("unknown.txt", "echelon 1 | checkers 1.0.0 | crossing\n"),
        ("version.txt", "echelon 99 | drill 1.0.0 | crossing | frozen=off\n"),
        ("scenario.txt", "echelon 1 | drill 1.0.0 | nowhere | frozen=off\nseed sha256:00\n"),
        ("position.toml", 'system = "drill"\nunits = { b1 = "9999" }\n'),
        ("broken.toml", 'system = "drill"\nunits = { b1 = \n'),
        ("binary.txt", "echelon 1 | drill\x00\x01\x02\ufffd"),
    ):
        answer = upload(page, name, text)
        assert "bad" in answer.get_attribute("class").split(), (name, answer.inner_text())
        assert len(answer.inner_text().strip()) > 10
        assert "Traceback" not in answer.inner_text()
    assert page.request.get("/api/me").json()["games"] == []


def test_a_position_is_set_up(page):
    text = 'system = "drill"\nside = "blue"\nframe = "move.pick"\nunits = { b1 = "0203", r1 = "0503" }\n'
    answer = upload(page, "position.toml", text)
    assert "ok" in answer.get_attribute("class").split(), answer.inner_text()
    answer.get_by_role("link").click()
    page.wait_for_url("**/game/**")
    table = Table(page, "")
    table.ready()
    assert {p["id"]: p["hex"] for p in table.scene("pieces")} == {"b1": "0203", "r1": "0503"}


def test_a_position_with_its_own_map_and_units_is_shown_with_its_own_pictures(page):
    text = (
        'system = "drill"\nside = "blue"\nframe = "move.pick"\nboard = { base = "blank", wood = "0404" }\n'
        'units = { b1="0203", r1 = "0503", guard = { at = "0202", side = "blue", label = "G", strength = 7, movement = 3 } }\n'
    )
    answer = upload(page, "own.toml", text)
    assert "ok" in answer.get_attribute("class").split(), answer.inner_text()
    answer.get_by_role("link").click()
    page.wait_for_url("**/game/**")
    table = Table(page, "")
    table.ready()
    page.locator("#sprites #u-guard-large").wait_for(state="attached")
    page.locator(".paper canvas").first.wait_for()
    table.press("0202")
    table.until("() => echelon.selection?.unit === 'guard' && Object.keys(echelon.reach?.hexes ?? {}).length > 3")
