# `make help` lists the targets. All of them work in a fresh clone.
SHELL := /bin/bash
.DEFAULT_GOAL := help

BIN       := bin/studbonus
VERSION   := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
GOFLAGS_  := -trimpath -ldflags '-s -w -X studbonus/internal/app.Version=$(VERSION)'
GO_SRC    := $(shell find cmd internal web/embed.go -name '*.go' -o -name '*.sql' -o -name '*.csv' -o -name '*.html' -o -name '*.css' -o -name '*.txt' 2>/dev/null)
WEB_SRC   := $(shell find web/console web/student web/kit web/package.json docs/operators.md -type f 2>/dev/null)

N ?= 1000000

# The linter's cache is per checkout: it stores full paths, and would report files of a deleted checkout without their
# nolint comments.
export GOLANGCI_LINT_CACHE := $(CURDIR)/bin/lint-cache

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: build ## Build everything and start the console and the students' app with demo data
	$(BIN) serve --demo --log-text --log-level warn --data data

dev: web/node_modules/.stamp build ## Start server and console with hot reload
	scripts/dev

build: web/dist/.stamp $(BIN) ## Build bin/studbonus with the console and the app inside

$(BIN): web/dist/.stamp $(GO_SRC) go.mod go.sum
	CGO_ENABLED=0 go build $(GOFLAGS_) -o $@ ./cmd/studbonus

# Not npm ci: it refuses a lock without the binaries of other platforms, which some registries do not offer.
web/node_modules/.stamp: web/package.json web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund --prefer-offline --fetch-retries=5 && touch node_modules/.stamp

tools/api/node_modules/.stamp: tools/api/package.json tools/api/package-lock.json
	cd tools/api && npm install --no-save --no-audit --no-fund --prefer-offline --fetch-retries=5 && touch node_modules/.stamp

web/dist/.stamp: web/node_modules/.stamp $(WEB_SRC)
	cd web && npm run --silent build && touch dist/.stamp

gen: web/node_modules/.stamp ## Write the generated files: OpenAPI documents, types of the web apps, golden files
	CGO_ENABLED=0 go run -trimpath ./cmd/studbonus openapi > api/openapi.json
	CGO_ENABLED=0 go run -trimpath ./cmd/studbonus openapi --students > api/students.openapi.json
	cd web && npm run --silent gen
	CGO_ENABLED=0 STUDBONUS_TEST_ENGINE=sqlite go test -trimpath -count=1 -run '^(TestAnswerKeys|TestRouteInventory|TestHistoryVocabulary)$$' ./internal/test/policy -update

fmt: web/node_modules/.stamp bin/golangci-lint ## Format all sources
	bin/golangci-lint fmt
	cd web && npm run --silent fmt

lint: lint-go web/node_modules/.stamp tools/api/node_modules/.stamp ## Check style, types and the OpenAPI document
	cd web && npm run --silent lint && npm run --silent check && npm run --silent knip && npm run --silent lint:api

# A higher GOGC makes it a fifth faster.
lint-go: bin/golangci-lint
	GOGC=400 GOMEMLIMIT=3GiB bin/golangci-lint run

bin/golangci-lint: tools/lint/go.mod tools/lint/go.sum
	cd tools/lint && go build -o ../../bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint

# The figures go to bin/bench/figures.md, those of the students' calls to bin/bench/students.txt; BENCH='--into
# bench/results/1000000.md' updates the published ones. A million students have 555,000 trade points around them.
bench: build ## Measure beside the floor: N=100000 students, BENCH=--quick for a short run
	go build -o bin/bench/ ./bench/...
	bin/bench/compare --n $(N) $(BENCH)
	CGO_ENABLED=0 STUDBONUS_STUDENTS=$(N) STUDBONUS_PARTNERS=$$(($(N) * 55060 / 1000000)) go test -trimpath -run '^$$' -bench 'Life|Check|Code|Students|Attention' -benchtime 300x -timeout 3h \
		./internal/app ./internal/attention ./internal/cards ./internal/members ./internal/promotions | tee bin/bench/students.txt; exit $${PIPESTATUS[0]}
	cd web && E2E_ONCE=1 E2E_FIGURES=1 npx playwright test -c ../e2e/playwright.config.ts --workers=1 speed

# make drill ROWS=F6,L1 REPS=10 MINUTES=5 OPERATORS=200 STUDENTS=200000 CONNECTIONS=10000 LONG=1
drill: build ## Load it, break it, abuse it: ROWS=F6,L1 REPS=10 MINUTES=5 LONG=1
	go run ./drill $(if $(ROWS),--rows $(ROWS)) $(if $(REPS),--reps $(REPS)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(OPERATORS),--operators $(OPERATORS)) \
		$(if $(STUDENTS),--students $(STUDENTS)) $(if $(CONNECTIONS),--connections $(CONNECTIONS)) $(if $(LONG),--long)

test: ## The gate: install what is needed and check everything that needs no clock
	scripts/test

soak: ## What needs quiet, time or memory: SOAK=race,timed,speed,looks,journeys
	SOAK=$(SOAK) scripts/soak

clean: ## Remove what was built (not the data folder)
	git clean -fdXq web/dist && rm -rf bin web/node_modules

.PHONY: help run dev build gen fmt lint lint-go bench drill test soak clean
