import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Export, repeatExport } from '../../shared/export/api';
import { runExport } from '../../shared/export/task';
import { notifyDone } from '../../shared/notice/notices';
import { useTasks } from '../../shared/task/tasks';
import { useCancel } from './api';
import css from './exports.module.css';
import { isOpen } from './rules';
import { t } from './texts';

/** Download, cancel or repeat an export. */
export function RowTools({ row }: { row: Export }) {
  const { uuidExport, name, link, canRepeat } = row;
  const client = useQueryClient();
  const cancel = useCancel();
  const tasks = useTasks();
  const running = tasks.some(({ kind, status }) => kind === uuidExport && status === 'uploading');
  const again = () =>
    runExport({
      list: name,
      kind: uuidExport,
      start: async () => {
        const started = await repeatExport(uuidExport);
        void client.invalidateQueries({ queryKey: ['settings'] });
        return started;
      },
    });
  return (
    <span className={css.tools}>
      {link && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          size="xs"
          aria-label={t.downloadOf(name)}
        >
          {t.download}
        </Button>
      )}
      {isOpen(row) ? (
        <Button
          variant="default"
          size="xs"
          loading={cancel.isPending}
          aria-label={t.cancelOf(name)}
          onClick={() => cancel.mutate(uuidExport, { onSuccess: () => notifyDone(t.cancelled) })}
        >
          {t.cancel}
        </Button>
      ) : (
        canRepeat && (
          <Button
            variant="default"
            size="xs"
            loading={running}
            aria-label={t.repeatOf(name)}
            onClick={() => void again()}
          >
            {t.repeat}
          </Button>
        )
      )}
    </span>
  );
}
