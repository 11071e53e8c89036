import { formatNumber } from '../../../kit/format/number';
import { counted } from '../../../kit/format/plural';

/** Texts of taking decisions back. */
export const t = {
  undo: 'Отменить',
  undone: 'Решение отменено',
  partly: (undone: number, skipped: number) =>
    `Отменено: ${counted(undone, 'решение', 'решения', 'решений')}. Уже изменены и остались как есть: ${formatNumber(skipped)}.`,
};
