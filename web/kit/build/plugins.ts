// Vite plugins of the builds of both apps.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Replaces every compressible asset by file.gz: the server embeds and sends it as it is, and unpacks it for a client that
 * does not take gzip.
 * writeBundle, not generateBundle: there Vite has not yet replaced __VITE_PRELOAD__.
 */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle(options, bundle) {
    for (const { fileName } of Object.values(bundle)) {
      if (!/\.(js|css|svg|wasm)$/.test(fileName)) continue;
      const file = `${options.dir}/${fileName}`;
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      rmSync(file);
    }
  },
});

/** The folder must exist in a fresh clone, because the server embeds it; emptyOutDir takes the marker away. */
export const keepFolder = (): Plugin => ({
  name: 'keep-folder',
  apply: 'build',
  writeBundle: (options) => writeFileSync(resolve(options.dir ?? '.', '.gitkeep'), ''),
});
