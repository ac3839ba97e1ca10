# The same commands for people and for CI. Everything runs from a clean clone: the first target makes .venv.
# VENV=path uses another environment; STAMP= (empty) trusts it to hold the tools already.
PYTHON ?= python3
VENV ?= .venv
STAMP ?= $(VENV)/.ginfast-dev
PY = $(VENV)/bin/python
# cython-lint starts helpers that it looks up on PATH
RUN = PATH="$(abspath $(VENV))/bin:$$PATH"
COMPILED = ginfast._core ginfast._arrangements ginfast._batch ginfast._cpu
SOURCES = src tests benchmarks tools docs setup.py

.PHONY: dev build check lint types generated package test test-all ecosystem bench competitors guard ratios docs debug fix clean hooks

dev: $(STAMP)  ## a virtual environment with every tool and the package in place

$(VENV)/.ginfast-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install -q --upgrade pip
	$(PY) -m pip install -q --group dev
	$(PY) -m pip install -q --no-build-isolation -e ".[test]"
	touch $@

build: $(STAMP)  ## compile in place
	$(PY) setup.py -q build_ext --inplace

check: lint types generated package  ## all that is not a test

lint: $(STAMP)
	$(PY) -m ruff check $(SOURCES)
	$(PY) -m ruff format --check $(SOURCES)
	$(RUN) cython-lint src/ginfast
	$(RUN) clang-format --dry-run --Werror $$(git ls-files '*.c' '*.h')

types: $(STAMP) build
	$(PY) -m mypy
	$(PY) -m pyright
	$(PY) -m mypy.stubtest $(COMPILED) --ignore-unused-allowlist --allowlist tests/typing/stubtest-allowlist.txt
	$(PY) -m pytest -q -m types tests/typing

generated: $(STAMP)
	$(PY) tools/check_generated.py

package: $(STAMP)
	$(PY) tools/check_package.py

test: $(STAMP) build  ## the fast suite
	$(PY) -m pytest -q

test-all: $(STAMP) build  ## with the slow tests: minutes
	$(PY) -m pytest -q -m "slow or not slow and not ecosystem and not packaging and not types"

ecosystem: $(STAMP) build
	$(PY) -m pip install -q ".[ecosystem]" --no-build-isolation
	$(PY) -m pytest -q -m ecosystem

bench: $(STAMP) build  ## figures for docs/performance.md; absolute numbers are printed, never gated
	$(PY) -m pytest benchmarks --benchmark-only -q -m ""

competitors: $(STAMP) build
	$(PY) -m pip install -q --group competitors
	$(PY) benchmarks/competitors/run.py

guard: $(STAMP) build  ## instruction budgets (valgrind) and fast/reference ratios
	$(PY) benchmarks/guard.py

ratios: $(STAMP) build
	$(PY) benchmarks/guard.py --ratios

docs: $(STAMP) build  ## build/docs/index.html, warning-free
	$(PY) -m sphinx -W --keep-going -q -b html docs build/docs

debug: $(STAMP)  ## the suite with AddressSanitizer and UndefinedBehaviorSanitizer
	tools/sanitize.sh $(PY)

fix: $(STAMP)
	$(PY) -m ruff check --fix $(SOURCES)
	$(PY) -m ruff format $(SOURCES)
	$(RUN) clang-format -i $$(git ls-files '*.c' '*.h')

hooks:  ## local git hooks: lint before a commit
	git config core.hooksPath tools/hooks

clean:
	rm -rf build dist src/*.egg-info src/ginfast/*.so
