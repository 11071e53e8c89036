import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { asProblem } from '../../../kit/api/problem';
import { type ErrorTexts, inWords } from '../notice/catalogue';
import { common } from '../texts';
import { iconSize } from '../theme/tokens';
import css from './Retry.module.css';

type Props = {
  error: unknown;
  /** The screen's own texts for the failure. */
  errors?: ErrorTexts;
  onRetry: () => void;
  busy?: boolean;
};

/** Shown instead of data that failed to load: the reason and a retry button. */
export function Retry({ error, errors, onRetry, busy }: Props) {
  return (
    <div className={css.retry} role="alert">
      <p className={css.title}>{common.failed}</p>
      <p className={css.text}>{inWords(asProblem(error), errors).text}</p>
      <Button
        variant="default"
        leftSection={<IconRefresh size={iconSize.sm} aria-hidden />}
        onClick={onRetry}
        loading={busy}
      >
        {common.retry}
      </Button>
    </div>
  );
}
