# Everything runs in .venv, which the first target that needs it creates.
VENV ?= .venv
BIN := $(VENV)/bin
PYTHON ?= python3
CORPORA ?=
LABELS ?=
STAMP := $(VENV)/.installed
REGRESSION := evals/regression

.DEFAULT_GOAL := help
.PHONY: help demo test check site reference pictures lint types pyright imports wheel citations
.PHONY: evals evals-regression evals-languages evals-answers evals-baseline documents bench weights claim-weights passage-weights first-weights meaning reranker likeness stated-weights intents clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	# Dependency groups need pip 25.1; a new environment may bring an older one.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --upgrade pip
	# pip compiles what it installs on one core.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt --group test --group check --group site --editable .
	$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true
	@touch $@

demo: $(STAMP) ## index this repository and ask it a question
	$(BIN)/citeline index .
	$(BIN)/citeline ask "what does a tick mean?" --repo .

test: $(STAMP) ## run every test
	$(BIN)/python -m pytest -n auto --dist worksteal

check: lint imports wheel citations types pyright ## lint, types, import contracts, wheel, citations of the documentation

# The parts of `check` and of `evals` need nothing of each other: `make -j2` runs them side by side. The types, which take
# one core for longest, come last: what begins beside them needs no second one for itself.
lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

pyright: $(STAMP)
	$(BIN)/pyright --pythonpath $(BIN)/python

imports: $(STAMP)
	$(BIN)/lint-imports --no-cache

wheel: $(STAMP)
	$(BIN)/python tests/smoke/wheel.py

# What our own documentation cites, against the tree as it is now.
citations: $(STAMP)
	$(BIN)/citeline index .
	$(BIN)/citeline verify README.md CONTRIBUTING.md docs/*.md docs/*/*.md

site: $(STAMP) ## the documentation as a site, into site/, beside those of other versions
	$(BIN)/zensical build --strict --clean
	$(BIN)/python -m tests.docs.versions build/site site

reference: $(STAMP) ## the reference pages of the documentation, from the code
	$(BIN)/python -m tests.docs.reference --write

pictures: $(STAMP) ## the recording of the terminal and the pictures of the page, for the documentation
	$(BIN)/python -m tests.docs.recording docs/pictures
	CITELINE_PICTURES=docs/pictures $(BIN)/python -m pytest tests/cli/page/test_browser.py -k picture

evals: evals-regression evals-languages evals-answers ## ask the regression set and fail when its answers became worse; downloads three packages once
	$(BIN)/citeline eval gate evals-results --baseline $(REGRESSION)/baseline.json
	$(BIN)/citeline eval gate evals-results/languages --baseline $(REGRESSION)/languages-baseline.json
	$(BIN)/citeline eval gate evals-results/answers --baseline $(REGRESSION)/answers-baseline.json

evals-regression: $(STAMP)
	$(BIN)/citeline eval run $(REGRESSION)/regression.jsonl --corpora $(REGRESSION)/corpora.toml --no-model \
		--baseline $(REGRESSION)/baseline.json --report evals-results

evals-languages evals-answers: evals-%: $(STAMP)
	$(BIN)/citeline eval run $(REGRESSION)/$*.jsonl --corpora $(REGRESSION)/corpora.toml --no-model \
		--baseline $(REGRESSION)/$*-baseline.json --report evals-results/$*

evals-baseline: $(STAMP) ## what `make evals` measured last becomes what it is compared with
	$(BIN)/citeline eval baseline evals-results $(REGRESSION)/baseline.json
	$(BIN)/citeline eval baseline evals-results/languages $(REGRESSION)/languages-baseline.json
	$(BIN)/citeline eval baseline evals-results/answers $(REGRESSION)/answers-baseline.json

documents: $(STAMP) ## what is lost of real documents, against other programs; needs CORPORA=folder of clones called OWNER+NAME
	$(BIN)/python -W ignore -m citeline.evals.research.documents "$(CORPORA)" --write docs/evals.md

bench: $(STAMP) ## quality and speed; needs CORPORA=folder of working trees and LABELS=folder of labels
	$(BIN)/python -m citeline.evals.research.benchmarks --corpora "$(CORPORA)" --labels "$(LABELS)"

weights: $(STAMP) ## fit the weights of the ranking; needs CORPORA= and LABELS= as bench does
	$(BIN)/python -m citeline.evals.research.ranking.fit_ranking --corpora "$(CORPORA)" --labels "$(LABELS)" --write

claim-weights: $(STAMP) ## fit the ranker of claims; needs CORPORA=folder of working trees and LABELS=questions.jsonl
	$(BIN)/python -m citeline.evals.research.claims --corpora "$(CORPORA)" --labels "$(LABELS)" --home evals-results/home --write

passage-weights: $(STAMP) ## fit the ranker of the passages of answers; needs CORPORA= and LABELS= as for claim-weights
	$(BIN)/python -m citeline.evals.research.passages --corpora "$(CORPORA)" --labels "$(LABELS)" --home evals-results/home --write

first-weights: $(STAMP) ## fit which claim comes first; needs CORPORA= and LABELS= as for claim-weights
	$(BIN)/python -m citeline.evals.research.first --corpora "$(CORPORA)" --labels "$(LABELS)" --home evals-results/home --write

meaning: $(STAMP) ## teach the bundled embedding further; needs CORPORA= and LABELS= as for claim-weights, and torch
	$(BIN)/python -m citeline.evals.research.meaning --corpora "$(CORPORA)" --labels "$(LABELS)" --home evals-results/home

reranker: $(STAMP) ## teach what reads claims further; needs CORPORA= and LABELS= as for claim-weights, OUT=the graph, torch, transformers and onnx-ir
	$(BIN)/python -m citeline.evals.research.reranker --corpora "$(CORPORA)" --labels "$(LABELS)" --home evals-results/home --out "$(OUT)"

likeness: $(STAMP) ## teach the vectors of words in spans further; needs CORPORA= and LABELS= as for claim-weights, torch, transformers and onnx-ir
	$(BIN)/python -m citeline.evals.research.likeness --corpora "$(CORPORA)" --labels "$(LABELS)" --home evals-results/home

stated-weights: $(STAMP) ## fit what says whether anything is stated; CORPORA= and LABELS= as for claim-weights, OTHERS= and OTHER_CORPORA= of code-search
	$(BIN)/python -m citeline.evals.research.stated --corpora "$(CORPORA)" --labels "$(LABELS)" --home evals-results/home --write \
		--others "$(OTHERS)" --other-corpora "$(OTHER_CORPORA)"

intents: $(STAMP) ## fit what tells apart what questions ask for, from tools/question/templates
	$(BIN)/python -m citeline.evals.research.intents --write

clean: ## remove what the targets above made (indexes live elsewhere: `citeline clean`)
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .langgraph_api bench-results evals-results site .cache
