import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './export.module.css';
import { t } from './texts';
import type { Exporting } from './useExport';

type Props = {
  exporting: Exporting;
  /** As wide as its sheet, and never an icon alone. */
  fullWidth?: boolean;
};

/** Exports all rows that the list has found to a spreadsheet. */
export function ExportButton({ exporting: { run, running, empty }, fullWidth }: Props) {
  return (
    <Button
      variant="default"
      fullWidth={fullWidth}
      className={fullWidth ? undefined : css.button}
      aria-label={t.button}
      title={fullWidth ? undefined : t.button}
      leftSection={<IconFileSpreadsheet size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      disabled={empty}
      loading={running}
      onClick={run}
    >
      <span className={fullWidth ? undefined : css.word}>{t.button}</span>
    </Button>
  );
}
