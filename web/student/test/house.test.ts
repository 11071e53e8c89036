// The rules of docs/architecture.md that can be checked automatically, for the students' app. The console has its own file.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(tsx?|css)$/.test(file) && file !== 'vite.config.ts',
);
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const isTest = (file: string) => file.includes('.test.');
const sources = files.filter((file) => !isTest(file) && !file.endsWith('.gen.ts'));
const modules = sources.filter((file) => /\.tsx?$/.test(file));

const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');

/** The layer or feature of a file; kit is what the apps share. */
function layer(file: string): string {
  const [top = '', second = ''] = file.split('/');
  if (top === '..') return second;
  return top === 'features' ? `features/${second}` : top;
}

const allowed: Record<string, (to: string) => boolean> = {
  app: (to) => ['app', 'routes', 'shared'].includes(to),
  routes: (to) => to.startsWith('features/') || to === 'shared',
  till: (to) => ['till', 'shared'].includes(to),
  shared: (to) => to === 'shared',
  worker: () => false,
};
const mayImport = (from: string, to: string) => {
  if (to === 'kit') return from !== 'worker';
  if (from.startsWith('features/')) return to === from || to === 'shared';
  return allowed[from]?.(to) ?? false;
};

function imports(file: string): string[] {
  const found = [...text(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  return found.map(([, path = '']) => normalize(join(dirname(file), path)));
}

const without = (pattern: RegExp, exempt: (file: string) => boolean) =>
  sources.filter((file) => !exempt(file) && pattern.test(withoutComments(text(file))));

describe('the house', () => {
  it('imports one way only: app → routes → features → shared → kit; the till shared alone', () => {
    expect(modules.length).toBeGreaterThan(50);
    expect(mayImport('features/card', 'features/join')).toBe(false);
    expect(mayImport('shared', 'features/card')).toBe(false);
    const wrong = modules.flatMap((file) =>
      imports(file)
        .filter((to) => !mayImport(layer(file), layer(to)))
        .map((to) => `${file} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps Cyrillic in texts.ts', () => {
    expect(without(/[А-яЁё]/, (file) => file.endsWith('texts.ts'))).toEqual([]);
  });

  it('keeps colours in shared/theme', () => {
    const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|color-mix)\(/i;
    expect(without(colour, (file) => file.startsWith('shared/theme/'))).toEqual([]);
  });

  it('sets no HTML, and keeps data in one file', () => {
    const sink = /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML/;
    expect(without(sink, () => false)).toEqual([]);
    const store = /localStorage|sessionStorage|indexedDB|idb-keyval/;
    expect(without(store, (file) => file === 'shared/storage/kept.ts')).toEqual([]);
  });

  it('never cuts typed text: a field says that it is too long', () => {
    // A search of 200 characters finds nothing, however it ends.
    expect(without(/\bmaxLength=/, (file) => file === 'shared/ui/SearchField.tsx')).toEqual([]);
  });

  it('changes data through useChange alone: one request for a double tap', () => {
    expect(without(/\buseMutation\b/, () => false)).toEqual([]);
  });

  it('writes paths of screens in shared/links alone', () => {
    const path = /['"`]\/(?:join|profile|codes?|offers|news|help)\b/;
    expect(without(path, (file) => file === 'shared/links.ts')).toEqual([]);
  });

  it('documents every exported name and has default exports in routes alone', () => {
    const wrong = modules
      .filter((file) => !file.startsWith('routes/'))
      .flatMap((file) =>
        [...text(file).matchAll(/^(.*)\nexport (?:async )?(?:const|function|class|type) (\w+)/gm)]
          .filter(([, before = '']) => !before.trimEnd().endsWith('*/'))
          .map(([, , name]) => `${file}: ${name}`),
      );
    expect(wrong).toEqual([]);
    expect(
      modules.filter((f) => !f.startsWith('routes/') && /^export default/m.test(text(f))),
    ).toEqual([]);
  });

  it('keeps files short: nine of ten up to 200 lines', () => {
    const lengths = modules.map((file) => text(file).split('\n').length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(200);
  });
});
