import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Key } from '../keys/Key';
import { useKeys } from '../keys/useKeys';
import { Live } from '../ui/Live';
import { Message } from '../ui/Message';
import { Page } from '../ui/Page';
import { Retry } from '../ui/Retry';
import { RoundList } from './RoundList';
import css from './round.module.css';
import { t } from './texts';
import type { useRound } from './useRound';

type State<Row> = ReturnType<typeof useRound<Row>>;

/** A decision that a screen offers: a button with its key. */
export type Offer = {
  word: string;
  /** The name of the key, and its physical place. */
  key: string;
  code: string;
  run: () => void;
  main?: boolean;
  danger?: boolean;
  disabled?: boolean;
};

type Props<Row> = {
  title: string;
  /** The list that is worked through. */
  back: string;
  round: State<Row>;
  id: (row: Row) => string;
  name: (row: Row) => string;
  status?: ReactNode;
  offers: readonly Offer[];
  /** The offers that have a place of their own in the card. */
  more?: readonly Offer[];
  /** Further buttons, after the others. */
  actions?: ReactNode;
  /** The shape of the card that comes. */
  skeleton: ReactNode;
  children: ReactNode;
};

function Offers({ offers, keys }: { offers: readonly Offer[]; keys: boolean }) {
  return offers.map(({ word, key, run, main, danger, disabled }) => (
    <Button
      key={word}
      variant={main ? 'filled' : 'default'}
      data-main={main || undefined}
      data-danger={danger || undefined}
      disabled={disabled}
      onClick={run}
      rightSection={keys && <Key hidden>{key}</Key>}
    >
      {word}
    </Button>
  ));
}

// Nothing to show: all is decided, or others have the rest.
function Finished<Row>({
  round,
  back,
  undo,
}: Pick<Props<Row>, 'round' | 'back'> & { undo: ReactNode }) {
  const left = round.left ?? 0;
  return (
    <div className={css.finished}>
      <p className={css.finishedTitle}>{left > 0 ? t.taken : t.empty}</p>
      <p className={css.quiet}>{left > 0 ? t.takenText(left) : t.emptyText}</p>
      <div className={css.buttons}>
        {left > 0 && (
          <Button variant="default" onClick={round.retry}>
            {t.again}
          </Button>
        )}
        <Button renderRoot={(props) => <Link {...props} to={back} />}>{t.toList}</Button>
        {undo}
      </div>
    </div>
  );
}

function Failures<Row>({ round, name, id }: Pick<Props<Row>, 'round' | 'name' | 'id'>) {
  return round.failures.map(({ row, reason }) => (
    <Message key={id(row)} tone="red" title={t.failed(name(row))}>
      <p className={css.reason}>{reason}</p>
      <Button variant="default" size="xs" onClick={() => round.open(row)}>
        {t.failedBack}
      </Button>
    </Message>
  ));
}

/** The screen of working through a list: the card, what is left, and from 1440 px on the course of the work. */
export function RoundPage<Row>(props: Props<Row>) {
  const {
    title,
    back,
    round,
    id,
    name,
    status,
    offers,
    more = [],
    actions,
    skeleton,
    children,
  } = props;
  const { current, left, loading, error, retry, skip, past, undo } = round;
  const open = current ? [...offers, ...more].filter(({ disabled }) => !disabled) : [];
  const keys = useKeys({
    ...Object.fromEntries(open.map(({ code, run }) => [code, run])),
    ...(current && { ArrowRight: skip }),
    KeyZ: undo,
  });
  const last = past.at(-1);
  const undoButton = undo && (
    <Button variant="subtle" onClick={undo} rightSection={keys && <Key hidden>Z</Key>}>
      {t.undo}
    </Button>
  );
  return (
    <Page
      title={current ? title : t.button}
      back={back}
      status={current && status}
      neighbours={left !== null && <span className={css.left}>{t.left(left)}</span>}
      actions={
        current && (
          <>
            <Offers offers={offers} keys={keys} />
            <Button variant="default" onClick={skip} rightSection={keys && <Key hidden>→</Key>}>
              {t.skip}
            </Button>
            {actions}
            {undoButton}
          </>
        )
      }
      wide="card"
    >
      <Live>
        <span className={css.announced}>
          {last && t.announced(last.outcome ?? t.skipped, name(last.row))}
        </span>
      </Live>
      <Failures round={round} name={name} id={id} />
      <div className={css.round}>
        <RoundList round={round} id={id} name={name} />
        <div className={css.card}>
          {current && children}
          {!current && error !== null && <Retry error={error} onRetry={retry} busy={loading} />}
          {!current && error === null && left !== null && !loading && (
            <Finished round={round} back={back} undo={undoButton} />
          )}
          {!current && error === null && (left === null || loading) && skeleton}
        </div>
      </div>
    </Page>
  );
}
