import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asProblem, Problem } from '../../../kit/api/problem';
import type { Area } from '../access/access.gen';
import { outdateArea } from '../api/effects';
import { inWords } from '../notice/catalogue';
import { notifyProblem } from '../notice/notices';
import { fewAhead, type Hand, noRound, type Round, roundOf } from './round';
import { t } from './texts';

/** How a list is worked through. */
export type RoundRules<Row> = {
  area: Area;
  id: (row: Row) => string;
  /** Asks for the cards after one; without it from the beginning. */
  deal: (after: string | undefined) => Promise<Hand<Row>>;
  /** Gives the cards back to the other operators. */
  leave: () => Promise<unknown>;
  /** Loads a card with its pictures, before it is opened. */
  prepare: (row: Row) => Promise<unknown>;
};

/** What an operator decides about the current card. */
export type Decision = {
  /** In a word, for the course of the work. */
  outcome: string;
  send: () => Promise<unknown>;
  /** Takes it back. */
  undo: () => Promise<unknown>;
  /** The title of a failure when the screen has been left: names the card. */
  failed: string;
};

/** A decision that the server has refused, or that has not reached it. */
export type Failure<Row> = { row: Row; reason: string };

const second = 1000;

// Deals more cards when few are left. Decisions under way are waited for, so that the number of those left is right.
function useDealer<Row>({ id, deal }: RoundRules<Row>, sent: { current: Set<Promise<unknown>> }) {
  const steps = useMemo(() => roundOf(id), [id]);
  const [round, setRound] = useState<Round<Row>>(noRound);
  const [dealing, setDealing] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(round);
  latest.current = round;
  const busy = useRef(false);
  const again = useRef(false);
  const leasedUntil = useRef(0);
  const decided = useRef(0);

  const more = useCallback(async () => {
    again.current = busy.current; // the answer under way may not know the last decision
    if (busy.current) return;
    busy.current = true;
    setDealing(true);
    try {
      await Promise.all(sent.current);
      const before = decided.current;
      const hand = await deal(steps.last(latest.current));
      leasedUntil.current = Date.now() + hand.seconds * second;
      const since = decided.current - before;
      setRound((now) => steps.dealt(now, hand.cards, hand.left - since));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    } finally {
      busy.current = false;
      setDealing(false);
      if (again.current) void more();
    }
  }, [deal, steps, sent]);

  const end = (outcome: string | null) => {
    if (outcome !== null) decided.current += 1;
    setRound((now) => {
      // After a break the cards ahead may belong to others.
      const isOver = Date.now() > leasedUntil.current;
      return steps.done(isOver ? { ...now, ahead: [] } : now, outcome);
    });
  };
  const back = (row: Row, undone: boolean) => setRound((now) => steps.back(now, row, undone));
  return { round, dealing, error, more, end, back };
}

// A second press or click comes before the operator has seen the next card.
const doublePress = 350;

/** Lets an action through only when its screen has been there for a moment. */
function useOnceShown(card: string | undefined) {
  const since = useRef(0);
  useEffect(() => {
    if (card !== undefined) since.current = performance.now();
  }, [card]);
  return () => performance.now() - since.current >= doublePress;
}

type Sent = { answered: Promise<boolean>; undo: () => Promise<unknown> };

/** Works through a list card by card: the next one opens at once, while the decision about the last is on its way. */
export function useRound<Row>(rules: RoundRules<Row>) {
  const { area, id, leave, prepare } = rules;
  const client = useQueryClient();
  const pending = useRef(new Set<Promise<unknown>>());
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Sent>>(new Map());
  const undoing = useRef(false);
  const undoneAt = useRef(Number.NEGATIVE_INFINITY);
  const mounted = useRef(true);
  const { round, dealing, error, more, end, back } = useDealer(rules, pending);
  const isShown = useOnceShown(round.current ? id(round.current) : undefined);
  const [failures, setFailures] = useState<readonly Failure<Row>[]>([]);

  const steps = round.past.length;
  const few = round.ahead.length < fewAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step, or an exhausted list would be asked for ever
  useEffect(() => {
    if (few) void more();
  }, [steps, few, more]);

  useEffect(() => {
    mounted.current = true;
    const { current: sent } = pending;
    return () => {
      mounted.current = false;
      // The leases end with the last decision; if the call fails, they end by themselves.
      void Promise.all(sent)
        .then(leave)
        .catch(() => undefined);
    };
  }, [leave]);

  const next = round.ahead[0];
  useEffect(() => {
    if (next) void prepare(next).catch(() => undefined); // loaded again when it is opened
  }, [next, prepare]);

  const forget = (row: Row) =>
    setDecisions((now) => new Map([...now].filter(([decided]) => decided !== id(row))));

  const fail = (row: Row, title: string, thrown: unknown) => {
    const own = { title, 409: ({ detail }: Problem) => detail };
    if (!mounted.current) return notifyProblem(thrown, own);
    forget(row);
    setFailures((now) => [...now, { row, reason: inWords(asProblem(thrown), own).text }]);
  };

  /** Sends a decision and opens the next card. Without a network nothing is sent, and the card stays. */
  const decide = ({ outcome, send, undo, failed }: Decision) => {
    const { current } = round;
    if (!current || !isShown()) return false;
    if (!onlineManager.isOnline()) {
      notifyProblem(new Problem(0));
      return false;
    }
    const answered = send()
      .then(
        () => true,
        (thrown: unknown) => {
          fail(current, failed, thrown);
          return false;
        },
      )
      .finally(() => {
        pending.current.delete(answered);
        outdateArea(client, area);
      });
    pending.current.add(answered);
    setDecisions((now) => new Map(now).set(id(current), { answered, undo }));
    end(outcome);
    return true;
  };

  // The card as it is now: the one in memory is from before the decision.
  const reopen = async (row: Row, undone: boolean) => {
    await prepare(row).catch(() => undefined);
    back(row, undone);
  };
  const open = async (row: Row) => {
    await decisions.get(id(row))?.answered;
    setFailures((now) => now.filter((failure) => id(failure.row) !== id(row)));
    await reopen(row, false);
  };

  const last = round.past.findLast(({ row }) => decisions.has(id(row)))?.row;
  /** Takes the last decision back and opens its card. What has not reached the server can be taken back again. */
  const undo = async () => {
    const sent = last && decisions.get(id(last));
    // A mistake shows just after the key: undoing need not wait for the card, but a second press would undo another decision.
    if (!sent || undoing.current || performance.now() - undoneAt.current < doublePress) return;
    if (!onlineManager.isOnline()) return notifyProblem(new Problem(0));
    undoing.current = true;
    undoneAt.current = performance.now();
    try {
      if (!(await sent.answered)) return; // the screen says that it has failed
      await sent.undo();
      forget(last);
      outdateArea(client, area);
      await reopen(last, true);
    } catch (thrown) {
      const { status } = asProblem(thrown);
      if (status >= 400 && status < 500) forget(last);
      notifyProblem(thrown, { title: t.notUndone, 409: ({ detail }) => detail });
    } finally {
      undoing.current = false;
    }
  };
  return {
    ...round,
    /** The first cards are on their way. */
    loading: dealing && !round.current,
    error,
    retry: () => void more(),
    failures,
    decide,
    /** Passes the card over: it comes again at the end. */
    skip: () => {
      if (isShown()) end(null);
    },
    /** The card was decided by a form of its own. */
    settled: (outcome: string) => end(outcome),
    open: (row: Row): void => void open(row),
    /** Nothing before the first decision. */
    undo: last && ((): void => void undo()),
  };
}
