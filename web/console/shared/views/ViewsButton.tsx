import { Button, type ButtonProps } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import { t } from './texts';
import css from './views.module.css';

/** The button that opens the saved views of a list; on phones an icon. */
export const ViewsButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button
    variant="default"
    className={css.button}
    aria-label={t.button}
    title={t.hint}
    leftSection={<IconBookmark size={iconSize.sm} stroke={iconStroke} aria-hidden />}
    {...props}
  >
    <span className={css.word}>{t.button}</span>
  </Button>
);
