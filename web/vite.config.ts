/// <reference types="vitest/config" />

import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// Writes file.gz beside every text asset: the server sends it as it is.
// writeBundle, not generateBundle: there Vite has not yet replaced __VITE_PRELOAD__.
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle(options, bundle) {
    for (const { fileName } of Object.values(bundle)) {
      if (!/\.(js|css|svg)$/.test(fileName)) continue;
      const file = `${options.dir}/${fileName}`;
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    }
  },
});

// The folder must exist in a fresh clone, because the server embeds it; emptyOutDir takes the marker away.
const keepFolder = (): Plugin => ({
  name: 'keep-folder',
  apply: 'build',
  writeBundle: (options) => writeFileSync(resolve(options.dir ?? 'dist', '.gitkeep'), ''),
});

const server = 'http://127.0.0.1:8080';

// /auth and /auth/resetpassword are pages, PUT /auth/... are calls: only the method tells them apart.
const pagesByGet = (request: IncomingMessage) =>
  request.method === 'GET' ? '/index.html' : undefined;

export default defineConfig({
  plugins: [react(), precompress(), keepFolder()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What a dozen screens share is one file: sixty small ones compress worse, and each is a request. The start keeps
        // its own modules, or the shared file would be loaded before the first screen.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'screens', minShareCount: 12, priority: 1 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 600,
  },
  server: {
    proxy: {
      '/v1': server,
      '/v2': server,
      '/operator': server,
      '/files': server,
      '/openapi.json': server,
      '/auth/': { target: server, bypass: pagesByGet },
    },
  },
  test: {
    environment: 'jsdom',
    // Files share a worker's modules and document, which halves the work thrice. A test that would replace a module
    // spies on it instead (vi.spyOn), and leaves nothing behind.
    pool: 'threads',
    isolate: false,
    setupFiles: './src/test/setup.ts',
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    restoreMocks: true,
    testTimeout: 30_000, // generous: a busy machine is no failure
  },
});
