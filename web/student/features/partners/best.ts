import type { Discount } from './api';

const size = ({ type, size: text }: Discount) =>
  type === 'fix' ? Number.parseFloat((text ?? '').replace(',', '.')) || 0 : 0;

/** The largest percentage of a partner, and whether there are smaller ones; null if there are only gifts. */
export function best(
  discounts: readonly Discount[],
): { size: string; isOneOfMany: boolean } | null {
  const sizes = discounts.map(size).filter((percent) => percent > 0);
  if (sizes.length === 0) return null;
  const most = Math.max(...sizes);
  return { size: String(most).replace('.', ','), isOneOfMany: sizes.some((s) => s < most) };
}
