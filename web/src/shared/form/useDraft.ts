import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  type DraftName,
  draftErasures,
  dropDraft,
  dropForm,
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

function nameOf(form: string | null): DraftName | null {
  const session = getSession();
  return form !== null && session.status === 'in' ? { operator: session.operator.id, form } : null;
}

type Keeping<V> = {
  name: DraftName | null;
  personal: boolean;
  /** The draft of the last time was looked for: until then nothing may be put in its place. */
  ready: boolean;
  latest: RefObject<Form<V>>;
};

// In memory with every key, on disk every now and then. Returns what ends it, until something is typed again.
function useKeeping<V extends Values>({ name, personal, ready, latest }: Keeping<V>) {
  const [erasures] = useState(draftErasures);
  const done = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hold = useCallback(() => {
    if (!name || done.current || erasures !== draftErasures()) return false;
    const { dirty, base, values } = latest.current;
    if (dirty) holdDraft(name, { base: base(), values, at: Date.now() });
    else void dropDraft(name);
    return dirty && !personal;
  }, [name, personal, erasures, latest]);

  const store = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (name && hold()) void storeDraft(name);
  }, [name, hold]);

  const text = JSON.stringify(latest.current.values);
  const seen = useRef(text);
  useEffect(() => {
    if (!ready || text === seen.current) return;
    seen.current = text;
    done.current = false;
    if (hold()) timer.current ??= setTimeout(store, writeEvery);
  }, [text, ready, hold, store]);

  // A page that is left at once has not waited for the timer.
  useEffect(() => {
    if (!ready) return;
    addEventListener('pagehide', store);
    return () => {
      removeEventListener('pagehide', store);
      store();
    };
  }, [ready, store]);

  return () => {
    done.current = true;
    if (name) void dropForm(name);
  };
}

/**
 * Keeps what is typed into a form until it is saved: a closed tab, a broken machine or an ended session loses
 * nothing. The tab that typed it gets it back by itself; another one is offered what a closed tab has left.
 */
export function useDraft<V extends Values>(form: Form<V>, options: DraftOptions) {
  const { draft, personal = false } = options;
  const [name] = useState(() => nameOf(draft));
  const [found, setFound] = useState<number | null>(null);
  const [orphan, setOrphan] = useState<Orphan<V> | null>(null);
  const [fills, setFills] = useState(0);
  const [ready, setReady] = useState(false);
  const latest = useRef(form);
  latest.current = form;
  const drop = useKeeping({ name, personal, ready, latest });

  const fill = useCallback((from: Draft<V> | null) => {
    if (from) latest.current.restore(from);
    else latest.current.reset();
    setFound(from?.at ?? null);
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

  return {
    /** Whether it is still there after the page is left. */
    kept: name !== null && !personal,
    /** Saved or cancelled: nothing is left to keep. */
    drop,
    /** How often the fields were filled anew: those with a state of their own start over. */
    fills,
    /** When the draft that the form was filled with was kept, milliseconds. */
    found,
    /** Begins anew, without the draft. */
    restart: () => fill(null),
    /** When the draft that a closed tab has left was kept. */
    offered: orphan?.at ?? null,
    /** Takes it over, or forgets it. */
    answer: (take: boolean) => {
      if (!orphan || !name) return;
      if (take) fill(orphan);
      void dropForm(name, orphan.tab);
      setOrphan(null);
    },
  };
}

/** The drafts of a form as AppForm shows them. */
export type DraftState = ReturnType<typeof useDraft>;
