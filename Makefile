# One verb per chore; `make` alone lists them. Nothing but Python 3.11 or newer with its venv module has to be there.
#   make run ARGS="--help"    arguments for the program       make run VENV=/tmp/v    another environment
#   make bench ARGS=...       make chaos N=200                make fuzz N=1000000     make lock ARGS=--upgrade
#   make test DATE="2028-02-29 23:59:30 Asia/Tokyo"           make test WORKERS=2
#   make dates DATES="2027-01-01 00:00:10; 2028-02-29 10:00:00"

VENV ?= .venv
PYTHON ?=
ARGS ?=
# What is played instead of today, in every test (tests/calendar.py); and how many of the thirty dates `make test` tries.
DATE ?=
export CALENDAR := $(DATE)
DATES ?=
SLICE ?= 1
# Versions that are tried, the one the checks run on first.
PYTHONS := $(PYTHON) python3.11 python3.12 python3.13 python3
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install -qq --require-hashes --only-binary :all:
# Of the long walks `make test` takes the day's share (tests/share.py); SHARE=all takes all of them.
SHARE ?= today
# Three on two cores, since tests wait for daemons. Who is done first takes tests from the others, which may have long ones.
WORKERS ?= 3
BOTH := -n $(WORKERS) --dist worksteal
COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-build \
	--no-header --annotation-style line --no-emit-index-url --no-emit-find-links

# Numeric libraries must not start a thread per core: two busy threads on two busy cores are many times slower than one.
export OMP_NUM_THREADS ?= 1
# Compiled modules are kept: without them every start takes seconds longer.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run serve setup doctor demo demo-evening test check audit sbom quick bench chaos walls life fuzz growth walks shake dates lock clean venv runtime dev lint every-test

help:
	@echo 'make run     set up what is needed and chat in the terminal'
	@echo 'make serve   run the daemon for Discord and Telegram'
	@echo 'make setup   choose a model     make doctor  check each part     make demo   install the demonstration model'
	@echo 'make test    all checks         make quick   a small part     make check  style, layers, types, sizes'
	@echo 'make bench   figures            make chaos N=20  random kills    make fuzz N=50000  hostile input'
	@echo 'make walls N=50000   random people in random places; nothing may be told to whom it is not for'
	@echo 'make life DAYS=30 N=20   a month of a circle and of private chats, killed N times; ARGS="--show" prints the circle'
	@echo 'make life DAYS=4 ARGS="--on discord --show"   the same on a test server: "discord forum", discord, telegram, "telegram channel"; or at a terminal: terminal, "terminal story"'
	@echo 'make shake TEST=tests/…  N=200 SEED=1   these tests N times on a busy machine, what they wait for at odd moments'
	@echo 'make audit   known holes in packages     make sbom TO=out/sbom.json   what the product is made of (CycloneDX)'
	@echo 'make walks   the long walks of which make test takes one part a day'
	@echo 'make demo-evening TO=out/evening   play a first evening and write it down as people see it, a page a platform'
	@echo 'make mutants N=60 SEED=1 AT=HEAD   whether the tests notice so many changed places of the code'
	@echo 'make dates   thirty dates       make dates DATES="2028-02-29 10:00:00; …"'
	@echo 'make lock    pin dependencies   make clean   remove environment and caches, never data'

# --- using it ---

run: runtime
	@exec $(PY) -m bot chat $(ARGS)

serve: runtime
	@exec $(PY) -m bot run $(ARGS)

setup: runtime
	@exec $(PY) -m bot setup $(ARGS)

doctor: runtime
	@exec $(PY) -m bot doctor $(ARGS)

# The packages come whole, so their own dependencies (a model hub client and more) are left out.
demo: runtime
	@cmp -s requirements-demo.lock $(VENV)/requirements-demo.lock || { \
		$(PIP) --no-deps -r requirements-demo.lock && cp requirements-demo.lock $(VENV)/; }

# --- working on it ---

# Style and types are looked at beside the tests, in the time that these leave; what was found is told after them.
test: dev
	@nice $(MAKE) --no-print-directory lint >$(VENV)/lint.log 2>&1 & lint=$$!; \
	$(MAKE) --no-print-directory every-test; tests=$$?; \
	wait $$lint; lint=$$?; cat $(VENV)/lint.log; [ $$tests = 0 ] && [ $$lint = 0 ]

every-test: dev
	@$(PY) -m tests.code.report
	@SHARE=$(SHARE) $(PY) -m pytest $(BOTH) $(ARGS)
	@[ -n "$(DATE)$(ARGS)" ] || SHARE=$(SHARE) $(PY) -m tests.dates --slice $(SLICE) $(BOTH)

quick: dev
	@SHARE=quick $(PY) -m pytest $(BOTH) -m 'not slow and not demo' --ignore=tests/code $(ARGS)

check: lint audit
	@$(PY) -m tests.code.report
	@$(PY) -m pytest tests/code

# Where the packages' registry can be reached; it says aloud what it could not be asked about.
audit: dev
	@$(PY) -m tests.supply audit

sbom: TO ?= out/sbom.json
sbom: dev
	@$(PY) -m tests.supply sbom $(TO)

lint: dev
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/ruff format --quiet --check .
	@out=$$($(VENV)/bin/lint-imports --no-logo) || { echo "$$out"; exit 1; }; echo "$$out" | tail -n 1
	@$(VENV)/bin/basedpyright
	@$(VENV)/bin/hadolint Dockerfile

walks: dev
	@$(PY) -m pytest $(BOTH) -m 'share and not demo' $(ARGS)

bench: dev
	@$(PY) -m tests.bench $(ARGS)

chaos: N ?= 20
chaos: dev
	@$(PY) -m tests.faults.chaos -n $(N) $(ARGS)

walls: N ?= 50000
walls: dev
	@$(PY) -m tests.walls -n $(N) $(ARGS)

life: DAYS ?= 30
life: N ?= 20
life: dev
	@$(PY) -m tests.life --days $(DAYS) --kills $(N) $(ARGS)

fuzz: N ?= 50000
fuzz: dev
	@FUZZ_N=$(N) $(PY) -m pytest tests/fuzz $(ARGS)

# Without -n: one process, so that a seed gives the same moments again as far as the machine does.
shake: N ?= 200
shake: SEED ?= 0
shake: LOAD ?= 2
shake: dev
	@$(PY) -m pytest -p tests.shaking.plugin --shake $(N) --shake-seed $(SEED) --shake-load $(LOAD) $(TEST) $(ARGS)

# At eight in the evening, whatever the time is here.
demo-evening: TO ?= out/evening
demo-evening: export CALENDAR := $(or $(DATE),2026-11-27 20:00:00)
demo-evening: dev
	@$(PY) -m tests.evening --to $(TO) $(ARGS)

growth: dev
	@GROWTH=all $(PY) -m pytest tests/rules/growth $(BOTH) $(ARGS)

# One test process at a time. AT is the commit that is tried: earlier ones say whether the tests have become better.
mutants: N ?= 60
mutants: SEED ?= 1
mutants: AT ?= HEAD
mutants: dev
	@$(PY) -m tests.mutants -n $(N) --seed $(SEED) --at $(AT)

dates: dev
	@$(PY) -m tests.dates --dates "$(DATES)" $(BOTH) $(ARGS)

lock: dev
	@$(COMPILE) $(ARGS) -o requirements.lock pyproject.toml
	@$(COMPILE) $(ARGS) -o requirements-dev.lock -c requirements.lock --group dev pyproject.toml
	@$(COMPILE) $(ARGS) -o requirements-demo.lock --no-deps --group demo
	@$(COMPILE) $(ARGS) -o requirements-bench.lock --no-deps --group bench
	@$(COMPILE) $(ARGS) -o requirements-mutants.lock --no-deps --group mutants
	@$(COMPILE) $(ARGS) -o requirements-supply.lock --group supply

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment ---
# A copy of the installed lock lies in the environment. Equal files mean there is nothing to install.

runtime: venv
	@cmp -s requirements.lock $(VENV)/requirements.lock || { \
		echo 'Installing the packages, about a minute, this once. / 首次安装依赖，大约一分钟。'; \
		$(PIP) -r requirements.lock && cp requirements.lock $(VENV)/; }

dev: venv
	@cmp -s requirements-dev.lock $(VENV)/requirements-dev.lock || { \
		echo 'Installing the packages and the tools, about two minutes, this once.'; \
		$(PIP) -r requirements-dev.lock && cp requirements.lock requirements-dev.lock $(VENV)/; }

venv:
	@[ -x $(PY) ] && [ -e $(VENV)/bin/pip ] && exit; \
	without=; for candidate in $(PYTHONS); do \
		"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		"$$candidate" -c 'import ensurepip, venv' 2>/dev/null && exec "$$candidate" -m venv --clear $(VENV); \
		without=$$candidate; \
	done; \
	if [ -n "$$without" ]; then \
		echo "$$without has no venv module. On Debian or Ubuntu: sudo apt install python3-venv"; \
		echo "$$without 缺少 venv 模块。Debian 或 Ubuntu 请运行：sudo apt install python3-venv"; \
	else \
		echo 'Omoide needs Python 3.11 or newer. On Debian 12 or Ubuntu: sudo apt install python3 python3-venv'; \
		echo 'Omoide 需要 Python 3.11 或更高版本。Debian 12 或 Ubuntu 请运行：sudo apt install python3 python3-venv'; \
	fi >&2; \
	exit 1
