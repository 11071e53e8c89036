import * as v from 'valibot';
import { isoDay } from '../../../kit/format/day';
import { unchosen } from './choice';
import { uploading } from './photo';
import { countCharacters, plainText, usualRichText } from './richText';
import { t } from './texts';

// The rules of all forms. A form is a v.object of these rules; one whose rules compare fields or replace several
// messages by one is a formRules.

/** Errors by field path; the key '' is for the form as a whole, true marks a field without a message. */
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

/** A text that is blank or passes a check; trimmed. */
export const blankOr = (isValid: (text: string) => boolean, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isValid(text), message),
  );

/** A phone: eleven digits. */
export const requiredPhone = (message = t.phoneIncomplete) =>
  v.pipe(v.string(), v.nonEmpty(message), v.regex(/^\d{11}$/, t.phoneIncomplete));

/** A phone that may be absent: eleven digits or none. */
export const optionalPhone = v.pipe(v.string(), v.regex(/^(\d{11})?$/, t.phoneIncomplete));

const isDay = (text: string) => isoDay(text) !== null;

/** A date, dd.MM.yyyy. */
export const requiredDay = (message: string) =>
  v.pipe(v.string(), v.nonEmpty(message), v.check(isDay, t.dateWrong));

/** A date, dd.MM.yyyy, or none. */
export const optionalDay = blankOr(isDay, t.dateWrong);

/** A number held as the value of a select. */
export const selectedNumber = v.pipe(v.string(), v.transform(Number));

/** A choice of a search field, or empty for none; text that names no choice is an error. */
export const optionalChoice = v.pipe(
  v.string(),
  v.check((value) => value !== unchosen, t.choose),
);

/** A choice of a search field. */
export const requiredChoice = (message: string) => v.pipe(optionalChoice, v.nonEmpty(message));

/** A picture: the key of its file, or empty for none. Saving waits for the upload. */
export const photo = v.pipe(
  v.string(),
  v.check((value) => value !== uploading, t.photo.wait),
);

const richTextFits = (limit: number) =>
  v.check((html: string) => countCharacters(plainText(html)) <= limit, t.rich.tooLong(limit));

/** A formatted text that may be blank; tags do not count. */
export const optionalRichText = (limit: number = usualRichText) =>
  v.pipe(v.string(), richTextFits(limit));

/** A formatted text that must not be blank; tags do not count. */
export const requiredRichText = (limit: number = usualRichText, message = t.required) =>
  v.pipe(
    v.string(),
    v.check((html) => plainText(html).trim() !== '', message),
    richTextFits(limit),
  );

/** Whether a text looks like an e-mail address. */
export const isEmail = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text);

/** The first message of each field, by path. */
export function errorsOf(schema: v.GenericSchema, values: unknown): FormErrors {
  const errors: FormErrors = {};
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    errors[v.getDotPath(issue) ?? wholeForm] ??= issue.message || true;
  }
  return errors;
}

/** A schema from a function of all values that returns the errors. */
export const formRules = <V extends Record<string, unknown>>(rules: (values: V) => FormErrors) =>
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
