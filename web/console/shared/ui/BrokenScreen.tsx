import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { common } from '../texts';
import { iconSize } from '../theme/tokens';
import css from './BrokenScreen.module.css';

/** Shown instead of a crashed page. */
export function BrokenScreen() {
  return (
    <div className={css.screen} role="alert">
      <h1 className={css.title}>{common.broken.title}</h1>
      <p className={css.text}>{common.broken.text}</p>
      <Button
        leftSection={<IconRefresh size={iconSize.sm} aria-hidden />}
        onClick={() => location.reload()}
      >
        {common.broken.reload}
      </Button>
    </div>
  );
}
