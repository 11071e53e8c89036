import { UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoment } from '../../../kit/format/moment';
import { ExportButton } from '../../shared/export/ExportButton';
import { type Exported, useExport } from '../../shared/export/useExport';
import type { HistoryWords } from '../../shared/history/record';
import { journalLinks } from '../../shared/links/journal';
import { useUrlSearch } from '../../shared/links/usePage';
import { EmptyList, ListBox } from '../../shared/list/ListBox';
import { Narrowing } from '../../shared/list/Narrowing';
import { toQuery } from '../../shared/list/query';
import { SkeletonLine, skeletonKeys } from '../../shared/list/rows';
import { Summary } from '../../shared/list/Summary';
import {
  cleared,
  isNarrowed,
  type ListState,
  readState,
  relisted,
  writeState,
} from '../../shared/list/state';
import toolbar from '../../shared/list/Toolbar.module.css';
import { usePhone } from '../../shared/list/usePhone';
import { Loaded } from '../../shared/ui/Loaded';
import { More } from '../../shared/ui/More';
import { Page } from '../../shared/ui/Page';
import { exportRows, rowsQuery } from './api';
import { shape } from './filters';
import css from './journal.module.css';
import { RowDialog } from './RowDialog';
import { t } from './texts';
import type { Line } from './wire';

type Areas = { areas: readonly HistoryWords[] };

function LineRow({ line, open }: { line: Line; open: () => void }) {
  const { at, operator, person, title, object, objectName } = line;
  return (
    <li className={css.row}>
      <UnstyledButton className={css.open} onClick={open}>
        <time className={css.facts}>{formatMoment(at)}</time>
        <span>{operator || t.system}</span>
        <span className={css.action}>{title}</span>
        <span className={css.facts}>{person?.fullName ?? objectName ?? object}</span>
      </UnstyledButton>
    </li>
  );
}

function useQuestion() {
  const navigate = useNavigate();
  const state = readState(shape, useUrlSearch());
  const change = (next: ListState) =>
    void navigate({ to: '.', search: writeState(shape, next), resetScroll: false });
  return { state, change };
}

type RowsQuery = ReturnType<typeof useRows>['query'];

function useRows(state: ListState) {
  const query = toQuery(shape, state);
  const { searchString: _, ...body } = query.body;
  return { request: query, query: useInfiniteQuery(rowsQuery(body)) };
}

const fitting = 15; // rows of a screen

const head = (
  <div className={css.head} aria-hidden>
    <span>{t.row.when}</span>
    <span>{t.row.who}</span>
    <span>{t.row.action}</span>
    <span>{t.row.object}</span>
  </div>
);

const skeleton = (
  <>
    {head}
    <ul className={css.list}>
      {skeletonKeys(fitting).map((key) => (
        <li key={key} className={css.row}>
          <span className={css.cells}>
            <SkeletonLine short />
            <SkeletonLine />
            <SkeletonLine heading />
            <SkeletonLine />
          </span>
        </li>
      ))}
    </ul>
  </>
);

type LinesProps = Areas & {
  lines: readonly Line[];
  /** How far the server has looked, if it found nothing yet. */
  until: string | null;
  onReset: (() => void) | undefined;
};

function Lines({ areas, lines, until, onReset }: LinesProps) {
  const [opened, setOpened] = useState<Line | null>(null);
  if (lines.length === 0) {
    return until ? (
      <EmptyList text={t.notYet(formatMoment(until))} />
    ) : (
      <EmptyList text={t.empty} onReset={onReset} />
    );
  }
  return (
    <>
      {head}
      <ul className={css.list} aria-label={t.list}>
        {lines.map((line) => (
          <LineRow key={line.number} line={line} open={() => setOpened(line)} />
        ))}
      </ul>
      {opened && <RowDialog line={opened} areas={areas} close={() => setOpened(null)} />}
    </>
  );
}

type RowsProps = Areas & { query: RowsQuery; onReset: (() => void) | undefined };

function Rows({ areas, query, onReset }: RowsProps) {
  const { isFetching, isFetchingNextPage, isPlaceholderData, data } = query;
  return (
    <>
      <ListBox loading={isFetching && !isFetchingNextPage} old={isPlaceholderData}>
        <Loaded query={query} skeleton={skeleton}>
          {({ pages }) => (
            <Lines
              areas={areas}
              lines={pages.flatMap(({ items }) => items)}
              until={pages.at(-1)?.until ?? null}
              onReset={onReset}
            />
          )}
        </Loaded>
      </ListBox>
      <More query={query} label={data?.pages.at(-1)?.items.length ? undefined : t.further} />
    </>
  );
}

const exported: Exported<typeof shape.filters> = {
  start: ({ body: { searchString: _, ...body } }, purpose) => exportRows(body, purpose),
  personal: true,
};

/** /journal: who did what. Changes have the words of the areas' own histories. */
export function JournalPage({ areas }: Areas) {
  const { state, change } = useQuestion();
  const phone = usePhone();
  const { request, query } = useRows(state);
  const first = query.data?.pages[0];
  const { exporting, dialog } = useExport({
    exported,
    path: journalLinks.list.path,
    title: t.title,
    query: request,
    total: first?.found ?? 0,
  });
  const filtering = {
    filters: shape.filters,
    values: state.filters,
    onChange: (name: string, value: unknown) =>
      change(relisted(state, { filters: { ...state.filters, [name]: value } })),
  };
  const reset = isNarrowed(shape, state) ? () => change(cleared(shape, state)) : undefined;
  return (
    <Page title={t.title} wide>
      <div className={css.page}>
        <div className={toolbar.toolbar}>
          <Narrowing
            {...filtering}
            sorting={undefined}
            exporting={exporting}
            total={first?.isMore ? undefined : (first?.found ?? undefined)}
          />
          {exporting && !phone && (
            <div className={toolbar.actions}>
              <ExportButton exporting={exporting} />
            </div>
          )}
        </div>
        <div className={css.summary}>
          <span className={css.total} role="status">
            {first &&
              first.found !== null &&
              t.found(first.found, first.isMore, first.from, first.to)}
          </span>
          <Summary {...filtering} note={t.moscow} onReset={reset} />
        </div>
        <Rows areas={areas} query={query} onReset={reset} />
      </div>
      {dialog}
    </Page>
  );
}
