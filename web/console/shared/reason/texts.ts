/** Texts of the reason dialog. */
export const t = {
  legend: 'Причина',
  own: 'Другая причина',
  placeholder: 'Опишите причину своими словами',
  left: (count: number) => `Осталось символов: ${count}`,
  required: 'Выберите причину или опишите её своими словами.',
};
