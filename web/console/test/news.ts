import type { components } from '../shared/api/schema.gen';

type Item = components['schemas']['NewsItemWire'];

/** A regional item, as its card is loaded. */
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

type Survey = NonNullable<Item['pooling']>;
type Event = NonNullable<Item['event']>;

/** A survey of one question that ten students have answered. */
export const newsSurvey = (changes: Partial<Survey> = {}): Survey => ({
  uuidPooling: 's-1',
  startPooling: '2026-11-01 10:00:00',
  endPooling: '2099-12-01 10:00:00',
  isView: false,
  voted: 10,
  questions: [
    {
      question: 'Куда поедем?',
      questionType: 'single',
      allowOther: true,
      countAllOther: 1,
      answerVariants: [
        { answerVariant: 'На море', position: 'a', voted: 6 },
        { answerVariant: 'В горы', position: 'b', voted: 3 },
      ],
    },
  ],
  ...changes,
});

/** An event with two of fifty seats taken. */
export const newsEvent = (changes: Partial<Event> = {}): Event => ({
  uuidEvent: 'e-1',
  title: 'Спартакиада',
  description: 'Бег и плавание',
  date: '2099-12-03 10:00:00',
  endDate: null,
  endRegistration: null,
  placesCount: 50,
  placesCountBooked: 2,
  address: 'Казань, ул. Баумана, 5',
  isView: true,
  ...changes,
});
