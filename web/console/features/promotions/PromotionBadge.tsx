import { StatusBadge } from '../../shared/ui/StatusBadge';
import { badgeOf } from './rules';

type Props = {
  of: Parameters<typeof badgeOf>[0];
  /** One word, for lists. */
  short?: boolean;
};

/** The status of a promotion. */
export function PromotionBadge({ of, short }: Props) {
  const { tone, word, words } = badgeOf(of);
  return <StatusBadge tone={tone}>{short ? word : words}</StatusBadge>;
}
