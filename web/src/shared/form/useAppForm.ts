import { useForm } from '@mantine/form';
import { type SyntheticEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { asProblem, type Problem } from '../api/problem';
import type { ErrorTexts } from '../notice/catalogue';
import { notifyProblem } from '../notice/notices';
import type { Draft } from '../session/drafts';
import { useAttemptKey, useFormFocus, useFreshInitial } from './formParts';
import { merge } from './merge';
import { errorsOf, type FormErrors, wholeForm } from './schema';
import { t } from './texts';
import { type DraftOptions, useDraft } from './useDraft';

type Schema<V> = v.GenericSchema<V, unknown>;

/** What save() learns of the attempt. */
type Attempt = {
  /** Idempotency-Key: the same while the same values are sent again after a failure. */
  key: string;
};

type Options<V extends Record<string, unknown>, S extends Schema<V>, R> = DraftOptions & {
  schema: S;
  initial: V;
  save: (values: v.InferOutput<S>, attempt: Attempt) => Promise<R>;
  saved?: (result: R) => void;
  /** The screen's own reading of a refusal, as errors of fields; undefined leaves it to the form. */
  refused?: (problem: Problem) => FormErrors | undefined;
  /** The screen's own words for what ends in a notification. */
  errors?: ErrorTexts;
  /** Loads the values anew after a 409; without it a 409 is a notification. */
  reload?: () => Promise<V>;
  /** What of an old draft is no longer good. */
  revive?: (values: V, draft: Draft<V>) => V;
  /** Asks before unsaved changes are left behind; on unless switched off. */
  guard?: boolean;
};

/** What a field of shared/form is given: spread it. */
export type FieldProps<T> = {
  name: string;
  value: T;
  onChange: (value: T) => void;
  error?: string | boolean;
  /** Said under the label: what somebody else has saved meanwhile. */
  note?: string;
};

// A 422 names fields of the wire; one that the form does not have is said above it.
function fieldErrors(problem: Problem, values: Record<string, unknown>): FormErrors {
  const errors: FormErrors = {};
  for (const { field, message } of problem.errors) {
    const known = (field.split('.')[0] ?? '') in values;
    errors[known ? field : wholeForm] ??= message;
  }
  return errors;
}

/** Everything a form does: the only place that knows validation, saving, refusals and leaving. */
export function useAppForm<V extends Record<string, unknown>, S extends Schema<V>, R>(
  options: Options<V, S, R>,
) {
  const { schema, initial, guard = true } = options;
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
      // Upon what is saved now: somebody else may have changed the same item meanwhile.
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
    if (own) return refuse(own);
    if (problem.status === 409 && options.reload) return setStale(true);
    if (problem.status === 422 && problem.errors.length > 0) {
      return refuse(fieldErrors(problem, form.getValues()));
    }
    notifyProblem(problem, options.errors);
  };

  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    event?.stopPropagation(); // a form in a dialog is a React child of the page's own form
    if (sending.current) return; // not `saving`: a second press comes before it is drawn
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

  /** Changes a field upon what it holds now, where one event changes several parts of it. */
  const update = <K extends string & keyof V>(name: K, change: (now: V[K]) => V[K]) =>
    field(name).onChange(change(form.getValues()[name]));

  return {
    element,
    field,
    update,
    submit,
    saving,
    dirty: form.isDirty(),
    guard,
    values: form.getValues(),
    /** An error that belongs to no field. */
    message: form.errors[wholeForm] as string | undefined,
    reset,
    /** Leaves the form by its cancel button: the draft goes with it. */
    cancel: (leave: () => void) => {
      cancelled.current = true;
      leave();
    },
    draft,
    leaving: { kept: draft.kept, cancelled, drop: draft.drop },
    stale: { opened: stale, close: () => setStale(false), reload },
  };
}

/** A form as AppForm takes it. */
export type AppFormState = Pick<
  ReturnType<typeof useAppForm>,
  | 'element'
  | 'submit'
  | 'cancel'
  | 'saving'
  | 'dirty'
  | 'guard'
  | 'message'
  | 'stale'
  | 'draft'
  | 'leaving'
>;
