/** Words of every history. */
export const t = {
  title: 'История',
  empty: 'Изменений пока не было.',
  system: 'Система',
  moscow: 'Время московское',
  reason: (text: string) => `Причина: ${text}`,
  nothing: 'не указано',
  change: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  value: (field: string, value: string) => `${field}: ${value}`,
  other: 'Изменение',
  all: (count: number) => `Показать все записи (${count})`,
};
