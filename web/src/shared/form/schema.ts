import * as v from 'valibot';
import { countCharacters } from './richText';
import { t } from './texts';

/** Errors by field path; the key '' is for the form as a whole, true marks a field without words. */
export type FormErrors = { [field: string]: string | true | undefined };

/** The key of an error that belongs to no field. */
export const wholeForm = '';

const fits = (limit: number) =>
  v.check((text: string) => countCharacters(text) <= limit, t.tooLong(limit));

/** A text that must not be blank; trimmed. */
export const requiredText = (limit: number, message = t.required) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(message), fits(limit));

/** A text that may be blank; trimmed. */
export const optionalText = (limit: number) => v.pipe(v.string(), v.trim(), fits(limit));

/** A phone that may be absent: eleven digits or none. */
export const optionalPhone = v.pipe(v.string(), v.regex(/^(\d{11})?$/, t.phoneIncomplete));

/** Whether a text is an e-mail address, as far as a form can tell. */
export const isEmail = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text);

/** The first message of each field, by path. */
export function errorsOf(schema: v.GenericSchema, values: unknown): FormErrors {
  const errors: FormErrors = {};
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    errors[v.getDotPath(issue) ?? wholeForm] ??= issue.message || true;
  }
  return errors;
}

/** A schema whose rules speak of several fields at once: they come as a function of all values. */
export const ruled = <V extends Record<string, unknown>>(rules: (values: V) => FormErrors) =>
  v.pipe(
    v.custom<V>((values) => typeof values === 'object'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [field, error] of Object.entries(rules(dataset.value))) {
        if (!error) continue;
        const message = error === true ? '' : error;
        const { value: input } = dataset;
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input, key: field, value: input[field] }],
        });
      }
    }),
  );
