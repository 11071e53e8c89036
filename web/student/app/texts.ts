import { counted } from '../../kit/format/plural';

/** Texts of the tabs and the error screen. */
export const t = {
  tabs: 'Разделы',
  fresh: (n: number) => counted(n, 'новое', 'новых', 'новых'),
} as const;
