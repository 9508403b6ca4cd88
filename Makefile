# Two commands for everyone: `make play` and `make test`. Both set up their own virtual environment.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUN    := $(BIN)/python -m

.PHONY: play test quick soak browser check format bench certify shots clean help

help:            ## list the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

play: $(VENV)/.play  ## play in the browser
	@$(BIN)/echelon play

test: $(VENV)/.test browser  ## run the tests, format, lint and types among them (about ten minutes)
	@echo "Running the tests; this takes about ten minutes ..."
	@$(RUN) pytest -n auto --dist loadgroup -m "not long"

quick: $(VENV)/.test  ## the tests for daily work (at most 90 seconds, no browser)
	@$(RUN) pytest -n auto --dist loadgroup -m "not long and not slow"

soak: $(VENV)/.test browser  ## run the long tests that `make test` skips (accessibility of every screen, two screen sizes)
	@$(RUN) pytest -n auto --dist loadgroup -m long

browser: $(VENV)/.test  ## get Chromium for the tests of the page, where that needs no password
	@$(BIN)/python tests/support/chromium.py --fetch

check: $(VENV)/.test  ## format, lint, types
	@$(BIN)/ruff format --check src tests bench
	@$(BIN)/ruff check src tests bench
	@$(BIN)/mypy

format: $(VENV)/.test  ## format the sources
	@$(BIN)/ruff format src tests bench
	@$(BIN)/ruff check --fix src tests bench

bench: $(VENV)/.bench  ## measure kernels and play-outs against peers; table, and JSON under out/
	@$(RUN) bench

shots: $(VENV)/.test browser  ## play through the page and write its pictures to docs/pictures/web
	@$(RUN) tests.web.shots

golden: $(VENV)/.test  ## make the golden games anew: the same games as they go now; says what differs
	@$(RUN) tests.golden

certify: $(VENV)/.play  ## the battery for every system (about ten minutes)
	@$(BIN)/echelon certify drill --games 2000
	@$(BIN)/echelon certify drill --planted
	@$(BIN)/echelon certify tigers --games 60 --jobs 2
	@$(BIN)/echelon certify colonnes --games 20 --jobs 2
	@$(BIN)/echelon mutants drill --jobs 2

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Echelon needs Python 3.11 or newer. Name one that is: make play PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV), once; this takes about half a minute ..."
	@$(PYTHON) -m venv $(VENV)
	@$(RUN) pip install --quiet --disable-pip-version-check --upgrade pip

$(VENV)/.play: pyproject.toml $(BIN)/python
	@echo "Fetching what the table needs ..."
	@$(RUN) pip install --quiet --disable-pip-version-check -e '.[draw]'
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.play
	@echo "Fetching what the tests need ..."
	@$(RUN) pip install --quiet --disable-pip-version-check -e '.[draw,png]' --group test --group check
	@touch $@

$(VENV)/.bench: pyproject.toml $(VENV)/.play
	@$(RUN) pip install --quiet --disable-pip-version-check --group bench
	@touch $@

clean:           ## remove the virtual environment and everything built
	rm -rf $(VENV) out bench/build .pytest_cache .mypy_cache .ruff_cache
