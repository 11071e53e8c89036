const dirtyForms = new Set<symbol>();

/** Counts a form with unsaved changes until it is told otherwise. */
export function markUnsaved(form: symbol): () => void {
  dirtyForms.add(form);
  return () => {
    dirtyForms.delete(form);
  };
}

/** Whether any form on the screen has unsaved changes: logout asks first. */
export const hasUnsaved = () => dirtyForms.size > 0;

/** Whether a form is the first of those with unsaved changes: a page with a dialog asks once. */
export const isFirstUnsaved = (form: symbol) => dirtyForms.values().next().value === form;
