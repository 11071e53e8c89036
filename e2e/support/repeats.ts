import { appendFileSync } from 'node:fs';
import type { Reporter, Suite } from '@playwright/test/reporter';

/** Prints the names of the tests that needed a repeat; REPEATS names a file to append them to. */
export default class Repeats implements Reporter {
  private all: Suite | undefined;

  onBegin(_config: unknown, suite: Suite) {
    this.all = suite;
  }

  onEnd() {
    const repeated = this.all?.allTests().filter((one) => one.outcome() === 'flaky') ?? [];
    const names = repeated.map((one) => one.titlePath().filter(Boolean).join(' › '));
    process.stdout.write(`needed a repeat: ${names.join('; ') || 'none'}\n`);
    const file = process.env.REPEATS;
    if (file) appendFileSync(file, names.map((name) => `${name}\n`).join(''));
  }
}
