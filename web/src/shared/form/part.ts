/**
 * A control whose label and error stand elsewhere, in the field that it is a part of. `withAria` is off because
 * Mantine would replace these attributes by those of its own label and error.
 */
export const partOf = (label: string, error: boolean, errorId?: string) => ({
  withAria: false,
  'aria-label': label,
  'aria-invalid': error || undefined,
  'aria-describedby': errorId,
  error,
});
