import { formatPhone } from '../../../../kit/format/phone';
import type { Change, HistoryWords } from '../../../shared/history/record';
import { textInWords } from '../points/hours';
import { t } from '../texts';

const { discount, point, photo, till, vacancy, images, types } = t.history;

const picture =
  (words: { added: string; removed: string; changed: string }) =>
  ({ from, to }: Change) => {
    if (!to) return words.removed;
    return from ? words.changed : words.added;
  };

const ofNoun = (noun: string, words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([action, word]) => [`partners.${noun}.${action}`, word]);

/** The texts of a partner's history, including its discounts, points, photos and vacancies. */
export const historyWords: HistoryWords = {
  actions: {
    'partners.create': t.history.created,
    'partners.save': t.history.saved,
    'partners.blocked': t.history.blocked,
    'partners.active': t.history.unblocked,
    'cards.till.invite': till.invite,
    'cards.till.pair': till.pair,
    'cards.till.unpair': till.unpair,
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
    // Not quoted: two texts of 2000 characters would hide everything else.
    description: () => t.history.description,
  },
  snapshots: {
    'partners.create': 'nothing',
    'partners.discount.add': 'values',
    'partners.discount.delete': 'values',
    'partners.point.add': 'values',
    'partners.point.delete': 'values',
    'cards.till.invite': 'values',
    'cards.till.pair': 'values',
    'cards.till.unpair': 'values',
    'partners.vacancy.add': 'values',
    'partners.vacancy.delete': 'values',
  },
  values: {
    phone: (value) => formatPhone(String(value)),
    type: (value) => types[value as keyof typeof types] ?? String(value),
    workTime: (value) => textInWords(String(value)),
  },
};
