/** The search parameter of the open tab; absent for the first. */
export const tabParam = 'tab';
