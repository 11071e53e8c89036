import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SelectionProps } from '../../shared/list/define';
import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { type Chosen, type Row, useDeleteChosen, usePublish, useRestore } from './api';
import css from './reviews.module.css';
import { t } from './texts';

type Asked = {
  what: 'publish' | 'remove';
  chosen: Chosen;
  count: number;
  /** Ticked, but published already: they stay as they are. */
  spared: number;
};

function Restore({ ids, clear }: Pick<SelectionProps<Row>, 'ids' | 'clear'>) {
  const restore = useRestore();
  const restored = () => {
    notifyDone(t.restored(ids.length));
    clear();
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={restore.isPending}
      onClick={() => restore.mutate([...ids], { onSuccess: restored })}
    >
      {t.actions.restore}
    </Button>
  );
}

/** What can be done with ticked reviews. A refusal leaves them ticked. */
export function SelectionActions({ rows, ids, whole, query, total, clear }: SelectionProps<Row>) {
  const publish = usePublish();
  const remove = useDeleteChosen();
  // Named when the question is asked: a list that reloads meanwhile does not change what is agreed to.
  const [asked, setAsked] = useState<Asked | null>(null);
  if (rows[0]?.deletedAt) return <Restore ids={ids} clear={clear} />;
  // The server publishes all of a selection or nothing: what is public already is left out here.
  const hidden = rows.filter(({ status }) => status !== 'public').map((row) => row.uuidComment);
  const ask = (what: Asked['what']) => {
    const meant = what === 'publish' ? hidden : ids;
    setAsked({
      what,
      chosen: whole ? { filter: query.body, expected: total } : { uuidComments: [...meant] },
      count: whole ? total : meant.length,
      spared: whole ? 0 : ids.length - meant.length,
    });
  };
  const close = () => setAsked(null);
  const confirm = ({ what, chosen, count }: Asked) => {
    const words = what === 'publish' ? t.publishing : t.removing;
    const finished = () => {
      notifyDone(words.done(count));
      close();
      clear();
    };
    (what === 'publish' ? publish : remove).mutate(chosen, { onSuccess: finished, onError: close });
  };
  const removing = asked?.what === 'remove';
  return (
    <>
      <Button
        size="compact-sm"
        disabled={!whole && hidden.length === 0}
        onClick={() => ask('publish')}
      >
        {t.actions.publish}
      </Button>
      <Button
        className={css.danger}
        variant="default"
        size="compact-sm"
        onClick={() => ask('remove')}
      >
        {t.actions.delete}
      </Button>
      {asked && (
        <ConfirmDialog
          title={removing ? t.removing.title : t.publishing.title}
          text={
            <>
              <span>{removing ? t.removing.text : t.publishing.text}</span>
              <span className={css.aside}>
                {removing ? t.removing.many(asked.count) : t.publishing.many(asked.count)}{' '}
                {removing && t.removing.restorable}
                {asked.spared > 0 && t.publishing.spared(asked.spared)}
              </span>
            </>
          }
          confirm={removing ? t.actions.delete : t.actions.publish}
          danger={removing}
          busy={publish.isPending || remove.isPending}
          onConfirm={() => confirm(asked)}
          onCancel={close}
        />
      )}
    </>
  );
}
