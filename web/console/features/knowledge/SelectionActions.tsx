import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SelectionProps } from '../../shared/list/define';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import css from './knowledge.module.css';
import { RemoveDialog } from './RemoveDialog';
import { t } from './texts';
import type { Question } from './wire';

/** Actions for the selected questions. */
export function SelectionActions({ rows, clear }: SelectionProps<Question>) {
  // A snapshot: a reload of the list must not change what the operator confirms.
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
