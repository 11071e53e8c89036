/** The search parameter by which a link asks a list to open a view. */
export const viewParam = 'view';
