import { expect, it } from 'vitest';
import { shortUniversity } from './university';

it.each([
  ['МГУ имени М. В. Ломоносова', 'МГУ'],
  ['МГТУ им. Н. Э. Баумана', 'МГТУ'],
  ['СПбГУ', 'СПбГУ'],
  ['Университет имени О. Е. Кутафина', 'Университет имени О. Е. Кутафина'],
  ['РЭУ', 'РЭУ'],
  ['', ''],
])('%s is %s in a list', (name, short) => {
  expect(shortUniversity(name)).toBe(short);
});
