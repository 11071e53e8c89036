import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { keepFolder, precompress } from '../kit/build/plugins.ts';
import { brand, colours } from '../kit/theme/palette.ts';

const palette = 'virtual:palette.css';

const variables = (set: Record<string, string>) =>
  Object.entries(set)
    .map(([name, value]) => `--sb-${name}:${value};`)
    .join('');

// Turns the colours of kit/theme, shared by both apps, into a style sheet.
const paletteSheet = (): Plugin => ({
  name: 'palette',
  resolveId: (id) => (id === palette ? `\0${palette}` : undefined),
  load: (id) =>
    id === `\0${palette}`
      ? `:root{${variables({ ...colours.light, primary: brand[7] })}}
         @media (prefers-color-scheme: dark){:root{${variables({ ...colours.dark, primary: brand[6] })}}}`
      : undefined,
});

// Precached assets of the app only: the till and its scanner are always loaded from the network.
const isApp = (file: string) => !/(^|\/)(till|scanner|zxing|worker)/.test(file);

// Fills in the list of files that the service worker caches. Asset names contain a hash; pages are hashed here, so that a
// changed page makes a new version.
const precache = (): Plugin => ({
  name: 'precache',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const worker = bundle['sw.js'];
    const page = bundle['index.html'];
    if (worker?.type !== 'chunk' || page?.type !== 'asset') throw new Error('no service worker');
    const files = Object.keys(bundle)
      .filter((file) => file.startsWith('assets/') && isApp(file.slice('assets/'.length)))
      .map((file) => `/${file}`)
      .sort();
    const version = createHash('sha256')
      .update(String(page.source))
      .update(files.join())
      .digest('hex');
    worker.code = worker.code
      .replace('__VERSION__', JSON.stringify(version.slice(0, 12)))
      .replace('__FILES__', JSON.stringify(['/', '/favicon.svg', '/manifest.json', ...files]));
  },
});

const server = 'http://127.0.0.1:8090';

export default defineConfig({
  plugins: [react(), paletteSheet(), precache(), precompress(), keepFolder()],
  resolve: {
    alias: {
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react/jsx-dev-runtime': 'preact/jsx-runtime',
      react: 'preact/compat',
    },
  },
  build: {
    outDir: '../dist/student',
    emptyOutDir: true,
    target: ['es2022', 'chrome110', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the pages' CSP allows no data: scripts or styles
    rolldownOptions: {
      input: {
        index: 'student/index.html',
        till: 'student/till.html',
        sw: 'student/worker/sw.ts',
      },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5174,
    proxy: { '/s/': server, '/t/': server, '/c/': server, '/C/': server, '/files': server },
  },
});
