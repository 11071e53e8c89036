import { t } from './texts';

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const browsers: readonly [RegExp, string][] = [
  [/YaBrowser/, t.yandex],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const firstOf = (names: typeof systems, agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** A device as text: 'Android · Chrome'; empty for an unknown one. */
export const deviceName = (agent: string) =>
  [firstOf(systems, agent), firstOf(browsers, agent)].filter(Boolean).join(' · ');
