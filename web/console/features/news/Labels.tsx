import {
  IconBuilding,
  IconCalendarEvent,
  IconChartBar,
  IconMap2,
  IconNews,
  IconWorld,
} from '@tabler/icons-react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import css from './labels.module.css';
import { badgeOf, kindOf } from './rules';
import { t } from './texts';
import type { Item } from './wire';

const kindIcons = { survey: IconChartBar, event: IconCalendarEvent, news: IconNews };
const levelIcons = { university: IconBuilding, region: IconMap2, federal: IconWorld };

/** The status of an item. */
export function NewsBadge({ item }: { item: Item }) {
  const { tone, word } = badgeOf(item, Date.now());
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

/** The kind, level and status of an item. */
export function Labels({ item, badge = true }: { item: Item; badge?: boolean }) {
  const kind = kindOf(item);
  const Kind = kindIcons[kind];
  const Level = levelIcons[item.typeNews];
  return (
    <p className={css.labels}>
      <span className={css.label} data-kind>
        <Kind size={iconSize.sm} stroke={iconStroke} aria-hidden />
        {t.kinds[kind]}
      </span>
      <span className={css.label}>
        <Level size={iconSize.sm} stroke={iconStroke} aria-hidden />
        {t.levels[item.typeNews]}
      </span>
      {badge && <NewsBadge item={item} />}
    </p>
  );
}
