import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl } from '@mantine/core';
import { Page } from '../../shared/ui/Page';
import { Rating } from './Rating';
import type { Period } from './rules';
import { Tiles } from './Tiles';
import { t } from './texts';
import { useView } from './useView';

const periods: { value: Period; label: string }[] = [
  { value: 'all', label: t.period.all },
  { value: 'month', label: t.period.month },
];

/** /statistic: totals and the rating of partners. */
export function StatisticsPage() {
  const [view, show] = useView();
  return (
    <Page
      title={t.title}
      wide
      actions={
        <SegmentedControl
          aria-label={t.period.label}
          data={periods}
          value={view.period}
          onChange={(period) => show({ period })}
        />
      }
    >
      <Tiles period={view.period} />
      <Rating view={view} show={show} />
    </Page>
  );
}
