# `make help` lists what there is. Everything works on a fresh clone.
SHELL := /bin/bash
.DEFAULT_GOAL := help

BIN       := bin/studbonus
VERSION   := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
GOFLAGS_  := -trimpath -ldflags '-s -w -X studbonus/internal/app.Version=$(VERSION)'
GO_SRC    := $(shell find cmd internal web/embed.go -name '*.go' -o -name '*.sql' -o -name '*.csv' -o -name '*.html' -o -name '*.txt' 2>/dev/null)
WEB_SRC   := $(shell find web/src web/public web/index.html web/vite.config.ts web/package.json -type f 2>/dev/null)

N ?= 1000000

# The linter's cache belongs to this checkout: it remembers files by their full path, and those of another that is gone
# would be reported without the exclusions that their comments name.
export GOLANGCI_LINT_CACHE := $(CURDIR)/bin/lint-cache

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: build ## Build everything and start the console with demo data
	$(BIN) serve --demo --log-text --log-level warn --data data

dev: web/node_modules/.stamp build ## Start server and console with hot reload
	scripts/dev

build: web/dist/index.html $(BIN) ## Build bin/studbonus with the console inside

$(BIN): web/dist/index.html $(GO_SRC) go.mod go.sum
	CGO_ENABLED=0 go build $(GOFLAGS_) -o $@ ./cmd/studbonus

# Not npm ci: it refuses a lock without the binaries of other platforms, which some registries do not offer.
web/node_modules/.stamp: web/package.json web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund && touch node_modules/.stamp

tools/api/node_modules/.stamp: tools/api/package.json tools/api/package-lock.json
	cd tools/api && npm install --no-save --no-audit --no-fund && touch node_modules/.stamp

web/dist/index.html: web/node_modules/.stamp $(WEB_SRC)
	cd web && npm run --silent build && touch dist/index.html

gen: web/node_modules/.stamp ## Write the generated files anew
	CGO_ENABLED=0 go run -trimpath ./cmd/studbonus openapi > api/openapi.json
	cd web && npm run --silent gen

fmt: web/node_modules/.stamp bin/golangci-lint ## Format all sources
	bin/golangci-lint fmt
	cd web && npm run --silent fmt

lint: lint-go web/node_modules/.stamp tools/api/node_modules/.stamp ## Check style, types and the OpenAPI document
	cd web && npm run --silent lint && npm run --silent check && npm run --silent knip && npm run --silent lint:api

# With memory it is a fifth quicker.
lint-go: bin/golangci-lint
	GOGC=400 GOMEMLIMIT=3GiB bin/golangci-lint run

bin/golangci-lint: tools/lint/go.mod tools/lint/go.sum
	cd tools/lint && go build -o ../../bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint

bench: build ## Measure beside the floor: N=100000 students, BENCH=--quick for a short run
	go build -o bin/bench/ ./bench/...
	bin/bench/compare --n $(N) $(BENCH)
	cd web && E2E_FIGURES=1 npx playwright test -c ../e2e/playwright.config.ts speed

# make drill ROWS=F6,L1 REPS=10 MINUTES=5 OPERATORS=200 STUDENTS=200000 CONNECTIONS=10000 LONG=1
drill: build ## Load it, break it, abuse it: ROWS=F6,L1 REPS=10 MINUTES=5 LONG=1
	go run ./drill $(if $(ROWS),--rows $(ROWS)) $(if $(REPS),--reps $(REPS)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(OPERATORS),--operators $(OPERATORS)) \
		$(if $(STUDENTS),--students $(STUDENTS)) $(if $(CONNECTIONS),--connections $(CONNECTIONS)) $(if $(LONG),--long)

test: ## Install what is needed and check everything
	scripts/test

clean: ## Remove what was built (not the data folder)
	rm -rf bin web/dist/assets web/dist/index.html web/node_modules

.PHONY: help run dev build gen fmt lint lint-go bench drill test clean
