import type { HistoryWords } from '../../shared/history/record';
import { t } from './texts';

const yesNo = (value: unknown) => (value ? t.history.yes : t.history.no);

/** Texts of an operator's history. */
export const historyWords: HistoryWords = {
  actions: {
    'operators.add': t.history.added,
    'operators.rights': t.history.rights,
    'operators.blocked': t.history.block,
    'operators.active': t.history.unblock,
    'operators.factorReset': t.history.factorReset,
    'operators.endSession': t.history.endSession,
    'operators.endSessions': t.history.endSessions,
    'auth.password': t.history.password,
    'auth.rehash': t.history.rehash,
    'auth.resetRequest': t.history.resetRequest,
    'auth.factorOn': t.history.factorOn,
    'auth.factorOff': t.history.factorOff,
    'auth.codes': t.history.codes,
    'auth.endSession': t.history.ownSession,
    'auth.endSessions': t.history.ownSessions,
    'auth.refreshReused': t.history.reused,
    'settings.profile': t.history.profile,
    'settings.start': t.history.start,
    'settings.keys': t.history.keys,
  },
  fields: {
    role: t.rights.role,
    isAdmin: t.rights.admin,
    isChairman: t.rights.chairman,
    shortNameUniversity: t.rights.university,
    login: t.history.login,
    invitedBy: t.history.invitedBy,
    surname: t.history.surname,
    name: t.history.name,
    patronymic: t.history.patronymic,
    phone: t.history.phone,
    job: t.history.job,
    opensAttention: t.history.opensAttention,
    slashKey: t.history.slashKey,
    pageKeys: t.history.pageKeys,
  },
  values: {
    role: (value) => t.roles[value as keyof typeof t.roles] ?? String(value),
    isAdmin: yesNo,
    isChairman: yesNo,
    opensAttention: yesNo,
    slashKey: yesNo,
    pageKeys: yesNo,
  },
  snapshots: { 'operators.add': 'values' },
};
