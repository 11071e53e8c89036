import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { keepFolder, precompress } from '../kit/build/plugins.ts';

const server = 'http://127.0.0.1:8080';

// /auth and /auth/resetpassword are pages, PUT /auth/... are calls: only the method tells them apart.
const pagesByGet = (request: IncomingMessage) =>
  request.method === 'GET' ? '/index.html' : undefined;

export default defineConfig({
  plugins: [react(), precompress(), keepFolder()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two shared files: `start` is what the entry imports, with the sign-in page in it; `screens` is what at least
        // fourteen lazy entries import, first loaded after sign-in, without the parts of forms and dialogs, which a list needs after
        // a click at the earliest. One file instead of sixty compresses better and saves requests. The budgets are in
        // e2e/speed.spec.ts.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            {
              name: 'screens',
              minShareCount: 14,
              priority: 1,
              test: /^(?!.*(Combobox|Textarea|Modal|ScrollArea|remove-scroll|shared\/ui\/(Confirm)?Dialog\.tsx|shared\/form\/))/,
            },
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
});
