import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowMerge, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { common } from '../../shared/texts';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { RemoveDialog } from '../../shared/ui/RemoveDialog';
import { useDeleteEntry } from './api';
import { EntryDialog } from './EntryDialog';
import { MergeDialog } from './MergeDialog';
import { t } from './texts';
import { type Entry, isMerging, type Kind } from './wire';

type Props = { kind: Kind; entry: Entry };

function Removing({ kind, entry, close }: Props & { close: () => void }) {
  return (
    <RemoveDialog
      title={t.entry.removing.title}
      text={t.entry.removing.text(entry.name)}
      done={t.entry.removing.done}
      mutation={useDeleteEntry(kind)}
      variables={entry.id}
      close={close}
    />
  );
}

const sized = { size: iconSize.md, stroke: iconStroke, 'aria-hidden': true } as const;

/** The menu of an entry: rename, merge, delete. */
export function EntryTools({ kind, entry }: Props) {
  const [asked, setAsked] = useState<'edit' | 'merge' | 'remove' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.entry.tools(entry.name)}>
            <IconDots {...sized} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...sized} />} onClick={() => setAsked('edit')}>
            {t.entry.editing}
          </Menu.Item>
          {isMerging(kind) && (
            <Menu.Item
              leftSection={<IconArrowMerge {...sized} />}
              onClick={() => setAsked('merge')}
            >
              {t.merge.word}
            </Menu.Item>
          )}
          {!entry.isUsed && (
            <Menu.Item leftSection={<IconTrash {...sized} />} onClick={() => setAsked('remove')}>
              {common.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'edit' && <EntryDialog kind={kind} entry={entry} close={close} />}
      {asked === 'merge' && isMerging(kind) && (
        <MergeDialog kind={kind} entry={entry} close={close} />
      )}
      {asked === 'remove' && <Removing kind={kind} entry={entry} close={close} />}
    </>
  );
}
