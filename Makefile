# Everything below sets itself up: Python 3.11 or newer and make are enough.
#   make demo        train a Spitzer player, then hold a tournament with it
#   make test        the everyday tests              make test-full   the long ones too
#   make lint        formatter, linter, type checker make format      mend what can be mended
#   make notebooks   execute the notebooks           make wheel       build dist/*.whl
#   make install     only set up .venv               make clean       remove what was made here

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# The first that runs, is new enough and can make a virtual environment; or give PYTHON=...
NEW_ENOUGH := import sys, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.11 python3 python3.12 python3.13 python3.14; do \
	if $$python -c '$(NEW_ENOUGH)' 2>/dev/null; then echo $$python; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: help install demo test test-full lint format notebooks wheel clean

help:
	@sed -n 's/^#   //p' Makefile

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@"$(PYTHON)" -c '$(NEW_ENOUGH)' 2>/dev/null || { echo \
		"Python 3.11 or newer, with venv, is needed: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PIP) --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear $(VENV)
	@echo "installing into $(VENV) (the first time takes some minutes: torch is large)"
	PIP_CONSTRAINT=constraints.txt $(PIP) install --quiet --progress-bar off \
		--editable '.[train,search,ray,openspiel,notebooks,sb3,dev]'
	@touch $(STAMP)

demo: install
	$(BIN)/python -m experiments.demo

# Small arrays: more threads only get in each other's way.
test test-full: export OMP_NUM_THREADS = 1

test: install
	$(BIN)/python -m pytest

test-full: install
	$(BIN)/python -m pytest --full

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: install
	$(BIN)/ruff check --fix-only --exit-zero .
	$(BIN)/ruff format .

notebooks: install
	$(BIN)/jupyter-execute --timeout 600 $(wildcard notebooks/*.ipynb)

wheel: install
	rm -rf build
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
