import { appendFileSync } from 'node:fs';
import type { Reporter, Suite } from '@playwright/test/reporter';

/** Appends the names of the journeys that passed only on a repeat to the file named by FLAKY. */
export default class Flaky implements Reporter {
  private all: Suite | undefined;

  onBegin(_config: unknown, suite: Suite) {
    this.all = suite;
  }

  onEnd() {
    const flaky = this.all?.allTests().filter((one) => one.outcome() === 'flaky') ?? [];
    const names = flaky.map((one) => one.titlePath().filter(Boolean).join(' › '));
    const file = process.env.FLAKY;
    if (file) appendFileSync(file, names.map((name) => `${name}\n`).join(''));
  }
}
