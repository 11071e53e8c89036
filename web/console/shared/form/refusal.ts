import { asProblem, Problem } from '../../../kit/api/problem';
import { type FormErrors, wholeForm } from './schema';

/**
 * The errors of a 422 by form field. `fieldOf` translates the server's field names; an error of a field that the form
 * does not have is shown above the form.
 */
export function fieldErrors(
  { errors }: Problem,
  values: Readonly<Record<string, unknown>>,
  fieldOf: (wire: string) => string = (wire) => wire,
): FormErrors {
  const found: FormErrors = {};
  for (const { field, message } of errors) {
    const name = fieldOf(field);
    const known = (name.split('.')[0] ?? '') in values;
    found[known ? name : wholeForm] ??= message;
  }
  return found;
}

/** Shows a 409 above the form, in the server's words. */
export const conflictError = ({ status, detail }: Problem): FormErrors | undefined =>
  status === 409 && detail ? { [wholeForm]: detail } : undefined;

/**
 * For the catch of a save whose form reloads after a 409: a 409 for the current version is no edit conflict, so its text
 * is shown above the form instead.
 */
export const unlessStale =
  (version: string, fresh: () => Promise<{ version: string }>) =>
  async (thrown: unknown): Promise<never> => {
    const { status, detail } = asProblem(thrown);
    if (status === 409 && (await fresh()).version === version) {
      throw new Problem(422, { errors: [{ field: wholeForm, message: detail }] });
    }
    throw thrown;
  };
