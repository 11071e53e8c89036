import { formatPhone } from '../../../kit/format/phone';
import type { HistoryWords } from '../../shared/history/record';
import { t } from './texts';

/** Texts of a university's history. */
export const historyWords: HistoryWords = {
  actions: {
    'universities.add': t.history.added,
    'universities.save': t.history.saved,
  },
  fields: {
    shortName: t.university.shortName,
    fullName: t.university.fullName,
    inn: t.university.inn,
    nameCity: t.university.city,
    address: t.university.address,
    phone: t.university.phone,
    email: t.university.email,
    boss: t.university.boss,
    contractEnd: t.university.contractEnd,
    changed: t.history.changed,
  },
  values: { phone: (value) => formatPhone(String(value)) },
  snapshots: { 'universities.add': 'values' },
};
