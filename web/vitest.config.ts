import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    // Files share a worker's modules and document: a third of the time. So tests spy on modules (vi.spyOn) instead of
    // replacing them (vi.mock), and clean up after themselves.
    pool: 'threads',
    isolate: false,
    setupFiles: './console/test/setup.ts',
    include: ['{console,student,kit}/**/*.test.{ts,tsx}'],
    css: false,
    restoreMocks: true,
    testTimeout: 30_000, // generous: a busy machine is no failure
    retry: 2, // what passes on a repeat is listed as flaky
    reporters: ['default', './scripts/flaky.ts'],
  },
});
