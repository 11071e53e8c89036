import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SelectionProps } from '../../shared/list/define';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import type { Question } from './api';
import css from './knowledge.module.css';
import { RemoveDialog } from './RemoveDialog';
import { t } from './texts';

/** What can be done with ticked questions. */
export function SelectionActions({ rows, clear }: SelectionProps<Question>) {
  // Named when the question is asked: a list that reloads meanwhile does not change what is agreed to.
  const [asked, setAsked] = useState<readonly Question[] | null>(null);
  return (
    <>
      <Button
        className={css.danger}
        variant="default"
        size="compact-sm"
        leftSection={<IconTrash size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        onClick={() => setAsked(rows)}
      >
        {t.removing.button}
      </Button>
      {asked && <RemoveDialog questions={asked} onGone={clear} onCancel={() => setAsked(null)} />}
    </>
  );
}
