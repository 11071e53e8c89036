import { describe, expect, it } from 'vitest';
import { allAreas, openPaths } from '../test/areas';
import { operator } from '../test/tokens';
import { insideUrl } from './lastUrl';
import { redirectFor } from './redirects';

// Forty values that a stored URL might be manipulated into (rules 17.17).
const hostile = [
  '//evil.example',
  '//evil.example/settings',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/%2f%2fevil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  '/%252f%252fevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\u0000/evil.example',
  ' //evil.example',
  '/ /evil.example',
  'https://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example/settings',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  '/settings/..//evil.example',
  '/settings/../..//evil.example',
  '/.//evil.example',
  '/@evil.example',
  '/settings@evil.example',
  '/card/..%2f..%2fevil',
  '/card/%2e%2e/%2e%2e/evil',
  '/card/javascript:alert(1)',
  '/confirmreset/secret-hash',
  `/settings?${'x'.repeat(3000)}`,
  '',
  'settings',
  '?next=//evil.example',
  '#//evil.example',
];

const site = { areas: allAreas, openPaths };
const session = { status: 'in', operator: operator() } as const;

describe('lastURL', () => {
  it('is tried with at least forty hostile values', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(40);
  });

  it.each(hostile)('%j leads home', (value) => {
    expect(redirectFor('/auth', session, site, value)).toEqual({ to: '/', forbidden: false });
  });

  it.each(hostile)('%j leads home from the history of another host, too', (value) => {
    const inside = insideUrl(value);
    if (inside) expect(new URL(inside.href, 'https://our.example').host).toBe('our.example');
  });

  it('takes an honest address apart', () => {
    expect(insideUrl('/application?page=2#row')).toEqual({
      href: '/application?page=2#row',
      pathname: '/application',
      search: '?page=2',
      hash: '#row',
    });
  });

  it('keeps a foreign address inside a search parameter as plain text', () => {
    const verdict = redirectFor('/auth', session, site, '/news?q=//evil.example');
    expect(verdict?.to).toBe('/news?q=//evil.example');
  });
});
