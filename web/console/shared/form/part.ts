/**
 * Props of a control inside a composite field, which has the label and the error. `withAria` is off because Mantine
 * would overwrite these attributes.
 */
export const partOf = (label: string, error: boolean, errorId?: string) => ({
  withAria: false,
  'aria-label': label,
  'aria-invalid': error || undefined,
  'aria-describedby': errorId,
  error,
});
