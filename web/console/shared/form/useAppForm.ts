import { useForm } from '@mantine/form';
import { type SyntheticEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { asProblem, type Problem, unreachable } from '../../../kit/api/problem';
import type { ErrorTexts } from '../notice/catalogue';
import { notifyProblem } from '../notice/notices';
import type { Draft } from '../session/drafts';
import { useAttemptKey, useFormFocus, useFreshInitial } from './formParts';
import { merge } from './merge';
import { fieldErrors } from './refusal';
import { errorsOf, type FormErrors, wholeForm } from './schema';
import { t } from './texts';
import { type DraftOptions, useDraft } from './useDraft';

type Schema<V> = v.GenericSchema<V, unknown>;

/** Second argument of save(). */
type Attempt = {
  /** Idempotency-Key: reused while the same values are sent again after a failure. */
  key: string;
};

type Options<V extends Record<string, unknown>, S extends Schema<V>, R> = DraftOptions & {
  schema: S;
  initial: V;
  save: (values: v.InferOutput<S>, attempt: Attempt) => Promise<R>;
  saved?: (result: R) => void;
  /** Maps a failure to field errors; undefined means the default handling. */
  refused?: (problem: Problem) => FormErrors | undefined;
  /** The form field of a server's field, where the names differ. */
  fieldOf?: (wire: string) => string;
  /** The screen's own texts for failures that are shown as notifications. */
  errors?: ErrorTexts;
  /** Reloads the values after a 409; without it a 409 is a notification. */
  reload?: () => Promise<V>;
  /** Removes what is no longer valid from a restored draft. */
  revive?: (values: V, draft: Draft<V>) => V;
};

/** Props of a field of shared/form: `<TextField {...form.field('name')} />`. */
export type FieldProps<T> = {
  name: string;
  value: T;
  onChange: (value: T) => void;
  error?: string | boolean;
  /** Shown under the label: the value that another operator has saved. */
  note?: string;
};

/** A form: validation, saving, errors of the server, conflicts, drafts and unsaved changes. */
export function useAppForm<V extends Record<string, unknown>, S extends Schema<V>, R>(
  options: Options<V, S, R>,
) {
  const { schema, initial } = options;
  const element = useRef<HTMLFormElement>(null);
  const base = useRef(initial);
  const sending = useRef(false);
  const cancelled = useRef(false);
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState(false);
  const [conflicts, setConflicts] = useState<Partial<Record<string, string>>>({});
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) => errorsOf(schema, values),
  });
  const attempt = useAttemptKey();
  const focus = useFormFocus(element, saving);
  useFreshInitial(form, initial, base);

  const reset = () => {
    form.setValues(base.current);
    form.clearErrors();
    setConflicts({});
  };
  const draft = useDraft<V>(
    {
      base: () => base.current,
      values: form.getValues(),
      dirty: form.isDirty(),
      // Merged into the saved values: another operator may have changed them since.
      restore: (kept) => {
        const merged = merge(kept.values, kept.base, base.current);
        form.setValues(options.revive?.(merged.values, kept) ?? merged.values);
        setConflicts(merged.conflicts);
      },
      reset,
    },
    options,
  );

  const refuse = (errors: FormErrors) => {
    form.setErrors(errors);
    focus.toFirstError();
  };

  const fail = (problem: Problem) => {
    const own = options.refused?.(problem);
    if (own) {
      if (problem.status === unreachable) notifyProblem(problem); // the form's own words blame the server
      return refuse(own);
    }
    if (problem.status === 409 && options.reload) return setStale(true);
    if (problem.status === 422 && problem.errors.length > 0) {
      return refuse(fieldErrors(problem, form.getValues(), options.fieldOf));
    }
    notifyProblem(problem, options.errors);
  };

  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    event?.stopPropagation(); // a form in a dialog is a React child of the page's own form
    if (sending.current) return; // not `saving`: a second click comes before React renders it
    const values = form.getValues();
    const errors = errorsOf(schema, values);
    if (Object.keys(errors).length > 0) return refuse(errors);
    form.clearErrors();
    focus.remember();
    sending.current = true;
    setSaving(true);
    try {
      const output = v.parse(schema, values);
      const result = await options.save(output, { key: attempt.keyFor(output) });
      attempt.forget();
      base.current = values;
      form.resetDirty(values);
      setConflicts({});
      draft.drop();
      options.saved?.(result);
    } catch (thrown) {
      fail(asProblem(thrown));
    } finally {
      sending.current = false;
      setSaving(false);
    }
  };

  const reload = async () => {
    if (!options.reload) return;
    try {
      const fresh = await options.reload();
      const merged = merge(form.getValues(), base.current, fresh);
      base.current = fresh;
      form.setInitialValues(fresh);
      form.resetDirty(fresh);
      form.setValues(merged.values);
      setConflicts(merged.conflicts);
      setStale(false);
    } catch (thrown) {
      notifyProblem(thrown, options.errors);
    }
  };

  const field = <K extends string & keyof V>(name: K): FieldProps<V[K]> => {
    const error = form.errors[name];
    const conflict = conflicts[name];
    return {
      name,
      value: form.getValues()[name],
      onChange: (value) => {
        form.setFieldValue(name, value as never);
        form.clearFieldError(wholeForm as never);
      },
      error: typeof error === 'string' ? error : Boolean(error),
      note: conflict === undefined ? undefined : t.stale.now(conflict),
    };
  };

  /** Changes a field from its latest value, for several changes in one event. */
  const update = <K extends string & keyof V>(name: K, change: (now: V[K]) => V[K]) =>
    field(name).onChange(change(form.getValues()[name]));

  return {
    element,
    field,
    update,
    submit,
    saving,
    dirty: form.isDirty(),
    values: form.getValues(),
    /** An error that belongs to no field. */
    message: form.errors[wholeForm] as string | undefined,
    reset,
    /** Leaves the form by its cancel button and drops the draft. */
    cancel: (leave: () => void) => {
      cancelled.current = true;
      leave();
    },
    draft,
    leaving: { kept: draft.kept, cancelled, drop: draft.drop },
    stale: { opened: stale, close: () => setStale(false), reload },
  };
}

/** The part of a form that AppForm needs. */
export type AppFormState = Pick<
  ReturnType<typeof useAppForm>,
  'element' | 'submit' | 'cancel' | 'saving' | 'dirty' | 'message' | 'stale' | 'draft' | 'leaving'
>;
