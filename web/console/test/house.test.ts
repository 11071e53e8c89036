// The rules of docs/architecture.md and docs/rules.md that can be checked automatically.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(tsx?|css)$/.test(file) && file !== 'vite.config.ts',
);
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const isTest = (file: string) => file.includes('.test.') || file.startsWith('test/');
const isGenerated = (file: string) => file.endsWith('.gen.ts');
const sources = files.filter((file) => !isTest(file) && !isGenerated(file));
const modules = sources.filter((file) => /\.tsx?$/.test(file));

// Comments are for developers, so they may contain anything.
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
  shared: (to) => to === 'shared',
};
const mayImport = (from: string, to: string) => {
  if (to === 'kit') return true;
  return from.startsWith('features/')
    ? to === from || to === 'shared'
    : (allowed[from]?.(to) ?? false);
};

function imports(file: string): string[] {
  const found = [...text(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  return found.map(([, path = '']) => normalize(join(dirname(file), path)));
}

describe('the house', () => {
  it('finds its own files', () => {
    expect(modules.length).toBeGreaterThan(50);
    expect(imports('app/router.tsx')).toContain('shared/access/area');
  });

  it('imports one way only: app → routes → features → shared → kit', () => {
    const kit = readdirSync(join(root, '../kit'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
      .map((file) => `../kit/${file}`);
    expect(kit).not.toEqual([]);
    const wrong = [...modules, ...kit].flatMap((file) =>
      imports(file)
        .filter((to) => !mayImport(layer(file), layer(to)))
        .map((to) => `${file} → ${to}`),
    );
    // The operators' guide is a part of the console, so that it opens without a network.
    expect(wrong).toEqual(['features/guide/GuidePage.tsx → ../../docs/operators.md?raw']);
  });

  it('catches an import between features and one that climbs', () => {
    expect(mayImport('kit', 'shared')).toBe(false);
    expect(mayImport('features/settings', 'features/auth')).toBe(false);
    expect(mayImport('shared', 'features/auth')).toBe(false);
    expect(mayImport('features/auth', 'app')).toBe(false);
  });

  it('never truncates typed text: a field shows that it is too long', () => {
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

  it('keeps amber for moderation (rules 21.6)', () => {
    const wrong = modules
      .filter((file) => file !== 'shared/ui/StatusBadge.tsx')
      .flatMap((file) => text(file).match(/^.*'amber'.*$/gm) ?? [])
      .filter((line) => !/^ {2}(?:moderation|wait): 'amber',$/.test(line));
    expect(wrong).toEqual([]);
  });

  it('sets HTML in one component alone (rules 17.9)', () => {
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

  it('reads the URL with the hooks of shared/links alone', () => {
    const wrong = modules.filter(
      (file) => file !== 'shared/links/usePage.ts' && /strict: false/.test(text(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('changes data through useChange alone: one request for a double click', () => {
    const wrong = modules.filter((file) => /\buseMutation\b/.test(text(file)));
    expect(wrong).toEqual([]);
  });

  it('keeps a draft of every form, or says why not', () => {
    const unsaid = modules.filter(
      (file) => !file.startsWith('features/auth/') && /draft: null(?!, \/\/ \S)/.test(text(file)),
    );
    expect(unsaid).toEqual([]);
  });

  it('writes paths of pages in shared/links alone', () => {
    const links = modules.filter((file) => file.startsWith('shared/links/'));
    const paths = links.flatMap((file) =>
      [...text(file).matchAll(/\bpage\('(\/[^']*)'\)/g)].map(([, path = '']) => path),
    );
    const shape = (path: string) =>
      path.replace(/\$\{[^}]*\}|\$\w+/g, '*').replace(/(?<!\/)\*$/, '');
    // Also the beginnings of paths: '/partners/card' + id.
    const shapes = new Set(
      paths.flatMap((path) => {
        const parts = shape(path).split('/');
        return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
      }),
    );
    shapes.delete('');
    expect(shapes).toContain('/partners/card/*/edit');
    const pathsIn = (code: string) =>
      [...code.matchAll(/(['"`])(\/\w(?:(?!\1).)*)\1/g)].filter(([, , path = '']) =>
        shapes.has(shape(path)),
      );
    expect(pathsIn('to="/partners/card/$id" back="/news" call("/v1/news")')).toHaveLength(2);
    const wrong = modules
      .filter((file) => !file.startsWith('shared/links/'))
      .flatMap((file) => pathsIn(withoutComments(text(file))).map(([path]) => `${file}: ${path}`));
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
  NativeSelect: ['Combobox', 'Input'],
  SegmentedControl: ['FloatingIndicator'],
  Select: ['Combobox', 'ScrollArea', 'Popover', 'Input'],
  Autocomplete: ['Combobox', 'ScrollArea', 'Popover', 'Input'],
  MultiSelect: ['Combobox', 'ScrollArea', 'Popover', 'Pill', 'PillsInput'],
  TagsInput: ['Combobox', 'ScrollArea', 'Popover', 'Pill', 'PillsInput'],
  Menu: ['Popover'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Button: ['UnstyledButton', 'Loader'],
  ActionIcon: ['UnstyledButton', 'Loader'],
};

describe('Mantine styles', () => {
  const stylesIn = (file: string) =>
    [...text(file).matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name = '']) => name);
  const everywhere = ['shared/theme/styles.ts', 'shared/theme/consoleStyles.ts'].flatMap(stylesIn);
  const componentsIn = (file: string) => {
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text(file)) ?? [];
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name));
  };
  const styles = join(root, '../node_modules/@mantine/core/styles');
  const shipped = new Set(readdirSync(styles).map((file) => file.replace('.layer.css', '')));

  it('are there for every component that a module uses', () => {
    const missing = modules.flatMap((file) => {
      const loaded = [...everywhere, ...stylesIn(file)];
      return componentsIn(file)
        .flatMap((name) => [name, ...(parts[name] ?? [])])
        .filter((name) => shipped.has(name) && !loaded.includes(name))
        .map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});
