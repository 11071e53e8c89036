/**
 * In place of a dialog whose code is being loaded. To the page's keys it is a dialog already: on a slow network, what is
 * typed into the palette too early would decide about the application behind it.
 */
export const ComingDialog = () => <div hidden role="dialog" aria-modal="true" />;
