/** Texts of the lists of sessions (rules 26.12). */
export const t = {
  empty: 'Активных сеансов нет',
  current: 'Этот сеанс',
  address: (address: string) => `Адрес ${address}`,
  lastUse: (time: string) => `Последнее действие: ${time}`,
  end: 'Завершить',
  endOf: (device: string) => `Завершить сеанс: ${device}`,
};
