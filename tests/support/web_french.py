"""What a page shows and says, and what of it a French reader would stumble over."""

from french import english_in, faults

PHONE = "#chip, #corner, #rail, #sheet, #foot, #waiting"
PARTS = f"#top, #left, #right, {PHONE}, #prompt, #toasts, #why, #drawer, #dice, #list, .dialog, .fan, .choices"
SHOWN = f"""() => [...document.querySelectorAll('{PARTS}')]
  .filter((node) => node.offsetParent !== null || node.open)
  .flatMap((node) => node.innerText.split('\\n')).map((line) => line.trim()).filter(Boolean)"""
TITLES = """() => [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
  .flatMap((node) => [node.ariaLabel, node.title, node.placeholder]).filter(Boolean)"""


def ill(lines):
    """The lines with an English word, or with signs that are not set as in French."""
    return [(line, english_in(line), faults(line)) for line in lines if english_in(line) or (len(line) > 3 and faults(line))]


def look(page):
    """All the page shows and all it tells a screen reader is French."""
    for what in (SHOWN, TITLES):
        found = ill(page.evaluate(what))
        assert not found, found
