import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { uuid } from '../api/uuid';

/** An Idempotency-Key that stays while the same values are sent again, and goes with a success. */
export function useAttemptKey() {
  const sent = useRef({ body: '', key: '' });
  return {
    keyFor: (values: unknown) => {
      const body = JSON.stringify(values);
      if (sent.current.body !== body) sent.current = { body, key: uuid() };
      return sent.current.key;
    },
    forget: () => {
      sent.current = { body: '', key: '' };
    },
  };
}

/** Where the focus goes when the fields of a form open again. */
export function useFormFocus(element: RefObject<HTMLFormElement | null>, saving: boolean) {
  const before = useRef<Element | null>(null);
  const [refusals, setRefusals] = useState(0);

  // Locked fields lose the focus; it returns to where it was.
  useEffect(() => {
    if (saving || document.activeElement !== document.body) return;
    if (before.current instanceof HTMLElement) before.current.focus();
  }, [saving]);

  // After a refusal the first wrong field gets it.
  useEffect(() => {
    if (refusals === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, element]);

  return {
    remember: () => {
      before.current = document.activeElement;
    },
    toFirstError: () => setRefusals((n) => n + 1),
  };
}

/** Lets a fresh answer of the server replace values that nobody has touched. */
export function useFreshInitial<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  initial: V,
  base: RefObject<V>,
) {
  const text = JSON.stringify(initial);
  const seen = useRef(text);
  useEffect(() => {
    if (text === seen.current) return;
    seen.current = text;
    // What was typed and is saved now is no change either: a part that was deleted on its own.
    if (form.isDirty() && JSON.stringify(form.getValues()) !== text) return;
    base.current = JSON.parse(text) as V;
    form.setInitialValues(base.current);
    form.setValues(base.current);
  }, [text, form, base]);
}
