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
import type { Item } from './api';
import css from './labels.module.css';
import { kindOf, standingOf } from './rules';
import { t } from './texts';

const kindIcons = { survey: IconChartBar, event: IconCalendarEvent, news: IconNews };
const levelIcons = { university: IconBuilding, region: IconMap2, federal: IconWorld };

/** Where an item stands. */
export function Standing({ item }: { item: Item }) {
  const { tone, words } = standingOf(item, Date.now());
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** What an item is, whom it is for, and where it stands. */
export function Labels({ item, approval = true }: { item: Item; approval?: boolean }) {
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
      {approval && <Standing item={item} />}
    </p>
  );
}
