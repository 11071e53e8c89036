import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { uuid } from '../../../kit/api/uuid';

/** An Idempotency-Key that is reused while the same values are sent again, until a success. */
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

/** Restores the focus after saving, or moves it to the first error. */
export function useFormFocus(element: RefObject<HTMLFormElement | null>, saving: boolean) {
  const before = useRef<Element | null>(null);
  const [refusals, setRefusals] = useState(0);

  // Disabled fields lose the focus while saving.
  useEffect(() => {
    if (saving || document.activeElement !== document.body) return;
    if (before.current instanceof HTMLElement) before.current.focus();
  }, [saving]);

  // After the errors have rendered.
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

/** Resets an unchanged form to refetched values; a changed one takes them once it is saved or reset. */
export function useFreshInitial<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  initial: V,
  base: RefObject<V>,
) {
  const text = JSON.stringify(initial);
  const previous = useRef(text);
  useEffect(() => {
    if (text === previous.current) return;
    // Values equal to the refetched ones are no change: a part of the form may have its own save or delete.
    if (form.isDirty() && JSON.stringify(form.getValues()) !== text) return;
    previous.current = text;
    base.current = JSON.parse(text) as V;
    form.setInitialValues(base.current);
    form.setValues(base.current);
  }, [text, form, base]);
}
