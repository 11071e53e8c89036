import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Appends the names of the tests that passed only on a repeat to the file named by FLAKY. */
export default class Flaky implements Reporter {
  onTestCaseResult(test: TestCase) {
    const file = process.env.FLAKY;
    if (file && test.diagnostic()?.flaky)
      appendFileSync(file, `web/${test.module.relativeModuleId} › ${test.fullName}\n`);
  }
}
