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

/** Throttle of writing a draft to disk, ms. */
const writeEvery = 400;

type Values = Record<string, unknown>;

type Form<V> = {
  base: () => V;
  values: V;
  dirty: boolean;
  /** Merges a draft into the saved values. */
  restore: (draft: Draft<V>) => void;
  reset: () => void;
};

/** Options of a form's draft. */
export type DraftOptions = {
  /** Identifies the form and its object; null for passwords, which are never stored, and where the form says why. */
  draft: string | null;
  /** The form has personal data: the draft stays in memory (rules 17.16). */
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
  /** The stored draft has been read; until then it must not be overwritten. */
  ready: boolean;
  latest: RefObject<Form<V>>;
};

// Stores the draft in memory on every change, on disk throttled. Returns a function that drops it.
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
  const previous = useRef(text);
  useEffect(() => {
    if (!ready || text === previous.current) return;
    previous.current = text;
    done.current = false;
    if (hold()) timer.current ??= setTimeout(store, writeEvery);
  }, [text, ready, hold, store]);

  // Leaving the page does not wait for the throttle.
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
 * Keeps unsaved input through a closed tab, a crash or the end of the session. The same tab restores its draft
 * automatically; another tab offers the draft of a closed one.
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
    /** Whether the draft survives leaving the page. */
    kept: name !== null && !personal,
    /** Deletes the draft after saving or cancelling. */
    drop,
    /** How often a draft has filled the form: the key that remounts fields with internal state. */
    fills,
    /** Timestamp of the draft that fills the form, ms. */
    found,
    /** Discards the draft's values. */
    restart: () => fill(null),
    /** Timestamp of the draft of a closed tab, ms. */
    offered: orphan?.at ?? null,
    /** Restores or deletes that draft. */
    answer: (take: boolean) => {
      if (!orphan || !name) return;
      if (take) fill(orphan);
      void dropForm(name, orphan.tab);
      setOrphan(null);
    },
  };
}

/** Draft state for AppForm. */
export type DraftState = ReturnType<typeof useDraft>;
