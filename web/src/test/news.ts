import type { components } from '../shared/api/schema.gen';

type Item = components['schemas']['NewsItemWire'];

/** A regional item as its card is loaded. */
export const newsCard = (changes: Partial<Item> = {}): { version: string; item: Item } => ({
  version: '"3"',
  item: {
    uuidNews: 'n-1',
    title: 'Новость',
    content: '<p>Текст</p>',
    typeNews: 'region',
    approve: 'approved',
    status: 'active',
    reasonDeclined: null,
    createdAt: '2026-11-01 10:00:00',
    publishBegin: null,
    publishEnd: null,
    fixToDate: null,
    photoUrl: [{ uuidPhoto: 'p-1', link: '/files/k-1', keyFile: 'k-1' }],
    keyFiles: ['k-1'],
    tags: [],
    forFaculty: [],
    forCourse: 0,
    messengers: [],
    rzdBonus: null,
    hasPooling: false,
    hasEvent: false,
    pooling: null,
    event: null,
    uuidUniversity: null,
    nameUniversity: 'МГУ',
    mine: true,
    canEdit: true,
    canModerate: false,
    moves: [],
    ...changes,
  },
});
