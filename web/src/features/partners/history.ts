import { showPhone } from '../../shared/form/phone';
import type { Change, HistoryWords } from '../../shared/history/record';
import { t } from './texts';

const { discount, point, photo, vacancy, images, types } = t.history;

const picture =
  (words: { added: string; removed: string; changed: string }) =>
  ({ from, to }: Change) => {
    if (!to) return words.removed;
    return from ? words.changed : words.added;
  };

const ofNoun = (noun: string, words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([action, word]) => [`partners.${noun}.${action}`, word]);

/** What the history of a partner says: of its card, and of what belongs to it. */
export const historyWords: HistoryWords = {
  actions: {
    'partners.create': t.history.created,
    'partners.save': t.history.saved,
    'partners.blocked': t.history.blocked,
    'partners.active': t.history.unblocked,
    ...Object.fromEntries([
      ...ofNoun('discount', discount),
      ...ofNoun('point', point),
      ...ofNoun('photo', photo),
      ...ofNoun('vacancy', vacancy),
    ]),
  },
  fields: {
    ...t.history.fields,
    logo: picture(images.logo),
    keyImg: picture(images.keyImg),
    // Two texts of two thousand characters would hide everything else.
    description: () => t.history.description,
  },
  whole: {
    'partners.create': 'nothing',
    'partners.discount.add': 'values',
    'partners.discount.delete': 'values',
    'partners.point.add': 'values',
    'partners.point.delete': 'values',
    'partners.vacancy.add': 'values',
    'partners.vacancy.delete': 'values',
  },
  values: {
    phone: (value) => showPhone(String(value)),
    type: (value) => types[value as keyof typeof types] ?? String(value),
    workTime: (value) => String(value).replaceAll(',\n', ', '),
  },
};
