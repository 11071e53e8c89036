// Every action and field that the server writes to the audit log has a text in the console's histories. The list is
// written by internal/test/policy/history_test.go.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistoryWords } from '../shared/history/record';

const file = join(import.meta.dirname, '../../../internal/test/policy/testdata/history.txt');
const written = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [area = '', kind = '', name = ''] = line.split(' ');
    return { area, kind, name };
  });

const found = import.meta.glob<HistoryWords>('../features/**/history.ts', {
  eager: true,
  import: 'historyWords',
});
const areas = Object.fromEntries(
  Object.entries(found).map(([path, words]) => [path.split('/')[2] ?? '', words]),
);

// Not in the history of a card: the card is gone, or the row belongs to another object (a template).
const notOnCards = [
  ...['knowledge.delete', 'news.delete'],
  ...['news.exportParticipants', 'news.exportSurvey', 'news.photoDelete'],
  ...[
    'news.cancel',
    'news.register',
    'news.vote',
    'partners.bulk',
    'promotions.grant',
    'reviews.complain',
  ],
  ...['reviews.addTemplate', 'reviews.saveTemplate', 'reviews.deleteTemplate'],
  ...['operators.invite', 'operators.resend', 'operators.revoke'],
  ...['catalog.add', 'catalog.save', 'catalog.delete', 'catalog.import', 'catalog.reasons'],
  ...['catalog.merge', 'catalog.merged', 'catalog.mergeFailed', 'universities.delete'],
  'settings.messengerLink',
  'students.bulk',
];

// Fields of those rows, and fields that the action itself or another field makes clear.
const withoutText: Record<string, readonly string[]> = {
  catalogues: ['added', 'known', 'moved', 'name', 'reasons', 'uuidInto', 'wrong'],
  news: ['rows', 'uuidUser', 'voted'],
  operators: ['passwordMark', 'settingLink', 'status'],
  partners: ['nameCity', 'photo', 'reasonBlocked', 'rows', 'status', 'table'],
  promotions: ['partner', 'reasonBlocked', 'rows', 'status', 'uuidStock'],
  reviews: ['name', 'rating', 'status', 'text'],
  students: ['cities', 'file', 'isMove', 'rows', 'search', 'status', 'statusReason'],
};

describe.each(Object.entries(areas))('the history of %s', (area, { actions, fields }) => {
  const names = (kind: string) =>
    written.filter((line) => line.area === area && line.kind === kind).map(({ name }) => name);

  it('has a text for every action', () => {
    const known = new Set([...Object.keys(actions), ...notOnCards]);
    expect(names('action').filter((name) => !known.has(name))).toEqual([]);
    // An operator's card also shows what auth and settings write about the account.
    const own = Object.keys(actions).filter((name) => name.startsWith(`${area}.`));
    expect(names('action')).toEqual(expect.arrayContaining(own));
  });

  it('has a text for every field', () => {
    const known = new Set([...Object.keys(fields), ...(withoutText[area] ?? [])]);
    expect(names('field').filter((name) => !known.has(name))).toEqual([]);
    expect(names('field')).toEqual(expect.arrayContaining(Object.keys(fields)));
  });
});

it('covers every area with a history', () => {
  expect([...new Set(written.map(({ area }) => area))]).toEqual(Object.keys(areas));
});
