import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { runTask, useTasks } from '../../shared/task/tasks';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { checkExport, startExport } from './api';
import { t } from './texts';

const kind = 'students-export';

type Props = { query: Parameters<typeof startExport>[0]; total: number };

/** Has the rows of the present filter, all pages of them, made into a spreadsheet. */
export function ExportButton({ query, total }: Props) {
  const running = useTasks().some((task) => task.kind === kind && task.status === 'uploading');
  const start = () =>
    runTask({ kind, texts: t.export, start: () => startExport(query), check: checkExport });
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      disabled={total === 0}
      loading={running}
      onClick={start}
    >
      {t.export.button}
    </Button>
  );
}
