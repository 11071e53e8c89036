import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, readDraft, writeDraft } from '../session/drafts';
import { getSession, useOperator } from '../session/session';
import { merge } from './merge';

/** How long after the last change a draft is kept, ms. */
const keepAfter = 400;

type Values = Record<string, unknown>;

type Form<V> = { values: V; dirty: boolean; fill: (values: V) => void; reset: () => void };

type Options<V> = {
  /** Tells the forms of the console apart. */
  form: string;
  /** What the form holds when nothing is typed. */
  base: V;
  /** What of an old draft is no longer good. */
  revive?: (values: V, draft: Draft<V>) => V;
};

/**
 * Keeps what is typed into a form in this browser until it is saved: a closed tab, a broken machine or
 * an ended session loses nothing.
 */
export function useDraft<V extends Values>(
  form: Form<V>,
  { form: name, base, revive }: Options<V>,
) {
  const { id: operator } = useOperator();
  const [found, setFound] = useState<number | null>(null);
  const [ready, setReady] = useState(false);
  const done = useRef(false);
  const latest = useRef({ form, base, revive });
  latest.current = { form, base, revive };

  useEffect(() => {
    let here = true;
    void readDraft<V>({ operator, form: name }).then((draft) => {
      if (!here) return;
      if (draft) {
        const now = latest.current;
        // Upon what is saved now: somebody else may have changed other fields meanwhile.
        const { values } = merge(draft.values, draft.base, now.base);
        now.form.fill(now.revive?.(values, draft) ?? values);
        setFound(draft.at);
      }
      setReady(true);
    });
    return () => {
      here = false;
    };
  }, [operator, name]);

  const keep = useCallback(() => {
    const now = latest.current;
    if (done.current || getSession().status !== 'in') return;
    const key = { operator, form: name };
    if (now.form.dirty) {
      void writeDraft(key, { base: now.base, values: now.form.values, at: Date.now() });
    } else void dropDraft(key);
  }, [operator, name]);

  const text = JSON.stringify(form.values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept anew whenever something is typed
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(keep, keepAfter);
    return () => clearTimeout(timer);
  }, [text, ready, keep]);

  // A page that is left at once has not waited for the timer.
  useEffect(() => {
    if (!ready) return;
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [ready, keep]);

  return {
    /** When the draft that the form was filled with was kept, milliseconds. */
    found,
    /** Saved: nothing is left to keep. */
    drop: () => {
      done.current = true;
      void dropDraft({ operator, form: name });
    },
    /** Begins anew, without the draft. */
    restart: () => {
      setFound(null);
      latest.current.form.reset();
    },
  };
}
