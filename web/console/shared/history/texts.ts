import { formatNumber } from '../../../kit/format/number';

/** Texts of all histories. */
export const t = {
  title: 'История',
  empty: 'Изменений пока не было.',
  system: 'Система',
  moscow: 'Время московское',
  reason: (text: string) => `Причина: ${text}`,
  times: (title: string, count: number) => `${title} × ${count}`,
  nothing: 'не указано',
  change: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  value: (field: string, value: string) => `${field}: ${value}`,
  other: 'Изменение',
  all: (count: number) => `Показать все записи (${formatNumber(count)})`,
};
