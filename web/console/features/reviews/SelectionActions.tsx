import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SelectionProps } from '../../shared/list/define';
import { notifyDone } from '../../shared/notice/notices';
import { lazily } from '../../shared/ui/lazily';
import { useUndo } from '../../shared/undo/useUndo';
import {
  type Chosen,
  publicCountQuery,
  undoDecision,
  useDeleteChosen,
  usePublish,
  useRestore,
} from './api';
import css from './reviews.module.css';
import { t } from './texts';
import type { Row } from './wire';

// Lazy: lists come without dialogs. The first selection loads it.
const ConfirmDialog = lazily(() =>
  import('../../shared/ui/ConfirmDialog').then((file) => file.ConfirmDialog),
);

type Asked = {
  what: 'publish' | 'remove';
  chosen: Chosen;
  count: number;
  /** Selected reviews that are public already and are left out. */
  skipped: number;
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

// How many of the selected reviews are public already; undefined while that is being counted. The server skips them even
// if they could not be counted.
function usePublicCount({ rows, allFound, query, total }: SelectionProps<Row>) {
  const status = allFound ? query.body.status : undefined;
  const counted = useQuery({
    ...publicCountQuery(query),
    enabled: allFound && status === undefined,
  });
  if (!allFound) return rows.filter((row) => row.status === 'public').length;
  if (status !== undefined) return status === 'public' ? total : 0;
  return counted.isLoading ? undefined : (counted.data ?? 0);
}

type QuestionProps = { asked: Asked; busy: boolean; onConfirm: () => void; onCancel: () => void };

function Question({ asked, ...dialog }: QuestionProps) {
  const { count, skipped } = asked;
  const removing = asked.what === 'remove';
  return (
    <ConfirmDialog
      {...dialog}
      title={removing ? t.removing.title : t.publishing.title}
      text={
        <>
          <span>{removing ? t.removing.text : t.publishing.text}</span>
          <span className={css.aside}>
            {removing ? t.removing.many(count) : t.publishing.many(count)}{' '}
            {removing && t.removing.restorable}
            {skipped > 0 && t.publishing.spared(skipped)}
          </span>
        </>
      }
      confirm={removing ? t.actions.delete : t.actions.publish}
      danger={removing}
    />
  );
}

function useDecisions(close: () => void, clear: () => void) {
  const publish = usePublish();
  const remove = useDeleteChosen();
  const offerUndo = useUndo('reviews');
  const finish = (text: string, uuidDecision?: string) => {
    if (uuidDecision) offerUndo(text, () => undoDecision({ uuidDecision }));
    else notifyDone(text);
    close();
    clear();
  };
  const confirm = ({ what, chosen, count, skipped: expected }: Asked) => {
    if (what === 'remove') {
      const onSuccess = () => finish(t.removing.done(count));
      return remove.mutate(chosen, { onSuccess, onError: close });
    }
    publish.mutate(chosen, {
      // The server has counted those of all found reviews itself.
      onSuccess: ({ skipped = 0, uuidDecision }) =>
        finish(
          t.publishing.done('filter' in chosen ? count + expected - skipped : count),
          uuidDecision,
        ),
      onError: close,
    });
  };
  return { confirm, busy: publish.isPending || remove.isPending };
}

/** The actions on selected reviews. They stay selected after a failure. */
export function SelectionActions(props: SelectionProps<Row>) {
  const { rows, ids, allFound, query, total, clear } = props;
  // Fixed when the dialog opens: a refetch of the list must not change what the operator confirms.
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  useEffect(() => void ConfirmDialog.preload(), []);
  const decide = useDecisions(close, clear);
  const published = usePublicCount(props);
  if (rows[0]?.deletedAt) return <Restore ids={ids} clear={clear} />;
  const selected = allFound ? total : ids.length;
  const ask = (what: Asked['what']) => {
    const skipped = what === 'publish' ? (published ?? 0) : 0;
    const named = rows.filter(({ status }) => what === 'remove' || status !== 'public');
    const chosen = allFound
      ? { filter: query.body, expected: total }
      : { uuidComments: named.map((row) => row.uuidComment) };
    setAsked({ what, chosen, count: selected - skipped, skipped });
  };
  return (
    <>
      <Button
        size="compact-sm"
        loading={published === undefined}
        disabled={published === selected}
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
        <Question
          asked={asked}
          busy={decide.busy}
          onConfirm={() => decide.confirm(asked)}
          onCancel={close}
        />
      )}
    </>
  );
}
