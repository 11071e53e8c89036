import { ActionIcon, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Area } from '../access/access.gen';
import { iconSize, iconStroke } from '../theme/tokens';
import { Dialog } from '../ui/Dialog';
import { ItemTools } from '../ui/ItemTools';
import { Loaded } from '../ui/Loaded';
import { RemoveDialog } from '../ui/RemoveDialog';
import { useArrangeViews, useDeleteView, type View, viewsQuery } from './api';
import { t } from './texts';
import { ViewDialog } from './ViewDialog';
import css from './views.module.css';

type Asked = { what: 'edit' | 'remove'; view: View };
type LineProps = {
  view: View;
  ask: (asked: Asked) => void;
  /** Undefined at the end of the list. */
  up: (() => void) | undefined;
  down: (() => void) | undefined;
};

function Line({ view, ask, up, down }: LineProps) {
  const { name, isShared, lost } = view;
  return (
    <li className={css.managed}>
      <span className={css.name}>
        {name}
        {isShared && <span className={css.note}>{t.isShared}</span>}
        {lost > 0 && <span className={css.note}>{t.lost(lost)}</span>}
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={t.up(name)} disabled={!up} onClick={up}>
        <IconArrowUp size={iconSize.sm} stroke={iconStroke} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.down(name)}
        disabled={!down}
        onClick={down}
      >
        <IconArrowDown size={iconSize.sm} stroke={iconStroke} aria-hidden />
      </ActionIcon>
      <ItemTools
        edit={{ label: t.editOf(name), run: () => ask({ what: 'edit', view }) }}
        remove={{ label: t.removeOf(name), run: () => ask({ what: 'remove', view }) }}
      />
    </li>
  );
}

/** The uuids of views with two neighbours swapped. */
const swapped = (views: readonly View[], at: number) => {
  const ids = views.map(({ uuidView }) => uuidView);
  ids.splice(at, 2, ...ids.slice(at, at + 2).reverse());
  return ids;
};

function Lines({ list, own, ask }: { list: Area; own: readonly View[]; ask: LineProps['ask'] }) {
  const arrange = useArrangeViews(list);
  if (own.length === 0) return <p className={css.about}>{t.none}</p>;
  const swap = (at: number) => () => arrange.mutate(swapped(own, at));
  return (
    <ul className={css.lines} aria-busy={arrange.isPending}>
      {own.map((view, i) => (
        <Line
          key={view.uuidView}
          view={view}
          ask={ask}
          up={i > 0 ? swap(i - 1) : undefined}
          down={i < own.length - 1 ? swap(i) : undefined}
        />
      ))}
    </ul>
  );
}

type Props = { list: Area; query: string; close: () => void };

/** The operator's own views of a list: order, names, sharing, deletion. */
export function ManageDialog({ list, query, close }: Props) {
  const views = useQuery(viewsQuery(list));
  const remove = useDeleteView();
  const [asked, setAsked] = useState<Asked | null>(null);
  const done = () => setAsked(null);
  if (asked?.what === 'edit') {
    return <ViewDialog list={list} query={query} view={asked.view} close={done} />;
  }
  return (
    <Dialog title={t.managing} size="medium" onClose={close}>
      <Loaded query={views} skeleton={<Skeleton height={120} />}>
        {(all) => <Lines list={list} own={all.filter(({ mine }) => mine)} ask={setAsked} />}
      </Loaded>
      {asked?.what === 'remove' && (
        <RemoveDialog
          title={t.removing.title}
          text={t.removing.text(asked.view.name, asked.view.isShared)}
          done={t.deleted}
          mutation={remove}
          variables={asked.view.uuidView}
          close={done}
        />
      )}
    </Dialog>
  );
}
