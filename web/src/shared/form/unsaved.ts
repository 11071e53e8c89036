const dirtyForms = new Set<symbol>();

/** Counts a form with unsaved changes until it is told otherwise. */
export function markUnsaved(): () => void {
  const form = Symbol('form');
  dirtyForms.add(form);
  return () => {
    dirtyForms.delete(form);
  };
}

/** Whether any form on the screen has unsaved changes: logout asks first. */
export const hasUnsaved = () => dirtyForms.size > 0;
