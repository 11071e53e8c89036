const dirtyForms = new Set<symbol>();

/** Registers a form with unsaved changes; returns the function that removes it. */
export function markUnsaved(form: symbol): () => void {
  dirtyForms.add(form);
  return () => {
    dirtyForms.delete(form);
  };
}

/** Whether any form on the screen has unsaved changes: logout asks first. */
export const hasUnsaved = () => dirtyForms.size > 0;

/** Whether a form is the first with unsaved changes: of a page and its dialog, only one asks. */
export const isFirstUnsaved = (form: symbol) => dirtyForms.values().next().value === form;
