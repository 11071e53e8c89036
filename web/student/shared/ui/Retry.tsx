import { IconRefresh } from '@tabler/icons-react';
import { inWords } from '../api/words';
import { t } from '../texts';
import { Button } from './Button';
import { Note } from './Note';
import css from './Retry.module.css';

type Props = { error: unknown; onRetry: () => unknown; busy?: boolean };

/** A failure in place, with a retry button. */
export function Retry({ error, onRetry, busy }: Props) {
  return (
    <div className={css.retry} data-failed>
      <Note tone="red" alert>
        {inWords(error)}
      </Note>
      <Button look="quiet" busy={busy} icon={<IconRefresh size={20} />} onClick={() => onRetry()}>
        {t.retry}
      </Button>
    </div>
  );
}
