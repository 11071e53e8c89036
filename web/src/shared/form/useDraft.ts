import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  draftErasures,
  dropDraft,
  holdDraft,
  readDraft,
  readOrphan,
  storeDraft,
} from '../session/drafts';
import { getSession } from '../session/session';

/** How often a draft is written to disk while somebody types, ms. */
const writeEvery = 400;

type Values = Record<string, unknown>;

type Form<V> = {
  base: () => V;
  values: V;
  dirty: boolean;
  /** Puts a draft upon what is saved now. */
  restore: (draft: Draft<V>) => void;
  reset: () => void;
};

/** How a form keeps what is typed into it. */
export type DraftOptions = {
  /** Names the form and its object; null for passwords, which are never kept. */
  draft: string | null;
  /** The form holds personal data: it is kept in memory alone (security R21). */
  personal?: boolean;
};

type Orphan<V> = Draft<V> & { tab: string };

function nameOf(form: string | null) {
  const session = getSession();
  return form !== null && session.status === 'in' ? { operator: session.operator.id, form } : null;
}

/**
 * Keeps what is typed into a form until it is saved: a closed tab, a broken machine or an ended session loses
 * nothing. The tab that typed it gets it back by itself; another one is offered what a closed tab has left.
 */
export function useDraft<V extends Values>(form: Form<V>, { draft, personal }: DraftOptions) {
  const [name] = useState(() => nameOf(draft));
  const [erasures] = useState(draftErasures);
  const [found, setFound] = useState<number | null>(null);
  const [orphan, setOrphan] = useState<Orphan<V> | null>(null);
  const [fills, setFills] = useState(0);
  const [ready, setReady] = useState(false);
  const done = useRef(false);
  const latest = useRef(form);
  latest.current = form;

  const fill = useCallback((from: Draft<V>) => {
    latest.current.restore(from);
    setFound(from.at);
    setFills((n) => n + 1);
  }, []);

  useEffect(() => {
    if (!name) return;
    let here = true;
    const look = async () => {
      const own = await readDraft<V>(name);
      const left = own || personal ? undefined : await readOrphan<V>(name);
      if (!here) return;
      if (own && !latest.current.dirty) fill(own);
      if (left) setOrphan(left);
      setReady(true);
    };
    void look();
    return () => {
      here = false;
    };
  }, [name, personal, fill]);

  const keep = useCallback(() => {
    if (!name || done.current || erasures !== draftErasures()) return false;
    const { dirty, base, values } = latest.current;
    if (dirty) holdDraft(name, { base: base(), values, at: Date.now() });
    else void dropDraft(name);
    return dirty && !personal;
  }, [name, personal, erasures]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const store = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (name && keep()) void storeDraft(name);
  }, [name, keep]);

  const text = JSON.stringify(form.values);
  const seen = useRef(text);
  useEffect(() => {
    if (!ready || text === seen.current) return;
    seen.current = text;
    done.current = false; // typed again after it was saved
    if (keep()) timer.current ??= setTimeout(store, writeEvery);
  }, [text, ready, keep, store]);

  // A page that is left at once has not waited for the timer.
  useEffect(() => {
    if (!ready) return;
    addEventListener('pagehide', store);
    return () => {
      removeEventListener('pagehide', store);
      store();
    };
  }, [ready, store]);

  const drop = () => {
    done.current = true;
    if (name) void dropDraft(name);
  };
  return {
    /** Whether it is still there after the page is left. */
    kept: name !== null && !personal,
    /** Saved or cancelled: nothing is left to keep. */
    drop,
    /** How often the fields were filled from a draft: those with a state of their own start over. */
    fills,
    /** When the draft that the form was filled with was kept, milliseconds. */
    found,
    /** Begins anew, without the draft. */
    restart: () => {
      setFound(null);
      latest.current.reset();
    },
    /** When the draft that a closed tab has left was kept. */
    offered: orphan?.at ?? null,
    /** Takes it over, or forgets it. */
    answer: (take: boolean) => {
      if (!orphan || !name) return;
      if (take) fill(orphan);
      void dropDraft(name, orphan.tab);
      setOrphan(null);
    },
  };
}

/** The drafts of a form as AppForm shows them. */
export type DraftState = ReturnType<typeof useDraft>;
