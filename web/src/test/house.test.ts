// The rules of the house that a machine can check (docs: architecture §3 and §4).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(tsx?|css)$/.test(file),
);
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const isTest = (file: string) => file.includes('.test.') || file.startsWith('test/');
const isGenerated = (file: string) => file.endsWith('.gen.ts');
const sources = files.filter((file) => !isTest(file) && !isGenerated(file));
const modules = sources.filter((file) => /\.tsx?$/.test(file));

// Comments may say anything: they are for us, not for operators.
const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');

/** The layer or feature that a file belongs to. */
function layer(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'features' ? `features/${second}` : top;
}

const allowed: Record<string, (to: string) => boolean> = {
  app: (to) => ['app', 'routes', 'shared'].includes(to),
  routes: (to) => to.startsWith('features/') || to === 'shared',
  shared: (to) => to === 'shared',
};
const mayImport = (from: string, to: string) =>
  from.startsWith('features/') ? to === from || to === 'shared' : (allowed[from]?.(to) ?? false);

function imports(file: string): string[] {
  const found = [...text(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  return found.map(([, path = '']) => normalize(join(dirname(file), path)));
}

describe('the house', () => {
  it('finds its own files', () => {
    expect(modules.length).toBeGreaterThan(50);
    expect(imports('app/router.tsx')).toContain('shared/access/area');
  });

  it('imports one way only: app → routes → features → shared', () => {
    const wrong = modules.flatMap((file) =>
      imports(file)
        .filter((to) => !mayImport(layer(file), layer(to)))
        .map((to) => `${file} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('catches an import between features and one that climbs', () => {
    expect(mayImport('features/settings', 'features/auth')).toBe(false);
    expect(mayImport('shared', 'features/auth')).toBe(false);
    expect(mayImport('features/auth', 'app')).toBe(false);
  });

  it('cuts no text while it is typed: what is too long is told instead', () => {
    const cutting = modules.filter((file) => /\bmaxLength=/.test(text(file)));
    expect(cutting).toEqual(['shared/list/Pagination.tsx']);
  });

  it('keeps Cyrillic in texts.ts', () => {
    const wrong = modules.filter(
      (file) => !file.endsWith('/texts.ts') && /[А-яЁё]/.test(withoutComments(text(file))),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps colours in shared/theme', () => {
    const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|color-mix)\(/i;
    const wrong = sources.filter(
      (file) => !file.startsWith('shared/theme/') && colour.test(withoutComments(text(file))),
    );
    expect(wrong).toEqual([]);
  });

  it('sets HTML in one component alone (security §1.19)', () => {
    const sink =
      /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/;
    const wrong = modules.filter(
      (file) => file !== 'shared/ui/SafeHtml.tsx' && sink.test(withoutComments(text(file))),
    );
    expect(wrong).toEqual([]);
  });

  it('touches local storage in one file alone', () => {
    const wrong = modules.filter(
      (file) => file !== 'shared/session/storage.ts' && /localStorage/.test(text(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('changes data through useChange alone: one request for a double click', () => {
    const wrong = modules.filter(
      (file) => file !== 'shared/api/useChange.ts' && /\buseMutation\b/.test(text(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('has no index files, and default exports in routes alone', () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
    const wrong = modules.filter(
      (file) => !file.startsWith('routes/') && /^export default/m.test(text(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('documents every exported name', () => {
    const wrong = modules
      .filter((file) => !file.startsWith('routes/'))
      .flatMap((file) =>
        [...text(file).matchAll(/^(.*)\nexport (?:async )?(?:const|function|class|type) (\w+)/gm)]
          .filter(([, before = '']) => !before.trimEnd().endsWith('*/'))
          .map(([, , name]) => `${file}: ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('keeps files short: nine of ten up to 200 lines', () => {
    const lengths = modules.map((file) => text(file).split('\n').length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(200);
  });
});

// Parts that a component draws with, beyond the style file of its own name.
const parts: Record<string, string[]> = {
  Modal: ['ModalBase', 'Overlay', 'Paper', 'CloseButton'],
  Drawer: ['ModalBase', 'Overlay', 'Paper', 'CloseButton'],
  TextInput: ['Input'],
  PasswordInput: ['Input', 'ActionIcon'],
  SegmentedControl: ['FloatingIndicator'],
  Button: ['UnstyledButton', 'Loader'],
  ActionIcon: ['UnstyledButton', 'Loader'],
};

describe('Mantine styles', () => {
  const imported = ['shared/theme/styles.ts', 'shared/theme/consoleStyles.ts'].flatMap((file) =>
    [...text(file).matchAll(/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name),
  );
  const used = modules.flatMap((file) => {
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text(file)) ?? [];
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name));
  });
  const styles = join(root, '../node_modules/@mantine/core/styles');
  const shipped = new Set(readdirSync(styles).map((file) => file.replace('.layer.css', '')));

  it('are there for every component in use', () => {
    const needed = new Set(used.flatMap((name) => [name, ...(parts[name] ?? [])]));
    const missing = [...needed].filter((name) => shipped.has(name) && !imported.includes(name));
    expect(missing).toEqual([]);
  });
});
